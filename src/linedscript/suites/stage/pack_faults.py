"""Whether a pack, and what is sent to an actor, keep to the actor's side: a code for each breach.

``pack_faults`` looks at the plan, which names records by id, and ``filled_faults`` at the text that comes of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from linedscript.engines.views import Forbidden, leaks
from linedscript.records.stage import Pack, Scaffold
from linedscript.suites.stage.actor import ActorSide, fill
from linedscript.suites.stage.packs import pack_tokens
from linedscript.suites.stage.views import ACTOR
from linedscript.suites.stage.visible import begun, holds, proved, reached


class Fault(NamedTuple):
    code: str
    detail: str


def pack_faults(pack: Pack, turns: Sequence[str], side: ActorSide, with_texts: bool = True) -> list[Fault]:
    """What the pack holds that its checkpoint doesn't let the actor have. Tokens are counted ``with_texts`` of scenes
    alone."""
    at = side.anchors.get(pack.checkpoint)
    if at is None or pack.character not in side.entities:
        return [Fault("unknown-record", f"checkpoints/{pack.checkpoint} or entities/{pack.character}")]
    faults = _unknown(pack, side)
    if faults:
        return faults
    for trait in side.traits.get(pack.character, ()):
        if trait.id not in pack.traits:
            continue
        if not reached(trait.valid_from, at):
            faults.append(Fault("leak-later", f"traits/{trait.id} is known only from {trait.valid_from.scene} on"))
        elif not holds(trait.valid_from, trait.valid_to, at):
            faults.append(Fault("expired-trait", f"traits/{trait.id} no longer holds"))
    for exemplar in side.exemplars.get(pack.character, ()):
        if exemplar.id in pack.exemplars and not proved(exemplar.at, exemplar.evidence, at):
            faults.append(Fault("leak-later", f"exemplars/{exemplar.id} is said in {exemplar.at.scene}, later"))
    for memory in side.memories.get(pack.character, ()):
        if memory.id in (*pack.memories, *pack.left_out) and not proved(memory.at, memory.evidence, at):
            faults.append(Fault("leak-later", f"memories/{memory.id} isn't acquired by {pack.checkpoint}"))
    for tie in side.ties.get(pack.character, ()):
        for phase in tie.phases if tie.id in pack.ties else ():
            seen = holds(phase.valid_from, phase.valid_to, at) and begun(
                phase.valid_from, side.grounds.get(phase.source, ()), at
            )
            if phase.source in pack.phases and not seen:
                faults.append(Fault("leak-later", f"{phase.source} doesn't hold at {pack.checkpoint}"))
    faults += _identity_faults(pack, side)
    tokens = pack_tokens(pack, turns, side) if with_texts else pack.tokens
    if tokens != pack.tokens:
        faults.append(Fault("wrong-tokens", f"says {pack.tokens} tokens, has {tokens}"))
    if tokens > pack.budget:
        faults.append(Fault("pack-over-budget", f"{tokens} tokens, the budget is {pack.budget}"))
    return faults


def _unknown(pack: Pack, side: ActorSide) -> list[Fault]:
    """Records that aren't there, or are another character's."""
    ties = {tie.id: tie for tie in side.ties.get(pack.character, ())}
    sources = {phase.source for tie in pack.ties if tie in ties for phase in ties[tie].phases}
    held: tuple[tuple[str, Sequence[str], set[str]], ...] = (
        ("traits", pack.traits, {one.id for one in side.traits.get(pack.character, ())}),
        ("exemplars", pack.exemplars, {one.id for one in side.exemplars.get(pack.character, ())}),
        ("memories", (*pack.memories, *pack.left_out), {one.id for one in side.memories.get(pack.character, ())}),
        ("ties", pack.ties, set(ties)),
        ("phases", pack.phases, sources),
    )
    return [
        Fault("unknown-record", f"{layer}/{one} isn't {pack.character}'s")
        for layer, ids, known in held
        for one in ids
        if one not in known
    ]


def _identity_faults(pack: Pack, side: ActorSide) -> list[Fault]:
    """A position in the identity that isn't held then."""
    at = side.anchors[pack.checkpoint]
    held = side.positions.get(pack.character, ())
    now = [one.claim for one in held if holds(one.start, one.end, at) and begun(one.start, one.evidence, at)]
    return [
        Fault("leak-later", f"the identity says: {one.claim}")
        for one in held
        if one.claim in pack.identity and one.claim not in now
    ]


def filled_faults(pack: Pack, turns: Sequence[str], side: ActorSide, scaffold: Scaffold) -> list[Fault]:
    """What the filled pack says of the evaluator's side: the same validator as before an actor is asked."""
    later = tuple(claim.text for claim in (*scaffold.future_negatives, *scaffold.unknown))
    forbidden = Forbidden(later=later, reference=(scaffold.stance,))
    found = leaks(ACTOR, msgspec.to_builtins(fill(pack, turns, side)), forbidden)
    return [Fault(one.code, f"{one.place}: {one.problem}") for one in found]
