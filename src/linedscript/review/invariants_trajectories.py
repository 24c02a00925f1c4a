"""What holds of developments, access and checkpoints after every patch."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from linedscript.characters.trajectory_rules import Story, lone_checkpoints, trajectory_faults
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found
from linedscript.review.references import Ref


def check(book: Book, live: Callable[[str], list[Any]]) -> Found:
    """``live``: a layer's records that aren't withheld. A withheld checkpoint counts as one of its trajectory, for a
    later patch can keep it."""
    layers = ("states", "units", "developments", "access", "checkpoints")
    held = {layer: {record.id: record for record in live(layer)} for layer in layers}
    places = {scene: number for number, scene in enumerate(book.scenes)}
    story = Story(place=lambda scene: places.get(scene, int(scene[1:])), **held)
    for one in (*trajectory_faults(story), *lone_checkpoints(list(book.rows.get("checkpoints", {}).values()))):
        yield one.code, (one.layer, one.record), one.problem, one.also, one.hint
    yield from _passed(book, story)


def _passed(book: Book, story: Story) -> Iterator[tuple[str, Ref, str, tuple[Ref, ...], str]]:
    """A checkpoint that a patch moved stands between those that it stood between: its number says so to everybody, and
    what follows it in the trajectory isn't another's for a typing error."""
    model = book.model.get("checkpoints", {})
    ends = ("baseline", "final")  # whose places are in order or ``checkpoint-order``
    both = [name for name, one in story.checkpoints.items() if name in model and one.kind not in ends]
    patched = {name for name in both if _is_moved(book, name)}
    for one, other in combinations(both, 2) if patched else ():
        if patched.isdisjoint((one, other)):
            continue
        before, after = ([rows[name] for name in (one, other)] for rows in (model, story.checkpoints))
        if before[0].character != before[1].character or after[0].character != after[1].character:
            continue
        was, now = ([story.at(point.anchor) for point in pair] for pair in (before, after))
        if (was[0] < was[1]) == (now[0] > now[1]) and now[0] != now[1]:
            moved, passed = (one, other) if one in patched else (other, one)
            yield (
                "checkpoint-passes",
                ("checkpoints", moved),
                f"stood {'before' if (was[0] < was[1]) == (moved == one) else 'behind'} {passed}, and is moved past it",
                (("checkpoints", passed),),
                f"check the anchor; where it is meant, drop {moved} and add a checkpoint there",
            )


def _is_moved(book: Book, checkpoint: str) -> bool:
    return any("anchor" in change.fields for change in book.changes.get(("checkpoints", checkpoint), ()))
