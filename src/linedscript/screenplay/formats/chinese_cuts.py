"""What isn't story text in Chinese scripts: site banners, title page, cast list, notes of the edition, end marks."""

import re
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line, split_lines

_ADDRESS = Pattern(r"(?:https?://|www\.)[\w.-]+|(?<![\w-])[\w-]+\.(?:com|net|org|cn|cc)\b", re.IGNORECASE)
_BANNER = Pattern(
    r"电子书|[Tt][Xx][Tt]|书库|下载|欢迎(?:访问|您?到)|免费|论坛|整理|上传|转载|仅供.{0,8}(?:学习|阅读|预览|交流)|正版"
)
_KEY = Pattern(
    r"(?:《[^》]{1,30}》)?[ \t\u3000]*(?:剧名|片名|电影名|标题|题目|编剧|作者|原著|改编|导演|监制|策划|"
    r"出品(?:方|人|公司)?|制片人?|文学顾问|稿次|版本|日期|时间|完稿日期|创作时间|(?:联系|经纪)?(?:电话|手机|邮箱|地址|方式|人)|"
    r"联系(?:方式|人|地址)|微信|QQ|E-?mail|邮编|作品登记号|登记号|备案号|版权(?:所有|声明)?|类型|题材|体裁|字数|时长|集数|"
    r"代理|经纪(?:人|公司)?|译者|翻译|出版社?|剧本类型)[ \t\u3000]*[:：].*",
    re.IGNORECASE,
)
_CAST = Pattern(
    r"[【\[]?(?:剧中人物|人物表|登场人物|出场人物|主要人物|人物介绍|人物小传|角色表|角色介绍|演员表|人物)[】\]]?[:：]?"
)
_NOTES = Pattern(r"[【\[]?(?:注释|注解|译注|附注|译者注)[】\]]?[:：]?")
_FOOTNOTE = Pattern(r"[　 \t]*(?:\d{1,3}[、.．]|[①-⑳]|[（(\[]\d{1,3}[)）\]])")
_END = Pattern(
    r"[（(【\[—\-*＊~～ ]*(?:全剧终|剧终|全文完|本剧终|完|全片终|THE END|END|第[^，。]{1,6}[集幕]完)"
    r"[)）】\]—\-*＊~～。 ]*",
    re.IGNORECASE,
)
_EDGE = 12
"""Lines that aren't blank, from either end, within which a site's banner is looked for."""


def is_heading(line: Line) -> bool:
    return bool(find_heading(line.body) or find_bare_heading(line.body) or ACT.match(line.body))


def banners(text: str) -> list[Cut]:
    """Lines at the edges of the file that carry a site's address, with the advertising lines next to them."""
    lines = split_lines(text)
    solid = [number for number, line in enumerate(lines) if line.body]
    cuts = []
    for edge in (solid[:_EDGE], solid[-_EDGE:][::-1]):
        marks = [
            bool(_ADDRESS.search(lines[number].body) or _BANNER.search(lines[number].body))
            and len(lines[number].body) < 300
            for number in edge
        ]
        if not any(mark and _ADDRESS.search(lines[number].body) for mark, number in zip(marks, edge, strict=True)):
            continue
        for number, mark in zip(edge, marks, strict=True):
            if not mark or is_heading(lines[number]) or _KEY.fullmatch(lines[number].body):
                break
            cuts.append(Cut(*whole_lines(text, lines[number].start, lines[number].end), "site_banner"))
    return cuts


def title_page(text: str) -> list[Cut]:
    """Lines of title, makers and contact details above the story, and the list of persons."""
    lines = split_lines(text)
    first = next((number for number, line in enumerate(lines) if line.body and is_heading(line)), None)
    if first is None:
        return []
    cast = next((number for number in range(first) if _CAST.fullmatch(lines[number].body)), first)
    keys = [number for number in range(cast) if lines[number].body and _KEY.fullmatch(lines[number].body)]
    stop = keys[-1] + 1 if keys else 0
    if not keys:
        solid = [number for number in range(cast) if lines[number].body]
        bare = solid[:3] if all(_is_title(lines[number].body) for number in solid[:3]) and len(solid) <= 3 else []
        stop = bare[-1] + 1 if bare else 0
    elif not all(_is_title(lines[number].body) or number in keys for number in range(stop) if lines[number].body):
        stop = 0
    cuts = []
    if stop:
        while stop < cast and not lines[stop].body:
            stop += 1
        cuts.append(Cut(0, lines[stop - 1].stop, "title_page"))
    if cast < first:
        cuts.append(Cut(lines[cast].start, _cast_end(lines, cast, first), "cast_list"))
    return cuts


def _is_title(body: str) -> bool:
    return len(body) <= 40 and not re.search(r"[。！？；△▲]|[:：].", body)


def _cast_end(lines: Sequence[Line], cast: int, first: int) -> int:
    """The list reaches to the first heading, or to an act's synopsis or direction: prose that ends a sentence."""
    number = cast + 1
    while number < first and not re.match(r"[△▲]|(?:故事)?(?:梗概|大纲|简介)|[（(].*[)）]$", lines[number].body):
        number += 1
    return lines[number - 1].stop


def edition_notes(text: str) -> list[Cut]:
    """Footnotes behind the story: from a line 注释 to the end, if numbered notes are all that follows."""
    lines = split_lines(text)
    start = next((number for number in range(len(lines) - 1, -1, -1) if _NOTES.fullmatch(lines[number].body)), None)
    if start is None:
        return []
    after = [line for line in lines[start + 1 :] if line.body]
    noted = sum(bool(_FOOTNOTE.match(line.body)) for line in after)
    return (
        [Cut(lines[start].start, len(text), "note")]
        if after and noted * 2 >= len(after) and not any(map(is_heading, after))
        else []
    )


def end_marks(text: str) -> list[Cut]:
    """``全剧终`` and the like on a line of its own."""
    return [
        Cut(*whole_lines(text, line.start, line.end), "end_mark")
        for line in split_lines(text)
        if 0 < len(line.body) <= 20 and _END.fullmatch(line.body)
    ]
