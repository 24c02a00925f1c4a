"""Scene headings (sluglines) as fields: interior or exterior, place, time, modifiers, number."""

import re

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading

_INSIDE = r"INT(?:ERIOR)?|ИНТ|ВН"
_OUTSIDE = r"EXT(?:ERIOR)?|ЭКСТ|НАТ|НАР"
_WORD = rf"(?:{_INSIDE}|{_OUTSIDE}|EST)"
SLUG = Pattern(
    rf"(?P<word>I\s?/\s?E|E\s?/\s?I|{_WORD}(?:\s?[./]\s?/?\s?{_WORD})?)(?:[.。．:]|\s+-|\s|$)\s*[-–—]?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE_SLUG = Pattern(r"(?P<word>[内外](?:景?[/／、]?[内外])?景)(?:[.。．,，:：]|\s|$)\s*(?P<rest>.*)$", re.DOTALL)
_NUMBER = Pattern(r"\s*#([^#\n]{1,24})#\s*$")
_PREFIX = Pattern(r"(?P<before>[A-Z][A-Z0-9 '’]{0,40}?)\s*[.:–—-]\s+(?=(?:INT|EXT|I/E)[./ ])")
_DASH = Pattern(r"\s*--+\s*|\s+[-–—]+\s*|\s*[–—]\s*|(?<=\w)-\s+|(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f])")
_BRACKETS = Pattern(r"\s*[(（\[]([^()（）\[\]]{1,40})[)）\]]")
_TIMES = (
    r"(?:(?:EARLY|LATE|MID|PRE|NEXT|SAME|THE|THAT|THE NEXT|LATER THAT)[ -])?"
    r"(?:DAY(?:TIME|LIGHT|BREAK)?|NIGHT(?:FALL|TIME)?|MORNING|EVENING|AFTERNOON|DAWN|DUSK|NOON|MIDDAY|MIDNIGHT|SUNSET|SUNRISE|"
    r"TWILIGHT|MAGIC HOUR|GOLDEN HOUR|SUNDOWN|SUNUP)(?:[ -](?:TIME|LIGHT|LATER|BEFORE))?"
)
TIME = Pattern(
    rf"(?:{_TIMES}(?:\s*/\s*{_TIMES})?|\d{{1,2}}(?::\d{{2}})? ?[AP]\.?M\.?|(?:1[5-9]|20)\d\d|"
    r"ДЕНЬ|НОЧЬ|УТРО|ВЕЧЕР|РАССВЕТ|ЗАКАТ|日|夜|天|晨|清晨|早晨|黎明|黄昏|傍晚|白天|夜晚|"
    r"晚|晚上|凌晨|上午|下午|中午|午后|深夜|午夜|日景|夜景|朝|昼|夕方)\.?",
    re.IGNORECASE,
)
_MODIFIER = Pattern(
    r"(?:CONTINUOUS|CONT(?:INUING|['’]D)|LATER|MOMENTS? LATER|(?:\w+ ){1,3}LATER|MEANWHILE|SAME(?: TIME)?|"
    r"FLASH(?:BACK|[ -]?FORWARD)S?|BACK TO (?:SCENE|PRESENT)|PRESENT(?: DAY)?|"
    r"DREAM(?: SEQUENCE)?|MEMORY|FANTASY|MONTAGE|INTERCUT|ESTABLISHING|RESUMING|TRAVELING|MOVING|STOCK|P\.?O\.?V\.?|"
    r"FLASHBACK ENDS?|END(?: OF)? FLASHBACK|闪回|回忆|梦境|梦|闪前|连续|同前|续)\.?",
    re.IGNORECASE,
)


LONGEST = 1000
"""Characters of a line that is looked at as a heading, cue or transition: a longer one is prose."""


def find_slug(text: str) -> re.Match[str] | None:
    """INT. or EXT. at the start, or behind a word in capitals such as ``FLASHBACK -``."""
    prefix = _PREFIX.match(text)
    return SLUG.match(text, prefix.end()) if prefix else SLUG.match(text)


def scene_heading(text: str, number: str | None = None) -> Heading:
    """Split a heading's text, forcing mark and indentation already off, into fields."""
    if match := _NUMBER.search(text):
        text, number = text[: match.start()], match.group(1).strip()
    text = text.strip()
    slug = find_slug(text) or _CHINESE_SLUG.match(text)
    interior = _interior(slug.group("word")) if slug else None
    rest = slug.group("rest") if slug else text
    modifiers: list[str] = [text[: slug.start()].rstrip(" .:–—-")] if slug and slug.start() else []

    def bracket(match: re.Match[str]) -> str:
        inner = match.group(1).strip()
        if _MODIFIER.fullmatch(inner) or TIME.fullmatch(inner) or inner.isdigit():
            modifiers.append(inner)
            return ""
        return match.group(0)

    rest = _BRACKETS.sub(bracket, rest).strip()
    places, time = [], None
    for part in _parts(rest):
        if places and TIME.fullmatch(part) and time is None:
            time = part.rstrip(".")
        elif (places or not slug) and _MODIFIER.fullmatch(part):
            modifiers.append(part.rstrip("."))
        elif places and TIME.fullmatch(part):
            modifiers.append(part.rstrip("."))
        elif slug and not places and TIME.fullmatch(part):
            time = part.rstrip(".")
        else:
            places.append(part)
    place = " - ".join(places).strip(" .。,，") or None
    return Heading(text=text, number=number, interior=interior, place=place, time=time, modifiers=tuple(modifiers))


def _parts(rest: str) -> list[str]:
    parts = [part.strip() for part in _DASH.split(rest) if part.strip(" .")]
    if len(parts) == 1 and "." in rest.rstrip("."):
        dotted = [part.strip() for part in re.split(r"\.\s+", rest.rstrip(". ")) if part.strip()]
        while len(dotted) > 1 and not (TIME.fullmatch(dotted[-1]) or _MODIFIER.fullmatch(dotted[-1])):
            dotted[-2:] = [". ".join(dotted[-2:])]
        return dotted
    return parts


def _interior(word: str) -> str | None:
    upper = word.upper()
    inside = bool(re.search(rf"{_INSIDE}|内|\bI\b", upper))
    outside = bool(re.search(rf"{_OUTSIDE}|EST|外|\bE\b", upper))
    return "int/ext" if inside and outside else "int" if inside else "ext" if outside else None
