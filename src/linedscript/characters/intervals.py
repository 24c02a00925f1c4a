"""From single observations to states with validity intervals: what closes what."""

from collections.abc import Mapping, Sequence

import msgspec

from linedscript.backbone.citing import merge_evidence, sort_citations
from linedscript.io.canonical import id_key
from linedscript.records.base import Made, Record
from linedscript.records.character import Anchor, State

_BY_TARGET = frozenset(("possession", "relationship"))
"""A slot per target: who holds this object, how one stands with this person. Other slots hold one state at a time."""
_PASSING = "emotion"
"""Ends with its scene at the latest."""
_FADING = frozenset((_PASSING, "possession", "goal"))
"""Hold no longer than the script shows them, an aim until its character has been seen in one more scene."""
_FADED = _FADING | {"relationship"}
"""May end where a scene begins: a footing too, of which the scene shows nothing any more."""
_ENDED_BY_NAME = frozenset(("relationship", "role"))
"""What ends one footing or position doesn't end another one that has come since."""
_ADDING = frozenset(("knowledge", "goal"))
"""What is known or wanted stays beside what is learnt or wanted later: a slot per value."""


class Observed(Record):
    """A state as read off one place, before intervals."""

    state: State
    ends: bool
    """The place shows that it stops: it closes the slot and opens nothing."""
    made: Made


def slot(state: State) -> tuple[str, ...]:
    """What a later state replaces an earlier one in: character, aspect, and target or value."""
    if state.aspect in _BY_TARGET:
        return (state.character, state.aspect, state.target or state.value)
    if state.aspect in _ADDING:
        return (state.character, state.aspect, state.value)
    if state.aspect == "role":
        return (state.character, state.aspect, state.target or "")
    return (state.character, state.aspect)


def moment(anchor: Anchor) -> tuple:
    return (id_key(anchor.scene), anchor.offset)


def ledger(
    observed: Sequence[Observed],
    scenes: Sequence[str] = (),
    last_shown: Mapping[str, str] | None = None,
    present: Mapping[str, Sequence[str]] | None = None,
    taken: Sequence[tuple[str, Anchor]] = (),
) -> list[State]:
    """``cs-0001`` onwards by moment and character. Invariants neither close nor are closed.

    A repeated value only adds evidence. One object is in one hand: who takes possession ends the former holder's, also
    who has no ledger (``taken``: things, and where somebody else comes by them).
    Two states of one slot at one moment: the surer one stays. A role that ended doesn't come back by a form of address
    alone, only by a unit or relation. What ends a footing or a position ends that one alone.

    What a scene's beginning ends (a footing of two who are shown together and have no dealings) ends there only where
    nothing ends or renews it later.

    An emotion ends with its scene (``scenes``: the film's scene ids in order), a possession at the latest with the last
    scene in which the thing stands (``last_shown``: by entity): after that nothing says who has it. An aim that no deed
    gave rise to ends behind the next scene in which its character is seen (``present``: by character the scenes in
    order): by then it has been acted on or left, and nothing says that it is still there. A promise stands.
    """
    ordered = sorted(
        observed,
        key=lambda item: (
            moment(item.state.valid_from),
            id_key(item.state.character),
            not item.ends,
            -item.state.confidence,
            item.state.aspect,
            item.state.value,
            item.state.target or "",
        ),
    )
    states: list[State] = []
    open_at: dict[tuple[str, ...], int] = {}
    last: dict[tuple[str, ...], int] = {}
    holder: dict[str, tuple[str, ...]] = {}
    constant: dict[tuple[str, ...], int] = {}
    ended: set[tuple[str, ...]] = set()
    lapsed: dict[tuple[str, ...], Anchor] = {}
    elsewhere = sorted(taken, key=lambda one: (moment(one[1]), one[0]), reverse=True)

    def close(key: tuple[str, ...], at: Anchor) -> None:
        number = open_at.pop(key, None)
        if number is not None and moment(states[number].valid_from) < moment(at):
            lapsed.pop(key, None)
            states[number] = msgspec.structs.replace(states[number], valid_to=at)
            ended.add((*key, states[number].value))
        elif number is not None:
            open_at[key] = number

    def part_with(until: tuple | None) -> None:
        while elsewhere and (until is None or moment(elsewhere[-1][1]) < until):
            thing, at = elsewhere.pop()
            if thing in holder:
                close(holder[thing], at)

    for item in ordered:
        part_with(moment(item.state.valid_from))
        state = msgspec.structs.replace(item.state, made=item.made)
        key = slot(state)
        if state.invariant:
            same = (*key, state.value)
            if same in constant:
                states[constant[same]] = _joined(states[constant[same]], state)
            else:
                constant[same] = len(states)
                states.append(_numbered(state, len(states), None))
            continue
        if item.ends:
            held = open_at.get(key)
            if state.aspect in _BY_TARGET and state.valid_from.offset == 0:
                if held is not None and states[held].value == state.value:
                    lapsed.setdefault(key, state.valid_from)
                continue
            if state.aspect not in _ENDED_BY_NAME or held is None or states[held].value == state.value:
                close(key, state.valid_from)
            continue
        if state.aspect == "role" and state.catalyst is None and (*key, state.value) in ended:
            continue
        current = open_at.get(key)
        if current is not None and (
            (states[current].value, states[current].target) == (state.value, state.target)
            or moment(states[current].valid_from) == moment(state.valid_from)
        ):
            if states[current].value == state.value:
                states[current] = _joined(states[current], state)
                lapsed.pop(key, None)
            continue
        close(key, state.valid_from)
        if state.aspect == "possession" and state.target:
            other = holder.get(state.target)
            if other is not None and other != key:
                close(other, state.valid_from)
            holder[state.target] = key
        open_at[key] = len(states)
        states.append(_numbered(state, len(states), last.get(key)))
        last[key] = len(states) - 1
    part_with(None)
    for key, at in list(lapsed.items()):
        close(key, at)
    return _passed(states, scenes, last_shown or {}, present or {})


def _passed(
    states: list[State], scenes: Sequence[str], last_shown: Mapping[str, str], present: Mapping[str, Sequence[str]]
) -> list[State]:
    """Emotions, possessions and aims that nothing ended, ended where the scene begins that follows what shows them
    last."""
    following = dict(zip(scenes, scenes[1:], strict=False))
    passed = []
    for state in states:
        start = state.valid_from.scene
        shown = (piece.scene for piece in state.evidence if piece.scene) if state.aspect != _PASSING else ()
        last = max(start, *shown, last_shown.get(state.target or "", start), key=id_key)
        if state.aspect == "goal":
            seen = [scene for scene in present.get(state.character, ()) if id_key(scene) > id_key(last)]
            last = seen[0] if seen and state.catalyst is None else ""
        if state.aspect in _FADING and not state.invariant and last in following:
            over = Anchor(scene=following[last], offset=0)
            if state.valid_to is None or moment(over) < moment(state.valid_to):
                state = msgspec.structs.replace(state, valid_to=over)
        passed.append(state)
    return passed


def faded(state: State) -> bool:
    """Whether the state ended only because nothing shows it any more: nobody can say that it isn't so."""
    return state.aspect in _FADED and state.valid_to is not None and state.valid_to.offset == 0


def _numbered(state: State, index: int, before: int | None) -> State:
    return msgspec.structs.replace(
        state, id=f"cs-{index + 1:04d}", after=None if before is None else f"cs-{before + 1:04d}"
    )


def _joined(state: State, again: State) -> State:
    """The state with the later place's evidence and citations. Its anchor stays."""
    return msgspec.structs.replace(
        state,
        evidence=merge_evidence((state.evidence, again.evidence)),
        cites=sort_citations((*state.cites, *again.cites)),
        confidence=max(state.confidence, again.confidence),
    )
