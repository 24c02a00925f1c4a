"""The fields of a Chinese heading: interior, place, time of day, modifiers, in any order and with any mark between."""

from collections.abc import Iterator
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range
from linedscript.records.scene import Heading

INTERIOR = Pattern(
    r"(?:内外景?|内景?/外景?|外景?/内景?|内景?、外景?|外景?、内景?|内景?|外景?|(?i:INT/EXT|I/E|INT|EXT))\.?"
)
_DAY = (
    r"(?:白日|白天|日间|日景|日戏|日|夜间|夜景|夜戏|夜晚|夜里|夜|晚上|晚间|晚|早晨|早上|早|清晨|清早|凌晨|晨|黎明|拂晓|破晓|天亮|天明|"
    r"上午|中午|正午|晌午|午后|午时|下午|傍晚|黄昏|日暮|薄暮|日落|日出|入夜|深夜|午夜|半夜|子夜|夤夜|雨夜|雪夜|月夜|夜雨|日雨|"
    r"春日|夏夜|秋夜|冬夜|除夕|[初盛深仲暮早晚]?[春夏秋冬](?:[日夜天季晨]|之夜)?)"
)
_LATER = (
    r"(?:[0-9零一二三四五六七八九十百几数多两半]+个?(?:年|月|天|日|周|星期|小时|分钟|刻钟|时辰)(?:以|之)?[后前]|"
    r"(?:片刻|不久|稍|随|数日|多年|许久|当时|同时|同一时间|与此同时|此时|彼时)(?:以|之)?后?)"
)
_BEFORE = (
    r"(?:次日|翌日|当日|当|前|第[0-9一二三四五六七八九十]+天|隔天|隔日|同日|同|数日后|[一二三几两数]天后|[0-9]+天后|"
    r"又一个?)?"
)
TIME = Pattern(
    rf"(?:{_BEFORE}{_DAY}(?:[/、]{_DAY}|转{_DAY})?(?:时分|时)?|次日|翌日|隔天|隔日|第[0-9一二三四五六七八九十]+天|{_LATER}|"
    r"(?:公元)?(?:前)?[0-9零〇一二三四五六七八九]{2,4}年(?:代)?(?:[0-9一二三四五六七八九十]+月)?(?:[0-9一二三四五六七八九十]+[日号])?(?:[初末底]?[春夏秋冬]?)|"
    r"(?:凌晨|早上|上午|中午|下午|晚上|夜里)?[0-9一二三四五六七八九十]+(?:点|时)(?:半|整|[0-9一二三四五六七八九十]+[分刻]?)?|[0-9]{1,2}：[0-9]{2})"
)
_LATER_ALONE = Pattern(_LATER)
MODIFIER = Pattern(
    r"(?:闪回|闪前|闪出|回忆|梦境|梦|幻想|幻觉|想象|连续|接上场|接前场|接上|同前|同上|插叙|倒叙|现实|现代|古代|蒙太奇|续|航拍|空镜|"
    r"[大小暴细微]?[雨雪风雾]|阴天?|晴天?|雷雨|多云)(?:戏|中|开始|结束|完)?"
)
_GLUED = Pattern(r"(?P<time>[日夜晨昏])(?P<interior>内外|内|外)景?|(?P<first>内外|内|外)景?(?P<last>[日夜晨昏])")
_FRONT = Pattern(r"[日夜晨昏](?P<interior>内外|内|外)景?(?!瓦|[0-9])(?=.{2})")
"""``日内客厅``: time, interior and place in one word."""
_SPLIT = Pattern(
    r"[ \t\u3000，；|·]+|(?<=[^\x00-\x7f])-+(?=[^\x00-\x7f])|\.(?=\s|$)|-+(?=[日夜内外晨黄清傍凌])|"
    r"[.：](?=[^\x00-\x7f])|(?<=[^\x00-\x7f])[：.]$"
)
_MARKS = Pattern(r"[/、]")
_BRACKET = Pattern(r"（([^（）]{1,20})）")
_EDGES = ".、：。，-·/ \t\u3000【】"


class Places(NamedTuple):
    """Fields as ranges of the line that was read."""

    interior: str | None
    place: tuple[Range, ...]
    """Runs of words that are neither time nor modifier, each with its own words."""
    subplace: Range | None
    time: Range | None
    modifiers: tuple[Range, ...]
    opens: bool
    """Whether the first word is one of interior or of time."""

    def heading(self, body: str, end: int, number: Range | None) -> Heading:
        """The record, with the line's own characters."""
        place = " ".join(part for part in (_own(body, run) for run in self.place) if part)
        return Heading(
            text=body[:end].rstrip(),
            number=body[slice(*number)] if number else None,
            interior=self.interior,
            place=place or None,
            subplace=self.subplace and (_own(body, self.subplace) or None),
            time=self.time and body[slice(*self.time)],
            modifiers=tuple(body[slice(*run)] for run in self.modifiers),
        )


NOWHERE = Places(None, (), None, None, (), False)


def read_places(text: str, start: int, stop: int) -> Places:
    """Take ``text[start:stop]``, folded, apart."""
    interior: str | None = None
    time: Range | None = None
    modifiers: list[Range] = []
    words: list[Range] = []
    brackets: list[tuple[int, int, str]] = []
    for match in _BRACKET.finditer(text, start, stop):
        inner = match.group(1).strip()
        if MODIFIER.fullmatch(inner) or TIME.fullmatch(inner) or INTERIOR.fullmatch(inner):
            brackets.append((*match.span(), inner))
    opens: bool | None = None
    runs: list[list[Range]] = [[]]
    for low, high in _words(text, start, stop, brackets):
        bare = text[low:high]
        special = True
        if interior is None and INTERIOR.fullmatch(bare):
            interior = inside(bare)
        elif TIME.fullmatch(bare):
            if time and _LATER_ALONE.fullmatch(text[slice(*time)]):
                modifiers.append(time)
                time = (low, high)
            elif time is None:
                time = (low, high)
            else:
                modifiers.append((low, high))
        elif MODIFIER.fullmatch(bare) and (words or opens or text[low - 1 : low] == "（"):
            modifiers.append((low, high))
        elif not (interior or time or words) and (front := _FRONT.match(bare)):
            time, interior = (low, low + 1), inside(front.group("interior"))
            runs[-1].append((low + front.end(), high))
            words.append(runs[-1][-1])
            special = False
        elif not (interior or time) and (glued := _GLUED.fullmatch(bare)):
            name = "time" if glued.group("time") else "last"
            time = (low + glued.start(name), low + glued.end(name))
            interior = inside(glued.group("interior") or glued.group("first"))
        else:
            special = False
            words.append((low, high))
            runs[-1].append((low, high))
        if special and runs[-1]:
            runs.append([])
        opens = special if opens is None else opens
    spans = tuple((run[0][0], run[-1][1]) for run in runs if run)
    sub = (runs[0][1][0], runs[0][-1][1]) if len(runs[0]) > 1 else None
    return Places(interior, spans, sub, time, tuple(modifiers), bool(opens))


def inside(word: str) -> str:
    upper = word.upper()
    within, outside = "内" in word or "INT" in upper or "I/" in upper, "外" in word or "EXT" in upper or "/E" in upper
    return "int/ext" if within and outside else "int" if within else "ext"


def _words(text: str, start: int, stop: int, brackets: list[tuple[int, int, str]]) -> Iterator[Range]:
    """What stands between the marks, in order; a bracket that says when or how is a word of its own."""
    at = start
    for low, high, inner in [*brackets, (stop, stop, "")]:
        yield from _plain_words(text, at, low)
        if inner:
            first = text.index(inner, low)
            yield first, first + len(inner)
        at = high


def _plain_words(text: str, start: int, stop: int) -> Iterator[Range]:
    at = start
    for match in _SPLIT.finditer(text, start, stop):
        yield from _pieces(text, at, match.start())
        at = match.end()
    yield from _pieces(text, at, stop)


def _pieces(text: str, low: int, high: int) -> Iterator[Range]:
    """A word, or those that ``/`` and ``、`` set apart where one of them is no place: ``客厅/日/内``."""
    while low < high and text[low] in _EDGES:
        low += 1
    while high > low and text[high - 1] in _EDGES:
        high -= 1
    if low == high:
        return
    word = text[low:high]
    if not _MARKS.search(word) or TIME.fullmatch(word) or INTERIOR.fullmatch(word):
        yield low, high
        return
    parts = _MARKS.split(word)
    if not any(TIME.fullmatch(part) or INTERIOR.fullmatch(part) or _GLUED.fullmatch(part) for part in parts):
        yield low, high
        return
    for part in parts:
        if part:
            yield low, low + len(part)
        low += len(part) + 1


def _own(body: str, run: Range) -> str:
    return body[slice(*run)].strip(_EDGES + "．：:－—")
