"""Developments, access and checkpoints are in order and of one character; every focal character has its trajectory."""

from collections.abc import Iterator

from linedscript.characters.trajectory_rules import Story, trajectory_faults
from linedscript.records.release import Defect
from linedscript.records.trajectory import FEWEST_CHECKPOINTS
from linedscript.release.gates.base import FilmRows, Setting

GATE = "trajectories"
_LAYERS = ("states", "units", "developments", "access", "checkpoints")


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    held = {layer: {row.id: row for row in rows.records[layer]} for layer in _LAYERS}
    story = Story(place=lambda scene: rows.order.get(scene, 0), **held)
    for fault in trajectory_faults(story):
        yield rows.defect(GATE, fault.code, fault.layer, fault.record, fault.problem, fault.hint)
    chars = {scene.id: scene.chars for scene in rows.records["scenes"]}
    for checkpoint in rows.records["checkpoints"]:
        if checkpoint.anchor.offset > chars.get(checkpoint.anchor.scene, checkpoint.anchor.offset):
            problem = f"stands at {checkpoint.anchor.offset} of {checkpoint.anchor.scene}, beyond its end"
            yield rows.defect(GATE, "checkpoint-outside", "checkpoints", checkpoint.id, problem)
    yield from _trajectories(rows)


def _trajectories(rows: FilmRows) -> Iterator[Defect]:
    """They list what is released: all checkpoints of a character that has two at least, in story order."""
    own: dict[str, list[str]] = {}
    placed = sorted(
        rows.records["checkpoints"], key=lambda one: (rows.order.get(one.anchor.scene, 0), one.anchor.offset)
    )
    for checkpoint in placed:
        own.setdefault(checkpoint.character, []).append(checkpoint.id)
    listed = {row.id for row in rows.records["trajectories"]}
    for focal in rows.records["focal"]:
        if focal.id not in listed:
            yield rows.defect(GATE, "no-trajectory", "focal", focal.id, "no record says whether it has a trajectory")
    for row in rows.records["trajectories"]:
        there = own.get(row.id, [])
        wanted = tuple(there) if len(there) >= FEWEST_CHECKPOINTS else ()
        if row.checkpoints != wanted:
            problem = f"lists {', '.join(row.checkpoints) or 'none'}; released are {', '.join(there) or 'none'}"
            yield rows.defect(GATE, "trajectory-differs", "trajectories", row.id, problem)
        if (row.why_none is None) != bool(row.checkpoints):
            yield rows.defect(
                GATE, "trajectory-reason", "trajectories", row.id, "has checkpoints or a reason for having none"
            )
