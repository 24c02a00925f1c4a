"""Cues that end in a colon and stand alone above what is said: ``ANN:``, ``ANN (V.O.):``, ``MARY and JOHN:``."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, speakers, split_cue
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.lines import line_columns

_FORM = Pattern(r"[^\W\d_](?:[\w.'’#&/-]|,?[ ](?=\S)){0,48}")
_JOINED = Pattern(r"\s(?:and|with|und|et|y|e|и|та)\s")
"""Between the names of those who speak together: in small letters it is no part of a name."""
LABEL = Pattern(
    r"(?:SUPERS?|TITLES?(?: CARD)?|NOTES?|LATER|SUBTITLES?|CAPTIONS?|CHYRON|CUT|ANGLE ON|CLOSE ON|INSERT|POV|MONTAGE|"
    r"END|THE END|SUPERIMPOSE|ON SCREEN|INTERCUT|LOCATION|PLACE|SETTING|TIME|INT/EXT|MUSIC|SOUNDS?|SFX|FX|VFX|PROPS?|"
    r"LIGHTS?|CREDITS?|.*\bTO|FADE.*|DISSOLVE.*|ACT .*|SCENE .*|"
    r"ПРИМЕЧАНИЕ|ТИТРЫ?|МУЗЫКА|ЗВУК|ВСТАВКА|МЕСТО|ВРЕМЯ|ANMERKUNG|MUSIK|NOTA|MUSIQUE)",
    2,
)
"""What stands in capitals before a colon and says nothing."""
SHOWN = Pattern(
    r"(?:ON|IN|AT|BACK|FROM|WITH|UNDER|OVER|INSIDE|OUTSIDE|CLOSE|CLOSER|CLOSEUP|ANGLE|INSERT|POV|WIDE|ANOTHER|VARIOUS|SERIES|FLASH|MEANWHILE|"
    r"INTERCUT|TRACKING|STOCK|NEXT|THEN|WE|AS|IT|ON-SCREEN|THE NEXT)\b.*|"
    r".*\b(?:SIGN|LETTER|HEADLINE|POSTER|BANNER|PLAQUE|NEWSPAPER|TEXT|READS?|SAYS?|SCREEN|CARD|MESSAGE|E-?MAIL|LABEL|"
    r"SHOTS?|VIEW|CUTS?|MONTAGE|SEQUENCE|FLASHBACK|DREAM|DAY|NIGHT|MORNING|EVENING|LATER|EARLIER|CHAPTER|PART|EPISODE|"
    r"TITLE|NOTE)|WARNING|CONTACT|DRAFT|AUTHOR|CAST|CHARACTERS",
    2,
)
"""What is seen or when it is, in the place of a name: never one, unless who is so called speaks elsewhere too."""
_SPOKEN = Pattern(
    r"(?P<name>[^\W\d_](?:[\w.'’#&/-]|[ ](?=\S)){0,30}?)"
    r"(?P<brackets>(?:\s*[(（][^()（）]{1,40}[)）])*)\s*(?::\s+|：\s*)(?P<speech>\S)"
)
_LEAST = 6
"""Speeches in all that names in small letters have before a colon, at least, to be taken for cues."""
_WORD = Pattern(r"[^\W\d_]+")
_LEAST_INLINE = 4
"""Speeches in all that names in capitals have on their own line, at least, in a text whose grammar has no such line."""
_LONGEST = 60


class _Candidate(NamedTuple):
    start: int
    name: str
    apart: bool
    """Whether blank lines stand between it and what is below."""


def colon_name(body: str) -> str | None:
    """The name, if a line has the form of a cue with a colon: capitals, or words that begin with one."""
    if body[-1] not in ":：" or not 1 < len(body) <= _LONGEST or body[0].islower():
        return None
    name = split_cue(body[:-1].rstrip())[0]
    if not name or not _FORM.fullmatch(name) or not has_case(name) or LABEL.fullmatch(name):
        return None
    if TRANSITION.fullmatch(body) or is_act(name):
        return None
    return name if is_name(name) or _is_small(name) else None


def is_name(name: str) -> bool:
    """Capitals, but for what joins names: ``MARY and JOHN``."""
    return is_upper(name) or is_upper(_JOINED.sub(" & ", name))


def _is_small(name: str) -> bool:
    words = _JOINED.sub(" ", name).split()
    return len(words) <= 4 and all(word[0].isupper() or word[0].isdigit() or word == "&" for word in words)


def colon_cues(text: str) -> frozenset[int]:
    """Where the lines start that are such cues.

    Something is said below each. A name in capitals counts if it comes twice, if it is a cue of another form elsewhere,
    if a second name stands so in a text without other cues, or if the text has it in small letters too. Of names in
    small letters two have to come twice, and ``_LEAST`` lines in all.
    """
    starts, _, bodies = line_columns(text)
    found = []
    for number, body in enumerate(bodies):
        if body and body[-1] in ":：" and (name := colon_name(body)):
            below = number + 1
            while below < len(bodies) and not bodies[below]:
                below += 1
            if below < len(bodies) and _is_said(bodies[below]):
                found.append(_Candidate(starts[number], name, below > number + 1))
    if not found:
        return frozenset()
    names = _names(found, bodies, text)
    own = [candidate for candidate in found if candidate.name in names]
    apart = sum(candidate.apart for candidate in own)
    if apart * 2 < len(own) or apart < 3 or len({candidate.name for candidate in own}) < 2:
        own = [candidate for candidate in own if not candidate.apart]
    return frozenset(candidate.start for candidate in own)


def spoken_lines(text: str, alone: frozenset[int]) -> dict[int, re.Match[str]]:
    """By their starts the lines of ``NAME: speech`` in a text whose grammar has none, such as Fountain.

    The name is one that also stands ``alone`` with its colon; or nobody speaks in Fountain's way, and others stand
    alone or two names in capitals come twice each, four times in all.
    """
    starts, _, bodies = line_columns(text)
    found: dict[int, re.Match[str]] = {}
    names: set[str] = set()
    for start, body in zip(starts, bodies, strict=False):
        if start in alone:
            names.add(split_cue(body[:-1].rstrip())[0])
        elif ":" in body and len(body) < 5000 and (match := _SPOKEN.match(body)):
            if not LABEL.fullmatch(match["name"].rstrip()) and not plain_heading(body):
                found[start] = match
    counts = Counter(match["name"].rstrip() for match in found.values())
    often = {name: count for name, count in counts.items() if count > 1 and is_name(name)}
    if not alone and (len(often) < 2 or sum(often.values()) < _LEAST_INLINE):
        return {}
    bare = {name for name in _apart(bodies) if name[-1] not in ".:!?"}
    if not bare:
        names.update(name for name in counts if is_name(name))
    names.update(name for name in often if name in bare and alone)
    return {start: match for start, match in found.items() if match["name"].rstrip() in names}


def is_mentioned(name: str, text: str) -> bool:
    """Whether the words of a name in capitals stand in small letters elsewhere, as names do: ``Carl`` of ``CARL``."""
    words = _words(text)
    own = [word.title() for word in _WORD.findall(name)]
    return bool(own) and all(word in words for word in own)


@lru_cache(maxsize=2)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _is_said(body: str) -> bool:
    """Whether a line below a name may be speech."""
    if body[0] in "[-•*=#>.@!~" or colon_name(body) or TRANSITION.fullmatch(body):
        return False
    return not plain_heading(body) and not is_act(body)


def _names(found: list[_Candidate], bodies: list[str], text: str) -> frozenset[str]:
    counts = Counter(candidate.name for candidate in found)
    upper = {name: count for name, count in counts.items() if is_name(name)}
    inline, spoken = _before_speech(bodies)
    known = inline.union(*map(speakers, _apart(bodies))) if upper else inline
    speaking = {name for name in upper if all(map(known.__contains__, speakers(name)))}
    unknown = {name for name in upper if name not in speaking and not SHOWN.fullmatch(name) and len(name.split()) <= 5}
    told = len(known) < 2 or bool(speaking)
    if told and len(speaking) + len(unknown) >= 2 or any(upper[name] > 1 for name in unknown):
        speaking |= unknown
    else:
        speaking |= {name for name in unknown if is_mentioned(name, text)}
    small = {name: count + spoken[name] for name, count in counts.items() if name not in upper}
    often = {name for name, count in small.items() if count > 1 and not SHOWN.fullmatch(name)}
    total = sum(small[name] for name in often)
    if len(often) >= 2 and total >= _LEAST and total * 6 >= sum(map(bool, bodies)):
        speaking |= often
    return frozenset(speaking)


def _before_speech(bodies: Sequence[str]) -> tuple[frozenset[str], Counter[str]]:
    """Of ``NAME: speech`` lines: who speaks of names in capitals, and how often names in small letters stand there."""
    known: set[str] = set()
    spoken: Counter[str] = Counter()
    for body in bodies:
        if ":" in body and body[-1] not in ":：" and (match := _inline(body)):
            name = match.group("name").rstrip()
            if is_name(name) and not LABEL.fullmatch(name):
                known.update(speakers(name))
            else:
                spoken[name] += 1
    return frozenset(known), spoken


def _apart(bodies: Sequence[str]) -> Iterator[str]:
    """Names in capitals on lines of their own, below a blank line and above another: cues of other forms."""
    above = ""
    for body, below in zip(bodies, [*bodies[1:], ""], strict=True):
        if body and not above and below and len(body) <= _LONGEST and body[-1] not in ":：":
            if is_upper(name := split_cue(body)[0]) and not _SPOKEN.match(body):
                yield name
        above = body


def _inline(body: str) -> re.Match[str] | None:
    return _SPOKEN.match(body) if ":" in body[:90] and len(body) < 5000 else None
