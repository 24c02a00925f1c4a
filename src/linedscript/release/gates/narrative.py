"""Episodes partition the units; links go forward within the window; intervals run forward; items need passages."""

from collections.abc import Iterator
from typing import Any

from linedscript.records.narrative import LINK_WINDOW
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting

GATE = "narrative"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    yield from _partition(rows)
    yield from _links(rows)
    yield from _intervals(rows)
    yield from _traits(rows)
    yield from _exemplars(rows)
    yield from _memories(rows)
    yield from _items(rows)


def _partition(rows: FilmRows) -> Iterator[Defect]:
    units = {unit.id: unit for unit in rows.records["units"]}
    holder: dict[str, str] = {}
    for episode in rows.records["episodes"]:
        if episode.open != (episode.outcome is None):
            yield rows.defect(
                GATE, "episode-outcome", "episodes", episode.id, "an Episode is open exactly where it has no outcome"
            )
        for name in episode.units:
            if name in holder:
                yield rows.defect(
                    GATE, "unit-in-two-episodes", "episodes", episode.id, f"{name} is in {holder[name]} already"
                )
            holder.setdefault(name, episode.id)
            unit = units.get(name)
            if unit is not None and unit.scene != episode.scene:
                yield rows.defect(
                    GATE,
                    "episode-across-scenes",
                    "episodes",
                    episode.id,
                    f"is of {episode.scene}, but {name} is of {unit.scene}",
                    "an Episode is scene-local",
                )
            if unit is not None and unit.kind == "Occasion":
                yield rows.defect(GATE, "occasion-in-episode", "episodes", episode.id, f"{name} is an Occasion")
    if any(row.id.startswith("episodes/") for row in rows.records["stale"]):
        return  # the withheld Episodes hold the units that are left
    for unit in units.values():
        if unit.kind != "Occasion" and unit.id not in holder:
            yield rows.defect(
                GATE,
                "unit-in-no-episode",
                "units",
                unit.id,
                f"the {unit.kind} is in no Episode",
                "every Event and Interaction is in exactly one",
            )


def _links(rows: FilmRows) -> Iterator[Defect]:
    place = {
        episode.id: (rows.order.get(episode.scene), number) for number, episode in enumerate(rows.records["episodes"])
    }
    for link in rows.records["links"]:
        source, target = place.get(link.source), place.get(link.target)
        if source is None or target is None or None in (source[0], target[0]):
            continue  # a dangling end is the references gate's
        distance = target[0] - source[0]
        if link.source == link.target or distance < 0:
            yield rows.defect(
                GATE, "link-backward", "links", link.id, f"goes from {link.source} to {link.target}, not forward"
            )
        elif distance > LINK_WINDOW:
            yield rows.defect(
                GATE, "link-window", "links", link.id, f"spans {distance} scenes", f"at most {LINK_WINDOW} are allowed"
            )
        if distance != link.distance:
            yield rows.defect(
                GATE,
                "link-distance",
                "links",
                link.id,
                f"says a distance of {link.distance}, the scenes say {distance}",
            )


def _intervals(rows: FilmRows) -> Iterator[Defect]:
    def moment(anchor: Any) -> tuple[int, int]:
        return rows.order.get(anchor.scene, 0), anchor.offset

    states = {state.id: state for state in rows.records["states"]}
    for state in states.values():
        if state.valid_to is not None and moment(state.valid_to) <= moment(state.valid_from):
            yield rows.defect(
                GATE,
                "interval-order",
                "states",
                state.id,
                "ends before it begins",
                "valid_to lies after valid_from in story order",
            )
        before = states.get(state.after) if state.after is not None else None
        if before is not None and (before.character, before.aspect) != (state.character, state.aspect):
            yield rows.defect(
                GATE,
                "state-replaces-other",
                "states",
                state.id,
                f"replaces {before.id}, which is of another character or aspect",
            )
        if before is not None and moment(before.valid_from) >= moment(state.valid_from):
            yield rows.defect(GATE, "interval-order", "states", state.id, f"replaces {before.id}, which begins later")
    for relation in rows.records["relations"]:
        when = relation.time_range
        if when is not None and when.start and when.end and rows.order.get(when.start, 0) > rows.order.get(when.end, 0):
            yield rows.defect(GATE, "interval-order", "relations", relation.id, "its time range ends before it begins")
    for name in ("presence",):
        for row in rows.records[name]:
            if row.first is not None and row.last is not None and row.first > row.last:
                yield rows.defect(GATE, "interval-order", name, row.id, "its last trace stands before its first")


def _traits(rows: FilmRows) -> Iterator[Defect]:
    """A line of a persona card holds for a while, and nothing of it before its evidence is over."""

    def moment(scene: str | None, offset: int | None) -> tuple[int, int]:
        return rows.order.get(scene or "", 0), offset or 0

    for trait in rows.records["traits"]:
        since = moment(trait.valid_from.scene, trait.valid_from.offset)
        if trait.valid_to is not None and moment(trait.valid_to.scene, trait.valid_to.offset) <= since:
            yield rows.defect(GATE, "interval-order", "traits", trait.id, "ends before it begins")
        if any(span.scene and moment(span.scene, span.end) > since for span in trait.evidence):
            yield rows.defect(GATE, "trait-too-early", "traits", trait.id, "holds before its evidence is over")


def _exemplars(rows: FilmRows) -> Iterator[Defect]:
    """A line lies in dialogue and ends where it is said; one has no words in the record to check it by."""
    elements = {scene.id: scene.elements for scene in rows.records["scenes"]}
    for exemplar in rows.records["exemplars"]:
        (line,) = exemplar.evidence
        spoken = [
            element
            for element in elements.get(line.scene, ())
            if element.kind == "dialogue" and line.kind == "span" and element.start <= line.start < element.end
        ]
        if not spoken or line.end > spoken[0].end:
            yield rows.defect(GATE, "exemplar-not-dialogue", "exemplars", exemplar.id, "its line isn't in dialogue")
        elif (line.scene, line.end) != (exemplar.at.scene, exemplar.at.offset):
            yield rows.defect(
                GATE, "exemplar-place", "exemplars", exemplar.id, "is said at another place than its line's end"
            )


def _memories(rows: FilmRows) -> Iterator[Defect]:
    """A character remembers what it perceived, and nothing before it was over."""
    seen = {(one.unit, one.character) for one in rows.records["perception"] if one.witness}
    for memory in rows.records["memories"]:
        for unit in memory.units:
            if (unit, memory.character) not in seen:
                yield rows.defect(
                    GATE, "memory-unseen", "memories", memory.id, f"{memory.character} didn't perceive {unit}"
                )
        since = (rows.order.get(memory.at.scene, 0), memory.at.offset)
        if any(span.scene and (rows.order.get(span.scene, 0), span.end or 0) > since for span in memory.evidence):
            yield rows.defect(
                GATE, "memory-too-early", "memories", memory.id, "is remembered before its evidence has been seen"
            )


def _items(rows: FilmRows) -> Iterator[Defect]:
    asked: dict[str, str] = {}
    for item in rows.records["items"]:
        scenes = {step.scene for step in item.path}
        units = {(step.record, step.evidence.start, step.evidence.end) for step in item.path}
        if len(units) < 2:
            yield rows.defect(GATE, "single-passage", "items", item.id, "one support unit gives the answer away (D5)")
        elif item.category != "Scene Grounding" and len(scenes) < 2:
            yield rows.defect(
                GATE,
                "single-passage",
                "items",
                item.id,
                f"{item.category} needs support units of different scenes (D5)",
            )
        if item.question in asked:
            yield rows.defect(GATE, "duplicate-item", "items", item.id, f"asks what {asked[item.question]} asks")
        asked.setdefault(item.question, item.id)
        if item.language != rows.film.language:
            yield rows.defect(
                GATE, "item-language", "items", item.id, f"is in {item.language}, the film in {rows.film.language}"
            )
