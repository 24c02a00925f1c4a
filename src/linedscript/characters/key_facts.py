"""The units whose knowledge is followed: what changes a focal character, and what a storyline turns on."""

from collections.abc import Sequence

from linedscript.characters.intervals import moment
from linedscript.characters.moments import begins
from linedscript.engines.rules.acts import WEIGHTY, acts_of
from linedscript.records.base import Language
from linedscript.records.character import Focal, State
from linedscript.records.narrative import Episode, Storyline
from linedscript.records.trajectory import Development
from linedscript.records.unit import Unit


def key_facts(
    units: Sequence[Unit],
    episodes: Sequence[Episode],
    storylines: Sequence[Storyline],
    focal: Sequence[Focal],
    states: Sequence[State],
    developments: Sequence[Development],
    language: Language,
) -> list[Unit]:
    """In the order of the text, each once. What only could or didn't happen is no fact."""
    by_id = {unit.id: unit for unit in units}
    chosen = {record.id for record in focal}
    wanted = {state.catalyst for state in states if state.character in chosen}
    wanted |= {one.catalyst for one in developments if one.character in chosen}
    parts = {episode.id: [by_id[unit] for unit in episode.units if unit in by_id] for episode in episodes}
    for storyline in storylines:
        for transition in storyline.transitions:
            wanted |= _turns(
                [parts.get(episode, []) for episode in transition.episodes], set(storyline.subjects), language
            )
    found = [by_id[unit] for unit in wanted if unit in by_id]
    return sorted((unit for unit in found if _happened(unit)), key=lambda unit: (moment(begins(unit)), unit.id))


def _turns(episodes: Sequence[Sequence[Unit]], subjects: set[str], language: Language) -> set[str]:
    """The unit of each Episode that a transition rests on: of those with its subjects the one whose act tells most.
    Where none tells anything, the one of the middle Episode in which most take part."""
    found = {best.id for units in episodes for best in [_most(units, subjects, language)] if best is not None}
    if found:
        return found
    middle = [unit for unit in episodes[len(episodes) // 2] if _happened(unit)] if episodes else []
    return {max(middle, key=lambda unit: len(unit.participants)).id} if middle else set()


def _most(units: Sequence[Unit], subjects: set[str], language: Language) -> Unit | None:
    best, most = None, (0, 0)
    for unit in units:
        shared = len({part.entity for part in unit.participants if part.entity} & subjects)
        acts = [act for act in acts_of(unit.trigger or "", unit.summary, language) if act in WEIGHTY]
        if not (shared and acts and _happened(unit)):
            continue
        weight = (max(len(WEIGHTY) - WEIGHTY.index(act) for act in acts), shared)
        if weight > most:
            best, most = unit, weight
    return best


def _happened(unit: Unit) -> bool:
    return unit.polarity == "positive" and unit.modality == "actual" and unit.kind != "Occasion"
