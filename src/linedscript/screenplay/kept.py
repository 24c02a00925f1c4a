"""The text that is left after regions were cut out, with the way back to the source."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from linedscript.records.base import Range
from linedscript.records.scene import RemovalReason
from linedscript.screenplay.lines import LineNumbers


class Cut(NamedTuple):
    """A region ``[start, end)`` that isn't story text."""

    start: int
    end: int
    reason: RemovalReason


class Piece(NamedTuple):
    """``length`` characters of the kept text from ``start``, which stand at ``source`` in the source."""

    start: int
    source: int
    length: int


class Kept:
    """A text without its cuts. ``cuts`` and ``pieces`` partition the source."""

    def __init__(self, source: str, cuts: Iterable[Cut] = ()) -> None:
        self.source = source
        self.cuts = merged(cuts)
        self.pieces: list[Piece] = []
        parts: list[str] = []
        kept = at = 0
        for start, end, _ in [*self.cuts, Cut(len(source), len(source), "note")]:
            if start > at:
                self.pieces.append(Piece(kept, at, start - at))
                parts.append(source[at:start])
                kept += start - at
            at = end
        self.text = "".join(parts)
        self._starts = [piece.start for piece in self.pieces]

    @cached_property
    def numbers(self) -> LineNumbers:
        """The lines of the source."""
        return LineNumbers(self.source)

    def ranges(self, start: int, end: int) -> tuple[Range, ...]:
        """Where ``[start, end)`` of the kept text stands in the source."""
        piece = self.pieces[max(0, bisect_right(self._starts, start) - 1)] if self.pieces else None
        if piece and piece.start <= start < end <= piece.start + piece.length:
            shift = piece.source - piece.start
            return ((start + shift, end + shift),)
        return tuple((piece.source, piece.source + piece.length) for piece in self.window(start, end))

    def window(self, start: int, end: int) -> list[Piece]:
        """The pieces of ``[start, end)``; their ``start`` stays an offset of the whole kept text."""
        found = []
        number = max(0, bisect_right(self._starts, start) - 1)
        while number < len(self.pieces) and self.pieces[number].start < end:
            piece = self.pieces[number]
            low, high = max(start, piece.start), min(end, piece.start + piece.length)
            if high > low:
                found.append(Piece(low, piece.source + low - piece.start, high - low))
            number += 1
        return found

    def without(self, cuts: Iterable[Cut]) -> "Kept":
        """Cut further; ``cuts`` are offsets of this kept text."""
        more = [Cut(low, high, cut.reason) for cut in merged(cuts) for low, high in self.ranges(cut.start, cut.end)]
        return Kept(self.source, [*self.cuts, *more]) if more else self


def merged(cuts: Iterable[Cut]) -> list[Cut]:
    """Sorted and disjoint: where two overlap the one that starts first keeps what it has."""
    out: list[Cut] = []
    for start, end, reason in sorted(cuts):
        start = max(start, out[-1].end) if out else start
        if end > start:
            if out and out[-1].reason == reason and out[-1].end == start:
                out[-1] = Cut(out[-1].start, end, reason)
            else:
                out.append(Cut(start, end, reason))
    return out


def whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a region that fills its lines to whole lines, and over the blank lines after it where one stands before it.

    So what is cut out leaves neither a broken line nor a second paragraph break, and a cue stays next to its speech.
    """
    low = start
    while low and text[low - 1] not in "\r\n" and text[low - 1].isspace():
        low -= 1
    high = _line_end(text, end)
    if (low and text[low - 1] not in "\r\n") or high is None:
        return start, end
    if _blank_before(text, low):
        while high < len(text) and (after := _line_end(text, high)) is not None:
            high = after
    return low, high


def _line_end(text: str, at: int) -> int | None:
    """Behind the line end, if only blanks stand between ``at`` and it."""
    while at < len(text) and text[at] not in "\r\n":
        if not text[at].isspace():
            return None
        at += 1
    return at + 2 if text.startswith("\r\n", at) else min(at + 1, len(text))


def _blank_before(text: str, at: int) -> bool:
    """Whether the line before the line start ``at`` is blank, or there is none."""
    if not at:
        return True
    at -= 2 if text.startswith("\r\n", at - 2) and at >= 2 else 1
    while at and text[at - 1] not in "\r\n":
        at -= 1
        if not text[at].isspace():
            return False
    return True
