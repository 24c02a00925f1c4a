"""Speech acts in English dialogue, as far as words of their own mark them."""

import re

from linedscript.engines.rules.english import sentences
from linedscript.patterns import Pattern

_ACTS: tuple[tuple[str, str], ...] = (
    (
        "threaten",
        r"\b(?:or (?:else )?I(?:'ll| will)\b|I(?:'ll| will) (?:kill|hurt|destroy|ruin|own|break|sue"
        r"|have you|make you pay)|you(?:'ll| will) (?:regret|pay for|be sorry))",
    ),
    (
        "promise",
        r"\b(?:I promise\b|I swear\b|(?:you have|I give you|here's) my word|I give you my word|you(?:'ll"
        r"| will) have your \w+|I(?:'ll| will) never (?:tell|leave|forget)|I won't (?:tell|let you down"
        r"|leave you))",
    ),
    (
        "confess",
        r"\b(?:it was me|I lied|I(?:'ve| have) lied|I (?:stole|hid|took|killed|cheated|burned|faked"
        r"|forged|betrayed|broke|let you) (?:it|him|her|them|the|your|my|down)|I(?:'ve| have) (?:been lying"
        r"|something to (?:tell|confess))|I (?:confess|admit)|I did it|I was (?:blind|wrong|drunk"
        r"|afraid|a coward|lying|jealous|scared))\b",
    ),
    (
        "accuse",
        r"\b(?:you (?:lied|stole|cheated|betrayed|killed|knew|cut|took|let (?:him|her|me|them)|hid"
        r"|faked|ruined|sold|broke)|you(?:'ve| have) (?:lied|stolen|betrayed|been lying)|(?:he|she) (?:lied"
        r"|stole|cheated|was drunk)|(?:he|she)(?:'s| is) (?:lying|a liar|a thief|drunk)|you(?:'re"
        r"| are) (?:lying|a liar|a thief|a coward)|liar\b|your fault|it was (?:you|him|her)[.!])",
    ),
    (
        "dismiss",
        r"\b(?:you(?:'re| are) fired|get out\b|you(?:'re| are) (?:suspended|dismissed|expelled)"
        r"|(?:suspend|dismiss|expel)s? you\b|(?:suspend|revoke)s? your)",
    ),
    (
        "refuse",
        r"^(?:no|never)\b[.!,]|\bI (?:won't|will not|refuse|can't do|shall not|don't want)\b|\bover my dead body\b"
        r"|\babsolutely not\b",
    ),
    (
        "apologize",
        r"\b(?:I(?:'m| am) (?:so |very |truly )?sorry|forgive me|I apologi[sz]e|my apologies|I beg your pardon)\b",
    ),
    ("thank", r"\b(?:thank you|thanks|much obliged|I(?:'m| am) grateful)\b"),
    (
        "warn",
        r"\b(?:watch out|look out|be careful|careful|take care|don't (?:go|touch|move|open|trust"
        r"|look)|I(?:'m| am) warning you|run!|duck!)",
    ),
    ("forgive", r"\bI forgive\b|\bno hard feelings\b"),
    (
        "agree",
        r"^(?:agreed|deal|very well|all right|fine|of course|as you wish|you have a deal|i accept)\b[.!,]|\bI agree\b",
    ),
    (
        "order",
        r"^(?:give|bring|take|get|go|come|stop|sit|stand|put|leave|tell|let|hold|open|close|read"
        r"|write|say|look|ask|keep|make|find|send|show|call|fetch|drop|shut|wait|turn|lock|help)\b(?! (?:on"
        r"|me think))",
    ),
    ("ask", r"\?[\"”'’)*_]*$"),
)
_PATTERNS = tuple((act, Pattern(pattern, re.IGNORECASE)) for act, pattern in _ACTS)
LABELS = {
    "threaten": "threatens",
    "promise": "promises",
    "confess": "confesses to",
    "accuse": "accuses",
    "dismiss": "dismisses",
    "refuse": "refuses",
    "apologize": "apologizes to",
    "thank": "thanks",
    "warn": "warns",
    "forgive": "forgives",
    "agree": "agrees with",
    "order": "orders",
    "ask": "asks",
    "talk": "talks with",
    "tell": "tells",
}
_MINOR = frozenset(("order", "ask"))
"""Of these only the longest one of a speech counts."""


def acts(text: str) -> list[tuple[str, int, int]]:
    """``(act, start, end)`` of one dialogue element: the sentence that does it. At most one sentence per act."""
    found: dict[str, tuple[str, int, int]] = {}
    for low, high in sentences(text):
        said = text[low:high].strip().strip('*_"“”').replace("’", "'")
        for act, pattern in _PATTERNS:
            if act == "accuse" and re.match(r"I (?:don't|do not|didn't|never)\b", said):
                continue
            if pattern.search(said) and not (
                said.endswith("?") and act not in ("ask", "threaten", "accuse", "confess")
            ):
                if act in _MINOR and (
                    len(said.split()) < 3 or (act in found and found[act][2] - found[act][1] >= high - low)
                ):
                    break
                if act not in found or act in _MINOR:
                    found[act] = (act, low, high)
                break
    return sorted(found.values(), key=lambda item: item[1])


def called(text: str, names: list[str]) -> str | None:
    """The person whom a line calls by name, at its beginning or end."""
    for name in names:
        for part in (name, name.split(" ")[0], name.split(" ")[-1]):
            if len(part) > 2 and re.search(
                rf"(?:^|[.!?…]\s+|\bno, |\byes, )[\"“*_]*(?:[A-Z][\w.]*\s+){{0,3}}{re.escape(part)}\s*[,!.?]"
                rf"|,\s*{re.escape(part)}\s*[.!?]",
                text,
            ):
                return name
    return None
