"""The proof that a film was read whole: the partition of the source, of each scene, and the token sequence."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import sha256, sha256_text
from linedscript.records.base import Language, Range
from linedscript.records.scene import Block, Removed, Scene, Segment, Validation
from linedscript.screenplay.layer import Layer, Raw, map_digest, uncovered
from linedscript.screenplay.scenes import count_words
from linedscript.screenplay.tokens import Tokenizer, Tokens, closed_sha256

_HINT = "the stored reading is damaged or of another file: read the film again"


def validate(
    film: str,
    language: Language,
    layer: Layer,
    raw: Raw,
    scenes: Sequence[Scene],
    removed: Sequence[Removed],
    blocks: Sequence[Block],
    tokenizer: Tokenizer,
    cuts: Sequence[Tokens] | None = None,
) -> Validation:
    """``prove``, and the same for the blocks: their parts put together are the scenes' token sequence."""
    cuts = cuts or _cut(scenes, tokenizer)
    proven = prove(film, language, layer.text, raw, scenes, removed, tokenizer, cuts)
    raise_all(list(_block_faults(film, scenes, blocks, tokenizer, cuts)))
    return proven


def raw_of(data: bytes, layer: Layer) -> Raw:
    """The file's part of the proof. Raises ``text-map`` where the runs don't cover the text once, within the file."""
    at = uncovered(layer.runs, len(layer.text))
    if at is None:
        at = next((run.start for run in layer.runs if not 0 <= run.raw <= run.raw + run.raw_length <= len(data)), None)
    if at is not None:
        raise _fault("text-map", f"character {at}", "the text isn't tied to the file's bytes here")
    return Raw(len(data), sha256(data), map_digest(layer.runs))


def prove(
    film: str,
    language: Language,
    text: str,
    raw: Raw,
    scenes: Sequence[Scene],
    removed: Sequence[Removed],
    tokenizer: Tokenizer,
    cuts: Sequence[Tokens] | None = None,
) -> Validation:
    """The film's validation record. Raises all faults at once, each with film, record and offset.

    ``cuts``: of each scene its tokens, where they are at hand.
    """
    raise_all([*_scene_faults(film, text, scenes, language), *_partition_faults(film, text, scenes, removed)])
    decoded, rebuilt = sha256_text(text), sha256_text(rebuild(scenes, removed, text))
    if rebuilt != decoded:
        raise LinedscriptError("partition", film, "the rebuilt text isn't the source", _HINT)
    cuts = cuts or _cut(scenes, tokenizer)
    return Validation(
        film=film,
        language=language,
        source_chars=len(text),
        scene_chars=sum(len(scene.text) for scene in scenes),
        removed_chars=sum(region.source[1] - region.source[0] for region in removed),
        scenes=len(scenes),
        elements=sum(len(scene.elements) for scene in scenes),
        removed=len(removed),
        decoded_sha256=decoded,
        rebuilt_sha256=rebuilt,
        raw_bytes=raw.bytes,
        raw_sha256=raw.sha256,
        raw_map_sha256=raw.map_sha256,
        tokenizer=tokenizer.name,
        tokenizer_sha256=tokenizer.sha256,
        tokens=sum(cut.content for cut in cuts),
        token_sequence_sha256=closed_sha256(cuts),
    )


def _cut(scenes: Sequence[Scene], tokenizer: Tokenizer) -> list[Tokens]:
    return [tokenizer.cut(scene.text) for scene in scenes]


def rebuild(scenes: Sequence[Scene], removed: Sequence[Removed], text: str) -> str:
    """The scenes' segments and the removed regions in source order. Only removed text is read off ``text``."""
    parts = [
        (segment.source, scene.text[segment.start : segment.start + segment.length])
        for scene in scenes
        for segment in scene.segments
    ]
    parts += [(region.source[0], text[region.source[0] : region.source[1]]) for region in removed]
    return "".join(part for _, part in sorted(parts, key=lambda part: part[0]))


def _fault(code: str, place: str, problem: str) -> LinedscriptError:
    return LinedscriptError(code, place, problem, _HINT)


def _partition_faults(
    film: str, text: str, scenes: Sequence[Scene], removed: Sequence[Removed]
) -> Iterator[LinedscriptError]:
    """Whether segments and removed regions cover the source once."""
    ranges = [(cut.source, cut.source + cut.length, scene.id) for scene in scenes for cut in scene.segments]
    ranges += [(*region.source, region.id) for region in removed]
    at, last = 0, "the start"
    for start, end, record in [*sorted(ranges), (len(text), len(text), "the end")]:
        place = f"{film}/{record}"
        if start > at:
            lost = f"characters {at} to {start} are in no scene and no removed region"
            yield _fault("text-lost", place, f"{lost}, between {last} and {record}: {_show(text, at, start)}")
        elif start < at:
            twice = min(at, end)
            shown = _show(text, start, twice)
            yield _fault("text-doubled", place, f"characters {start} to {twice} are also in {last}: {shown}")
        at, last = max(at, end), record
    if at > len(text):
        yield _fault("text-beyond-source", f"{film}/{last}", f"reaches to {at}, the source ends at {len(text)}")


def _scene_faults(film: str, text: str, scenes: Sequence[Scene], language: str) -> Iterator[LinedscriptError]:
    """Whether each scene's text is its source, and its elements partition it."""
    for index, scene in enumerate(scenes, 1):
        place = f"{film}/{scene.id}"
        if scene.id != f"s{index:04d}" or scene.index != index:
            found = f"expected s{index:04d} with index {index}, found {scene.id} with index {scene.index}"
            yield _fault("scene-order", place, found)
        if scene.film != film:
            yield _fault("wrong-film", place, f"the scene names film {scene.film}")
        if scene.sha256 != sha256_text(scene.text):
            yield _fault("scene-hash", place, "the scene's SHA-256 isn't that of its text")
        if scene.words != (counted := count_words(scene.text, language)):
            yield _fault("scene-words", place, f"{scene.words} words stated, {counted} counted")
        yield from _segment_faults(place, text, scene)
        yield from _element_faults(place, scene)


def _segment_faults(place: str, text: str, scene: Scene) -> Iterator[LinedscriptError]:
    at = 0
    for segment in scene.segments:
        own = scene.text[segment.start : segment.start + segment.length]
        theirs = text[segment.source : segment.source + segment.length]
        if segment.start != at:
            yield _fault("segment-gap", place, f"a segment starts at {segment.start}, the one before ends at {at}")
        elif own != theirs:
            differ = (number for number, (one, other) in enumerate(zip(own, theirs, strict=False)) if one != other)
            off = next(differ, min(len(own), len(theirs)))
            where = f"at {segment.start + off} of the scene, {segment.source + off} of the source"
            shown = f"expected {_show(theirs, off, off + 20)}, found {_show(own, off, off + 20)}"
            yield _fault("scene-text", place, f"the text doesn't rebuild the source: {where}, {shown}")
        at = segment.start + segment.length
    if at != len(scene.text):
        yield _fault("segment-gap", place, f"the segments end at {at}, the scene's text at {len(scene.text)}")


def _element_faults(place: str, scene: Scene) -> Iterator[LinedscriptError]:
    at = 0
    segments = scene.segments
    starts = [segment.start for segment in segments]
    only, shift = (segments[0].length, segments[0].source) if starts == [0] else (0, 0)
    for number, element in enumerate(scene.elements, 1):
        start, end, source = element.start, element.end, element.source
        low, high = element.content
        if start != at or not start <= low <= high <= end or end == at:
            shown = f"[{start}, {end}) with content [{low}, {high})"
            yield _fault(
                "element-gap", place, f"element {number} ({element.kind}) is {shown}, expected to start at {at}"
            )
        elif source != (
            expected := ((start + shift, end + shift),) if end <= only else _ranges(segments, starts, start, end)
        ):
            shown = f"{[list(span) for span in source]}, its segments {[list(span) for span in expected]}"
            yield _fault("element-source", place, f"element {number} ({element.kind}) states the source {shown}")
        at = end
    if at != len(scene.text):
        yield _fault("element-gap", place, f"the elements end at {at}, the scene's text at {len(scene.text)}")


def _ranges(segments: Sequence[Segment], starts: Sequence[int], start: int, end: int) -> tuple[Range, ...]:
    """The source of ``[start, end)`` of a scene's text."""
    found = []
    first = max(0, bisect_right(starts, start) - 1)
    for segment in islice(segments, first, None):
        if segment.start >= end:
            break
        low, high = max(start, segment.start), min(end, segment.start + segment.length)
        if high > low:
            shift = segment.source - segment.start
            found.append((low + shift, high + shift))
    return tuple(found)


def _block_faults(
    film: str, scenes: Sequence[Scene], blocks: Sequence[Block], tokenizer: Tokenizer, cuts: Sequence[Tokens]
) -> Iterator[LinedscriptError]:
    """Whether the blocks' parts put together are the scenes, text and tokens.

    The parts partition each scene, so their tokens are the scenes' sequence where those of each scene are its own.
    """
    rest = iter(scenes)
    scene, at = None, 0
    pieces: dict[str, list[str]] = {}
    for block in blocks:
        place = f"{film}/{block.id}"
        if block.tokens > block.budget or block.tokens != sum(part.tokens for part in block.parts):
            yield _fault("block-budget", place, f"{block.tokens} tokens under a budget of {block.budget}")
        for part in block.parts:
            if scene is None or at == len(scene.text):
                scene, at = next(rest, None), 0
            if scene is None or part.scene != scene.id or part.start != at:
                name = f"{part.part or part.scene} [{part.start}, {part.end})"
                yield _fault("block-gap", place, f"{name} doesn't go on at {scene.id if scene else 'the end'}, {at}")
                return
            pieces.setdefault(scene.id, []).append(scene.text[part.start : part.end])
            at = part.end
    if (scene and at != len(scene.text)) or next(rest, None) is not None:
        yield _fault("block-gap", film, "the blocks end before the last scene does")
        return
    for scene, cut in zip(scenes, cuts, strict=True):
        parts = pieces[scene.id]
        if parts != [scene.text] and b"".join(tokenizer.cut(part).closed for part in parts) != cut.closed:
            yield _fault("token-sequence", f"{film}/{scene.id}", "the blocks' token sequence isn't the scene's")


def _show(text: str, start: int, end: int) -> str:
    """The text between two offsets, shortened."""
    return repr(text[start : min(end, start + 30)]) + ("…" if end - start > 30 else "")
