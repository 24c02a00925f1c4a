"""The text of a PDF's pages, with indentation and blank lines from the layout, and what of it is no story."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import RemovalReason
from linedscript.screenplay.containers._pdf_columns import Roles, dual_split, is_cue, roles_of
from linedscript.screenplay.containers._pdf_furniture import MORE, furniture, without_stars
from linedscript.screenplay.containers._pdf_lines import Grid, Row, Sheet
from linedscript.screenplay.containers._pdf_titles import opens, title_pages
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.chinese import colon_cue
from linedscript.screenplay.formats.chinese_headings import find_heading
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.kept import Cut

Side = Literal["left", "right"]
_CONTD = Pattern(r"\(CONT(?:['’`´]?D|INUED|INUING)?\.?\)|（续）")
_STOPS = tuple('.!?…:;"”’)*—–-。！？：；”』」）')
_CJK = Pattern(r"[\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]")
_OPENS = Pattern(r"[△▲∆Δ▽【（(#]|第?\s*[0-9０-９一二三四五六七八九十百]+\s*[-—.、．场幕集]")
_OPEN = 1.5
"""Times the size of type from which the common distance may be that of paragraphs."""
_MOST_BLANK = 3
"""Blank lines in a row: a wider gap says no more."""


class Line(NamedTuple):
    column: int
    body: str
    right: float
    blanks: int
    """Blank lines above it on its page."""
    star: str
    side: Side | None
    cue: bool


class Composed(NamedTuple):
    text: str
    cuts: list[Cut]
    duals: list[tuple[int, int, Side]]
    """Ranges of the text that are one side of dual dialogue."""
    cues: list[tuple[int, int]]
    """Ranges of cues that aren't in capitals, as their column says."""
    titled: bool
    """Whether the layout says what stands above the story: on title pages, or on a page of story without a heading."""


def compose(sheets: Sequence[Sheet], grid: Grid) -> Composed:
    pitch = line_pitch(sheets, grid)
    titles = title_pages(sheets, pitch)
    stars = without_stars(sheets)
    bare = [page._replace(rows=tuple(row for row, _ in rows if row)) for page, rows in zip(sheets, stars, strict=True)]
    titled = [row.body for page in bare[:titles] for row in page.rows]
    marks = [*([None] * len(page.rows) for page in bare[:titles]), *furniture(bare[titles:], pitch, titled)]
    story = [
        [row for row, mark in zip(page.rows, found, strict=True) if mark is None]
        for page, found in zip(bare[titles:], marks[titles:], strict=True)
    ]
    roles = roles_of(story, pitch)
    writer = _Writer(roles, grid)
    for number, (page, found, starred) in enumerate(zip(bare, marks, stars, strict=True)):
        if number:
            writer.outside.append(("\f", "page_break"))
        for mark in page.marks:
            writer.outside.append((mark + "\n", "page_header"))
        if number < titles:
            writer.title(page.rows)
        else:
            writer.page(page.rows, found, [star for row, star in starred if row], pitch)
        writer.outside += [(star + "\n", "revision_mark") for row, star in starred if row is None]
    return writer.done(titles > 0 or not any(opens(row.body) for row in sheets[0].rows if len(row.body) <= 200))


def line_pitch(sheets: Sequence[Sheet], grid: Grid) -> float:
    """Points between lines of one paragraph: the smallest distance that is common. A wide one has to be seen between
    lines that were broken at the margin: else every paragraph has one line."""
    steps: Counter[float] = Counter()
    for page in sheets:
        for one, other in pairwise(page.rows):
            if 0.7 * grid.size <= (step := other.top - one.top) <= 3 * grid.size:
                steps[round(step * 2) / 2] += 1
    if not steps:
        return grid.size
    near = {step: steps[step - 0.5] + steps[step] + steps[step + 0.5] for step in list(steps)}
    most = max(near.values())
    first = min(step for step, count in near.items() if count * 10 >= most)
    pitch = max((step for step in (first, first + 0.5) if step in steps), key=lambda step: steps[step])
    if pitch > _OPEN * grid.size:
        reach = max(row.parts[-1].right for page in sheets for row in page.rows)
        torn = [
            one.parts[-1].right > 0.75 * reach
            for page in sheets
            for one, other in pairwise(page.rows)
            if abs(other.top - one.top - pitch) < 1 and one.column == other.column
        ]
        if sum(torn) * 10 < len(torn) or not torn:
            return grid.size
    return pitch


class _Writer:
    def __init__(self, roles: Roles, grid: Grid) -> None:
        self.roles = roles
        self.grid = grid
        self.pieces: list[tuple[str, RemovalReason | None]] = []
        self.length = 0
        self.outside: list[tuple[str, RemovalReason]] = []
        """What is no story since the last line that was."""
        self.last: Line | None = None
        self.speaker: str | None = None
        self.more = self.resumed = False
        self.duals: list[tuple[int, int, Side]] = []
        self.cues: list[tuple[int, int]] = []

    def put(self, text: str, reason: RemovalReason | None = None) -> None:
        if text:
            self.pieces.append((text, reason))
            self.length += len(text)

    def title(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.outside.append((f"{' ' * row.column}{row.body}\n", "title_page"))

    def page(
        self, rows: Sequence[Row], marks: Sequence[RemovalReason | None], stars: Sequence[str], pitch: float
    ) -> None:
        lines = list(self.lines(rows, marks, stars, pitch))
        first = next((number for number, line in enumerate(lines) if isinstance(line, Line)), None)
        for number, line in enumerate(lines):
            if not isinstance(line, Line):
                self.more = self.more or bool(MORE.search(line[0]))
                self.outside.append(line)
            elif number == first and self.last:
                self.first(line, self.last)
            else:
                self.write(line, "\n" * (1 + line.blanks) if self.last else "")

    def first(self, line: Line, last: Line) -> None:
        """The first line of a page: it goes on with the page before, or it begins something."""
        if self.speaker and line.cue and not line.side and self.again(line.body):
            self.outside.append((f"{' ' * line.column}{line.body}\n", "continued_mark"))
            self.resumed = True
            return
        joins = not line.side and not last.side and self.goes_on(last, line)
        self.write(line, "\n" if joins else "\n\n")

    def again(self, body: str) -> bool:
        """Whether a cue at the top of a page names who spoke at the foot of the one before."""
        return split_cue(body)[0] == self.speaker and (self.more or bool(_CONTD.search(body)))

    def write(self, line: Line, between: str) -> None:
        """One line, and before it what lies between it and the last one."""
        between = "\n" if self.resumed else between
        wide = self.last is not None and self.wraps(self.last, line, between)
        self.put("\n" if wide and self.outside else "", self.outside[0][1] if self.outside else None)
        self.put("" if wide else between)
        for text, reason in self.outside:
            self.put(text, reason)
        self.outside, self.more, self.resumed = [], False, False
        start = self.length
        self.put((" " * line.column if not wide else "") + line.body)
        if line.cue and not is_upper(split_cue(line.body)[0]):
            self.cues.append((start, self.length))
        if line.star:
            self.put(f"  {line.star}", "revision_mark")
        if line.side:
            self.duals.append((start, self.length, line.side))
        self.follow(line)
        self.last = line

    def follow(self, line: Line) -> None:
        if line.side:
            self.speaker = None
        elif line.cue:
            self.speaker = split_cue(line.body)[0]
        elif line.column < self.roles.speech - 1 or plain_heading(line.body) or line.body.endswith("TO:"):
            self.speaker = None

    def goes_on(self, last: Line, line: Line) -> bool:
        """Whether the paragraph at a page's foot goes on at the top of the next one."""
        if line.cue or plain_heading(line.body) or plain_heading(last.body):
            return False
        if is_act(line.body) or line.body.endswith("TO:"):
            return False
        if self.speaker:
            return line.column > self.roles.base + 3 and not last.cue
        if abs(last.column - line.column) > 1 or is_upper(last.body):
            return False
        if line.body[0].islower():
            return True
        return not last.body.endswith(_STOPS) and self.full(last, line)

    def full(self, last: Line, line: Line, loose: bool = False) -> bool:
        """Whether the next line's first word had no room on the last one. ``loose``: nor had one character more, since
        a line of Chinese doesn't begin with a comma."""
        word = line.body[: 1 if _CJK.match(line.body) else len(line.body.split(maxsplit=1)[0]) + 1]
        margin = self.roles.rights.get(last.column, 0.0)
        return last.right + (len(word) + loose) * self.grid.column * (2 if _CJK.match(word) else 1) > margin + 0.5

    def wraps(self, last: Line, line: Line, between: str) -> bool:
        """Whether a line of full-width writing goes on with the one before it: such text breaks inside of words."""
        if len(between) > 1 or last.side or line.side:
            return False
        if not (_CJK.search(last.body[-2:]) and _CJK.search(line.body[:4])) or line.column > last.column:
            return False
        if _OPENS.match(line.body) or find_heading(line.body):
            return False
        ended = last.body.endswith(_STOPS)
        return self.full(last, line, not ended) and not (ended and colon_cue(line.body))

    def lines(
        self, rows: Sequence[Row], marks: Sequence[RemovalReason | None], stars: Sequence[str], pitch: float
    ) -> Iterator[Line | tuple[str, RemovalReason]]:
        """The page's lines of story, sides of dual dialogue one after the other, and its other rows with the reason."""
        above: float | None = None
        number = 0
        while number < len(rows):
            row = rows[number]
            step = (row.top - above) / pitch if above is not None else 1.0
            blanks = min(_MOST_BLANK, max(1, round(step) - 1)) if step > 1.3 else 0
            if (reason := marks[number]) is not None:
                yield f"{' ' * row.column}{row.body}\n", reason
                number += 1
                continue
            if (dual := dual_split(rows, number, marks, self.roles, pitch)) is not None:
                yield from _sides(dual.left, "left", blanks, self.roles)
                yield from _sides(dual.right, "right", 1, self.roles)
                number += dual.rows
                above = rows[number - 1].top
                continue
            column = self.roles.snap.get(row.column, row.column)
            below = rows[number + 1] if number + 1 < len(rows) and marks[number + 1] is None else None
            cue = is_cue(row, below, bool(blanks) or above is None, self.roles, pitch)
            yield Line(column, row.body, row.parts[-1].right, blanks, stars[number], None, cue)
            above = row.top
            number += 1

    def done(self, titled: bool) -> Composed:
        self.put("\n" if self.last else "")
        for text, reason in self.outside:
            self.put(text, reason)
        cuts, at = [], 0
        for text, reason in self.pieces:
            if reason:
                cuts.append(Cut(at, at + len(text), reason))
            at += len(text)
        return Composed("".join(text for text, _ in self.pieces), cuts, self.duals, self.cues, titled)


def _sides(bodies: Sequence[str], side: Side, blanks: int, roles: Roles) -> Iterator[Line]:
    """One side of dual dialogue, in the columns of other speech."""
    for number, body in enumerate(bodies):
        column = roles.cue if not number else roles.speech + 3 * (body[0] in "(（")
        yield Line(column, body, 0.0, 0 if number else blanks, "", side, not number)
