"""Where what somebody promised or was after is done, and the aim is none any more."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from linedscript.characters.intervals import moment
from linedscript.characters.moments import begins
from linedscript.characters.terms import terms
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.character import State
from linedscript.records.unit import Unit

_RARE = 3
"""Units of the film in which a word may stand that ties a deed to an aim."""


_HAN = Pattern("[\u3400-\u9fff]+")


def done(states: Sequence[State], units: Sequence[Unit], language: Language) -> list[State]:
    """The states, each aim ended by the first deed of a later scene that shares two words with it (in Chinese three
    characters on end), one of them rare in the film; of a promise a deed of either of the two."""
    deeds = sorted(
        (unit for unit in units if unit.kind == "Event" and unit.polarity == "positive" and unit.modality == "actual"),
        key=lambda unit: (moment(begins(unit)), unit.id),
    )
    words = {unit.id: _words(unit.summary, unit, language) for unit in units}
    counts = Counter(word for held in words.values() for word in held)
    by_id = {unit.id: unit for unit in units}
    return [
        _ended(state, by_id, deeds, words, counts, language) if state.aspect == "goal" else state for state in states
    ]


def _words(text: str, unit: Unit | None, language: Language) -> frozenset[str]:
    names = [part.name for part in unit.participants] if unit else []
    if language == "zh":
        for name in names:
            text = text.replace(name, " ")
        return frozenset(run[at : at + 3] for run in _HAN.findall(text) for at in range(len(run) - 2))
    return terms(text, language).difference(*(terms(name, language) for name in names))


def _ended(
    state: State,
    units: dict[str, Unit],
    deeds: Sequence[Unit],
    words: dict[str, frozenset[str]],
    counts: Counter[str],
    language: Language,
) -> State:
    promise = units.get(state.catalyst or "")
    wanted = _words(state.value, promise, language)
    people = (
        {state.character} | {part.entity for part in promise.participants if part.entity}
        if promise
        else {state.character}
    )
    for deed in deeds:
        if id_key(deed.scene) <= id_key(state.valid_from.scene):
            continue
        agents = {part.entity for part in deed.participants if part.role == "agent"}
        shared = wanted & words[deed.id]
        if agents & people and len(shared) > (language == "en") and min(counts[word] for word in shared) <= _RARE:
            at = begins(deed)
            if state.valid_to is None or moment(at) < moment(state.valid_to):
                return msgspec.structs.replace(state, valid_to=at)
            return state
    return state
