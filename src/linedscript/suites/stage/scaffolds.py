"""The evaluator's scaffolds: what a true answer rests on, would deny, can't know, and what holds only later.

A scaffold is drawn from the evaluator's side alone; no field of it comes from a pack (stage.txt, Task III).
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from linedscript.characters.intervals import faded, moment, slot
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor, State
from linedscript.records.stage import Claim, ClaimRole, Prompt, Scaffold
from linedscript.records.trajectory import Access, Checkpoint
from linedscript.records.unit import Unit
from linedscript.suites.stage.visible import holds, reached

_LETTERS: dict[ClaimRole, str] = {"supporting": "s", "contradicting": "c", "unknown": "u", "future_negative": "f"}
_LASTING = frozenset(("role", "relationship", "goal", "knowledge", "physical"))
"""Aspects whose later states are told apart from the request's own topic: not where one is or what one holds."""


class EvaluatorSide(NamedTuple):
    checkpoints: dict[str, Checkpoint]
    states: dict[str, State]
    slots: dict[tuple[str, ...], list[State]]
    """By what a later state replaces an earlier one in, in the order of the story."""
    later: dict[str, list[State]]
    """Of each character, the lasting states by where they begin."""
    access: dict[str, Access]
    units: dict[str, Unit]


class _Found(NamedTuple):
    role: ClaimRole
    text: str
    source: str
    evidence: tuple[Evidence, ...]


def evaluator_side(
    checkpoints: Iterable[Checkpoint], states: Iterable[State], access: Iterable[Access], units: Iterable[Unit]
) -> EvaluatorSide:
    ordered = sorted(states, key=lambda state: (moment(state.valid_from), id_key(state.id)))
    slots: dict[tuple[str, ...], list[State]] = {}
    later: dict[str, list[State]] = {}
    for state in ordered:
        slots.setdefault(slot(state), []).append(state)
        if state.aspect in _LASTING and not state.invariant:
            later.setdefault(state.character, []).append(state)
    return EvaluatorSide(
        {checkpoint.id: checkpoint for checkpoint in checkpoints},
        {state.id: state for state in ordered},
        slots,
        later,
        {record.id: record for record in access},
        {unit.id: unit for unit in units},
    )


def assemble_scaffolds(prompts: Sequence[Prompt], side: EvaluatorSide, settings: dict[str, Any]) -> list[Scaffold]:
    """A scaffold per prompt, in the order given. ``settings``: ``future`` (the most future-negative claims that don't
    belong to the request's own topic)."""
    return [assemble_scaffold(prompt, side, settings) for prompt in prompts]


def assemble_scaffold(prompt: Prompt, side: EvaluatorSide, settings: dict[str, Any]) -> Scaffold:
    checkpoint = side.checkpoints[prompt.checkpoint]
    at = checkpoint.anchor
    found: dict[tuple[str, str], _Found] = {}
    for text in prompt.about:
        layer, _, record = text.partition("/")
        if layer == "states" and record in side.states:
            tested = side.states[record]
            chain = [state for state in side.slots[slot(tested)] if state.invariant == tested.invariant]
            claims = [_of_state(state, at) for state in chain if not _out_of_sight(state, at)]
        elif layer == "access" and record in side.access:
            claims = [_of_access(side.access[record], side, at)]
        else:
            claims = []
        for claim in claims:
            found.setdefault((claim.role, claim.text), claim)
    true_now = {claim.text for claim in found.values() if claim.role == "supporting"}
    kept = [claim for claim in found.values() if claim.role == "supporting" or claim.text not in true_now]
    kept += _future(prompt.character, at, side, {claim.text for claim in found.values()}, settings["future"])
    return Scaffold(
        id=prompt.id,
        film=prompt.film,
        character=prompt.character,
        checkpoint=prompt.checkpoint,
        kind=checkpoint.kind,
        condition=prompt.condition,
        stance=prompt.stance,
        supporting=_claims(prompt.id, kept, "supporting"),
        contradicting=_claims(prompt.id, kept, "contradicting"),
        unknown=_claims(prompt.id, kept, "unknown"),
        future_negatives=_claims(prompt.id, kept, "future_negative"),
        pair=prompt.pair,
    )


def _out_of_sight(state: State, at: Anchor) -> bool:
    """Whether nothing shows by the checkpoint that the state still holds, nor that it doesn't."""
    return faded(state) and state.valid_to is not None and reached(state.valid_to, at)


def _of_state(state: State, at: Anchor) -> _Found:
    role: ClaimRole = "supporting"
    if not reached(state.valid_from, at):
        role = "future_negative"
    elif not holds(state.valid_from, state.valid_to, at):
        role = "contradicting"
    return _Found(role, state.claim, f"states/{state.id}", state.evidence)


def _of_access(access: Access, side: EvaluatorSide, at: Anchor) -> _Found:
    unit = side.units[access.fact]
    if access.gained is not None and reached(access.gained, at):
        role: ClaimRole = "supporting"
    else:
        begins = Anchor(scene=unit.scene, offset=min((piece.start or 0 for piece in unit.evidence), default=0))
        role = "unknown" if reached(begins, at) else "future_negative"
    return _Found(role, unit.summary, f"access/{access.id}", unit.evidence or access.evidence)


def _future(character: str, at: Anchor, side: EvaluatorSide, said: set[str], most: int) -> list[_Found]:
    """The first lasting states that begin after the checkpoint, whatever they are about: an answer that asserts one
    knows too much. What also holds already is none."""
    held = {state.claim for state in side.later.get(character, ()) if holds(state.valid_from, state.valid_to, at)}
    found: dict[str, _Found] = {}
    for state in side.later.get(character, ()):
        if len(found) == most:
            break
        if not reached(state.valid_from, at) and state.claim not in said | held:
            found.setdefault(state.claim, _of_state(state, at))
    return list(found.values())


def _claims(prompt: str, found: Sequence[_Found], role: ClaimRole) -> tuple[Claim, ...]:
    chosen = [claim for claim in found if claim.role == role]
    return tuple(
        Claim(
            id=f"{prompt}.{_LETTERS[role]}{number:02d}",
            text=claim.text,
            role=role,
            source=claim.source,
            evidence=claim.evidence,
        )
        for number, claim in enumerate(chosen, 1)
    )
