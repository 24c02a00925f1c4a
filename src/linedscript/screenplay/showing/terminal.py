"""The lined script for a terminal: lines of styled text, scene by scene, removed regions in their place."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Scene
from linedscript.screenplay.showing.facts import cue_notes, heading_fields, present_names
from linedscript.screenplay.showing.layout import Bit, Bits, pad, place, size, wrap
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.marks import visible
from linedscript.screenplay.showing.pieces import Marks, Piece, Rows, by_scene, dual_end, pieces, styled

LABELS = {
    "heading": "heading",
    "action": "action",
    "cue": "cue",
    "parenthetical": "paren.",
    "dialogue": "dialogue",
    "transition": "transit.",
    "lyric": "lyric",
    "centered": "centered",
    "section": "section",
    "synopsis": "synopsis",
    "removed": "removed",
}
"""What the margin column says: at most eight characters; a narrow terminal gets the first four."""

_PAGE = 60
"""Columns of a script page's text, at ten to the inch."""
_INDENT = {"cue": 22, "parenthetical": 16, "dialogue": 11, "lyric": 11}
_WIDTH = {"parenthetical": 26, "dialogue": 36, "lyric": 36}
_NARROW = 60
_LEAST_SIDE = 24
"""Columns that a side of dual dialogue needs; with less the sides stand below each other."""


class Set(NamedTuple):
    """A piece's line as it is set: what the margin says and what stands on the page."""

    line: int | None
    """Of the decoded source; null where a line of it is wrapped."""
    label: str
    bits: Bits


class Margin(NamedTuple):
    digits: int
    label: int
    bar: str

    @property
    def columns(self) -> int:
        return self.digits + 1 + self.label + 2 + len(self.bar)

    def row(self, line: Set) -> Bits:
        number = "" if line.line is None else str(line.line)
        style = line.label if line.label in LABELS else "margin"
        label = LABELS.get(line.label, line.label)[: self.label]
        return [
            Bit(f"{number:>{self.digits}} ", "margin"),
            Bit(f"{label:<{self.label}} ", style),
            Bit(f"{self.bar} ", "margin"),
            *line.bits,
        ]


class Signs(NamedTuple):
    """The characters that lines and marks are drawn with."""

    rule: str
    bar: str
    cut: str
    into: str
    contact: tuple[str, str]


FANCY = Signs("━", "│", "✂", "›", ("⟪", "⟫"))
PLAIN = Signs("-", "|", "x", ">", ("<<", ">>"))


class Setter:
    def __init__(self, look: Look, columns: int, signs: Signs, marks: Marks | None = None) -> None:
        self.look = look
        self.text = look.reading.text
        self.columns = max(20, columns)
        self.signs = signs
        self.rows = Rows(self.text)
        self.pieces = pieces(look.reading.scenes, look.reading.removed, marks)
        self.margin = Margin(max(3, len(str(self.rows.lines))), 4 if self.columns < _NARROW else 8, signs.bar)
        self.page = max(4, min(_PAGE, self.columns - self.margin.columns))

    def script(self, only: frozenset[int] | None = None) -> Iterator[Bits]:
        """Every scene with what was removed in and after it; ``only``: those with these numbers."""
        path: tuple[str, ...] = ()
        for scene, group in by_scene(self.pieces):
            if only is not None and (scene.index if scene else 0) not in only:
                continue
            if scene is not None:
                yield []
                yield from self.head(scene, path)
                path = self.look.paths[scene.index - 1]
                yield []
            yield from self.body(group)

    def head(self, scene: Scene, before: tuple[str, ...]) -> Iterator[Bits]:
        """A rule with the scene's id and lines, its heading's fields, its sections where they changed."""
        rule = self.signs.rule
        first, last = scene.elements[0].lines[0], scene.elements[-1].lines[1]
        unit = "characters" if self.look.language == "zh" else "words"
        tail = f" lines {first}-{last}, {scene.words} {unit} {rule * 2}"
        lead = [Bit(f"{rule * 2} ", "rule"), Bit(scene.id, "id"), Bit(" ", "rule")]
        room = self.columns - size(lead) - len(tail)
        yield [*lead, Bit(rule * max(0, room) + tail, "rule")] if room >= 0 else lead
        yield from self.fields(heading_fields(scene))
        yield from self.present(scene)
        path = self.look.paths[scene.index - 1]
        if path and path != before:
            shown = f" {self.signs.into} ".join(map(visible, path))
            for line in wrap([Bit("in ", "field"), Bit(shown, "section")], self.columns - 3):
                yield place(line, 3)

    def present(self, scene: Scene) -> Iterator[Bits]:
        """Who is in the scene, and who is only heard; where the script says that one leaves, the line."""
        for name, people in present_names(scene, self.look).items():
            for line in wrap([Bit(f"{name} ", "field"), Bit(", ".join(people), "value")], self.columns - 3):
                yield place(line, 3)

    def fields(self, fields: Sequence[tuple[str, str]]) -> Iterator[Bits]:
        """A heading's fields, as many in a line as find room; none is torn apart that fits into one."""
        rows: list[Bits] = [[]]
        for name, value in fields:
            field = [Bit(f"{name} " if name else "", "field"), Bit(value, "value")]
            if rows[-1] and size(rows[-1]) + 3 + size(field) > self.columns - 3:
                rows.append([])
            rows[-1] += [Bit("   ", ""), *field] if rows[-1] else field
        for row in rows if fields else [[Bit("no heading", "field")]]:
            for line in wrap(row, self.columns - 3):
                yield place(line, 3)

    def body(self, group: Sequence[Piece]) -> Iterator[Bits]:
        at = 0
        while at < len(group):
            stop, middle = dual_end(group, at)
            if middle:
                yield from self.dual(group[at:middle], group[middle:stop])
            else:
                stop = at + 1
                yield from map(self.margin.row, self.set(group[at], self.page))
            last = group[stop - 1]
            if _BLANK_LINE.search(self.text[max(last.start, last.end - 80) : last.end]):
                yield self.margin.row(Set(None, "", []))
            at = stop

    def dual(self, left: Sequence[Piece], right: Sequence[Piece]) -> Iterator[Bits]:
        """Both sides in columns of their own, each with its lines' numbers, or below each other where it is narrow."""
        room = self.columns - self.margin.columns
        side = min(44, (room - self.margin.columns - 1) // 2)
        if side < _LEAST_SIDE:
            for name, group in (("left", left), ("right", right)):
                for line in wrap([Bit(f"{name} side, at the same time:", "note")], self.page):
                    yield self.margin.row(Set(None, "", line))
                for piece in group:
                    yield from map(self.margin.row, self.set(piece, self.page))
            return
        one = [line for piece in left for line in self.set(piece, side, side=True)]
        other = [line for piece in right for line in self.set(piece, side, side=True)]
        empty = Set(None, "", [])
        for number in range(max(len(one), len(other))):
            first = one[number] if number < len(one) else empty
            second = other[number] if number < len(other) else empty
            yield [*pad(self.margin.row(first), self.margin.columns + side + 1), *self.margin.row(second)]

    def set(self, piece: Piece, page: int, side: bool = False) -> Iterator[Set]:
        """A piece's lines as on a script page of so many columns. Blank lines are left out."""
        kind = piece.kind
        scale = 0.35 if side else min(1.0, page / _PAGE)
        indent = int(_INDENT.get(kind, 0) * scale)
        room = min(page - indent, max(12, int(_WIDTH.get(kind, page) * (1 if side else scale))))
        if piece.removed:
            yield from self.removed(piece, page)
            return
        first = True
        notes = cue_notes(piece.element)
        shown = [row for row in self.rows.of(piece) if self.text[row.start : row.end].strip()]
        for number, row in enumerate(shown):
            bits = self.dress(piece, row.start, row.end)
            if notes and number == len(shown) - 1:
                bits.append(Bit(f"  ‹{notes}›" if self.signs is FANCY else f"  [{notes}]", "note"))
            for wrapped, line in enumerate(wrap(bits, room)):
                shift = page - size(line) if kind == "transition" else (page - size(line)) // 2
                at = max(0, shift) if kind in ("transition", "centered") else indent
                yield Set(None if wrapped else row.line, kind if first else "", place(line, at))
                first = False

    def removed(self, piece: Piece, page: int) -> Iterator[Set]:
        reason = piece.removed.reason.replace("_", " ")
        lead = Bit(f"{self.signs.cut} {reason}: ", "reason")
        rows = self.rows.of(piece)
        shown = [row for row in rows if self.text[row.start : row.end].strip()]
        if not shown:
            yield Set(rows[0].line, "removed", [Bit(f"{self.signs.cut} {reason}: {len(rows)} blank", "reason")])
        for number, row in enumerate(shown):
            text = visible(self.text[row.start : row.end].strip(_TRIM))
            bits = [lead, Bit(text, "cut")] if not number else [Bit("  ", "cut"), Bit(text, "cut")]
            for wrapped, line in enumerate(wrap(bits, page)):
                yield Set(None if wrapped else row.line, "" if number or wrapped else "removed", line)

    def dress(self, piece: Piece, start: int, end: int) -> Bits:
        """A row's text without the blanks at its ends: own text in the kind's style, marks dim, contacts in signs."""
        raw = self.text[start:end]
        start += len(raw) - len(raw.lstrip(_TRIM))
        end -= len(raw) - len(raw.rstrip(_TRIM))
        opens = {span.start for span in piece.spans if span.style == "contact"}
        closes = {span.end for span in piece.spans if span.style == "contact"}
        bits: Bits = []
        for run in styled(start, end, piece.spans):
            text = visible(self.text[run.start : run.end])
            if "contact" in run.styles:
                text = (self.signs.contact[0] if run.start in opens else "") + text
                text += self.signs.contact[1] if run.end in closes else ""
            if "own" not in run.styles:
                text = _GAP.sub("  ", text)
            style = piece.kind if "own" in run.styles else "mark"
            bits.append(Bit(text, " ".join([style, *sorted(run.styles - {"own"})])))
        return bits


_TRIM = " \t\r\n\u3000\f\v"
_GAP = Pattern(r"[ \t\u3000]{3,}")
"""Between an element's own text and what stands beside it, such as a scene number in the right margin."""
_BLANK_LINE = Pattern(r"(?>\r\n|\r|\n)[ \t\u3000]*(?>\r\n|\r|\n)\s*\Z")
