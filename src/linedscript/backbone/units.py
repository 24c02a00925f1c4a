"""The units layer: Events, Interactions and Occasions of every scene, with the spans that they are read off."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.naming import one_line, stands
from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.stretches import all_stretches, renumbered
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Evidence, Language, Made
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
    """Units of a film: one question per scene, or part of a long one.

    Ids count the first evidence within the scene, ``s0012.u03``.
    """
    roster = film_roster(scenes)
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        payload = scene_payload(stretch.scene, language, roster, settings["asking"]["names"])
        accept = _accepting(stretch.scene, payload["names"], settings["gates"]["fuzzy"])
        tasks.append(Task(stretch.key, payload, accept))
    outcome = ask_layer(LAYER, film, tasks, engine, UnitsReply, **asking_options(LAYER, language, settings))
    outcome.records = renumbered(outcome.records, "u")
    return outcome


def _accepting(scene: Scene, shown: Sequence[dict[str, Any]], fuzzy: float) -> Any:
    def accept(reply: UnitsReply, made: Made) -> Accepted:
        refusals: list[Refusal] = []
        grounded: dict[Any, tuple[UnitDraft, tuple[Evidence, ...]]] = {}
        for draft in reply.units:
            evidence = ground_quotes(scene, draft.quotes, fuzzy)
            if isinstance(evidence, str):
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{draft.label}: {evidence[:80]}"))
                continue
            named, unknown = _named(scene, shown, draft)
            refusals.extend(Refusal("grounding", "name-not-in-scene", f"{draft.label}: {name}") for name in unknown)
            key = (named.kind, named.summary, named.polarity, named.modality, evidence, frozenset(named.participants))
            if key in grounded:
                refusals.append(Refusal("registry", "unit-twice", draft.label))
            else:
                grounded[key] = named, evidence
        ordered = sorted(grounded.values(), key=lambda pair: pair[1][0].start)
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
            for number, (draft, evidence) in enumerate(ordered, 1)
        )
        return Accepted(units, tuple(refusals), tuple(f"{unit.kind}: {unit.summary}" for unit in units))

    return accept


def _named(scene: Scene, shown: Sequence[dict[str, Any]], draft: UnitDraft) -> tuple[UnitDraft, list[str]]:
    """The draft with the participants, place and time that the material names, and what it doesn't name.

    The unit itself stays: its quotes prove it, and a retelling is lost more easily than mended.
    """
    unknown: list[str] = []

    def known(name: str | None) -> str | None:
        if name is None:
            return None
        line = one_line(name)
        if line and stands(scene, line, shown):
            return line
        unknown.append(name)
        return None

    parts = [PartDraft(name=name, role=part.role) for part in draft.participants if (name := known(part.name))]
    place, time = known(draft.place), known(draft.time)
    kept = msgspec.structs.replace(draft, participants=tuple(dict.fromkeys(parts)), place=place, time=time)
    return kept, unknown
