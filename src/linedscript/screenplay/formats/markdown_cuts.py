"""What isn't story text in Markdown scripts: front matter, title, lists of characters, comments, rules."""

import re
from collections.abc import Iterator, Sequence

from linedscript.contacts import WEB_ADDRESS
from linedscript.patterns import Pattern
from linedscript.screenplay.formats.fountain_lines import OPENING, TRANSITION
from linedscript.screenplay.formats.markdown_marks import (
    BREAK,
    CAST,
    FENCE,
    FRONT,
    ITEM,
    LONGEST,
    QUESTION,
    RULE,
    TABLE,
    UNDERLINE,
    bold_cue,
    bold_label,
    is_heading,
    is_title_act,
    named,
    title_of,
    unmarked,
)
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line, split_lines

_YAML = Pattern(r"\ufeff?---[ \t]*(?:\r\n|\r|\n)")
_CLOSED = Pattern(r"(?:---|\.\.\.)[ \t]*")
_ENTRY = Pattern(r"\s*(?:#.*|- .*|[^\s:#][^:]{0,60}:.*)?|\s+.*")
_KEY = Pattern(r"(?P<key>[^\W\d_][^:：]{0,30}?)\s*[:：]\s*\S.*")
_KEYS = FRONT | frozenset(
    "email|e-mail|phone|tel|telephone|address|website|web|agent|agency|company|producer|director|production|studio|"
    "revision|revised|last updated|updated|registration|wga|story by|screenplay by|teleplay by|directed by|based upon|"
    "邮箱|电话|手机|微信|地址|网址|出品|制片人|监制|登记号|原著|编剧组".split("|")
)
_BY = Pattern(
    r"(?:(?:an? )?(?:original |short |feature |spec )?"
    r"(?:screenplay|script|teleplay|story|written|created|directed|adapted|"
    r"play|film|adaptation)(?: (?:and|&) (?:written|created|directed|adapted))?(?: for the screen)? )?by\b.{0,60}|"
    r"based (?:up)?on .{1,60}|"
    r"(?:作者|编剧|导演|原著|原作|改编)\s.{1,30}|.{1,20}\s?(?:著|编剧|作品|改编|原著)",
    re.IGNORECASE,
)
_CREDIT_ALONE = Pattern(
    r"(?:(?:screenplay|script|teleplay|story|written|created|directed) )?by|编剧|作者", re.IGNORECASE
)
_CONTACT = Pattern(
    r"<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?|\+?[\d()（）][\d ()（）./-]{5,22}\d|"
    rf"<?{WEB_ADDRESS}>?|"
    r"(?:©|\(c\)|copyright\b).{0,65}|.{0,50}all rights reserved\.?|WGA.{0,40}",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_DATED = Pattern(
    rf"\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|(?:\d{{1,2}}\.? )?{_MONTH}\.? (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?\d{{4}}|"
    r"\d{4}\s?年(?:\s?\d{1,2}\s?月)?(?:\s?\d{1,2}\s?日)?|"
    r"(?:(?:first|second|third|fourth|final|rough|working|revised|shooting|\d+(?:st|nd|rd|th)) )?"
    r"(?:draft|version|revision)\b.{0,40}|"
    r"第.{1,3}稿.{0,20}|(?:初|修改|定|终)稿.{0,20}|v\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_SAID = Pattern(
    r"[*_]{0,3}(?P<name>[^\W\d_][^\s,，、:：(（*_—–-]*(?:[ .'’&][^\s,，:：(（*_—–-]+){0,4})[*_]{0,3}"
    r"(?:\s*(?:\s-|[—–:：]|[(（]|[,，]\s*(?=[\d女男]|age|mid|late|early))\s*)[*_]{0,3}\s*\S.*"
)
"""``NAME - description``, ``Name: description``, ``NAME (40)``, ``NAME, 40, a baker``."""
_NAMES = Pattern(r"[^.!?。！？*_]{1,60}")
_PROSE = 70
"""Characters from which a line under the title is no title."""


def front_matter(text: str) -> list[Cut]:
    """YAML between ``---`` at the top; and the title, a heading of the first level, with the makers' names under it."""
    lines = split_lines(text)
    cuts = list(_yaml(text, lines))
    first = next(
        (number for number, line in enumerate(lines) if line.body and line.start >= (cuts[-1].end if cuts else 0)), None
    )
    if first is None:
        return cuts
    title = title_of(lines[first].body)
    if not title or len(title["marks"]) > 1 or _is_scene(title["text"]):
        return cuts
    stop = _title_end(lines, first + 1)
    cuts.append(Cut(lines[first].start, lines[stop - 1].stop, "title_page"))
    return cuts


def _yaml(text: str, lines: Sequence[Line]) -> Iterator[Cut]:
    if not _YAML.match(text):
        return
    for number, line in enumerate(lines[1:200], 1):
        if _CLOSED.fullmatch(line.raw):
            while number + 1 < len(lines) and not lines[number + 1].body:
                number += 1
            yield Cut(lines[0].start, lines[number].stop, "title_page")
            return
        if not _ENTRY.fullmatch(line.raw):
            return


def _is_scene(text: str) -> bool:
    text = text[slice(*unmarked(text))]
    return is_heading(text) or is_title_act(text)


def _title_end(lines: Sequence[Line], first: int) -> int:
    """Behind the paragraph of the last line that belongs to the title, over names and addresses, no sentences."""
    stop = first
    below = False
    for number in range(first, len(lines)):
        body = lines[number].body
        if not body:
            below = False
        elif _is_title(lines, number):
            stop, below = number + 1, True
        elif not _is_loose(body):
            break
        elif below:
            stop = number + 1
    while stop < len(lines) and not lines[stop].body:
        stop += 1
    return stop


def _is_loose(body: str) -> bool:
    """Whether a line may stand among those of a title: short, and neither a sentence nor a cue."""
    if len(body) > _PROSE or title_of(body) or any(form.fullmatch(body) for form in (RULE, TABLE, FENCE)):
        return False
    plain = body[slice(*unmarked(body))]
    if _is_scene(plain) or bold_cue(body) or named(body, frozenset()) or CAST.fullmatch(plain):
        return False
    return not (
        TRANSITION.fullmatch(plain) or OPENING.match(plain) or plain[-1] in ".!?…。！？" or body[0] in "△▲>（(【"
    )


def _is_title(lines: Sequence[Line], number: int) -> bool:
    """Whether a line under the title belongs to it: a key with its value, who wrote it, a date, a contact."""
    body = lines[number].body
    if (label := bold_label(body)) and label[0] in _KEYS:
        return True
    if len(body) > _PROSE or title_of(body) or any(form.fullmatch(body) for form in (RULE, TABLE, FENCE)):
        return False
    plain = BREAK.sub("", body).strip()
    plain = plain[slice(*unmarked(plain))]
    if not plain or _is_scene(plain):
        return False
    if (key := _KEY.fullmatch(plain)) and key["key"].strip("*_ ").lower() in _KEYS:
        return True
    if _CONTACT.fullmatch(plain) or _DATED.fullmatch(plain):
        return True
    if _BY.fullmatch(plain) and plain[-1] not in ".!?。！？":
        return True
    before = next((line.body for line in reversed(lines[max(0, number - 2) : number]) if line.body), "")
    before = before[slice(*unmarked(before))] if len(before) <= _PROSE else before
    return bool(_CREDIT_ALONE.fullmatch(before)) and plain[-1] not in ".!?。！？:："


def cast_lists(text: str) -> list[Cut]:
    """Above the story: the list, table or described names under a title or label that says so; and a table."""
    lines = split_lines(text)
    cuts = []
    at = 0
    while at < len(lines):
        body = lines[at].body
        title = title_of(body)
        name = title["text"] if title else body
        stop = at
        if body and len(body) <= 40 and CAST.fullmatch(name[slice(*unmarked(name))].strip("*_")):
            stop = _list_end(lines, at + 1, bare=title is None)
        elif body and TABLE.fullmatch(body):
            stop = _list_end(lines, at)
        elif body and (_is_scene(name.strip("#*_ ")) or bold_cue(body)):
            break
        if stop > at:
            cuts.append(Cut(lines[at].start, lines[stop - 1].stop, "cast_list"))
            at = stop
            continue
        at += 1
    return cuts


def _list_end(lines: Sequence[Line], first: int, bare: bool = False) -> int:
    """Behind the entries from a line on, with the blank lines after them; 0 where there are none.

    ``bare``: names alone stand right under the label too.
    """
    number, listed = first, False
    while number < len(lines):
        line = lines[number]
        if not line.body:
            bare = bare and not listed
        elif _is_entry(line.body) or (listed and line.indent > 1) or (bare and _NAMES.fullmatch(line.body)):
            if title_of(line.body) or (not TABLE.fullmatch(line.body) and _is_scene(line.body.strip("#*_ "))):
                break
            listed = True
        else:
            break
        number += 1
    return number if listed else 0


def _is_entry(body: str) -> bool:
    """Whether a line describes a person: in a list or table, or behind a name."""
    if len(body) > LONGEST:
        return False
    if RULE.fullmatch(body):
        return False
    return bool(ITEM.match(body) or TABLE.fullmatch(body) or (_SAID.fullmatch(body) and not QUESTION.match(body)))


def comments(text: str) -> list[Cut]:
    """``<!-- … -->``."""
    cuts, end = [], 0
    while (start := text.find("<!--", end)) >= 0 and (stop := text.find("-->", start + 4)) >= 0:
        end = stop + 3
        cuts.append(Cut(*whole_lines(text, start, end), "boneyard"))
    return cuts


def rules(text: str) -> list[Cut]:
    """Lines of three dashes, stars or low lines, or of ``=``; not those within code fences."""
    cuts = []
    fence = ""
    for line in split_lines(text):
        if line.body and (match := FENCE.fullmatch(line.body)):
            mark = match["mark"]
            if not fence:
                fence = mark
            elif mark[0] == fence[0] and len(mark) >= len(fence) and not match["label"]:
                fence = ""
        elif not fence and line.body and (RULE.fullmatch(line.body) or UNDERLINE.fullmatch(line.body)):
            cuts.append(Cut(*whole_lines(text, line.start, line.end), "page_break"))
    return cuts
