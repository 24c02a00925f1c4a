"""Where entities stand in a scene's elements: what the character layers' questions show."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from linedscript.backbone.stretches import Stretch
from linedscript.records.base import Evidence, Language
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

Spans = dict[str, dict[str, list[Evidence]]]


def spans_by_scene(entities: Sequence[Entity]) -> Spans:
    """Per scene id and entity id: the entity's spans there, in text order."""
    found: Spans = {}
    for entity in entities:
        for evidence in entity.evidence:
            if evidence.kind == "span" and evidence.scene is not None:
                found.setdefault(evidence.scene, {}).setdefault(entity.id, []).append(evidence)
    return found


def within(stretch: Stretch, spans: Mapping[str, list[Evidence]]) -> Mapping[str, list[Evidence]]:
    """Of a scene's spans by entity those in the stretch."""
    if stretch.whole:
        return spans
    held = {entity: [span for span in found if stretch.holds([span])] for entity, found in spans.items()}
    return {entity: found for entity, found in held.items() if found}


def places(scene: Scene, spans: Sequence[Evidence]) -> list[dict[str, Any]]:
    """``{element, start, text}`` per span: ``start`` in code points of that element's content."""
    starts = [element.start for element in scene.elements]
    found = []
    for span in spans:
        number = bisect_right(starts, span.start) - 1
        if number >= 0 and span.end <= scene.elements[number].end:
            low = scene.elements[number].content[0]
            found.append({"element": number, "start": span.start - low, "text": scene.text[span.start : span.end]})
    return found


def view(scene: Scene, language: Language) -> dict[str, Any]:
    """``language``, ``heading`` and ``elements`` ({kind, text, cue}); no film id or title."""
    heading = scene.heading
    return {
        "language": language,
        "heading": heading and {"text": heading.text, "place": heading.place, "time": heading.time},
        "elements": [
            {
                "kind": element.kind,
                "text": scene.text[element.content[0] : element.content[1]],
                "cue": element.cue and {"name": element.cue.name, "voice": element.cue.voice},
            }
            for element in scene.elements
        ],
    }


def people(scene: Scene, roster: Mapping[str, Entity], spans: Mapping[str, list[Evidence]]) -> list[dict[str, Any]]:
    """``{id, name, aliases, places}`` of the roster's characters who stand in the scene, in id order of the roster."""
    return [
        {
            "id": entity.id,
            "name": entity.name,
            "aliases": [alias.surface for alias in entity.aliases],
            "places": places(scene, spans[entity.id]),
        }
        for entity in roster.values()
        if entity.id in spans
    ]


def unit_view(unit: Unit, scene: Scene) -> dict[str, Any]:
    """A unit as the questions show it, with the place of its first evidence."""
    first = places(scene, [evidence for evidence in unit.evidence if evidence.start is not None][:1])
    return {
        "id": unit.id,
        "kind": unit.kind,
        "label": unit.label,
        "summary": unit.summary,
        "trigger": unit.trigger,
        "polarity": unit.polarity,
        "modality": unit.modality,
        "participants": [{"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants],
        "place": first[0] if first else None,
    }
