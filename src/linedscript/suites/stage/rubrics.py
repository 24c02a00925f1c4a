"""Rubrics: what a judge of Task I holds a reply against at each checkpoint (stage.txt, Task I; D6).

At most eight current states and four developments are scored; invariants stand apart; future negatives say what would
be wrong now. Drawn from reviewed records alone, so that a patch to one draws its rubrics anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.characters.intervals import slot
from linedscript.engines.rules.wording import inline, with_stop
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Language
from linedscript.records.character import Anchor, State
from linedscript.records.entity import Entity
from linedscript.records.stage import Claim, ClaimRole, Rubric
from linedscript.records.trajectory import Access, Checkpoint, Development
from linedscript.records.unit import Unit
from linedscript.suites.stage.intervals import in_order

_LETTERS: dict[str, str] = {"state": "s", "development": "d", "invariant": "i", "future_negative": "f"}
_PASSING = "emotion"
"""Holds in its own scene alone, and asserting it elsewhere contradicts nothing."""
_KNOWS = {"en": "{name} knows that {fact}", "zh": "{name}知道{fact}"}
_Moment = tuple[int, int]
"""Scene number and code point: what anchors compare by."""
_NEVER = (10**9, 0)


class Reviewed(NamedTuple):
    """One film's reviewed records, by id."""

    states: Mapping[str, State]
    developments: Mapping[str, Development]
    access: Mapping[str, Access]
    units: Mapping[str, Unit]
    entities: Mapping[str, Entity]


class _Held(NamedTuple):
    """A state with the moments that decide where it counts."""

    state: State
    begins: _Moment
    """When it holds and the first piece of its evidence has been read."""
    ends: _Moment
    slot: tuple[str, ...]


class _Fact(NamedTuple):
    access: Access
    unit: Unit
    happened: _Moment
    gained: _Moment


class _Found(NamedTuple):
    text: str
    source: str
    evidence: tuple[Evidence, ...]


def make_rubrics(
    checkpoints: Iterable[Checkpoint], reviewed: Reviewed, language: Language, settings: dict[str, Any]
) -> list[Rubric]:
    """A rubric per checkpoint of one character, in their order.

    ``settings``: ``states``, ``developments`` and ``future_negatives`` (the most of each), ``weights`` (by aspect; 0
    keeps an aspect out of the pools).
    """
    points = in_order(checkpoints)
    if not points:
        return []
    own, weights = points[0].character, settings["weights"]
    name = reviewed.entities[own].name
    ledger = [_held(state) for state in reviewed.states.values() if state.character == own]
    developed = [record for record in reviewed.developments.values() if record.character == own]
    facts = [
        _fact(record, reviewed.units[record.fact])
        for record in reviewed.access.values()
        if record.character == own and record.fact in reviewed.units
    ]
    before: _Moment = (0, 0)
    rubrics = []
    for point in points:
        at = _moment(point.anchor)
        now = [held for held in ledger if held.begins <= at < held.ends]
        pool = _states(point, before, now, weights)
        changes = _developments(point, before, developed, weights)
        constant = _distinct(_of_state(held.state) for held in now if held.state.invariant)
        said = {_folded(claim.text) for claim in (*pool, *changes, *constant)}
        wrong = [
            claim
            for claim in _distinct([*_unknown(point, facts, name, language), *_later(at, ledger, now, weights)])
            if _folded(claim.text) not in said
        ]
        rubrics.append(
            Rubric(
                id=point.id,
                film=point.film,
                character=own,
                kind=point.kind,
                states=_claims(point.id, "state", pool[: settings["states"]], language),
                developments=_claims(point.id, "development", changes[: settings["developments"]], language),
                invariants=_claims(point.id, "invariant", constant, language),
                future_negatives=_claims(point.id, "future_negative", wrong[: settings["future_negatives"]], language),
                left_out=max(0, len(pool) - settings["states"]) + max(0, len(changes) - settings["developments"]),
            )
        )
        before = at
    return rubrics


def _states(point: Checkpoint, before: _Moment, now: Sequence[_Held], weights: Mapping[str, float]) -> list[_Found]:
    """What holds at the anchor: what the checkpoint is there for, then what began since the one before it, then the
    rest; within each by the weight of the aspect, and of equal weight what began last."""
    current = [
        (_rank(held.state.id in point.states, held.begins, before, weights[held.state.aspect], held.state.id), held)
        for held in now
        if not held.state.invariant
        and weights[held.state.aspect] > 0
        and (held.state.aspect != _PASSING or held.state.valid_from.scene == point.anchor.scene)
    ]
    current.sort(key=lambda ranked: ranked[0])
    return _distinct(_of_state(held.state) for _, held in current)


def _developments(
    point: Checkpoint, before: _Moment, developed: Sequence[Development], weights: Mapping[str, float]
) -> list[_Found]:
    """What took effect since the checkpoint before, in the order of the states."""
    at = _moment(point.anchor)
    found = [
        (_rank(record.id in point.developments, effective, before, weights[record.kind], record.id), record)
        for record in developed
        if weights[record.kind] > 0 and before < (effective := _moment(record.at)) <= at
    ]
    found.sort(key=lambda ranked: ranked[0])
    return _distinct(_Found(record.claim, f"developments/{record.id}", record.evidence) for _, record in found)


def _rank(named: bool, begins: _Moment, before: _Moment, weight: float, record: str) -> tuple:
    return (not named, begins <= before, -weight, -begins[0], -begins[1], id_key(record))


def _unknown(point: Checkpoint, facts: Sequence[_Fact], name: str, language: Language) -> list[_Found]:
    """What has happened and the character can't know: the checkpoint's own facts before the rest, the latest first."""
    at = _moment(point.anchor)
    found = [fact for fact in facts if fact.happened <= at < fact.gained]
    found.sort(key=lambda fact: (fact.access.id in point.facts, fact.happened, id_key(fact.unit.id)), reverse=True)
    return [
        _Found(
            _KNOWS[language].format(name=name, fact=inline(fact.unit.summary, language)),
            f"access/{fact.access.id}",
            fact.access.evidence,
        )
        for fact in found
    ]


def _later(at: _Moment, ledger: Sequence[_Held], now: Sequence[_Held], weights: Mapping[str, float]) -> list[_Found]:
    """States that begin only later, and say something else than what holds or has held: by the weight of the aspect; of
    equal weight those that end what holds now, the soonest first."""
    same = {(held.slot, held.state.value) for held in ledger if held.begins <= at}
    replaced = {held.slot for held in now}
    found = [
        held
        for held in ledger
        if _moment(held.state.valid_from) > at
        and not held.state.invariant
        and held.state.aspect != _PASSING
        and (held.slot, held.state.value) not in same
    ]
    found.sort(
        key=lambda held: (-weights[held.state.aspect], held.slot not in replaced, held.begins, id_key(held.state.id))
    )
    return [_of_state(held.state) for held in found]


def _held(state: State) -> _Held:
    read = min((end for piece in state.evidence if (end := _end(piece))), default=_NEVER)
    begins = max(_moment(state.valid_from), read)
    return _Held(state, begins, _NEVER if state.valid_to is None else _moment(state.valid_to), slot(state))


def _fact(access: Access, unit: Unit) -> _Fact:
    happened = max((end for piece in unit.evidence if (end := _end(piece))), default=_NEVER)
    return _Fact(access, unit, happened, _NEVER if access.gained is None else _moment(access.gained))


def _end(piece: Evidence) -> _Moment | None:
    """Where a piece of evidence has been read whole."""
    if piece.scene is None:
        return None
    return (int(piece.scene[1:]), piece.end if piece.end is not None else 10**9)


def _moment(anchor: Anchor) -> _Moment:
    return (int(anchor.scene[1:]), anchor.offset)


def _of_state(state: State) -> _Found:
    return _Found(state.claim, f"states/{state.id}", state.evidence)


def _folded(text: str) -> str:
    return " ".join(text.casefold().rstrip(".。 ").split())


def _distinct(found: Iterable[_Found]) -> list[_Found]:
    """Without those that repeat the words of one before them."""
    kept: dict[str, _Found] = {}
    for one in found:
        kept.setdefault(_folded(one.text), one)
    return list(kept.values())


def _claims(rubric: str, role: ClaimRole, found: Sequence[_Found], language: Language) -> tuple[Claim, ...]:
    return tuple(
        Claim(
            id=f"{rubric}.{_LETTERS[role]}{number:02d}",
            text=with_stop(one.text, language),
            role=role,
            source=one.source,
            evidence=one.evidence,
        )
        for number, one in enumerate(found, 1)
    )
