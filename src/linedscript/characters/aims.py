"""Where what somebody promised or was after is done, and the aim is none any more."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

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


class _Deeds(NamedTuple):
    """A film's units by id, and its deeds by the words that tie one to an aim."""

    units: dict[str, Unit]
    words: dict[str, frozenset[str]]
    """Of each unit."""
    tied: dict[str, list[Unit]]
    """By rare word."""


def done(states: Sequence[State], units: Sequence[Unit], language: Language) -> list[State]:
    """The states, each aim ended by the first deed of a later scene that shares two words with it (in Chinese three
    characters on end), one of them rare in the film; of a promise a deed of either of the two."""
    words = {unit.id: _words(unit.summary, unit, language) for unit in units}
    counts = Counter(word for held in words.values() for word in held)
    tied: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.kind == "Event" and unit.polarity == "positive" and unit.modality == "actual":
            for word in words[unit.id]:
                if counts[word] <= _RARE:
                    tied.setdefault(word, []).append(unit)
    deeds = _Deeds({unit.id: unit for unit in units}, words, tied)
    return [_ended(state, deeds, language) if state.aspect == "goal" else state for state in states]


def _words(text: str, unit: Unit | None, language: Language) -> frozenset[str]:
    names = [part.name for part in unit.participants] if unit else []
    if language == "zh":
        for name in names:
            text = text.replace(name, " ")
        return frozenset(run[at : at + 3] for run in _HAN.findall(text) for at in range(len(run) - 2))
    return terms(text, language).difference(*(terms(name, language) for name in names))


def _ended(state: State, deeds: _Deeds, language: Language) -> State:
    promise = deeds.units.get(state.catalyst or "")
    wanted = _words(state.value, promise, language)
    people = {state.character}
    if promise:
        people |= {part.entity for part in promise.participants if part.entity}
    later = {
        unit.id: unit
        for word in wanted
        for unit in deeds.tied.get(word, ())
        if id_key(unit.scene) > id_key(state.valid_from.scene)
    }
    for deed in sorted(later.values(), key=lambda unit: (moment(begins(unit)), unit.id)):
        agents = {part.entity for part in deed.participants if part.role == "agent"}
        if agents & people and len(wanted & deeds.words[deed.id]) > (language == "en"):
            at = begins(deed)
            if state.valid_to is None or moment(at) < moment(state.valid_to):
                return msgspec.structs.replace(state, valid_to=at)
            return state
    return state
