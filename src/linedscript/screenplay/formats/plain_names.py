"""Who speaks in plain text whose cues no column tells: ``NAME: speech``, and names in writing without letter case."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.formats.cast import Cast
from linedscript.screenplay.formats.colon_cues import LABEL, is_name
from linedscript.screenplay.formats.plain_layout import Row, cue_name

_INLINE = Pattern(
    r"(?P<name>[^\W\d_](?:[\w.'’#&/-]|"
    r",?[ ](?=\S)){0,30}?)(?P<brackets>(?:\s*[(（][^()（）]{1,40}[)）])*)\s*[:：](?:\s+|(?<=：))(?P<speech>\S.*)"
)
_SENTENCE = Pattern(r"[。！？，；…,;!?:.]")
_LEAST = 6
"""Speeches in all that names in small letters have before a colon, at least, to be taken for cues."""


def inline_names(rows: Sequence[Row]) -> frozenset[str]:
    """Names before a colon that aren't in capitals, but come so often that they are cues."""
    mixed: Counter[str] = Counter()
    for row in rows:
        body = row.line.body
        if ":" not in body[:90] and "：" not in body[:90]:
            continue
        if len(body) < 5000 and (match := _INLINE.fullmatch(body)):
            name = match.group("name")
            if "," in name:
                continue
            written = name[0].isupper() and not is_upper(name) if has_case(name) else len(name) <= 16
            if written and not LABEL.fullmatch(name):
                mixed[name] += 1
    often = {name: count for name, count in mixed.items() if count >= 2}
    total = sum(often.values())
    least = _LEAST if any(map(has_case, often)) else _LEAST - 2
    return frozenset(often) if len(often) >= 2 and total >= least and total * 4 >= len(rows) else frozenset()


def listed_names(rows: Sequence[Row], cast: Cast) -> frozenset[str]:
    """Names before a colon that a list of persons has."""
    if not cast:
        return frozenset()
    heads = (row.line.body for row in rows if ":" in row.line.body[:90] and len(row.line.body) < 5000)
    names = (match.group("name").rstrip() for body in heads if (match := _INLINE.fullmatch(body)))
    return frozenset(name for name in names if not name[0].islower() and not LABEL.fullmatch(name) and cast.has(name))


def inline_cue(body: str, names: frozenset[str]) -> re.Match[str] | None:
    """``NAME: speech`` with the name in capitals, or one of ``names``."""
    if ":" not in body[:90] and "：" not in body[:90] or len(body) >= 5000:
        return None
    match = _INLINE.fullmatch(body)
    if not match:
        return None
    name = match.group("name").rstrip()
    if name in names:
        return match
    return match if is_name(name) and not LABEL.fullmatch(name) else None


def is_aside(body: str) -> bool:
    """Whether a line between speeches is none of them: ``NOTE: …``, or all of it in square brackets."""
    if body[0] == "[":
        return body.find("]") in (-1, len(body) - 1) and "[" not in body[1:]
    if ":" not in body[:90] or len(body) >= 5000 or not (match := _INLINE.fullmatch(body)):
        return False
    return is_upper(match.group("name")) and LABEL.fullmatch(match.group("name").rstrip()) is not None


def often_alone(rows: Sequence[Row]) -> frozenset[str]:
    """Names that stand alone on two lines or more: cues, in a file whose blank lines don't tell."""
    alone = Counter(name for row in rows if len(row.line.body) <= 60 and (name := cue_name(row.line.body)))
    return frozenset(name for name, count in alone.items() if count > 1)


def caseless_names(rows: Sequence[Row]) -> frozenset[str]:
    """Short lines without punctuation, alone above a line of text, that come again or carry a bracket."""
    seen: Counter[str] = Counter()
    for row, after in pairwise(rows):
        body = row.line.body
        if not row.fresh or not after.tight or len(body) > 40 or has_case(body):
            continue
        name, extensions = split_cue(body)
        if 1 <= len(name) <= 20 and not _SENTENCE.search(name) and any(map(str.isalpha, name)):
            seen[name] += 2 if extensions or after.line.body[0] in "(（" else 1
    return frozenset(name for name, count in seen.items() if count > 1)


def has_caseless(text: str) -> bool:
    """Whether the text has letters without case."""
    return not text.isascii() and any(char.isalpha() and not has_case(char) for char in set(text))
