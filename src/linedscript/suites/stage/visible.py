"""What lies at or before a checkpoint: the order of moments, and when a record's evidence proves it."""

from collections.abc import Iterable

from linedscript.characters.intervals import moment
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor


def reached(anchor: Anchor, checkpoint: Anchor) -> bool:
    """The moment isn't later than the checkpoint."""
    return moment(anchor) <= moment(checkpoint)


def holds(start: Anchor, end: Anchor | None, checkpoint: Anchor) -> bool:
    """What holds from ``start`` until ``end`` (null: to the end) holds at the checkpoint."""
    return reached(start, checkpoint) and (end is None or not reached(end, checkpoint))


def proved(at: Anchor, evidence: Iterable[Evidence], checkpoint: Anchor) -> bool:
    """Whether something of moment ``at`` may be known at the checkpoint.

    In the checkpoint's own scene only spans that end at or before its position prove it; evidence of a whole scene
    doesn't (stage.txt, Task III: without reliable spans, evidence later in the same scene is excluded by default). No
    evidence may come from a later scene.
    """
    if not reached(at, checkpoint):
        return False
    here = id_key(checkpoint.scene)
    spans = 0
    for piece in evidence:
        if piece.scene is None:
            continue
        scene = id_key(piece.scene)
        if scene > here:
            return False
        if scene == here:
            if piece.kind != "span" or piece.end is None or piece.end > checkpoint.offset:
                return False
            spans += 1
    return id_key(at.scene) < here or spans > 0


def begun(start: Anchor, evidence: Iterable[Evidence], checkpoint: Anchor) -> bool:
    """Whether something that holds from ``start`` on shows by the checkpoint. Later evidence, which says that it still
    holds, speaks neither for it nor against it."""
    if not reached(start, checkpoint):
        return False
    return start.scene != checkpoint.scene or any(
        piece.kind == "span" and piece.scene == start.scene and piece.end is not None and piece.end <= checkpoint.offset
        for piece in evidence
    )
