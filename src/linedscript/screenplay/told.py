"""What a sentence of action says of a character whom it names: that it is there, comes in, or goes out.

Only of a name that is what the sentence, or a clause of it, is about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range

_AND = Pattern(r"\s*(?:,\s*and|,|and|&)\s*")
_ASIDE = Pattern(r"\s*(?:,[^,.;]{1,80},|\([^()]{1,60}\),?)")
_BEFORE = Pattern(r"(?:^|[,;:—–-]\s*|\b(?:and|as|while|when|where|but|then|until|&)\s+)[\s_*\"“(\[]*$", re.IGNORECASE)
_INTRODUCED = Pattern(r"\s*(?:,\s*(?:\d|an?\b|the\b|his\b|her\b|in\b|late\b|early\b|mid\b)|\((?:\d|late|early|mid))")
_NO_SUBJECT = Pattern(r"\b(?:of|named|called|for|about|to|like|at|from|name)\s+[\"“'_*]*$", re.IGNORECASE)
_VERB = Pattern(
    r"(?:(?:\w+ly|now|still|just|also|both|all|then|never|always|slowly)\s+){0,2}(?P<verb>[a-z]+)(?P<not>n['’]t)?"
)
_NO_VERBS = frozenset(
    "as this his its us was were has had does yes less thus perhaps across always besides towards".split()
)
_NO_PLURALS = frozenset(
    "and or of the a an in on at to for with from by but not was were had has who whose are were be been being".split()
)
_NOT_HERE = Pattern(
    r"\b(?:is|are)\s+(?:not|no longer|gone|absent|missing|away|nowhere|elsewhere|dead|late|out|outside|upstairs|"
    r"downstairs|next door)\b|\bnowhere\b|\bno sign\b|"
    r"\b(?:photo|photograph|picture|portrait|poster|painting|statue|screen|TV|television|monitor|video|newspaper|"
    r"headline|"
    r"dreams?|imagines?|remembers?|memory)\b",
    re.IGNORECASE,
)
_PLACES = (
    r"the (?:room|house|office|kitchen|bar|building|apartment|flat|stage|shop|store|hall|ship|cabin|tent|church|"
    r"restaurant|"
    r"bedroom|bathroom|garden|yard|scene|cell|class(?:room)?)"
)
_CLAUSE_END = (
    rf"(?=\s*(?:[.,;!?)\]_*]|$|and\b)|\s+(?:of )?{_PLACES}\b|\s+(?:left|right|through|by the|with(?:out)?|into the|"
    rf"to the|"
    r"at the|slowly|quickly|together|alone|hurriedly|again)\b)"
)
_LEAVES = Pattern(
    rf"\b(?:exits?|leaves?|departs?|withdraws?|retires?|disappears?|vanish(?:es)?|"
    rf"(?:goes|go|walks?|runs?|storms?|rush(?:es)?|hurr(?:ies|y)|slips?|strides?|march(?:es)?|stumbles?|backs?|"
    rf"bolts?|strolls?|"
    rf"wanders?|bustles?|sweeps?|creeps?|limps?) (?:out|off|away)){_CLAUSE_END}",
    re.IGNORECASE,
)
_STAYS = Pattern(
    r"\b(?:car|cab|taxi|truck|van|bus|vehicle|elevator|lift|boat|train|pool|shower|water|bed|tub|never|almost|"
    r"about to)\b"
)
_ARRIVES = Pattern(
    r"\b(?:(?:re-?)?enters?|arrives?|appears?|returns?|(?:comes?|walks?|steps?|bursts?|rush(?:es)?|runs?|storms?|"
    r"hurr(?:ies|y)|"
    r"slips?|strides?|strolls?|wanders?|lounges?|bustles?|stumbles?) (?:in|inside|back in)|emerges?)\b",
    re.IGNORECASE,
)
_CLAUSE = 60
"""Characters of a Chinese clause that are looked at."""
_HAN_AND = Pattern(r"[、和与及，]|以及")
_HAN_CLAUSE = Pattern(r"(?:^|[。！？；，、：△▲\s（(【—])[\s\u3000]*$|[和与及同跟]$")
_HAN_NOT = Pattern(
    r"^(?:的|之|不在|没来|没有|未到|未来|从前|生前|们的)|照片|画像|遗像|相片|名字|电视|屏幕|画外|梦见|想起|回忆|"
    r"记得|海报|报纸"
)
_HAN_LEAVES = Pattern(
    r"^(?:[、及和与][^，。、]{1,8}?){0,8}(?:[同齐急皆俱先]|匆匆|先后|缓缓|慢慢|悄悄|转身|[自从由][^，。]{1,6}?|"
    r"率[^，。]{1,8}|随[^，。]{1,6}|等){0,3}"
    r"(?:下(?=[。；，）)】\s]|$)|下场|退场|退下|离开(?!的)|离去|走出[^，。]{0,8}|出门|出去|跑出[^，。]{0,8}|走了|"
    r"而去|夺门而出|消失)"
)
_HAN_ARRIVES = Pattern(
    r"^(?:[、及和与][^，。、]{1,8}?){0,8}(?:[同齐急复重又]|匆匆|缓缓|慢慢|[自从由][^，。]{1,6}?|率[^，。]{1,8}|"
    r"随[^，。]{1,6}|等|推门|开门|掀帘){0,3}"
    r"(?:上(?=[。；，）)】\s]|$)|上场|登场|入场|进来|进屋|进门|走进|走入|跑进|冲进|而入|出现|来到|赶来|回来)"
)


class Told(NamedTuple):
    kind: str
    """``named``, ``enters``; or, of one who leaves, ``action`` or, in a play's words, ``direction``."""
    offset: int


def in_letters(text: str, quote: Range, found: re.Match[str], names: Sequence[re.Match[str]]) -> Iterator[Told]:
    """Of a sentence in writing with letter case; ``names``: all that stand in it."""
    start, end = quote
    behind = found.end()
    if text[behind : behind + 1] in ("'", "’") or _NOT_HERE.search(text, start, end):
        return
    before = text[start : found.start()]
    if _NO_SUBJECT.search(before):
        return
    others = [other for other in names if other.start() > found.start()]
    rest, together = _past_names(text, behind, end, others)
    together = together or any(
        other.end() <= found.start() and _AND.fullmatch(text, other.end(), found.start()) for other in names
    )
    if _BEFORE.search(before) and _acts(text, rest, end, together):
        clause = _clause(text, end, [other for other in others if other.start() >= rest])
        leaves = _LEAVES.search(text, rest, clause)
        arrives = _ARRIVES.search(text, rest, clause)
        yield Told("enters" if arrives else "named", found.start())
        if leaves and not _STAYS.search(text, rest, min(clause, leaves.end() + 25)):
            if not (arrives and arrives.start() > leaves.start()):
                yield Told("action", leaves.start())
    elif found[0] == found[0].upper() and _INTRODUCED.match(text, behind, end):
        yield Told("named", found.start())


def _past_names(text: str, at: int, end: int, others: Sequence[re.Match[str]]) -> tuple[int, bool]:
    """Behind ``, 60,`` and ``and ILYA``: where the verb may stand, and whether there are several subjects."""
    together = False
    for other in others:
        if _AND.fullmatch(text, at, other.start()):
            at, together = other.end(), True
        else:
            break
    if aside := _ASIDE.match(text, at, end):
        at = aside.end()
    return at, together


def _acts(text: str, at: int, end: int, together: bool) -> bool:
    """Whether a verb in the present tense follows."""
    while at < end and text[at].isspace():
        at += 1
    match = _VERB.match(text, at, end)
    if not match or match.group("not"):
        return False
    verb = match.group("verb")
    if together:
        return len(verb) >= 3 and verb not in _NO_PLURALS or verb in ("go", "are")
    return verb.endswith("s") and not verb.endswith("ss") and verb not in _NO_VERBS or verb == "is"


def _clause(text: str, end: int, others: Sequence[re.Match[str]]) -> int:
    """Where what is said of the subject ends: at the next name that is a subject of its own."""
    for other in others:
        if _BEFORE.search(text, max(0, other.start() - 20), other.start()) and _acts(text, other.end(), end, False):
            return other.start()
    return end


def in_han(text: str, quote: Range, found: re.Match[str], names: Sequence[re.Match[str]]) -> Iterator[Told]:
    """Of a Chinese sentence: a name that begins a clause and owns nothing there."""
    start, end = quote
    if found.start() > start and not _HAN_CLAUSE.search(text[max(start, found.start() - 6) : found.start()]):
        return
    at = found.end()
    for other in names:
        if other.start() > at and _HAN_AND.fullmatch(text, at, other.start()):
            at = other.end()
    stop = min((mark for mark in (text.find(sign, at, end) for sign in "，。；") if mark >= 0), default=end)
    rest = text[at : min(stop + 1, end, at + _CLAUSE)]
    if _HAN_NOT.search(rest) or _HAN_NOT.match(text[found.end() : end]):
        return
    if leaves := _HAN_LEAVES.match(rest):
        yield Told("named", found.start())
        yield Told("direction" if "下" in leaves.group() else "action", at)
    else:
        yield Told("enters" if _HAN_ARRIVES.match(rest) else "named", found.start())
