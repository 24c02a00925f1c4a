"""Page furniture pasted into a text: running headers, page numbers, (MORE), CONTINUED:, NAME (CONT'D) at page breaks.

A page break's lines come in a cluster with blank lines between. A line is furniture by its own form, or because it
repeats beside furniture; story text is never taken for it because of its place alone.
"""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.headings import SLUG
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.lines import Line, split_lines

_MORE = Pattern(r"\(MORE\)")
_CONTINUED = Pattern(r"(?:\d{1,4}[A-Z]?\s+)?(?:\(CONTINUED\)|CONTINUED:)(?:\s*\(\d+\))?(?:\s+\d{1,4}[A-Z]?)?")
_NUMBER = Pattern(
    r"(?:[-–—]\s*(\d{1,4})\s*[-–—]|(?:page\s+|p\.\s?)?(\d{1,4})[A-Z]?\.?(?:\s+of\s+\d+)?|第\s*(\d{1,4})\s*页)",
    re.IGNORECASE,
)
_HEADER = Pattern(r"(\S.*?\S)[ \t]{4,}(\d{1,4})[A-Z]?\.?")
_DIGITS = Pattern(r"\d+")
_CONTD = Pattern(r"CONT(?:['’`´]?D|INUED|INUING)\.?", re.IGNORECASE)
_LEAST_GAP = 15
"""Lines between the page numbers of a script that has no deep indentation: a page has about 55."""
_RIGHT = 25
"""Columns from which a bare number is a page number: no element but a transition starts so far right."""


def furniture(text: str) -> list[Cut]:
    lines = split_lines(text)
    marks = _marks(lines)
    cuts: list[Cut] = []
    at = 0
    while at < len(lines):
        if marks[at] is None:
            at += 1
            continue
        last = at
        look = at + 1
        while look < len(lines) and (marks[look] or not lines[look].body):
            last = look if marks[look] else last
            look += 1
        cuts += _cluster(lines, marks, at, last)
        at = last + 1
    return cuts


def _marks(lines: Sequence[Line]) -> list[str | None]:
    """The reason for which each line is furniture."""
    marks: list[str | None] = [None] * len(lines)
    weak: list[tuple[int, int]] = []
    headers: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        body = line.body
        if not body:
            if "\f" in line.raw:
                marks[number] = "page_break"
            continue
        if len(body) > 200:
            continue
        if _MORE.fullmatch(body) or _CONTINUED.fullmatch(body):
            marks[number] = "continued_mark"
        elif match := _NUMBER.fullmatch(body):
            alone = _blank(lines, number - 1) or _blank(lines, number + 1)
            if line.indent >= _RIGHT or "\f" in line.raw or match.group(3):
                marks[number] = "page_number"
            elif alone:
                weak.append((number, int(next(group for group in match.groups() if group))))
        elif (match := _HEADER.fullmatch(body)) and not SLUG.match(body) and not body[0].isdigit():
            headers.append((number, _form(match.group(1))))
    for number in _series(weak):
        marks[number] = "page_number"
    often = Counter(form for _, form in headers)
    for number, form in headers:
        if often[form] >= 3 or any(marks[near] for near in _near(lines, number)):
            marks[number] = "page_header"
    _running_headers(lines, marks)
    return marks


def _series(weak: list[tuple[int, int]]) -> list[int]:
    """Of bare numbers, those that count up by one with a page's distance, three at least: the longest such chain."""
    chains: dict[int, list[int]] = {}
    best: list[int] = []
    for number, value in weak:
        before = chains.pop(value - 1, [])
        chain = [*before, number] if before and number - before[-1] >= _LEAST_GAP else [number]
        if len(chain) >= len(chains.get(value, [])):
            chains[value] = chain
        best = max(best, chain, key=len)
    return best if len(best) >= 3 else []


def _running_headers(lines: Sequence[Line], marks: list[str | None]) -> None:
    """Mark title lines beside page numbers: they repeat there, or stand between (CONTINUED) or (MORE) and one.

    A line is story if it also stands elsewhere, has text right above or below, or reads as a sentence.
    """
    beside: dict[int, bool] = {}
    for number, mark in enumerate(marks):
        if mark != "page_number":
            continue
        for step in (-1, 1):
            near = number + step
            while 0 <= near < len(lines) and abs(near - number) <= 2 and not lines[near].body:
                near += step
            if 0 <= near < len(lines) and _may_be_header(lines, marks, near, number):
                before = _near(lines, near)[:1]
                enclosed = step == -1 and any(place < near and marks[place] == "continued_mark" for place in before)
                beside[near] = beside.get(near, False) or enclosed
    often = Counter(_form(lines[number].body) for number in beside)
    everywhere = Counter(_form(line.body) for line in lines if 0 < len(line.body) <= 100)
    for number, enclosed in beside.items():
        form = _form(lines[number].body)
        if enclosed or (often[form] >= 2 and everywhere[form] == often[form]):
            marks[number] = "page_header"


def _may_be_header(lines: Sequence[Line], marks: list[str | None], near: int, number: int) -> bool:
    body = lines[near].body
    if not body or marks[near] or len(body) > 100 or SLUG.match(body):
        return False
    if body[-1] in '.!?,:;…"”-)' and not any(char.isdigit() for char in body):
        return False
    return all(_blank(lines, place) or marks[place] or place == number for place in (near - 1, near + 1))


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


def _blank(lines: Sequence[Line], number: int) -> bool:
    return not 0 <= number < len(lines) or not lines[number].body


def _cluster(lines: Sequence[Line], marks: list[str | None], first: int, last: int) -> list[Cut]:
    """The cuts of one page break, so that what it tore apart is joined and what was apart stays apart."""
    before = first - 1
    while before >= 0 and not lines[before].body:
        before -= 1
    after = last + 1
    while after < len(lines) and not lines[after].body:
        after += 1
    stop = lines[after - 1].stop
    joins = False
    if before >= 0 and after < len(lines):
        name, extensions = split_cue(lines[after].body) if len(lines[after].body) <= 200 else ("", ())
        again = any(_CONTD.fullmatch(extension) for extension in extensions) and name == _speaker(lines, before)
        if again:
            marks[after] = "continued_mark"
            stop = lines[after].stop
            joins = True
        else:
            joins = lines[after].body[0].islower() and lines[before].body[-1] not in '.!?…:"”)*'
    start = lines[before + 1].start if joins else lines[first].start
    if not joins and not _blank(lines, first - 1):
        stop = lines[last].stop
    cuts, at = [], start
    for number in range(first, (after if marks[after : after + 1] == ["continued_mark"] and joins else last) + 1):
        if marks[number]:
            end = lines[number].stop
            look = number + 1
            while look < len(lines) and not marks[look] and lines[look].stop <= stop:
                end = lines[look].stop
                look += 1
            cuts.append(Cut(at, max(end, at), marks[number]))
            at = end
    return cuts


def _speaker(lines: Sequence[Line], at: int) -> str | None:
    """The name in the cue of the paragraph that line ``at`` belongs to, if it has one."""
    while at > 0 and lines[at - 1].body:
        at -= 1
    if len(lines[at].body) > 200:
        return None
    name = split_cue(lines[at].body.removeprefix("@").rstrip("^ "))[0]
    return name if is_upper(name) or lines[at].body.startswith("@") else None
