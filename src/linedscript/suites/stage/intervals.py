"""Task I's intervals: what lies between two checkpoints of a focal character, in chunks of whole scenes (D7).

(stage.txt, Task I: complete scenes in chunks of at most 600 content tokens; a longer scene is split at tokenizer
offsets; the exact source-coverage check.) The functions are the same for both views: each is cut over its own text.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import id_key
from linedscript.records.character import Anchor
from linedscript.records.scene import Scene
from linedscript.records.stage import Chunk, Interval, Part
from linedscript.records.trajectory import Checkpoint
from linedscript.screenplay.blocks import Stretch, pack
from linedscript.screenplay.tokens import Tokenizer, closed_sha256, sequence_sha256

Place = tuple[int, int]
"""``(number of the scene from 0, code point of its text)``."""


class Script:
    """A film's scenes in order, each cut into tokens once."""

    def __init__(self, film: str, scenes: Sequence[Scene], tokenizer: Tokenizer) -> None:
        self.film = film
        self.tokenizer = tokenizer
        self.scenes = sorted(scenes, key=lambda scene: scene.index)
        self.number = {scene.id: number for number, scene in enumerate(self.scenes)}
        self._tokens: dict[int, tuple[Sequence[int], list[int]]] = {}
        self._counts: dict[int, int] = {}

    def place(self, anchor: Anchor, whose: str) -> Place:
        """Where the anchor cuts: behind the token that it stands in, so that no word is torn.

        Raises ``unknown-place`` for an anchor outside the film, which ``whose`` is named in.
        """
        number = self.number.get(anchor.scene)
        if number is None or anchor.offset > len(self.scenes[number].text):
            raise LinedscriptError(
                "unknown-place",
                f"{self.film}/{whose}",
                f"its anchor is {anchor.offset} in {anchor.scene}, where the film has no text",
                "anchor it within the text of one of the film's scenes",
            )
        if anchor.offset in (0, len(self.scenes[number].text)):
            return number, anchor.offset
        ends = self._cut(number)[1]
        return number, ends[bisect_left(ends, anchor.offset)]

    def stretches(self, start: Place, end: Place) -> Iterable[Stretch]:
        """The scenes between two places in order, each whole or as far as it lies between them."""
        for number in range(start[0], end[0] + 1):
            scene = self.scenes[number]
            low = start[1] if number == start[0] else 0
            high = end[1] if number == end[0] else len(scene.text)
            if low < high:
                yield Stretch(scene, low, high, self._count(number, low, high))

    def _cut(self, number: int) -> tuple[Sequence[int], list[int]]:
        """Where the scene's content tokens start, and where its tokens end."""
        if number not in self._tokens:
            text = self.scenes[number].text
            self._tokens[number] = self.tokenizer.starts(text), [end for _, end in self.tokenizer.tokenize(text)]
        return self._tokens[number]

    def _count(self, number: int, low: int, high: int) -> int:
        text = self.scenes[number].text
        if low == 0 and high == len(text):
            if number not in self._counts:
                self._counts[number] = self.tokenizer.count(text)
            return self._counts[number]
        starts = self._cut(number)[0]
        return bisect_left(starts, high) - bisect_left(starts, low)


class Cut(NamedTuple):
    """One interval's text: ``[start, end)`` in places, and its chunks."""

    start: Place
    end: Place
    chunks: tuple[Chunk, ...]


def in_order(checkpoints: Iterable[Checkpoint]) -> list[Checkpoint]:
    """A trajectory's checkpoints by their anchors."""
    return sorted(checkpoints, key=lambda point: (id_key(point.anchor.scene), point.anchor.offset, id_key(point.id)))


def cut_script(
    script: Script, anchors: Sequence[tuple[str, Anchor]], budget: int, *, to_end: bool = False
) -> list[Cut]:
    """The text up to the first anchor, then from each to the next; with ``to_end`` from the last to the film's end.

    ``anchors``: ``(whose, anchor)`` in story order. Chunks hold whole scenes while they are within ``budget`` content
    tokens. Raises ``unknown-place``, ``anchors-out-of-order`` and ``invalid-budget``.
    """
    cuts: list[Cut] = []
    start: Place = (0, 0)
    ends = [(whose, script.place(anchor, whose)) for whose, anchor in anchors]
    if to_end and script.scenes:
        ends.append(("", (len(script.scenes) - 1, len(script.scenes[-1].text))))
    for whose, end in ends:
        if end < start:
            raise LinedscriptError(
                "anchors-out-of-order", f"{script.film}/{whose}", "its anchor stands before the one that it follows"
            )
        groups = pack(script.film, script.stretches(start, end), budget, script.tokenizer)
        chunks = tuple(
            Chunk(
                parts=tuple(Part(scene=one.scene, start=one.start, end=one.end, tokens=one.tokens) for one in group),
                tokens=sum(one.tokens for one in group),
            )
            for group in groups
        )
        cuts.append(Cut(start, end, chunks))
        start = end
    return cuts


def make_intervals(script: Script, checkpoints: Iterable[Checkpoint], budget: int) -> list[Interval]:
    """The intervals of one character's trajectory, with an empty memory, checked for exact coverage."""
    points = in_order(checkpoints)
    starts = (None, *(point.anchor for point in points))
    empty = [
        Interval(
            id=point.id,
            film=script.film,
            character=point.character,
            number=number,
            start=start,
            end=point.anchor,
            tokenizer=script.tokenizer.name,
            budget=budget,
            chunks=(),
            tokens=0,
            memory=(),
        )
        for number, (point, start) in enumerate(zip(points, starts, strict=False), 1)
    ]
    return replan(script, empty)


def replan(script: Script, intervals: Sequence[Interval]) -> list[Interval]:
    """The intervals of one trajectory, in order, with chunks cut over the script's text, checked for exact coverage."""
    if not intervals:
        return []
    cuts = cut_script(script, [(interval.id, interval.end) for interval in intervals], intervals[0].budget)
    found = [
        msgspec.structs.replace(interval, chunks=cut.chunks, tokens=sum(chunk.tokens for chunk in cut.chunks))
        for interval, cut in zip(intervals, cuts, strict=True)
    ]
    raise_all(coverage_faults(script, found))
    return found


def coverage_faults(script: Script, intervals: Sequence[Interval]) -> list[LinedscriptError]:
    """What keeps the chunks of a trajectory's intervals, put together, from being the film's text and its token
    sequence up to the final anchor. ``intervals`` in order.

    Codes: ``interval-text`` (a part isn't what follows the one before), ``interval-tokens`` (the sequence differs),
    ``interval-count`` (a count isn't its text's), ``interval-budget`` (a chunk is over the budget).
    """
    faults: list[LinedscriptError] = []
    at: Place = (0, 0)
    pieces: list[str] = []
    for interval in intervals:
        place = f"{script.film}/{interval.id}"
        for chunk in interval.chunks:
            if chunk.tokens > interval.budget:
                faults.append(
                    LinedscriptError("interval-budget", place, f"{chunk.tokens} tokens in a chunk of {interval.budget}")
                )
            for part in chunk.parts:
                at = _skip_to_text(script, at)
                expected, found = _named(script, at), (part.scene, part.start)
                if expected != found or not part.start < part.end <= len(_text(script, part.scene)):
                    faults.append(
                        LinedscriptError(
                            "interval-text",
                            place,
                            f"expected the text from {expected[1]} in {expected[0]}, found {part.start} to {part.end} "
                            f"in {part.scene}",
                        )
                    )
                    return faults
                text = _text(script, part.scene)[part.start : part.end]
                if script.tokenizer.count(text) != part.tokens:
                    faults.append(
                        LinedscriptError("interval-count", place, f"{part.tokens} isn't the tokens of {part.scene}")
                    )
                pieces.append(text)
                at = (at[0], part.end)
            if chunk.tokens != sum(part.tokens for part in chunk.parts):
                faults.append(LinedscriptError("interval-count", place, "a chunk's tokens aren't its parts'"))
        if interval.tokens != sum(chunk.tokens for chunk in interval.chunks):
            faults.append(LinedscriptError("interval-count", place, "its tokens aren't its chunks'"))
        end = script.place(interval.end, interval.id)
        if _skip_to_text(script, at) != _skip_to_text(script, end):
            faults.append(
                LinedscriptError(
                    "interval-text",
                    place,
                    f"ends at {_named(script, at)}, and its anchor cuts at {_named(script, end)}",
                )
            )
            return faults
    whole = [stretch.scene.text[stretch.start : stretch.end] for stretch in script.stretches((0, 0), at)]
    if closed_sha256(map(script.tokenizer.cut, pieces)) != sequence_sha256(whole, script.tokenizer):
        faults.append(
            LinedscriptError(
                "interval-tokens",
                f"{script.film}/{intervals[-1].id}",
                "the parts' tokens, put together, aren't the token sequence of the text",
            )
        )
    return faults


def _text(script: Script, scene: str) -> str:
    return script.scenes[script.number[scene]].text if scene in script.number else ""


def _skip_to_text(script: Script, at: Place) -> Place:
    """The next place that has text behind it."""
    number, offset = at
    while number < len(script.scenes) - 1 and offset >= len(script.scenes[number].text):
        number, offset = number + 1, 0
    return number, offset


def _named(script: Script, at: Place) -> tuple[str, int]:
    return (script.scenes[at[0]].id, at[1]) if script.scenes else ("no scene", at[1])
