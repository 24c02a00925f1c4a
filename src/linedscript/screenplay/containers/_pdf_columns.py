"""What the columns of a script's pages are for: action, cues, speech, and two speeches beside each other."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.records.scene import RemovalReason
from linedscript.screenplay.containers._pdf_lines import Row
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.plain_headings import plain_heading

_STEP = 8
"""Columns by which a cue is set in from action, at least: ten in narrow layouts, 22 in the standard."""
_NARROW = 1.4
"""Line pitches between lines of one paragraph, at most."""
_LONGEST = 60
"""Rows of dual dialogue at most: more than a page has."""


class Roles(NamedTuple):
    base: int
    """Of headings and action."""
    speech: int
    cue: int
    snap: dict[int, int]
    """Columns that a few lines have by a hair's breadth, each to the one that is meant."""
    rights: dict[int, float]
    """Of each column at which lines start, how far right they reach, in points."""


class Dual(NamedTuple):
    left: tuple[str, ...]
    right: tuple[str, ...]
    rows: int


def roles_of(pages: Sequence[Sequence[Row]], pitch: float) -> Roles:
    starts: Counter[int] = Counter()
    headings: Counter[int] = Counter()
    ends: dict[int, list[float]] = {}
    for row in (row for page in pages for row in page):
        starts[row.column] += 1
        ends.setdefault(row.column, []).append(row.parts[-1].right)
        if len(row.body) <= 120 and plain_heading(row.body):
            margin = len(row.parts) > 1 and len(row.parts[0].text) <= 5
            headings[row.parts[1].column if margin else row.column] += 1
    snap = {
        column: near
        for column, count in starts.items()
        for near in (column - 1, column + 1)
        if starts[near] >= max(8, 5 * count)
    }
    common = [column for column, count in starts.items() if count * 10 >= starts.total()]
    base = max(headings, key=lambda column: (headings[column], -column)) if headings else min(common, default=0)
    base = min([base, *(column for column in common if headings[column])]) if headings else base
    cues: Counter[int] = Counter()
    speech: Counter[int] = Counter()
    for page in pages:
        for row, below in pairwise(page):
            if below.top - row.top <= _NARROW * pitch and _like_cue(row.body) and row.column >= base + _STEP:
                if base < below.column < row.column and below.body[0] not in "(（":
                    cues[row.column] += 1
                    speech[below.column] += 1
    usual = max(speech, key=lambda column: (speech[column], -column)) if speech else base + 10
    cue = max(cues, key=lambda column: (cues[column], -column)) if cues else base + 22
    return Roles(base, usual, cue, snap, {column: _reach(rights) for column, rights in ends.items()})


def _reach(rights: list[float]) -> float:
    """The right end that all but a twentieth of the lines keep to."""
    return sorted(rights)[max(0, len(rights) - 1 - len(rights) // 20)]


def _like_cue(body: str) -> bool:
    return len(body) <= 60 and is_upper(split_cue(body)[0]) and not body.endswith(("TO:", ".", "!", "?"))


def is_cue(row: Row, below: Row | None, fresh: bool, roles: Roles, pitch: float) -> bool:
    """Whether a row is a cue: by its capitals set far in, or at the very column of cues by the speech below it."""
    body = row.body
    if row.column >= max(roles.base + _STEP, roles.speech + 2) and _like_cue(body):
        return True
    return (
        fresh
        and below is not None
        and abs(row.column - roles.cue) <= 1
        and roles.cue >= roles.speech + _STEP // 2
        and len(row.parts) == 1
        and len(body) <= 40
        and body[0].isupper()
        and body[-1] not in ".!?,:;"
        and below.top - row.top <= _NARROW * pitch
        and roles.base < below.column < row.column
    )


def dual_split(
    rows: Sequence[Row], first: int, marks: Sequence[RemovalReason | None], roles: Roles, pitch: float
) -> Dual | None:
    """The dual dialogue that begins at a row: two cues beside each other, with speech below in two columns."""
    top = rows[first]
    if len(top.parts) != 2 or not all(_like_cue(part.text) and len(part.text) > 1 for part in top.parts):
        return None
    left, right = top.parts
    if plain_heading(left.text) or left.column < roles.base or left.text.isdigit() or right.text.isdigit():
        return None
    last = first + 1
    while (
        last < min(len(rows), first + _LONGEST)
        and marks[last] is None
        and len(rows[last].parts) <= 2
        and rows[last].top - rows[last - 1].top <= _NARROW * pitch
    ):
        last += 1
    block = rows[first + 1 : last]
    low, high = left.right, right.left
    starts = sorted({part.left for row in block for part in row.parts if low < part.left <= high} | {high})
    fits = [
        start
        for start in starts
        if not any(part.left < start - 1 and part.right > start - 1 for row in block for part in row.parts)
    ]
    if not fits:
        return None
    edge = min(fits) - 1
    sides = [
        [part.text for row in rows[first:last] for part in row.parts if (part.left > edge) == side]
        for side in (False, True)
    ]
    if len(sides[0]) < 2 or len(sides[1]) < 2:
        return None
    return Dual(tuple(sides[0]), tuple(sides[1]), last - first)
