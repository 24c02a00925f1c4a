"""What holds of developments, access and checkpoints whoever made or patched them: order, shape, whose they are.

Review asks it after every patch, the release's gates of what is published. What a record refers to and isn't there is
left out: other checks name it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.characters.moments import ends
from linedscript.io.canonical import id_key
from linedscript.records.character import Anchor, State
from linedscript.records.trajectory import FEWEST_CHECKPOINTS, Access, Checkpoint, Development
from linedscript.records.unit import Unit

Moment = tuple[int, int]


class Fault(NamedTuple):
    code: str
    layer: str
    record: str
    problem: str
    also: tuple[tuple[str, str], ...] = ()
    """Layer and id of the other records that it is about."""
    hint: str = ""


class Story(NamedTuple):
    """Records by id, and the place of each scene in the story."""

    place: Callable[[str], int]
    states: dict[str, State]
    units: dict[str, Unit]
    developments: dict[str, Development]
    access: dict[str, Access]
    checkpoints: dict[str, Checkpoint]

    def at(self, anchor: Anchor) -> Moment:
        return self.place(anchor.scene), anchor.offset


def trajectory_faults(story: Story) -> Iterator[Fault]:
    for development in story.developments.values():
        yield from _development(story, development)
    yield from _access_once(story)
    for access in story.access.values():
        yield from _access(story, access)
    for checkpoint in story.checkpoints.values():
        yield from _checkpoint(story, checkpoint)
    yield from _order(story)


def _development(story: Story, one: Development) -> Iterator[Fault]:
    def fault(code: str, problem: str, *also: tuple[str, str], hint: str = "") -> Fault:
        return Fault(code, "developments", one.id, problem, also, hint)

    after, before = story.states.get(one.after), story.states.get(one.before or "")
    for state in (before, after):
        if state is not None and (state.character, state.aspect) != (one.character, one.kind):
            yield fault(
                "development-of-another",
                f"is of {one.character} and {one.kind}, {state.id} of {state.character} and {state.aspect}",
                ("states", state.id),
            )
    if after is not None and after.valid_from != one.at:
        yield fault(
            "development-at",
            f"takes effect in {one.at.scene} at {one.at.offset}, {after.id} begins in {after.valid_from.scene} at "
            f"{after.valid_from.offset}",
            ("states", after.id),
            hint="revise at together with after",
        )
    if before is not None and story.at(before.valid_from) >= story.at(one.at):
        yield fault("development-order", f"before, {before.id}, doesn't begin before it", ("states", before.id))
    catalyst, consequence = story.units.get(one.catalyst or ""), story.units.get(one.consequence or "")
    if catalyst is not None and story.place(catalyst.scene) > story.place(one.at.scene):
        yield fault("development-order", f"its catalyst, {catalyst.id}, comes later", ("units", catalyst.id))
    if consequence is not None and story.at(ends(consequence)) <= story.at(one.at):
        problem = f"its consequence, {consequence.id}, comes no later"
        yield fault("development-order", problem, ("units", consequence.id))


def _access_once(story: Story) -> Iterator[Fault]:
    seen: dict[tuple[str, str], str] = {}
    for one in story.access.values():
        other = seen.setdefault((one.character, one.fact), one.id)
        if other != one.id:
            problem = f"is about the character and the fact of {other}"
            yield Fault("access-twice", "access", one.id, problem, (("access", other),), "drop one of the two")


def _access(story: Story, one: Access) -> Iterator[Fault]:
    def fault(code: str, problem: str, *also: tuple[str, str]) -> Fault:
        return Fault(code, "access", one.id, problem, also)

    if (one.gained is None) != (one.mode == "unknown"):
        yield fault("access-shape", f"is {one.mode} and names {'no' if one.gained is None else 'a'} moment")
    if (one.via is None) != (one.mode not in ("told", "inferred")):
        yield fault("access-shape", f"is {one.mode} and names {'no' if one.via is None else 'a'} unit by which")
    if one.teller is not None and one.mode != "told":
        yield fault("access-shape", f"is {one.mode} and names a teller")
    missed = any(evidence.kind == "absence" for evidence in one.evidence)
    if missed != (one.mode == "unknown"):
        yield fault("access-shape", f"is {one.mode} and rests on {'an' if missed else 'no'} absence")
    fact = story.units.get(one.fact)
    if one.gained is not None and fact is not None and story.at(one.gained) < story.at(ends(fact)):
        yield fault("access-order", f"is gained before {fact.id} is over", ("units", fact.id))
    via = story.units.get(one.via or "")  # of a speech, the sentence that tells may stand before its unit's
    if one.gained is not None and via is not None and story.place(one.gained.scene) < story.place(via.scene):
        yield fault("access-order", f"is gained before {via.id} happens", ("units", via.id))


def _checkpoint(story: Story, one: Checkpoint) -> Iterator[Fault]:
    def fault(code: str, problem: str, *also: tuple[str, str]) -> Fault:
        return Fault(code, "checkpoints", one.id, problem, also)

    at = story.at(one.anchor)
    held = [
        *(("states", story.states[name]) for name in one.states if name in story.states),
        *(("developments", story.developments[name]) for name in one.developments if name in story.developments),
        *(("access", story.access[name]) for name in one.facts if name in story.access),
    ]
    for layer, record in held:
        if record.character != one.character:
            yield fault("checkpoint-of-another", f"names {record.id} of {record.character}", (layer, record.id))
    for name in one.states:
        state = story.states.get(name)
        if state is not None and story.at(state.valid_from) > at:
            yield fault("checkpoint-early", f"stands before {name} begins", ("states", name))
    for name in one.developments:
        development = story.developments.get(name)
        if development is not None and story.at(development.at) > at:
            yield fault("checkpoint-early", f"stands before {name} takes effect", ("developments", name))
    for name in one.facts:
        access = story.access.get(name)
        known = access is not None and access.gained is not None and story.at(access.gained) <= at
        if access is not None and known != (one.kind == "delayed_consequence"):
            yield fault(
                "checkpoint-access",
                f"is {one.kind}, and the character {'knows' if known else 'does not know'} {access.fact} by then",
                ("access", name),
            )
    shown = {
        "change": bool(one.states or one.developments),
        "inaccessible": bool(one.facts),
        "delayed_consequence": bool(one.developments or one.facts),
        "no_change": bool(one.scenes) and not (one.states or one.developments or one.facts),
    }
    if not shown.get(one.kind, True):
        yield fault("checkpoint-kind", f"is {one.kind} without what makes it that")


def _order(story: Story) -> Iterator[Fault]:
    own: dict[str, list[Checkpoint]] = {}
    for one in sorted(story.checkpoints.values(), key=lambda one: (story.at(one.anchor), id_key(one.id))):
        own.setdefault(one.character, []).append(one)
    for sequence in own.values():
        for one, other in pairwise(sequence):
            also = (("checkpoints", one.id),)
            if story.at(one.anchor) == story.at(other.anchor):
                yield Fault("checkpoint-order", "checkpoints", other.id, f"stands where {one.id} stands", also)
            if other.kind == "baseline":
                yield Fault("checkpoint-order", "checkpoints", other.id, f"is a baseline after {one.id}", also)
            if one.kind == "final":
                problem = f"is final, and {other.id} comes after it"
                yield Fault("checkpoint-order", "checkpoints", one.id, problem, (("checkpoints", other.id),))


def lone_checkpoints(checkpoints: Sequence[Checkpoint]) -> Iterator[Fault]:
    """A trajectory has at least two checkpoints, or none (stage.txt, Task I)."""
    count: dict[str, list[Checkpoint]] = {}
    for one in checkpoints:
        count.setdefault(one.character, []).append(one)
    for character, own in count.items():
        if len(own) < FEWEST_CHECKPOINTS:
            yield Fault(
                "short-trajectory",
                "checkpoints",
                own[0].id,
                f"is the only one of {character}",
                (),
                "drop it too, or add another",
            )
