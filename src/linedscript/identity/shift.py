"""From code points of a text to code points of its rendered text."""

from bisect import bisect_right
from collections.abc import Sequence

from linedscript.identity.matching import Change


class Shift:
    """Offsets through a list of sorted, disjoint changes.

    An offset strictly inside a replaced stretch has no counterpart: ``start`` goes to the front of the new text and
    ``end`` behind it, so that a range which cuts a name widens to the whole replacement.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = changes
        self._starts = [change.start for change in changes]
        self._before = [0]
        for change in changes:
            self._before.append(self._before[-1] + len(change.new) - (change.end - change.start))

    def start(self, offset: int) -> int:
        return self._at(offset, False)

    def end(self, offset: int) -> int:
        return self._at(offset, True)

    def range(self, start: int, end: int) -> tuple[int, int]:
        """A range in rendered code points; an empty range stays empty."""
        return (self.start(start), self.start(end)) if start == end else (self.start(start), self.end(end))

    def _at(self, offset: int, behind: bool) -> int:
        number = bisect_right(self._starts, offset)
        if number and offset < self._changes[number - 1].end:
            change = self._changes[number - 1]
            front = change.start + self._before[number - 1]
            return front + len(change.new) if behind and offset > change.start else front
        return offset + self._before[number]
