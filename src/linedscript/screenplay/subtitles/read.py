"""Bytes of an SRT or WebVTT file to cues and removed regions that partition its text.

The reader is ours because the libraries that read subtitles give a cue's words without where they stand, and drop what
they don't expect: an exact span is what everything here is for.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import sha256, sha256_text
from linedscript.patterns import Pattern
from linedscript.records.subtitles import SubtitleCue, SubtitleFile, SubtitleRemoved
from linedscript.screenplay.decode import decode
from linedscript.screenplay.subtitles.furniture import cue_kind, furniture
from linedscript.screenplay.subtitles.pieces import Content, labels_of, parted
from linedscript.screenplay.subtitles.shown import Shown, shown
from linedscript.screenplay.subtitles.times import Times, time_line

READERS = {"srt": "srt/1", "vtt": "vtt/1"}
_LINE = Pattern(r"[^\r\n]*(?:\r{0,2}\n|\r|\Z)")
_NUMBER = Pattern(r"[\s\ufeff]*([0-9]{1,9})\s*$")
_HEADER = Pattern(r"\ufeff?WEBVTT(?:[ \t][^\r\n]*)?(?:[\r\n]|$)")
_BLOCK = Pattern(r"(NOTE|STYLE|REGION)(?:\s|$)")
_BLANK = " \t\r\n\f\v\u00a0\u200b\u3000\ufeff"
_MOST = 20
"""Faults of one file that are told."""
_MOST_CUES = 100_000
_LONGEST = 100_000
"""Characters of a cue: no screen holds a hundredth of them."""
_OTHERS = (
    (Pattern(r"\s*\[Script Info\]", 2), "SubStation Alpha"),
    (Pattern(r"\s*\{[0-9]+\}\{[0-9]+\}"), "MicroDVD"),
    (Pattern(r"\s*\[[0-9]+\]\[[0-9]+\]"), "MPL2"),
    (Pattern(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:\w+:)?tt\b", 16), "TTML"),
    (Pattern(r"\s*<SAMI\b", 2), "SAMI"),
    (Pattern(r"\s*[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]{3},[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]{3}\s"), "SubViewer"),
)


class Subtitles(NamedTuple):
    file: SubtitleFile
    text: str
    """Decoded, whole."""
    cues: list[SubtitleCue]
    """In file order."""
    removed: list[SubtitleRemoved]


class _Frame(NamedTuple):
    """A cue before its words are looked at. Offsets are of the whole text."""

    start: int
    """Of the cue: its number's line, or its time line."""
    above: str | None
    times: Times
    content: tuple[int, int]
    end: int


def read_subtitles(
    data: bytes, place: str, format: str | None = None, encoding: str | None = None, errors: str = "strict"
) -> Subtitles:
    """Read one file exactly, in time linear in its length. ``format``: ``srt`` or ``vtt``; null lets content decide.

    Raises LinedscriptError, which names ``place`` and for a cue its line, where the bytes aren't text, a time is
    impossible, or there is no cue.
    """
    decoded = _decoded(data, place, encoding, errors)
    text = decoded.text
    kind = format or ("vtt" if _HEADER.match(text) else "srt")
    if kind not in READERS:
        raise LinedscriptError(
            "unknown-format", place, f"no subtitle format {kind!r}", f"known: {', '.join(sorted(READERS))}"
        )
    starts = [match.start() for match in _LINE.finditer(text) if match.start() < len(text)]
    frames, regions = _frames(text, [*starts, len(text)], kind, place)
    file = SubtitleFile(
        format=kind,
        encoding=decoded.encoding,
        encoding_by=decoded.by,
        encoding_confidence=decoded.confidence,
        bytes=len(data),
        chars=len(text),
        raw_sha256=sha256(data),
        decoded_sha256=sha256_text(text),
        reader=READERS[kind],
    )
    lines = _Lines(starts)
    removed = [
        SubtitleRemoved(id=f"x{number:04d}", reason=reason, source=(start, end), lines=lines.span(start, end))
        for number, (start, end, reason) in enumerate(regions, 1)
    ]
    return Subtitles(file, text, list(_cues(text, frames, lines)), removed)


def _decoded(data: bytes, place: str, encoding: str | None, errors: str):
    try:
        return decode(data, place, encoding, errors)
    except LinedscriptError as error:
        hint = {
            "empty-file": "bring the subtitles' file again",
            "binary-file": "subtitles are text: bring them as SRT or WebVTT",
            "ambiguous-encoding": "name the encoding (--encoding)",
            "undecodable-byte": "name the encoding (--encoding), with --errors replace if single bytes are damaged",
        }.get(error.code, error.hint)
        raise LinedscriptError(error.code, error.place, error.problem, hint) from None


class _Lines:
    def __init__(self, starts: Sequence[int]) -> None:
        self._starts = starts

    def span(self, start: int, end: int) -> tuple[int, int]:
        from bisect import bisect_right

        return max(1, bisect_right(self._starts, start)), max(1, bisect_right(self._starts, max(start, end - 1)))


def _frames(text: str, starts: Sequence[int], kind: str, place: str) -> tuple[list[_Frame], list[tuple[int, int, str]]]:
    """The cues' frames and the removed regions, which together partition the text."""
    lines = [text[low:high] for low, high in pairwise(starts)]
    timed = _timed(lines, place, kind == "vtt")
    if not timed:
        raise _no_cue(text, place)
    if len(timed) > _MOST_CUES:
        raise LinedscriptError(
            "too-many-cues", place, f"{len(timed)} cues", f"a film has at most {_MOST_CUES}: check that this is one's"
        )
    heads = _heads(lines, [number for number, _ in timed], kind)
    regions: list[tuple[int, int, str]] = []
    body = 1 if text.startswith("\ufeff") else 0
    if body:
        regions.append((0, 1, "byte_order_mark"))
    first = _before(text, lines, starts, heads[0], kind, body, regions)
    frames = []
    for at, (number, times) in enumerate(timed):
        after = heads[at + 1] if at + 1 < len(heads) else len(lines)
        start = first if at == 0 else starts[heads[at]]
        low = starts[number] + times.text if times.text is not None else starts[number + 1]
        stop = number + 1
        if kind == "vtt":
            while stop < after and _filled(lines[stop]):
                stop += 1
        else:
            stop = after
        high = starts[stop]
        body_text = text[low:high]
        own = (low + len(body_text) - len(body_text.lstrip(_BLANK)), low + len(body_text.rstrip(_BLANK)))
        while stop < after and not _filled(lines[stop]):
            stop += 1
        content = own if own[0] < own[1] else (low, low)
        if content[1] - content[0] > _LONGEST:
            raise LinedscriptError(
                "cue-too-long",
                f"{place}:{number + 1}",
                f"{content[1] - content[0]} characters in one cue, at most {_LONGEST} are expected",
                "a time line may be missing after it: bring the subtitles' file again",
            )
        above = lines[heads[at]].strip(_BLANK) if heads[at] < number else None
        frames.append(_Frame(start, above, times, content, starts[stop]))
        if stop < after:
            _blocks(lines, starts, stop, after, kind, regions)
    return frames, regions


def _timed(lines: Sequence[str], place: str, settings_only: bool) -> list[tuple[int, Times]]:
    faults: list[LinedscriptError] = []
    timed = []
    for number, line in enumerate(lines):
        try:
            times = time_line(line, f"{place}:{number + 1}", settings_only)
        except LinedscriptError as error:
            faults.append(error)
            continue
        if times:
            timed.append((number, times))
    if len(faults) > _MOST:
        more = len(faults) - _MOST
        faults = [*faults[:_MOST], LinedscriptError("invalid-time", place, f"and {more} more lines like these")]
    raise_all(faults)
    return timed


def _heads(lines: Sequence[str], timed: Sequence[int], kind: str) -> list[int]:
    """The line with which each cue begins: that of its number or name, directly above its time line, or the latter.

    Where every line of a file is followed by a blank one, no number is directly above; then it is two lines above.
    """
    if kind == "vtt":
        used = set(timed)
        return [
            number - 1
            if number and _filled(lines[number - 1]) and number - 1 not in used and _opens(lines, number - 1)
            else number
            for number in timed
        ]
    direct = [number and bool(_NUMBER.match(lines[number - 1])) for number in timed]
    spaced = [
        number > 1 and not _filled(lines[number - 1]) and bool(_NUMBER.match(lines[number - 2])) for number in timed
    ]
    if not any(direct) and len(timed) > 1 and sum(spaced) * 2 > len(timed):
        return [number - 2 if far else number for number, far in zip(timed, spaced, strict=True)]
    return [number - 1 if near else number for number, near in zip(timed, direct, strict=True)]


def _opens(lines: Sequence[str], number: int) -> bool:
    """Whether the line is a block's first, and not the header's."""
    return not (_filled(lines[number - 1]) if number else _HEADER.match(lines[0]))


def _filled(line: str) -> bool:
    return bool(line.strip(_BLANK))


def _before(
    text: str,
    lines: Sequence[str],
    starts: Sequence[int],
    head: int,
    kind: str,
    body: int,
    regions: list[tuple[int, int, str]],
) -> int:
    """Where the first cue begins, blank lines above it included; what stands before it goes to ``regions``."""
    number = 0
    while number < head and not _filled(lines[number]):
        number += 1
    if number == head:
        return body
    if kind == "vtt" and _HEADER.match(text):
        stop = number + 1
        while stop < head and _filled(lines[stop]):
            stop += 1
        while stop < head and not _filled(lines[stop]):
            stop += 1
        regions.append((body, starts[stop], "header"))
        number = stop
    elif number < head:
        starts = [body if at <= number else start for at, start in enumerate(starts)]
    _blocks(lines, starts, number, head, kind, regions)
    return starts[head]


def _blocks(
    lines: Sequence[str], starts: Sequence[int], low: int, high: int, kind: str, regions: list[tuple[int, int, str]]
) -> None:
    """Blocks that are no cue: one region each, with the blank lines after it."""
    while low < high:
        block = _BLOCK.match(lines[low]) if kind == "vtt" else None
        stop = low
        while stop < high and _filled(lines[stop]):
            stop += 1
        while stop < high and not _filled(lines[stop]):
            stop += 1
        regions.append((starts[low], starts[stop], block[1].lower() if block else "stray_text"))
        low = stop


def _no_cue(text: str, place: str) -> LinedscriptError:
    head = text[:4096].removeprefix("\ufeff")
    for pattern, name in _OTHERS:
        if pattern.match(head):
            return LinedscriptError(
                "unsupported-format", place, f"these are {name} subtitles, which aren't read", "convert them to SRT"
            )
    return LinedscriptError(
        "no-cue",
        place,
        f"none of {text.count(chr(10)) + 1} lines is a time line such as 00:01:02,345 --> 00:01:04,567",
        "bring subtitles as SRT or WebVTT",
    )


def _cues(text: str, frames: Sequence[_Frame], lines: _Lines) -> Iterable[SubtitleCue]:
    seen: list[Shown] = [shown(text, *frame.content) for frame in frames]
    labels = labels_of(seen)
    edges = _edges(frames)
    open_from_last = False
    for number, (frame, sight) in enumerate(zip(frames, seen, strict=True)):
        following = seen[number + 1].text if number + 1 < len(seen) else ""
        content: Content = parted(sight, labels, open_from_last, following)
        open_from_last = content.stays_open
        kind = furniture(content.text, number in edges) or cue_kind(content)
        index = _NUMBER.match(frame.above) if frame.above else None
        yield SubtitleCue(
            id=f"c{number + 1:04d}",
            index=int(index[1]) if index else None,
            name=None if index else frame.above or None,
            start=frame.times.start,
            end=frame.times.end,
            kind=kind,
            text=content.text,
            turns=content.turns,
            source=(frame.start, frame.end),
            content=frame.content,
            pieces=content.pieces,
            lines=lines.span(frame.start, frame.end),
        )


def _edges(frames: Sequence[_Frame]) -> frozenset[int]:
    """The first and the last five cues by time: where subtitles name their makers."""
    order = sorted(range(len(frames)), key=lambda number: (frames[number].times.start, number))
    return frozenset(order[:5] + order[-5:])


def overlaps(cues: Iterable[SubtitleCue]) -> Counter[str]:
    """How many cues begin before the one before them ends, and how many before it begins."""
    counts: Counter[str] = Counter()
    for before, cue in pairwise(cues):
        if cue.start < before.start:
            counts["out of order"] += 1
        elif cue.start < before.end:
            counts["overlapping"] += 1
    return counts
