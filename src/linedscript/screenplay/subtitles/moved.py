"""Scenes that the film has elsewhere than the screenplay: each is looked for by itself among the words still free."""

from collections.abc import Iterator, Mapping, Sequence

from linedscript.screenplay.subtitles.matching import match, runs
from linedscript.screenplay.subtitles.words import CueWords, ScriptWords

Pairs = list[tuple[int, int]]
_WORDS = 8
"""Matched words that a scene needs to be found out of order."""
_SHARE = 0.5
"""Of its words."""
_ALIKE = 4
"""Places where a run of words may stand to say anything about where a scene is."""


def find_moved(
    script: ScriptWords, spoken: CueWords, placed: Mapping[int, Pairs], size: int, apart: int
) -> dict[int, Pairs]:
    """Matched pairs of scenes that aren't ``placed``, where most of their words stand together somewhere."""
    free = bytearray(b"\x01") * len(spoken.words)
    for pairs in placed.values():
        for _, at in pairs:
            free[at] = 0
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(spoken.words) - size + 1):
        if all(free[at : at + size]):
            places.setdefault(tuple(spoken.words[at : at + size]), []).append(at)
    found: dict[int, Pairs] = {}
    for scene, low, high in _stretches(script.scenes):
        if scene in placed or high - low < _WORDS:
            continue
        votes = sorted(
            at
            for start in range(low, high - size + 1)
            if len(there := places.get(tuple(script.words[start : start + size]), ())) <= _ALIKE
            for at in there
        )
        window = _densest(votes, (high - low) * 3 // 2 + 20)
        if window is None:
            continue
        near = [
            at for at in range(max(0, window[0] - (high - low)), min(len(free), window[1] + (high - low))) if free[at]
        ]
        pairs = [
            (low + one, near[other])
            for one, other in match(script.words[low:high], [spoken.words[at] for at in near], size)
        ]
        kept = [pair for group in runs(pairs, apart) if len(group) >= size for pair in group]
        if len(kept) >= max(_WORDS, _SHARE * (high - low)):
            found[scene] = kept
            for _, at in kept:
                free[at] = 0
    return found


def out_of_order(placed: Mapping[int, Pairs], found: Mapping[int, Pairs]) -> frozenset[int]:
    """Of the ``found`` scenes those that don't lie between what stands around them in the script."""
    ends: dict[int, tuple[int, int]] = {}
    before = -1
    for scene in sorted({*placed, *found}):
        if scene in placed:
            before = max(before, placed[scene][-1][1])
        else:
            ends[scene] = (before, 0)
    after = None
    moved = set()
    for scene in sorted({*placed, *found}, reverse=True):
        if scene in placed:
            after = placed[scene][0][1]
        elif found[scene][0][1] < ends[scene][0] or (after is not None and found[scene][-1][1] > after):
            moved.add(scene)
    return frozenset(moved)


def _stretches(scenes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """``(scene, low, high)`` of each scene with words."""
    low = 0
    for at in range(1, len(scenes) + 1):
        if at == len(scenes) or scenes[at] != scenes[low]:
            yield scenes[low], low, at
            low = at


def _densest(votes: Sequence[int], length: int) -> tuple[int, int] | None:
    """First and last of the votes within ``length`` of each other, where there are most; the earliest such place."""
    best, window, low = 1, None, 0
    for high, at in enumerate(votes):
        while at - votes[low] > length:
            low += 1
        if high - low + 1 > best:
            best, window = high - low + 1, (votes[low], at + 1)
    return window
