"""Lines of a text: where they start and end, and which number an offset is on."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import msgspec

from linedscript.patterns import Pattern

_END = Pattern(r"(\r\n|\r|\n)")


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line, in code points of the whole text: ``[start, end)`` is without line end, ``[start, stop)`` with it."""

    start: int
    end: int
    stop: int
    raw: str
    """The line without its line end."""
    body: str
    """``raw`` without blanks at its ends; empty for a blank line."""
    indent: int
    """Columns of blanks before the body: a tab counts as eight, an ideographic space as two, a form feed as none."""

    @property
    def content(self) -> tuple[int, int]:
        """Where ``body`` stands in the whole text."""
        lead = len(self.raw) - len(self.raw.lstrip())
        return self.start + lead, self.start + lead + len(self.body)


class Columns(NamedTuple):
    """The lines of a text, column by column: for passes that look at few of them whole."""

    starts: list[int]
    """One more than there are lines: the last is the text's length."""
    raws: list[str]
    bodies: list[str]


@lru_cache(maxsize=4)
def line_columns(text: str) -> Columns:
    """Cut at LF, CRLF and CR only: form feeds and U+2028 are characters of a line. Put together the lines are the text.

    The passes over one text share the answer.
    """
    starts, raws = _cut(text)
    return Columns(starts, raws, [raw.strip() for raw in raws])


@lru_cache(maxsize=4)
def split_lines(text: str) -> tuple[Line, ...]:
    """The lines that ``line_columns`` cuts, each whole."""
    starts, raws, bodies = line_columns(text)
    return tuple(
        [
            Line(start, start + len(raw), stop, raw, body, _indent(raw) if body and raw[0].isspace() else 0)
            for start, stop, raw, body in zip(starts[:-1], starts[1:], raws, bodies, strict=True)
        ]
    )


def _cut(text: str) -> tuple[list[int], list[str]]:
    """Where the lines start, and the text's length; the lines without their ends."""
    returns, feeds = text.count("\r"), text.count("\n")
    if returns and not returns == feeds == text.count("\r\n"):
        pieces = _END.split(text)
        raws, ends = pieces[::2], [*pieces[1::2], ""]
        lengths = [len(raw) + len(end) for raw, end in zip(raws, ends, strict=True)]
    else:
        end = "\r\n" if returns else "\n"
        raws = text.split(end)
        lengths = list(map(len(end).__add__, map(len, raws)))
    if not raws[-1]:
        raws.pop()
        lengths.pop()
    starts = list(accumulate(lengths, initial=0))
    starts[-1] = len(text)
    return starts, raws


def _indent(raw: str) -> int:
    lead = raw[: len(raw) - len(raw.lstrip())]
    if not lead.strip(" "):
        return len(lead)
    indent = 0
    for char in lead:
        indent += 8 - indent % 8 if char == "\t" else 2 if char == "\u3000" else 0 if char in "\f\v" else 1
    return indent


class LazyLines(Sequence[Line]):
    """What ``split_lines`` gives, for passes that look at few lines: each is made when it is first asked for."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._made: dict[int, Line] = {}

    def __len__(self) -> int:
        return len(self._columns.raws)

    def __getitem__(self, at: int | slice) -> Line | list[Line]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        line = self._made.get(at)
        if line is None:
            starts, raws, bodies = self._columns
            number = range(len(raws))[at]
            start, raw, body = starts[number], raws[number], bodies[number]
            indent = _indent(raw) if body else 0
            line = self._made[at] = Line(start, start + len(raw), starts[number + 1], raw, body, indent)
        return line


class LineNumbers:
    """Looks up the 1-based line of an offset."""

    def __init__(self, text: str) -> None:
        self.starts = _cut(text)[0]
        """Of each line, and the text's length."""
        self._lines = max(1, len(self.starts) - 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """First and last line of the non-empty range ``[start, end)``."""
        first = bisect_right(self.starts, start, 0, self._lines) or 1
        if end <= start + 1:
            return first, first
        return first, bisect_right(self.starts, end - 1, first - 1, self._lines) or 1
