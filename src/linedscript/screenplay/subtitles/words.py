"""Spoken words of a screenplay and of subtitles, in the one form in which they are compared."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Scene
from linedscript.records.subtitles import SubtitleCue

_SINGLE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = Pattern(rf"[{_SINGLE}]|[^\W_{_SINGLE}]+(?:['’`][^\W_{_SINGLE}]+)*")
_SPOKEN = frozenset(("dialogue", "lyric"))
_ROLLED = 3
"""Words that the end of one cue and the beginning of the next must share to be one text that rolls up."""
_TOUCHING = 0.5
"""Seconds between two cues of a text that rolls up, at most."""


class ScriptWords(NamedTuple):
    words: list[str]
    scenes: list[int]
    """Of each word, the position of its scene."""
    elements: list[int]
    """Of each word, its element's position in the scene."""


class CueWords(NamedTuple):
    cues: list[SubtitleCue]
    """By time."""
    words: list[str]
    numbers: list[int]
    """Of each word, the position of its cue in ``cues``."""
    positions: list[int]
    """Of each word, its position among its cue's words."""
    lengths: list[int]
    """Of each cue, its number of words."""


def words_of(text: str) -> list[str]:
    """Folded words without apostrophes; Chinese, Japanese and Korean characters singly."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [word.translate(_APOSTROPHES) for word in _WORD.findall(folded)]


_APOSTROPHES = str.maketrans("", "", "'’`")


def script_words(scenes: Sequence[Scene]) -> ScriptWords:
    """What is spoken or sung, in the script's order."""
    out = ScriptWords([], [], [])
    for number, scene in enumerate(scenes):
        for position, element in enumerate(scene.elements):
            if element.kind in _SPOKEN:
                found = words_of(scene.text[slice(*element.content)])
                out.words.extend(found)
                out.scenes.extend([number] * len(found))
                out.elements.extend([position] * len(found))
    return out


def cue_words(cues: Iterable[SubtitleCue]) -> CueWords:
    """What is spoken or sung, by time. Sounds, speakers' names, credits and advertisements aren't.

    Captions that roll up show a line again in the next cue: what was just shown isn't taken twice.
    """
    ordered = sorted(cues, key=lambda cue: cue.start)
    out = CueWords(ordered, [], [], [], [])
    last: list[str] = []
    for number, cue in enumerate(ordered):
        found = words_of(" ".join(turn.speech for turn in cue.turns)) if cue.kind in ("speech", "lyric") else []
        new = 0
        if last and found and cue.start - ordered[number - 1].end < _TOUCHING:
            new = _shown_again(last, found)
        out.lengths.append(len(found))
        for position in range(new, len(found)):
            out.words.append(found[position])
            out.numbers.append(number)
            out.positions.append(position)
        last = found
    return out


def _shown_again(last: Sequence[str], found: Sequence[str]) -> int:
    """How many words at the beginning of ``found`` are the end of ``last``; 0 where they are few."""
    most = min(len(last), len(found), 60)
    for count in range(most, _ROLLED - 1, -1):
        if last[-count:] == found[:count]:
            return count
    return 0
