"""One thing that is wrong in a file, and where."""

from bisect import bisect_right
from typing import NamedTuple

import msgspec

from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import split_lines
from linedscript.screenplay.lint.codes import CODES, Level


class Finding(msgspec.Struct, frozen=True):
    line: int
    """1-based, blank lines counted; lines end at LF, CRLF and CR alone."""
    column: int
    """1-based, in code points; a byte order mark counts as none."""
    code: str
    level: Level
    message: str
    hint: str


class Place(NamedTuple):
    line: int
    column: int


class Source:
    """A decoded text, and the findings in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = split_lines(text)
        self.findings: list[Finding] = []
        self._starts = [line.start for line in self.lines] or [0]

    def place(self, offset: int) -> Place:
        number = max(0, bisect_right(self._starts, offset) - 1)
        start = self._starts[number]
        marked = number == 0 and self.text.startswith("\ufeff") and offset > 0
        return Place(number + 1, offset - start + 1 - marked)

    def add(self, code: str, offset: int, message: str) -> None:
        line, column = self.place(offset)
        known = CODES[code]
        self.findings.append(Finding(line, column, code, known.level, message, known.hint))


class View:
    """What is left of a source after cuts, with the way back."""

    def __init__(self, source: Source, kept: Kept) -> None:
        self.source = source
        self.kept = kept

    def add(self, code: str, offset: int, message: str) -> None:
        """Report a place of the kept text."""
        found = self.kept.ranges(offset, offset + 1) or self.kept.ranges(max(0, offset - 1), offset)
        self.source.add(code, found[0][0] if found else 0, message)


def quoted(text: str, most: int = 40) -> str:
    """A piece of the file as a message shows it: short, on one line, without control characters."""
    words = " ".join(text.split())
    words = "".join(char if char.isprintable() else "\ufffd" for char in words[: most + 1])
    return f"“{words[:most]}…”" if len(words) > most else f"“{words}”"
