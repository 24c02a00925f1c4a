"""Lines of a text: where they start and end, and which number an offset is on."""

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern

_LINE = Pattern(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


class Line(NamedTuple):
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


@lru_cache(maxsize=2)
def split_lines(text: str) -> tuple[Line, ...]:
    """Cut at LF, CRLF and CR only: form feeds and U+2028 are characters of a line. Put together the lines are the text.

    The passes over one text share the answer.
    """
    lines = []
    for match in _LINE.finditer(text):
        if match.start() == len(text):
            break
        raw = match.group(1)
        body = raw.strip()
        indent = 0
        if body and raw[0].isspace():
            for char in raw[: len(raw) - len(raw.lstrip())]:
                indent += 8 - indent % 8 if char == "\t" else 2 if char == "\u3000" else 0 if char in "\f\v" else 1
        lines.append(Line(match.start(), match.end(1), match.end(), raw, body, indent))
    return tuple(lines)


class LineNumbers:
    """Looks up the 1-based line of an offset."""

    def __init__(self, text: str) -> None:
        self._starts = [line.start for line in split_lines(text)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """First and last line of the non-empty range ``[start, end)``."""
        return max(1, bisect_right(self._starts, start)), max(1, bisect_right(self._starts, end - 1))
