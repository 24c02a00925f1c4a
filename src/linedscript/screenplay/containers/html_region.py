"""Where on a page the script stands. The rest (navigation, forms, readers' comments) is kept as cuts."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.containers.html_layout import Block, Page
from linedscript.screenplay.containers.html_marks import (
    SITE_LINE,
    SITE_TAGS,
    announces_comments,
    cue_name,
    is_heading,
    label_of,
    site_reason,
    spoken_name,
    type_of,
)
from linedscript.screenplay.kept import Cut, merged
from linedscript.screenplay.lines import Line, split_lines

_PARAGRAPHS = frozenset("p h1 h2 h3 h4 h5 h6 li dt dd td tr center blockquote".split())
_STORY = frozenset("heading action cue parenthetical dialogue transition lyric centered".split())
_TITLES = frozenset(f"h{level}" for level in range(1, 7))
_SENTENCE = Pattern(r".*[.!?…。！？]+[\"”’'」』)）]?")
_SOLID = Pattern(r"[^\r\n]*\S")


class Mark(NamedTuple):
    """A line or paragraph that only a screenplay has."""

    start: int
    end: int
    block: Block
    name: str | None
    """Of a cue; null for a heading."""


class Row(NamedTuple):
    """A line of the page's text."""

    line: Line
    block: Block
    linked: bool
    """Whether more than half of it is links."""


def rows_of(page: Page) -> list[Row]:
    """The lines that aren't blank."""
    rows, at, pieces = [], 0, page.pieces
    for line in split_lines(page.text):
        if not line.body:
            continue
        while at < len(pieces) and pieces[at].end <= line.start:
            at += 1
        look, linked, block = at, 0, None
        while look < len(pieces) and pieces[look].start < line.end:
            piece = pieces[look]
            if piece.link:
                linked += min(piece.end, line.end) - max(piece.start, line.start)
            if block is None and page.text[max(piece.start, line.start) : min(piece.end, line.end)].strip():
                block = piece.block
            look += 1
        rows.append(Row(line, block or page.blocks[0], 2 * linked > line.end - line.start))
    return rows


def marks_of(rows: Sequence[Row], known: frozenset[str] = frozenset()) -> list[Mark]:
    """Headings, and cues by what they look like: a name in capitals over text, or before its speech.

    A name in small letters has to stand before its speech three times, or to be ``known``.
    """
    found = []
    labels = Counter(label_of(row.line.body) for row in rows if not row.linked)
    for number, row in enumerate(rows):
        line, block = row.line, row.block
        if row.linked or len(line.body) > 3000:
            continue
        if is_heading(line.body):
            found.append(Mark(line.start, line.end, block, None))
        elif name := spoken_name(line.body):
            found.append(Mark(line.start, line.end, block, name))
        elif (name := label_of(line.body)) and (labels[name] >= 3 or name in known):
            found.append(Mark(line.start, line.end, block, name))
        elif (name := cue_name(line.body)) and number + 1 < len(rows) and not rows[number + 1].linked:
            if cue_name(rows[number + 1].line.body) is None:
                found.append(Mark(line.start, line.end, block, name))
    return found


def cuts_of(page: Page, rows: Sequence[Row], marks: Sequence[Mark], place: str, typed: bool = False) -> list[Cut]:
    """What stands around the script, and site matter within it. Raises ``no-scene`` for a page without a script.

    ``typed``: classes say of the page's paragraphs what they are.
    """
    aside = _asides(page, marks, typed)
    marks = [mark for mark in marks if not _within(mark.start, aside)]
    set_out = [mark for mark in marks if mark.block.verbatim]
    marks = set_out if 2 * len(set_out) > len(marks) else marks
    own = _first_marks(marks)
    comments = _announced(rows, max((mark.end for mark in marks if mark.name is None), default=None), own)
    marks = [mark for mark in marks if comments is None or mark.start < comments]
    names = Counter(mark.name for mark in marks if mark.name)
    scenes = [mark for mark in marks if mark.name is None]
    spoken = [mark for mark in marks if mark.name and names[mark.name] > 1]
    sure = [*scenes, *spoken]
    if not sure:
        sure = list(marks)
    if not sure:
        raise LinedscriptError(
            "no-scene",
            f"{place}: all {len(rows)} lines of the page",
            "the page shows neither a scene heading nor a character cue",
            "save the page on which the script itself stands (not the one that links to it), or copy the script's text",
        )
    cuts = [Cut(start, end, reason) for start, end, reason in aside]
    first, last = min(mark.start for mark in sure), max(mark.end for mark in sure)
    start, end = 0, len(page.text)
    linked = bool(cuts) or any(row.linked for row in rows)
    if linked and (holder := _holder(sure, first, last)).parent:
        start, end = holder.start, holder.end
    start, end = _trimmed(rows, start, end, first, last, linked, own)
    cuts += _titles(page)
    cuts += _outside(page, rows, 0, start)
    cuts += _outside(page, rows, end, len(page.text))
    return merged(cuts)


def _first_marks(marks: Sequence[Mark]) -> dict[int, int]:
    """Where in each block that holds lines of the script, by its number, the first of them stands."""
    found: dict[int, int] = {}
    for mark in marks:
        found[mark.block.number] = min(mark.start, found.get(mark.block.number, mark.start))
    return found


def _asides(page: Page, marks: Sequence[Mark], typed: bool) -> list[tuple[int, int, str]]:
    """Navigation, forms, comments by element and class; none that holds half of the script's marks, nor what a typed
    page calls by the name of an element of the script."""
    found: list[tuple[int, int, str]] = []
    starts = sorted(mark.start for mark in marks)
    for block in page.blocks:
        if block.end <= block.start or (found and block.start < found[-1][1]):
            continue
        reason = "site_banner" if block.hidden else site_reason(block.tag, block.names)
        if reason and not (typed and reason == "site_banner" and not block.hidden and _is_spoken_of(block)):
            inside = bisect_left(starts, block.end) - bisect_left(starts, block.start)
            if 2 * inside < len(starts) or not starts:
                found.append((block.start, block.end, reason))
    return found


def _is_spoken_of(block: Block) -> bool:
    """Whether an element or one around it is called by a kind of the script's paragraphs."""
    at: Block | None = block
    for _ in range(3):
        if at is None:
            return False
        if at.attributes and at.tag not in SITE_TAGS and type_of(at.names) in _STORY:
            return True
        at = at.parent
    return False


def _within(at: int, ranges: Sequence[tuple[int, int, str]]) -> bool:
    number = bisect_right(ranges, at, key=lambda found: found[0]) - 1
    return number >= 0 and at < ranges[number][1]


def _holder(marks: Sequence[Mark], first: int, last: int) -> Block:
    """The smallest element that holds all marks and isn't a paragraph, unless the paragraph is the whole script."""
    block = min(marks, key=lambda mark: mark.start).block
    while block.parent and not (block.start <= first and last <= block.end):
        block = block.parent
    while block.parent and block.tag in _PARAGRAPHS and not block.verbatim and not _is_whole(block):
        block = block.parent
    return block


def _is_whole(block: Block) -> bool:
    """Whether an element holds lines of its own: a cell or a centered part with line breaks, or with other elements."""
    return block.tag in ("td", "center", "blockquote") and block.breaks + block.ends > 20


def _trimmed(
    rows: Sequence[Row], start: int, end: int, first: int, last: int, linked: bool, own: dict[int, int]
) -> tuple[int, int]:
    """Without the site matter at the edges of the script's element: links and ``Back to index``.

    A sentence that stands where the script's lines stand is one of them, linked or not. On a page with links, which a
    program's export has none of, also what isn't set out as the script is.
    """
    inside = [row for row in rows if start <= row.line.start < end]
    set_out = linked and any(row.block.verbatim for row in inside if first <= row.line.start < last)

    def foreign(row: Row) -> bool:
        if len(row.line.body) <= 200 and SITE_LINE.fullmatch(row.line.body):
            return True
        if row.linked:
            return not (row.block.number in own and _SENTENCE.fullmatch(row.line.body))
        return set_out and not row.block.verbatim

    for row in inside:
        if row.line.end > first or not foreign(row):
            break
        start = row.line.end
    for row in reversed(inside):
        if row.line.start < last or not foreign(row):
            break
        end = row.line.start
    comments = _announced(inside, last, own)
    return start, end if comments is None else min(end, comments)


def _announced(rows: Sequence[Row], after: int | None, own: dict[int, int]) -> int | None:
    """Where the first line behind a place stands that says that readers' comments follow.

    None of them is a line in a block of the script (``own``) or right under a cue, unless it is a title.
    """
    if after is None:
        return None
    for number, row in enumerate(rows):
        at, body = row.line.start, row.line.body
        if at <= after or not announces_comments(body, row.block.tag):
            continue
        above = rows[number - 1].line.body if number else ""
        spoken = cue_name(above) or above[:1] in ("(", "（") or own.get(row.block.number, at) < at
        if row.block.tag in _TITLES or not (spoken or _is_spoken_of(row.block)):
            return at
    return None


def _outside(page: Page, rows: Sequence[Row], start: int, end: int) -> Iterator[Cut]:
    """What stands before or after the script: readers' comments from the line that announces them."""
    if not page.text[start:end].strip():
        return
    at = before = start
    for row in rows:
        if row.line.start >= end:
            at = end
            break
        if row.line.start >= start:
            if announces_comments(row.line.body, row.block.tag) and not row.linked:
                at = before
                break
            before = row.line.end
    else:
        at = end
    yield Cut(start, at, "site_banner")
    yield Cut(at, end, "reader_comment")


def _titles(page: Page) -> list[Cut]:
    """Title pages, where a class names them so and they stand as one element."""
    return [
        Cut(block.start, _solid(page.text, block.end), "title_page")
        for block in page.blocks
        if block.end > block.start and block.attributes and type_of(block.names) == "title_page" and block.tag != "body"
    ]


def _solid(text: str, at: int) -> int:
    """Behind the blank lines from here, so that none opens the story."""
    return next((match.start() for match in _SOLID.finditer(text, at)), len(text))
