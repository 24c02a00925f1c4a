"""Whose relative a kinship term means at one place, and which name the text sets beside it."""

import re
from collections.abc import Sequence
from typing import TypeVar

from linedscript.backbone.normalization import is_chinese, name_key, split_kin
from linedscript.backbone.resolution_context import SceneContext
from linedscript.patterns import Pattern

N = TypeVar("N")
_NAMES_ALONE = frozenset("dad daddy papa mom mommy mum mummy mama grandma grandpa granny gran".split())
"""Terms that a family uses as names. A bare "Father" may be a priest, a bare "Sister" a nun."""
_FILLERS = r"(?:own\s+|late\s+|dear\s+|poor\s+|old\s+)*"
_POSSESSED = Pattern(
    r"(?:\b(?P<whose>my|our|your|his|her|their|its)|(?P<owner>[^\W\d_][\w.]*(?: [^\W\d_][\w.]*)*)['’]s)"
    rf"\s+{_FILLERS}$",
    re.IGNORECASE,
)
_CONTRACTED = frozenset("where what who that it he she there here how when why let".split())
"""What ``'s`` shortens a verb behind: "Where's Dad?" """
_DETERMINED = Pattern(r"\b(?:a|an|the|this|that|some|any|no|every|one|whose)\s+(?:\w+\s+)?$", re.IGNORECASE)
_TOLD = Pattern(
    r"\b(?:tell|ask|show|promis|warn|remind|think|hope|say)(?:e?[sd]|ed)?\s+(?:that\s+)?\w+\s+(?:\w+\s+)?$"
    r"|\b(?:told|thought|know|knows|knew|said|give|gives|gave)\s+(?:that\s+)?\w+\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
"""Behind a verb of saying a name next to the term may begin another clause: "tell my father Ann is ill"."""
_SUPPOSED = Pattern(
    r"\b(?:if|whether|like|wish|unless|not|never)\b|n['’]t\b|\?|如果|要是|假如|像|不|没|吗|？", re.IGNORECASE
)
_IS = Pattern(rf"\s+(?:is|was|['’]s)\s+(?:my|your)\s+{_FILLERS}$", re.IGNORECASE)
_GAP = Pattern(r"\s+(?:is|was)\s+|['’]s\s+|,?\s+", re.IGNORECASE)
_IS_ZH = Pattern(r"(?:就?是)[我你您咱]们?$")
_GAP_ZH = Pattern(r"(?:就?是|名?叫)?")
_OWNED = Pattern(r"['’]s\b")
_OPENS = frozenset("，。！？：；“”、—…‘’（）() \n　,.!?:;\"'")
_BARE = frozenset(
    "跟是和叫给对问让把被找等替帮为因而但就还也都连向同比说听诉见想爱欢怕接送陪骂打抱扶求劝骗恨谢到在请喊"
)
"""Words after which a Chinese term without an owner is the speaker's own relative."""


def several(term: str) -> Pattern:
    """Where a text speaks of several relatives of a term: ``brothers``, ``older brother``, 二哥, 儿子们."""
    if is_chinese(term):
        return Pattern(rf"(?:[大二三四五小两几别]|另一?个|有个){term}|{term}们|兄弟|姐妹|姊妹")
    return Pattern(
        rf"\b{term}s\b(?!['’])|\bwives\b|\b(?:an?|any|every|one|two) {term}\b"
        r"|\b(?:other|another|older|elder|eldest|oldest|younger|youngest|big|little|kid|baby|middle|first|second|third"
        rf"|twin|half|step|ex|former|new)[- ]{term}\b",
        re.IGNORECASE,
    )


def owners_at(context: SceneContext, start: int, end: int) -> list[str]:
    """The names of whose relative the term at ``[start, end)`` may mean; none where the text doesn't tell.

    Who speaks is a cue's name; who is spoken to, one of those who speak before and after.
    """
    whose = _whose(context.scene.text, start, end)
    if whose is None or whose.startswith("="):
        return [whose[1:]] if whose else []
    turn = context.turn_at(start)
    if turn is None or not context.spoken_at(start) or context.turns[turn].voice == "over":
        return []
    if whose in ("", "my", "our"):
        return [context.turns[turn].speaker]
    return context.neighbours(turn) if whose == "your" else []


def narrated(context: SceneContext, start: int, end: int) -> bool:
    """Whether a script itself calls somebody by the term, as by a name: ``Mom stirs the pot``."""
    return not context.spoken_at(start) and _whose(context.scene.text, start, end) == ""


def _whose(text: str, start: int, end: int) -> str | None:
    """A possessive, ``=`` with a name, or empty for a term that stands like a name; null for one that a determiner
    makes any such relative."""
    parts = split_kin(name_key(text[start:end]))
    start = end - len(parts.term) if parts and parts.owner else start
    term = text[start:end]
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if is_chinese(term):
        return _chinese_owner(before)
    match = _POSSESSED.search(before)
    if match and not (match["owner"] and match["owner"].split()[-1].lower() in _CONTRACTED):
        return f"={match['owner']}" if match["owner"] else match["whose"].lower()
    alone = term[:1].isupper() and name_key(term) in _NAMES_ALONE and not _DETERMINED.search(before)
    return "" if alone else None


def _chinese_owner(before: str) -> str:
    """``my``, ``your``, empty for the speaker's own, or ``their`` for all else."""
    plural = before.endswith("们")
    last = (before[:-1] if plural else before)[-1:]
    if last and last in "我咱俺":
        return "my"
    if last and last in "你您":
        return "their" if plural else "your"
    return "" if not plural and (not last or last in _OPENS or last in _BARE) else "their"


def name_beside(context: SceneContext, start: int, end: int, names: Sequence[tuple[int, int, N]]) -> N | None:
    """What bears the name beside the term at ``[start, end)`` that the text gives the relative; null where none does.

    ``names``: places of the scene's names, with what each is returned as.
    """
    low, high = context.sentence(start, end)
    text = context.scene.text
    if _SUPPOSED.search(text, low, high):
        return None
    before, chinese = text[low:start], is_chinese(text[start:end])
    back = (_IS_ZH if chinese else _IS).search(before)
    gap = (_GAP_ZH if chinese else _GAP).match(text, end, high)
    if gap and (chinese or not _TOLD.search(before)):
        for begin, stop, held in names:
            if begin == gap.end() and not _OWNED.match(text, stop):
                return held
    return next((held for _, stop, held in names if stop == low + back.start()), None) if back else None
