"""Field lines of Chinese headings: ``时间：夜``, ``地点：客厅``, ``人物：甲、乙``, alone or several on one line."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.base import Range
from linedscript.records.scene import Heading
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.formats.chinese_places import NOWHERE, inside, read_places
from linedscript.screenplay.lines import Line

_PLACE = "拍摄地点|地点|场景|场地|景|地"
_TIME = "故事时间|时间|时辰|日期|年代|时"
_NUMBER = "场次|场号|场"
_INTERIOR = "内外景|内外"
_OTHER = (
    "景别|气氛|天气|季节|出场人物|登场人物|出场角色|登场角色|主要人物|本场人物|场上人物|出场|登场|人物|角色|演员|人|道具|服装|服化道|"
    "化妆|特效|备注|场景说明|页数"
)
_KEYS = f"{_PLACE}|{_TIME}|{_NUMBER}|{_INTERIOR}|{_OTHER}"
_FIELD = Pattern(
    rf"(?:^|(?<=[ \t\u3000，；|/]))(?:【(?P<boxed>{_KEYS})】[ \u3000]?：?|【?(?P<key>{_KEYS})[ \u3000]?：)[ \u3000]*"
)
_KEYED = Pattern(r"[【\[［〖]|.{1,6}[：:∶]")
_SENTENCE = Pattern(r"[。！？；].")
_SAID = Pattern(r"[^、]*[。！？…]")
_LONGEST = 120
_PROSE = 30
_EDGES = " \t\u3000，；|/。】"


class Field(NamedTuple):
    key: str
    """``place``, ``time``, ``number``, ``interior`` or ``other``."""
    value: Range
    """Of the line's body."""


def read_fields(body: str) -> tuple[Field, ...]:
    """The fields that a whole line is made of; none where it isn't. A value that is prose is no field's."""
    if len(body) > _LONGEST or not _KEYED.match(body):
        return ()
    text = fold(body)
    found = list(_FIELD.finditer(text))
    if not found or found[0].start():
        return ()
    fields = []
    for match, after in zip(found, [*found[1:], None], strict=True):
        low, high = match.end(), after.start() if after else len(text)
        while high > low and text[high - 1] in _EDGES:
            high -= 1
        if high - low > _PROSE and _SENTENCE.search(text, low, high):
            return ()
        if match.group("key") == "演员" and _SAID.fullmatch(text, low):
            return ()
        fields.append(Field(_kind(match.group("key") or match.group("boxed")), (low, high)))
    return tuple(fields)


def _kind(key: str) -> str:
    for kind, keys in (("place", _PLACE), ("time", _TIME), ("number", _NUMBER), ("interior", _INTERIOR)):
        if key in keys.split("|"):
            return kind
    return "other"


def with_fields(heading: Heading, body: str, fields: Sequence[Field]) -> Heading:
    """The heading with what its field lines say, where it didn't say so itself."""
    text = fold(body)
    for kind, (low, high) in fields:
        own = body[low:high].strip()
        if kind == "number" and not heading.number and own:
            heading = replace(heading, number=own)
        elif kind == "interior" and not heading.interior and ("内" in text[low:high] or "外" in text[low:high]):
            heading = replace(heading, interior=inside(text[low:high]))
        elif kind == "place" and own:
            places = read_places(text, low, high).heading(body, high, None)
            heading = replace(
                heading,
                place=heading.place or places.place,
                subplace=heading.subplace if heading.place else places.subplace,
                interior=heading.interior or places.interior,
                time=heading.time or places.time,
                modifiers=heading.modifiers + tuple(word for word in places.modifiers if word not in heading.modifiers),
            )
        elif kind == "time" and not heading.time and own:
            places = read_places(text, low, high)
            time = body[slice(*places.time)] if places.time and places.interior else own
            heading = replace(heading, time=time, interior=heading.interior or places.interior)
    return heading


def field_heading(body: str, fields: Sequence[Field]) -> Heading:
    """A heading that is made of fields alone. Its text is its first line."""
    return with_fields(NOWHERE.heading(body, len(body), None), body, fields)


class Openings:
    """From which lines field lines are a heading of their own. Each run of field lines is read once."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._known: dict[int, bool] = {}

    def __call__(self, number: int) -> bool:
        """Whether the field lines from this one on open a scene.

        They name a place, and one thing more, and what follows is neither a heading nor an act: fields above those are
        front matter.
        """
        if number not in self._known:
            self._read(number)
        return self._known[number]

    def _read(self, number: int) -> None:
        run: list[tuple[int, tuple[Field, ...]]] = []
        at = number
        while at < len(self._lines):
            if body := self._lines[at].body:
                if not (fields := read_fields(body)):
                    break
                run.append((at, fields))
            at += 1
        self._known[number] = False
        body = self._lines[at].body if at < len(self._lines) else ""
        story = bool(body) and not (ACT.match(body) or find_heading(body) or find_bare_heading(body))
        place, values = False, 0
        for line, fields in reversed(run):
            place = place or any(field.key == "place" for field in fields)
            values += sum(field.value[1] > field.value[0] for field in fields)
            self._known[line] = story and place and values >= 2
