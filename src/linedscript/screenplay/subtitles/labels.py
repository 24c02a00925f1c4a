"""Speaker labels in subtitles: a name before a colon at the start of a turn."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from linedscript.patterns import Pattern

_LABEL = Pattern(
    r"(?:[(（\[［](?P<boxed>[^\[\]()（）［］\n:：]{1,40})[)）\]］]|(?P<name>[^\W_][\w .'’&/#-]{0,38}?))"
    r"(?:[ \t]{0,3}[\[(（][^\[\]()（）\n]{1,40}[\])）])?[ \t]{0,3}(?P<colon>[:：])(?![/0-9])(?P<gap>[ \t]*)"
)
_GENERIC = frozenset(
    "man woman boy girl child kid baby narrator announcer reporter operator officer guard driver doctor nurse teacher "
    "priest crowd all both everyone voice singer chorus host anchor captain soldier husband wife mother father".split()
)
_CHINESE_GENERIC = frozenset(
    "男 女 男人 女人 男孩 女孩 男子 女子 男声 女声 众 众人 旁白 画外音 记者 主持人 广播 电话 老人 孩子 合 警察".split()
)
_SAYING = "说說道问問喊叫想写寫曰是为為有讲講答"
_TITLES = ("Dr.", "Mr.", "Mrs.", "Ms.", "St.", "DR.", "MR.", "MRS.", "MS.", "ST.", "Prof.", "PROF.", "Sgt.", "SGT.")


class Labels(NamedTuple):
    """What these subtitles show of their own habits."""

    recurring: frozenset[str]
    """Names that stand before a colon at the start of at least three turns."""
    capitals: bool
    """Most cues are in capitals, so that capitals alone make no label."""


class Label(NamedTuple):
    name: tuple[int, int]
    """With its brackets, where the name itself stands in some; a bracket after it is a description."""
    colon: tuple[int, int]
    """With the blanks around it."""


def label_at(text: str, at: int, end: int, labels: Labels) -> Label | None:
    """The label at ``at``, if a speaker's name stands there.

    Surely one: a name in capitals (``MAN:``, ``DR. WELLS (on phone):``), a name in brackets with a colon, a word such
    as ``Man`` or ``Narrator``, with a number or not. Any other capitalized name, and a Chinese one, has to recur.
    """
    match = _LABEL.match(text, at, end)
    if match is None:
        return None
    if match["colon"] == ":" and not match["gap"] and match.end() < end and text[match.end()].isascii():
        if not (match["boxed"] or _is_capitals(match["name"])):
            return None
    name = match["boxed"] or match["name"].strip()
    if not match["boxed"] and not _is_name(name, labels):
        return None
    end = match.end("boxed") + 1 if match["boxed"] else match.start("name") + len(name)
    colon = match.start("colon")
    return Label((at, end), (at + len(text[at:colon].rstrip()), match.end()))


def _is_name(name: str, labels: Labels) -> bool:
    bare = name
    for title in _TITLES:
        bare = bare.replace(title, "")
    if "." in bare.rstrip(".") or len(name.split()) > 5:
        return False
    if name in labels.recurring:
        return True
    if _is_capitals(name) and not labels.capitals:
        return True
    words = name.lower().rstrip("0123456789 #").split()
    return bool(words) and (words[-1] in _GENERIC and len(words) <= 2 and name[0].isupper() or name in _CHINESE_GENERIC)


def _is_capitals(name: str) -> bool:
    return name == name.upper() and name != name.lower()


def names_at_starts(lines: Iterable[str]) -> Iterator[str]:
    """Names that may be labels, for counting: up to three capitalized words, or up to six Chinese characters."""
    for line in lines:
        match = _LABEL.match(line)
        if match is None or not match["name"]:
            continue
        name = match["name"].strip()
        words = name.split()
        chinese = all("\u3400" <= char <= "\u9fff" for char in name)
        if chinese and len(name) <= 6 and name[-1] not in _SAYING:
            yield name
        elif not chinese and len(words) <= 3 and all(word[0].isupper() or word[0].isdigit() for word in words):
            yield name
