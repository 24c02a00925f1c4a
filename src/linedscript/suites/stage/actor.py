"""What an actor is given: reviewed records of the actor's side alone, and a pack filled with their text.

Nothing here has a field for a stance, a condition, a pair, or a claim of the evaluator (stage.txt, Task III: actor view
and evaluator view).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from linedscript.records.base import Evidence, Language
from linedscript.records.character import Anchor, State
from linedscript.records.entity import Entity
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.stage import Pack, Prompt
from linedscript.records.trajectory import Checkpoint, Exemplar, Memory, Tie, Trait
from linedscript.screenplay.tokens import tokenizer_named

T = TypeVar("T")
SIDE = ("entities", "checkpoints", "states", "relations", "traits", "exemplars", "memories", "ties")
"""The layers that ``actor_side`` takes, in its order."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A role-play prompt as the actor's side sees it."""

    id: str
    film: str
    character: str
    checkpoint: str
    turns: tuple[str, ...]


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A position that the character holds for a time."""

    claim: str
    start: Anchor
    end: Anchor | None
    evidence: tuple[Evidence, ...]


class ActorSide(NamedTuple):
    """A film's records that packs are made of, by id or by character."""

    language: Language
    texts: Mapping[str, str]
    """Of the scenes, in the view that the records are in."""
    entities: Mapping[str, Entity]
    anchors: Mapping[str, Anchor]
    """Of the checkpoints."""
    positions: Mapping[str, Sequence[Held]]
    traits: Mapping[str, Sequence[Trait]]
    exemplars: Mapping[str, Sequence[Exemplar]]
    memories: Mapping[str, Sequence[Memory]]
    ties: Mapping[str, Sequence[Tie]]
    grounds: Mapping[str, Sequence[Evidence]]
    """Of what a tie's phases are drawn from, by ``<layer>/<id>``."""


class ActorInput(msgspec.Struct, frozen=True, kw_only=True):
    """A filled pack: text alone, no id."""

    language: Language
    name: str
    identity: str
    persona: tuple[str, ...]
    exemplars: tuple[str, ...]
    relationships: tuple[str, ...]
    memories: tuple[str, ...]
    turns: tuple[str, ...]


def asked(prompt: Prompt) -> Asked:
    """The prompt without what only an evaluator may know."""
    return Asked(
        id=prompt.id, film=prompt.film, character=prompt.character, checkpoint=prompt.checkpoint, turns=prompt.turns
    )


def actor_side(
    language: Language,
    scenes: Iterable[Scene],
    entities: Iterable[Entity],
    checkpoints: Iterable[Checkpoint],
    states: Sequence[State],
    relations: Iterable[Relation],
    traits: Iterable[Trait],
    exemplars: Iterable[Exemplar],
    memories: Iterable[Memory],
    ties: Iterable[Tie],
) -> ActorSide:
    """Of the states only the positions, and where relationships stand, are taken over: the rest of a ledger is the
    evaluator's."""
    held = (
        (state.character, Held(claim=state.claim, start=state.valid_from, end=state.valid_to, evidence=state.evidence))
        for state in states
        if state.aspect == "role"
    )
    return ActorSide(
        language=language,
        texts={scene.id: scene.text for scene in scenes},
        entities={entity.id: entity for entity in entities},
        anchors={checkpoint.id: checkpoint.anchor for checkpoint in checkpoints},
        positions=_grouped(held),
        traits=_by_character(traits),
        exemplars=_by_character(exemplars),
        memories=_by_character(memories),
        ties=_by_character(ties),
        grounds={f"relations/{relation.id}": relation.evidence for relation in relations}
        | {f"states/{state.id}": state.evidence for state in states if state.aspect == "relationship"},
    )


def _by_character(records: Iterable[Any]) -> dict[str, list[Any]]:
    return _grouped((record.character, record) for record in records)


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for key, record in pairs:
        found.setdefault(key, []).append(record)
    return found


def fill(pack: Pack, turns: Sequence[str], side: ActorSide) -> ActorInput:
    """The pack with its text, in its view. Raises KeyError for an id that the side doesn't have (``pack_faults``)."""
    traits = {trait.id: trait for trait in side.traits.get(pack.character, ())}
    exemplars = {exemplar.id: exemplar for exemplar in side.exemplars.get(pack.character, ())}
    memories = {memory.id: memory for memory in side.memories.get(pack.character, ())}
    phases = {(tie.id, phase.source): phase.claim for tie in side.ties.get(pack.character, ()) for phase in tie.phases}
    return ActorInput(
        language=side.language,
        name=side.entities[pack.character].name,
        identity=pack.identity,
        persona=tuple(traits[one].text for one in pack.traits),
        exemplars=tuple(line_of(exemplars[one], side.texts) for one in pack.exemplars),
        relationships=tuple(
            dict.fromkeys(phases[tie, one] for tie in pack.ties for one in pack.phases if (tie, one) in phases)
        ),
        memories=tuple(memories[one].text for one in pack.memories),
        turns=tuple(turns),
    )


def line_of(exemplar: Exemplar, texts: Mapping[str, str]) -> str:
    """The words of a line of dialogue, on one line."""
    span = exemplar.evidence[0]
    return " ".join(texts[span.scene or ""][span.start : span.end].split())


_HEADS = {
    "en": {
        "persona": "How you are and how you speak",
        "exemplars": "Lines of yours",
        "relationships": "Where you stand with others",
        "memories": "What you remember, the oldest first",
        "turns": "What you are asked",
    },
    "zh": {
        "persona": "你的为人与说话方式",
        "exemplars": "你说过的话",
        "relationships": "你与别人的关系",
        "memories": "你记得的事（从早到晚）",
        "turns": "对你说的话",
    },
}


def pack_text(filled: ActorInput) -> str:
    """The pack as a person reads it and as its tokens are counted; a part without lines is left out."""
    parts = [f"# {filled.name}\n\n{filled.identity}\n"]
    for field, head in _HEADS[filled.language].items():
        held = getattr(filled, field)
        if held:
            parts.append(f"## {head}\n\n" + "".join(f"- {line}\n" for line in held))
    return "\n".join(parts)


def count_tokens(text: str, tokenizer: str) -> int:
    return tokenizer_named(tokenizer).count(text)
