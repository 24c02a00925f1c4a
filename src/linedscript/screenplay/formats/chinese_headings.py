"""Scene headings in their Chinese conventions.

``第三场　内景　客厅　夜``, ``第一幕第二场``, ``1-2 客厅 日 内``, ``场次：3``, ``12. 外景 码头 日``,
``【外景·街道·夜】``.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_places import NOWHERE, Places, inside, read_places

_N = r"[0-9０-９零〇一二三四五六七八九十百千两廿]+"
_GAP = r"[ \t\u3000]"
ACT = Pattern(
    rf"(?:第{_GAP}*{_N}{_GAP}*[幕集回章折出齣卷部季本](?:[上中下](?={_GAP}|$|[：:])|[（(][上中下完][）)])?[：:]?"
    rf"(?={_GAP}|$|[《（(：:第\-—])|(?:EP|ep|Ep)\.?{_GAP}*[0-9]+(?={_GAP}|$|[《：:])|[0-9]+{_GAP}*集(?={_GAP}|$|[《：:])|"
    rf"[上中下][集部](?={_GAP}*$|[《：:]))"
)
"""The title of an act, episode or chapter at a line's start, as written."""
_NUMBERED = Pattern(
    rf"第{_GAP}*(?P<number>{_N}(?:[-、至]第?{_N})?[A-Za-z]?){_GAP}*(?:场[戏景次]?|镜头?)"
    rf"(?:(?:[：、.，/\-·|]|{_GAP}|(?=[（《]))(?P<rest>.*)|$)"
)
_FIELD_NUMBER = Pattern(
    rf"(?:场次|场景|场号|场|景|(?i:SCENE|SC\.?|S)(?=[ #0-9]))戏?{_GAP}*[：#.]?{_GAP}*"
    rf"(?P<number>[0-9]+(?:[-.][0-9]+){{0,2}}[A-Za-z]?|[零〇一二三四五六七八九十百]+)"
    rf"(?:(?:[：、.，]|{_GAP}|(?=[内外日夜（]))(?P<rest>.*)|$)"
)
_COUNTED = Pattern(rf"(?P<number>[0-9]+(?:-[0-9]+)?[A-Za-z]?){_GAP}?场(?:[：、.，]|{_GAP}|$)(?P<rest>.*)")
_FIELD_PLACE = Pattern(rf"(?:拍摄场景|场景|场){_GAP}*：{_GAP}*(?P<rest>.*[^：])")
_IN_BRACKETS = Pattern(r"(?:场景|场) +(?P<rest>\S.*)")
_PAIR = Pattern(rf"(?P<number>[0-9]+-[0-9]+(?:-[0-9]+)?[A-Za-z]?)(?:[：、.，]|{_GAP}|(?=[日夜晨内外]))(?P<rest>.*)")
_PLAIN_NUMBER = Pattern(
    rf"(?P<number>[0-9]+[A-Za-z]?|[一二三四五六七八九十百]+(?=、))(?:[、.：]|{_GAP}){_GAP}*(?P<rest>.*)"
)
_ALONE = Pattern(r"(?:序幕|尾声|楔子|序场|引子|彩蛋|片头|片尾)")
_OPENING = Pattern(
    r"(?P<word>内外景|内景?/外景?|外景?/内景?|内景|外景|内|外|(?i:INT/EXT|INT|EXT|I/E))"
    r"(?:[.。，：]+ ?|(?=[ \t\u3000·|-]))(?P<rest>.*\S.*)"
)
_GLUED = Pattern(r"(?P<word>内外景|内/外景|内景|外景)(?P<rest>[^ \t\u3000.。，：]{1,12}(?:[ \t\u3000·|-].*)?)")
_SAME = Pattern(rf"同(?:上|前)(?:一?[场景])?(?={_GAP}|[。，、（/·]|$)")
"""A numbered heading whose place is that of the one above."""
_WIDE_GAP = Pattern(r"(?:\u3000{2,}|[ \t\u3000]{3,}|\t)")
_SENTENCE_END = Pattern(r"[。！？；…：”]")
_PERSONS = Pattern(r"[ \t\u3000]+(?:出场|登场|主要)?(?:人物?|角色|演员)：")
_PROSE = Pattern(r".*[了着吗吧呢的]")
_FIRST = frozenset("第场場景拍0123456789０１２３４５６７８９零〇一二三四五六七八九十百Ss【[［〖序尾楔引彩片")
"""With which a numbered heading begins."""
_TELLING = Pattern(r"[内外內]|INT|EXT|I/E", re.IGNORECASE)
_BOXES = Pattern(r"(?:【[^【】]{1,40}】[ \t\u3000]*){2,8}")
_COUNTS = Pattern(r"[ \t\u3000]*(?:[天年月日周个次人岁倍米元点比]|小时|分钟|星期)")
_LONGEST = 400
_BARE = 60
_BLANKS = " \t\u3000"


class Found(NamedTuple):
    """A heading within a line's body."""

    heading: Heading
    end: int
    """Where the heading ends in the body; what follows is a direction on the same line."""


def find_heading(body: str) -> Found | None:
    """The heading that a line is, if it is one. Prose such as ``第一场雪落下来了。`` isn't."""
    return _find(body) if body[:1] in _FIRST and len(body) <= _LONGEST else None


@lru_cache(maxsize=8192)
def _find(body: str) -> Found | None:
    text = fold(body)
    bracketed = text[:1] == "【"
    if bracketed:
        text = _unbracketed(text)
    at, stop = len(text) - len(text.lstrip(_BLANKS)), len(text.rstrip(_BLANKS))
    for pattern in (_NUMBERED, _FIELD_NUMBER):
        if match := pattern.fullmatch(text, at, stop):
            return _found(body, match)
    if match := _FIELD_PLACE.fullmatch(text, at, stop) or (bracketed and _IN_BRACKETS.fullmatch(text, at, stop)):
        return None if _SENTENCE_END.search(match.group("rest").rstrip("。")) else _found(body, match)
    for pattern in (_PAIR, _PLAIN_NUMBER, _COUNTED):
        if (match := pattern.fullmatch(text, at, stop)) and (found := _found(body, match, told=True)):
            return found
    if _ALONE.fullmatch(text, at, stop):
        return Found(NOWHERE.heading(body, len(body), None), len(body))
    if bracketed and len(body) <= _BARE and body[-1] in "】]］" and not _SENTENCE_END.search(text):
        places = read_places(text, at, stop)
        if places.place and (places.interior or places.time):
            return Found(places.heading(body, len(body), None), len(body))
    return None


def find_loose_heading(body: str) -> Found | None:
    """``1-2 医院走廊``, without time or interior: a heading only where the script numbers its headings so."""
    if len(body) > 40:
        return None
    text = fold(body)
    match = _PAIR.fullmatch(text)
    if (
        not match
        or not match.group("rest").strip()
        or _COUNTS.match(match.group("rest"))
        or _SENTENCE_END.search(text)
        or _PROSE.fullmatch(text)
    ):
        return None
    return _found(body, match)


def numbers_pairs(body: str) -> bool:
    """Whether a line is a heading that is numbered by episode and scene."""
    return "0" <= body[:1] <= "９" and len(body) <= _LONGEST and _PAIR.fullmatch(fold(body)) is not None


def find_bare_heading(body: str) -> Found | None:
    """A heading without a number: it opens or ends with 内景, 外景, 内 or 外 and names a place."""
    return _find_bare(body) if 1 < len(body) <= _BARE and _TELLING.search(body) else None


@lru_cache(maxsize=8192)
def _find_bare(body: str) -> Found | None:
    text = fold(body)
    if text[0] == "【":
        text = _unbracketed(text)
    at = len(text) - len(text.lstrip(_BLANKS))
    if match := _OPENING.fullmatch(text, at):
        rest = match.group("rest")
        parts = [part for part in rest.split("。") if part.strip()]
        dotted = text[match.end("word") : match.end("word") + 1] == "。"
        if not parts or _SENTENCE_END.search(rest.replace("。", "")):
            return None
        if (len(parts) > 1 and not dotted) or max(map(len, parts)) > 30:
            return None
        places = read_places(text.replace("。", " "), at, len(text))
        bare = len(match.group("word")) == 1
        width = sum(high - low for low, high in places.place)
        if width and (places.time or not (bare and (dotted or rest[-1] == "。" or width < 2))):
            return Found(places.heading(body, len(body), None), len(body))
        return None
    if _SENTENCE_END.search(text):
        return None
    if match := _GLUED.fullmatch(text, at):
        places = read_places(text, match.start("rest"), len(text))
        if places.place and places.time:
            places = places._replace(interior=inside(match.group("word")))
            return Found(places.heading(body, len(body), None), len(body))
    places = read_places(text, at, len(text))
    if places.place and places.interior and (places.time or places.opens):
        return Found(places.heading(body, len(body), None), len(body))
    return None


def _unbracketed(text: str) -> str:
    """``【第四场】内``: the first pair of brackets as blanks; all of them, where the line has nothing else."""
    if _BOXES.fullmatch(text):
        return text.replace("【", " ").replace("】", " ")
    at = text.find("】")
    return f" {text[1:at]} {text[at + 1 :]}" if at > 0 else text


def _found(body: str, match: re.Match[str], told: bool = False) -> Found | None:
    """``told``: a heading only if it says interior, or time and place."""
    number = match.span("number") if match.re.groupindex.get("number") else None
    if match.group("rest") is None:
        return Found(NOWHERE.heading(body, len(body), number), len(body))
    start = match.start("rest")
    stop = start + _direction(match.group("rest"))
    whole = stop == match.end("rest")
    persons = _PERSONS.search(match.string, start, stop)
    text = match.string
    if _OPENING.fullmatch(text, start, stop) and "。" in text[start : stop - 1]:
        parts = [part for part in text[start:stop].split("。") if part.strip()]
        apart = text.replace("。", " ")
        if max(map(len, parts)) <= 12 and (told and len(parts) > 2 or read_places(apart, start, stop).time):
            text = apart
    places = read_places(text, start, persons.start() if persons else stop)
    if told and _SAME.match(text, start) and not _SENTENCE_END.search(text[start:stop].rstrip("。")):
        told = False
    if told and not places.interior:
        head = match.string[start:stop].rstrip("。： ")
        if not (places.time and places.place) or _SENTENCE_END.search(head) or _is_prose(match.string, places):
            return None
    heading = places.heading(body, len(body) if whole else stop, number)
    return Found(heading, len(heading.text))


def _is_prose(text: str, places: Places) -> bool:
    return any(_PROSE.fullmatch(text, low, high) for low, high in places.place)


def _direction(rest: str) -> int:
    """Where a stage direction begins on the heading's line: behind a wide gap, with the marks of a sentence."""
    for gap in _WIDE_GAP.finditer(rest):
        if gap.start() and _SENTENCE_END.search(rest, gap.end()):
            return gap.start()
    return len(rest)
