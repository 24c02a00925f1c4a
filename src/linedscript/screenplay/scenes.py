"""From classified stretches to scenes: boundaries, elements, segments, removed regions, ids."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_text
from linedscript.records.scene import Element, Removed, Scene, Segment
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import LineNumbers
from linedscript.screenplay.stretch import Stretch

_STORY = frozenset(("action", "cue", "dialogue", "parenthetical", "lyric"))
_MOST = 9999


def build_scenes(film: str, language: str, kept: Kept, stretches: Sequence[Stretch]) -> list[Scene]:
    """Scenes ``s0001``… that partition the kept text. Empty where nothing but blanks was kept.

    A scene reaches from its heading to the next one's; a section right before a heading, with its synopsis, opens the
    scene, and so does ``FADE IN:``. Text before the first heading is a scene of its own if it holds story.
    """
    if not stretches:
        return []
    numbers = LineNumbers(kept.source)
    firsts = scene_starts(stretches)
    if len(firsts) > _MOST:
        raise LinedscriptError(
            "too-many-scenes",
            film,
            f"{len(firsts)} scenes",
            f"a film holds at most {_MOST}: split the file, or name its format",
        )
    ends = [stretch.start for stretch in stretches[1:]] + [len(kept.text)]
    begins = [0] + ends[:-1]
    scenes = []
    for index, (first, after) in enumerate(pairwise([*firsts, len(stretches)]), 1):
        base, stop = begins[first], ends[after - 1]
        text = kept.text[base:stop]
        elements = tuple(
            _element(stretches[number], begins[number], ends[number], base, kept, numbers)
            for number in range(first, after)
        )
        heading = next((stretch.heading for stretch in stretches[first:after] if stretch.heading), None)
        segments = tuple(
            Segment(start=piece.start - base, source=piece.source, length=piece.length)
            for piece in kept.window(base, stop)
        )
        scenes.append(
            Scene(
                id=f"s{index:04d}",
                film=film,
                index=index,
                heading=heading,
                text=text,
                sha256=sha256_text(text),
                words=count_words(text, language),
                segments=segments,
                elements=elements,
            )
        )
    return scenes


def scene_starts(stretches: Sequence[Stretch]) -> list[int]:
    """The number of the stretch with which each scene begins."""
    firsts: list[int] = []
    for number, stretch in enumerate(stretches):
        if stretch.kind != "heading":
            continue
        first = number
        while first and (stretches[first - 1].kind in ("section", "synopsis") or stretches[first - 1].opens):
            first -= 1
        while first < number and stretches[first].kind == "synopsis":
            first += 1
        if not firsts and not any(before.kind in _STORY for before in stretches[:first]):
            first = 0
        firsts.append(first)
    return firsts if firsts and firsts[0] == 0 else [0, *firsts]


def _element(stretch: Stretch, start: int, end: int, base: int, kept: Kept, numbers: LineNumbers) -> Element:
    low, high = stretch.content
    source = kept.ranges(start, end)
    own = kept.ranges(low, high) or source
    return Element(
        kind=stretch.kind,
        start=start - base,
        end=end - base,
        content=(low - base, high - base),
        source=source,
        lines=numbers.span(own[0][0], own[-1][1]),
        cue=stretch.cue,
        dual=stretch.dual,
    )


def build_removed(film: str, kept: Kept) -> list[Removed]:
    """Removed regions ``x0001``… in source order."""
    numbers = LineNumbers(kept.source)
    return [
        Removed(
            id=f"x{number:04d}",
            film=film,
            reason=cut.reason,
            source=(cut.start, cut.end),
            lines=numbers.span(cut.start, cut.end),
        )
        for number, cut in enumerate(kept.cuts, 1)
    ]


def count_words(text: str, language: str) -> int:
    """Words between blanks in English; characters that aren't blank in Chinese."""
    words = text.split()
    return sum(map(len, words)) if language == "zh" else len(words)
