"""The actor's packs: what a character may know, be and say at a checkpoint, inside a budget (stage.txt, Task III).

A pack is chosen from the actor's side alone; see ``actor``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from linedscript.characters.intervals import moment
from linedscript.characters.moments import shown_from
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.character import Anchor
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.stage import Pack
from linedscript.records.trajectory import Memory, Phase, Tie
from linedscript.suites.stage.actor import SIDE, ActorSide, Asked, actor_side, count_tokens, fill, pack_text
from linedscript.suites.stage.visible import begun, holds, proved

_INTRODUCED = frozenset(("name", "short_name", "title", "nickname"))
_MOST_ALIASES = 4


def assemble_packs(asked: Sequence[Asked], side: ActorSide, settings: dict[str, Any]) -> list[Pack]:
    """A pack per prompt, in the order given.

    ``settings``: ``budget`` (tokens of a filled pack with its request), ``reserve`` (of them, kept free for pseudonyms
    that are longer), ``exemplars`` and ``phases`` (the most of each), ``tokenizer``. Memories that don't fit are left
    out, the oldest first. Raises ``pack-over-budget`` where not even a pack without memories fits.
    """
    return [assemble_pack(one, side, settings) for one in asked]


def assemble_pack(asked: Asked, side: ActorSide, settings: dict[str, Any]) -> Pack:
    at = side.anchors[asked.checkpoint]
    entity = side.entities[asked.character]
    ties, phases = _relevant(asked, at, side, settings["phases"])
    memories = acquired(asked.character, at, side)
    exemplars = [
        one
        for one in sorted(side.exemplars.get(asked.character, ()), key=lambda one: one.rank)
        if proved(one.at, one.evidence, at)
    ]
    pack = Pack(
        id=asked.id,
        film=asked.film,
        character=asked.character,
        checkpoint=asked.checkpoint,
        identity=_identity(entity, at, side),
        traits=tuple(
            trait.id for trait in side.traits.get(asked.character, ()) if holds(trait.valid_from, trait.valid_to, at)
        ),
        exemplars=tuple(one.id for one in exemplars[: settings["exemplars"]]),
        memories=tuple(memory.id for memory in memories),
        ties=ties,
        phases=phases,
        tokenizer=settings["tokenizer"],
        budget=settings["budget"],
        tokens=0,
        left_out=(),
    )
    return _within(pack, memories, asked, side, settings)


def acquired(character: str, at: Anchor, side: ActorSide) -> list[Memory]:
    """The memories that the character has by then, in the order in which what they tell began."""
    return sorted(
        (memory for memory in side.memories.get(character, ()) if proved(memory.at, memory.evidence, at)),
        key=lambda memory: (shown_from(memory.evidence, memory.at), moment(memory.at), id_key(memory.id)),
    )


def pack_tokens(pack: Pack, turns: Sequence[str], side: ActorSide) -> int:
    """Of the pack as filled in the view of ``side``: what is recomputed where names are others."""
    return count_tokens(pack_text(fill(pack, turns, side)), pack.tokenizer)


def recounted(layers: Mapping[str, Sequence[Any]], scenes: Sequence[Scene]) -> list[Pack]:
    """The packs of a film's rendered records with the tokens that they have in that view; nothing is chosen again, so
    that both views show an actor the same."""
    packs = layers["packs"]
    if not packs:
        return []
    language: Language = "zh" if packs[0].film.startswith("zh-") else "en"
    side = actor_side(language, scenes, *(layers.get(layer, ()) for layer in SIDE))
    turns = {prompt.id: prompt.turns for prompt in layers["prompts"]}
    return [msgspec.structs.replace(pack, tokens=pack_tokens(pack, turns[pack.id], side)) for pack in packs]


def _within(pack: Pack, memories: Sequence[Memory], asked: Asked, side: ActorSide, settings: dict[str, Any]) -> Pack:
    limit = settings["budget"] - settings["reserve"]
    tokens = pack_tokens(pack, asked.turns, side)
    gone = 0
    while tokens > limit and gone < len(memories):
        tokens -= count_tokens(f"- {memories[gone].text}", pack.tokenizer)
        gone += 1
    fitting = msgspec.structs.replace(
        pack,
        memories=tuple(memory.id for memory in memories[gone:]),
        left_out=tuple(memory.id for memory in memories[:gone]),
    )
    tokens = pack_tokens(fitting, asked.turns, side)
    if tokens > limit:
        raise LinedscriptError(
            "pack-over-budget",
            f"{pack.film}/{pack.id}",
            f"{tokens} tokens without any memory, where {limit} may be used",
            "raise roles.budget in params.yaml, or lower roles.exemplars or roles.phases",
        )
    return msgspec.structs.replace(fitting, tokens=tokens)


def _identity(entity: Entity, at: Anchor, side: ActorSide) -> str:
    """Name, the forms of it that the story has used by then, and the positions held: what the checkpoint shows."""
    forms = _forms(entity, at)
    held = [
        held.claim
        for held in side.positions.get(entity.id, ())
        if holds(held.start, held.end, at) and begun(held.start, held.evidence, at)
    ]
    return _worded(entity.name, forms, held, side.language)


def _worded(name: str, forms: Sequence[str], held: Sequence[str], language: Language) -> str:
    if language == "zh":
        called = f"{name}，也叫{'、'.join(forms)}。" if forms else f"{name}。"
        return called + "".join(held)
    called = f"{name}, also called {', '.join(forms)}." if forms else f"{name}."
    return " ".join((called, *held))


def _forms(entity: Entity, at: Anchor) -> list[str]:
    here = [span for span in entity.evidence if span.kind == "span" and span.scene == at.scene]
    found = []
    for alias in entity.aliases:
        if alias.kind not in _INTRODUCED or alias.surface == entity.name:
            continue
        before = id_key(alias.first_scene) < id_key(at.scene)
        shown = alias.first_scene == at.scene and any(
            span.end <= at.offset and span.end - span.start == len(alias.surface) for span in here
        )
        if before or shown:
            found.append(alias.surface)
    return found[:_MOST_ALIASES]


def _relevant(asked: Asked, at: Anchor, side: ActorSide, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ties to whom the request names, or to all where it names nobody; of their phases those that hold, the newest
    ``most`` of them."""
    ties = side.ties.get(asked.character, ())
    said = " ".join(asked.turns)
    spoken_of = [tie for tie in ties if _named(side.entities.get(tie.other), said)]
    found: list[tuple[Tie, Phase]] = [
        (tie, phase)
        for tie in spoken_of or ties
        for phase in tie.phases
        if holds(phase.valid_from, phase.valid_to, at)
        and begun(phase.valid_from, side.grounds.get(phase.source, ()), at)
    ]
    found.sort(key=lambda pair: (moment(pair[1].valid_from), id_key(pair[0].id), pair[1].source), reverse=True)
    kept = sorted(found[:most], key=lambda pair: (id_key(pair[0].id), moment(pair[1].valid_from), pair[1].source))
    return (tuple(dict.fromkeys(tie.id for tie, _ in kept)), tuple(dict.fromkeys(phase.source for _, phase in kept)))


def _named(other: Entity | None, said: str) -> bool:
    return other is not None and any(alias.surface in said for alias in other.aliases)
