"""The decoded source in its order, piece by piece: what each is a part of, and where its own text stands in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from linedscript.records.base import Range
from linedscript.records.scene import Element, Removed, Scene
from linedscript.screenplay.lines import split_lines


class Span(NamedTuple):
    """``[start, end)`` of the source, and what is to be seen there."""

    start: int
    end: int
    style: str
    """``own`` text of an element, a ``contact`` detail, ``bold``, ``italic``, ``underline``."""


class Piece(NamedTuple):
    """``[start, end)`` of the source: a removed region, or what stands in one place of an element."""

    start: int
    end: int
    scene: Scene | None
    number: int
    """Of the element in its scene, 1-based; 0 for a removed region."""
    element: Element | None
    removed: Removed | None
    part: int
    """0 for an element's first piece. A region that was cut out of an element makes it several."""
    spans: tuple[Span, ...]

    @property
    def kind(self) -> str:
        """The element's kind; ``removed`` for a region."""
        return self.element.kind if self.element else "removed"


class Row(NamedTuple):
    """What a piece holds of one line of the source, line end included."""

    start: int
    end: int
    line: int
    """1-based."""


Marks = dict[tuple[str, int], Sequence[tuple[int, int, str]]]
"""By scene id and element number: further spans, in code points of the scene's text, with their style."""


def pieces(scenes: Sequence[Scene], removed: Sequence[Removed], marks: Marks | None = None) -> list[Piece]:
    """In source order; put together they are the source."""
    found = [
        Piece(start, end, scene, number, element, None, part, _within(spans, start, end))
        for scene in scenes
        for number, element in enumerate(scene.elements, 1)
        for spans in (_spans(element, (marks or {}).get((scene.id, number), ())),)
        for part, (start, end) in enumerate(element.source)
    ]
    found += [Piece(*region.source, None, 0, None, region, 0, ()) for region in removed]
    return sorted(found, key=lambda piece: piece.start)


def source_of(element: Element, start: int, end: int) -> Iterator[Range]:
    """Where ``[start, end)`` of the scene's text, a part of the element, stands in the source."""
    at = element.start
    for low, high in element.source:
        begin, stop = max(start, at), min(end, at + high - low)
        if stop > begin:
            yield low + begin - at, low + stop - at
        at += high - low


def _spans(element: Element, marks: Iterable[tuple[int, int, str]]) -> list[Span]:
    styled = [(*element.content, "own"), *((*span, "contact") for span in element.contacts), *marks]
    return sorted(
        Span(low, high, style) for start, end, style in styled for low, high in source_of(element, start, end)
    )


def _within(spans: Sequence[Span], start: int, end: int) -> tuple[Span, ...]:
    """Those that start in ``[start, end)``: none reaches over the end of a range of the source."""
    return tuple(spans[bisect_left(spans, (start,)) : bisect_left(spans, (end,))])


class Styled(NamedTuple):
    """A run of characters that bear the same styles."""

    start: int
    end: int
    styles: frozenset[str]


def styled(start: int, end: int, spans: Sequence[Span]) -> Iterator[Styled]:
    """``[start, end)`` cut where a span starts or ends; ``spans`` may overlap and are sorted."""
    edges: dict[int, list[tuple[bool, str]]] = {}
    for span in spans:
        low, high = max(start, span.start), min(end, span.end)
        if high > low:
            edges.setdefault(low, []).append((True, span.style))
            edges.setdefault(high, []).append((False, span.style))
    active: dict[str, int] = {}
    at = start
    for edge in [*sorted(edges), end]:
        if edge > at:
            yield Styled(at, edge, frozenset(style for style, depth in active.items() if depth))
            at = edge
        for opens, style in edges.get(edge, ()):
            active[style] = active.get(style, 0) + (1 if opens else -1)


class Rows:
    """Cuts pieces into rows: looks up the lines of a text once."""

    def __init__(self, text: str) -> None:
        self._starts = [line.start for line in split_lines(text)] or [0]

    @property
    def lines(self) -> int:
        return len(self._starts)

    def of(self, piece: Piece) -> list[Row]:
        number = bisect_right(self._starts, piece.start)
        rows, at = [], piece.start
        while at < piece.end:
            stop = self._starts[number] if number < len(self._starts) else piece.end
            rows.append(Row(at, min(stop, piece.end), number))
            at, number = min(stop, piece.end), number + 1
        return rows


def by_scene(found: Sequence[Piece]) -> Iterator[tuple[Scene | None, list[Piece]]]:
    """Pieces by the scene that they stand in; a removed region stands in the scene before it."""
    scene: Scene | None = None
    group: list[Piece] = []
    for piece in found:
        if piece.scene is not None and piece.scene is not scene:
            if group:
                yield scene, group
            scene, group = piece.scene, []
        group.append(piece)
    if group:
        yield scene, group


def dual_end(group: Sequence[Piece], at: int) -> tuple[int, int]:
    """Where dual dialogue that starts at ``at`` ends, and where its right side starts; 0 where none starts."""
    if group[at].element is None or group[at].element.dual != "left":
        return at + 1, 0
    middle = _run(group, at, "left")
    stop = _run(group, middle, "right") if middle < len(group) else middle
    return (stop, middle) if stop > middle else (at + 1, 0)


def _run(group: Sequence[Piece], at: int, side: str) -> int:
    """Behind the last element of this side; removed regions among them count in, those after them don't."""
    stop = at
    while at < len(group) and (group[at].element is None or group[at].element.dual == side):
        stop = at + 1 if group[at].element else stop
        at += 1
    return stop
