"""Headings in plain text: sluglines with numbers in the margins, OMITTED, ``SCENE 4``, acts of plays."""

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import has_case, is_upper
from linedscript.screenplay.formats.play_parts import foreign_act, foreign_scene
from linedscript.screenplay.headings import TIME, find_slug, is_time, scene_heading

_NUMBER = r"(?:\d{1,4}(?:[-–.]\d{1,4})?[A-Z]{0,3}|[A-Z]{1,2}\d{1,4}[A-Z]{0,2})"
_ORDINAL = (
    r"(?:\d{1,3}[A-Za-z]?|[IVXLC]{1,7}|[ivxlc]{1,7}(?=[\s.:,;—–-]|$)|(?i:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|"
    r"NINE|TEN|ELEVEN|"
    r"TWELVE|FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST|THE FIRST|THE SECOND))"
)
_MARGINS = Pattern(
    rf"(?:(?P<left>{_NUMBER})(?:[.)]?\s+|[.)](?=[^\W\d])))?(?P<text>\S.*?)(?:\s{{2,}}(?P<right>{_NUMBER})\.?)?"
)
_OMITTED = Pattern(
    rf"(?:(?P<left>{_NUMBER}(?:\s*(?:-|–|&|,|thru|through|to|"
    rf"THRU)\s*{_NUMBER})?)[.)]?\s+)?(?P<text>\(?OMIT(?:TED)?\)?\.?)"
    rf"(?:\s+(?P<right>{_NUMBER}(?:\s*(?:-|–|&|,|thru|through|to|THRU)\s*{_NUMBER})?))?"
)
_ITALIC = r"[_*]*"
SCENE = Pattern(
    rf"{_ITALIC}(?:SCENE|Scene)\s+(?P<number>{_ORDINAL}){_ITALIC}"
    rf"(?:\s*[.:,;—–-]+{_ITALIC}\s*(?P<rest>.*)|\s*$|\s+(?P<caps>[A-Z(].*))"
)
ACT = Pattern(
    rf"{_ITALIC}(?:(?:ACT|Act)\s+{_ORDINAL}{_ITALIC}(?:\s*[.:,—–-].*)?|"
    r"(?:THE )?(?:FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST) ACT\.?|PROLOGUE\.?|EPILOGUE\.?|INDUCTION\.?|TEASER|"
    r"COLD OPEN|TAG)[_*]*"
)
_ACT_SCENE = Pattern(
    rf"(?:ACT|Act)\s+{_ORDINAL}\s*[.:,;—–-]*\s*(?:SCENE|Scene)\s+(?P<number>{_ORDINAL})\s*[.:,;—–-]*\s*(?P<rest>.*)"
)
_NUMBERED_ACT = Pattern(rf"{_ITALIC}(?:(?:ACT|Act)\s+{_ORDINAL}|(?:THE )?(?:FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST) ACT)")
FIELD = Pattern(r"(?P<key>Location|Place|Setting|Time|Int/Ext)\s*:\s*(?P<value>\S.*)", 2)
_FOREIGN = Pattern(
    r"(?P<word>(?P<in>INNEN|פנים|داخلي|ΕΣΩΤ|ІНТ|内|屋内)|(?P<out>AU(?:SS|ß)EN|AUẞEN|חוץ|خارجي|ΕΞΩΤ|ЕКСТ|"
    r"屋外))(?:\s?[./]\s?(?P<both>"
    r"AU(?:SS|ß)EN|AUẞEN|INNEN|חוץ|פנים|خارجي|داخلي|ΕΞΩΤ|ΕΣΩΤ|ЕКСТ|НАТ))?[.:\s/–—-]+(?P<rest>\S.*)"
)
_PLACE_FIRST = Pattern(r"(?P<place>[^\W\d_][^.]{0,80})\.\s+(?P<word>ИНТ|НАТ|ЭКСТ|ІНТ|ЕКСТ)(?:\.|\s)\s*(?P<rest>\S.*)")
_PREFIXED = Pattern(
    r"(?:SEC(?:UENCIA)?|ESC(?:ENA)?|S[EÉ]Q(?:U[EÊ]NC(?:E|IA))?|SC(?:[EÈ]NE|ENA)?|CENA|BILD|SZENE|СЦЕНА|СЦ|ЭПИЗОД|مشهد|ס[צק]צ?י?נה)"
    r"\.?\s*(?:N[º°RO]{1,2}\.?\s*)?(?P<number>\d{1,4}[A-Z]?)(?:\s*[.:)/–—-]+)?\s+(?P<rest>\S.*)",
    2,
)
"""The word for a scene in other languages with its number, before a slugline."""
_PREFIXES = frozenset("SsEeCcBbСсЭэмمס")
_KOREAN_TIME = Pattern(r"(?P<place>.*\S)\s*[/,]\s*(?P<time>\S+)")
_KOREAN = Pattern(r"(?:S\s?#\s?|씬\s?|#\s?)(?P<number>\d{1,4}[A-Z]?)[.):]?\s*(?P<rest>\S.*)")
_MAYBE = Pattern(
    r"[_*]*(?:SCENE|ACT)\b|\(?OMIT|[A-Z]{0,2}\d|I\s?/|E\s?/|INT|EXT|EST|ИНТ|ВН|ЭКСТ|НАТ|НАР|"
    r"INNEN|AU(?:SS|ß)EN|ІНТ|ЕКСТ|ΕΣΩΤ|ΕΞΩΤ|פנים|חוץ|داخلي|خارجي|内|屋|S\s?#|#|씬",
    2,
)
"""How a line begins that is a heading, if it isn't in capitals."""
_FOREIGN_FIRSTS = frozenset("IAפחدخΕІЕ内屋S씬")
_LONGEST = 300


def plain_heading(body: str) -> tuple[Heading, int, int] | None:
    """The heading that a line is, with start and end of its own text in the line's body; null where it is none."""
    first = body[0]
    if first.islower() or len(body) > _LONGEST:
        return None
    if first in "SsA_*" and (found := _numbered(body)):
        return found
    if first in _PREFIXES and (match := _PREFIXED.fullmatch(body)) and (fields := _slugline(match.group("rest"))):
        return replace(fields, text=body, number=match.group("number")), 0, len(body)
    if part := foreign_scene(body):
        return _with_fields(body, *part), 0, len(body)
    if not (_MAYBE.match(body) or body == body.upper() or "INT" in body or "EXT" in body):
        return None
    if "OMIT" in body and (omitted := omitted_heading(body)):
        return omitted
    match = _MARGINS.fullmatch(body)
    if not match:
        return None
    text, left, right = match.group("text"), match.group("left"), match.group("right")
    if not is_slug(text):
        if left and left == right and is_upper(text):
            heading = scene_heading(text, left)
        elif foreign := _foreign(text, left or right):
            heading = foreign
        else:
            return None
    else:
        heading = scene_heading(text, left or right)
    start = match.start("text")
    low = text.find(heading.text)
    return heading, start + max(0, low), start + max(0, low) + len(heading.text)


def omitted_heading(body: str) -> tuple[Heading, int, int] | None:
    """``12 OMITTED 12``: the card of a scene that the script has no more."""
    match = _OMITTED.fullmatch(body)
    number = match and (match.group("left") or match.group("right"))
    if not match or (not number and "(" in match.group("text")):
        return None
    heading = Heading(
        text=match.group("text"),
        number=number,
        interior=None,
        place=None,
        subplace=None,
        time=None,
        modifiers=("OMITTED",),
    )
    return heading, match.start("text"), match.end("text")


def _numbered(body: str) -> tuple[Heading, int, int] | None:
    """``SCENE 4``, ``SCENE IV. A street.``, ``ACT I. SCENE 2.``, ``S#3. …``."""
    match = SCENE.fullmatch(body) or _ACT_SCENE.fullmatch(body)
    if match:
        rest = (match.group("rest") or match.groupdict().get("caps") or "").strip(" _*")
        return _with_fields(body, match.group("number"), rest), 0, len(body)
    return None


def _slugline(text: str) -> Heading | None:
    return scene_heading(text) if is_slug(text) else _foreign(text, None)


def _with_fields(body: str, number: str | None, rest: str) -> Heading:
    fields = scene_heading(rest) if rest else None
    return Heading(
        text=body,
        number=number,
        interior=fields and fields.interior,
        place=fields and fields.place,
        subplace=fields and fields.subplace,
        time=fields and fields.time,
        modifiers=fields.modifiers if fields else (),
    )


def _foreign(text: str, number: str | None) -> Heading | None:
    """Headings with the words of other languages for inside and outside, Russian ones with the place first, as in
    ``КВАРТИРА. ИНТ. УТРО``, and Korean ``S#1. 거실 (낮)``."""
    if match := _FOREIGN.fullmatch(text):
        fields = scene_heading(match.group("rest"))
        both = match.group("both") and match.group("both") != match.group("word")
        interior = "int/ext" if both else "int" if match.group("in") else "ext"
        if has_case(match.group("word")) and not is_upper(match.group("word").replace("ß", "SS")):
            return None
        return Heading(
            text=text,
            number=number or fields.number,
            interior=interior,
            place=fields.place,
            subplace=fields.subplace,
            time=fields.time,
            modifiers=fields.modifiers,
        )
    if (match := _PLACE_FIRST.fullmatch(text)) and is_upper(text) and TIME.fullmatch(match.group("rest")):
        fields = scene_heading(f"{match.group('word')}. {match.group('place')} - {match.group('rest')}", number)
        return replace(fields, text=text)
    if text[0] in "S#씬" and (match := _KOREAN.fullmatch(text)):
        rest = match.group("rest")
        if (parts := _KOREAN_TIME.fullmatch(rest)) and is_time(parts.group("time")):
            rest = f"{parts.group('place')} - {parts.group('time')}"
        return _with_fields(text, match.group("number"), rest)
    return None


def is_foreign_slug(body: str) -> bool:
    """Whether a line is a heading in words that only the grammar of plain text knows."""
    if body[0] in _PREFIXES and (match := _PREFIXED.fullmatch(body)) and _slugline(match.group("rest")):
        return True
    return body[0] in _FOREIGN_FIRSTS and _foreign(body, None) is not None


def is_slug(text: str) -> bool:
    """INT., EXT. and their kin with something behind, in capitals or with a dot; or capitals with a time of day."""
    slug = find_slug(text)
    if slug and slug.group("rest"):
        return text[slug.end("word")] in ".:/。．" or is_upper(text)
    place, dash, time = text.rpartition(" - ")
    return bool(dash and place and TIME.fullmatch(time)) and is_upper(text)


def is_numbered_part(body: str) -> bool:
    """An act or a scene of a play that bears its number, or both on one line."""
    if len(body) > 120 or body[0].islower():
        return False
    if SCENE.fullmatch(body) or _ACT_SCENE.fullmatch(body) or foreign_scene(body):
        return True
    return is_act(body) and _NUMBERED_ACT.match(body) is not None or foreign_act(body)


def is_act(body: str) -> bool:
    if len(body) > 80:
        return False
    return ACT.fullmatch(body) is not None and _ACT_SCENE.fullmatch(body) is None or foreign_act(body)


def field_of(key: str, value: str) -> dict[str, object]:
    if key == "time":
        return {"time": value}
    if key == "int/ext":
        upper = value.upper()
        inside, outside = "INT" in upper or upper == "I", "EXT" in upper or upper == "E"
        return {"interior": "int/ext" if inside and outside else "int" if inside else "ext" if outside else None}
    place, _, rest = value.partition(" - ")
    return {"place": value, "subplace": rest.strip() or None if place else None}
