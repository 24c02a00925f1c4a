"""Scene headings (sluglines) as fields: interior or exterior, place, time, modifiers, number."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.heading_words import ABBREVIATIONS, DAYTIME, MODIFIER, TIME, TIME_ABROAD, YEAR

_INSIDE = r"INT(?:ERIOR)?|ИНТ(?:ЕРЬЕР)?|ІНТ(?:ЕР.?ЄР)?|ВН"
_OUTSIDE = r"EXT(?:ERIOR)?|[ЭЕ]КСТ(?:ЕРЬЕР)?|НАТ(?:УРА)?|НАР"
_WORD = rf"(?:{_INSIDE}|{_OUTSIDE}|EST)"
SLUG = Pattern(
    rf"(?P<word>I\s?/\s?E|E\s?/\s?I|{_WORD}(?:\s?[./&-]\s?[/&-]?\s?{_WORD})?)(?:[.。．:]|\s+-|\s|$)\s*[-–—]?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FIRSTS = frozenset("IiİıEeИиІіЭэЕеНнВвᲀ")
"""The letters with which ``SLUG`` begins: those of its words, and what is the same to a comparison without case."""
_CJK_SLUG = Pattern(
    r"(?P<word>[内外](?:景?[/／、]?[内外])?景|(?:屋内|屋外|室内|野外)(?:[/／・、]?(?:屋内|屋外|室内|野外))?)"
    r"(?:[.。．,，:：・、]|\s|$)\s*(?P<rest>.*)$",
    re.DOTALL,
)
_CIRCLE = Pattern(r"[○◯〇●]\s*(?=\S)")
"""The mark before a place in Japanese scripts."""
_NUMBER = Pattern(r"\s*#([^#\n]{1,24})#\s*$")
_PREFIX = Pattern(
    r"(?:(?!(?:INT|EXT)(?:ERIOR)?\b)[A-Z][A-Z0-9 '’]{0,40}?(?:\s*[.:–—-]\s+|\s*/\s*|,\s+)|[(\[][^()\[\]]{1,40}[)\]]\s*)"
    r"(?=(?:INT|EXT|I/E)[./ ])"
)
_SCENE = Pattern(r"(?:SCENE|SC\.?)\s+#?(?P<number>\d{1,4}[A-Z]{0,2}|[A-Z]{1,2})\s*[.:,–—-]*\s*(?=(?:INT|EXT|I/E)[./ ])")
"""The number of a scene behind the word, before its slugline."""
_SECOND = Pattern(r"(?P<between>\s*/\s*|\s+[-–—]\s+)(?P<word>(?:INT|EXT)(?:ERIOR)?)(?:\.\s*|\s+)(?=\w)")
"""Of ``CAR / EXT. HOUSE``: that the second place is outside."""
_LAST = Pattern(
    r"(?P<place>[^a-z]*\w)[\s,./(\[–—-]+(?P<word>(?:INT|EXT)(?:ERIOR)?(?:\s?\.?/\s?(?:INT|EXT)(?:ERIOR)?)?)\.?[)\]]?"
)
"""Of ``HOUSE, INT.``: what follows the place."""
_PROSE = Pattern(
    r"(?i:\b(?:is|are|was|were|isn['’]t|aren['’]t|has|have|had|must|does|did)\b)|\s[^#]*[!?…]$|"
    r"^(?:\S+\s+){3,}\S*[a-z]\S*\.$"
)
"""What a sentence has behind INTERIOR, and a place has not."""
_DASH = Pattern(r"\s*--+\s*|\s+[-–—]+\s*|\s*[–—]\s*|(?<=\w)-\s+|(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f])")
_POINT = Pattern(r"(?P<word>[^\s.]*)\.\s+")
_BRACKETS = Pattern(r"\s*[(（\[]([^()（）\[\]]{1,40})[)）\]]")
_OPENS = Pattern(r"[(（\[]")
_CJK_GAP = Pattern(r"[\s・、，,／/。．]+|(?<=[^\x00-\x7f])[-－—]+")
_GLUED = Pattern(
    rf"(?P<place>.*\w)(?<!\bMID)(?<!\bPRE)(?<!\bPOST)(?<!\bALL)(?<!\bONE)(?<!\bTO)(?:-|,\s*)(?P<time>{DAYTIME})\.?",
    re.IGNORECASE,
)
_BEHIND = Pattern(r"(?P<head>[^()（）\[\]]+?)\s*[(（\[](?P<inner>[^()（）\[\]]{1,40})[)）\]]")


_NUMBERED = Pattern(r"(?P<number>\d{1,4}(?:-\d{1,4})?[A-ZА-ЯЁ]{0,3})(?:[.)]\s*|\s+)(?=[^\W\d_])")
"""The number of a scene before its heading, with a full stop or a blank behind it."""
_COUNTS = "ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE"
_STORY_DAY = Pattern(rf"(?P<time>[^\W\d][^\d]*?)\s+(?P<day>\d{{1,3}}|{_COUNTS})", re.IGNORECASE)
"""``DAY 2``: which of the story's days it is."""
_DAY_CODE = Pattern(r"[DN]\d{1,2}")
_CLOCK = Pattern(r"[0-2]?\d[.:][0-5]\d|[0-2]\d[0-5]\d")
"""``9:30``, ``0930``: the latter only behind a time of day, for it is a number of anything else too."""
LONGEST = 1000
"""Characters of a line that is looked at as a heading, cue or transition: a longer one is prose."""


def is_time(text: str) -> bool:
    """Whether a part of a heading is a time of day, in whichever language, or a bare year."""
    return TIME.fullmatch(text) is not None or TIME_ABROAD.fullmatch(text) is not None


def find_slug(text: str) -> re.Match[str] | None:
    """INT. or EXT. at the start, or behind a word in capitals such as ``FLASHBACK -``."""
    if text.find("INT", 1) > 0 or text.find("EXT", 1) > 0 or text.find("I/E", 1) > 0:
        if prefix := _PREFIX.match(text) or _SCENE.match(text):
            return SLUG.match(text, prefix.end())
    if text[:1] in _FIRSTS:
        slug = SLUG.match(text)
        return None if slug and text[slug.end("word") : slug.end("word") + 1] == " " and _is_prose(slug) else slug
    return _numbered_slug(text) if "0" <= text[:1] <= "9" else None


def _is_prose(slug: re.Match[str]) -> bool:
    """Whether ``INTERIOR DESIGN IS HER LIFE`` is a sentence: it has a verb or a sentence's end, and no time of day."""
    rest = slug.group("rest")
    if not rest or rest[0] in "-–—" or not (_PROSE.search(rest) or _ends_long(slug.group("word"), rest)):
        return False
    return not any(is_time(part.strip(" .")) for part in (*_parts(rest)[1:], *rest.rstrip(".").split(". ")[1:]))


def _ends_long(word: str, rest: str) -> bool:
    """``EXTERIOR WALLS CRUMBLE.``: the word in full, and two words or more with a full stop behind."""
    return len(word) > 3 and rest[-1] == "." and " " in rest and ". " not in rest


def _numbered_slug(text: str) -> re.Match[str] | None:
    """``1. INT. HOUSE``: the number is before the match."""
    number = _NUMBERED.match(text)
    slug = SLUG.match(text, number.end()) if number else None
    return slug if slug and text[slug.end("word") : slug.end("word") + 1] in (".", "/") else None


def scene_heading(text: str, number: str | None = None) -> Heading:
    """Split a heading's text, forcing mark and indentation already off, into fields."""
    if "#" in text and (match := _NUMBER.search(text)):
        text, number = text[: match.start()], match.group(1).strip()
    text = text.strip()
    circle = _CIRCLE.match(text)
    begin = circle.end() if circle else 0
    if "0" <= text[:1] <= "9" and (slug := _numbered_slug(text)):
        number = number or _NUMBERED.match(text).group("number")
        text = text[slug.start() :]
    slug = find_slug(text) or _CJK_SLUG.match(text, begin)
    rest = slug.group("rest") if slug else text[begin:]
    words = [slug.group("word")] if slug else []
    before = text[: slug.start()].strip() if slug and slug.start() > begin else ""
    if before and (numbered := _SCENE.match(text)):
        number, before = number or numbered.group("number"), ""
    lead = before.strip(" .:,–—-()[]/")
    modifiers = [lead] if before else []
    times: list[str] = []
    bracketed: list[str] = []
    days: list[tuple[int, str]] = []

    def bracket(match: re.Match[str]) -> str:
        inner = match.group(1).strip()
        if YEAR.fullmatch(inner) or MODIFIER.fullmatch(inner) or inner.isdigit():
            modifiers.append(inner)
        elif is_time(inner):
            bracketed.append(inner)
        else:
            return match.group(0)
        return ""

    places: list[str] = []
    if slug and ("INT" in rest or "EXT" in rest):
        words += [second.group("word") for second in _SECOND.finditer(rest)]
        rest = _SECOND.sub(r"\g<between>", rest)
    rest = (_BRACKETS.sub(bracket, rest) if _OPENS.search(rest) else rest).strip()
    for part in _parts(rest, cjk=bool(circle or (slug and slug.group("word")[0] > "\u2e80"))):
        bare = part.rstrip(".:")
        year, modifier, time, day, behind, coded = _read_part(part)
        if (places or slug) and year or (places or not slug or bare.upper() == "OMITTED") and modifier:
            modifiers.append(bare)
        elif (places or slug) and time:
            times.append(bare)
        elif (places or slug) and day:
            if day[1] != number or not text.endswith(f" {number}"):
                days.append((len(modifiers), bare))
                modifiers.append(day[1])
            times.append(day[0])
        elif times and _CLOCK.fullmatch(part):
            modifiers.append(part)
        elif coded and (places or slug):
            modifiers += coded
        elif (places or slug) and behind:
            times.append(behind[0])
            modifiers.append(behind[1])
        else:
            places.append(part)
    if places and not times and ("-" in places[-1] or "," in places[-1]) and (glued := _GLUED.fullmatch(places[-1])):
        places[-1] = glued.group("place")
        times.append(glued.group("time"))
    times += bracketed
    if not slug and places and ("INT" in places[-1] or "EXT" in places[-1]) and (last := _LAST.fullmatch(places[-1])):
        places[-1] = last.group("place")
        words.append(last.group("word"))
    if before and not (MODIFIER.fullmatch(lead) or is_time(lead) or YEAR.fullmatch(lead)):
        if before[-1] in "/,":
            places[:1] = [f"{lead}{' / ' if before[-1] == '/' else ', '}{places[0]}" if places else lead]
            modifiers.remove(lead)
        elif not places:
            places.append(modifiers.pop(0))
            days = [(at - 1, day) for at, day in days]
    if times and len(places) > 1 and _DAY_CODE.fullmatch(places[-1]):
        modifiers.append(places.pop())
    if days and len(times) > 1:
        modifiers[days[0][0]] = days[0][1]
        del times[0]
    place, subplace = _place(places)
    return Heading(
        text=text,
        number=number,
        interior=_interior("/".join(words)) if words else None,
        place=place,
        subplace=subplace,
        time=times[0] if times else None,
        modifiers=(*modifiers, *times[1:]),
    )


class _Part(NamedTuple):
    """What a part of a heading may be, by its own form."""

    year: bool
    modifier: bool
    time: bool
    day: tuple[str, str] | None
    """Time of day and number of ``DAY 2``."""
    behind: tuple[str, str] | None
    """Time of day and what stands in brackets behind it."""
    coded: tuple[str, str] | None
    """Modifier and the story's day behind it in brackets: ``CONTINUOUS (D1)``."""


@lru_cache(maxsize=4096)
def _read_part(part: str) -> _Part:
    inner = _BEHIND.fullmatch(part) if part[-1] in ")）]" else None
    behind = inner if inner and is_time(inner.group("head")) else None
    coded = inner if inner and not behind and _DAY_CODE.fullmatch(inner.group("inner").strip()) else None
    if coded and not MODIFIER.fullmatch(coded.group("head")):
        coded = None
    return _Part(
        YEAR.fullmatch(part) is not None,
        MODIFIER.fullmatch(part.rstrip(".:")) is not None,
        is_time(part),
        _story_day(part),
        (behind.group("head"), behind.group("inner").strip()) if behind else None,
        (coded.group("head"), coded.group("inner").strip()) if coded else None,
    )


def _place(places: list[str]) -> tuple[str | None, str | None]:
    """The whole place, and what follows its first dash or, where it has none, its first full stop."""
    place = " - ".join(places).strip(" .。,，") or None
    if len(places) > 1:
        return place, " - ".join(places[1:]).strip(" .。,，") or None
    for point in _POINT.finditer(place) if place and "." in place else ():
        if len(point.group("word")) > 1 and point.group("word").upper() not in ABBREVIATIONS:
            return place, place[point.end() :]
    return place, None


def _parts(rest: str, cjk: bool = False) -> list[str]:
    """A heading without INT or EXT, at its dashes; one without dashes gives off what ends it behind full stops."""
    split = rest.split(" - ")
    if len(split) <= rest.count("-") or "–" in rest or "—" in rest or not all(map(str.strip, split)):
        split = _DASH.split(rest)
    parts = [part.strip() for part in split if part.strip(" .")]
    if "," in rest:
        parts = [piece for part in parts for piece in _times_of(part)]
    if cjk:
        return [piece for part in parts for piece in _CJK_GAP.split(part) if piece]
    if len(parts) != 1 or "." not in rest.rstrip("."):
        return parts
    head, tail = rest.rstrip(". "), []
    while (cut := head.rfind(". ")) > 0 and len(tail) < 6:
        last = head[cut + 1 :].strip()
        if _CLOCK.fullmatch(last) and last.isdigit() and not YEAR.fullmatch(last):
            before = head[:cut].rpartition(". ")[2].strip()
            if not (is_time(before) or _story_day(before)):
                break
        elif not (
            is_time(last)
            or YEAR.fullmatch(last)
            or MODIFIER.fullmatch(last)
            or _story_day(last)
            or _CLOCK.fullmatch(last)
        ):
            break
        tail.insert(0, last)
        head = head[:cut]
    return [head.strip(), *tail]


def _times_of(part: str) -> list[str]:
    """``DAY 12, MORNING`` as two; any other part as it is."""
    pieces = [piece.strip() for piece in part.split(",")]
    day = len(pieces) == 2 and _story_day(pieces[0]) and is_time(pieces[1])
    return pieces if day else [part]


def _story_day(part: str) -> tuple[str, str] | None:
    """Time of day and number of ``DAY 2``."""
    last = part[-1:]
    match = _STORY_DAY.fullmatch(part) if last.isdigit() or last in "enoxrtEONXRT" else None
    return (match.group("time"), match.group("day")) if match and is_time(match.group("time")) else None


@cache
def _interior(word: str) -> str | None:
    upper = word.upper()
    inside = bool(re.search(rf"{_INSIDE}|[内室]|\bI\b", upper))
    outside = bool(re.search(rf"{_OUTSIDE}|EST|[外野]|\bE\b", upper))
    return "int/ext" if inside and outside else "int" if inside else "ext" if outside else None
