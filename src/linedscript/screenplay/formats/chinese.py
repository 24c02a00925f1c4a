"""The grammar of Chinese scripts: film and series scripts (△, 人物：台词) and stage plays (``名字 台词``)."""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_voice, make_cue
from linedscript.screenplay.formats.chinese_cuts import banners, edition_notes, end_marks, title_page
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format, Stretch

_BLANKS = " \t\u3000"
_ACTION_MARK = Pattern(r"[△▲∆Δ▽]\s*")
_NAME = r"[^\s。，！？；：:,!?;、“”\"‘’《》（）()【】\[\]△▲]"
_NAMES = rf"(?:{_NAME}{{1,12}}(?:[、/&和与及]{_NAME}{{1,12}}){{0,5}}|[？?]{{1,4}})"
_NAMES_SHORT = _NAMES.replace("{1,12}", "{1,12}?")
_VOICES = r"(?:[ \u3000]?(?:OS|VO|O\.S\.|V\.O\.|os|vo|画外音|旁白|画外|内心独白|内心|独白|心声))"
_COLON = Pattern(
    rf"(?P<name>(?:{_NAMES_SHORT})?)(?P<voice>{_VOICES})?"
    rf"(?P<brackets>(?:[ \u3000]*[（(][^（）()]{{1,40}}[)）])*)[ \u3000]*[：:](?P<speech>.*)"
)
_ALONE = Pattern(rf"{_NAME}+")
_CJK = Pattern(r"[\u3400-\u9fff？?]")
_SPACE = Pattern(rf"(?P<name>{_NAMES})[ \t\u3000]+(?P<speech>\S.*)")
_BRACKET = Pattern(r"[（(]([^（）()]{1,200})[)）]")
_WHOLE_BRACKET = Pattern(r"[（(][^（）()]*[)）][。.]?")
_TRANSITION = Pattern(
    r"[（(【\[]?(?:切至|切到|切入|切|转场|淡入|淡出|淡入淡出|叠化|化入|化出|渐隐|渐显|渐黑|黑场|黑屏|闪白|闪回|闪出|闪回结束|回忆|回忆结束|闪回完|"
    r"插入|蒙太奇|幕启|幕落|幕闭)[：:。]?[)）】\]]?[。：:]?"
)
_FIELD = Pattern(r"[【\[]?(?P<key>时间|地点|场景|景别|日期|时辰|内外景?|气氛)[】\]]?[：:](?P<value>.*)")
_NOT_NAMES = frozenset(
    "字幕 画面 时间 地点 人物 场景 景别 日期 注 备注 音乐 音效 镜头 特写 道具 提示 出场人物 登场人物 角色 "
    "布景 灯光 说明 出场 人 场次 剧情 梗概 故事梗概 "
    "全景 近景 中景 远景 切至 切入 淡入 淡出 叠化 闪回 空镜 气氛 幕后 歌词 主题曲 片名 剧名 编剧 导演".split()
)
_SYNOPSIS = Pattern(r"[【\[]?(?:故事梗概|剧情梗概|剧情简介|内容简介|故事大纲|梗概|简介)[】\]]?[：:]?.*")
_STAGE = Pattern(
    r"[^“”]{0,80}(?:[上下]|退场|登场)。|幕[启落闭].*|[^“”]{1,30}[者人手等臣从兵族装列队][上下][，；。].*|.{0,8}奏.{0,12}[乐曲腔]。.*"
)
_ENTRANCE = Pattern(r"(?P<who>[^“”。，；]{2,80}?)(?:[同重齐复自各率立执读持戎列][^。]{0,12})?[上下]。")
_ONE_OF = Pattern(r"^(?:[一二三四五众诸数几两]|若干)+(?=.{2})|[甲乙丙丁]$")


def parse(text: str) -> list[Stretch]:
    lines = split_lines(text)
    return _Parser(lines).run()


class _Parser:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.spoken = space_names(lines)
        self.entered = _entrances(lines) if self.spoken else frozenset()
        self.marked = sum(bool(_ACTION_MARK.match(line.body)) for line in lines[:2000]) >= 3
        self.out: list[Stretch] = []

    def run(self) -> list[Stretch]:
        blank = True
        for line in self.lines:
            if not line.body:
                blank = True
                continue
            self.line(line, blank)
            blank = False
        return self.out

    def add(self, kind: str, start: int, low: int, high: int, **fields: object) -> None:
        self.out.append(Stretch(kind, start, (low, max(low, high)), **fields))

    def last(self) -> str | None:
        return self.out[-1].kind if self.out else None

    def line(self, line: Line, blank: bool) -> None:
        low, high = line.content
        body = line.body
        if len(body) <= 400 and (self.heading(line, low, high, blank)):
            return
        if mark := _ACTION_MARK.match(body):
            self.add("action", line.start, low + mark.end(), high)
        elif body[0] == "#" and body.strip("#").strip():
            self.add("section", line.start, low + len(body) - len(body.lstrip("# ")), high)
        elif len(body) <= 20 and _TRANSITION.fullmatch(body):
            self.add("transition", line.start, low, high, opens=body.strip("（(【[").startswith(("淡入", "幕启")))
        elif _SYNOPSIS.fullmatch(body) and not any(stretch.kind == "heading" for stretch in self.out):
            self.add("synopsis", line.start, low, high)
        elif self.speech(line, low, high):
            return
        elif self.last() == "cue" and not blank and not _STAGE.fullmatch(body):
            kind = "parenthetical" if _WHOLE_BRACKET.fullmatch(body) else "dialogue"
            self.add(kind, line.start, low, high)
        elif self.goes_on(body):
            self.add("dialogue", line.start, low, high)
        elif self.last() == "dialogue" and not blank and self.marked and not _WHOLE_BRACKET.fullmatch(body):
            self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))
        elif self.last() == "action" and not blank and not self.marked and not self.spoken:
            self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))
        else:
            self.add("action", line.start, low, high)

    def goes_on(self, body: str) -> bool:
        """Whether a play's speech goes on over a line end, as verse does: neither a direction nor about a speaker."""
        if not self.spoken or self.last() not in ("cue", "parenthetical", "dialogue"):
            return False
        if _STAGE.fullmatch(body) or body[0] in "（(【[":
            return False
        return not any(body.startswith(name) for name in self.spoken if len(name) > 1)

    def heading(self, line: Line, low: int, high: int, blank: bool) -> bool:
        """A heading, an act, or a field line under a heading."""
        body = line.body
        start = line.start
        if act := ACT.match(body):
            rest = body[act.end() :].lstrip(_BLANKS)
            if rest and find_heading(rest):
                self.add("section", start, low, low + act.end())
                start, low, body = low + len(body) - len(rest), low + len(body) - len(rest), rest
            elif len(body) <= 60 and not re.search(r"[。！？]", body):
                self.add("section", start, low, high)
                return True
        if (field := _FIELD.fullmatch(body)) and self.last() == "heading":
            return self.field(field, high)
        found = find_heading(body) or (find_bare_heading(body) if blank else None)
        if not found:
            return False
        self.add("heading", start, low, low + found.end, heading=found.heading)
        if found.end < len(body):
            rest = body[found.end :]
            at = low + found.end + len(rest) - len(rest.lstrip(_BLANKS))
            self.add("action", at, at, high)
        return True

    def field(self, field: re.Match[str], high: int) -> bool:
        """``地点：客厅`` under a heading is part of it."""
        last = self.out[-1]
        heading, value = last.heading, field.group("value").strip(_BLANKS)
        if heading is None:
            return False
        found = find_bare_heading(value) if value else None
        changes: dict[str, object] = {}
        if field.group("key") in ("地点", "场景") and not heading.place:
            changes = {"place": (found.heading.place if found else value) or None}
            if found:
                changes |= {
                    "interior": heading.interior or found.heading.interior,
                    "time": heading.time or found.heading.time,
                }
        elif field.group("key") in ("时间", "日期", "时辰") and not heading.time:
            changes = {"time": value or None}
        elif field.group("key").startswith("内外"):
            changes = {
                "interior": "int" if "内" in value and "外" not in value else "ext" if "内" not in value else "int/ext"
            }
        from msgspec.structs import replace

        self.out[-1] = last._replace(content=(last.content[0], high), heading=replace(heading, **changes))
        return True

    def speech(self, line: Line, low: int, high: int) -> bool:
        """``名字（画外音）：台词`` or, where the script writes so, ``名字 台词``."""
        body = line.body
        match = _COLON.fullmatch(body) if "：" in body[:80] or ":" in body[:80] else None
        if match and _is_name(match) and not (self.spoken and match.group("name") not in self.spoken):
            name = match.group("name") or match.group("voice").strip(_BLANKS)
            extensions = [match.group("voice").strip(_BLANKS)] if match.group("voice") and match.group("name") else []
            extensions += [inner.group(1).strip() for inner in _BRACKET.finditer(match.group("brackets") or "")]
            at = match.start("speech")
            while inner := _BRACKET.match(body, at + _lead(body, at)):
                if not is_voice(inner.group(1)):
                    break
                extensions.append(inner.group(1).strip())
                at = inner.end()
            self.cue(line.start, low, name, extensions)
            self.spoken_text(low, body, at)
            return True
        match = _SPACE.fullmatch(body) if self.spoken else None
        if match and all(map(self.speaks, _parts(match.group("name")))):
            self.cue(line.start, low, match.group("name"), [])
            self.spoken_text(low, body, match.start("speech"))
            return True
        if self.spoken and not match and self.speaks(body):
            self.cue(line.start, low, body, [])
            return True
        return False

    def speaks(self, name: str) -> bool:
        """Whether a name is one that opens lines of this play, or that enters in a direction."""
        if name in self.spoken or name in self.entered:
            return True
        if 4 <= len(name) <= 16 and any(
            name[:cut] in self.spoken and name[cut:] in self.spoken for cut in range(2, len(name) - 1)
        ):
            return True
        return len(name) <= 8 and _ONE_OF.sub("", name) in self.entered

    def cue(self, start: int, low: int, name: str, extensions: list[str]) -> None:
        cue = make_cue(name, tuple(extensions))
        if any(re.fullmatch(r"O\.?S\.?", extension, re.IGNORECASE) for extension in extensions):
            from msgspec.structs import replace

            cue = replace(cue, voice="over")
        self.add("cue", start, low, low + len(name), cue=cue)

    def spoken_text(self, low: int, body: str, at: int) -> None:
        """What stands behind the cue on its line: leading brackets are parentheticals."""
        at += _lead(body, at)
        while (bracket := _BRACKET.match(body, at)) and bracket.end() < len(body):
            self.add("parenthetical", low + at, low + at, low + bracket.end())
            at = bracket.end() + _lead(body, bracket.end())
        if at < len(body):
            kind = "parenthetical" if _WHOLE_BRACKET.fullmatch(body[at:]) else "dialogue"
            self.add(kind, low + at, low + at, low + len(body))


def colon_cue(body: str) -> bool:
    """Whether a line is ``名字：台词``."""
    match = _COLON.fullmatch(body) if "：" in body[:80] else None
    return bool(match and _is_name(match))


def _lead(body: str, at: int) -> int:
    return len(body[at:]) - len(body[at:].lstrip(_BLANKS))


def _parts(names: str) -> set[str]:
    return set(re.split(r"[、/&]|(?<=.)[和与及](?=.)", names)) if len(names) > 2 else {names}


def _is_name(match: re.Match[str]) -> bool:
    name = match.group("name")
    if not name:
        return bool(match.group("voice"))
    return name not in _NOT_NAMES and not name.isdigit() and len(name) <= 24 and not re.fullmatch(r"[0-9]{1,2}", name)


def space_names(lines: Sequence[Line]) -> frozenset[str]:
    """The speakers of a script that writes ``名字 台词``; empty where it doesn't.

    A name opens two lines or more, or stands alone on two. A script that sets cues off with colons isn't read so.
    """
    counts: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    colons = 0
    for line in lines:
        if len(line.body) > 4000 or not line.body or find_heading(line.body):
            continue
        if 2 <= len(line.body) <= 6 and _ALONE.fullmatch(line.body):
            alone[line.body] += 1
        if (match := _COLON.fullmatch(line.body)) and _is_name(match):
            colons += 1
        elif match := _SPACE.fullmatch(line.body):
            counts[match.group("name")] += 1
    names = {
        name
        for name, count in counts.items()
        if count >= 2 and len(name) <= 8 and name not in _NOT_NAMES and _CJK.search(name)
    }
    total = sum(counts[name] for name in names)
    if total < 6 or total <= colons:
        return frozenset()
    return frozenset(names) | {name for name, count in alone.items() if count >= 2 and name not in _NOT_NAMES}


def _entrances(lines: Sequence[Line]) -> frozenset[str]:
    """Who enters or leaves in the directions: ``国王、王后及侍从等上。``, without 一, 二 or 众 before them."""
    names: set[str] = set()
    for line in lines:
        if len(line.body) <= 100 and (match := _ENTRANCE.fullmatch(line.body)):
            names |= {
                _ONE_OF.sub("", name.removesuffix("等"))
                for name in re.split(r"[、及率]|(?<=.)[和与](?=.)", match.group("who"))
            }
    names |= {name for name in names for name in (name, _ONE_OF.sub("", name))}
    return frozenset(name for name in names if 2 <= len(name) <= 8 and re.fullmatch(rf"{_NAME}+", name))


CHINESE = Format("chinese", "chinese/1", (banners, title_page, furniture, edition_notes, end_marks), parse)
