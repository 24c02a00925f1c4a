"""What role-play prompts are about: a state that changes or stays between two checkpoints, a fact that the character
learns late or never (stage.txt, Task III: evolving, invariant, inaccessible, post-disclosure)."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from linedscript.characters.intervals import faded, moment, slot
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.character import Anchor, State
from linedscript.records.entity import Entity
from linedscript.records.stage import Condition
from linedscript.records.trajectory import Access, Checkpoint
from linedscript.records.unit import Unit
from linedscript.suites.stage.visible import reached

Kind = Literal[
    "role", "relationship", "kinship", "knowledge", "goal", "physical", "possession", "emotion", "location", "fact"
]
WEIGHT: dict[str, float] = {
    "role": 1.0,
    "relationship": 0.9,
    "knowledge": 0.9,
    "goal": 0.8,
    "physical": 0.7,
    "possession": 0.6,
    "emotion": 0.4,
    "location": 0.2,
}
"""How much an aspect says of a character; the more of it, the sooner it is asked about."""
_CONSTANT = {"possession": 0.1}
"""Weights of what stays: a thing that somebody simply goes on having is asked about last."""
_EMERGING = frozenset(("role", "knowledge", "goal", "relationship", "physical"))
"""Aspects whose first state is a change too: what wasn't so before is now."""

_OUT = Pattern(
    r"\b(?:fired|suspended|dismissed|expelled|sacked|resign(?:s|ed)?|quits?|retire[sd]?|steps down|stepped down)\b"
    r"|^被(?:开除|解雇|停职|辞退|罢免|撤职|免职)|辞职|离职|退休",
    2,
)
"""Values of a role that say that one was left."""


class Moment(NamedTuple):
    """One side of a topic: what holds at one checkpoint."""

    checkpoint: Checkpoint
    condition: Condition
    value: str | None
    """Of the state that holds then; null where none does, and of a fact that isn't known."""
    records: tuple[str, ...]
    """``<layer>/<id>``, of the topic's records."""


class Topic(NamedTuple):
    kind: Kind
    character: str
    target: str | None
    """An entity: the other person, the thing, or who told it."""
    earlier: Moment
    later: Moment | None
    fact: Unit | None
    mode: str | None
    """How the fact is learnt."""
    score: float

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(side.condition for side in (self.earlier, self.later) if side)


class Ledger(NamedTuple):
    """Of one character, in the order of the story."""

    checkpoints: Sequence[Checkpoint]
    moments: Sequence[tuple]
    """Of the checkpoints."""
    slots: Mapping[tuple[str, ...], Sequence[State]]
    access: Sequence[Access]

    def within(self, start: Anchor | None, end: Anchor | None) -> Sequence[Checkpoint]:
        """The checkpoints from ``start`` on, before ``end``."""
        low = 0 if start is None else bisect_left(self.moments, moment(start))
        high = len(self.moments) if end is None else bisect_left(self.moments, moment(end))
        return self.checkpoints[low:high]


def topics(ledger: Ledger, units: Mapping[str, Unit], entities: Mapping[str, Entity]) -> list[Topic]:
    """Everything that the character could be asked about, the best first."""
    found: list[Topic] = []
    for chain in ledger.slots.values():
        found += _changes(chain, ledger)
        found += _constants(chain, ledger, entities)
    for access in ledger.access:
        if access.fact in units:
            found += _facts(access, units[access.fact], ledger)
    return sorted(
        found,
        key=lambda topic: (
            -topic.score,
            moment(topic.earlier.checkpoint.anchor),
            topic.kind,
            [id_key(record) for record in topic.earlier.records],
        ),
    )


def ledgers(checkpoints: Sequence[Checkpoint], states: Sequence[State], access: Sequence[Access]) -> dict[str, Ledger]:
    """By character, of those that have checkpoints, in the order of their ids."""
    by_character: dict[str, list[Checkpoint]] = {}
    for checkpoint in sorted(checkpoints, key=lambda one: (moment(one.anchor), id_key(one.id))):
        by_character.setdefault(checkpoint.character, []).append(checkpoint)
    slots: dict[str, dict[tuple[str, ...], list[State]]] = {}
    for state in sorted(states, key=lambda one: (moment(one.valid_from), id_key(one.id))):
        slots.setdefault(state.character, {}).setdefault(slot(state), []).append(state)
    known: dict[str, list[Access]] = {}
    for record in sorted(access, key=lambda one: id_key(one.id)):
        known.setdefault(record.character, []).append(record)
    return {
        character: Ledger(
            by_character[character],
            [moment(one.anchor) for one in by_character[character]],
            slots.get(character, {}),
            known.get(character, ()),
        )
        for character in sorted(by_character, key=id_key)
    }


def _changes(chain: Sequence[State], ledger: Ledger) -> Iterator[Topic]:
    """One state gives way to another, begins, or ends."""
    plain = [state for state in chain if not state.invariant]
    for number, state in enumerate(plain):
        before = plain[number - 1] if number else None
        if (before is None and not _emerges(state)) or (before is not None and before.value == state.value):
            continue
        end = state.valid_from
        if before is not None and before.valid_to is not None and reached(before.valid_to, end):
            end = before.valid_to
        earlier = ledger.within(before and before.valid_from, end)
        later = ledger.within(state.valid_from, state.valid_to)
        if earlier and later:
            yield _change(state, before, state, earlier[-1], later[0])
    last = plain[-1] if plain else None
    if last is not None and last.valid_to is not None and last.aspect != "location" and not faded(last):
        earlier, later = ledger.within(last.valid_from, last.valid_to), ledger.within(last.valid_to, None)
        if earlier and later:
            yield _change(last, last, None, earlier[-1], later[0])


def _emerges(state: State) -> bool:
    """Whether the first state of its kind is something new. A position that a form of address tells first was held
    before anybody said so: nothing brought it about."""
    return state.aspect in _EMERGING and (state.aspect != "role" or state.catalyst is not None)


def _apart(earlier: Checkpoint, later: Checkpoint) -> bool:
    """Whether two moments make a pair though nothing changes between them."""
    return earlier.anchor.scene != later.anchor.scene


def _lasts(state: State) -> bool:
    """Whether what held once may be asked about much later: an aim has to show again; that somebody was put out of a
    position is no position, and nothing says how long it stays so."""
    if state.aspect == "role" and _OUT.search(state.value):
        return False
    if state.aspect == "goal":
        return len({piece.scene for piece in state.evidence if piece.scene}) > 1
    return state.aspect not in ("location", "emotion")


def _change(state: State, before: State | None, after: State | None, earlier: Checkpoint, later: Checkpoint) -> Topic:
    """What is known only from some moment on is inaccessible before it and disclosed after."""
    records = tuple(f"states/{one.id}" for one in (before, after) if one)
    told = state.aspect == "knowledge" and before is None
    conditions: tuple[Condition, Condition] = ("inaccessible", "post_disclosure") if told else ("evolving", "evolving")
    return Topic(
        kind=state.aspect,
        character=state.character,
        target=state.target,
        earlier=Moment(earlier, conditions[0], before and before.value, records),
        later=Moment(later, conditions[1], after and after.value, records),
        fact=None,
        mode=None,
        score=round(WEIGHT[state.aspect] + 0.1 * bool(before and after) + state.confidence / 10, 4),
    )


def _constants(chain: Sequence[State], ledger: Ledger, entities: Mapping[str, Entity]) -> Iterator[Topic]:
    """The same state holds at two checkpoints of different scenes, far apart if possible, at which whom or what it is
    about has a name."""
    for state in chain:
        held = ledger.within(state.valid_from, state.valid_to)
        if state.target is not None:
            target = entities.get(state.target)
            held = [one for one in held if target and called(target, one.anchor)]
        if len(held) > 1 and _apart(held[0], held[-1]) and _lasts(state):
            records = (f"states/{state.id}",)
            yield Topic(
                kind="kinship" if state.invariant and state.aspect == "relationship" else state.aspect,
                character=state.character,
                target=state.target,
                earlier=Moment(held[0], "invariant", state.value, records),
                later=Moment(held[-1], "invariant", state.value, records),
                fact=None,
                mode=None,
                score=round(
                    _CONSTANT.get(state.aspect, WEIGHT[state.aspect] - 0.1)
                    + 0.2 * state.invariant
                    + state.confidence / 10,
                    4,
                ),
            )


def _facts(access: Access, fact: Unit, ledger: Ledger) -> Iterator[Topic]:
    """A fact that is there and isn't known: until it is learnt, or for good; from where a checkpoint marks it on."""
    if fact.polarity != "positive" or fact.modality not in ("actual", "reported"):
        return
    records = (f"access/{access.id}",)
    unaware = [
        one
        for one in ledger.within(Anchor(scene=fact.scene, offset=0), access.gained)
        if one.anchor.scene != fact.scene
    ]
    aware = ledger.within(access.gained, None) if access.gained is not None else ()
    if not unaware:
        return
    marked = [one for one in unaware if access.id in one.facts]
    later = None
    if aware:
        later = Moment(aware[0], "post_disclosure", fact.summary, records)
    elif _apart((marked or unaware)[0], unaware[-1]):
        later = Moment(unaware[-1], "inaccessible", None, records)
    yield Topic(
        kind="fact",
        character=access.character,
        target=access.teller,
        earlier=Moment(unaware[-1] if aware else (marked or unaware)[0], "inaccessible", None, records),
        later=later,
        fact=fact,
        mode=access.mode,
        score=round(
            (0.9 if aware else 0.5 if later else 0.3)
            + 0.3 * bool(marked)
            + 0.1 * (fact.kind == "Interaction")
            + access.confidence / 10,
            4,
        ),
    )


def called(entity: Entity, at: Anchor) -> str | None:
    """What one calls the entity by a moment: its name if the story has used it by then, else the first form that it
    has, of a person a name and no bare title or role; null where it has none."""
    used = [alias for alias in entity.aliases if id_key(alias.first_scene) <= id_key(at.scene)]
    if any(alias.surface == entity.name for alias in used):
        return entity.name
    if "Character" in entity.types:
        used = [alias for alias in used if alias.kind in ("name", "short_name", "nickname")]
    return used[0].surface if used else None
