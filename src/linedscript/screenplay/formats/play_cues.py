"""The cues of a stage play: in which way they are written, and which names they bear."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, is_voice
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act
from linedscript.screenplay.formats.plain_layout import Row

_TITLES = (
    "MR Mr MRS Mrs MS Ms DR Dr ST St JR Jr PROF Prof REV Rev HON Hon CAPT Capt COL Col GEN Gen LT Lt SGT Sgt MME Mme"
)
_TITLED = "".join(rf"(?<!\b{title})" for title in _TITLES.split())
_HEAD = Pattern(
    r"(?P<open>[_*]*)(?P<name>[^\W\d_](?:[^:\[\]()—–_*.\r\n]|\.(?! ?[_*]*(?:--|—|–|$))){0,70}?)(?P<close>[_*]*)"
    r"[ ]*(?P<direction>(?:[(\[][^()\[\]]{1,200}[)\]])?)"
    rf"(?P<mark>{_TITLED}\.(?=[\s_*)\[(—–-]|$)[_*]*(?:[ ]?(?:--+|—|–))?|:(?=[\s_*\[(]|$)|[ ]?(?:--+|—)|[ ]–(?=[ ])|"
    rf"[ ]{{2,}}(?=\S)|$)"
    r"(?P<shut>[_*]*)\s*(?P<rest>.*)",
    re.DOTALL,
)
_MOVE = Pattern(r"\b(?:Enter|Exit|Exeunt|Re-?enter)\b")
_PLAIN_MOVE = Pattern(r"(?:Re-?enters?|Enters?|Exits?|Exeunt)\b")
_NONE = frozenset(
    "ACT SCENE CURTAIN END FINIS EXIT EXEUNT ENTER PROLOGUE EPILOGUE NOTE NO YES OH AH WELL I O THE THE END".split()
)
_LONGEST = 60


class PlayCue(NamedTuple):
    name: str
    start: int
    """Where the name starts in the line's body."""
    extensions: tuple[str, ...]
    direction: tuple[int, int] | None
    """A direction behind the name, in the body."""
    speech: int | None
    """Where words start on the same line; null where the cue stands alone."""


class PlayCues(NamedTuple):
    names: frozenset[tuple[str, str]]
    """Name with the mark behind it: ``.``, ``:``, ``-``, or nothing for a name in capitals on a line of its own."""
    marked: bool
    """Whether directions bear brackets or italics, so that a paragraph without them is speech."""
    apart: bool
    """Whether a cue begins a paragraph: then a name at the start of any other line is none."""

    def find(self, row: Row) -> PlayCue | None:
        """The cue that a line begins with."""
        body = row.line.body
        head = body[0]
        if self.apart and not row.fresh:
            return None
        if not (head.isalpha() and not head.islower() or head in "_*"):
            return None
        found = _cue(body, self.names)
        return found[0] if found else None


def play_cues(rows: Sequence[Row]) -> PlayCues | None:
    """The cues of a play; null where the text isn't one.

    Three names that come three times each before the same mark make a play, or two that come twice where acts or scenes
    stand and people enter. A name in small letters needs most paragraphs to begin so.
    """
    slugs = sum(1 for row in rows if row.heading and row.heading[0].interior)
    acts = sum(1 for row in rows if row.fresh and row.line.body[0] not in "[(" and is_act(row.line.body))
    scenes = acts + sum(1 for row in rows if row.heading) - slugs
    if slugs * 2 > scenes and slugs >= 2:
        return None
    moves = sum(bool(_MOVE.search(row.line.body)) for row in rows if len(row.line.body) < 200)
    seen: Counter[tuple[str, str]] = Counter()
    alone: Counter[tuple[str, str]] = Counter()
    fresh = 0
    apart: Counter[tuple[str, str]] = Counter()
    for number, row in enumerate(rows):
        fresh += row.fresh
        body = row.line.body
        if row.heading or not (body[0].isalpha() and not body[0].islower() or body[0] in "_*"):
            continue
        if found := _cue(body, None):
            cue, mark = found
            if not mark and (not row.fresh or number + 1 == len(rows) or rows[number + 1].fresh):
                continue
            seen[cue.name, mark] += 1
            alone[cue.name, mark] += cue.speech is None
            apart[cue.name, mark] += row.fresh
    names: set[tuple[str, str]] = set()
    for mark in (".", "-", ":", "", " "):
        if mark in (":", "", " ") and not (scenes and moves >= 2 and not slugs):
            continue
        names |= _of_mark(mark, seen, alone, bool(scenes and moves), fresh)
    if not names:
        return None
    begin = sum(apart[key] for key in names) * 10 >= sum(seen[key] for key in names) * 9
    return PlayCues(frozenset(names), _marks_directions(rows), begin)


def _of_mark(
    mark: str, seen: Counter[tuple[str, str]], alone: Counter[tuple[str, str]], staged: bool, fresh: int
) -> set[tuple[str, str]]:
    own = {key: count for key, count in seen.items() if key[1] == mark}
    upper = {key: count for key, count in own.items() if is_upper(key[0])}
    small = {key: count for key, count in own.items() if not is_upper(key[0])}
    names: set[tuple[str, str]] = set()
    often = [key for key, count in upper.items() if count >= 3]
    twice = [key for key, count in upper.items() if count >= 2]
    if len(often) >= 3 or staged and len(twice) >= 2:
        names |= set(often if len(often) >= 3 else twice)
        spoken = sum(upper[key] for key in names)
        if sum(alone[key] for key in names) * 2 > spoken:
            names |= {key for key in upper if alone[key]}
        elif staged or mark != ".":
            names |= {key for key in upper if upper[key] >= 2}
    usual = {key for key, count in small.items() if count >= 3}
    if mark and len(usual) >= 2 and sum(small[key] for key in usual) * 2 >= fresh and not names:
        names |= usual | {key for key, count in small.items() if count >= 2}
    return names


def _cue(body: str, names: frozenset[tuple[str, str]] | None) -> tuple[PlayCue, str] | None:
    """The cue of a line with its mark, by its form alone, or by a name that is known to bear it."""
    match = _HEAD.match(body)
    if not match:
        return None
    name = match.group("name").rstrip()
    written = match.group("mark").strip()
    mark = written[:1].replace("—", "-").replace("–", "-") or (" " if match.group("mark") else "")
    if names is not None:
        if (name, mark) not in names:
            return None
    elif not _is_name(name) or mark in ("", " ") and not is_upper(name):
        return None
    rest = match.start("rest") if match.group("rest") else None
    if not mark and rest is not None:
        return None
    inner = match.group("direction")
    extensions: tuple[str, ...] = ()
    direction = match.span("direction") if inner else None
    if inner and is_voice(inner[1:-1].strip(" _*.")):
        extensions, direction = (inner[1:-1].strip(),), None
    return PlayCue(name, match.start("name"), extensions, direction, rest), mark


def _is_name(name: str) -> bool:
    """Capitals, or at most four words that begin with one."""
    if len(name) > _LONGEST or not has_case(name) or name.upper() in _NONE or TRANSITION.fullmatch(name):
        return False
    words = name.replace(",", " ").split()
    if is_upper(name):
        return len(words) <= 10 and name[-1] not in "!?;,"
    return len(words) <= 4 and all(
        word[0].isupper() or word in ("of", "the", "and", "de", "von", "van") for word in words
    )


def _marks_directions(rows: Sequence[Row]) -> bool:
    """Whether most directions that say who enters or leaves stand in brackets or italics."""
    plain = sum(bool(_PLAIN_MOVE.match(row.line.body)) for row in rows if row.fresh)
    marked = sum(row.line.body[0] in "[(_" for row in rows if row.fresh)
    return marked >= 3 and marked > plain
