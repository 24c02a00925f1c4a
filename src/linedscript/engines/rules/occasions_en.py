"""Occasions in English: named events and the common kinds of event."""

import re

from linedscript.engines.rules.english import readable, runs, sentences
from linedscript.engines.rules.language_en import COMMON_EVENTS, EVENTS
from linedscript.engines.rules.parts import Occasion

_COMMON = re.compile(
    rf"(?<!\w)(?:the|a|an|this|that|his|her|my|your|our|their)\s+((?:[a-z]+\s)?(?:{'|'.join(sorted(COMMON_EVENTS))}))(?!\w)"
)


def occasions(text: str, whole: str) -> list[Occasion]:
    """Occasions of one element; ``whole`` is the text in which a name's ordinary case is looked up."""
    found: list[Occasion] = []
    for low, high in sentences(text):
        for run in runs(text, low, high):
            lows = run.lows
            at = lows.index("of") if "of" in lows else -1
            head = lows[at - 1] if at > 0 else None
            inside = text[run.start : run.end]
            first = lows[0]
            if (
                lows[-1] in EVENTS
                or (re.search(r"\bof\b", inside, re.IGNORECASE) and first in EVENTS)
                or head in EVENTS
            ):
                if len(run.words) > 1 or run.before in ("the", "this", "after"):
                    found.append(Occasion(readable(inside, whole), run.start, run.end, True))
    for match in _COMMON.finditer(text):
        if not any(item.start < match.end(1) and match.start(1) < item.end for item in found):
            words = match.group(1).split()
            start = match.end(1) - len(words[-1]) if len(words) > 1 and words[0] in _NO_QUALITY else match.start(1)
            found.append(Occasion(text[start : match.end(1)], start, match.end(1), False))
    return sorted(found, key=lambda item: item.start)


_NO_QUALITY = frozenset("whole same very first last next own".split())
