"""Dual dialogue in plain text: two speeches side by side, each line of the file holding a line of both."""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import make_cue, split_cue
from linedscript.screenplay.formats.plain_layout import Row, cue_name
from linedscript.screenplay.stretch import Stretch

_PAIR = Pattern(r"(?P<left>\S.*?\S?)[ ]{4,}(?P<right>\S.*)")
_GAP = Pattern(r"(?<=\S)[ ]{2,}(?=\S)")
_LONGEST = 200
_MOST = 60
"""Rows that two speeches side by side fill at most."""
_LEFTMOST = 14
"""Columns by which the right speech may start before its cue, or behind it."""


def side_by_side(rows: Sequence[Row], at: int) -> tuple[list[Stretch], int] | None:
    """The elements of two speeches whose cues share row ``at``, with the row after them; null where they don't.

    Left and right elements alternate as they stand; a side's speech belongs to that side's last cue.
    """
    line = rows[at].line
    if len(line.body) > _LONGEST or "\t" in line.raw or not (match := _PAIR.fullmatch(line.body)):
        return None
    names = [cue_name(part) for part in match.groups()]
    if not all(names):
        return None
    lead = line.content[0] - line.start
    left, right = lead, lead + match.start("right")
    stop = at + 1
    while (
        stop < min(len(rows), at + _MOST)
        and rows[stop].tight
        and not rows[stop].heading
        and "\t" not in rows[stop].line.raw
    ):
        if rows[stop].fresh and not _splits(rows[stop], right):
            break
        stop += 1
    starts = Counter(gap.end() for row in rows[at + 1 : stop] if (gap := _split(row, right)))
    if not starts:
        return None
    column = min(starts)
    out = []
    for side, begin, name, part in zip(("left", "right"), (left, right), names, match.groups(), strict=True):
        low = line.start + begin
        cue = make_cue(name, split_cue(part)[1])
        out.append(Stretch("cue", line.start if side == "left" else low, (low, low + len(name)), cue=cue, dual=side))
    opened = {"left": False, "right": False}
    for row in rows[at + 1 : stop]:
        raw, start = row.line.raw, row.line.start
        lead = row.line.content[0] - start
        gap = _split(row, column)
        parts = [(lead, len(raw.rstrip()))]
        if gap:
            parts = [(lead, gap.start()), (gap.end(), len(raw.rstrip()))]
        sides = ("left", "right") if gap else ("right" if lead >= column - 3 else "left",)
        for number, (side, (low, high)) in enumerate(zip(sides, parts, strict=True)):
            text = raw[low:high]
            bracket = opened[side] or text[0] == "("
            opened[side] = bracket and ")" not in text
            kind = "parenthetical" if bracket else "dialogue"
            out.append(Stretch(kind, start + low if number else start, (start + low, start + high), dual=side))
    return out, stop


def _splits(row: Row, right: int) -> bool:
    return _split(row, right) is not None or row.line.content[0] - row.line.start >= right - _LEFTMOST


def _split(row: Row, right: int) -> re.Match[str] | None:
    """The gap between both speeches: the one that ends closest to the right column."""
    gaps = [gap for gap in _GAP.finditer(row.line.raw.rstrip()) if abs(gap.end() - right) <= _LEFTMOST]
    return min(gaps, key=lambda gap: abs(gap.end() - right), default=None)
