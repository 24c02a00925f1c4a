"""The persona card of a focal character: who it is, how it is, how it speaks, what it wouldn't say.

(stage.txt, Task III: traits, speaking-style descriptors and constraints are proposed only where the evidence supports
them, and stable, character-level ones stay.) One question per character over its states, relations, repeated acts and
lines; a line of the card rests on some of these, holds from the end of its evidence on, and no longer than its state.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.characters.spoken import spoken_lines
from linedscript.characters.supports import Supports, gather
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.character import Anchor, Focal, State
from linedscript.records.entity import Entity
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Trait, TraitKind
from linedscript.records.unit import Unit

LAYER = "traits"
_LEAST_LINES = {"speaking_style": 2, "constraint": 2}
_ORDER: tuple[TraitKind, ...] = ("identity", "trait", "speaking_style", "constraint")


class TraitDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: TraitKind
    text: Annotated[str, Meta(min_length=2, max_length=300)]
    """One sentence that names the character."""
    supports: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=8)]
    """Ids of the question's names, states, relations, acts and lines."""


class TraitsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    traits: Annotated[tuple[TraitDraft, ...], Meta(max_length=60)]


def draw_traits(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    states: Sequence[State],
    focal: Sequence[Focal],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """The lines of the persona cards, ``tr-0001`` onwards by character, kind and moment.

    ``settings``: ``annotator``, ``gates`` and the section ``traits``. Linear in units and lines.
    """
    by_id = {entity.id: entity for entity in entities}
    chosen = [by_id[record.id] for record in sorted(focal, key=lambda record: id_key(record.id)) if record.id in by_id]
    lines = spoken_lines(scenes, entities)
    found = gather(chosen, by_id, scenes, units, relations, states, lines, language, settings)
    tasks = [
        Task(
            who.id,
            {"language": language, "per_kind": settings["per_kind"]} | found[who.id].payload,
            _accepting(film, who, found[who.id], by_id, settings["per_kind"]),
        )
        for who in chosen
    ]
    outcome = ask_layer(LAYER, film, tasks, engine, TraitsReply, **asking_options(LAYER, language, settings))
    outcome.records = _numbered(outcome.records)
    return outcome


def _accepting(film: str, who: Entity, supports: Supports, entities: Mapping[str, Entity], per_kind: int) -> Any:
    def accept(reply: TraitsReply, made: Made) -> Accepted:
        kept: list[Trait] = []
        refusals: list[Refusal] = []
        for draft in reply.traits:
            fault = _fault(draft, who, supports)
            if fault is None and sum(one.kind == draft.kind for one in kept) == per_kind:
                fault = Refusal("registry", "too-many", f"{draft.kind}: {draft.text[:60]}")
            if fault is not None:
                refusals.append(fault)
                continue
            held = [supports.of[name] for name in dict.fromkeys(draft.supports)]
            evidence = merge_evidence(one.evidence for one in held)
            since = max((_end(span) for span in evidence), key=_moment)
            since = max([since, *(one.since for one in held if one.since is not None)], key=_moment)
            kept.append(
                Trait(
                    id="tr-0000",
                    film=film,
                    character=who.id,
                    kind=draft.kind,
                    text=draft.text,
                    valid_from=since,
                    valid_to=_until(held, since),
                    evidence=evidence,
                    cites=_cites(draft, who, held, entities),
                    made=made,
                )
            )
        return Accepted(tuple(kept), tuple(refusals), tuple(one.text for one in kept))

    return accept


def _fault(draft: TraitDraft, who: Entity, supports: Supports) -> Refusal | None:
    unknown = [name for name in draft.supports if name not in supports.of]
    if unknown:
        return Refusal("registry", "unknown-support", " ".join(unknown))
    if not any(alias.surface in draft.text for alias in who.aliases) and who.name not in draft.text:
        return Refusal("registry", "trait-names-nobody", draft.text[:80])
    held = [supports.of[name] for name in set(draft.supports)]
    if not any(one.evidence for one in held):
        return Refusal("grounding", "no-passage", draft.text[:80])
    if draft.kind == "trait" and len({span.scene for one in held for span in one.evidence}) < 2:
        return Refusal("registry", "one-scene", draft.text[:80])
    if sum(one.layer is None for one in held) < _LEAST_LINES.get(draft.kind, 0):
        return Refusal("registry", "too-few-lines", draft.text[:80])
    return None


def _end(span: Any) -> Anchor:
    return Anchor(scene=span.scene, offset=span.end)


def _moment(anchor: Anchor) -> tuple[Any, ...]:
    return (id_key(anchor.scene), anchor.offset)


def _until(held: Sequence[Any], since: Anchor) -> Anchor | None:
    """The end of the first of its states to end, unless that was over by then: what was shown goes on being so."""
    ends = [one.until for one in held if one.until is not None and _moment(one.until) > _moment(since)]
    return min(ends, key=_moment, default=None)


def _cites(draft: TraitDraft, who: Entity, held: Sequence[Any], entities: Mapping[str, Entity]) -> tuple:
    named = {who.id} | {
        other
        for one in held
        for other in one.people
        if other in entities and any(alias.surface in draft.text for alias in entities[other].aliases)
    }
    return sort_citations(
        (
            *(citation(one.layer, one.record, *one.fields) for one in held if one.layer is not None),
            *(citation("entities", entities[key], "name") for key in named),
        )
    )


def _numbered(traits: Sequence[Trait]) -> list[Trait]:
    ordered = sorted(
        traits, key=lambda one: (id_key(one.character), _ORDER.index(one.kind), _moment(one.valid_from), one.text)
    )
    kept = list({(one.character, one.kind, one.text): one for one in reversed(ordered)}.values())[::-1]
    return [msgspec.structs.replace(one, id=f"tr-{number:04d}") for number, one in enumerate(kept, 1)]
