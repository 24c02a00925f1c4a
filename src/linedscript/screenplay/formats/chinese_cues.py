"""Cues of Chinese scripts: ``名字（画外音）：台词``, ``名字 台词``, a name on a line of its own."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range
from linedscript.screenplay.cues import is_voice, spoken_language
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.lines import Line

_CHAR = r"[^\s。，！？；：“”\"‘’「」『』《》（）【】〔〕△▲…~<>|=#*@]"
"""Of a name, or of several with marks between."""
_SPACED = r"[\u3400-\u9fff][ \u3000]{1,4}[\u3400-\u9fff]"
_NAME = rf"(?:{_SPACED}|{_CHAR}{{1,40}}|？{{1,4}})"
_VOICE = (
    r"(?:O\.?S\.?|V\.?O\.?|O\.?V\.?|o\.?s\.?|v\.?o\.?|画外音|话外音|旁白|画外|内心独白|内心OS|内心os|内心|独白|心声|"
    r"心理活动|心理)"
)
_INNER = r"(?:（[^（）]{1,40}）|【[^【】]{1,20}】)"
_LEAD = Pattern(rf"[（【](?P<lead>{_VOICE})[）】][ \u3000]*")
_BOXED = Pattern(rf"【(?P<name>{_CHAR}{{1,12}})】[ \u3000]*")
_WHOLE_NAME = Pattern(_NAME)
_BRACKETS = Pattern(rf"(?:[ \u3000]*{_INNER})*[ \u3000]*")
_VOICE_END = Pattern(rf"(?:[ \u3000·-]|的(?=画|话|旁|内|独|心|声))?(?P<voice>{_VOICE}|(?<=的)声音)$")
_VOICE_ALONE = Pattern(r"【(?P<name>旁白|画外音|独白|内心独白|OS|VO)】[ \u3000]*(?P<speech>[^ \u3000].*)", re.DOTALL)
_SPACE = Pattern(rf"(?P<name>{_CHAR}{{1,40}}|？{{1,4}})[ \t\u3000]+(?P<speech>\S.*)", re.DOTALL)
_SPACED_SPACE = Pattern(rf"(?P<name>{_SPACED})[ \t\u3000]+(?P<speech>\S.*)", re.DOTALL)
_ALONE = Pattern(rf"{_CHAR}+")
_ALONE_SPACED = Pattern(rf"(?P<name>{_NAME})(?P<brackets>(?:[ \u3000]*{_INNER})*)")
_TOGETHER = Pattern(r"[、/&+]")
_CJK = Pattern(r"[\u3400-\u9fff？]")
_BRACKET = Pattern(_INNER)
_AFTER = Pattern(r"[ \t\u3000]*([（【])([^（）【】]{1,40})[）】]")
_PHONE = Pattern(
    r"(?:手机|电话|话筒|听筒|对讲机|广播|收音机|电视|录音|喇叭|视频|微信语音|语音)(?:里|中|内|那头|那端|另一端|另一头|声|机里)?(?:传来)?的?(?:声音)?"
)
NOT_NAMES = frozenset(
    (
        "字幕 画面 画面一 画面二 镜头 镜头一 镜头二 特写 全景 近景 中景 远景 大全景 空镜 空镜头 音乐 音效 BGM "
        "背景音乐 主题曲 插曲 片头曲 片尾曲 歌词 叠印 字卡 特效 道具 服装 灯光 布景 气氛 天气 季节 屏幕 手机屏幕 "
        "弹幕 短信 微信 微信消息 信 信上 报纸 招牌 黑板 切至 切到 切入 淡入 淡出 叠化 闪回 闪回结束 闪前 回忆 "
        "回忆结束 转场 蒙太奇 梦境 幻想 定格 黑场 黑屏 插入 接上 接上场 时间 地点 人物 场景 景别 日期 出场 "
        "出场人物 登场人物 角色 人 地 时 景 场 场次 场号 主角 配角 主要人物 人物小传 人物介绍 人物表 剧情 梗概 "
        "故事梗概 故事大纲 一句话梗概 大纲 主题 类型 题材 背景 故事背景 片名 剧名 标题 题目 编剧 导演 作者 原著 "
        "改编 监制 制片 出品 主演 片头 片尾 幕后 第一人称 注 注释 注解 译注 附注 旁注 附 备注 提示 说明 例如 比如 即 "
        "http https"
    ).split()
)
"""What stands before a colon and is no speaker."""
_ROLES = frozenset("编剧 导演 作者 监制 制片 主演 主角 配角".split())
"""Of these, who may speak all the same, if it's twice."""
_SHOWN = frozenset(
    (
        "字幕 画面 画面一 画面二 镜头 镜头一 镜头二 特写 全景 近景 中景 远景 大全景 空镜 空镜头 音乐 音效 BGM 背景音乐 "
        "主题曲 插曲 片头曲 片尾曲 叠印 字卡 特效 灯光 布景 屏幕 手机屏幕 弹幕 短信 微信消息 插入字幕 打出字幕 出字幕 "
        "画外音效 切至 切到 切入 淡入 淡出 叠化 闪回 转场 蒙太奇 定格 黑场 黑屏 插入"
    ).split()
)
"""What a line shows or sounds that begins with it: no part of the speech above."""
_PERSONS = Pattern(
    r"【?(?:出场|登场|主要|本场|场上)?(?:人物|角色|演员|人)】?[ \u3000]*[：\u3000 ]?[ \u3000]*(?P<names>\S.*)"
)
_APART = Pattern(r"[、，；/|。 \t\u3000]+")
_SAYS = Pattern(
    r"(?!.*顾问$).+(?:说|说道|喊|喊道|问|问道|道|写着|写道|写的是|写|念|念道|念着|显示|显示着|想|心想|想着|回答|答道|答|骂道|骂|笑道|叫道|叹道|叫|唱道|唱着|唱|"
    r"上面写|低声说|发来|回复|传来|如下|是|标题|大字|几个字|字样|字|声)|(?:只听|只见|心想|忽听|画面|镜头|字幕|屏幕|手机).*"
)
_SOMEONE = Pattern(r"(?:陌生|神秘|机器|电子|童|众|人群)?[男女老童众人]{0,3}[男女人童众]声[甲乙丙丁0-9]?")
_PART = Pattern(r"[，；、/ ]")
_SHOWING = Pattern(r"[（【]?(?P<word>[^：（【】）\s]{2,4})(?:[0-9]*[：】）])")
_DIGITS = Pattern(r"[0-9.\-]+")
_LONGEST = 24
_FAR = 90
_SPEECH_ENDS = "。！？…”—～)）」"
"""Characters within which a cue's colon stands."""


class Spoken(NamedTuple):
    """One cue's line, in ranges of its body."""

    name: Range
    extensions: tuple[Range, ...]
    """Without their brackets: how the voice reaches the scene, the language, that it goes on."""
    manners: tuple[Range, ...]
    """Brackets before the colon that say how the line is spoken, with them."""
    speech: int
    """Where the speech begins."""


def read_colon(text: str, known: Mapping[str, int] | None) -> Spoken | None:
    """``名字（画外音）：台词`` in a folded body.

    ``known``: how often each name stands before a colon; null where that is being counted.
    """
    at = text.find("：", 0, _FAR)
    if at < 0:
        match = _VOICE_ALONE.match(text) if text[:1] == "【" else None
        return Spoken(match.span("name"), (), (), match.start("speech")) if match else None
    found = _before_colon(text[:at])
    if found is None:
        return None
    name, extensions, manners = found
    if known and manners and is_voice_name(text[slice(*name)]):
        inner = next(((low + 1, high - 1) for low, high in manners if known.get(text[low + 1 : high - 1], 0)), None)
        if inner:
            extensions, manners = (*extensions, name), tuple(span for span in manners if span[0] != inner[0] - 1)
            name = inner
    speech = at + 1
    voiced = any(text[low - 1] in "（【" for low, _ in extensions)
    if not is_speaker(text[slice(*name)], text[speech : speech + 2], None if voiced else known):
        return None
    while (after := _AFTER.match(text, speech)) and says_voice(after.group(2)):
        extensions = (*extensions, after.span(2))
        speech = after.end()
    return Spoken(name, extensions, manners, speech)


@lru_cache(maxsize=8192)
def _before_colon(text: str) -> tuple[Range, tuple[Range, ...], tuple[Range, ...]] | None:
    """Name, extensions and manners of what stands before a colon."""
    at = len(text)
    if boxed := _BOXED.fullmatch(text):
        name = boxed.span("name")
        return (name, (), ()) if _is_name(text[slice(*name)]) else None
    lead = _LEAD.match(text)
    low = lead.end() if lead else 0
    inner = [place for place in (text.find("（", low), text.find("【", low)) if place >= 0]
    high = min(inner, default=at)
    if not _BRACKETS.fullmatch(text, high):
        return None
    brackets = high
    while high > low and text[high - 1] in " \u3000":
        high -= 1
    voice = _VOICE_END.search(text, low, high)
    extensions = [lead.span("lead")] if lead else []
    manners: list[Range] = []
    name = low, voice.start() if voice else high
    if name[0] < name[1]:
        extensions += [voice.span("voice")] if voice else []
    elif voice:
        name = voice.span("voice")
    elif lead:
        name, extensions = lead.span("lead"), []
    if not _is_name(text[slice(*name)]):
        return None
    for bracket in _BRACKET.finditer(text, brackets):
        within = bracket.start() + 1, bracket.end() - 1
        if says_voice(text[slice(*within)]):
            extensions.append(within)
        else:
            manners.append(bracket.span())
    return name, tuple(extensions), tuple(manners)


def _is_name(name: str) -> bool:
    """One name, or several with marks between, each of a name's length."""
    return _WHOLE_NAME.fullmatch(name) is not None and all(0 < len(part) <= 14 for part in _TOGETHER.split(name))


def says_voice(bracket: str) -> bool:
    """Whether a bracket says how the voice reaches the scene, in which language, or that it goes on."""
    inner = bracket.strip()
    if len(inner) > 12:
        return False
    return (
        is_voice(inner)
        or spoken_language(inner) is not None
        or _PHONE.fullmatch(inner) is not None
        or inner.upper().rstrip(".") in ("OS", "VO", "O.S", "V.O", "OV", "续", "CONT'D", "CONT’D")
    )


def is_over(extension: str) -> bool:
    """Whether an extension makes a voice one that isn't in the place: OS is inner speech in Chinese scripts."""
    parts = (part.strip() for part in _PART.split(fold(extension).upper()))
    return any(part.replace(".", "") in ("OS", "内心OS", "OV") or _PHONE.fullmatch(part) for part in parts)


def is_off(extension: str) -> bool:
    """Whether an extension makes a voice one from beside the picture, in words that only Chinese scripts have."""
    return fold(extension) in ("声音", "话外音")


def is_voice_name(name: str) -> bool:
    return re.fullmatch(_VOICE, name) is not None


def is_speaker(name: str, speech: str, known: Mapping[str, int] | None) -> bool:
    if not name or len(name) > _LONGEST or _DIGITS.fullmatch(name):
        return False
    if name in NOT_NAMES and not (name in _ROLES and (known is None or known.get(name, 0) >= 2)):
        return False
    if speech.startswith("//") or (name[-1].isdigit() and speech[:1].isdigit()):
        return False
    return known is None or not _SAYS.fullmatch(name) or _is_called(name, known)


def _is_called(name: str, known: Mapping[str, int]) -> bool:
    """Whether a name that ends like ``她说`` or ``门上写着`` is one all the same: 李想, 男声."""
    if _SOMEONE.fullmatch(name):
        return True
    if len(name) > 3 or name[0] in "他她它我你您谁众" or name[-1] in "说喊骂着":
        return False
    return known.get(name, 0) >= 2 and not known.get(name[:-1], 0)


def colon_cue(body: str) -> bool:
    """Whether a line is ``名字：台词``."""
    return "：" in body[:80] and read_colon(fold(body), {}) is not None


def shows(body: str) -> bool:
    """Whether a folded line is ``字幕：三年前`` or ``【字幕】…``: shown or heard, and said by nobody."""
    match = _SHOWING.match(body)
    return bool(match) and match["word"] in _SHOWN


def listed_names(lines: Sequence[Line]) -> frozenset[str]:
    """The persons of the field lines ``人物：甲、乙``."""
    names: set[str] = set()
    for line in lines:
        if len(line.body) <= 200 and (match := _PERSONS.fullmatch(line.body)) and line.body[:1] in "【出登主本场人角演":
            bare = _BRACKET.sub(" ", match["names"])
            names.update(name for name in _APART.split(bare) if len(name) <= 8 and _CJK.match(name))
    return frozenset(name for name in names if name not in NOT_NAMES and _WHOLE_NAME.fullmatch(name))


def colon_names(lines: Sequence[Line]) -> Counter[str]:
    """How often each name stands before a colon. ``lines`` are folded."""
    counts: Counter[str] = Counter()
    for line in lines:
        if line.body and (spoken := read_colon(line.body, None)):
            counts[line.body[slice(*spoken.name)]] += 1
    return counts


def read_space(text: str) -> re.Match[str] | None:
    """``名字 台词``; the groups are ``name`` and ``speech``."""
    match = _SPACED_SPACE.fullmatch(text) or _SPACE.fullmatch(text)
    return match if match and _is_name(match.group("name")) else None


def space_names(lines: Sequence[Line]) -> frozenset[str]:
    """The speakers of a script that writes ``名字 台词``; empty where it doesn't.

    A name opens two lines or more, or stands alone on two. A script that sets cues off with colons isn't read so.
    """
    counts: Counter[str] = Counter()
    wide: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    colons = 0
    for line in lines:
        if len(line.body) > 4000 or not line.body or find_heading(line.body):
            continue
        if 2 <= len(line.body) <= 6 and _ALONE.fullmatch(line.body):
            alone[line.body] += 1
        if colon_cue(line.body):
            colons += 1
        elif match := read_space(line.body):
            name, speech = match.group("name"), match.start("speech")
            counts[name] += 1
            if line.body[len(name) : speech] == "\u3000" and len(name) <= 4:
                wide[name] += line.body[-1] in _SPEECH_ENDS
    names = {
        name
        for name, count in counts.items()
        if count >= 2 and len(name) <= 8 and name not in NOT_NAMES and _CJK.search(name)
    }
    total = sum(counts[name] for name in names)
    if total < 6 and not colons:
        names |= _wide_names(lines, counts, wide)
        total = 6 * bool(names)
    if total < 6 or total <= colons:
        return frozenset()
    return frozenset(names) | {name for name, count in alone.items() if count >= 2 and name not in NOT_NAMES}


def _wide_names(lines: Sequence[Line], counts: Counter[str], wide: Counter[str]) -> set[str]:
    """The speakers of a short script whose cues each end with one full-width blank.

    One of them is listed in a field, or one comes twice and there are four speeches.
    """
    listed = listed_names(lines)
    names = {
        name
        for name, count in wide.items()
        if count == counts[name] > 0 and _CJK.search(name) and name not in NOT_NAMES
    }
    often = [name for name in names if wide[name] >= 2]
    told = len(names) >= 2 and bool(often) and sum(wide[name] for name in names) >= 4
    return names if told or any(name in listed for name in names) else set()


def read_alone(text: str) -> re.Match[str] | None:
    """A name on a line of its own; the groups are ``name`` and ``brackets``."""
    match = _ALONE_SPACED.fullmatch(text) if len(text) <= 40 else None
    return match if match and _is_name(match.group("name")) else None


def alone_names(lines: Sequence[Line]) -> frozenset[str]:
    """The speakers of a script that sets each cue on a line of its own; empty where it doesn't.

    Such a line stands behind a blank one, right above a line of text, and its name comes twice, with a voice, or
    set in further than the line below, which is set in too.
    """
    counts: Counter[str] = Counter()
    colons = 0
    for number, line in enumerate(lines):
        if not line.body or len(line.body) > 90:
            continue
        colons += colon_cue(line.body)
        after = lines[number + 1].body if number + 1 < len(lines) else ""
        if not after or number and lines[number - 1].body or after[0] in "△▲":
            continue
        if not (match := read_alone(line.body)) or not _CJK.search(match.group("name")):
            continue
        name = match.group("name")
        if len(name) > 8 or name in NOT_NAMES or find_heading(line.body) or find_bare_heading(line.body):
            continue
        if ACT.match(line.body):
            continue
        further = number + 1 < len(lines) and line.indent >= lines[number + 1].indent + 2 >= 4
        counts[name] += 1 + (further or any(says_voice(inner.group()[1:-1]) for inner in _BRACKET.finditer(line.body)))
    names = {name for name, count in counts.items() if count >= 2}
    total = sum(counts[name] for name in names)
    return frozenset(names) if total >= 3 and total > colons else frozenset()
