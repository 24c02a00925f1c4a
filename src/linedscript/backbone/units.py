"""The units layer: Events, Interactions and Occasions of every scene, with the spans that they are read off."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Language, Made
from linedscript.records.scene import Scene
from linedscript.records.unit import Modality, Participant, ParticipantRole, Polarity, Unit, UnitKind

LAYER = "units"
Line = Annotated[str, Meta(min_length=1, max_length=300)]
Name = Annotated[str, Meta(min_length=1, max_length=120)]


class PartDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    role: ParticipantRole


class UnitDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: UnitKind
    label: Line
    summary: Line
    trigger: Name | None
    participants: Annotated[tuple[PartDraft, ...], Meta(max_length=12)]
    place: Name | None
    time: Name | None
    polarity: Polarity
    modality: Modality
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=6)]


class UnitsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    units: Annotated[tuple[UnitDraft, ...], Meta(max_length=2000)]


def draw_units(
    film: str, language: Language, scenes: Sequence[Scene], engine: Engine, settings: dict[str, Any]
) -> Outcome:
    """Units of a film: one question per scene. Ids count the first evidence within the scene, ``s0012.u03``."""
    roster = film_roster(scenes)
    tasks = [
        Task(scene.id, scene_payload(scene, language, roster), _accepting(scene, settings["gates"]["fuzzy"]))
        for scene in scenes
    ]
    return ask_layer(LAYER, film, tasks, engine, UnitsReply, **asking_options(LAYER, language, settings))


def _accepting(scene: Scene, fuzzy: float) -> Any:
    def accept(reply: UnitsReply, made: Made) -> Accepted:
        grounded, refusals = [], []
        for draft in reply.units:
            evidence = ground_quotes(scene, draft.quotes, fuzzy)
            if isinstance(evidence, str):
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{draft.label}: {evidence[:80]}"))
            else:
                grounded.append((draft, evidence))
        grounded.sort(key=lambda pair: pair[1][0].start)
        units = tuple(
            Unit(
                id=f"{scene.id}.u{number:02d}",
                film=scene.film,
                scene=scene.id,
                kind=draft.kind,
                label=draft.label,
                summary=draft.summary,
                trigger=draft.trigger,
                participants=tuple(
                    Participant(name=part.name, role=part.role, mention=None, entity=None)
                    for part in draft.participants
                ),
                place=draft.place,
                time=draft.time,
                polarity=draft.polarity,
                modality=draft.modality,
                evidence=evidence,
                made=made,
            )
            for number, (draft, evidence) in enumerate(grounded, 1)
        )
        return Accepted(units, tuple(refusals), tuple(f"{unit.kind}: {unit.summary}" for unit in units))

    return accept
