"""From code points of a decoded text to bytes of its file, through the runs that tie them together."""

import codecs
from bisect import bisect_right
from collections.abc import Sequence

from linedscript.screenplay.decode import REPLACE
from linedscript.screenplay.layer import Layer, Run

_STEP = 1024
"""Code points between two that are looked up once for all."""
_WITH_STATE = ("iso2022", "hz", "utf-7", "utf_7")


def text_runs(text: str, data: bytes, encoding: str) -> tuple[Run, ...]:
    """The runs of a file that is the text: one, or where bytes were replaced each of these apart, one byte a character.

    ``text`` is what ``decode`` gave of ``data``.
    """
    bad = _bad_bytes(data, encoding) if "\ufffd" in text else []
    if not bad:
        return (Run(0, len(text), 0, len(data)),)
    decoder = codecs.getincrementaldecoder(encoding)()
    runs: list[Run] = []
    start = at = 0
    for low, high in [*bad, (len(data), len(data))]:
        if low > at:
            length = len(decoder.decode(data[at:low], low == len(data)))
            runs.append(Run(start, length, at, low - at))
            start += length
        for byte in range(low, high):
            runs.append(Run(start, 1, byte, 1))
            start += 1
        at = high
    return tuple(run for run in runs if run.length)


def _bad_bytes(data: bytes, encoding: str) -> list[tuple[int, int]]:
    """The ranges of bytes that don't decode, in order."""
    found: list[tuple[int, int]] = []

    def note(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        found.append((error.start, error.end))
        return "\ufffd" * (error.end - error.start), error.end

    codecs.register_error(f"{REPLACE}-noted", note)
    data.decode(encoding, f"{REPLACE}-noted")
    return found


def byte_offset(data: bytes, layer: Layer, at: int) -> int:
    """``RawOffsets(data, layer).at(at)``, for one offset."""
    return RawOffsets(data, layer).at(at)


class RawOffsets:
    """Looks up the byte at which a code point begins; any order of offsets, time linear in the text for all of them."""

    def __init__(self, data: bytes, layer: Layer) -> None:
        self._data = data
        self._layer = layer
        self._starts = [run.start for run in layer.runs]
        self._places: dict[int, _Places | None] = {}

    def at(self, offset: int) -> int:
        """The byte of the file at which the code point ``offset`` begins; for the text's length, where the text ends.

        A line end that the container implies begins where it belongs. Of a run whose characters can't be told apart
        in the file, each begins where the run does. Of a code that gives several code points, so does each.
        """
        number = bisect_right(self._starts, offset) - 1
        if number < 0:
            return 0
        run = self._layer.runs[number]
        inside = offset - run.start
        if inside >= run.length:
            return run.raw + run.raw_length
        if not inside:
            return run.raw
        if number not in self._places:
            text = self._layer.text[run.start : run.start + run.length]
            raw = self._data[run.raw : run.raw + run.raw_length]
            self._places[number] = _places(text, raw, self._layer.encoding)
        places = self._places[number]
        return run.raw + (places.at(inside) if places else 0)


class _Places:
    """Where the characters of one run begin in its bytes."""

    def __init__(self, text: str, encoding: str, marks: Sequence[tuple[int, int, list[int] | None]]) -> None:
        self._text = text
        self._encoding = encoding
        self._marks = marks
        """From which character on, at which byte; and where encoding again doesn't tell, each character's byte."""
        self._starts = [start for start, _, _ in marks]

    def at(self, inside: int) -> int:
        start, byte, listed = self._marks[bisect_right(self._starts, inside) - 1]
        if listed is not None:
            return listed[inside - start]
        return byte + len(self._text[start:inside].encode(self._encoding))


def _places(text: str, raw: bytes, encoding: str) -> _Places | None:
    """Null where the bytes aren't the text in this encoding."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return None
    step = len(text) if name.startswith(_WITH_STATE) else _STEP
    marks: list[tuple[int, int, list[int] | None]] = []
    start = byte = 0
    while start < len(text):
        part = text[start : start + step]
        again = _encoded(part, name)
        if again is not None and raw.startswith(again, byte):
            marks.append((start, byte, None))
            start, byte = start + len(part), byte + len(again)
            continue
        found = _decoded(text[start : start + step + 1], len(part), raw, byte, name)
        if found is None:
            return None
        listed, after = found
        marks.append((start, byte, listed))
        start, byte = start + len(listed), after
    return _Places(text, name, marks)


def _encoded(text: str, name: str) -> bytes | None:
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        return None


def _decoded(text: str, least: int, raw: bytes, byte: int, name: str) -> tuple[list[int], int] | None:
    """Each character's byte, decoded byte by byte until there are ``least`` characters, and the byte after them."""
    decoder = codecs.getincrementaldecoder(name)()
    places: list[int] = []
    begin = byte
    while len(places) < least:
        if byte >= len(raw):
            return None
        try:
            char = decoder.decode(raw[byte : byte + 1], byte + 1 == len(raw))
        except UnicodeDecodeError:
            return None
        byte += 1
        if char:
            if not text.startswith(char, len(places)):
                return None
            places += [begin] * len(char)
            begin = byte
    return places, byte
