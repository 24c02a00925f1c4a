"""Headings in plain text: sluglines with numbers in the margins, ``SCENE 4``, acts of plays."""

import re

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import is_upper
from linedscript.screenplay.headings import TIME, find_slug, scene_heading

_NUMBER = r"(?:\d{1,4}[A-Z]{0,2}|[A-Z]{0,2}\d{1,4})"
_ORDINAL = (
    r"(?:\d{1,3}[A-Za-z]?|[IVXLC]{1,7}|(?i:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|"
    r"FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST|THE FIRST|THE SECOND))"
)
_MARGINS = Pattern(rf"(?:(?P<left>{_NUMBER})[.)]?\s+)?(?P<text>\S.*?)(?:\s{{2,}}(?P<right>{_NUMBER})\.?)?")
SCENE = Pattern(rf"(?:SCENE|Scene)\s+(?P<number>{_ORDINAL})(?:\s*[.:,;—–-]+\s*(?P<rest>.*)|\s*$|\s+(?P<caps>[A-Z(].*))")
ACT = Pattern(
    rf"(?:(?:ACT|Act)\s+{_ORDINAL}(?:\s*[.:,—–-].*)?|"
    r"THE (?:FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST) ACT\.?|PROLOGUE\.?|EPILOGUE\.?|INDUCTION\.?)"
)
FIELD = Pattern(r"(?P<key>Location|Place|Setting|Time|Int/Ext)\s*:\s*(?P<value>\S.*)", re.IGNORECASE)
_LONGEST = 300


def plain_heading(body: str) -> tuple[Heading, int, int] | None:
    """The heading that a line is, with start and end of its own text in the line's body; null where it is none."""
    if len(body) > _LONGEST:
        return None
    if match := SCENE.fullmatch(body):
        rest = match.group("rest") or match.group("caps") or ""
        fields = scene_heading(rest) if rest else None
        return (
            Heading(
                text=body,
                number=match.group("number"),
                interior=fields and fields.interior,
                place=fields and fields.place,
                time=fields and fields.time,
                modifiers=fields.modifiers if fields else (),
            ),
            0,
            len(body),
        )
    match = _MARGINS.fullmatch(body)
    if not match:
        return None
    text, left, right = match.group("text"), match.group("left"), match.group("right")
    if not is_slug(text):
        return None
    heading = scene_heading(text, left or right)
    start = match.start("text")
    return heading, start, start + text.index(heading.text) + len(heading.text)


def is_slug(text: str) -> bool:
    """INT., EXT. and their kin with something behind, in capitals or with a dot; or capitals with a time of day."""
    slug = find_slug(text)
    if slug and slug.group("rest"):
        return text[slug.end("word")] in ".:。．" or is_upper(text)
    place, dash, time = text.rpartition(" - ")
    return bool(dash and place and TIME.fullmatch(time)) and is_upper(text)


def is_act(body: str) -> bool:
    return len(body) <= 80 and ACT.fullmatch(body) is not None
