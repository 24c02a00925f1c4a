"""What two Episodes share that makes a relation between them interpretable: the seven bridges of the paper.

A bridge is computed from the Episodes' units and entities alone, so the gate can check one that a model names.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.backbone.episodes import unit_end, unit_start
from linedscript.engines.rules.acts import acts_of
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.narrative import LINK_WINDOW, BridgeKind, Episode
from linedscript.records.unit import Unit

_PEOPLE = ("Character", "Organization")
_MOVES = ("give", "take", "hide", "mend", "hurt")
"""Acts after which something holds of the thing that underwent them."""
_CHANGES = ("hurt", "mend", "appoint")
"""Acts after which something holds of the person who underwent them."""
_OPENS = ("promise", "ask", "lie", "hide")
_RESULTS = {
    "hurt": ("mend",),
    "take": ("give", "reveal", "learn", "hide"),
    "lie": ("reveal", "learn"),
    "hide": ("learn", "reveal"),
    "promise": ("give", "refuse"),
    "ask": ("reveal", "agree", "refuse"),
    "give": ("take", "give"),
    "clash": ("bond", "agree"),
    "learn": ("reveal", "clash"),
}
"""Which acts of a later Episode an act of an earlier one can have for its result."""
_OF_ONE = ("hurt",)
"""Acts whose result needs to concern no more than the one who underwent them. Others need the same thing, or the same
two people: that somebody takes a thing and somebody gives another one is no result."""
_HANDS = {("take", "give"), ("give", "take"), ("give", "give"), ("take", "hide")}
"""Acts of which the later is a result of the earlier only where it moves the same thing."""
_MOST = 4
"""Units of one act that an Episode's profile keeps."""


class Shared(NamedTuple):
    """One bridge between two Episodes: all that they share of its kind."""

    kind: BridgeKind
    entities: tuple[str, ...]
    units: tuple[str, ...]


class Profile(NamedTuple):
    """What of an Episode can carry a bridge. Every dict keeps the order of the Episode's units."""

    episode: Episode
    scene: int
    people: dict[str, None]
    occasions: dict[str, None]
    pairs: dict[tuple[str, str], str]
    """Two characters that deal with each other: the first unit in which they do."""
    targets: dict[str, str]
    """Who or what undergoes an act that changes a state: the last unit of it."""
    touched: dict[str, str]
    """Every entity that the Episode's units name, with the first unit."""
    threads: dict[str, str]
    """Acts that leave something open, with their unit: none where the Episode is closed by its own outcome."""
    acts: dict[str, list[tuple[str, tuple[str, ...]]]]
    """Each act with its first units and their entities."""
    things: frozenset[str]
    """Those of the touched entities that are Objects and nobody."""


def profiles(
    episodes: Sequence[Episode],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    scene_index: dict[str, int],
    language: Language,
) -> list[Profile]:
    """A profile per Episode, in the order given."""
    of_unit = {unit.id: unit for unit in units}
    kinds = {entity.id: entity.types for entity in entities}
    occasions: dict[str, list[tuple[int, int, str]]] = {}
    for entity in entities:
        for evidence in entity.evidence if "Occasion" in entity.types else ():
            if evidence.kind == "span":
                occasions.setdefault(evidence.scene, []).append((evidence.start, evidence.end, entity.id))
    return [
        _profile(
            episode,
            [of_unit[unit] for unit in episode.units if unit in of_unit],
            kinds,
            occasions,
            scene_index,
            language,
        )
        for episode in episodes
    ]


def _profile(episode, units, kinds, occasions, scene_index, language) -> Profile:
    people: dict[str, None] = {}
    pairs: dict[tuple[str, str], str] = {}
    targets: dict[str, str] = {}
    touched: dict[str, str] = {}
    threads: dict[str, str] = {}
    acts: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for unit in units:
        own = list(dict.fromkeys(part.entity for part in unit.participants if part.entity in kinds))
        who = [entity for entity in own if any(kind in _PEOPLE for kind in kinds[entity])]
        people.update(dict.fromkeys(who))
        for entity in own:
            touched.setdefault(entity, unit.id)
        if unit.kind == "Interaction":
            for one in who:
                for other in who:
                    if one < other:
                        pairs.setdefault((one, other), unit.id)
        found = ()
        if unit.polarity == "positive" and unit.modality in ("actual", "reported"):
            found = acts_of(unit.trigger or "", unit.summary, language)
        for act in found:
            if len(acts.setdefault(act, [])) < _MOST:
                acts[act].append((unit.id, tuple(own)))
            if act in _OPENS:
                threads.setdefault(act, unit.id)
        for part in unit.participants:
            if part.entity in kinds and part.role in ("patient", "theme"):
                if any(act in (_MOVES if part.entity not in who else _CHANGES) for act in found):
                    targets[part.entity] = unit.id
    if units:
        low, high = min(map(unit_start, units)), max(map(unit_end, units))
        near = [
            entity for start, end, entity in sorted(occasions.get(episode.scene, [])) if low <= start and end <= high
        ]
    else:
        near = []
    near += [entity for entity in touched if "Occasion" in kinds[entity]]
    return Profile(
        episode,
        scene_index[episode.scene],
        people,
        dict.fromkeys(near),
        pairs,
        targets,
        touched,
        {} if not episode.open else threads,
        acts,
        frozenset(
            entity
            for entity in touched
            if "Object" in kinds[entity] and not any(kind in _PEOPLE for kind in kinds[entity])
        ),
    )


def bridges(source: Profile, target: Profile) -> Iterator[Shared]:
    """Every bridge between an earlier and a later Episode, in a fixed order of kinds."""
    people = tuple(entity for entity in source.people if entity in target.people)
    for pair in source.pairs:
        if pair in target.pairs:
            yield Shared("interaction_endpoint", pair, (source.pairs[pair], target.pairs[pair]))
    for entity, unit in source.targets.items():
        if entity in target.touched:
            yield Shared("state_target", (entity,), (unit, target.touched[entity]))
    results = list(_results(source, target))
    for act, unit in source.threads.items():
        for earlier, later, both in (found for first, found in results if first == act):
            if earlier == unit:
                yield Shared("open_thread", both, (earlier, later))
                break
    for _, (earlier, later, both) in results:
        yield Shared("trigger_result", both, (earlier, later))
    occasions = tuple(entity for entity in source.occasions if entity in target.occasions)
    if occasions:
        yield Shared("occasion", occasions, ())
    if people:
        yield Shared("participant", people, ())
    if source.episode.location and source.episode.location == target.episode.location:
        yield Shared("location", (source.episode.location,), ())


def _results(source: Profile, target: Profile) -> Iterator[tuple[str, tuple[str, str, tuple[str, ...]]]]:
    """``(act, (earlier unit, later unit, what both concern))``, the first for each act and result."""
    for act, earlier in source.acts.items():
        for result in _RESULTS.get(act, ()):
            for unit, own, other, theirs in (
                (unit, own, other, theirs) for unit, own in earlier for other, theirs in target.acts.get(result, ())
            ):
                both = tuple(entity for entity in own if entity in theirs)
                if both and _concern(act, result, both, source.things):
                    yield act, (unit, other, both)
                    break


def _concern(act: str, result: str, both: tuple[str, ...], things: frozenset[str]) -> bool:
    same_thing = any(entity in things for entity in both)
    if (act, result) in _HANDS:
        return same_thing
    return same_thing or len(both) >= 2 or act in _OF_ONE


def later_within_window(ordered: Sequence[Profile], at: int, window: int = LINK_WINDOW) -> Iterator[Profile]:
    """The profiles after ``ordered[at]`` in story order whose scene is at most ``window`` scenes further."""
    for place in range(at + 1, len(ordered)):  # a slice would copy the rest of the film for each Episode
        if ordered[place].scene - ordered[at].scene > window:
            return
        yield ordered[place]
