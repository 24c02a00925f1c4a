"""A band of a script's pages, at one distance from their edges: which rows are headers, footers and page numbers.

What could be the story's stays: a heading, a transition, a time of day, a cue that says how it is spoken.
"""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.containers._pdf_lines import Sheet
from linedscript.screenplay.formats.chinese_headings import find_heading
from linedscript.screenplay.formats.fountain import OPENING, TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.headings import TIME

NUMBER = Pattern(
    r"(?:[-–—.(\[]?\s*\d{1,3}[A-Z]{0,2}(?:-\d{1,4}[A-Z]?)?\s*[-–—.)\]]?|(?:page|pg\.?|p\.)\s?\d{1,4}[A-Z]?\.?(?:\s*(?:of|/)\s*\d+)?|\d{1,4}\s*/\s*\d{1,4}|"
    r"第?\s*\d{1,4}\s*页(?:\s*[/，,]?\s*共\s*\d+\s*页)?|(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})\.?)",
    re.IGNORECASE,
)
"""A page number: up to three digits where nothing says that it is one, since four are a year."""
_COLOURS = "white|blue|pink|yellow|green|goldenrod|buff|salmon|cherry|tan|double (?:blue|pink|yellow|green)"
DRAFT = Pattern(
    rf"\b(?:{_COLOURS})\s+(?:rev|draft|pages?\b|production|shooting)|^\W*(?:{_COLOURS})\b.*\d|"
    r"\brev(?:\.|ised|isions?)?\s*[\d(#-]|\b(?:draft|revisions?|shooting script)\b|第.{1,3}稿|修改稿|定稿",
    re.IGNORECASE,
)
DATE = Pattern(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{4}年|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d",
    re.IGNORECASE,
)
_PAGED = Pattern(
    r"\W{0,2}(?P<first>\d{1,3})[A-Z]?\W{0,2}(?:\s.*)?|.*\s\W{0,2}(?P<last>\d{1,3})[A-Z]?\W{0,2}|.*第?\s?(?P<page>\d{1,3})\s*页.*"
)
_DIGITS = Pattern(r"\d+[A-Z]?(?![^\W\d_])")
_NUMBERS = Pattern(r"\d{1,4}")
_HOW_SPOKEN = Pattern(r"\((?:CONT|V\.? ?O|O\.? ?[SC])|（(?:续|画外|旁白|独白)")
_SENTENCE = Pattern(r".*[^\W\d_A-Z][.!?…]+[\"”’']?|.*[。！？…]”?")
_END = Pattern(r"(?:THE )?END\b.*|.*\bTO:|FIN\.?|(?:全?剧终|完)")
MARGIN_POINTS = 66.0
"""Points from the page's edge within which no line of the story stands as a rule: the body starts at 72."""
_BAND = 0.14
"""Share of the page's height in which a header or footer stands at all."""
_LONG = 12
"""Pages from which what stands on half of them at one place is a header, whatever it says."""
Place = tuple[int, int]
"""Page and row."""


def is_story(body: str) -> bool:
    """Whether a line says of itself that it is part of the story, however often it comes at the same place."""
    if len(body) > 110 or plain_heading(body) or find_heading(body) or is_act(body):
        return True
    if TRANSITION.fullmatch(body) or OPENING.match(body) or _END.fullmatch(body) or _HOW_SPOKEN.search(body):
        return True
    return bool(TIME.fullmatch(body.rstrip(" 0123456789.:")))


def form_of(body: str) -> str:
    """What of a line is the same on every page: its numbers don't count."""
    return _DIGITS.sub("#", body)


class Band:
    """Rows at one distance from one edge, in the order of the pages."""

    def __init__(self, sheets: Sequence[Sheet], places: Sequence[Place], side: str) -> None:
        self.sheets = sheets
        self.side = side
        self.places = places
        self.long = len(sheets) >= _LONG
        self.bodies = {place: sheets[place[0]].rows[place[1]].body for place in places}
        self.forms = Counter(form_of(body) for body in self.bodies.values())
        self.same = Counter(self.bodies.values())
        self.counted = self._counted()
        self.numbers = {place for place, body in self.bodies.items() if NUMBER.fullmatch(body)}
        self.evident = {place for place in places if self._is_evident(place)}

    def in_margin(self, place: Place) -> bool:
        return self._edge(place) < MARGIN_POINTS

    @property
    def is_furniture(self) -> bool:
        """Whether enough of what stands here is furniture. A short script shows too little where story stands too."""
        rest = len(self.places) - len(self.evident)
        if self.long or not self.places or self.in_margin(self.places[0]):
            return len(self.evident) >= rest
        return not rest

    def belongs(self, place: Place) -> bool:
        """Whether a row of a band of furniture is furniture itself."""
        body = self.bodies[place]
        if self._edge(place) >= _BAND * self.sheets[place[0]].height or is_story(body):
            return False
        if place in self.evident:
            return True
        if self.in_margin(place):
            return bool(place in self.counted or DRAFT.search(body))
        return bool(DRAFT.search(body)) and not _SENTENCE.fullmatch(body)

    def _edge(self, place: Place) -> float:
        page = self.sheets[place[0]]
        top = page.rows[place[1]].top
        return top if self.side == "top" else page.height - top

    def _counted(self) -> set[Place]:
        """Rows with a number that goes up with the pages, at most by one with each."""
        out: set[Place] = set()
        before: tuple[Place, int] | None = None
        for place in self.places:
            if (value := _page_of(self.bodies[place])) is None:
                continue
            if before and place[0] > before[0][0]:
                step = value - before[1]
                if 0 <= step <= place[0] - before[0][0] and self.bodies[place] != self.bodies[before[0]]:
                    out |= {place, before[0]}
            before = place, value
        return out

    def _is_evident(self, place: Place) -> bool:
        """A page number, or a line that comes again at the same place of other pages and isn't the story's.

        Where the body of a page may stand, numbers have to count the pages. In a short script a line comes three times,
        or twice with a date, a draft or a page number in it.
        """
        body = self.bodies[place]
        if is_story(body):
            return False
        margin = self.in_margin(place)
        if place in self.numbers:
            least = len(self.sheets) // 2 if self.long else len(self.sheets) - 1
            return margin or (place in self.counted and len(self.counted) >= least)
        marked = bool(DRAFT.search(body) or DATE.search(body) or place in self.counted)
        if not margin and (_SENTENCE.fullmatch(body) or not (marked or self.same[body] >= 3)):
            return False
        return self.forms[form_of(body)] >= (2 if marked and not self.long else 3)


def _page_of(body: str) -> int | None:
    if NUMBER.fullmatch(body):
        found = _NUMBERS.search(body)
        return int(found[0]) if found else None
    match = _PAGED.fullmatch(body) if len(body) <= 110 else None
    return int(match["last"] or match["first"] or match["page"]) if match else None
