"""Chinese clauses: what they leave out, whom a pronoun beside the subject means, into whose hands things get."""

import re
from typing import Any

from linedscript.engines.rules.chinese import Ref, same_person
from linedscript.engines.rules.language_zh import MOTION, PERCEIVE
from linedscript.engines.rules.parts import Clause, Discourse, Part

EACH = re.compile(r"(一[\u4e00-\u9fff])一?\1")
"""One by one: what is dealt with so has been named before."""
BESIDE = ("的", "旁", "身", "桌", "面前", "右", "左", "前", "后", "背", "眼前", "手", "肩", "脸", "里", "中")
PUTS = re.compile(
    "(?:[塞放插揣扔丢藏摆搁装抛挂贴披戴系别拍交按](?:进|到|在|入|回|上)|[递扔抛塞交还送拿端](?:给|过来|过去|上))"
)
"""Says nothing without what is moved: left out, it is what the same person had to do with just before."""
_TO_HAND = re.compile(
    "(?:[放塞交递搁按扔送](?:进|到|在|入|回)(?=(?P<hand>[^，。]{1,4}?)的?双?(?:[左右]?手(?:里|上|中|心|掌)?|怀[里中]|掌[心中])(?:里|上|中)?$)"
    "|[披戴系围套别](?:进|到|在|上)(?=(?P<body>[^，。]{1,4}?)的?(?:身上|肩上|肩头|脖子上|颈上|手?腕上|头上|头发上|发间|胸前|耳朵上)$))"
)
_WORN = re.compile("(?:戴|系|披|围|套|别|穿|佩)上")
_FOR = re.compile("[替给帮为]")
_BONDS = re.compile("铐|镣|枷|绷带|眼罩|氧气|面罩")
"""Nobody has what they are bound with."""


def said_before(payload: dict[str, Any], number: int) -> str | None:
    """Who has spoken right before an action: mostly meant by a pronoun that is beside the one who acts next."""
    before = payload["elements"][:number]
    if not before or before[-1]["kind"] not in ("dialogue", "parenthetical"):
        return None
    cue = next((element["cue"] for element in reversed(before) if element["kind"] == "cue"), None)
    return cue["name"] if cue and cue["voice"] == "on" else None


def left_out_next(clause: Clause | None, before: Part | None) -> Part | None:
    """What the next piece about the same person may leave out: what this one is about, else the one before."""
    if clause is None:
        return None
    if clause.object is None:
        return before if clause.lemma in MOTION else None
    return None if clause.object.person or clause.negative or clause.lemma in PERCEIVE else clause.object


def find_handed(
    text: str, low: int, verb: re.Match[str], high: int, subject: Part, refs: list[Ref], discourse: Discourse
) -> tuple[bool, Part | None]:
    """Whether something gets into another's hands or on another's body here, and whose, where that can be told."""
    found = _TO_HAND.match(text, verb.start(), high)
    if found is not None:
        at = found.start("hand") if found["hand"] else found.start("body")
        who = found["hand"] or found["body"]
        ref = next((ref for ref in refs if ref.start == at), None)
        if ref is not None:
            other = ref.name != subject.name
            return other, Part(ref.name, True, ref.start, ref.end, True) if other else None
        if who not in ("他", "她"):
            return False, None
        name = other_person(discourse, "m" if who == "他" else "f", subject.name)
        return True, Part(name, True, at, at + 1, False) if name else None
    if _WORN.match(verb.group()) and not _BONDS.search(text, low, high) and _FOR.search(text, low, verb.start()):
        return True, find_person(text, low, verb.start(), refs, subject.name, discourse)
    return False, None


def other_person(discourse: Discourse, gender: str, mine: str) -> str | None:
    """Whom a pronoun means beside the one who acts: who is known to be meant, else who has just spoken, as long as
    nobody else has come between."""
    name = discourse.resolve(gender, mine)
    if name is not None or discourse.answered is None or same_person(discourse.answered, mine):
        return name
    return discourse.answered if discourse.gender(discourse.answered) in (gender, None) else None


def find_person(text: str, low: int, high: int, refs: list[Ref], mine: str | None, discourse: Discourse) -> Part | None:
    for ref in refs:
        if ref.start >= low and ref.name != mine and not text.startswith(BESIDE, ref.end):
            return Part(ref.name, True, ref.start, ref.end, True)
    for match in re.finditer("[他她](?![们的旁身面桌手肩右左脸])", text[low:high]):
        name = other_person(discourse, "m" if match.group() == "他" else "f", mine or "")
        if name and name != mine:
            return Part(name, True, low + match.start(), low + match.end(), False)
    return None
