"""What isn't story text in Chinese scripts, beside the title page: site banners, notes of the edition, end marks."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from linedscript.patterns import Pattern
from linedscript.screenplay.formats.chinese_cues import (
    alone_names,
    colon_cue,
    colon_names,
    listed_names,
    read_alone,
    read_colon,
    read_space,
    space_names,
)
from linedscript.screenplay.formats.chinese_front import folded_lines, is_heading, is_key
from linedscript.screenplay.formats.chinese_headings import ACT
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line

_ADDRESS = Pattern(r"(?:https?[：:]//|www\.)[\w.-]+|(?<![\w-])[\w-]+\.(?:com|net|org|cn|cc)\b", re.IGNORECASE)
_BANNER = Pattern(
    r"电子书|[Tt][Xx][Tt]|书库|下载|欢迎(?:访问|您?到)|免费|论坛|整理|上传|转载|仅供.{0,8}(?:学习|阅读|预览|交流)|正版"
)
_LABEL = Pattern(
    r"网|址|站|链接|来源|出处|下载|转载|访问|更多|关注|公众号|微信|QQ|论坛|版权|声明|提示|整理|制作|上传|免费|电子书|书库|txt",
    re.IGNORECASE,
)
"""What stands before the colon of a site's line."""
_DIRECTIONS = "△▲▽〔"
_NEAR = 40
"""Lines below an end mark among which the next text is looked for."""
_SURE = Pattern(r"剧终|全[文剧]完|全片终|[集幕场]完|未完待续", re.IGNORECASE)
_NOTES = Pattern(r"【?(?:注释|注解|译注|附注|译者注)】?：?")
_FOOTNOTE = Pattern(r"[　 \t]*(?:\d{1,3}[、.]|[①-⑳]|[（【]\d{1,3}[）】])")
_END = Pattern(
    r"[（【\-＊*~～ ]*(?:全剧终|剧终|全文完|本剧终|全剧完|完|全片终|THE END|END|"
    r"第[^，。]{1,6}[集幕场]完|本集完|未完待续|待续)"
    r"[）】\-＊*~～。 ]*",
    re.IGNORECASE,
)
_EDGE = 12
"""Lines that aren't blank, from either end, within which a site's banner is looked for."""


def banners(text: str) -> list[Cut]:
    """Lines at the edges of the file that carry a site's address, with the advertising lines next to them."""
    lines = folded_lines(text)
    heard = _Heard(lines)
    solid = [number for number, line in enumerate(lines) if line.body]
    cuts = []
    for edge in (solid[:_EDGE], solid[-_EDGE:][::-1]):
        marks = [
            len(lines[number].body) < 300
            and bool(_ADDRESS.search(lines[number].body) or _BANNER.search(lines[number].body))
            for number in edge
        ]
        if not any(mark and _ADDRESS.search(lines[number].body) for mark, number in zip(marks, edge, strict=True)):
            continue
        for number, mark in zip(edge, marks, strict=True):
            if not mark or is_heading(lines[number]) or is_key(lines[number].body) or heard.says(number):
                break
            cuts.append(Cut(*whole_lines(text, lines[number].start, lines[number].end), "site_banner"))
    return cuts


def edition_notes(text: str) -> list[Cut]:
    """Footnotes behind the story or behind an act: a line 注释 and numbered notes, to the end or the next heading.

    Where a direction or a speech follows, the scene goes on: what stands there is read in it.
    """
    lines = folded_lines(text)
    cuts = []
    stop, known = len(lines), True
    noted = others = 0
    for number in range(len(lines) - 1, -1, -1):
        body = lines[number].body
        if not body:
            continue
        if _NOTES.fullmatch(body):
            if known and noted and noted >= others:
                end = lines[stop].start if stop < len(lines) else len(text)
                cuts.append(Cut(lines[number].start, end, "note"))
            known = False
        elif is_heading(lines[number]):
            stop, known, noted, others = number, True, 0, 0
        elif _FOOTNOTE.match(body):
            noted += 1
        elif body[0] in _DIRECTIONS or colon_cue(body):
            known = False
        else:
            others += 1
    return cuts[::-1]


def end_marks(text: str) -> list[Cut]:
    """``全剧终`` and the like on a line of its own, behind the story or the episode.

    A bare ``完`` that story follows is story itself, as is what stands right under a cue.
    """
    lines = folded_lines(text)
    ends = [number for number, line in enumerate(lines) if 0 < len(line.body) <= 20 and _END.fullmatch(line.body)]
    if not ends:
        return []
    marks = frozenset(ends)
    last = next((at for at in range(len(lines) - 1, -1, -1) if at not in marks and _is_story(lines[at])), -1)
    heard = _Heard(lines)
    return [
        Cut(*whole_lines(text, lines[number].start, lines[number].end), "end_mark")
        for number in ends
        if (number > last or _ends_part(lines, number)) and not heard.under_cue(number)
    ]


def _is_story(line: Line) -> bool:
    body = line.body
    if not body:
        return False
    return is_heading(line) or body[0] in _DIRECTIONS or body[-1] in "。！？”」』" or colon_cue(body)


def _ends_part(lines: Sequence[Line], number: int) -> bool:
    """Whether an end mark in the midst ends an episode, or is one by its words and the scene doesn't go on below."""
    after = next((line for line in lines[number + 1 : number + 1 + _NEAR] if line.body), None)
    if after is None:
        return False
    if ACT.match(after.body):
        return True
    body = lines[number].body
    if body[0] not in "（【-＊*~～" and not _SURE.search(body):
        return False
    return after.body[0] not in _DIRECTIONS and (is_heading(after) or not colon_cue(after.body))


class _Heard:
    """What is said in the script, as far as one line shows. The speakers are looked up when first asked for."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines

    @cached_property
    def _colon(self) -> Counter[str]:
        return colon_names(self._lines)

    @cached_property
    def _alone(self) -> frozenset[str]:
        return frozenset(self._colon) | alone_names(self._lines) | listed_names(self._lines)

    @cached_property
    def _spaced(self) -> frozenset[str]:
        return space_names(self._lines)

    def under_cue(self, number: int) -> bool:
        """Whether the line right above is a cue without a speech."""
        above = self._lines[number - 1].body if number else ""
        if not above or len(above) > 40:
            return False
        if above[-1] == "：":
            return colon_cue(above)
        match = read_alone(above)
        return bool(match) and match["name"] in self._alone

    def says(self, number: int) -> bool:
        """Whether a line is a direction or a speech."""
        body = self._lines[number].body
        if body[0] in _DIRECTIONS or self.under_cue(number):
            return True
        if spoken := read_colon(body, {}):
            name = body[slice(*spoken.name)]
            return self._colon[name] >= 2 or not _LABEL.search(name)
        match = read_space(body)
        return bool(match) and match["name"] in self._spaced
