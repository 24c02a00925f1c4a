"""Rows of a page: runs of characters on one baseline, in columns of a typewriter's width."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.containers._pdf_file import Page, Run

PICA = 7.2
"""Points of a column where the font has no common width: ten to the inch, as the margins of a script are measured."""
_WIDE = Pattern(
    r"[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]"
)
_RIGHT_TO_LEFT = Pattern(r"[\u0590-\u08ff]")
_PIECE = Pattern(r"\S+(?:[ \u3000]{1,2}\S+)*")
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_HUGE = 2.2
"""Times the usual size from which text over other text is a watermark."""
_FURTHEST = 200
"""Columns of a page at most; a wide one has 110."""


class Part(NamedTuple):
    """Text without a wide gap in it."""

    column: int
    text: str
    left: float
    right: float
    space: int
    """Blanks between it and the part before it on the row."""


class Row(NamedTuple):
    top: float
    """Points from the page's upper edge to the baseline."""
    parts: tuple[Part, ...]
    column: int
    body: str
    """The row's text without indentation."""


def row_of(top: float, parts: Sequence[Part]) -> Row:
    body = parts[0].text + "".join(" " * part.space + part.text for part in parts[1:])
    return Row(top, tuple(parts), parts[0].column, body)


class Sheet(NamedTuple):
    """One page."""

    rows: tuple[Row, ...]
    marks: tuple[str, ...]
    """Watermarks, and what lies outside of the visible page."""
    width: float
    height: float


class Grid(NamedTuple):
    """Measures of the document, in points."""

    column: float
    size: float
    """Of most characters."""


def columns(text: str) -> int:
    """Typewriter columns of a text: a full-width character takes two."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def measure(pages: Sequence[Page]) -> Grid:
    """The width that most characters have, if more than half share it; else a typewriter's for the usual size."""
    widths: Counter[float] = Counter()
    sizes: Counter[float] = Counter()
    for page in pages:
        for run in page.runs:
            wide = columns(run.text)
            widths[round((run.right - run.left) / wide * 5) / 5] += wide
            sizes[round(run.size * 2) / 2] += wide
    size = max(sizes, key=lambda value: (sizes[value], value)) or 12.0
    width = max(widths, key=lambda value: (widths[value], value))
    even = widths[width] * 2 > widths.total() and 0.35 * size < width < 0.8 * size
    return Grid(width if even else PICA * min(1.5, max(0.6, size / 12)), size)


def sheet(page: Page, grid: Grid) -> Sheet:
    left, bottom, right, top = page.box
    runs, marks = [], [page.turned] if page.turned else []
    outside: list[str] = []
    for run in page.runs:
        if not run.text.strip():
            continue
        if left - 1 <= run.left and run.right <= right + grid.column * 2 and bottom - 1 <= run.base <= top + 1:
            runs.append(run)
        else:
            outside.append(run.text.strip())
    if outside:
        marks.append(" ".join(outside))
    rows = []
    for line in _lines(runs):
        huge = [run for run in line if run.size > _HUGE * grid.size]
        if huge and len(huge) < len(line):
            marks.append(" ".join(run.text.strip() for run in huge))
            line = [run for run in line if run.size <= _HUGE * grid.size]
        if parts := _parts(line, left, grid):
            rows.append(row_of(round(top - line[0].base, 2), parts))
    return Sheet(tuple(rows), tuple(marks), right - left, top - bottom)


def _lines(runs: list[Run]) -> Iterator[list[Run]]:
    """Runs whose baselines are less than a third of a line apart, from the top down, in the order of the file."""
    line: list[tuple[int, Run]] = []
    for number, run in sorted(enumerate(runs), key=lambda pair: (-pair[1].base, pair[0])):
        if line and line[0][1].base - run.base > 0.35 * min(run.size, line[0][1].size):
            yield [run for _, run in sorted(line, key=lambda pair: pair[0])]
            line = []
        line.append((number, run))
    if line:
        yield [run for _, run in sorted(line, key=lambda pair: pair[0])]


def _parts(line: list[Run], edge: float, grid: Grid) -> list[Part]:
    """A line's runs from left to right, joined over gaps of two blanks at most. What is drawn twice counts once.

    Writing from right to left stays in the file's order, which the library has made that of reading.
    """
    if not any(_RIGHT_TO_LEFT.search(run.text) for run in line):
        line = sorted(line, key=lambda run: run.left)
    if any(after.left < run.right - 0.3 * grid.column for run, after in pairwise(line)):
        line = _once(line, grid)
    parts: list[Part] = []
    for run in line:
        wide = (run.right - run.left) / columns(run.text)
        for piece in _PIECE.finditer(run.text):
            text = piece.group().translate(_LIGATURES)
            begin = run.left + columns(run.text[: piece.start()]) * wide
            end = begin + columns(piece.group()) * wide
            gap = begin - parts[-1].right if parts else 0.0
            space = 0 if gap < 0.15 * run.size else min(_FURTHEST, max(1, round(gap / grid.column)))
            if parts and space <= 2:
                parts[-1] = parts[-1]._replace(text=parts[-1].text + " " * space + text, right=end)
            else:
                column = min(_FURTHEST, max(0, round((begin - edge) / grid.column)))
                parts.append(Part(column, text, begin, end, space))
    return parts


def _once(line: list[Run], grid: Grid) -> list[Run]:
    """A line of which parts lie on each other: bold print by drawing twice, underlining and striking out by characters.

    Each character that stands at another's place is dropped where it is the same one, or a line.
    """
    cells = []
    for run in line:
        wide = (run.right - run.left) / columns(run.text)
        at = run.left
        for char in run.text:
            step = wide * columns(char)
            cells.append((at, char, run.base, at + step, run.size))
            at += step
    cells.sort(key=lambda cell: (cell[0], cell[1]))
    kept: list[tuple] = []
    for cell in cells:
        left, char, _, right, _ = cell
        near = [other for other in kept[-3:] if abs(other[0] - left) < 0.45 * (right - left)]
        if any(other[1] == char for other in near) or (near and char in "_-\u2013\u2014 "):
            continue
        if near and near[-1][1] in "_-\u2013\u2014 " and kept[-1] is near[-1]:
            kept.pop()
        kept.append(cell)
    out: list[list] = []
    for left, char, base, right, size in kept:
        if out and abs(left - out[-1][3]) < 0.3 * size and size == out[-1][4]:
            out[-1][0] += char
            out[-1][3] = right
        else:
            out.append([char, left, base, right, size])
    return [Run(*cell) for cell in out]
