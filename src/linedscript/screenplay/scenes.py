"""From classified stretches to scenes: boundaries, elements, segments, removed regions, ids."""

from collections.abc import Sequence
from itertools import pairwise
from sys import maxsize

from linedscript.contacts import spans
from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_text
from linedscript.records.scene import Element, Removed, Scene, Segment
from linedscript.screenplay.contact_signs import contact_signs
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.stretch import Stretch

_STORY = frozenset(("action", "cue", "dialogue", "parenthetical", "lyric"))
_MOST = 9999
_RARE_BLANKS = [char for char in map(chr, range(0x80, 0x3001)) if char.isspace()]
"""What counts as a blank and is more than one byte of UTF-8."""
_SHAPE = bytes(ord(" ") if byte < 0x80 and chr(byte).isspace() else ord("w") for byte in range(256))
"""Makes one letter of all that isn't blank, so that words are counted without being cut."""


def build_scenes(film: str, language: str, kept: Kept, stretches: Sequence[Stretch]) -> list[Scene]:
    """Scenes ``s0001``… that partition the kept text. Empty where nothing but blanks was kept.

    A scene reaches from its heading to the next one's; a section right before a heading, with its synopsis, opens the
    scene, and so does ``FADE IN:``. Text before the first heading is a scene of its own if it holds story.
    """
    if not stretches:
        return []
    firsts = scene_starts(stretches)
    if len(firsts) > _MOST:
        raise LinedscriptError(
            "too-many-scenes",
            film,
            f"{len(firsts)} scenes",
            f"a film holds at most {_MOST}: split the file, or name its format",
        )
    begins = [0, *(stretch.start for stretch in stretches[1:]), len(kept.text)]
    elements = _Elements(kept, stretches, begins)
    scenes = []
    for index, (first, after) in enumerate(pairwise([*firsts, len(stretches)]), 1):
        base, stop = begins[first], begins[after]
        text = kept.text[base:stop]
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
                elements=elements.of_scene(first, after),
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


class _Elements:
    """Makes the elements of one scene after the other.

    Elements follow one another in the kept text and in the source, so that the piece and the line in which one stands
    are found from where the one before it stood.
    """

    def __init__(self, kept: Kept, stretches: Sequence[Stretch], begins: Sequence[int]) -> None:
        self._kept = kept
        self._stretches = stretches
        self._begins = begins
        self._line_starts = [*kept.numbers.starts, maxsize]
        self._signs = [*contact_signs(kept.text), maxsize]
        self._bounds = [(piece.source - piece.start, piece.start + piece.length) for piece in kept.pieces]
        """Of each piece, how far the source is from the kept text, and where it ends."""
        self._piece = self._line = self._sign = 0
        """Where the last element ended: its piece, its line, and the first sign behind its start."""

    def of_scene(self, first: int, after: int) -> tuple[Element, ...]:
        """Of the stretches ``[first, after)``."""
        kept, begins, line_starts, signs = self._kept, self._begins, self._line_starts, self._signs
        number, line, sign = self._piece, self._line, self._sign
        shift, stop = self._bounds[number]
        base, elements = begins[first], []
        for stretch, start, end in zip(
            self._stretches[first:after], begins[first:after], begins[first + 1 : after + 1], strict=True
        ):
            low, high = stretch.content
            while stop <= start:
                number += 1
                shift, stop = self._bounds[number]
            if end <= stop:
                source = ((start + shift, end + shift),)
                top, bottom = (low + shift, high + shift - 1) if low < high else (start + shift, end + shift - 1)
            else:
                source = kept.ranges(start, end)
                own = kept.ranges(low, high) or source
                top, bottom = own[0][0], own[-1][1] - 1
            while line_starts[line] <= top:
                line += 1
            top_line = line
            while line_starts[line] <= bottom:
                line += 1
            while signs[sign] < low:
                sign += 1
            found = spans(kept.text[low:high]) if signs[sign] < high else ()
            elements.append(
                Element(
                    kind=stretch.kind,
                    start=start - base,
                    end=end - base,
                    content=(low - base, high - base),
                    source=source,
                    lines=(top_line, line),
                    cue=stretch.cue,
                    dual=stretch.dual,
                    contacts=tuple((low - base + at, low - base + to) for at, to in found) if found else (),
                )
            )
        self._piece, self._line, self._sign = number, line, sign
        return tuple(elements)


def build_removed(film: str, kept: Kept) -> list[Removed]:
    """Removed regions ``x0001``… in source order."""
    return [
        Removed(
            id=f"x{number:04d}",
            film=film,
            reason=cut.reason,
            source=(cut.start, cut.end),
            lines=kept.numbers.span(cut.start, cut.end),
        )
        for number, cut in enumerate(kept.cuts, 1)
    ]


def count_words(text: str, language: str) -> int:
    """Words between blanks in English; characters that aren't blank in Chinese."""
    if language == "zh":
        return sum(map(len, text.split()))
    if not text.isascii() and any(blank in text for blank in _RARE_BLANKS):
        return len(text.split())
    shape = text.encode().translate(_SHAPE)
    return shape.count(b" w") + shape.startswith(b"w")
