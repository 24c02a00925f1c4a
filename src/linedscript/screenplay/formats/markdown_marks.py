"""The forms that lines of a Markdown script have."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.formats.chinese_headings import ACT as CHINESE_ACT
from linedscript.screenplay.formats.chinese_headings import find_bare_heading, find_heading
from linedscript.screenplay.formats.fountain import TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.lines import Line

LONGEST = 1000
"""Characters of a line that is looked at for Markdown: a longer one is prose."""
_TITLE = Pattern(r"(?P<marks>#{1,6})[ \t]+(?P<text>\S.*?)[ \t]*#*")
RULE = Pattern(r"(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}")
UNDERLINE = Pattern(r"={3,}[ \t]*")
FENCE = Pattern(r"(?P<mark>`{3,}|~{3,})[ \t]*(?P<label>[^\s`]*)[^`]*")
SCRIPT_FENCES = frozenset("fountain screenplay script 剧本".split())
QUOTE = Pattern(r"(?:>[ \t]?)+")
CALLOUT = Pattern(r"\[!(?P<kind>[a-z]+)\][+-]?[ \t]*", re.IGNORECASE)
ITEM = Pattern(r"[-*+][ \t]+(?=\S)|\d{1,3}[.)][ \t]+(?=\S)")
OUTLINE = Pattern(r"(?:\d{1,3}|[一二三四五六七八九十百]{1,4})[.、．)）][ \t]*(?=第|场)")
QUESTION = Pattern(r"(?:[QA]|问|答)\d*[:：]")
"""Of a page of questions and answers, which has no speakers."""
PARENTHETICAL = Pattern(r"[*_]{0,3}(?:\([^()]{1,60}\)|（[^（）]{1,60}）)[*_]{0,3}")
TABLE = Pattern(r"\|.*\|")
BREAK = Pattern(r"(?:\\|[ \t]*<br ?/?>)$")
CAST = Pattern(
    r"(?:(?:the |main )?(?:cast|characters?|dramatis personae|personae)(?: list| of characters)?|list of characters|"
    r"(?:主要|登场|出场|剧中)?(?:人物|角色)(?:表|介绍|小传|设定|列表)?|演员表)[:：]?",
    re.IGNORECASE,
)
SYNOPSIS = Pattern(
    r"(?:logline|synopsis|summary|premise|treatment|(?:故事|剧情|内容)?(?:梗概|简介|大纲|概要)|一句话梗概)[:：]?",
    re.IGNORECASE,
)
LABELS = frozenset(
    "title|subtitle|author|authors|writer|writers|written by|by|draft|date|genre|format|length|duration|runtime|"
    "contact|copyright|version|series|episode|season|source|based on|credit|language|theme|tone|target|audience|"
    "setting|location|place|time|int/ext|props|music|sound|sfx|vfx|note|notes|scene|act|camera|shot|action|super|"
    "logline|synopsis|summary|characters|cast|character|q|a|tip|warning|example|"
    "标题|片名|剧名|作者|编剧|导演|类型|题材|时长|字数|集数|版本|日期|联系|联系方式|来源|改编|备注|注|注意|提示|示例|"
    "时间|地点|场景|场次|人物|角色|道具|音乐|音效|镜头|画面|字幕|旁注|梗概|简介|大纲|主题|问|答|例|技巧".split("|")
)
"""What stands in bold or before a colon and names no speaker."""
FRONT = frozenset(
    "title|subtitle|author|authors|writer|writers|written by|by|draft|date|genre|format|length|duration|runtime|"
    "contact|copyright|version|series|episode|season|source|based on|credit|language|theme|tone|target|audience|"
    "标题|片名|剧名|作者|编剧|导演|类型|题材|时长|字数|集数|版本|日期|联系|联系方式|来源|改编|主题".split("|")
)
"""Labels of a title page."""
FIELDS = {
    "setting": "place",
    "location": "place",
    "place": "place",
    "地点": "place",
    "场景": "place",
    "time": "time",
    "时间": "time",
}
"""Labels right under a heading that belong to it."""
_OPEN = r"(?P<open>\*{1,3}|_{1,3})"
_BOLD = Pattern(
    r"(?P<open>\*{2,3}|__)(?P<inner>[^*_\s](?:[^*\n]*[^*\s])?)(?P=open)"
    r"(?P<more>(?:[ \t]*[*_]{0,3}[(（][^()（）*_\n]{1,40}[)）][*_]{0,3})*)"
    r"[ \t]*(?P<colon>[:：]?)[ \t]*(?P<speech>.*)"
)
_WHOLE = Pattern(rf"{_OPEN}(?P<inner>[^*_\s](?:.*[^*_\s])?)(?P=open)")
_LABEL = Pattern(
    r"(?P<name>[^\W\d_](?:[^\W_]|[ .'’&/-]){0,30}?)(?P<more>(?:\s*\([^()]{1,40}\))*)[:：]\s+(?P<speech>\S.*)"
)
NUMBERED = Pattern(r"(?P<number>\d{1,4}[A-Z]?)[.)]?[ \t]+(?P<open>\*{1,3}|_{1,3})(?P<inner>\S.*)(?P=open)")
"""A number before a heading in emphasis."""
_NO_NAME = Pattern(r".*[。!！,，;；…\"”|]|.*[^.A-Z？?][.?？]")
_EMPHASIS = str.maketrans("", "", "*_")
_LONGEST_NAME = 40


class Spoken(NamedTuple):
    """A line that names a speaker, in places of its body."""

    name: tuple[int, int]
    extensions: tuple[str, ...]
    speech: int
    """Where the speech begins; at the body's end where it stands on the lines after."""


def title_of(body: str) -> re.Match[str] | None:
    """``## text``, with groups ``marks`` and ``text``."""
    return _TITLE.fullmatch(body) if body[:1] == "#" and len(body) <= LONGEST else None


def unmarked(body: str) -> tuple[int, int]:
    """The places between the emphasis marks around a whole line."""
    low, high = 0, len(body)
    while (match := _WHOLE.fullmatch(body, low, high)) and match["open"] not in match["inner"]:
        low, high = match.span("inner")
    return low, high


def is_heading(text: str) -> bool:
    """A scene heading of any convention."""
    return (
        bool(text) and len(text) <= 300 and bool(plain_heading(text) or find_heading(text) or find_bare_heading(text))
    )


def is_title_act(text: str) -> bool:
    return is_act(text) or bool(CHINESE_ACT.match(text))


def bold_cue(body: str) -> Spoken | None:
    """``**NAME**`` alone, ``**NAME:** speech``, ``**NAME** (V.O.): speech``, ``**人物**：台词``."""
    match = _BOLD.fullmatch(body) if body[:2] in ("**", "__") else None
    if not match:
        return None
    inner = match["inner"]
    inside = inner[-1] in ":："
    name, extensions = split_cue(inner.rstrip(":： "))
    if match["speech"] and not (inside or match["colon"]):
        return None
    if not 0 < len(name) <= _LONGEST_NAME or name.lower() in LABELS or _NO_NAME.fullmatch(name):
        return None
    if not any(map(str.isalpha, name)) or TRANSITION.fullmatch(inner) or is_heading(inner) or is_title_act(inner):
        return None
    low = match.start("inner")
    speech = match.start("speech") if match["speech"] else len(body)
    if match["more"] and inside:
        speech = match.end("more") - len(match["more"].lstrip())
    elif match["more"]:
        extensions += split_cue(f"x {match['more'].translate(_EMPHASIS).strip()}")[1]
    return Spoken((low, low + len(name)), extensions, speech)


def bold_label(body: str) -> tuple[str, str] | None:
    """``**Genre:** drama``: label, in small letters, and what it says."""
    match = _BOLD.fullmatch(body) if body[:2] in ("**", "__") else None
    if not match or not (match["inner"][-1] in ":：" or match["colon"]):
        return None
    return match["inner"].rstrip(":： ").lower(), match["speech"]


def named(body: str, names: frozenset[str]) -> Spoken | None:
    """``NAME: speech`` without emphasis: in capitals, or a name that comes again."""
    match = _LABEL.fullmatch(body) if ":" in body[:80] else None
    if not match or match["name"].lower() in LABELS or len(match["name"]) > _LONGEST_NAME:
        return None
    name = match["name"].rstrip()
    if not (is_upper(name) or name in names) or TRANSITION.fullmatch(f"{name}:") or is_act(name):
        return None
    extensions = split_cue(f"x {match['more'].strip()}")[1] if match["more"] else ()
    return Spoken((0, len(name)), extensions, match.start("speech"))


def often_named(lines: Sequence[Line]) -> frozenset[str]:
    """Names in small letters that stand before a colon: two of them that come three times each make a script."""
    counts: Counter[str] = Counter()
    for line in lines:
        if ":" in line.body[:60] and len(line.body) < 3000 and not ITEM.match(line.body):
            match = _LABEL.fullmatch(line.body)
            if match and match["name"].lower() not in LABELS and match["name"][0].isupper() and has_case(match["name"]):
                counts[match["name"].rstrip()] += 1
    often = frozenset(name for name, count in counts.items() if count >= 3)
    return often if len(often) >= 2 else frozenset()


def item_cue(body: str) -> tuple[int, Spoken] | None:
    """``- **NAME**: speech``, ``- NAME: speech``: where the item begins behind its mark, and who speaks."""
    item = ITEM.match(body)
    rest = body[item.end() :] if item else ""
    spoken = bold_cue(rest) or named(rest, frozenset()) if rest else None
    return (item.end(), spoken) if item and spoken and spoken.speech < len(body) - item.end() else None


def item_names(lines: Sequence[Line]) -> frozenset[str]:
    """Who speaks in items of lists: names that all come once are a list of persons."""
    counts: Counter[str] = Counter()
    for line in lines:
        if 0 < len(line.body) <= LONGEST and (found := item_cue(line.body)):
            begin, spoken = found
            counts[line.body[begin + spoken.name[0] : begin + spoken.name[1]]] += 1
    return frozenset(counts) if len(counts) > 1 and max(counts.values()) > 1 else frozenset()


def writes_chinese(text: str) -> bool:
    """Whether a third of a text's letters are Chinese characters."""
    sample = text[:100_000]
    return 3 * len(_HAN.findall(sample)) > len(_LETTER.findall(sample))


def fences(text: str, lines: Sequence[Line]) -> dict[int, tuple[int, bool]]:
    """The lines of code fences: first to that of the end mark, and whether they hold the script.

    They do where they say so, or are most of the text; otherwise they show an example.
    """
    found: dict[int, tuple[int, bool]] = {}
    if "```" not in text and "~~~" not in text:
        return found
    at = inside = 0
    while at < len(lines):
        match = FENCE.fullmatch(lines[at].body) if lines[at].body[:3] in ("```", "~~~") else None
        if match:
            mark = match["mark"]
            stop = at + 1
            while stop < len(lines) and not (lines[stop].body.startswith(mark) and not lines[stop].body.strip(mark[0])):
                stop += 1
            found[at] = (stop, match["label"].lower() in SCRIPT_FENCES)
            inside += lines[min(stop, len(lines) - 1)].start - lines[at].stop
            at = stop
        at += 1
    most = 2 * inside > len(text)
    return {first: (stop, script or most) for first, (stop, script) in found.items()}


_HAN = Pattern(r"[\u3400-\u9fff\uf900-\ufaff]")
_LETTER = Pattern(r"[^\W\d_]")


def markdown_marks(text: str, lines: Sequence[Line]) -> float:
    """How much speaks for Markdown: scenes as headings, bold cues, rules, tables, code fences, front matter.

    Headings alone say little beside sluglines that stand bare: Fountain writes its sections so.
    """
    marks = 3.0 * (text.removeprefix("\ufeff").startswith("---") and bool(re.match(r"\ufeff?---[ \t]*\r?\n\w+:", text)))
    titles = 0
    cues = sum(item_cue(line.body) is not None for line in lines if line.body) if item_names(lines) else 0
    for line in lines:
        body = line.body
        if not body or line.indent > 3 or len(body) > LONGEST:
            continue
        first = body[0]
        if title := title_of(body):
            titles += 1
            marks += 2.0 * is_heading(title["text"].strip("*_"))
        elif first in "*_":
            cues += bold_cue(body) is not None or bold_label(body) is not None
            marks += RULE.fullmatch(body) is not None
        elif first == "-" and RULE.fullmatch(body):
            marks += 1
        elif first in "`~" and FENCE.fullmatch(body) or first == "|" and TABLE.fullmatch(body):
            marks += 1
    bare = titles and any(line.body and line.body[0] != "#" and is_heading(line.body) for line in lines)
    return marks + 1.5 * cues + (0.05 if bare else 0.6) * titles
