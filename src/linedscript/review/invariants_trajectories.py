"""What holds of developments, access and checkpoints after every patch."""

from collections.abc import Callable
from typing import Any

from linedscript.characters.trajectory_rules import Story, lone_checkpoints, trajectory_faults
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found


def check(book: Book, live: Callable[[str], list[Any]]) -> Found:
    """``live``: a layer's records that aren't withheld. A withheld checkpoint counts as one of its trajectory, for a
    later patch can keep it."""
    layers = ("states", "units", "developments", "access", "checkpoints")
    held = {layer: {record.id: record for record in live(layer)} for layer in layers}
    places = {scene: number for number, scene in enumerate(book.scenes)}
    story = Story(place=lambda scene: places.get(scene, int(scene[1:])), **held)
    for one in (*trajectory_faults(story), *lone_checkpoints(list(book.rows.get("checkpoints", {}).values()))):
        yield one.code, (one.layer, one.record), one.problem, one.also, one.hint
    for checkpoint in held["checkpoints"].values():
        scene = book.scenes.get(checkpoint.anchor.scene)
        if scene is not None and checkpoint.anchor.offset > len(scene.text):
            problem = f"stands at {checkpoint.anchor.offset} of {scene.id}, which ends at {len(scene.text)}"
            yield "checkpoint-outside", ("checkpoints", checkpoint.id), problem, (), ""
