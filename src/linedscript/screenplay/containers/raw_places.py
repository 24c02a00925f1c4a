"""Where characters of a decoded text stand in its file, for many places in order."""

from collections.abc import Iterable, Iterator, Sequence

from linedscript.screenplay.layer import Layer
from linedscript.screenplay.raw_offsets import RawOffsets, text_runs


def byte_places(text: str, data: bytes, encoding: str, places: Sequence[int]) -> Iterator[int]:
    """The byte of the file at which each of these characters starts; ``places`` ascend. Linear in the text's length."""
    if len(data) == len(text):
        return iter(places)
    try:
        whole = text.encode(encoding) == data
    except UnicodeEncodeError:
        whole = False
    if whole:
        return _encoded(text, encoding, places)
    offsets = RawOffsets(data, Layer(text, None, encoding, "index", 1.0, text_runs(text, data, encoding)))
    return map(offsets.at, places)


def _encoded(text: str, encoding: str, places: Iterable[int]) -> Iterator[int]:
    """Where encoding the text again gives the file: the length of each part tells."""
    at = byte = 0
    for place in places:
        part = text[at:place]
        byte += len(part) if encoding == "utf-8" and part.isascii() else len(part.encode(encoding))
        at = place
        yield byte
