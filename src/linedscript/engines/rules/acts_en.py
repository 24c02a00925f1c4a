"""Speech acts in English dialogue, as far as words of their own mark them."""

import re

from linedscript.engines.rules.english import sentences
from linedscript.engines.rules.language_en import TITLES
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
        r"|faked|ruined|sold|broke)|you(?:'ve| have) (?:lied|stolen|betrayed|been lying)|you(?:'re"
        r"| are) (?:lying|a liar|a thief|a coward)|your fault|it was you[.!])|^liar\b|, liar\b",
    ),
    (
        "tell",
        r"\b(?:(?:he|she) (?:lied|stole|cheated|was drunk)|(?:he|she)(?:'s| is)(?: \w+){0,3} (?:lying|liar|thief|drunk"
        r"|coward)|(?:his|her) fault|it was (?:him|her)[.!])"
        r"|\bI(?:'m| am) your (?:real |own )?(?:father|mother|son|daughter|brother|sister)\b"
        r"|(?:^|[,;] )(?-i:[A-Z])\w+ (?:(?-i:[A-Z])\w+ )?(?<!he )(?<!that )(?<!this )(?:is|was) my (?:real |own )?"
        r"(?:father|mother|son|daughter|brother|sister|husband|wife)\b(?!')",
    ),
    (
        "dismiss",
        r"\b(?:you(?:'re| are) fired|get out\b|you(?:'re| are) (?:suspended|dismissed|expelled)"
        r"|(?:suspend|dismiss|expel)s? you\b|(?:suspend|revoke)s? your)",
    ),
    (
        "refuse",
        r"\bI (?:won't|will not|refuse|can't do|shall not|don't want)\b|\bover my dead body\b"
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


_NO = Pattern(r"^(?:no|never)\b[.!,](?!\s*wait\b)", re.IGNORECASE)
_WHETHER = Pattern(r"^(?:fine|all right|very well|of course)\b", re.IGNORECASE)
_INFORMATION = Pattern(
    r"(?:^|[.!?,]\s+)(?:and |so |but )?(?:how|what|where|when|who|whom|whose|which|why)\b[^?.!]*\?[\"”'’)*_]*$",
    re.IGNORECASE,
)
_REQUEST = Pattern(
    r"(?:^|[.!?,;]\s+)(?:please\b|(?:then |now |so )?(?:do|give|bring|take|get|go|come|sit|stand|put|leave|tell|let"
    r"|hold|open|close|read|write|say|look|ask|keep|make|find|send|show|call|drop|shut|wait|turn|lock|help|sign|stay|stop"
    r"|try|have)\b)"
    r"|\b(?:will|would|could|can|won't) you\b|\blet(?: me|'s| us)\b|\b(?:may|can|shall) (?:I|we)\b"
    r"|\bwant (?:me|some|a|to)\b|\bplease\b|\bI need you\b|\byou (?:have to|must|should)\b|\b(?:why don't|how about)\b",
    re.IGNORECASE,
)
"""Something is asked for, ordered or offered."""
_RESOLVE = Pattern(r"\b(?:you(?:'re| are) (?:not )?going to|you(?:'ll| will)|I(?:'m| am) not going)\b", re.IGNORECASE)
_SUPPOSED = Pattern(
    r"\b(?:thought|think|wonder(?:ed)?|if|whether|wish(?:ed)?|dream(?:ed|t)?|says?|said|afraid)\b", re.IGNORECASE
)
MANY = Pattern(
    r"^[\"“*_]*(?:(?:my |dear )?friends|ladies and gentlemen|everyone|everybody|folks|gentlemen|citizens"
    r"|people of [A-Z]\w+|all of you)\b\s*[,!.:]",
    re.IGNORECASE,
)


def acts(text: str, asked: str = "") -> list[tuple[str, int, int]]:
    """``(act, start, end)`` of one dialogue element: the sentence that does it. At most one sentence per act.

    ``asked`` is the line that this one answers: "no" refuses what was asked for, and only denies what was asked about.
    What stands in quotation marks are another's words.
    """
    found: dict[str, tuple[str, int, int]] = {}
    for low, high in sentences(text):
        if _quoted(text, low, high):
            continue
        said = text[low:high].strip().strip('*_"“”').replace("’", "'")
        for act, pattern in _PATTERNS:
            if act in ("accuse", "tell") and re.match(r"I (?:don't|do not|didn't|never)\b", said):
                continue
            hit = pattern.search(said)
            if act == "refuse" and not hit and _NO.search(said):
                rest = text[low:]
                hit = asked and (_REQUEST.search(asked) or ("?" not in asked and _RESOLVE.search(rest))) or None
            if hit and act in ("accuse", "tell", "promise", "confess") and _SUPPOSED.search(said[: hit.start()]):
                continue
            if hit and act == "agree" and _WHETHER.search(said) and _INFORMATION.search(asked):
                continue
            if hit and not (said.endswith("?") and act not in ("ask", "threaten", "accuse", "confess")):
                if act in _MINOR and (
                    len(said.split()) < 3 or (act in found and found[act][2] - found[act][1] >= high - low)
                ):
                    break
                if act not in found or act in _MINOR:
                    found[act] = (act, low, high)
                break
    return sorted(found.values(), key=lambda item: item[1])


def _quoted(text: str, low: int, high: int) -> bool:
    """Whether a sentence stands in quotation marks, or what it does in it does so."""
    before = text[:low]
    if before.count('"') % 2 or before.count("“") > before.count("”"):
        return True
    said = text[low:high].strip()
    return said[:1] in ('"', "“") or bool(re.search(r"[,:]\s*[\"“][^\"”]*[\"”]\W*$", said))


def called(text: str, names: list[str]) -> str | None:
    """The person whom a line calls by name, at its beginning or end. Another title calls another person."""
    for name in names:
        words = {word.strip(".").lower() for word in name.split(" ")}
        for part in (name, name.split(" ")[0], name.split(" ")[-1]):
            if len(part) < 3:
                continue
            found = re.search(
                rf"(?:^|[.!?…]\s+|\bno, |\byes, )[\"“*_]*(?P<front>(?:[A-Z][\w.]*\s+){{0,3}}){re.escape(part)}\s*[,!.?]"
                rf"|,\s*{re.escape(part)}\s*[.!?]",
                text,
            )
            if found is None:
                continue
            front = {word.strip(".").lower() for word in (found["front"] or "").split()} - {"old", "dear"}
            titles, given = front & TITLES, front - TITLES - words
            mine = words - TITLES - {part.lower()}
            if (not titles or not words & TITLES or titles & words) and not (given and mine):
                return name
    return None
