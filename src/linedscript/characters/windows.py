"""What a focal character perceives, in rolling windows of scenes: the evidence streams of the memory bank."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from linedscript.io.canonical import id_key
from linedscript.records.character import UnitPresence
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit
from linedscript.screenplay.speeches import speeches

Part = Literal["does", "is_done_to", "takes_part", "watches", "hears"]
_PASSAGE = 300
"""Code points of a unit's passage that a question shows."""
_DOES = frozenset(("agent", "speaker"))
_DONE_TO = frozenset(("patient", "addressee", "recipient"))


class Seen(NamedTuple):
    """A unit that the character perceives, and as what."""

    unit: Unit
    part: Part
    perception: UnitPresence


class Window(NamedTuple):
    key: str
    scenes: tuple[str, ...]
    before: tuple[Seen, ...]
    """The end of the window before, for context."""
    seen: tuple[Seen, ...]


def perceived(
    scenes: Sequence[Scene], units: Sequence[Unit], perception: Sequence[UnitPresence], characters: Mapping[str, Any]
) -> dict[str, list[Seen]]:
    """By character what it perceives, in the order of the story. A witness remembers what it saw, and where that is in
    doubt, nothing: voices over the scene reach only those to whom they speak (a radio, a telephone), and in a scene in
    which a character neither acts nor is spoken to it may be asleep, or only a thing of its be there."""
    over = {scene.id: _voices_over(scene) for scene in scenes}
    by_id = {unit.id: unit for unit in units}
    narrated = {unit.id for unit in units if _within(unit, over.get(unit.scene, ()))}
    found: dict[str, list[Seen]] = {character: [] for character in characters}
    for record in perception:
        unit = by_id.get(record.unit)
        if unit is not None and record.witness and record.character in found:
            seen = Seen(unit, _part(unit, record), record)
            if unit.id not in narrated or _is_spoken_to(seen):
                found[record.character].append(seen)
    for character, held in found.items():
        awake = {one.unit.scene for one in held if one.part == "does" or _is_spoken_to(one)}
        found[character] = sorted(
            (one for one in held if one.unit.scene in awake),
            key=lambda one: (id_key(one.unit.scene), _offset(one.unit), id_key(one.unit.id)),
        )
    return found


def _voices_over(scene: Scene) -> list[tuple[int, int]]:
    """The speeches of voices over the scene, in code points."""
    return [
        (scene.elements[speech.parts[0]].start, scene.elements[speech.parts[-1]].end)
        for speech in speeches(scene)
        if speech.parts and (cue := scene.elements[speech.cue].cue) is not None and cue.voice == "over"
    ]


def _within(unit: Unit, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(low <= _offset(unit) < high for low, high in stretches)


def _is_spoken_to(one: Seen) -> bool:
    roles = {part.role for part in one.unit.participants if part.entity == one.perception.character}
    return "addressee" in roles and any(part.role == "speaker" for part in one.unit.participants)


def _part(unit: Unit, record: UnitPresence) -> Part:
    roles = {part.role for part in unit.participants if part.entity == record.character}
    if roles & _DOES:
        return "does"
    if roles & _DONE_TO:
        return "is_done_to"
    if record.participant:
        return "takes_part"
    return "hears" if record.basis == "hears_off_screen" else "watches"


def _offset(unit: Unit) -> int:
    return min((span.start for span in unit.evidence if span.start is not None), default=0)


def windows(character: str, seen: Sequence[Seen], scenes: int, units: int, overlap: int) -> Iterator[Window]:
    """Runs of at most ``scenes`` scenes and ``units`` units; a scene with more units than that is cut. Each window but
    the first shows the last ``overlap`` units of the one before."""
    held: list[Seen] = []
    before: tuple[Seen, ...] = ()
    number = 0

    def cut() -> Window:
        return Window(
            f"{character}.{number:03d}", tuple(dict.fromkeys(one.unit.scene for one in held)), before, tuple(held)
        )

    for place, one in enumerate(seen):
        opens = place == 0 or seen[place - 1].unit.scene != one.unit.scene
        whole = _ahead(seen, place) if opens else 0
        full = len(held) >= units or (opens and len(held) + min(whole, units) > units)
        many = opens and len({other.unit.scene for other in held}) >= scenes
        if held and (full or many):
            number += 1
            yield cut()
            before, held = tuple(held[-overlap:]) if overlap else (), []
        held.append(one)
    if held:
        number += 1
        yield cut()


def _ahead(seen: Sequence[Seen], place: int) -> int:
    """Units of the scene that begins at ``place``."""
    end = place
    while end < len(seen) and seen[end].unit.scene == seen[place].unit.scene:
        end += 1
    return end - place


def seen_view(one: Seen, scenes: Mapping[str, Scene]) -> dict[str, Any]:
    """A unit as the question shows it, with what the character is in it and the passage that it was read off."""
    unit = one.unit
    span = next((span for span in unit.evidence if span.kind == "span"), None)
    text = "" if span is None else scenes[span.scene].text[span.start : span.end]
    return {
        "id": unit.id,
        "kind": unit.kind,
        "part": one.part,
        "summary": unit.summary,
        "trigger": unit.trigger,
        "polarity": unit.polarity,
        "modality": unit.modality,
        "participants": [{"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants],
        "passage": " ".join(text.split())[:_PASSAGE],
    }
