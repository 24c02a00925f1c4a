"""Page furniture pasted into a text: running headers, page numbers, (MORE), CONTINUED:, NAME (CONT'D) at page breaks.

A page break's lines come in a cluster with blank lines between. A line is furniture by its own form and its place
among others of its kind; story text is never taken for it because of its place alone.
"""

from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.contact_cuts import closing_contacts
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.furniture_marks import blank, find_marks
from linedscript.screenplay.headings import SLUG
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.lines import LazyLines, Line, line_columns, split_lines

_CONTD = Pattern(r"CONT(?:['’`´]?D|INUED|INUING)\.?", 2)
_NUMBER_ALONE = Pattern(r"\n[ \t]*\d+.?[ \t\r]*\n")
"""Where such lines are, most lines have to be looked at whole."""
_ENDS = '.!?…:"”)*'
_PAGE = 80
"""Lines above a page break among which the cue of the speech that it tears is looked for."""
_FULL = 25
"""Characters that a line has at least to have been broken by its length."""


def furniture(text: str) -> list[Cut]:
    """Page furniture anywhere, and contact details behind the end of the story."""
    columns = line_columns(text)
    paged = "\f" in text
    numbered = paged or _NUMBER_ALONE.search(text) is not None
    lines = split_lines(text) if numbered else LazyLines(columns)
    marks = find_marks(text, lines, columns.bodies)
    cuts: list[Cut] = []
    if paged or any(marks):
        at = 0
        while at < len(lines):
            if marks[at] is None and not (paged and "\f" in _lead(lines[at])):
                at += 1
                continue
            last = at - 1
            look = at
            while look < len(lines) and (marks[look] or not lines[look].body):
                last = look if marks[look] else last
                look += 1
            cuts += _cluster(lines, marks, at, last)
            at = max(last, at) + 1
    return cuts + closing_contacts(text, lines, marks, columns.bodies)


def _lead(line: Line) -> str:
    return line.raw[: len(line.raw) - len(line.raw.lstrip())] if line.body else ""


def _cluster(lines: Sequence[Line], marks: list[str | None], first: int, last: int) -> list[Cut]:
    """The cuts of one page break, so that what it tore apart is joined and what was apart stays apart.

    ``last`` is before ``first`` where the break is nothing but a form feed in front of story text.
    """
    before = first - 1
    while before >= 0 and not lines[before].body:
        before -= 1
    after = last + 1
    while after < len(lines) and not lines[after].body:
        after += 1
    feed = lines[after].start + _lead(lines[after]).rfind("\f") + 1 if after < len(lines) else 0
    fed = after < len(lines) and feed > lines[after].start
    again = joins = False
    if before >= 0 and after < len(lines):
        again = _speaks_again(lines, before, after)
        joins = again or _goes_on(lines[before], lines[after])
    if again:
        marks[after] = "continued_mark"
    tail = after if again else last
    stop = lines[after].stop if again else feed if fed else lines[after - 1].stop
    start = lines[before + 1].start if joins else lines[first].start
    if not joins and not fed and not blank(lines, first - 1):
        stop = lines[last].stop
    if tail < first:
        return [Cut(start, stop, "page_break")]
    cuts, at = [], start
    for number in range(first, tail + 1):
        if marks[number]:
            end = lines[number].stop
            look = number + 1
            while look < len(lines) and not marks[look] and lines[look].stop <= stop:
                end = lines[look].stop
                look += 1
            cuts.append(Cut(at, max(end, at), marks[number]))
            at = end
    if fed and not again and feed > at:
        cuts.append(Cut(at, feed, "page_break"))
    return cuts


def _speaks_again(lines: Sequence[Line], before: int, after: int) -> bool:
    """Whether behind the break stands the cue, with CONT'D, of who speaks before it."""
    body = lines[after].body
    if len(body) > 200:
        return False
    name, extensions = split_cue(body.removeprefix("@").rstrip("^ "))
    return any(_CONTD.fullmatch(extension) for extension in extensions) and _speaks(lines, before, name)


def _goes_on(before: Line, after: Line) -> bool:
    """Whether a page break tore a sentence."""
    if before.body[-1] in _ENDS:
        return False
    if after.body[0].islower():
        return True
    return (
        0 < before.indent == after.indent
        and len(before.body) >= _FULL
        and not is_upper(before.body)
        and not is_upper(after.body)
        and not SLUG.match(after.body)
        and after.body[0] not in "([-–—"
    )


def _speaks(lines: Sequence[Line], at: int, name: str) -> bool:
    """Whether the paragraph that line ``at`` belongs to is the speech of this name: its cue tops it, or is set in."""
    bottom, top = lines[at].indent, max(0, at - _PAGE)
    while at > top and lines[at - 1].body:
        if lines[at].indent > bottom and len(lines[at].body) <= 60 and lines[at].body[0] not in "(（":
            break
        at -= 1
    body = lines[at].body
    return len(body) <= 200 and split_cue(body.removeprefix("@").rstrip("^ "))[0] == name
