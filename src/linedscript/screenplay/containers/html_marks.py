"""What tells a screenplay's lines and paragraphs on a page: headings, cues, and names for them in the markup."""

import re

from linedscript.contacts import WEB_ADDRESS
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.formats.chinese_cues import colon_cue
from linedscript.screenplay.formats.chinese_headings import find_bare_heading, find_heading
from linedscript.screenplay.formats.colon_cues import LABEL
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading

_TYPES = {
    "heading": "sceneheading sceneheader scenehead sceneheadings slug slugline sluglines sceneslug heading scheading",
    "action": "action actions actionline description general sceneaction shot stagedirection",
    "cue": "character characters charactername cue speaker charactercue dialoguecharacter char",
    "parenthetical": "parenthetical parentheticals paren parens parentheses wryly wrylies",
    "dialogue": "dialogue dialog dialogues speech dialoguetext dialogline lines",
    "transition": "transition transitions trans",
    "lyric": "lyric lyrics",
    "centered": "centered centred",
    "section": "section act newact endofact actbreak sectionheading",
    "synopsis": "synopsis synopses",
    "title_page": "titlepage titlepageblock cover coverpage credit authors author source draftdate contact copyright "
    "scripttitle",
    "note": "note notes scriptnote",
    "page_number": "pagenumber pagenum pageno",
    "continued_mark": "more contd continued",
}
TYPES = {word: kind for kind, words in _TYPES.items() for word in words.split()}
"""The kind of a paragraph by the class that exporters give it, without dashes, in small letters."""
_COMMENTS = Pattern(
    r"(?:^|[\s_-])(?:user-?)?(?:comments?|commentlist|commentlists|respond|responses|reviews?|disqus(?:_thread)?|replies|"
    r"guestbook|comment-?(?:list|area|section|form|body|content|wrap|box|s-area))(?=$|[\s_-])"
)
_SITE = Pattern(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|menubar|breadcrumbs?|sidebar|footer|site-?header|masthead|banner|toolbar|"
    r"share|sharing|social|ads?|adsense|advert|advertisement|sponsor|cookie|newsletter|related|pagination|pager|"
    r"search(?:box|form|bar)?|login|skip-link|contentinfo|complementary)(?=$|[\s_-])"
)
SITE_TAGS = frozenset("nav footer aside form select button noscript menu search dialog".split())
_COMMENTS_FOLLOW = Pattern(
    r"\d+ (?:comments?|reviews?|responses?)|(?:user|reader|your)s? (?:comments?|reviews?)(?: \(\d+\))?:?|"
    r"leave a (?:comment|reply).*|post a comment.*|"
    r"(?:网友|用户|读者|最新|全部|精彩)(?:评论|留言|书评|回复)(?:区|列表)?(?:[（(]\d+[）)])?[：:]?|\d+条(?:评论|留言)",
    re.IGNORECASE,
)
_COMMENTS_TITLE = Pattern(r"(?:comments?|reviews?|responses?|replies|评论|留言|回复)(?:区|列表)?[：:]?", re.IGNORECASE)
_TITLES = frozenset(f"h{level}" for level in range(1, 7))
SITE_LINE = Pattern(
    r"(?:(?:go |click here to go )?back to .*|return to .*|"
    r"(?:the )?(?:home|index|search|print|next|previous|prev|top)(?: page| of page)?|"
    r"all scripts.*|(?:©|\(c\)|copyright\b).{0,80}|.*\ball rights reserved\b.*|"
    r"privacy(?: policy)?.*|terms of (?:use|service).*|"
    r"(?:submit|links|contact|about)(?: us)?|.*\b(?:imsdb|script-o-rama|simplyscripts|dailyscript|scriptslug)\b.*|"
    rf"{WEB_ADDRESS}|"
    r"(?:返回|回到).{0,8}|(?:首页|目录|上一[页章篇集]|下一[页章篇集]|收藏本?[站页]|加入书签|打印本页|关闭窗口|版权所有.*|.*备案号?.*)"
    r"|(?:[^|·•»]{1,30} ?[|·•»] ?){2,}[^|·•»]{1,30})",
    re.IGNORECASE,
)
_INLINE = Pattern(r"(?P<name>[^\W\d_a-z](?:[^\W_a-z]|[ .'’#&/-]){0,30}?)(?:\s*\([^()]{1,40}\))*\s*:\s+\S")
_PLAY = Pattern(r"[^\W\d_a-z](?:[^\W_a-z]|[ '’&-]){1,30}\.(?:\s|$)")
_LABEL = Pattern(r"(?P<name>[^\W\d_](?:[^\W_]|[ .'’-]){0,28}?)(?:\s*\([^()]{1,40}\))*:\s+\S")
_NOT_NAMES = Pattern(r"(?:FADE|CUT|DISSOLVE|SMASH|MATCH|SUPER|TITLE|THE END|END|CONTINUED|\(?MORE\)?|INSERT|ANGLE)\b.*")


_BOLD = Pattern(
    r"(?:</?(?:p|li|div|td|br|body|h[1-6]|center)\b[^<>]{0,300}>|[\r\n])\s{0,40}<(?P<tag>b|strong)\b[^<>]{0,300}>\s{0,40}"
    r"(?P<name>[^\W\d_][^<>:]{1,40}?)\s{0,8}(?P<within>:?)\s{0,8}</(?P=tag)>"
    r"\s{0,8}(?:\([^()<>]{1,40}\)\s{0,8})?(?P<behind>:?)",
    re.IGNORECASE,
)
"""What stands in bold at the start of a line."""


def bold_names(source: str) -> frozenset[str]:
    """Names in bold before a colon at the start of lines: two or more, of which one comes again; none but those."""
    found = [match["name"].strip() for match in _BOLD.finditer(source) if match["within"] or match["behind"]]
    names = frozenset(name for name in found if name[0].isupper() and not _is_label(name))
    return names if len(names) > 1 and len(names) < sum(name in names for name in found) else frozenset()


def _is_label(name: str) -> bool:
    return LABEL.fullmatch(name) is not None or _NOT_NAMES.fullmatch(name.upper()) is not None


def announces_comments(body: str, tag: str) -> bool:
    """Whether a line says that readers' comments follow: ``12 Comments``, 网友评论, or a title that is no more."""
    if len(body) > 80:
        return False
    return bool(_COMMENTS_FOLLOW.fullmatch(body) or (tag in _TITLES and _COMMENTS_TITLE.fullmatch(body)))


def is_heading(body: str) -> bool:
    """A scene heading or an act of any convention that is read."""
    return len(body) <= 200 and bool(
        plain_heading(body) or is_act(body) or find_heading(body) or find_bare_heading(body)
    )


def is_deep_cue(line: str) -> bool:
    """A name in capitals, set in from the margin as cues are."""
    body = line.strip()
    return len(line) - len(line.lstrip()) >= 14 and cue_name(body) is not None


def cue_name(body: str) -> str | None:
    """The name that a line on its own gives as a cue; null where it can't be one."""
    if not 0 < len(body) <= 60:
        return None
    name = split_cue(body)[0]
    if not is_upper(name) or name[-1] in ":!?," or _NOT_NAMES.fullmatch(name) or name[0] in '(["“-<|':
        return None
    return name


def spoken_name(body: str) -> str | None:
    """The name before the speech on one line: ``NAME: …``, ``NAME. …`` as plays write it, ``人物：…``."""
    if len(body) > 3000:
        return None
    if (match := _INLINE.match(body)) and not _NOT_NAMES.fullmatch(match["name"]):
        return match["name"].strip()
    if match := _PLAY.match(body):
        return body[: match.end()].split(".")[0]
    return body.replace(":", "：").split("：")[0] if not has_case(body[:1]) and colon_cue(body) else None


def label_of(body: str) -> str | None:
    """The name in small letters before a colon, which is a speaker's if it comes again and again."""
    match = _LABEL.match(body) if ":" in body[:40] else None
    return match["name"].strip() if match else None


def type_of(names: str) -> str | None:
    """The kind of element that a class names."""
    for name in names.split():
        if kind := TYPES.get(name.replace("-", "").replace("_", "")):
            return kind
    words = names.replace("-", " ").replace("_", " ").split()
    return next((TYPES[pair] for one, two in zip(words, words[1:], strict=False) if (pair := one + two) in TYPES), None)


def site_reason(tag: str, names: str) -> str | None:
    """Why an element is no script, by name and class: ``site_banner`` or ``reader_comment``; null where it may be."""
    if names and _COMMENTS.search(names):
        return "reader_comment"
    return "site_banner" if tag in SITE_TAGS or (names and _SITE.search(names)) else None
