"""Who has access to each scene, on the four-step ladder, and who takes part in and who perceives each unit.

(lf-videoqa.txt, Tables 18 and 19.) The two dimensions of a unit are independent. One question per scene,
or part of a long one.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import merge_evidence
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.stretches import all_stretches
from linedscript.characters.places import Spans, people, spans_by_scene, unit_view, view, within
from linedscript.characters.sight import blind
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.character import PresenceLevel, ScenePresence, UnitPresence
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

LAYER = "presence"
_WITHOUT_PLACE = frozenset(("adjacent_scene", "none"))
Basis = Literal["action", "speech", "off_screen_speech", "voice_over", "mention", "adjacent_scene", "none"]


class PresenceDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    character: Annotated[str, Meta(max_length=40)]
    level: PresenceLevel
    basis: Basis
    quotes: Annotated[tuple[Quote, ...], Meta(max_length=400)]
    """The first and the last trace, and what else decided it; none where the neighbouring scene did."""


class PerceptionDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    unit: Annotated[str, Meta(max_length=40)]
    character: Annotated[str, Meta(max_length=40)]
    participant: bool
    witness: bool
    basis: Literal["acts", "acted_upon", "in_scene", "hears_off_screen", "perception_blocked", "voice_over", "left"]


class PresenceReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    presence: Annotated[tuple[PresenceDraft, ...], Meta(max_length=2000)]
    """Characters that aren't named here are ``absent_unmentioned``."""
    perception: Annotated[tuple[PerceptionDraft, ...], Meta(max_length=20000)]


def draw_presence(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    engine: Engine,
    settings: dict[str, Any],
) -> tuple[Outcome, list[UnitPresence]]:
    """Scene presence of every named character in the outcome's records; perception of units beside it. A long scene is
    asked about in parts.

    A unit has records only for characters with access to its scene or a part in it.
    """
    roster = {entity.id: entity for entity in entities if entity.named and "Character" in entity.types}
    spans = spans_by_scene(list(roster.values()))
    unseeing = blind(language, scenes, spans)
    by_scene: dict[str, list[Unit]] = {}
    for unit in units:
        by_scene.setdefault(unit.scene, []).append(unit)
    names = _Names(list(roster.values()), spans, [scene.id for scene in scenes], settings["asking"]["roster"])
    tasks = []
    before: dict[str, Any] | None = None
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        shown = view(scene, language)
        present = people(scene, roster, within(stretch, spans.get(scene.id, {})))
        drawn = [unit for unit in by_scene.get(scene.id, []) if stretch.begins(unit.evidence)]
        payload = shown | {
            "characters": present,
            "roster": names.beside(scene.id),
            "units": [unit_view(unit, scene) for unit in drawn],
            "previous": before,
        }
        if stretch.start:
            payload["goes_on"] = True
        cannot_see = sorted({entry["id"] for entry in present if scene.id in unseeing.get(entry["id"], ())}, key=id_key)
        if cannot_see:
            payload["blind"] = cannot_see
        tasks.append(Task(stretch.key, payload, _accepting(film, scene, roster, drawn, settings["gates"]["fuzzy"])))
        before = {"heading": shown["heading"], "elements": shown["elements"], "characters": present}
    outcome = ask_layer(LAYER, film, tasks, engine, PresenceReply, **asking_options(LAYER, language, settings))
    perception = [record for record in outcome.records if isinstance(record, UnitPresence)]
    outcome.records = _joined([record for record in outcome.records if isinstance(record, ScenePresence)])
    return outcome, perception


class _Names:
    """The film's characters beside a question, at most so many."""

    def __init__(self, roster: list[Entity], spans: Spans, scenes: list[str], most: int) -> None:
        self._entries = [{"id": entity.id, "name": entity.name} for entity in roster]
        self._places = {entity.id: len(entity.evidence) for entity in roster}
        self._spans, self._most = spans, most
        self._order = {scene: number for number, scene in enumerate(scenes)}
        self._scenes = scenes

    def beside(self, scene: str) -> list[dict[str, Any]]:
        """Who is named in the scene, who in those next to it, then who stands in the film most; in the film's order."""
        if len(self._entries) <= self._most:
            return self._entries
        here = self._spans.get(scene, {})
        at = self._order[scene]
        near = {
            entity
            for other in (*self._scenes[max(0, at - 1) : at], *self._scenes[at + 1 : at + 2])
            for entity in self._spans.get(other, {})
        }

        def rank(number: int) -> tuple[Any, ...]:
            entity = self._entries[number]["id"]
            return (entity not in here, entity not in near, -self._places[entity], number)

        return [self._entries[number] for number in sorted(sorted(range(len(self._entries)), key=rank)[: self._most])]


def _joined(records: Sequence[ScenePresence]) -> list[ScenePresence]:
    """One record per scene and character: of a scene's parts the highest rung, with the evidence for it."""
    held: dict[str, list[ScenePresence]] = {}
    for record in records:
        held.setdefault(record.id, []).append(record)
    return [found[0] if len(found) == 1 else _highest(found) for found in held.values()]


def _highest(parts: Sequence[ScenePresence]) -> ScenePresence:
    rungs = get_args(PresenceLevel)
    best = min(parts, key=lambda record: (rungs.index(record.level), record.basis in _WITHOUT_PLACE))
    evidence = merge_evidence(record.evidence for record in parts if record.level == best.level)
    return msgspec.structs.replace(
        best,
        evidence=evidence,
        first=evidence[0].start if evidence else None,
        last=evidence[-1].end if evidence else None,
        made=min((record.made for record in parts), key=lambda made: (made.accepted, made.score or 0.0)),
    )


def _accepting(film: str, scene: Scene, roster: dict[str, Entity], units: Sequence[Unit], fuzzy: float) -> Any:
    known = {unit.id for unit in units}

    def accept(reply: PresenceReply, made: Made) -> Accepted:
        refusals: list[Refusal] = []
        found: dict[str, ScenePresence] = {}
        for draft in reply.presence:
            record = _scene_presence(film, scene, roster, draft, made, fuzzy)
            if isinstance(record, Refusal):
                refusals.append(record)
            elif draft.character in found:
                refusals.append(Refusal("registry", "character-twice", draft.character))
            else:
                found[draft.character] = record
        absent = PresenceDraft(character="", level="absent_unmentioned", basis="none", quotes=())
        for character in roster:
            if character not in found:
                silent = msgspec.structs.replace(absent, character=character)
                found[character] = _scene_presence(film, scene, roster, silent, made, fuzzy)
        seen: dict[tuple[str, str], UnitPresence] = {}
        for draft in reply.perception:
            refusal = _perception_fault(draft, known, found, seen)
            if refusal:
                refusals.append(refusal)
                continue
            seen[draft.unit, draft.character] = UnitPresence(
                id=f"{draft.unit}:{draft.character}",
                film=film,
                unit=draft.unit,
                character=draft.character,
                participant=draft.participant,
                witness=draft.witness,
                basis=draft.basis,
                made=made,
            )
        records = (*(found[character] for character in roster), *seen.values())
        return Accepted(records, tuple(refusals), tuple(record.id for record in records))

    return accept


def _scene_presence(
    film: str, scene: Scene, roster: dict[str, Entity], draft: PresenceDraft, made: Made, fuzzy: float
) -> ScenePresence | Refusal:
    if draft.character not in roster:
        return Refusal("registry", "unknown-character", draft.character)
    if draft.basis == "voice_over" and draft.level == "on_screen":
        return Refusal("registry", "voice-over-is-no-presence", draft.character, critical=True)
    evidence = ground_quotes(scene, draft.quotes, fuzzy)
    if isinstance(evidence, str):
        return Refusal("grounding", "quote-not-in-scene", f"{draft.character}: {evidence[:80]}")
    if not evidence and draft.basis not in _WITHOUT_PLACE:
        return Refusal("grounding", "no-evidence", f"{draft.character}: {draft.basis}")
    return ScenePresence(
        id=f"{scene.id}.{draft.character}",
        film=film,
        scene=scene.id,
        character=draft.character,
        level=draft.level,
        basis=draft.basis,
        first=evidence[0].start if evidence else None,
        last=evidence[-1].end if evidence else None,
        evidence=evidence,
        made=made,
    )


def _perception_fault(
    draft: PerceptionDraft, known: set[str], found: dict[str, ScenePresence], seen: dict[tuple[str, str], UnitPresence]
) -> Refusal | None:
    where = f"{draft.unit}:{draft.character}"
    if draft.unit not in known or draft.character not in found:
        return Refusal("registry", "unknown-unit-or-character", where)
    if (draft.unit, draft.character) in seen:
        return Refusal("registry", "unit-and-character-twice", where)
    if draft.witness and found[draft.character].basis == "voice_over":
        return Refusal("registry", "voice-over-witnesses-nothing", where, critical=True)
    return None
