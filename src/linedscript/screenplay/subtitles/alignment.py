"""When each scene of a screenplay plays, by its dialogue in the film's subtitles."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from linedscript.errors import LinedscriptError
from linedscript.records.scene import Scene
from linedscript.records.subtitles import SceneTime, SpokenTime, SubtitleCue
from linedscript.screenplay.subtitles.matching import match, runs
from linedscript.screenplay.subtitles.moved import Pairs, find_moved, out_of_order
from linedscript.screenplay.subtitles.words import CueWords, ScriptWords, cue_words, script_words

_RUN = 3
"""Words of a run that is looked for first; of Chinese, Japanese and Korean characters one more."""
_APART = 4
"""Words that may lie between two matched ones of a group."""
_PAUSE = 10.0
"""Seconds between two cues beyond which a group ends."""
_SURE = 8
"""Matched words in one group that place a scene, however little of it they are."""
_ENOUGH = 0.25
"""Share of a scene's words that places it where no group is that long."""
_LEAST = 0.2
"""Share of the words, of the script or of the subtitles, whichever is higher, below which they are no pair.

Measured on the samples: 0 with another film's subtitles; from 0.25 with seven words in ten changed, where all placed
scenes are still placed rightly; at eight in ten, 0.10 to 0.16, one in six is misplaced.
"""


class Alignment(NamedTuple):
    scenes: list[SceneTime]
    words: int
    """Spoken in the script."""
    cue_words: int
    matched: int


def align(scenes: Sequence[Scene], cues: Sequence[SubtitleCue], place: str) -> Alignment:
    """A time for each scene, in their order. The same input gives the same times; time is about linear.

    Raises LinedscriptError, which names ``place``, the subtitles' file: ``no-dialogue``, ``no-speech``, and
    ``subtitles-differ`` where too little of the dialogue is found for these to be the film's subtitles.
    """
    script, spoken = script_words(scenes), cue_words(cues)
    if not script.words:
        raise LinedscriptError("no-dialogue", place, "the screenplay has no dialogue to align")
    if not spoken.words:
        raise LinedscriptError(
            "no-speech",
            place,
            f"none of {len(spoken.cues)} cues is speech",
            "bring subtitles with the dialogue, not of signs or sounds alone",
        )
    size = _RUN + 1 if 2 * sum(word > "\u3040" for word in script.words) > len(script.words) else _RUN
    placed, moved = _placed(script, spoken, size)
    matched = sum(map(len, placed.values()))
    share = max(matched / len(script.words), matched / len(spoken.words))
    if share < _LEAST:
        raise LinedscriptError(
            "subtitles-differ",
            place,
            f"{matched} of the script's {len(script.words)} spoken words are found in the subtitles' "
            f"{len(spoken.words)}: {share:.0%}, at least {_LEAST:.0%} is expected",
            "check that they are this film's, in the script's language; a translation can't be aligned",
        )
    return Alignment(_times(scenes, script, spoken, placed, moved), len(script.words), len(spoken.words), matched)


def _placed(script: ScriptWords, spoken: CueWords, size: int) -> tuple[dict[int, Pairs], frozenset[int]]:
    """Matched pairs of each scene that has enough of them; which scenes the film has elsewhere."""
    groups = [group for group in runs(match(script.words, spoken.words, size), _APART) if len(group) >= size]
    placed = _by_scene(script, spoken, groups, size)
    found = find_moved(script, spoken, placed, size, _APART)
    return placed | found, out_of_order(placed, found)


def _by_scene(script: ScriptWords, spoken: CueWords, groups: Sequence[Pairs], size: int) -> dict[int, Pairs]:
    """The pairs of each scene that is placed by them.

    A group is parted at a scene's end and at a long pause: a word that lies alone beyond either places nothing.
    """
    words = Counter(script.scenes)
    found: dict[int, Pairs] = {}
    longest: Counter[int] = Counter()
    for scene, part in (piece for group in groups for piece in _parted(script, spoken, group)):
        if len(part) >= min(size, (words[scene] + 1) // 2):
            found.setdefault(scene, []).extend(part)
            longest[scene] = max(longest[scene], len(part))
    return {
        scene: pairs
        for scene, pairs in found.items()
        if longest[scene] >= _SURE or len(pairs) >= _ENOUGH * words[scene]
    }


def _parted(script: ScriptWords, spoken: CueWords, group: Pairs) -> Iterator[tuple[int, Pairs]]:
    part: Pairs = []
    for pair in group:
        if part and (
            script.scenes[pair[0]] != script.scenes[part[-1][0]] or _pause(spoken, part[-1][1], pair[1]) > _PAUSE
        ):
            yield script.scenes[part[-1][0]], part
            part = []
        part.append(pair)
    yield script.scenes[part[-1][0]], part


def _pause(spoken: CueWords, before: int, after: int) -> float:
    """Seconds between the cues of two words."""
    return spoken.cues[spoken.numbers[after]].start - spoken.cues[spoken.numbers[before]].end


def _times(
    scenes: Sequence[Scene], script: ScriptWords, spoken: CueWords, placed: Mapping[int, Pairs], moved: frozenset[int]
) -> list[SceneTime]:
    words = Counter(script.scenes)
    lengths = Counter(zip(script.scenes, script.elements, strict=True))
    owners = {at: scene for scene, pairs in placed.items() for _, at in pairs}
    times: list[SceneTime] = []
    for number, scene in enumerate(scenes):
        pairs = placed.get(number)
        if pairs is None:
            times.append(_unplaced(scene, words[number]))
            continue
        at = sorted(right for _, right in pairs)
        times.append(
            SceneTime(
                id=scene.id,
                start=_start(spoken, at[0], owners, number),
                end=_end(spoken, at[-1], owners, number),
                by="aligned",
                moved=number in moved,
                words=words[number],
                matched=len(pairs),
                share=round(len(pairs) / words[number], 6),
                cues=tuple(spoken.cues[cue].id for cue in dict.fromkeys(spoken.numbers[right] for right in at)),
                spoken=tuple(_spoken(script, spoken, number, pairs, lengths)),
            )
        )
    return _interpolated(scenes, times)


def _unplaced(scene: Scene, words: int) -> SceneTime:
    return SceneTime(
        id=scene.id,
        start=0.0,
        end=None,
        by="interpolated",
        moved=False,
        words=words,
        matched=0,
        share=0.0 if words else None,
        cues=(),
        spoken=(),
    )


def _spoken(
    script: ScriptWords, spoken: CueWords, scene: int, pairs: Pairs, lengths: Mapping[tuple[int, int], int]
) -> Iterator[SpokenTime]:
    found: dict[int, list[int]] = {}
    for left, right in pairs:
        found.setdefault(script.elements[left], []).append(right)
    for element, at in sorted(found.items()):
        low, high = min(at), max(at)
        yield SpokenTime(
            element=element,
            cues=(spoken.cues[spoken.numbers[low]].id, spoken.cues[spoken.numbers[high]].id),
            start=_moment(spoken, low, 0),
            end=_moment(spoken, high, 1),
            words=lengths[scene, element],
            matched=len(at),
        )


def _moment(spoken: CueWords, at: int, after: int) -> float:
    """When a word begins, or with ``after`` 1 ends: words share their cue's time equally."""
    number = spoken.numbers[at]
    cue, length = spoken.cues[number], spoken.lengths[number]
    return round(cue.start + (cue.end - cue.start) * (spoken.positions[at] + after) / length, 3)


def _start(spoken: CueWords, at: int, owners: Mapping[int, int], scene: int) -> float:
    """The scene begins with the first word of its first cue that no other scene has."""
    while at and spoken.numbers[at - 1] == spoken.numbers[at] and owners.get(at - 1, scene) == scene:
        at -= 1
    return _moment(spoken, at, 0)


def _end(spoken: CueWords, at: int, owners: Mapping[int, int], scene: int) -> float:
    last = len(spoken.numbers) - 1
    while at < last and spoken.numbers[at + 1] == spoken.numbers[at] and owners.get(at + 1, scene) == scene:
        at += 1
    return _moment(spoken, at, 1)


def _interpolated(scenes: Sequence[Scene], times: Sequence[SceneTime]) -> list[SceneTime]:
    """The same times, those between aligned scenes filled in. A moved scene bounds nothing."""
    out = list(times)
    before = 0.0
    waiting: list[int] = []
    for number, time in enumerate(times):
        if time.by == "interpolated":
            waiting.append(number)
        elif not time.moved:
            span = max(0.0, time.start - before)
            whole = sum(max(1, scenes[at].words) for at in waiting)
            past = 0
            for at in waiting:
                start = round(before + span * past / whole, 3)
                past += max(1, scenes[at].words)
                out[at] = structs.replace(times[at], start=start, end=round(before + span * past / whole, 3))
            waiting = []
            before = max(before, time.end or before)
    for at in waiting:
        out[at] = structs.replace(times[at], start=before)
    return out
