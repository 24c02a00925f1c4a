"""Cues before a dash or a tab on the line of their speech: ``ANN - Where is it?``, ``ANN<TAB>Where is it?``."""

import re
from collections import Counter
from collections.abc import Iterable

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper
from linedscript.screenplay.formats.colon_cues import LABEL, SHOWN, is_name
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading

_DASHED = Pattern(
    r"(?P<name>[^\W\d_](?:[\w.'’#&/]|-(?=\w)|[ ](?=[^\s–—-])){0,30}?)(?P<brackets>(?:[ ]*[(（][^()（）]{1,40}[)）])*)"
    r"(?:[ ]+(?:-{1,2}|[–—])[ ]+|(?P<gap>[ ]*\t\s*|[ ]{3,}))(?P<speech>\S.*)",
    re.DOTALL,
)
_SAID = Pattern(r"[\"“'‘«(¿¡]?[^\W_].*", re.DOTALL)
_LONGEST_CASELESS = 12
"""Characters of a name in writing without case, before a gap: ``민수    왔어?``."""
_LEAST = 4
"""Speeches in all of two names or more that come again: a dash or a tab stands in lists and tables too."""


def dashed_names(bodies: Iterable[str]) -> frozenset[str]:
    """The names in capitals that are cues before a dash or a tab; none where too few speak so.

    Where two come again and make up the greater part, those that come once are cues too.
    """
    counts: Counter[str] = Counter()
    for body in bodies:
        if match := _match(body):
            counts[match.group("name").rstrip()] += 1
    often = [count for count in counts.values() if count > 1]
    if len(often) < 2 or sum(often) < _LEAST or sum(often) * 2 < counts.total():
        return frozenset()
    return frozenset(counts)


def dashed_cue(body: str, names: frozenset[str]) -> re.Match[str] | None:
    match = _match(body) if names else None
    return match if match and match.group("name").rstrip() in names else None


def _match(body: str) -> re.Match[str] | None:
    """``NAME - speech``; no heading, no label, no words in capitals behind the dash."""
    if not body or len(body) >= 5000 or not _has_mark(body):
        return None
    match = _DASHED.fullmatch(body)
    if not match:
        return None
    name, speech = match.group("name").rstrip(), match.group("speech")
    gap = match.group("gap")
    caseless = gap and not has_case(name) and len(name) <= _LONGEST_CASELESS and len(name.split()) <= 2
    if not caseless and (not is_name(name) or gap and "\t" not in gap):
        return None
    if not 1 < len(name) or len(name.split()) > 4 or not caseless and is_upper(speech):
        return None
    if LABEL.fullmatch(name) or SHOWN.fullmatch(name):
        return None
    if not _SAID.fullmatch(speech) or is_act(name) or plain_heading(body):
        return None
    return match


def _has_mark(body: str) -> bool:
    head = body[:60]
    return "\t" in head or "-" in head or "–" in head or "—" in head or "   " in head[:30]
