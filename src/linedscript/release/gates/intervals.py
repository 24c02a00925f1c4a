"""Task I: intervals that put together are the text, memories of nothing later, and a rubric for each checkpoint."""

from collections.abc import Iterator
from typing import Any

from linedscript.errors import LinedscriptError
from linedscript.records.release import Defect
from linedscript.records.stage import Interval, Observation
from linedscript.release.gates.base import FilmRows, Setting

GATE = "intervals"
_MOST = {"states": 8, "developments": 4}
"""stage.txt, Task I."""


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    points = {point.id: point for point in rows.records["checkpoints"]}
    for layer in ("intervals", "rubrics"):
        for name in sorted(points.keys() - rows.ids[layer]):
            yield rows.defect(GATE, f"no-{layer[:-1]}", layer, name, f"the checkpoint has no {layer[:-1]}")
    for rubric in rows.records["rubrics"]:
        for pool, most in _MOST.items():
            if len(getattr(rubric, pool)) > most:
                yield rows.defect(GATE, "rubric-bounds", "rubrics", rubric.id, f"has more than {most} {pool}")
    trajectories: dict[str, list[Interval]] = {}
    for interval in rows.records["intervals"]:
        trajectories.setdefault(interval.character, []).append(interval)
    observations = {record.id: record for record in rows.records["observations"]}
    for own in trajectories.values():
        own.sort(key=lambda interval: interval.number)
        yield from _anchors(rows, own, points)
        yield from _coverage(rows, own)
        for interval in own:
            yield from _memory(rows, interval, observations)
    if rows.texts:
        yield from _tokens(rows, trajectories)


def _anchors(rows: FilmRows, own: list[Interval], points: dict[str, Any]) -> Iterator[Defect]:
    """Each goes from the anchor before to its checkpoint's own."""
    start = None
    for number, interval in enumerate(own, 1):
        point = points.get(interval.id)
        if (interval.number, interval.start) != (number, start) or (point and interval.end != point.anchor):
            yield rows.defect(
                GATE, "interval-anchor", "intervals", interval.id, "doesn't go from the anchor before it to its own"
            )
        start = interval.end


def _coverage(rows: FilmRows, own: list[Interval]) -> Iterator[Defect]:
    """The parts follow each other through the scenes without a gap, from the film's first character on."""
    scenes = [scene for scene in rows.records["scenes"] if scene.chars]
    at, offset = 0, 0
    for interval in own:
        for part in (part for chunk in interval.chunks for part in chunk.parts):
            if at < len(scenes) and offset == scenes[at].chars:
                at, offset = at + 1, 0
            if at == len(scenes) or (part.scene, part.start) != (scenes[at].id, offset) or part.end > scenes[at].chars:
                expected = f"{offset} in {scenes[at].id}" if at < len(scenes) else "nothing"
                yield rows.defect(
                    GATE,
                    "interval-text",
                    "intervals",
                    interval.id,
                    f"holds {part.start} to {part.end} in {part.scene} where {expected} comes next",
                    "intervals put together are the text up to the final anchor; assemble the film again",
                )
                return
            offset = part.end


def _memory(rows: FilmRows, interval: Interval, observations: dict[str, Observation]) -> Iterator[Defect]:
    end = (rows.order.get(interval.end.scene, 0), interval.end.offset)
    for name in interval.memory:
        record = observations.get(name)
        if record is None:
            continue  # the references gate names it
        if record.character != interval.character:
            yield rows.defect(
                GATE, "memory-of-another", "intervals", interval.id, f"remembers {name}, which is of {record.character}"
            )
        if any((rows.order.get(piece.scene or "", 0), piece.end or 0) > end for piece in record.evidence):
            yield rows.defect(
                GATE, "leak-later", "intervals", interval.id, f"remembers {name}, which stands behind its anchor"
            )


def _tokens(rows: FilmRows, trajectories: dict[str, list[Interval]]) -> Iterator[Defect]:
    """With the texts at hand: the exact coverage check."""
    from linedscript.screenplay.tokens import tokenizer_named
    from linedscript.suites.stage.intervals import Script, coverage_faults

    scripts: dict[str, Script] = {}
    for own in trajectories.values():
        try:
            tokenizer = tokenizer_named(own[0].tokenizer)
        except LinedscriptError:
            continue  # a served model's, which is at hand where the film was read
        if tokenizer.name not in scripts:
            scripts[tokenizer.name] = Script(rows.film.id, list((rows.texts or {}).values()), tokenizer)
        try:
            faults = coverage_faults(scripts[tokenizer.name], own)
        except LinedscriptError as error:
            faults = [error]
        for fault in faults:
            yield rows.defect(GATE, fault.code, "intervals", fault.place.partition("/")[2], fault.problem, fault.hint)
