"""The extracted-relations layer: typed relations between a scene's mentions, under the predicate registry."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from linedscript.backbone.mentions import unit_payload
from linedscript.backbone.naming import stands
from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.registry import Registry
from linedscript.backbone.stretches import all_stretches, renumbered
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Evidence, Language, Made
from linedscript.records.entity import Mention
from linedscript.records.relation import MentionRelation, Persistence, Qualifier, TimeRange
from linedscript.records.scene import Scene
from linedscript.records.unit import Modality, Polarity, Unit

LAYER = "extracted"


class QualifierDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Literal["role", "kind", "manner", "amount"]
    value: Annotated[str, Meta(max_length=160)]


class RelationDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    subject: Annotated[str, Meta(max_length=12)]
    """Id of a mention of the payload, ``m03``."""
    predicate: Annotated[str, Meta(min_length=1, max_length=60)]
    object: Annotated[str, Meta(max_length=12)]
    description: Annotated[str, Meta(min_length=1, max_length=300)]
    polarity: Polarity
    modality: Modality
    qualifiers: Annotated[tuple[QualifierDraft, ...], Meta(max_length=4)]
    time: Annotated[str, Meta(min_length=1, max_length=120)] | None
    """A time that the text names."""
    persistence: Persistence
    confidence: Annotated[float, Meta(ge=0, le=1)]
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=6)]


class RelationsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    relations: Annotated[tuple[RelationDraft, ...], Meta(max_length=1000)]


def draw_relations(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    mentions: Sequence[Mention],
    registry: Registry,
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Relations of a film as extracted, one question per scene or part of a long one.

    Domains and ranges are the graph layer's concern.
    """
    roster = film_roster(scenes)
    units_of: dict[str, list[Unit]] = {}
    mentions_of: dict[str, list[Mention]] = {}
    for unit in units:
        units_of.setdefault(unit.scene, []).append(unit)
    for mention in mentions:
        mentions_of.setdefault(mention.scene, []).append(mention)
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        drawn = [unit for unit in units_of.get(scene.id, []) if stretch.begins(unit.evidence)]
        held = [mention for mention in mentions_of.get(scene.id, []) if stretch.holds(mention.evidence)]
        payload = scene_payload(scene, language, roster, settings["asking"]["names"]) | {
            "registry": registry.prompt(),
            "units": [unit_payload(unit, scene) for unit in drawn],
            "mentions": [mention_payload(mention) for mention in held],
        }
        tasks.append(Task(stretch.key, payload, _accepting(scene, held, registry, settings["gates"]["fuzzy"])))
    outcome = ask_layer(LAYER, film, tasks, engine, RelationsReply, **asking_options(LAYER, language, settings))
    outcome.records = renumbered(outcome.records, "r")
    return outcome


def mention_payload(mention: Mention) -> dict[str, Any]:
    """A mention as later questions about its scene show it; its id without the scene's."""
    return {
        "id": mention.id.rpartition(".")[2],
        "surface": mention.surface,
        "normalized": mention.normalized,
        "types": list(mention.types),
        "named": mention.named,
    }


def _accepting(scene: Scene, mentions: Sequence[Mention], known: Registry, fuzzy: float) -> Any:
    ids = {mention.id.rpartition(".")[2]: mention for mention in mentions}

    def accept(reply: RelationsReply, made: Made) -> Accepted:
        refusals: list[Refusal] = []
        found: dict[Any, tuple[RelationDraft, tuple[Evidence, ...]]] = {}
        for draft in reply.relations:
            evidence = ground_quotes(scene, draft.quotes, fuzzy)
            refusal = _gate(draft, ids, known)
            if refusal:
                refusals.append(refusal)
            elif isinstance(evidence, str):
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{draft.description}: {evidence[:80]}"))
            else:
                if draft.time is not None and not stands(scene, draft.time):
                    refusals.append(Refusal("grounding", "time-not-in-scene", f"{draft.description}: {draft.time}"))
                    draft = msgspec.structs.replace(draft, time=None)
                if found.setdefault(_said(draft, evidence), (draft, evidence))[0] is not draft:
                    refusals.append(Refusal("registry", "relation-twice", draft.description))
        grounded = sorted(
            found.values(), key=lambda pair: (pair[1][0].start, pair[0].subject, pair[0].predicate, pair[0].object)
        )
        relations = tuple(
            MentionRelation(
                id=f"{scene.id}.r{number:02d}",
                film=scene.film,
                scene=scene.id,
                subject=ids[draft.subject].id,
                predicate=draft.predicate,
                object=ids[draft.object].id,
                description=draft.description,
                polarity=draft.polarity,
                modality=draft.modality,
                qualifiers=tuple(Qualifier(name=held.name, value=held.value) for held in draft.qualifiers),
                time_range=_time_range(draft, scene),
                persistence=draft.persistence,
                confidence=round(draft.confidence, 4),
                evidence=evidence,
                made=made,
            )
            for number, (draft, evidence) in enumerate(grounded, 1)
        )
        return Accepted(relations, tuple(refusals), tuple(f"{r.subject} {r.predicate} {r.object}" for r in relations))

    return accept


def _said(draft: RelationDraft, evidence: tuple[Evidence, ...]) -> Any:
    """Equal for two drafts that differ in the order of their qualifiers and in words of description alone."""
    ends = (draft.subject, draft.predicate, draft.object)
    return ends, draft.polarity, draft.modality, frozenset(draft.qualifiers), draft.time, draft.persistence, evidence


def _gate(draft: RelationDraft, ids: dict[str, Mention], known: Registry) -> Refusal | None:
    if known.rule(draft.predicate) is None:
        return Refusal("registry", "unknown-predicate", draft.predicate, critical=True)
    if draft.subject == draft.object:
        return Refusal("registry", "self-loop", f"{draft.subject} {draft.predicate} {draft.object}", critical=True)
    for end in (draft.subject, draft.object):
        if end not in ids:
            return Refusal("registry", "unknown-mention", f"{end} in {draft.subject} {draft.predicate} {draft.object}")
    return None


def _time_range(draft: RelationDraft, scene: Scene) -> TimeRange | None:
    """A momentary relation holds in its scene, a lasting one from its scene on; a permanent one has no range."""
    if draft.persistence == "permanent":
        return TimeRange(start=None, end=None, text=draft.time) if draft.time else None
    return TimeRange(start=scene.id, end=scene.id if draft.persistence == "momentary" else None, text=draft.time)
