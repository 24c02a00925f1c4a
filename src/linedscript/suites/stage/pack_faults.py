"""Whether a pack, and what is sent to an actor, keep to the actor's side: a code for each breach.

``pack_faults`` looks at the plan, ``input_faults`` at the text, and ``response_faults`` at what came back.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.stage import Pack, Scaffold
from linedscript.suites.stage.actor import ActorSide, fill, pack_text
from linedscript.suites.stage.packs import pack_tokens
from linedscript.suites.stage.visible import begun, holds, proved, reached

Code = Literal[
    "expired-trait",
    "fact-ids",
    "invisible-memory",
    "later-fact",
    "other-response",
    "pack-over-budget",
    "stance-in-input",
    "unknown-record",
    "wrong-tokens",
]
FACT_ID = Pattern(
    r"\b(?:s\d{4}(?:\.[umr]\d{2,})?|(?:ent|rel|ep|lk|st|cs|dv|ac|tr|ex|mm|tie|ob|cp|rp|t2)-(?:pt-)?\d{3,}(?:-\d{2,})?"
    r"(?:\.[a-z]\d{2,})?)\b"
)
"""Any id of a record or claim (DESIGN §4)."""


class Fault(NamedTuple):
    code: Code
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
            faults.append(Fault("later-fact", f"traits/{trait.id} is known only from {trait.valid_from.scene} on"))
        elif not holds(trait.valid_from, trait.valid_to, at):
            faults.append(Fault("expired-trait", f"traits/{trait.id} no longer holds"))
    for exemplar in side.exemplars.get(pack.character, ()):
        if exemplar.id in pack.exemplars and not proved(exemplar.at, exemplar.evidence, at):
            faults.append(Fault("later-fact", f"exemplars/{exemplar.id} is said in {exemplar.at.scene}, later"))
    for memory in side.memories.get(pack.character, ()):
        if memory.id in (*pack.memories, *pack.left_out) and not proved(memory.at, memory.evidence, at):
            faults.append(Fault("invisible-memory", f"memories/{memory.id} isn't acquired by {pack.checkpoint}"))
    for tie in side.ties.get(pack.character, ()):
        for phase in tie.phases if tie.id in pack.ties else ():
            seen = holds(phase.valid_from, phase.valid_to, at) and begun(
                phase.valid_from, side.grounds.get(phase.source, ()), at
            )
            if phase.source in pack.phases and not seen:
                faults.append(Fault("later-fact", f"{phase.source} doesn't hold at {pack.checkpoint}"))
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
        Fault("later-fact", f"the identity says: {one.claim}")
        for one in held
        if one.claim in pack.identity and one.claim not in now
    ]


def input_faults(text: str, scaffold: Scaffold, others: Sequence[str] = ()) -> list[Fault]:
    """What the text that an actor gets says of the evaluator's side. ``others``: responses to other prompts."""
    flat = _flat(text)
    faults = [Fault("fact-ids", found) for found in dict.fromkeys(FACT_ID.findall(text))]
    if scaffold.stance and _flat(scaffold.stance) in flat:
        faults.append(Fault("stance-in-input", scaffold.stance))
    faults += [
        Fault("later-fact", claim.text)
        for claim in (*scaffold.future_negatives, *scaffold.unknown)
        if _flat(claim.text) in flat
    ]
    faults += [Fault("other-response", one) for one in others if one.strip() and _flat(one) in flat]
    return faults


def response_faults(response: str) -> list[Fault]:
    """Ids that the actor's own words carry."""
    return [Fault("fact-ids", found) for found in dict.fromkeys(FACT_ID.findall(response))]


def filled_faults(pack: Pack, turns: Sequence[str], side: ActorSide, scaffold: Scaffold) -> list[Fault]:
    """``input_faults`` of the filled pack."""
    return input_faults(pack_text(fill(pack, turns, side)), scaffold)


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
