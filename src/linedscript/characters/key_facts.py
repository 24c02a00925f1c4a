"""The units whose knowledge is followed: what changes a focal character, and what a storyline turns on."""

import re
from collections.abc import Sequence

from linedscript.characters.intervals import faded, moment
from linedscript.characters.moments import begins
from linedscript.characters.terms import terms
from linedscript.engines.rules.acts import WEIGHTY, acts_of
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.character import Focal, State
from linedscript.records.narrative import Episode, Storyline
from linedscript.records.trajectory import Development
from linedscript.records.unit import Unit

_DEEDS = frozenset("take give promise lie hide reveal hurt clash appoint".split())
_PEOPLE = frozenset("agent patient recipient speaker addressee".split())
_STEALING = frozenset("steal snatch grab pocket swipe 偷 偷走 偷了 抢 抢走 夺 夺过 拿走 取走 没收".split())
_HIDING = frozenset("hide conceal bury burn tear".split())
_GLANCES = frozenset("read notice see hear look watch 看见 看到 听见 听到 读".split())
_QUOTED = Pattern(r"[“\"「](.+?)[”\"」]")
_SOMEBODY: dict[Language, Pattern] = {
    "en": Pattern(r"\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b", 2),
    "zh": Pattern("(?<!其)[他她]"),
}
"""2: any case."""
_WORD = Pattern(r"[^\W_]+")
_PROMISES: dict[Language, Pattern] = {
    "en": Pattern(r"\b(?:promise[sd]?|swears?|swore|vow(?:s|ed)?|my word)\b", 2),
    "zh": Pattern("答应|保证|发誓|起誓|承诺"),
}
_BARE: dict[Language, Pattern] = {
    "en": Pattern(
        r"^(?:[\W_]|\b(?:i|we|you|do|yes|yeah|ok|okay|and|so|really|now|nothing|anything|it|that|this|promise[sd]?|swear"
        r"|swore|vow|ll|will|give|gave|have|got|my|word|on|to|god|life|honest)\b)*$",
        2,
    ),
    "zh": Pattern(r"^(?:[\W_]|答应|保证|发誓|起誓|承诺|一言为定|说话算数|一定|真的|[我你您咱们了吧啊呢嘛好行是])*$"),
}
_STOPS = frozenset("stop stops end finish close 停 停住 停下 停在 关上 贴上 唱完 散 封".split())


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
    told = {state.catalyst for state in states if state.character in chosen and not _of_a_moment(state)}
    told |= {one.catalyst for one in developments if one.character in chosen}
    slight = _slight(units, states) - told
    wanted = {unit.id for unit in units if _is_deed(unit, chosen, language)}
    parts = {episode.id: [by_id[unit] for unit in episode.units if unit in by_id] for episode in episodes}
    for storyline in storylines:
        for transition in storyline.transitions:
            wanted |= _turns(
                [parts.get(episode, []) for episode in transition.episodes], set(storyline.subjects), language
            )
    wanted = (wanted - slight) | told
    wanted -= {unit.id for unit in units if _says_nothing(unit, language)}
    found = [by_id[unit] for unit in wanted if unit in by_id]
    return sorted((unit for unit in found if _happened(unit)), key=lambda unit: (moment(begins(unit)), unit.id))


def _of_a_moment(state: State) -> bool:
    """A thing in somebody's hands that only one scene shows."""
    scenes = {piece.scene for piece in state.evidence if piece.scene}
    over = state.valid_to.scene if state.valid_to else None
    soon = over is not None and id_key(over) <= _after(state.valid_from.scene)
    return faded(state) and state.aspect != "goal" and len(scenes) == 1 and soon


def _slight(units: Sequence[Unit], states: Sequence[State]) -> set[str | None]:
    """What brings a thing into hands that only one scene shows, by what the states or the units say."""
    held = [state for state in states if state.aspect == "possession"]
    passing = {state.target for state in held if _of_a_moment(state)}
    passing -= {state.target for state in held if not _of_a_moment(state)}
    found = {state.catalyst for state in held if _of_a_moment(state)}
    return found | {
        unit.id
        for unit in units
        if any(part.role == "theme" and part.entity and part.entity in passing for part in unit.participants)
    }


def _after(scene: str) -> tuple[int, ...]:
    return id_key(f"s{int(scene[1:]) + 1:04d}")


def _is_deed(unit: Unit, chosen: set[str], language: Language) -> bool:
    """Whether it is done by or to a focal character and tells enough by itself to be known or not: a gift, a theft, a
    promise, a confession, a threat, a dismissal, a blow."""
    return bool(_people(unit) & chosen) and bool(_telling(unit, language) & _DEEDS)


def _says_nothing(unit: Unit, language: Language) -> bool:
    """Whether what is told or promised only points or says no more than that: "It was him", "She's still a liar" and "I
    promise you" are nothing that one can know who doesn't know whom and what they mean; who says it again, names it."""
    said = _QUOTED.search(unit.summary) if unit.trigger in ("tell", "promise") else None
    if said is None:
        return False
    if unit.trigger == "promise":
        return is_bare_promise(unit.summary, language)
    matter, beside = terms(said[1], language), terms(unit.summary.replace(said[0], " "), language)
    return matter <= beside or bool(_SOMEBODY[language].search(said[1]))


def is_bare_promise(summary: str, language: Language) -> bool:
    """Whether the words that a summary quotes say that they are a promise, and to whom, but not what is promised."""
    said = _QUOTED.search(summary)
    if said is None:
        return False
    names = [name.strip("：: ,，。.") for name in _PROMISES[language].split(summary.replace(said[0], " "))]
    names = [name for name in names if name]
    if language == "en":
        names = [word for name in names for word in _WORD.findall(name)]
    words = said[1]
    for name in sorted(names, key=lambda one: (-len(one), one)):
        words = Pattern(rf"(?i)(?<![a-z]){re.escape(name)}(?![a-z])").sub(" ", words)
    return bool(_PROMISES[language].search(words)) and bool(_BARE[language].search(words))


def _people(unit: Unit) -> set[str]:
    return {part.entity for part in unit.participants if part.role in _PEOPLE and part.entity}


def _telling(unit: Unit, language: Language) -> set[str]:
    """The unit's weighty acts, without those that tell nothing for want of who or what they are done to."""
    found = {act for act in acts_of(unit.trigger or "", unit.summary, language) if act in WEIGHTY}
    thing = any(part.role == "theme" and part.entity for part in unit.participants)
    people = _people(unit)
    if not thing or len(people) < 2:
        found.discard("give")
    if not thing or not (unit.trigger in _STEALING or len(people) > 1):
        found.discard("take")
    if not any(part.role == "patient" and part.entity for part in unit.participants):
        found.discard("hurt")
    if len(people) < 2:
        found -= {"reveal", "clash", "lie", "bond"}
    if unit.trigger in _STOPS:
        found.discard("close")
    if unit.trigger == "show" and not thing:
        found.discard("reveal")
    if language == "en" and unit.trigger not in _HIDING:
        found.discard("hide")
    if unit.trigger in _GLANCES or not (thing or len(people) > 1):
        found.discard("learn")
    return found


def _turns(episodes: Sequence[Sequence[Unit]], subjects: set[str], language: Language) -> set[str]:
    """The unit of each Episode that a transition rests on: of those with its subjects the one whose act tells most.
    None of an Episode in which nothing tells enough."""
    return {best.id for units in episodes for best in [_most(units, subjects, language)] if best is not None}


def _most(units: Sequence[Unit], subjects: set[str], language: Language) -> Unit | None:
    best, most = None, (0, 0)
    for unit in units:
        shared = len({part.entity for part in unit.participants if part.entity} & subjects)
        acts = _telling(unit, language)
        if not (shared and acts and _people(unit) and _happened(unit)):
            continue
        weight = (max(len(WEIGHTY) - WEIGHTY.index(act) for act in acts), shared)
        if weight > most:
            best, most = unit, weight
    return best


def _happened(unit: Unit) -> bool:
    return unit.polarity == "positive" and unit.modality == "actual" and unit.kind != "Occasion"
