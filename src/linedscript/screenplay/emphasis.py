"""Emphasis in an element's text by Fountain's rules: ``*italic*``, ``**bold**``, ``***both***``, ``_underline_``.

A mark opens where a character that isn't blank follows and closes where one stands before it; it never reaches over a
line end. Stars and underscores pair apart, so ``_a **b_ c**`` underlines and sets bold. A backslash makes a mark text.
Runs of four stars or more, and of two underscores or more, are text: dividers and lines to fill in.
"""

from typing import Literal, NamedTuple

from linedscript.patterns import Pattern

_MARK = Pattern(r"\\[*_]|\*+|_+|\r\n|\r|\n")

Style = Literal["italic", "bold", "underline"]


_STARS: tuple[tuple[Style, ...], ...] = ((), ("italic",), ("bold",), ("bold", "italic"))


class Span(NamedTuple):
    style: Style
    start: int
    end: int
    """``[start, end)`` is what stands between the marks, in code points of the text."""


class Emphasis(NamedTuple):
    spans: tuple[Span, ...]
    """In order of their start, the wider one first. ``***x***`` gives two."""
    unmatched: tuple[int, ...]
    """Offsets of marks that could open or close, and have no partner on their line."""
    marks: tuple[tuple[int, int], ...]
    """Where marks and escaping backslashes stand, sorted: a text without them is what a reader sees."""


class _Openings:
    """Marks of one sign that are open on a line, the innermost last."""

    def __init__(self) -> None:
        self.open: list[list[int]] = []
        """Offset and number of signs that are left of each."""
        self.sizes = [0, 0, 0, 0]
        """How many are open of each number of signs."""

    def push(self, at: int, count: int) -> None:
        self.open.append([at, count])
        self.sizes[count] += 1

    def pop(self) -> int:
        at, count = self.open.pop()
        self.sizes[count] -= 1
        return at

    def take(self, count: int) -> None:
        """Use up the ``count`` inner signs of the innermost."""
        last = self.open[-1]
        self.sizes[last[1]] -= 1
        last[1] -= count
        if last[1]:
            self.sizes[last[1]] += 1
        else:
            self.open.pop()


class _Reader:
    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.unmatched: list[int] = []
        self.marks: list[tuple[int, int]] = []
        self.signs = {"*": _Openings(), "_": _Openings()}

    def line_end(self) -> None:
        for openings in self.signs.values():
            while openings.open:
                self.unmatched.append(openings.pop())

    def close(self, sign: str, at: int, count: int) -> int:
        """Close what ``count`` signs at ``at`` can, a mark of as many signs first; gives how many are left."""
        openings = self.signs[sign]
        while count and openings.open:
            while openings.sizes[count] and openings.open[-1][1] != count:
                self.unmatched.append(openings.pop())
            opened, size = openings.open[-1]
            used = min(size, count)
            low = opened + size
            self.marks += ((low - used, low), (at, at + used))
            styles = ("underline",) if sign == "_" else _STARS[used]
            self.spans += (Span(style, low, at) for style in styles)
            openings.take(used)
            at, count = at + used, count - used
        return count


def emphasis(text: str) -> Emphasis:
    """All emphasis of a text, in time linear in its length."""
    if "*" not in text and "_" not in text:
        return Emphasis((), (), ())
    reader = _Reader()
    for match in _MARK.finditer(text):
        start, end = match.span()
        sign, left = text[start], end - start
        if sign == "\\":
            reader.marks.append((start, start + 1))
        elif sign in "\r\n":
            reader.line_end()
        elif left <= (3 if sign == "*" else 1):
            closes = start > 0 and not text[start - 1].isspace()
            if closes:
                left = reader.close(sign, start, left)
            if left and end < len(text) and not text[end].isspace():
                reader.signs[sign].push(end - left, left)
            elif left and closes:
                reader.unmatched.append(end - left)
    reader.line_end()
    reader.spans.sort(key=lambda span: (span.start, -span.end))
    return Emphasis(tuple(reader.spans), tuple(sorted(reader.unmatched)), tuple(sorted(reader.marks)))


def plain(text: str) -> str:
    """The text as it is read: without the marks that pair and the backslashes before ``*`` and ``_``."""
    parts, at = [], 0
    for start, end in emphasis(text).marks:
        parts.append(text[at:start])
        at = end
    return "".join(parts) + text[at:]
