"""The state ledgers of the focal characters: what holds of them, from when to when.

(stage.txt: states have explicit validity intervals; only screenplay evidence supports a retained record.) One question
per scene with a focal character; intervals are drawn from the answers without asking.
"""

import re
from collections.abc import Collection, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, sort_citations
from linedscript.backbone.naming import names_one_of
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.stretches import Stretch, all_stretches
from linedscript.characters.aims import done
from linedscript.characters.intervals import Observed, ledger, moment
from linedscript.characters.places import Spans, people, places, spans_by_scene, unit_view, view, within
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.character import Anchor, Focal, ScenePresence, State, StateAspect
from linedscript.records.entity import Entity
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

LAYER = "states"
_WORD = re.compile(r"\w+")
_EDGE = re.compile(r"\b")
_LEVELS_SHOWN = frozenset(("on_screen", "offscreen_aware"))


class StateDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    character: Annotated[str, Meta(max_length=40)]
    aspect: StateAspect
    claim: Annotated[str, Meta(min_length=1, max_length=300)]
    """One sentence that names the character."""
    value: Annotated[str, Meta(min_length=1, max_length=200)]
    target: Annotated[str, Meta(max_length=40)] | None
    ends: bool
    """The scene shows that it no longer holds."""
    invariant: bool
    confidence: Annotated[float, Meta(ge=0, le=1)]
    unit: Annotated[str, Meta(max_length=40)] | None
    """The unit that brings it about."""
    relation: Annotated[str, Meta(max_length=40)] | None
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=6)]


class StatesReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    states: Annotated[tuple[StateDraft, ...], Meta(max_length=1000)]


def draw_states(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    presence: Sequence[ScenePresence],
    focal: Sequence[Focal],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """States of the focal characters. ``settings``: ``annotator``, ``gates``."""
    by_id = {entity.id: entity for entity in entities}
    chosen = {record.id: by_id[record.id] for record in focal if record.id in by_id}
    spans = spans_by_scene(entities)
    units_of = _group(units, lambda unit: unit.scene)
    relations_of = _group(relations, lambda relation: relation.evidence[0].scene)
    shown: dict[str, dict[str, str]] = {}
    for record in presence:
        if record.character in chosen and record.level in _LEVELS_SHOWN:
            shown.setdefault(record.scene, {})[record.character] = record.level
    things = _by_first_word([entity for entity in entities if "Object" in entity.types])
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        here = within(stretch, spans.get(scene.id, {}))
        cast = people(scene, chosen, here)
        if not cast:
            continue
        drawn = [unit for unit in units_of.get(scene.id, []) if stretch.begins(unit.evidence)]
        related = [relation for relation in relations_of.get(scene.id, []) if stretch.holds(relation.evidence)]
        involved = {end for relation in related for end in (relation.subject, relation.object)}
        named = (
            [entity for entity in entities if entity.id in here or entity.id in involved]
            if related
            else [by_id[key] for key in here]
        )
        unread = _things_in(stretch, things, here)
        named += [by_id[key] for key in unread if by_id[key] not in named]
        payload = view(scene, language) | {
            "focal": [entry | {"presence": shown.get(scene.id, {}).get(entry["id"], "other")} for entry in cast],
            "entities": [
                {
                    "id": entity.id,
                    "name": entity.name,
                    "types": list(entity.types),
                    "named": entity.named,
                    "places": places(scene, here.get(entity.id, [])) or unread.get(entity.id, []),
                }
                for entity in named
            ],
            "units": [unit_view(unit, scene) for unit in drawn],
            "relations": [_relation_view(relation, scene) for relation in related],
        }
        tasks.append(
            Task(
                stretch.key,
                payload,
                _accepting(film, scene, by_id, set(chosen), drawn, related, settings["gates"]["fuzzy"]),
            )
        )
    outcome = ask_layer(LAYER, film, tasks, engine, StatesReply, **asking_options(LAYER, language, settings))
    order = [scene.id for scene in scenes]
    present = {
        character: [scene for scene in order if shown.get(scene, {}).get(character) == "on_screen"]
        for character in chosen
    }
    taken = _taken(relations, by_id, set(chosen))
    outcome.records = done(ledger(outcome.records, order, _last_shown(spans), present, taken), units, language)
    return outcome


def _taken(relations: Sequence[Relation], entities: dict[str, Entity], focal: set[str]) -> list[tuple[str, Anchor]]:
    """Things that somebody without a ledger comes by, and where: nobody else has them then."""
    found = []
    for relation in relations:
        subject = entities.get(relation.subject)
        if relation.predicate != "possesses" or relation.modality != "actual" or relation.polarity != "positive":
            continue
        if subject is None or subject.id in focal or "Character" not in subject.types:
            continue
        places = [Anchor(scene=span.scene, offset=span.start) for span in relation.evidence if span.start is not None]
        if places:
            found.append((relation.object, min(places, key=moment)))
    return found


def _by_first_word(things: Sequence[Entity]) -> dict[str, list[tuple[int, str, str]]]:
    """Names of two words or more: the thing's place among the things, its id, the name."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for order, thing in enumerate(things):
        for form in {alias.surface for alias in thing.aliases if " " in alias.surface}:
            if first := _WORD.match(form):
                found.setdefault(first[0], []).append((order, thing.id, form))
    return found


def _things_in(
    stretch: Stretch, named: dict[str, list[tuple[int, str, str]]], here: Collection[str]
) -> dict[str, list[dict[str, Any]]]:
    """By thing of the film that no mention of the scene is (``here``), the places of its names in the action: nobody
    does anything to it there, but somebody may be shown with it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for number, element in enumerate(stretch.scene.elements):
        low, high = element.content
        if element.kind != "action" or not stretch.start <= element.start < stretch.end:
            continue
        text = stretch.scene.text[low:high]
        longest: dict[tuple[int, str], tuple[int, str, int]] = {}
        for word in _WORD.finditer(text):
            for order, thing, form in named.get(word[0], ()):
                at = word.start()
                if thing not in here and text.startswith(form, at) and _EDGE.match(text, at + len(form)):
                    one = (-len(form), form, at)
                    longest[order, thing] = min(one, longest.get((order, thing), one))
        for (_, thing), (_, form, at) in sorted(longest.items()):
            found.setdefault(thing, []).append({"element": number, "start": at, "text": form})
    return found


def _last_shown(spans: Spans) -> dict[str, str]:
    """By entity, the last scene in which it stands."""
    return {entity: scene for scene in sorted(spans, key=id_key) for entity in spans[scene]}


def _group(records: Sequence[Any], key: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for record in records:
        found.setdefault(key(record), []).append(record)
    return found


def _relation_view(relation: Relation, scene: Scene) -> dict[str, Any]:
    quotes = [span for span in relation.evidence if span.scene == scene.id and span.start is not None]
    return {
        "id": relation.id,
        "subject": relation.subject,
        "predicate": relation.predicate,
        "object": relation.object,
        "description": relation.description,
        "polarity": relation.polarity,
        "modality": relation.modality,
        "qualifiers": [{"name": held.name, "value": held.value} for held in relation.qualifiers],
        "persistence": relation.persistence,
        "confidence": relation.confidence,
        "places": places(scene, quotes),
    }


def _accepting(
    film: str,
    scene: Scene,
    entities: dict[str, Entity],
    focal: set[str],
    units: Sequence[Unit],
    relations: Sequence[Relation],
    fuzzy: float,
) -> Any:
    known_units = {unit.id: unit for unit in units}
    known_relations = {relation.id: relation for relation in relations}

    def accept(reply: StatesReply, made: Made) -> Accepted:
        kept: list[Observed] = []
        refusals: list[Refusal] = []
        for draft in reply.states:
            evidence = ground_quotes(scene, draft.quotes, fuzzy)
            fault = _fault(draft, entities, focal, known_units, known_relations)
            if fault:
                refusals.append(fault)
            elif isinstance(evidence, str):
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{draft.claim[:60]}: {evidence[:60]}"))
            else:
                state = State(
                    id="cs-0000",
                    film=film,
                    character=draft.character,
                    aspect=draft.aspect,
                    claim=draft.claim,
                    value=draft.value,
                    target=draft.target,
                    valid_from=Anchor(scene=scene.id, offset=evidence[0].start),
                    valid_to=None,
                    invariant=draft.invariant,
                    after=None,
                    catalyst=draft.unit,
                    confidence=round(draft.confidence, 4),
                    evidence=evidence,
                    cites=_cites(draft, entities, known_units, known_relations),
                    made=made,
                )
                kept.append(Observed(state=state, ends=draft.ends, made=made))
        surfaces = tuple(
            f"{item.state.character} {item.state.aspect} {item.state.target} {item.state.claim}" for item in kept
        )
        return Accepted(tuple(kept), tuple(refusals), surfaces)

    return accept


def _fault(
    draft: StateDraft,
    entities: dict[str, Entity],
    focal: set[str],
    units: dict[str, Unit],
    relations: dict[str, Relation],
) -> Refusal | None:
    if draft.character not in focal:
        return Refusal("registry", "not-focal", draft.character)
    if draft.target is not None and (draft.target not in entities or draft.target == draft.character):
        return Refusal("registry", "unknown-target", str(draft.target))
    if draft.unit not in (None, *units) or draft.relation not in (None, *relations):
        return Refusal("registry", "unknown-support", f"{draft.unit} {draft.relation}")
    entity = entities[draft.character]
    if not names_one_of(draft.claim, [entity]):
        return Refusal("registry", "claim-names-nobody", draft.claim[:80])
    return None


def _cites(
    draft: StateDraft, entities: dict[str, Entity], units: dict[str, Unit], relations: dict[str, Relation]
) -> tuple:
    found = [citation("entities", entities[draft.character], "name")]
    if draft.target:
        found.append(citation("entities", entities[draft.target], "name"))
    if draft.unit:
        found.append(citation("units", units[draft.unit], "summary", "participants", "polarity", "modality"))
    if draft.relation:
        relation = relations[draft.relation]
        found.append(
            citation("relations", relation, "subject", "predicate", "object", "polarity", "modality", "qualifiers")
        )
    return sort_citations(found)
