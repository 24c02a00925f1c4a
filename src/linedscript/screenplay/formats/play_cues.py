"""The cues of a stage play: in which way they are written, and which names they bear."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, is_voice
from linedscript.screenplay.formats.cast import Cast
from linedscript.screenplay.formats.colon_cues import LABEL, is_name
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act
from linedscript.screenplay.formats.plain_layout import Row

_TITLES = (
    "MR Mr MRS Mrs MS Ms DR Dr ST St JR Jr PROF Prof REV Rev HON Hon CAPT Capt COL Col GEN Gen LT Lt SGT Sgt MME Mme"
)
_TITLED = "".join(rf"(?<!\b{title})" for title in _TITLES.split())
_HEAD = Pattern(
    r"(?P<open>[_*]*)(?P<name>[^\W\d_](?:[^:\[\]()—–_*.\r\n]|\.(?! ?[_*]*(?:--|—|–|$))){0,70}?)(?P<close>[_*]*)"
    r"[ ]*(?P<direction>(?:[(\[][^()\[\]]{1,200}[)\]]|,[ ]+[a-zß-ÿа-яё][^:\[\]()—–_*.\r\n]{1,60}?)?)"
    rf"(?P<mark>{_TITLED}\.(?=[\s_*)\[(—–-]|$)[_*]*(?:[ ]?(?:--+|—|–))?|:(?=[\s_*\[(]|$)|[ ]?(?:--+|—)|[ ][–-](?=[ ])|"
    rf"(?:[ ]{{2,}}|[ ]*\t\s*)(?=\S)|$)"
    r"(?P<shut>[_*]*)\s*(?P<rest>.*)",
    re.DOTALL,
)
_MOVE = Pattern(
    r"\b(?:Enter|Exit|Exeunt|Re-?enter|Входит|Входят|Уходит|Уходят|Выходит|Выходят|Entrent?|Sort|Sortent|"
    r"tritt auf|treten auf|geht ab|gehen ab)\b"
)
_JOINED = Pattern(r"(?:Те же|Les m[êe]mes|Die Vorigen|Vorige|Los mismos|Dichos|Detti|I medesimi)\b(?P<names>.{1,150})")
"""Who is on stage with those of the scene before."""
_PLAIN_MOVE = Pattern(r"(?:Re-?enters?|Enters?|Exits?|Exeunt)\b")
_NONE = frozenset(
    "ACT SCENE CURTAIN END FINIS EXIT EXEUNT ENTER PROLOGUE EPILOGUE NOTE NO YES OH AH WELL I O THE THE END".split()
)
_LONGEST = 60
_NOBODY = Cast()
_WORD = Pattern(r"[^\W\d_]+")
_ASKED = Pattern(r"[?!？！]|\b(?:I|you|we|me|my|your|я|ты|вы|мы|je|tu|vous|nous|ich|du|Sie|wir)\b")
_HEARD = Pattern(
    r"(?:BLACK ?OUT|SILENCE|PAUSE|BEAT|MUSIC|LIGHTS?|THUNDER|NIGHT|DAY|DAWN|MORNING|EVENING|AFTERNOON|INTERVAL|"
    r"INTERMISSION|SONG|CHAPTER|PART|ТИШИНА|ПАУЗА|МУЗЫКА|НОЧЬ|УТРО|ВЕЧЕР|ДЕНЬ|NUIT|SOIR|MATIN|NACHT|MORGEN|ABEND|PAUSE)S?\b.*"
)
"""What stands in capitals before a full stop and isn't anybody."""
_SAID = Pattern(r"[^\Wa-z].*[.!?…:;,—–-][\"”’»)\]_*]*|[\"“'‘«(\[_*¿¡—–-].*|[^\Wa-z].*[^\W\d_].*", re.DOTALL)
"""What may be said: no mere word."""


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


def play_cues(rows: Sequence[Row], cast: Cast = _NOBODY) -> PlayCues | None:
    """The cues of a play; null where the text isn't one.

    Three names that come three times each before the same mark make a play, or two that come twice where acts or scenes
    stand and people enter, or two of the list of persons where acts or scenes stand. A name in small letters needs most
    paragraphs to begin so. Where acts or scenes stand and half of all paragraphs begin with a name in capitals and its
    mark, two that speak once are enough.
    """
    slugs = sum(1 for row in rows if row.heading and row.heading[0].interior)
    acts = sum(1 for row in rows if row.fresh and row.line.body[0] not in "[(" and is_act(row.line.body))
    scenes = acts + sum(1 for row in rows if row.heading) - slugs
    if slugs * 2 > scenes and slugs >= 2:
        return None
    found = _Found(rows)
    moves = sum(bool(_MOVE.search(row.line.body)) for row in rows if len(row.line.body) < 200)
    staged = bool(scenes and moves)
    names: set[tuple[str, str]] = set()
    for mark in (".", "-", ":", "", " "):
        own = (
            set() if mark in (":", "", " ") and not (scenes and moves >= 2 and not slugs) else found.usual(mark, staged)
        )
        if scenes and not slugs and mark in (".", "-", " "):
            own = own or found.few(mark)
        if scenes and not slugs and (own or mark in (".", "-", " ")):
            own |= found.listed(mark, cast, own)
        names |= own
    if scenes and not slugs and not names:
        names |= found.spaced()
    if not names:
        return None
    names |= found.entering({mark for _, mark in names})
    begin = sum(found.apart[key] for key in names) * 10 >= sum(found.seen[key] for key in names) * 9
    if begin:
        names |= found.once(names)
    return PlayCues(frozenset(names), _marks_directions(rows), begin)


class _Found:
    """What stands in the form of a cue in a text."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.alone: Counter[tuple[str, str]] = Counter()
        """Of them those with nothing behind on their line."""
        self.apart: Counter[tuple[str, str]] = Counter()
        """Of them those that begin a paragraph."""
        self.said: Counter[tuple[str, str]] = Counter()
        """Of them those with a sentence on their line, or below where they stand alone."""
        self.above: Counter[tuple[str, str]] = Counter()
        """Names in capitals alone in their paragraphs, with a paragraph of speech below."""
        self.asked = False
        """Whether what stands behind a name in capitals is a question, a call, or what one says of oneself."""
        self.fresh = self.told = self.lines = 0
        """Paragraphs; of them those that are no heading and no direction in brackets; the lines of the latter."""
        self.joined: set[str] = set()
        """Words of lines that say who joins those on stage."""
        self.moved: set[str] = set()
        """Words of lines that say who enters or leaves."""
        for number, row in enumerate(rows):
            self.fresh += row.fresh
            body = row.line.body
            part = row.heading is not None or body[0] in "([_" or row.fresh and is_act(body)
            self.lines += not part
            self.told += row.fresh and not part
            if len(body) < 200 and body[0] in "ТLDVI" and (joined := _JOINED.match(body)):
                self.joined.update(_WORD.findall(joined["names"]))
            if len(body) < 200 and _MOVE.search(body):
                self.moved.update(_WORD.findall(body))
                self.told -= row.fresh and not part
            if row.heading or not (body[0].isalpha() and not body[0].islower() or body[0] in "_*"):
                continue
            if found := _cue(body, None):
                cue, mark = found
                below = rows[number + 1] if number + 1 < len(rows) else None
                key = cue.name, mark
                if not mark and (not row.fresh or below is None or below.fresh):
                    self.above[key] += row.fresh and below is not None and _is_said_below(cue.name, below)
                    continue
                self.seen[key] += 1
                self.alone[key] += cue.speech is None
                self.apart[key] += row.fresh
                said = body[cue.speech :] if cue.speech is not None else below.line.body if below else ""
                self.said[key] += bool(_SAID.fullmatch(said))
                self.asked = self.asked or is_name(cue.name) and _ASKED.search(said) is not None
                self.told -= cue.speech is None and below is not None and below.fresh

    def usual(self, mark: str, staged: bool) -> set[tuple[str, str]]:
        own = {key: count for key, count in self.seen.items() if key[1] == mark}
        upper = {key: count for key, count in own.items() if is_name(key[0])}
        small = {key: count for key, count in own.items() if not is_name(key[0])}
        names: set[tuple[str, str]] = set()
        often = [key for key, count in upper.items() if count >= 3]
        twice = [key for key, count in upper.items() if count >= 2]
        if len(often) >= 3 or staged and len(twice) >= 2:
            names |= set(often if len(often) >= 3 else twice)
            spoken = sum(upper[key] for key in names)
            if sum(self.alone[key] for key in names) * 2 > spoken:
                names |= {key for key in upper if self.alone[key]}
            elif staged or mark != ".":
                names |= {key for key in upper if upper[key] >= 2}
        usual = {key for key, count in small.items() if count >= 3}
        if mark and len(usual) >= 2 and sum(small[key] for key in usual) * 2 >= self.fresh and not names:
            names |= usual | {key for key, count in small.items() if count >= 2}
        return names

    def few(self, mark: str) -> set[tuple[str, str]]:
        """Of a short play: two names whose speeches are half of all paragraphs; in small letters, twice each."""
        half = min(self.told, self.lines)
        upper = {key for key in self.said if key[1] == mark and is_name(key[0]) and self.said[key] == self.seen[key]}
        upper = {key for key in upper if not _is_label(key[0])}
        if len(upper) >= 2 and sum(self.said[key] for key in upper) * 2 >= half:
            return upper if self.asked or any(self.said[key] > 1 for key in upper) else set()
        small = {key for key in self.said if key[1] == mark and not is_name(key[0]) and self.said[key] >= 2}
        return small if len(small) >= 2 and sum(self.said[key] for key in small) * 2 >= half else set()

    def spaced(self) -> set[tuple[str, str]]:
        """Names that stand alone in their paragraphs above speech: two that come twice, a fourth of all paragraphs."""
        often = [key for key, count in self.above.items() if count > 1 and not is_act(key[0])]
        if len(often) < 2 or sum(self.above.values()) * 4 < self.told:
            return set()
        return {key for key, count in self.above.items() if count}

    def listed(self, mark: str, cast: Cast, own: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the list of persons: two, or with ``own`` any."""
        known = {
            key
            for key in self.seen
            if key[1] == mark and cast.has(key[0]) and (is_name(key[0]) or any(not is_name(name) for name, _ in own))
        }
        return known if own or len(known) >= 2 else set()

    def once(self, names: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """Names in capitals that speak once, where most paragraphs begin with a cue: a servant, a messenger."""
        if sum(self.seen[key] for key in names) * 3 < self.told * 2 or len(names) < 3:
            return set()
        marks = {mark for _, mark in names if mark}
        return {
            key
            for key, count in self.seen.items()
            if key[1] in marks
            and is_name(key[0])
            and self.apart[key] == self.said[key] == count
            and len(key[0].split()) <= 3
            and not _is_label(key[0])
        }

    def entering(self, marks: set[str]) -> set[tuple[str, str]]:
        """Names before the same marks, which a line names that says who enters or leaves; in capitals, or who joins."""
        return {key for key in self.seen if key[1] in marks and self.enters(key[0])}

    def enters(self, name: str) -> bool:
        words = _WORD.findall(name)
        if is_name(name):
            return all(word in self.moved or word.title() in self.moved for word in words)
        return all(word in self.joined for word in words)


def _is_said_below(name: str, below: Row) -> bool:
    """Whether a paragraph may be what the name above it says: no heading, no direction, no name itself."""
    body = below.line.body
    return not (
        _is_label(name) or len(name.split()) > 3 or "," in name or below.heading or body[0] in "([_" or is_upper(body)
    )


def _is_label(name: str) -> bool:
    return LABEL.fullmatch(name) is not None or _HEARD.fullmatch(name) is not None


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
    elif match.group("direction")[:1] == ",":
        return None
    elif written == "-" and is_upper(match.group("rest")):
        return None
    elif not _is_name(name) or mark in ("", " ") and not is_name(name):
        return None
    rest = match.start("rest") if match.group("rest") else None
    if not mark and rest is not None:
        return None
    inner = match.group("direction")
    extensions: tuple[str, ...] = ()
    direction = match.span("direction") if inner else None
    if inner[:1] == ",":
        return PlayCue(
            name, match.start("name"), (), (direction[1] - len(inner[1:].lstrip()), direction[1]), rest
        ), mark
    if inner and is_voice(inner[1:-1].strip(" _*.")):
        extensions, direction = (inner[1:-1].strip(),), None
    return PlayCue(name, match.start("name"), extensions, direction, rest), mark


def _is_name(name: str) -> bool:
    """Capitals, or at most four words that begin with one."""
    if len(name) > _LONGEST or not has_case(name) or name.upper() in _NONE or TRANSITION.fullmatch(name):
        return False
    words = name.replace(",", " ").split()
    if is_name(name):
        return len(words) <= 10 and name[-1] not in "!?;,"
    return len(words) <= 4 and all(
        word[0].isupper() or word in ("of", "the", "and", "de", "von", "van") for word in words
    )


def _marks_directions(rows: Sequence[Row]) -> bool:
    """Whether most directions that say who enters or leaves stand in brackets or italics."""
    plain = sum(bool(_PLAIN_MOVE.match(row.line.body)) for row in rows if row.fresh)
    marked = sum(row.line.body[0] in "[(_" for row in rows if row.fresh)
    return marked >= 3 and marked > plain
