"""Elements together with the lines on which they stand."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import split_lines
from linedscript.screenplay.stretch import Stretch


class Lined:
    def __init__(self, kept: Kept, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.lines = split_lines(kept.text)
        starts = [line.start for line in self.lines]
        self.firsts = [bisect_right(starts, stretch.start) - 1 for stretch in stretches]
        """The line, counted from 0, on which each element starts."""
        self._text = kept.text
        cuts = {cut.end for cut in kept.cuts if cut.reason == "page_break"}
        self._torn = {piece.start for piece in kept.pieces if piece.source in cuts}

    def body(self, index: int) -> str:
        return self.lines[self.firsts[index]].body

    def forced(self, index: int, mark: str) -> bool:
        return self.body(index)[:1] == mark

    def torn(self, index: int) -> bool:
        """Whether a page break stands right above."""
        return self.lines[self.firsts[index]].start in self._torn

    def above(self, index: int) -> bool:
        """Whether a line that isn't blank stands right above."""
        number = self.firsts[index]
        return number > 0 and bool(self.lines[number - 1].body)

    def below(self, index: int) -> bool:
        """Whether a line that isn't blank stands right below the element's first."""
        number = self.firsts[index] + 1
        return number < len(self.lines) and bool(self.lines[number].body)

    def rows(self, index: int) -> Iterator[tuple[int, str, str, bool, bool]]:
        """Per line of the element: offset, body, raw line, whether text stands right above and below. No blank ones."""
        stop = self.stretches[index].content[1]
        number = self.firsts[index]
        while number < len(self.lines) and self.lines[number].start < stop:
            line = self.lines[number]
            if line.body:
                above = number > 0 and bool(self.lines[number - 1].body)
                below = number + 1 < len(self.lines) and bool(self.lines[number + 1].body)
                yield line.content[0], line.body, line.raw, above, below
            number += 1
