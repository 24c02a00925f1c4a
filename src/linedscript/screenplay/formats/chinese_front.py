"""What stands above the story of a Chinese script: title, makers, contact details, the list of persons."""

import re
from collections.abc import Sequence
from functools import lru_cache

from linedscript.patterns import Pattern
from linedscript.screenplay.formats.chinese_cues import read_colon
from linedscript.screenplay.formats.chinese_fields import Openings, read_fields
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.formats.chinese_transitions import SYNOPSIS, TRANSITION
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line, split_lines

_CONTACT = r"(?:联系|经纪|编剧|作者)?(?:电话|手机|邮箱|地址|方式|人)|联系(?:方式|人|地址)|微信|QQ|E-?mail|邮编"
_KEY = Pattern(
    rf"(?:《[^》]{{1,30}}》)?[ \t\u3000]*【?(?:剧名|片名|电影名|标题|题目|名称|编剧|作者|原著|原作|改编|导演|监制|"
    rf"策划|总策划|出品(?:方|人|公司)?|制片人?|文学顾问|文学策划|责任编辑|稿次|版本|日期|时间|年代|时代|地点|完稿日期|创作时间|{_CONTACT}|"
    r"作品登记号|登记号|备案号|版权(?:所有|声明)?|(?:剧本|项目|作品)?编号|类型|题材|体裁|字数|时长|片长|集数|代理|经纪(?:人|公司)?|译者|翻译|出版社?|剧本类型|"
    r"[^\s：，。]{0,4}(?:剧|剧本|小品|相声|戏曲|微电影))】?[ \t\u3000]*：.*",
    re.IGNORECASE,
)
_ROLE = Pattern(
    rf"【?(?P<role>编剧|作者|原著|原作|改编|导演|监制|策划|总策划|出品方?人?|制片人?|文学顾问|文学策划|责任编辑|代理|经纪人?|译者|翻译|{_CONTACT})"
    r"】?[ \t\u3000]*：[ \t\u3000]*(?P<value>.*)",
    re.IGNORECASE,
)
"""A key that may be who speaks: the director of a film about films, a telephone."""
_SENTENCE = Pattern(r"[！？]|[。…]$|。.")
_TITLED = Pattern(
    r"《|剧本|剧终|编剧|作者|作品|改编|[^\s]{1,12} ?[著编作]$|[话集稿版]$|第.{1,3}稿|电影|影片|电视|话剧|短剧|小品|"
    r"联系|手机|电话|@"
)
"""A line that only a title page has, where no key stands."""
_LATE = Pattern(
    r"《[^》]{1,30}》(?:[^。！？：]{0,8}(?:剧本|脚本))?|[^。！？：]{0,12}(?:剧本|脚本)(?:《[^》]{1,30}》)?|第.{1,3}稿|"
    r".{1,3}稿|"
    r"(?:根据|改编自).{1,30}|(?:编剧|作者|导演|原著|文)[ \t\u3000].{1,16}|"
    r"[^。！？：]{2,20}(?:公司|影业|传媒|工作室)(?:出品)?"
)
"""A line of a title page below one of its keys, or above its title."""
_GENRE = Pattern(r"[^。！？：《》]{0,12}(?:剧本|脚本)")
"""What stands right above a title."""
_MAKERS = Pattern(r"【?(?:编剧|作者|原著|原作|改编|导演)】?[ \t\u3000]*：.*")
_PROLOGUE = Pattern(r"引子|序幕|楔子|序|片头.*|黑场.*|字幕.*|画外音.*|旁白.*")
_MOST_ABOVE = 8
"""Lines that stand above a title that comes late, at most."""
_CONTACT_KEY = Pattern(rf"(?:{_CONTACT})[ \t\u3000]*：.*", re.IGNORECASE)
_CAST = Pattern(
    r"(?:[一二三四五六七八九十0-9]+[、.])?[【（]?(?:剧中人物|人物表|登场人物|出场人物|主要人物|主要角色|人物介绍|人物小传|角色表|角色介绍|角色|"
    r"演员表|人物关系|人物)[】）]?：?"
)
_CAST_LINE = Pattern(r"(?:剧中人物|登场人物|出场人物|主要人物|人物|角色)：\S.*")
_ENTRY = Pattern(r"[^\s。！？；：，]{1,6}(?:[：，（ \t\u3000]|-{1,2}|、).*")
_TITLES = 3
"""Lines of a title page that has no key."""


@lru_cache(maxsize=2)
def folded_lines(text: str) -> tuple[Line, ...]:
    return split_lines(fold(text))


def is_heading(line: Line) -> bool:
    return bool(find_heading(line.body) or find_bare_heading(line.body) or ACT.match(line.body))


def title_page(text: str) -> list[Cut]:
    """Lines of title, makers and contact details above the story, and the list of persons."""
    lines = folded_lines(text)
    first = _first_of_story(lines)
    if not first:
        return []
    cast = next((number for number in range(first) if _is_cast(lines, number)), first)
    stop = _title_stop(lines, cast)
    cuts = []
    if stop:
        while stop < cast and not lines[stop].body:
            stop += 1
        cuts.append(Cut(0, lines[stop - 1].stop, "title_page"))
    cuts += [
        Cut(*whole_lines(text, lines[number].start, lines[number].end), "contact")
        for number in range(stop, cast)
        if lines[number].body and len(lines[number].body) <= 120 and _is_contact(lines[number].body)
    ]
    if cast < first:
        cuts.append(Cut(lines[cast].start, _cast_end(lines, cast, first), "cast_list"))
    return cuts


def _first_of_story(lines: Sequence[Line]) -> int | None:
    """The line of the first heading; where there is none that of the first direction or speech."""
    story = None
    opens_scene = Openings(lines)
    for number, line in enumerate(lines):
        if not line.body:
            continue
        if is_heading(line) or (read_fields(line.body) and opens_scene(number)):
            return number
        if story is None and _is_story(line.body):
            story = number
    return story


def _heard_roles(lines: Sequence[Line]) -> frozenset[str]:
    """The roles that say a sentence somewhere: theirs are speeches, not keys."""
    return frozenset(
        match["role"]
        for line in lines
        if "：" in line.body[:12] and (match := _ROLE.fullmatch(line.body)) and _SENTENCE.search(match["value"])
    )


def is_key(body: str) -> bool:
    """Whether a line is ``导演：某某`` of a title page. A sentence behind one who may speak is a speech."""
    if len(body) > 200 or not _KEY.fullmatch(body):
        return False
    match = _ROLE.fullmatch(body)
    return not match or not _SENTENCE.search(match["value"])


def _is_contact(body: str) -> bool:
    return _CONTACT_KEY.fullmatch(body) is not None and is_key(body)


def _is_story(body: str) -> bool:
    if body[0] in "△▲〔" or (len(body) <= 24 and TRANSITION.fullmatch(body)):
        return True
    return len(body) <= 400 and not _KEY.fullmatch(body) and read_colon(body, {}) is not None


def _is_cast(lines: Sequence[Line], number: int) -> bool:
    body = lines[number].body
    return len(body) <= 120 and bool(_CAST.fullmatch(body) or _CAST_LINE.fullmatch(body))


def _title_stop(lines: Sequence[Line], cast: int) -> int:
    """The line behind the title page: keys and short lines from the top through the last key.

    One line that may be a speech is none where another speech follows or its speaker has a sentence elsewhere. Short
    lines alone are none where nothing in them says so, but for the first.
    """
    solid = [number for number in range(cast) if lines[number].body]
    keys, titles = [], 0
    story = False
    for number in solid:
        body = lines[number].body
        if is_key(body):
            keys.append(number)
        elif not _is_title(body):
            story = _is_story(body)
            break
        else:
            titles += 1
    if len(keys) == 1 and not titles and (match := _ROLE.fullmatch(lines[keys[0]].body)):
        if story or match["role"] in _heard_roles(lines):
            return 0
    if keys:
        return max(keys[-1] + 1, _late_stop(lines, solid))
    if (stop := _late_stop(lines, solid)) or (stop := _below_prose(lines, solid)):
        return stop
    named = titles == 1 or any(_TITLED.search(lines[number].body) for number in solid[:_TITLES])
    return solid[-1] + 1 if named and 0 < titles == len(solid) <= _TITLES else 0


def _late_stop(lines: Sequence[Line], solid: Sequence[int]) -> int:
    """The line behind a title page whose title stands below makers, drafts and companies; 0 where nothing says so.

    Two lines bear a mark of it. Between them stand keys and short lines; below the last one title, if that says that
    one follows.
    """
    run = 0
    while run < len(solid) and (is_key(lines[solid[run]].body) or _is_title(lines[solid[run]].body)):
        run += 1
    marked = [at for at in range(run) if is_key(lines[solid[at]].body) or _LATE.fullmatch(lines[solid[at]].body)]
    if len(marked) < 2 or len(solid) > 3 * _MOST_ABOVE:
        return 0
    last = marked[-1]
    if last + 1 < run and last + 2 >= len(solid) and _GENRE.fullmatch(lines[solid[last]].body):
        last += 1
    return solid[last] + 1


def _below_prose(lines: Sequence[Line], solid: Sequence[int]) -> int:
    """The line behind who made it, where that stands below a foreword; 0 where what is above may be story."""
    makers = [
        at for at in range(len(solid)) if _MAKERS.fullmatch(lines[solid[at]].body) and is_key(lines[solid[at]].body)
    ]
    if not makers or not 0 < makers[0] <= _MOST_ABOVE:
        return 0
    above = [lines[solid[at]].body for at in range(makers[0])]
    if any(_is_story(body) or _PROLOGUE.fullmatch(body) or len(body) > 400 for body in above):
        return 0
    return 0 if _is_sentence(above[-1]) else solid[makers[-1]] + 1


def _is_sentence(body: str) -> bool:
    return body[-1] in "。！？…"


def _is_title(body: str) -> bool:
    return len(body) <= 40 and not re.search(r"[。！？；△▲]|：.", body)


def _cast_end(lines: Sequence[Line], cast: int, first: int) -> int:
    """The list reaches to the first heading, or to an act's synopsis, a direction, a narrator, or prose."""
    number = cast + 1
    while number < first and not (lines[number].body and _ends_cast(lines[number].body)):
        number += 1
    return lines[number - 1].stop


def _ends_cast(body: str) -> bool:
    if body[0] in "△▲〔" or (body[0] == "（" and body[-1] == "）"):
        return True
    if len(body) <= 60 and (SYNOPSIS.fullmatch(body) or TRANSITION.fullmatch(body)):
        return True
    name = body.split("：", 1)[0].strip() if "：" in body[:8] else ""
    if name in ("旁白", "画外音", "独白", "字幕", "画面", "镜头"):
        return True
    return body[-1] in "。！？" and not _ENTRY.match(body)
