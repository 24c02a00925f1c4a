"""What isn't story text in plain-text screenplays and plays: licence texts, title page, persons, end marks."""

import re
from collections.abc import Sequence
from itertools import pairwise

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line, split_lines

_LICENCE_TOP = Pattern(r"\*\*\* ?START OF TH(?:IS|E) .*\*\*\*")
_LICENCE_END = Pattern(r"(?:End of (?:the |this )?Project Gutenberg.*|\*\*\* ?END OF TH(?:IS|E) .*)")
_PERSONS = Pattern(
    r"[_*]*(?:(?:The )?Persons (?:of|in) the Play|Dramatis Person(?:ae|æ)|(?:The )?Characters(?: of the Play)?|"
    r"Cast(?: of Characters)?|List of Characters)[_*.:]*",
    re.IGNORECASE,
)
_END = Pattern(
    r"[-*_~ ]*(?:THE END|FIN|END OF (?:THE )?(?:FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST) ACT|END OF ACT \w+|"
    r"END OF (?:SCREENPLAY|SCRIPT|PLAY))[-*_~. ]*"
)
_LAST = Pattern(r"[-*_~ ]*(?:THE END|FIN|END OF (?:SCREENPLAY|SCRIPT|PLAY))[-*_~. ]*")
_OPENING = Pattern(r"(?:FADE|IRIS) (?:IN|UP).*|OVER BLACK.*|BLACK(?: SCREEN)?[.:]")
_BY = Pattern(
    r"\b(?:written|screenplay|script|story|teleplay|play|adapted|based|directed|revised|draft|copyright|registered|agency|"
    r"productions?|pictures|contact|tel|phone|fax|e-?mail|all rights reserved)\b|"
    r"©|\(c\)|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|^by\b|\(\d{3}\) ?\d{3}|\b\d{3}-\d{3,4}\b|\bWGA",
    re.IGNORECASE,
)
_ADDRESS = Pattern(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_MOST = 60
"""Lines that a title page has at most, cast list apart."""


def licences(text: str) -> list[Cut]:
    """What stands above ``*** START OF`` and from ``End of Project Gutenberg`` on."""
    cuts = []
    lines = split_lines(text)
    for number, line in enumerate(lines):
        if _LICENCE_TOP.fullmatch(line.body) and number < 400:
            after = number + 1
            while after < len(lines) and not lines[after].body:
                after += 1
            cuts.append(Cut(0, lines[after - 1].stop, "licence_text"))
        elif line.body and _LICENCE_END.fullmatch(line.body):
            cuts.append(Cut(line.start, len(text), "licence_text"))
            break
    return cuts


def front_matter(text: str) -> list[Cut]:
    """Title page and list of persons: what stands above the first heading, act or ``FADE IN:``, if it is no story."""
    lines = split_lines(text)
    first = next((number for number, line in enumerate(lines) if line.body and _opens(line)), None)
    if not first:
        return []
    persons = next((number for number in range(first) if _PERSONS.fullmatch(lines[number].body)), first)
    play = is_act(lines[first].body)
    solid = [line for line in lines[:persons] if line.body]
    cuts = []
    if solid and (play or (len(solid) <= _MOST and not any(map(_is_story, solid)) and not _speaks(lines[:persons]))):
        if play or len(solid) <= 3 or any(_BY.search(line.body) for line in solid):
            cuts.append(Cut(0, lines[persons - 1].stop, "title_page"))
    if persons < first:
        cuts.append(Cut(lines[persons].start, lines[first].start, "cast_list"))
    return cuts


def _opens(line: Line) -> bool:
    return len(line.body) <= 300 and bool(
        plain_heading(line.body) or is_act(line.body) or _OPENING.fullmatch(line.body)
    )


def _is_story(line: Line) -> bool:
    return len(line.body) > 70 or (len(line.body) > 45 and line.body[-1] in ".!?" and not _BY.search(line.body))


def _speaks(lines: Sequence[Line]) -> bool:
    """Whether a cue with speech stands there: a name in capitals right above a line that isn't."""
    for line, after in pairwise(lines):
        if (
            line.body
            and after.body
            and len(line.body) <= 40
            and is_upper(line.body)
            and not is_upper(after.body)
            and after.body[-1] in ".!?"
            and not _BY.search(after.body)
        ):
            return True
    return False


def end_marks(text: str) -> list[Cut]:
    """``THE END`` on a line of its own, and what follows the last one, if no scene does."""
    lines = split_lines(text)
    cuts = [
        Cut(*whole_lines(text, line.start, line.end), "end_mark")
        for line in lines
        if 0 < len(line.body) <= 40 and _END.fullmatch(line.body)
    ]
    last = next((number for number in range(len(lines) - 1, -1, -1) if _LAST.fullmatch(lines[number].body)), None)
    if last is not None:
        after = [line for line in lines[last + 1 :] if line.body]
        if after and len(after) <= 120 and not any(map(_opens, after)) and not _speaks(lines[last + 1 :]):
            reason = "site_banner" if any(_ADDRESS.search(line.body) for line in after) else "licence_text"
            cuts.append(Cut(lines[last].stop, len(text), reason))
    return cuts
