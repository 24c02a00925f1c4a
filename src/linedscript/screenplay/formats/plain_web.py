"""The website around a script that was copied off its page: navigation above and below it, and readers' comments."""

from collections.abc import Sequence

from linedscript.contacts import SITES, WEB
from linedscript.patterns import Pattern
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.lines import Line, split_lines

_COMMENTS = Pattern(
    r"(?:\d+ |user |reader |readers['’] |recent |leave (?:a|your) |post (?:a|your) |add (?:a|your) |write (?:a|"
    r"your) |view all )?"
    r"(?:comments?|reviews?|repl(?:y|ies))(?: on .{1,60}| for .{1,60}| \(\d+\)|:)?|(?:leave|post|add|write) (?:a|"
    r"your) (?:comment|reply|review).*|"
    r"join the (?:discussion|conversation).*|what did you think.*|评论(?:区)?(?:[（(]\d+[)）])?|网友评论.*|发表评论.*",
    2,
)
_ENTRY = Pattern(
    r"posted (?:by|on|at)\b.*|.{1,40} (?:says|said|wrote|writes|commented)(?: on .{3,40})?:?|reply|report|like|"
    r"upvote|permalink|"
    r"(?:a|an|\d{1,3}) (?:second|minute|hour|day|week|month|year)s? ago|.{0,40}\d{1,2}:\d{2} ?(?:am|pm)\.?|"
    r"\d+ (?:likes?|points?|votes?)|"
    r".{0,30}(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december) \d{1,2},? \d{4}.{0,20}|"
    r"\d+楼.*|.{1,20}发表于.*|回复|举报",
    2,
)
_NAVIGATION = Pattern(
    r"(?:.*(?:\||»|›|·|•|>>).*(?:\||»|›|·|•|>>).*)|(?:home|search|log ?in|sign ?(?:in|up)|register|subscribe|menu|"
    r"share(?: this)?:?|tweet|"
    r"pin it|print|e-?mail this|bookmark|next|previous|prev|back(?: to .{1,60})?|return to .{1,40}|related .{1,40}|"
    r"more .{0,40}scripts?.{0,30}|"
    r"skip to (?:main )?content|privacy(?: policy)?|terms(?: of (?:use|service))?|about(?: us)?|contact(?: us)?|"
    r"sitemap|faq|help|"
    r"advertise(?:ment)?|sponsored.{0,30}|powered by .{1,60}|all rights reserved.*|(?:copyright|©|\(c\)).{0,80}|"
    r"download.{0,60}|all scripts|a-z|alphabetical|genres?|latest .{1,30}|follow us.*|cookies?.{0,60}|"
    r"scripts? (?:details|database|provided).{0,80}|.{0,60}(?:movie|film|tv) scripts?(?: database| collection|"
    r" page)?.{0,30}|"
    r"首页|登录|注册|上一[页篇]|下一[页篇]|返回.{0,10}|下载.{0,20}|分享.{0,10})",
    2,
)
_STRONG = Pattern(
    rf"{WEB}|\b[\w-]+\.(?:{SITES})\b|^(?:privacy policy|terms of (?:use|service)|"
    r"powered by\b|all rights|"
    r"(?:copyright|©|\(c\)) ?(?:©|\(c\)|\d))|版权所有",
    2,
)
_END = Pattern(r"\W*(?:THE END|END|FIN|FADE (?:OUT|TO BLACK)|CUT TO BLACK|BLACKOUT|剧终|全剧终|完|КОНЕЦ)\W*")
_WEB = Pattern(rf"{WEB}|\b[\w-]+\.(?:{SITES})\b", 2)
_LONGEST = 160
_EDGE = 400
"""Lines from either end of the text among which a site's are looked for."""


def site_comments(text: str) -> list[Cut]:
    """Cut what a page has above and below its script: ``site_banner``, and from its comments on ``reader_comment``."""
    lines = split_lines(text)
    return [*_above(lines), *_below(text, lines)]


def _above(lines: Sequence[Line]) -> list[Cut]:
    """Lines of navigation before anything else: two kinds at least, with a web address or a row of links among them."""
    stop = at = strong = found = 0
    while at < min(len(lines), _EDGE):
        body = lines[at].body
        if body:
            if len(body) > _LONGEST or _opens(body):
                break
            row = _is_row(body)
            if row or _NAVIGATION.fullmatch(body) or _WEB.search(body):
                strong += row or bool(_WEB.search(body))
                found += 1
                stop = at + 1
            else:
                break
        at += 1
    if found < 2 or not strong:
        return []
    while stop < len(lines) and not lines[stop].body:
        stop += 1
    return [Cut(0, lines[stop - 1].stop, "site_banner")]


def _below(text: str, lines: Sequence[Line]) -> list[Cut]:
    """From the first line of navigation or comments behind which neither a heading nor a speech comes.

    Single words such as ``Next`` may be signs in the story: a link, a notice of rights or the script's end has to tell.
    """
    low = max(0, len(lines) - _EDGE)
    at = len(lines)
    while at > low and not _opens(lines[at - 1].body):
        at -= 1
    margin = min((line.indent for line in lines[:at] if line.body), default=0)
    for first in range(at, len(lines)):
        body = lines[first].body
        if not body or len(body) > _LONGEST or (first and lines[first - 1].body):
            continue
        if not (_COMMENTS.fullmatch(body) or _is_row(body) or _NAVIGATION.fullmatch(body)):
            continue
        tail = [line.body for line in lines[first:] if line.body]
        short = [line for line in tail if len(line) <= _LONGEST]
        comments = sum(bool(_COMMENTS.fullmatch(line)) for line in short)
        entries = sum(bool(_ENTRY.fullmatch(line)) for line in short)
        links = sum(_is_row(line) or bool(_STRONG.search(line)) for line in short)
        places = sum(bool(_NAVIGATION.fullmatch(line) or _STRONG.search(line)) for line in short)
        ended = links > 0 or _ends(lines, first) or margin > 0 == max(line.indent for line in lines[first:])
        if ended and (
            comments and entries >= 2 or links and places >= 2 and (places + comments + entries) * 2 >= len(tail)
        ):
            return _split(text, lines, first)
    return []


def _ends(lines: Sequence[Line], first: int) -> bool:
    """Whether the last line above says that the script is over."""
    before = next((lines[number].body for number in range(first - 1, -1, -1) if lines[number].body), "")
    return len(before) <= 40 and _END.fullmatch(before) is not None


def _split(text: str, lines: Sequence[Line], first: int) -> list[Cut]:
    """Navigation apart from comments: from a title of comments on everything is theirs but lines of navigation."""
    cuts, reason = [], "site_banner"
    for line in lines[first:]:
        body = line.body
        if body and len(body) <= _LONGEST:
            if _COMMENTS.fullmatch(body):
                reason = "reader_comment"
            elif reason == "reader_comment" and (_is_row(body) or _STRONG.search(body)) and not _ENTRY.fullmatch(body):
                cuts.append(Cut(line.start, line.stop, "site_banner"))
                continue
        cuts.append(Cut(line.start, line.stop, reason))
    return cuts


def _is_row(body: str) -> bool:
    """A row of links: three short texts or more between bars."""
    parts = [part.strip() for part in body.replace("»", "|").replace("·", "|").replace("•", "|").split("|")]
    return len(parts) >= 3 and all(len(part) <= 30 for part in parts) and sum(map(bool, parts)) >= 2


def _opens(body: str) -> bool:
    return bool(body) and len(body) <= 300 and bool(plain_heading(body) or is_act(body))
