"""What stands on a script's pages around the story, told by where it stands: headers, footers, page numbers, marks of
continued scenes and speeches, revision marks."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from linedscript.patterns import Pattern
from linedscript.records.scene import RemovalReason
from linedscript.screenplay.containers._pdf_bands import DATE, DRAFT, MARGIN_POINTS, NUMBER, Band, form_of, is_story
from linedscript.screenplay.containers._pdf_lines import Row, Sheet, row_of

Place = tuple[int, int]
"""Page and row."""
Marks = list[list[RemovalReason | None]]
"""Of each page, the reason for which each row is no story."""
_MARGIN = r"\d{1,4}[A-Z]{0,2}|[A-Z]{1,2}\d{1,4}[A-Z]?"
CONTINUED = Pattern(
    rf"(?:(?:{_MARGIN})\s+)?(?:\(MORE\)|\(CONTINUED\)|\(CONT(?:['’]?D|\.)?\)|CONTINUED:?|CONT(?:['’]D|INUED)?:|（续）|（接下页）)"
    rf"(?:\s*\(\d+\)|\s+\d+)?:?(?:\s+(?:{_MARGIN}))?"
)
MORE = Pattern(r"\(MORE\)|（接下页）")
_STARS = Pattern(r"[*＊]{1,4}")
_EDGE = 3
"""Rows at the top and at the bottom of a page among which headers and footers are looked for."""
_SET_OFF = 2.5
"""Line pitches between the page's body and a header that nothing but its place tells, at least: paragraphs and scenes
stand two apart."""
_PROSE_ENDS = tuple('.!?…,;:-–—"”’)*。！？，；：」')


def furniture(sheets: Sequence[Sheet], pitch: float, titled: Collection[str] = ()) -> Marks:
    """Headers, footers and page numbers by their places over all pages, and CONTINUED marks by their form.

    Nothing but furniture stands between a header or footer and the edge of its page, nor between it and the gap that
    sets it off from the story. ``titled``: the lines of the title pages.
    """
    marks: Marks = [[None] * len(page.rows) for page in sheets]
    for page, found in zip(sheets, marks, strict=True):
        for number, row in enumerate(page.rows):
            if len(row.parts[0].text) <= 20 and CONTINUED.fullmatch(" ".join(row.body.split())):
                found[number] = "continued_mark"
    at: dict[tuple[str, int], list[Place]] = defaultdict(list)
    for number, page in enumerate(sheets):
        for side, row in _edges(page.rows):
            if marks[number][row] is None:
                at[side, round(_from_edge(page, row, side) / 3)].append((number, row))
    found_at: dict[Place, RemovalReason] = {}
    for (side, band), places in at.items():
        near = sorted(place for shift in (-1, 0, 1) for place in at.get((side, band + shift), []))
        told = Band(sheets, near, side)
        lone = [place for place in told.evident if _alone(sheets[place[0]], place[1], side, pitch)]
        certain = len(lone) >= 2 and told.is_furniture
        for place in places:
            page, row = place
            body = sheets[page].rows[row].body
            if (place in told.numbers and told.in_margin(place) and place in lone) or (
                certain and told.belongs(place) and _alone(sheets[page], row, side, pitch)
            ):
                found_at[place] = _reason(body)
    found_at |= _rare(sheets, found_at, marks, pitch, {form_of(body) for body in titled})
    for number, page in enumerate(sheets):
        for side, inward in (("top", range(len(page.rows))), ("bottom", range(len(page.rows) - 1, -1, -1))):
            _mark(page, marks[number], {row: found_at.get((number, row)) for row in inward}, side, pitch)
    return marks


def _rare(
    sheets: Sequence[Sheet], known: Mapping[Place, RemovalReason], marks: Marks, pitch: float, titled: Collection[str]
) -> dict[Place, RemovalReason]:
    """Headers and footers that come once or twice: alone in the margin, further out than other pages have their story.

    One that comes once and has no page number, date or draft in it, nor the title, has to stand well off from its page.
    """
    found: dict[Place, RemovalReason] = {}
    for side in ("top", "bottom"):
        outer: dict[int, int] = {}
        for number, page in enumerate(sheets):
            inward = range(len(page.rows)) if side == "top" else range(len(page.rows) - 1, -1, -1)
            story = (row for row in inward if (number, row) not in known and not marks[number][row])
            if (first := next(story, None)) is not None:
                outer[number] = first
        edges = {number: _from_edge(sheets[number], row, side) for number, row in outer.items()}
        forms = {number: form_of(sheets[number].rows[row].body) for number, row in outer.items()}
        for number, row in outer.items():
            page = sheets[number]
            body = page.rows[row].body
            others = [edges[other] for other in outer if forms[other] != forms[number]]
            if edges[number] >= MARGIN_POINTS or is_story(body) or min(others, default=0) < edges[number] + pitch:
                continue
            told = _is_marked(page.rows[row]) or forms[number] in titled
            if told or (
                not (body.endswith(_PROSE_ENDS) or body[0].islower())
                and (list(forms.values()).count(forms[number]) > 1 or _alone(page, row, side, pitch, _SET_OFF))
            ):
                if _alone(page, row, side, pitch):
                    found[number, row] = _reason(body)
    return found


def _is_marked(row: Row) -> bool:
    """Whether a page number stands at an end of the row, or a date or a draft in it."""
    ends = (row.parts[0].text, row.parts[-1].text) if len(row.parts) > 1 else ()
    return bool(DRAFT.search(row.body) or DATE.search(row.body) or any(NUMBER.fullmatch(end) for end in ends))


def _mark(
    page: Sheet, marks: list[RemovalReason | None], found: dict[int, RemovalReason | None], side: str, pitch: float
) -> None:
    """Mark the furniture from one edge inward, up to the last gap: what has story right under it is no header."""
    block: list[int] = []
    step = 1 if side == "top" else -1
    for row, reason in found.items():
        if not (reason or marks[row]):
            return
        block.append(row)
        after = row + step
        if after not in found or abs(page.rows[after].top - page.rows[row].top) > 1.4 * pitch:
            for number in block:
                marks[number] = marks[number] or found[number]
            block = []


def _from_edge(page: Sheet, row: int, side: str) -> float:
    return page.rows[row].top if side == "top" else page.height - page.rows[row].top


def _edges(rows: Sequence[Row]) -> Iterator[tuple[str, int]]:
    """Rows near the edges, each once: those of a short page belong to the nearer edge."""
    half = (len(rows) + 1) // 2
    for number in range(min(_EDGE, half)):
        yield "top", number
    for number in range(max(half, len(rows) - _EDGE), len(rows)):
        yield "bottom", number


def _alone(page: Sheet, row: int, side: str, pitch: float, off: float = 1.4) -> bool:
    """Whether a row stands off from the body of its page, over other lines of a header at most."""
    step = 1 if side == "top" else -1
    edge = row
    while 0 <= edge + step < len(page.rows):
        gap = abs(page.rows[edge + step].top - page.rows[edge].top)
        if gap > off * pitch:
            return True
        edge += step
        if abs(edge - row) >= _EDGE:
            return False
    return len(page.rows) <= _EDGE


def _reason(body: str) -> RemovalReason:
    if NUMBER.fullmatch(body):
        return "page_number"
    return "draft_line" if DRAFT.search(body) else "page_header"


def without_stars(sheets: Sequence[Sheet]) -> list[list[tuple[Row | None, str]]]:
    """Each row without its revision mark, and the mark: stars that stand alone right of everything else.

    A row that is nothing but its mark is null.
    """
    out = []
    for page in sheets:
        rows: list[tuple[Row | None, str]] = []
        for row in page.rows:
            last = row.parts[-1]
            if _STARS.fullmatch(last.text) and last.left > 0.75 * page.width:
                rest = row.parts[:-1]
                rows.append((row_of(row.top, rest) if rest else None, last.text))
            else:
                rows.append((row, ""))
        out.append(rows)
    return out
