"""Scene headings in their Chinese conventions.

``第三场　内景　客厅　夜``, ``1-2 客厅 日 内``, ``场次：3``, ``12. 外景 码头 日``.
"""

import re
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading

_NUMERAL = r"[0-9０-９零〇一二三四五六七八九十百两]+"
_GAP = r"[ \t\u3000]"
ACT = Pattern(rf"第{_GAP}*{_NUMERAL}{_GAP}*[幕集回章折][：:]?(?={_GAP}|$|[《：:])")
_NUMBERED = Pattern(
    rf"[【\[]?第{_GAP}*(?P<number>{_NUMERAL}){_GAP}*(?:场戏?|镜)[】\]]?(?:(?P<end>[：:、.．，,]|{_GAP})(?P<rest>.*)|$)"
)
_FIELD_NUMBER = Pattern(
    rf"[【\[]?(?:场次|场景|场){_GAP}*[：:]?{_GAP}*(?P<number>[0-9０-９]+(?:[-—－.][0-9０-９]+)?|[零〇一二三四五六七八九十百]+)[】\]]?(?:[：:、.．，,]|{_GAP}|$)(?P<rest>.*)"
)
_FIELD_PLACE = Pattern(rf"[【\[]?场景{_GAP}*[：:]{_GAP}*(?P<rest>[^【】\[\]]*[^【】\[\]：:])[】\]]?")
_PAIR = Pattern(rf"(?P<number>[0-9０-９]+[-—－–][0-9０-９]+)(?:[：:、.．，,]|{_GAP})(?P<rest>.*)")
_PLAIN_NUMBER = Pattern(rf"(?P<number>[0-9０-９]+)(?:[、.．:：]|{_GAP}){_GAP}*(?P<rest>.*)")
_ALONE = Pattern(r"(?:序幕|尾声|楔子|序场|引子|彩蛋|片头|片尾)")

INTERIOR = Pattern(
    r"(?:内景|外景|内外景|内[/／、]外景?|外[/／、]内景?|内景?[/／、]外景?|内外|内|外|INT|EXT|INT/EXT)\.?", re.IGNORECASE
)
TIME = Pattern(
    r"(?:次日|翌日|当|前|第二天|隔天|同)?(?:日景|夜景|日|夜|白天|白日|夜晚|夜里|晚上|晚|早|早晨|早上|清晨|清早|晨|黎明|拂晓|天亮|上午|中午|正午|午后|下午|傍晚|黄昏|日暮|"
    r"日落|日出|入夜|深夜|午夜|半夜|凌晨|雨夜|雪夜|月夜|夜雨|日雨|春日|夏夜|[日夜晨昏][/／][日夜晨昏]|清晨[/／]日)(?:时分)?"
)
_MODIFIER = Pattern(
    r"[（(【]?(?:闪回|回忆|闪前|梦境|梦|幻想|幻觉|想象|连续|接上场|同前|插叙|倒叙|现实|蒙太奇|续)[）)】]?"
)
_SPLIT = Pattern(
    r"[ \t\u3000，,;；|·]+|(?<=[^\x00-\x7f])[-—－–]+(?=[^\x00-\x7f])|\.(?=\s|$)|[-—－–]+(?=[日夜内外晨黄清傍凌])"
)
_WIDE_GAP = Pattern(r"(?:\u3000{2,}|[ \t\u3000]{3,}|\t)")
_SENTENCE_END = Pattern(r"[。！？；…：:”]")


class Found(NamedTuple):
    """A heading within a line's body."""

    heading: Heading
    end: int
    """Where the heading ends in the body; what follows is a direction on the same line."""


def find_heading(body: str) -> Found | None:
    """The heading that a line is, if it is one. Prose such as ``第一场雪落下来了。`` isn't."""
    if len(body) > 400:
        return None
    if match := _NUMBERED.fullmatch(body):
        return _fields(body, match, needs_fields=False)
    if match := _FIELD_NUMBER.fullmatch(body):
        return _fields(body, match, needs_fields=False)
    if match := _FIELD_PLACE.fullmatch(body):
        return _fields(body, match, needs_fields=False)
    if match := _PAIR.fullmatch(body):
        return _fields(body, match, needs_fields=True)
    if match := _PLAIN_NUMBER.fullmatch(body):
        return _fields(body, match, needs_fields=True)
    if _ALONE.fullmatch(body):
        return Found(Heading(text=body, number=None, interior=None, place=None, time=None, modifiers=()), len(body))
    return None


def find_bare_heading(body: str) -> Found | None:
    """A heading without a number: it opens or ends with 内景, 外景, 内 or 外 and names a place."""
    if len(body) > 60 or _SENTENCE_END.search(body):
        return None
    first = _SPLIT.split(body, maxsplit=1)[0]
    whole = re.fullmatch(r"(?P<number>)(?P<rest>.*)", body)
    if whole and (INTERIOR.fullmatch(first) or TIME.fullmatch(first)):
        found = _fields(body, whole, needs_fields=True)
        return found if found and found.heading.place and found.heading.interior else None
    found = _fields(body, whole, needs_fields=True) if whole else None
    return found if found and found.heading.place and found.heading.interior and found.heading.time else None


def _fields(body: str, match: re.Match[str], needs_fields: bool) -> Found | None:
    rest, at = match.group("rest") or "", match.start("rest") if match.group("rest") else len(body)
    number = match.group("number") if "number" in match.groupdict() else None
    tail = _direction(rest)
    head = rest[:tail].rstrip()
    interior, time, modifiers, places = None, None, [], []
    cursor = 0
    while bracket := re.search(r"\s*[（(]([^（()）]{1,20})[)）]\s*$", head):
        if not _MODIFIER.fullmatch(bracket.group(1)):
            break
        modifiers.insert(0, bracket.group(1))
        head = head[: bracket.start()]
    for token in _SPLIT.split(head):
        start = head.index(token, cursor) if token else cursor
        cursor = start + len(token)
        bare = token.strip("（）()【】[]．.、：:-—－– ")
        if not bare:
            continue
        if INTERIOR.fullmatch(bare) and interior is None:
            interior = _interior(bare)
        elif TIME.fullmatch(bare) and time is None:
            time = bare
        elif _MODIFIER.fullmatch(bare):
            modifiers.append(bare)
        elif (glued := re.fullmatch(r"([日夜晨])[/／、]?(内|外|内外)|(内|外|内外)[/／、]?([日夜晨])", bare)) and not (
            interior or time
        ):
            time, interior = glued.group(1) or glued.group(4), _interior(glued.group(2) or glued.group(3))
        else:
            places.append((start, cursor))
    if needs_fields and not (interior or (time and places)):
        return None
    if needs_fields and _SENTENCE_END.search(head.rstrip("。：:")) and not interior:
        return None
    place = head[places[0][0] : places[-1][1]].strip("（）()【】[]．.、：:。 \u3000") if places else None
    end = len(body) if tail == len(rest) else at + len(rest[:tail].rstrip())
    heading = Heading(
        text=body[:end].rstrip(),
        number=number or None,
        interior=interior,
        place=place or None,
        time=time,
        modifiers=tuple(modifiers),
    )
    return Found(heading, len(heading.text))


def _direction(rest: str) -> int:
    """Where a stage direction begins on the heading's line: behind a wide gap, with the marks of a sentence."""
    for gap in _WIDE_GAP.finditer(rest):
        if gap.start() and _SENTENCE_END.search(rest[gap.end() :]):
            return gap.start()
    return len(rest)


def _interior(word: str) -> str:
    inside, outside = "内" in word or "INT" in word.upper(), "外" in word or "EXT" in word.upper()
    return "int/ext" if inside and outside else "int" if inside else "ext"
