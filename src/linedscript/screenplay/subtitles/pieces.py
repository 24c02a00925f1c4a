"""A cue's content in pieces: tags, speakers, speech, song, sounds, and whose turn it is."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range
from linedscript.records.subtitles import PieceKind, SubtitlePiece, SubtitleTurn
from linedscript.screenplay.subtitles.labels import Labels, label_at, names_at_starts
from linedscript.screenplay.subtitles.shown import Shown

_SOUND = Pattern(r"[(（][^()（）]*[)）]|[\[［【][^\[\]［］【】]*[\]］】]|\*[a-z][^*\n]{1,60}\*")
_OPEN, _CLOSE = "(（[［【", ")）]］】"
_DASH = Pattern(r"[ \t\u3000]*(?:[-‐‑–—](?![-‐‑–—])[ \t\u3000]*(?=\S)|>{2,3}[ \t]*(?=\S))")
_INNER = Pattern(
    r"(?<=[.!?…\"”'’)\]】。！？」』♪\u3400-\u9fff])[ \t\u3000]+(?P<dash>[-–—])(?![-–—])[ \t]?(?=[^\s\-–—])"
)
_NOTES = Pattern(r"[♪♫♬♩]+")
_HASH = Pattern(r"^[ \t]*(#)(?=\s)|(?<=\s)(#)[ \t]*$")
_BLANKS = Pattern(r"[\s\u200b\ufeff]+")
_CODES: dict[int, PieceKind] = {0: "speech", 1: "lyric", 2: "sound", 3: "sound", 4: "mark", 5: "mark", 6: "speaker"}


class Content(NamedTuple):
    text: str
    turns: tuple[SubtitleTurn, ...]
    pieces: tuple[SubtitlePiece, ...]
    words: dict[str, str]
    """The text of all ``speech`` and of all ``lyric`` pieces."""
    sounds: bool
    stays_open: bool
    """A bracket that opened here is closed in the next cue."""


class _Marks:
    """What a cue's structure is, found line by line. Offsets are of the text that is shown."""

    def __init__(self, sounds: Sequence[Range]) -> None:
        self.sounds = sounds
        self.sound_at = dict(sounds)
        self._starts = [low for low, _ in sounds]
        self.turns: set[int] = set()
        self.speakers: list[Range] = []
        self.marks: list[Range] = []
        self.lyrics: list[Range] = []

    def spans(self) -> tuple[Sequence[Range], ...]:
        """Of each kind, in the order in which one holds over the other."""
        return self.lyrics, self.sounds, self.marks, self.speakers

    def in_sound(self, at: int) -> bool:
        """Whether ``at`` is inside a description, behind its first bracket."""
        number = bisect_right(self._starts, at) - 1
        return number >= 0 and self.sounds[number][0] < at < self.sounds[number][1]


def labels_of(cues: Iterable[Shown]) -> Labels:
    """The names that stand before a colon often enough in these subtitles to be speakers."""
    counts: Counter[str] = Counter()
    cased = capitals = 0
    for cue in cues:
        if cue.text.upper() != cue.text.lower():
            cased += 1
            capitals += cue.text == cue.text.upper()
        if ":" in cue.text or "：" in cue.text:
            counts.update(names_at_starts(_lead(line) for line in cue.text.split("\n")))
    return Labels(frozenset(name for name, count in counts.items() if count >= 3), capitals * 2 > cased)


def _lead(line: str) -> str:
    dash = _DASH.match(line)
    return line[dash.end() :] if dash else line


def parted(cue: Shown, labels: Labels, opened: bool, following: str) -> Content:
    """A cue's pieces and turns. ``opened``: the cue before left a bracket open. ``following``: the next cue's text."""
    sounds, stays_open = _sounds(cue.text, opened, following)
    found = _Marks(sounds)
    start = 0
    for line in cue.text.split("\n"):
        _line(cue.text, start, start + len(line), labels, found)
        start += len(line) + 1
    _song(cue.text, found)
    kinds = _painted(cue.text, found)
    begins = _turns(kinds, sorted(found.turns | {at for at, _, _ in cue.voices}))
    return Content(
        text="\n".join(line.strip() for line in cue.text.split("\n")).strip(),
        turns=tuple(_told(cue, kinds, begins)) if cue.text.strip() else (),
        pieces=tuple(_pieces(cue, kinds, begins)),
        words={
            want: " ".join(cue.text[low:high] for kind, low, high in kinds if kind == want)
            for want in ("speech", "lyric")
        },
        sounds=any(kind == "sound" for kind, _, _ in kinds),
        stays_open=stays_open,
    )


def _sounds(text: str, opened: bool, following: str) -> tuple[list[Range], bool]:
    """What stands in brackets, one that is closed only in the next cue included; whether there is such a one."""
    sounds: list[Range] = []
    if opened and (close := _first(text, _CLOSE)) is not None:
        sounds.append((0, close + 1))
    sounds += [match.span() for match in _SOUND.finditer(text, sounds[0][1] if sounds else 0)]
    tail = sounds[-1][1] if sounds else 0
    left = _last(text[tail:], _OPEN)
    close, other = _first(following, _CLOSE), _first(following, _OPEN)
    if left is None or close is None or (other is not None and other < close):
        return sounds, False
    return [*sounds, (tail + left, len(text))], True


def _line(text: str, start: int, end: int, labels: Labels, found: _Marks) -> None:
    """Turns and speakers of one line: a dash or a name before a colon at its start; more dashes where it has one."""
    if found.in_sound(start):
        return
    at = start
    if dash := _DASH.match(text, start, end):
        at = dash.end()
        found.turns.add(start)
        found.marks.append((start, at))
        for inner in _INNER.finditer(text, at, end):
            if not found.in_sound(inner.start("dash")):
                found.turns.add(inner.start("dash"))
                found.marks.append((inner.start("dash"), inner.end()))
                _speaker(text, inner.end(), end, labels, found)
    while not (labelled := _speaker(text, at, end, labels, found)) and (after := found.sound_at.get(at, end)) < end:
        while after < end and text[after] in " \t":
            after += 1
        at = after
    if labelled and not dash:
        found.turns.add(start)


def _speaker(text: str, at: int, end: int, labels: Labels, found: _Marks) -> bool:
    label = label_at(text, at, end, labels)
    if label is None:
        return False
    found.speakers.append(label.name)
    found.marks.append(label.colon)
    return True


def _song(text: str, found: _Marks) -> None:
    """Lyrics between notes: a note at a line's start opens, any other one opens or closes.

    A line that only closes is sung from its start; what is open goes on in the next line.
    """
    if not _NOTES.search(text) and "#" not in text:
        return
    sung = False
    start = 0
    for line in text.split("\n"):
        notes = [match.span() for match in _NOTES.finditer(line)]
        notes = notes or [
            match.span(1) if match[1] else match.span(2) for match in _HASH.finditer(line) if len(line.strip()) > 1
        ]
        lead = len(line) - len(line.lstrip(" \t-–—"))
        if len(notes) == 1 and notes[0][0] > lead and not line[notes[0][1] :].strip():
            sung = True
        low = 0
        for left, right in notes:
            if sung and left > low:
                found.lyrics.append((start + low, start + left))
            found.marks.append((start + left, start + right))
            sung = True if left <= lead else not sung
            low = right
        if sung and low < len(line):
            found.lyrics.append((start + low, start + len(line)))
        start += len(line) + 1


def _painted(text: str, found: _Marks) -> list[tuple[PieceKind, int, int]]:
    """The text cut into kinds, one painted over the other; white space between them is ``blank``.

    Neighbours of one kind get two codes in turn, so that they stay apart.
    """
    paint = bytearray(len(text))
    for code, spans in zip((1, 2, 4, 6), found.spans(), strict=True):
        other = code + 1 if code in (2, 4) else code
        for number, (low, high) in enumerate(spans):
            paint[low:high] = bytes((other if number % 2 else code,)) * (high - low)
    edges = sorted({0, len(text), *(at for spans in found.spans() for span in spans for at in span)})
    out: list[tuple[PieceKind, int, int]] = []
    low = 0
    for high, after in pairwise([*edges[1:], len(text)]):
        if high < after and paint[high] == paint[low]:
            continue
        kind = _CODES[paint[low]] if high > low else "blank"
        if kind in ("speech", "lyric"):
            out += _with_blanks(text, kind, low, high)
        elif high > low:
            out.append((kind, low, high))
        low = high
    return out


def _with_blanks(text: str, kind: PieceKind, low: int, high: int) -> Iterator[tuple[PieceKind, int, int]]:
    """A stretch cut at its line breaks; the blanks around its lines are apart."""
    at = low
    for line in text[low:high].split("\n"):
        start = at + len(line) - len(line.lstrip())
        end = max(start, at + len(line.rstrip()))
        if start < end:
            if low < start:
                yield "blank", low, start
            yield kind, start, end
            low = end
        at += len(line) + 1
    if low < high:
        yield "blank", low, high


def _turns(kinds: Sequence[tuple[PieceKind, int, int]], candidates: Sequence[int]) -> list[int]:
    """Where each turn begins: at a candidate, if something stands both before it, since the last turn, and after it."""
    solid = [low for kind, low, _ in kinds if kind not in ("mark", "blank")]
    begins = [0]
    for at in candidates:
        number = bisect_right(solid, at - 1)
        before = solid[number - 1] if number else None
        if before is not None and before >= begins[-1] and number < len(solid):
            begins.append(at)
    return begins


def _told(cue: Shown, kinds: Sequence[tuple[PieceKind, int, int]], begins: Sequence[int]) -> Iterator[SubtitleTurn]:
    names = list(cue.voices)
    parts = _by_turn(kinds, begins)
    for number in range(len(begins)):
        end = begins[number + 1] if number + 1 < len(begins) else len(cue.text) + 1
        voice = None
        while names and names[0][0] < end:
            name = names.pop(0)[1]
            voice = voice or name
        within = parts.get(number, [])
        label = next((cue.text[low:high] for kind, low, high in within if kind == "speaker"), None)
        speech = " ".join(cue.text[low:high] for kind, low, high in within if kind in ("speech", "lyric"))
        yield SubtitleTurn(
            speaker=voice or (label and _BLANKS.sub(" ", label).strip(" ()[]（）［］")) or None,
            speech=_BLANKS.sub(" ", speech).strip(),
            sounds=tuple(
                _BLANKS.sub(" ", cue.text[low:high]).strip(_OPEN + _CLOSE + "* ")
                for kind, low, high in within
                if kind == "sound"
            ),
        )


def _by_turn(
    kinds: Sequence[tuple[PieceKind, int, int]], begins: Sequence[int]
) -> dict[int, list[tuple[PieceKind, int, int]]]:
    """The kinds of each turn; one that reaches over a turn's begin is cut there."""
    out: dict[int, list[tuple[PieceKind, int, int]]] = {}
    number = 0
    for kind, low, high in kinds:
        while low < high:
            while number + 1 < len(begins) and begins[number + 1] <= low:
                number += 1
            stop = min(high, begins[number + 1]) if number + 1 < len(begins) else high
            out.setdefault(number, []).append((kind, low, stop))
            low = stop
    return out


def _pieces(cue: Shown, kinds: Sequence[tuple[PieceKind, int, int]], begins: Sequence[int]) -> Iterator[SubtitlePiece]:
    """The kinds and the tags as ranges of the whole text, in order; they partition the content."""
    parts: list[tuple[int, int, PieceKind, int]] = []
    run = 0
    for number, within in _by_turn(kinds, begins).items():
        for kind, low, high in within:
            while low < high:
                while run + 1 < len(cue.runs) and cue.runs[run + 1][0] <= low:
                    run += 1
                at, source, size = cue.runs[run]
                stop = cue.runs[run + 1][0] if run + 1 < len(cue.runs) else len(cue.text)
                step = min(high, stop)
                if stop - at != size:
                    parts.append((source, source + size, kind, number))
                else:
                    parts.append((source + low - at, source + step - at, kind, number))
                low = step
    names = {low: (low, high) for _, _, (low, high) in cue.voices}
    inner = sorted(names)
    for at, low, high in cue.tags:
        number = bisect_right(begins, at) - 1
        place = bisect_right(inner, low)
        if place < len(inner) and inner[place] < high:
            left, right = names[inner[place]]
            parts += [(low, left, "tag", number), (left, right, "speaker", number), (right, high, "tag", number)]
        else:
            parts.append((low, high, "tag", number))
    held: list | None = None
    for low, high, kind, number in sorted(part for part in parts if part[0] < part[1]):
        if held and held[1:] == [low, kind, number] and kind not in ("tag", "sound", "speaker", "mark"):
            held[1] = high
            continue
        if held:
            yield SubtitlePiece(kind=held[2], turn=held[3], source=(held[0], held[1]))
        held = [low, high, kind, number]
    if held:
        yield SubtitlePiece(kind=held[2], turn=held[3], source=(held[0], held[1]))


def _first(text: str, chars: str) -> int | None:
    return min((at for char in chars if (at := text.find(char)) >= 0), default=None)


def _last(text: str, chars: str) -> int | None:
    return max((at for char in chars if (at := text.rfind(char)) >= 0), default=None)
