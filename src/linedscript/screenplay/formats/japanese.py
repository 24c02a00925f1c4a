"""The grammar of Japanese scripts: ``○場所（時間）``, ``名前「台詞」``, directions set in or bare.

Speech in 『』 fills its line: elsewhere these are the marks of a title.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.contact_cuts import by_reason
from linedscript.screenplay.cues import make_cue
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.kept import Cut, Kept, whole_lines
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format, Stretch

_BLANKS = " \t\u3000"
_HEADING = Pattern(
    r"(?:(?P<mark>[○◯〇●◎■□])|(?:シーン|Ｓ[#＃]?|S[#＃]?|[#＃])[ \u3000]*(?P<scene>[0-9０-９]{1,4})[.．、:：]?|"
    r"(?P<number>[0-9０-９]{1,4})[.．、 \u3000])[ \u3000]*(?P<rest>[^\s。「」]{1}[^。「」]{0,60})"
)
_BRACKET = Pattern(r"[（(]([^（）()]{1,20})[)）]")
_TIME = Pattern(
    r"(?:翌|同|翌々|次の|ある)?(?:日|朝|昼|夕|夜|晩|夕方|昼間|昼前|早朝|深夜|真夜中|夜中|夜明け|明け方|未明|午前|"
    r"午後|正午|夕暮れ|日没|"
    r"日中|夕刻|宵|数日後|翌日|深更|晴れ|雨)(?:[・／/]\S{1,6})?"
)
_NAME = r"[^\s「」『』（）()。、！？!?○◯〇●◎■□△]{1,16}"
_CLOSING = {"「": "」", "『": "』"}
_SPEECH = Pattern(
    rf"(?P<name>{_NAME})(?P<brackets>(?:[ \u3000]*[（(][^（）()]{{1,30}}[)）])*)[ \u3000]*"
    r"(?P<mark>[「『])(?P<rest>.*)",
    re.DOTALL,
)
_WORK = Pattern(r"(?:.{0,8})(?:本|雑誌|新聞|曲|歌|小説|映画|漫画|番組|作品|題|題名|店|著|作)")
"""In front of 『: what has a title."""
_VOICE = Pattern(r"(?P<name>.+?)(?P<voice>(?:の心)?の声|(?<=[^\x00-\x7f])[ＮＭNM]|のナレーション|のモノローグ)")
_NARRATION = frozenset("Ｎ N Ｍ M ナレーション ナレーター 語り モノローグ 心の声 の心の声".split())
_SHOWN = Pattern(
    r".{0,12}(?:テロップ|字幕|スーパー|タイトル|看板|張り紙|貼り紙|立て札|表札|プレート|垂れ幕|横断幕|見出し|の文字)|[ＴT]|文字|画面"
)
"""In front of 「: what is written there is shown, and said by nobody."""
_TRANSITION = Pattern(
    r"[（(]?(?:[FＦ][・.．]?[IＩOＯ]|[OＯ][・.．]?[LＬ]|[WＷ]|暗転|溶暗|溶明|フェード(?:イン|アウト)|"
    r"カット(?:バック)?|回想(?:終わり|明け)?|"
    r"(?:[×xXＸ][ \u3000]*){3,})[)）]?[.．。]?"
)
_CAST = Pattern(r"[【\[［〈<]?(?:登場人物|人物表|主な登場人物|人物|キャスト)[】\]］〉>]?[:：]?")
_END = Pattern(r"[（(〈【\-—ー―＊* ]*(?:終わり|おわり|終|了|完|ＥＮＤ|END|幕)[)）〉】\-—ー―＊*。 ]*")


def japanese_marks(lines: Sequence[Line]) -> int:
    """How many lines are headings or speeches of a Japanese script."""
    return sum(bool(_heading(line.body)) or bool(_spoken(line.body)) for line in lines if 0 < len(line.body) <= 400)


_TITLED = Pattern(
    r"(?:作|原作|原案|脚本|脚色|監督|演出|著|企画|制作|製作|シナリオ|作者|編集|翻訳|文)[ 　:：・／/].*|"
    r".*(?:稿|話|作品|シナリオ|脚本|台本|著|賞)|.*[『』《》@].*|(?:[^　 ]{1,8}[　 ]*){0,2}(?:作|著)|.*\d{4}[年./-].*|"
    r".*(?:連絡先|電話|ＴＥＬ|TEL).*|第.{1,4}[話回稿幕].*"
)
"""A line that only a title page has."""


def _is_title_page(above: Sequence[str], listed: bool) -> bool:
    """Whether short lines above the story are its title and makers: what nothing in them says may be the story's start.

    ``listed``: a list of persons follows.
    """
    if not above or len(above) > 20 or any("「" in body or len(body) > 60 or body[-1] == "。" for body in above):
        return False
    return len(above) == 1 or listed or any(_TITLED.fullmatch(body) for body in above)


def front_matter(text: str) -> list[Cut]:
    """Title lines and the list of persons above the first heading, if neither speech nor sentences stand there."""
    lines = split_lines(text)
    first = next((number for number, line in enumerate(lines) if line.body and _heading(line.body)), None)
    if not first:
        return []
    cast = next((number for number in range(first) if _CAST.fullmatch(lines[number].body)), first)
    above = [line.body for line in lines[:cast] if line.body]
    cuts = []
    if _is_title_page(above, cast < first):
        cuts += by_reason(lines, 0, cast, "title_page")
    if cast < first:
        cuts.append(Cut(lines[cast].start, lines[first].start, "cast_list"))
    return cuts


def end_marks(text: str) -> list[Cut]:
    """``終`` and the like on a line of its own, behind the last scene's story: before that it is what someone reads."""
    lines = split_lines(text)
    cuts = []
    for line in reversed(lines):
        body = line.body
        if 0 < len(body) <= 12 and _END.fullmatch(body):
            cuts.append(Cut(*whole_lines(text, line.start, line.end), "end_mark"))
        elif body and (body[-1] in "。！？」』" or "「" in body or _heading(body)):
            break
    return cuts[::-1]


def parse(kept: Kept) -> list[Stretch]:
    lines = split_lines(kept.text)
    out: list[Stretch] = []
    opened = ""
    """The mark that closes the speech that goes on."""
    blank = False
    numbered = sum(bool((found := _heading(line.body)) and found.number) for line in lines if line.body) >= 1
    last = ""
    for number, line in enumerate(lines):
        body = line.body
        if not body:
            blank = True
            continue
        low, high = line.content
        if opened:
            opened = _go_on(out, line, opened)
        elif heading := _heading(body) or (_next_heading(body, last) if numbered and (blank or not out) else None):
            last = heading.number or last
            out.append(Stretch("heading", line.start, (low, high), heading=heading))
        elif (match := _spoken(body)) and _SHOWN.fullmatch(match["name"]):
            out.append(Stretch("action", line.start, (low, high)))
            closing = _CLOSING[match["mark"]]
            opened = "" if closing in match["rest"] else closing
        elif match:
            opened = _speech(out, line, match)
        elif _names_next(lines, number):
            out.append(Stretch("cue", line.start, (low, high), cue=_cue(body, ())[0]))
        elif out and out[-1].kind == "cue" and body[0] in _CLOSING:
            opened = _words(out, line, line.start, low + 1)
        elif len(body) <= 20 and _TRANSITION.fullmatch(body):
            out.append(Stretch("transition", line.start, (low, high)))
        elif out and out[-1].kind == "action" and not blank and kept.text[out[-1].content[1] - 1] not in "。！？）」":
            out[-1] = out[-1]._replace(content=(out[-1].content[0], high))
        else:
            out.append(Stretch("action", line.start, (low, high)))
        blank = False
    return out


def _heading(body: str) -> Heading | None:
    if len(body) > 80 or not (match := _HEADING.fullmatch(body)):
        return None
    if not match.group("mark") and not match.group("scene") and not _BRACKET.search(match.group("rest")):
        return None
    return _fields(body, match)


def _next_heading(body: str, last: str) -> Heading | None:
    """``２．同・外``: a numbered heading without a time, where the script numbers its scenes and this is the next."""
    if len(body) > 30 or not (match := _HEADING.fullmatch(body)):
        return None
    number = match.group("number")
    return _fields(body, match) if number and int(number) == int(last or 0) + 1 else None


def _fields(body: str, match: re.Match[str]) -> Heading:
    number = match.group("scene") or match.group("number")
    rest = match.group("rest").strip(_BLANKS)
    time, modifiers = None, []
    for bracket in _BRACKET.finditer(rest):
        inner = bracket.group(1).strip(_BLANKS)
        if time is None and _TIME.fullmatch(inner):
            time = inner
        else:
            modifiers.append(inner)
    place = _BRACKET.sub("", rest).strip(_BLANKS) or None
    interior = None
    if place and place[-1:] in "内外" and len(place) > 1:
        interior = "int" if place[-1] == "内" else "ext"
    _, dot, sub = (place or "").partition("・")
    return Heading(
        text=body,
        number=number,
        interior=interior,
        place=place,
        subplace=sub or None if dot else None,
        time=time,
        modifiers=tuple(modifiers),
    )


def _cue(name: str, brackets: tuple[str, ...]) -> tuple:
    """The cue and how long its name is. の声 is a voice from off, Ｎ and Ｍ are over the picture."""
    match = _VOICE.fullmatch(name)
    if match:
        name, brackets = match.group("name"), (match.group("voice"), *brackets)
    cue = make_cue(name, brackets)
    if name in _NARRATION or any(bracket.strip("の") in _NARRATION for bracket in brackets):
        cue = replace(cue, voice="over")
    elif "の声" in brackets or "声" in brackets or "声のみ" in brackets:
        cue = replace(cue, voice="off")
    return cue, len(name)


def _spoken(body: str) -> re.Match[str] | None:
    """``名前「台詞」``; in the marks of a title a speech fills its line."""
    match = _SPEECH.match(body)
    if match and match["mark"] == "『":
        closed = "』" in match["rest"]
        if closed and match["rest"].index("』") < len(match["rest"]) - 1 or _WORK.fullmatch(match["name"]):
            return None
    return match


def _speech(out: list[Stretch], line: Line, match: re.Match[str]) -> str:
    low = line.content[0]
    brackets = tuple(inner.group(1).strip(_BLANKS) for inner in _BRACKET.finditer(match.group("brackets")))
    cue, length = _cue(match.group("name"), brackets)
    out.append(Stretch("cue", line.start, (low, low + length), cue=cue))
    return _words(out, line, low + match.start("rest") - 1, low + match.start("rest"))


def _words(out: list[Stretch], line: Line, start: int, low: int) -> str:
    """What stands between 「 and 」; the closing mark where the speech goes on in the next line, or nothing."""
    body, base = line.body, line.content[0]
    at = low - base
    closing = _CLOSING[body[at - 1]]
    while (bracket := _BRACKET.match(body, at)) and bracket.end() < len(body.rstrip(closing)):
        out.append(Stretch("parenthetical", start, (base + at, base + bracket.end())))
        at = bracket.end()
        start = base + at
    close = body.rfind(closing)
    high = close if close >= at else len(body)
    out.append(Stretch("dialogue", start, (base + at, base + high)))
    if 0 <= close < len(body) - 1 and (rest := body[close + 1 :].strip(_BLANKS)):
        begin = base + body.index(rest, close + 1)
        out.append(Stretch("action", begin, (begin, base + len(body))))
    return closing if close < at else ""


def _go_on(out: list[Stretch], line: Line, closing: str) -> str:
    """A further line of a speech whose closing mark didn't come yet."""
    close = line.body.find(closing)
    low = line.content[0]
    high = low + (close if close >= 0 else len(line.body))
    out[-1] = out[-1]._replace(content=(out[-1].content[0], high))
    if 0 <= close < len(line.body) - 1 and (rest := line.body[close + 1 :].strip(_BLANKS)):
        begin = low + line.body.index(rest, close + 1)
        out.append(Stretch("action", begin, (begin, low + len(line.body))))
    return closing if close < 0 else ""


def _names_next(lines: Sequence[Line], number: int) -> bool:
    """Whether a line is a name alone above 「, or above a whole line in 『』."""
    body = lines[number].body
    after = lines[number + 1].body if number + 1 < len(lines) else ""
    marked = after[:1] == "「" or after[:1] == "『" and after[-1] == "』"
    return marked and len(body) <= 16 and not any(mark in body for mark in "。、「」『』（）！？")


JAPANESE = Format("japanese", "japanese/1", (front_matter, furniture, end_marks), parse)
