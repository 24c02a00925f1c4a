"""Which lines of a text are page furniture, and of what kind."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.contacts import WEB
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.headings import SLUG
from linedscript.screenplay.lines import Line

_MORE = Pattern(r"(?:\((?:MORE|more)\)|\[MORE\]|-+ ?MORE ?-+|\(ДАЛЕЕ\))")
_MARGIN = r"\d{1,4}[A-Z]{0,2}\.?"
_CONTINUED = Pattern(
    rf"(?:(?P<left>{_MARGIN})\s+)?(?:(?P<bracket>[(\[](?:CONTINUED|continued|Continued)[)\]])|(?P<colon>CONTINUED:?))"
    rf"(?P<again>\s*\(\d+\))?(?:\s+(?P<right>{_MARGIN}))?"
)
_NUMBER = Pattern(
    r"(?:[-–—]\s*(?P<dashed>\d{1,4})\s*[-–—]|(?:page\s+|p\.\s?|"
    r"pg\.\s?)?(?P<plain>\d{1,4})(?P<letter>[A-Z]?)\.?(?:\s+of\s+\d+)?|"
    r"(?P<han>第\s*\d{1,4}\s*页))",
    re.IGNORECASE,
)
_HEADER = Pattern(r"(\S.*?\S)[ \t]{4,}(\d{1,4})[A-Z]?\.?")
_HEADER_LEFT = Pattern(r"(\d{1,4})[A-Z]?\.?[ \t]{4,}(\S.*?\S)")
_DRAFT = Pattern(
    r"(?:(?:\d(?:st|nd|rd|th)|FIRST|SECOND|THIRD|FOURTH|FIFTH|FINAL|REVISED|SHOOTING|PRODUCTION|ROUGH|"
    r"WRITERS?['’]?S?|POLISH|"
    r"(?:FULL )?(?:WHITE|BLUE|PINK|YELLOW|GREEN|GOLDENROD|GOLD|BUFF|SALMON|CHERRY|TAN|IVORY))\s+)*"
    r"(?:DRAFT|REV(?:\.|ISED|ISIONS?)?|SCRIPT|PAGES?)\b[ \t.:#–—-]*(?:DRAFT|PAGES?|DATED?|[(\[]|\d|[-/.,:)\]]| |"
    r"JAN\w*|FEB\w*|MAR\w*|APR\w*|MAY|JUNE?|JULY?|AUG\w*|SEP\w*|OCT\w*|NOV\w*|DEC\w*|(?:WHITE|BLUE|PINK|YELLOW|"
    r"GREEN))*",
    re.IGNORECASE,
)
_DIGITS = Pattern(r"\d+")
_WEB = Pattern(WEB, re.IGNORECASE)
_WWW = Pattern(r"\.(?<=[Ww]{3}\.)")
_LASTS = frozenset("):]-–—页")
_PROSE_ENDS = frozenset("abcdefghijklmnopqrstuvwxyz!?,;\"'”’…")
"""Characters at the end of a line with which no furniture ends, but a header that begins with its number."""
_SENTENCE_ENDS = frozenset(f"{letter}." for letter in "abcdefghijklmnopqrstuvwxyz")
_SHOT = Pattern(
    r"(?:(?:(?:NEW |ANOTHER |REVERSE )?ANGLE|CLOSER?|CLOSE-?UP|INSERT|P\.?O\.?V|SUPER|TITLE|MONTAGE|SERIES OF|BACK TO|"
    r"CUT TO|FLASHBACK|END OF|THE END|CONTINUOUS|FADE|DISSOLVE|INTERCUT|TRACKING|SMASH CUT|MATCH CUT|ESTABLISHING|"
    r"\(?OMIT(?:TED)?|(?:WIDE|FULL|TWO|MEDIUM)[ -]SHOT|MEANWHILE|ВСТАВКА|ТИТР|ЗТМ|ИЗ ЗТМ)\b|"
    r"(?:(?:\w+ ){0,3}LATER|NIGHT|DAY|MORNING|EVENING|DAWN|DUSK|WIDE|WIDER|(?:\w+ ){0,3}ПОЗЖЕ)\W*$)",
    re.IGNORECASE,
)
"""How shots, inserts and passages of time begin, which stand where headers do and aren't any."""
_LEAST_GAP = 30
"""Lines between page numbers: a page has about 55."""
_LEAST_FED = 15
"""The same in a text with form feeds."""
_MOST_GAP = 130
_MOST_PAGES = 999
"""A greater number is a year or a sum."""
_RIGHT = 55
"""Columns from which a bare number that stands apart is a page number: neither action, speech nor cues start there."""
_OPENS_NO_HEADER = '.!?,:;…"”-)。！？」'
_SHORT = 8
"""Characters of a line that may be a cue, so that 第12页 right below it may be its speech."""
_STOPS = "。！？…”」）"


class _Header(NamedTuple):
    """A line with a number at one of its ends, far from its text."""

    number: int
    """Of the line."""
    text: str
    value: int
    left: bool


def find_marks(text: str, lines: Sequence[Line], bodies: Sequence[str]) -> list[str | None]:
    """The reason for which each line is furniture. ``bodies`` are those of ``lines``."""
    marks: list[str | None] = [None] * len(lines)
    paged = "\f" in text
    weak: list[tuple[int, int, bool]] = []
    headers: list[_Header] = []
    scenes = False
    maybe: list[int] = []
    if paged:
        for number, body in enumerate(bodies):
            if not body and "\f" in lines[number].raw:
                marks[number] = "page_break"
    for number in [
        number
        for number, body in enumerate(bodies)
        if body and (body[-1] not in _PROSE_ENDS and body[-2:] not in _SENTENCE_ENDS or body[0].isdigit())
    ]:
        body = bodies[number]
        if len(body) > 200:
            continue
        end = body[-1]
        bare = body[:-1] if end == "." else body
        last = bare[-1:]
        if last.isdigit() or last in _LASTS or (last.isupper() and (bare[-2:-1].isdigit() or bare[-9:] == "CONTINUED")):
            _mark(lines, number, body, paged, marks, weak, headers, maybe)
        elif body[0].isdigit() and (match := _HEADER_LEFT.fullmatch(body)):
            if SLUG.match(match.group(2)):
                scenes = True
            elif not _SHOT.match(match.group(2)):
                headers.append(_Header(number, match.group(2), int(match.group(1)), True))
    if weak:
        for number in _series(weak, _LEAST_FED if paged else _LEAST_GAP):
            marks[number] = "page_number"
    if headers:
        own = [header for header in headers if not (scenes and header.left)]
        for number in _numbered_headers(lines, marks, own, paged):
            marks[number] = "page_header"
    han = [number for number in maybe if bodies[number][-1] == "页"]
    pages = [int(_DIGITS.search(bodies[number]).group()) for number in han]
    if pages and (han[-1] == _last(bodies) or len(pages) > 1 and all(low < high for low, high in pairwise(pages))):
        for number in han:
            marks[number] = "page_number"
    for number in maybe:
        if bodies[number][-1] != "页" and _at_break(lines, marks, number):
            marks[number] = "continued_mark"
    if paged or "page_number" in marks:
        _running_headers(lines, bodies, marks, paged)
    if "://" in text or _WWW.search(text):
        _site_lines(lines, marks)
    return marks


def _mark(
    lines: Sequence[Line],
    number: int,
    body: str,
    paged: bool,
    marks: list[str | None],
    weak: list[tuple[int, int, bool]],
    headers: list[_Header],
    maybe: list[int],
) -> None:
    """Mark a line whose last character furniture may have, or note it for the passes that look at several lines."""
    if _MORE.fullmatch(body):
        if body == "(more)":
            maybe.append(number)
        else:
            marks[number] = "continued_mark"
    elif match := _CONTINUED.fullmatch(body):
        _continued(lines, number, match, marks, maybe)
    elif match := _NUMBER.fullmatch(body):
        line = lines[number]
        top = paged and "\f" in line.raw
        above, below = blank(lines, number - 1), blank(lines, number + 1)
        value = int(match.group("dashed") or match.group("plain") or 0)
        if value > _MOST_PAGES or not top and _names_speaker(lines, number, above, below):
            return
        if top:
            marks[number] = "page_number"
        elif match.group("han"):
            if (
                not lines[number - 1].body
                or len(lines[number - 1].body) > _SHORT
                or lines[number - 1].body[-1] in _STOPS
            ):
                maybe.append(number)
        elif line.indent >= _RIGHT and _outermost(lines, number, 8 if above or below else 20):
            marks[number] = "page_number"
        elif _between_marks(lines, number):
            marks[number] = "page_number"
        elif above or below or _outermost(lines, number, 8):
            weak.append((number, value, bool(match.group("letter"))))
    elif (
        (match := _HEADER.fullmatch(body)) and not body[0].isdigit() and not SLUG.match(body) and not _SHOT.match(body)
    ):
        headers.append(_Header(number, match.group(1), int(match.group(2)), False))


def _between_marks(lines: Sequence[Line], number: int) -> bool:
    """Whether right above and right below stands what a page ends or begins with: (MORE), CONTINUED:."""
    near = [lines[at].body for at in (number - 1, number + 1) if 0 <= at < len(lines)]
    return len(near) == 2 and all(_MORE.fullmatch(body) or _CONTINUED.fullmatch(body) for body in near)


def _names_speaker(lines: Sequence[Line], number: int, above: bool, below: bool) -> bool:
    """Whether a number is somebody's name: speech stands below it, less far in."""
    if below or not above or number + 1 >= len(lines):
        return False
    after = lines[number + 1]
    return (
        4 <= after.indent + 4 <= lines[number].indent < _RIGHT
        and not SLUG.match(after.body)
        and ("CONTINUED" not in after.body)
    )


def _numbered_headers(
    lines: Sequence[Line], marks: list[str | None], headers: Sequence[_Header], paged: bool
) -> list[int]:
    """Of lines with a number at one end, running headers: one text, at page breaks or a page apart, its numbers
    counting up as pages do."""
    groups: dict[str, list[_Header]] = {}
    for header in headers:
        groups.setdefault(_form(header.text), []).append(header)
    found: list[int] = []
    for group in groups.values():
        fixed = len({header.text for header in group}) == 1
        broken = [_breaks_page(lines, marks, header.number, paged) for header in group]
        chain: list[int] = []
        torn = 0
        before = None
        for header, at_break in zip(group, broken, strict=True):
            gap = header.number - before.number if before else 0
            steps = header.value - before.value if before else 1
            if before and not (0 < steps <= 1 + gap // _LEAST_GAP and (at_break or gap >= _LEAST_GAP)):
                continue
            chain.append(header.number)
            torn += at_break
            before = header
        drafts = bool(_DRAFT.fullmatch(group[0].text))
        if torn == len(chain) and (len(chain) >= 2 or drafts) or fixed and len(chain) >= 3:
            found += chain
    return found


def _breaks_page(lines: Sequence[Line], marks: list[str | None], number: int, paged: bool) -> bool:
    if paged and "\f" in lines[number].raw:
        return True
    near = number - 1
    while paged and near >= 0 and not lines[near].body:
        if "\f" in lines[near].raw:
            return True
        near -= 1
    return any(marks[near] for near in _near(lines, number))


def _last(bodies: Sequence[str]) -> int:
    """The last line that isn't blank."""
    return next((number for number in range(len(bodies) - 1, -1, -1) if bodies[number]), -1)


def _continued(
    lines: Sequence[Line], number: int, match: re.Match[str], marks: list[str | None], maybe: list[int]
) -> None:
    """(CONTINUED) and CONTINUED:, but neither as a parenthetical below a cue nor as the cue of one so called."""
    above = lines[number - 1].body if number else ""
    below = not blank(lines, number + 1)
    if match.group("bracket"):
        under_cue = below and 0 < len(above) <= 60 and is_upper(split_cue(above)[0]) and not SLUG.match(above)
        if under_cue or match.group("bracket")[1:-1] != "CONTINUED":
            maybe.append(number)
        else:
            marks[number] = "continued_mark"
    elif match.group("left") or match.group("right") or match.group("again"):
        marks[number] = "continued_mark"
    elif match.group("colon") == "CONTINUED:" and not below:
        marks[number] = "continued_mark"
    else:
        maybe.append(number)


def _outermost(lines: Sequence[Line], number: int, columns: int) -> bool:
    """Whether a line starts so far to the right of both its neighbours' starts."""
    indent = lines[number].indent
    return all(
        not 0 <= near < len(lines) or not lines[near].body or lines[near].indent + columns <= indent
        for near in (number - 1, number + 1)
    )


def _at_break(lines: Sequence[Line], marks: list[str | None], number: int) -> bool:
    """Whether a line stands beside furniture of another kind, over blank lines."""
    if "\f" in lines[number].raw:
        return True
    for step in (-1, 1):
        near = number + step
        while 0 <= near < len(lines) and not lines[near].body and not marks[near] and abs(near - number) <= 3:
            near += step
        if 0 <= near < len(lines) and (marks[near] or "\f" in lines[near].raw) and abs(near - number) <= 4:
            return True
    return False


def _series(weak: list[tuple[int, int, bool]], least: int) -> list[int]:
    """Of bare numbers, those that count up with a page's distance, three at least: the longest such chain.

    ``12A`` follows ``12``, and a page may be missing. A chain that ends at 3 counts something else.
    """
    last: dict[int, int] = {}
    lengths: list[int] = []
    before: list[int | None] = []
    for place, (number, value, letter) in enumerate(weak):
        parent, length = None, 0
        for earlier in (value, value - 1, value - 2) if letter else (value - 1, value - 2):
            found = last.get(earlier)
            if found is not None and lengths[found] > length:
                if least <= number - weak[found][0] <= _MOST_GAP * max(1, value - earlier):
                    parent, length = found, lengths[found]
        lengths.append(length + 1)
        before.append(parent)
        if value not in last or length + 1 >= lengths[last[value]]:
            last[value] = place
    at: int | None = max(range(len(weak)), key=lengths.__getitem__)
    if lengths[at] < 3 or weak[at][1] <= 3:
        return []
    chain = []
    while at is not None:
        chain.append(weak[at][0])
        at = before[at]
    return chain


def _running_headers(lines: Sequence[Line], bodies: Sequence[str], marks: list[str | None], paged: bool) -> None:
    """Mark title lines beside page numbers and form feeds: they repeat there, or stand between (CONTINUED) or (MORE)
    and a page number.

    A line is story if it also stands elsewhere, has text right above or below, or reads as a sentence.
    """
    beside: dict[int, bool] = {}
    for number, mark in enumerate(marks):
        top = paged and "\f" in lines[number].raw
        if mark != "page_number" and not top:
            continue
        places = [number] if top and lines[number].body and not mark else []
        for step in (-1, 1):
            near = number + step
            while 0 <= near < len(lines) and abs(near - number) <= 3 and not lines[near].body:
                near += step
            places.append(near)
        for near in places:
            if 0 <= near < len(lines) and _may_be_header(lines, marks, near, number):
                before = _near(lines, near)[:1]
                enclosed = (
                    near < number
                    and mark == "page_number"
                    and any(place < near and marks[place] == "continued_mark" for place in before)
                )
                beside[near] = beside.get(near, False) or enclosed
    if not beside:
        return
    often = Counter(_form(bodies[number]) for number in beside)
    firsts = {bodies[number][0] for number in beside}
    digits = any(map(str.isdigit, firsts))
    everywhere = Counter(
        _form(body)
        for body in bodies
        if body and (body[0] in firsts or digits and body[0].isdigit()) and len(body) <= 100
    )
    for number, enclosed in beside.items():
        form = _form(bodies[number])
        if _DRAFT.fullmatch(body := bodies[number]) and (" " in body or any(char.isdigit() for char in body)):
            marks[number] = "draft_line"
        elif enclosed or (often[form] >= 2 and everywhere[form] == often[form]):
            marks[number] = "page_header"


def _may_be_header(lines: Sequence[Line], marks: list[str | None], near: int, number: int) -> bool:
    body = lines[near].body
    if not body or marks[near] or len(body) > 100 or SLUG.match(body) or _SHOT.match(body):
        return False
    if body[-1] in _OPENS_NO_HEADER and not any(char.isdigit() for char in body):
        return False
    return all(blank(lines, place) or marks[place] or place == number for place in (near - 1, near + 1))


def _site_lines(lines: Sequence[Line], marks: list[str | None]) -> None:
    """Lines that carry a web address, stand apart and come three times: a site's, stamped over the script."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if 0 < len(line.body) <= 200 and blank(lines, number - 1) and blank(lines, number + 1):
            if _WEB.search(line.body):
                found.setdefault(_form(line.body), []).append(number)
    for numbers in found.values():
        if len(numbers) >= 3:
            for number in numbers:
                marks[number] = "site_banner"


def _form(body: str) -> str:
    """A line as it is compared between pages: with another number it is the same."""
    return _DIGITS.sub("#", body)


def _near(lines: Sequence[Line], number: int) -> list[int]:
    """The lines before and after that aren't blank, over at most three blank ones."""
    found = []
    for step in (-1, 1):
        near = number + step
        while 0 <= near < len(lines) and not lines[near].body and abs(near - number) <= 3:
            near += step
        if 0 <= near < len(lines) and lines[near].body:
            found.append(near)
    return found


def blank(lines: Sequence[Line], number: int) -> bool:
    return not 0 <= number < len(lines) or not lines[number].body
