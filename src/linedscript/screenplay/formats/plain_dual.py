"""Dual dialogue side by side: each line of the file holds a line of two speeches, apart by blanks or tabs."""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import make_cue, split_cue
from linedscript.screenplay.formats.plain_layout import Row, cue_name
from linedscript.screenplay.stretch import Stretch

_PAIR = Pattern(r"(?P<left>\S.*?\S?)[ ]{4,}(?P<right>\S.*)")
_TABBED_PAIR = Pattern(r"(?P<left>[^\s][^\t]*?) *\t[ \t]*(?P<right>[^\s][^\t]*)")
_GAP = Pattern(r"(?<=\S)[ ]{2,}(?=\S)")
_TABS = Pattern(r"(?<=\S) *\t[ \t]*(?=\S)")
_LONGEST = 200
_MOST = 60
"""Rows that two speeches side by side fill at most."""
_LEFTMOST = 14
"""Columns by which the right speech may start before its cue, or behind it."""


class _Gap(NamedTuple):
    start: int
    end: int
    column: int
    """Where the right part starts; a tab goes on to the next eighth column."""


class _Columns:
    """Where both speeches of a pair of cues stand."""

    def __init__(self, left: int, right: int, tabbed: bool) -> None:
        self.left, self.right, self.tabbed = left, right, tabbed
        """Columns of the two cues, and whether a tab stands between them."""

    def split(self, row: Row) -> _Gap | None:
        """The gap between both speeches: the one that ends closest to the right column. A tab is one, however far it
        goes."""
        raw = row.line.raw.rstrip()
        pattern = _TABS if self.tabbed else _GAP
        gaps = [_Gap(*gap.span(), _column(raw, gap.end())) for gap in pattern.finditer(raw)]
        near = [gap for gap in gaps if self.tabbed or abs(gap.column - self.right) <= _LEFTMOST]
        return min(near, key=lambda gap: abs(gap.column - self.right), default=None)

    def is_right(self, row: Row, column: int | None) -> bool:
        """Whether a row that has one part is of the right speech, which starts at ``column``."""
        if self.tabbed:
            return row.line.indent * 2 >= self.left + self.right
        return row.line.indent >= (self.right - _LEFTMOST if column is None else column - 3)


def _column(raw: str, at: int) -> int:
    return len(raw[:at].expandtabs(8))


def side_by_side(rows: Sequence[Row], at: int) -> tuple[list[Stretch], int] | None:
    """The elements of two speeches whose cues share row ``at``, with the row after them; null where they don't.

    Left and right elements alternate as they stand; a side's speech belongs to that side's last cue.
    """
    line = rows[at].line
    tabbed = "\t" in line.body
    if len(line.body) > _LONGEST or not (match := (_TABBED_PAIR if tabbed else _PAIR).fullmatch(line.body)):
        return None
    names = [cue_name(part) for part in match.groups()]
    if not all(names):
        return None
    lead = line.content[0] - line.start
    left, right = lead, lead + match.start("right")
    columns = _Columns(line.indent, _column(line.raw, right), tabbed)
    stop = at + 1
    while stop < min(len(rows), at + _MOST) and rows[stop].tight and not rows[stop].heading:
        if rows[stop].fresh and not (columns.split(rows[stop]) or columns.is_right(rows[stop], None)):
            break
        stop += 1
    gaps = [columns.split(row) for row in rows[at + 1 : stop]]
    starts = [gap.column for gap in gaps if gap]
    if not starts and not (tabbed and any(columns.is_right(row, None) for row in rows[at + 1 : stop])):
        return None
    column = min(starts, default=columns.right)
    if starts and not tabbed:
        columns = _Columns(columns.left, column, tabbed)
        gaps = [columns.split(row) for row in rows[at + 1 : stop]]
    out = []
    for side, begin, name, part in zip(("left", "right"), (left, right), names, match.groups(), strict=True):
        low = line.start + begin
        cue = make_cue(name, split_cue(part)[1])
        out.append(Stretch("cue", line.start if side == "left" else low, (low, low + len(name)), cue=cue, dual=side))
    opened = {"left": False, "right": False}
    for row, gap in zip(rows[at + 1 : stop], gaps, strict=True):
        raw, start = row.line.raw, row.line.start
        lead = row.line.content[0] - start
        parts = [(lead, len(raw.rstrip()))]
        if gap:
            parts = [(lead, gap.start), (gap.end, len(raw.rstrip()))]
        sides = ("left", "right") if gap else ("right" if columns.is_right(row, column) else "left",)
        for number, (side, (low, high)) in enumerate(zip(sides, parts, strict=True)):
            text = raw[low:high]
            bracket = opened[side] or text[0] == "("
            opened[side] = bracket and ")" not in text
            kind = "parenthetical" if bracket else "dialogue"
            out.append(Stretch(kind, start + low if number else start, (start + low, start + high), dual=side))
    return out, stop
