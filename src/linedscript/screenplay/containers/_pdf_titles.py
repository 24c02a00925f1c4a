"""Title pages of a PDF: pages of their own before the story, with few lines and much white between them."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.patterns import Pattern
from linedscript.screenplay.containers._pdf_lines import Row, Sheet
from linedscript.screenplay.formats.chinese_headings import find_heading
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading

_MOST = 45
"""Lines of a title page, contact details and notices included."""
_BARE = 6
"""Lines of a title page that names nobody, at most."""
_PAGES = 3
_WHITE = 4.5
"""Line pitches of the widest gap on a title page, at least."""
_OPENING = Pattern(r"(?:FADE|IRIS) (?:IN|UP)\b.*|OVER BLACK.*|BLACK(?: SCREEN)?[.:]|淡入.*")
_CREDIT = Pattern(
    r"(?i:\b(?:written|screenplay|script|story|teleplay|adapted|directed|created) by\b|^by$|©|\(c\) ?\d{4}|"
    r"copyright|@\w|\bdraft\b|\brevis)|编剧|作者|剧本|原著|版权"
)
_NOTICE = Pattern(r"©|\(c\) ?\d{4}|copyright|rights? reserved|@\w|版权", 2)
_SENTENCE = Pattern(r".*[^\W\d_A-Z][.!?…]+[\"”’')]?|.*[。！？…][”」]?|[\"“'‘「].*|.*\.\.\.|.*[a-z],.*")
_CENTRED = 0.05
"""Share of the page's width by which the middle of a centred line is off the middle of the page at most."""


def title_pages(sheets: Sequence[Sheet], pitch: float) -> int:
    """How many pages at the front are title pages: none where the story starts on the first."""
    count = 0
    while count < min(_PAGES, len(sheets) - 1) and _is_title(sheets[count], pitch, first=not count):
        count += 1
    return count


def _is_title(page: Sheet, pitch: float, first: bool) -> bool:
    """A further title page (a notice, a dedication) has to say so; a first one may hold the bare title.

    That stands alone in the middle of the page, and isn't a sentence.
    """
    bodies = [row.body for row in page.rows]
    if not bodies:
        return first
    if len(bodies) > _MOST or any(opens(body) for body in bodies if len(body) <= 200):
        return False
    if sum(len(body) for body in bodies) > 60 * len(bodies):
        return False
    gaps = [page.rows[0].top / pitch - 6, *((b.top - a.top) / pitch for a, b in pairwise(page.rows))]
    if max(gaps) < _WHITE:
        return False
    if any(_CREDIT.search(body) and (_NOTICE.search(body) or not _SENTENCE.fullmatch(body)) for body in bodies):
        return True
    return first and len(bodies) <= _BARE and gaps[0] >= _WHITE and all(_is_bare_title(page, row) for row in page.rows)


def _is_bare_title(page: Sheet, row: Row) -> bool:
    middle = (row.parts[0].left + row.parts[-1].right) / 2
    return abs(middle - page.width / 2) <= _CENTRED * page.width and not _SENTENCE.fullmatch(row.body)


def opens(body: str) -> bool:
    """Whether a line opens the story: a heading, an act, a first transition."""
    return bool(plain_heading(body) or is_act(body) or _OPENING.fullmatch(body) or find_heading(body))
