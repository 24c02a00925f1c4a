"""The text of a file, with the way back to its bytes: what every container and encoding is turned into."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linedscript.io.files import sha256_text
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.stretch import Format


class Run(NamedTuple):
    """``length`` code points of the text from ``start``, made of ``raw_length`` bytes of the file from ``raw``.

    Within a run of plain text the file's encoding gives the byte of each character. A run of no bytes is a line end
    that the container implies; one of several bytes and one character is an entity.
    """

    start: int
    length: int
    raw: int
    raw_length: int


class Layer(NamedTuple):
    text: str
    """Decoded, whole. Every offset of a record is one of its code points."""
    container: str | None
    """``fdx``, ``html``, ``pdf``; null where the file is the text."""
    encoding: str
    by: str
    """``bom``, ``utf-8``, ``index``, ``detected`` or ``declared``."""
    confidence: float
    runs: tuple[Run, ...]
    """In order of ``start``; they cover the text once. Bytes of the file in no run are markup."""
    cuts: tuple[Cut, ...] = ()
    """What the container says is no story text."""
    grammar: Format | None = None
    """Where the container names its elements; null: the text is recognized as any other."""
    reader: str | None = None
    """The container's reader: name and version, with those of the library that it reads with."""
    empty_headings: tuple[int, ...] = ()
    """Where in the text scene headings stand that have no words: no scene begins there."""


class Raw(NamedTuple):
    """What a validation record says of the file."""

    bytes: int
    sha256: str
    map_sha256: str


def map_digest(runs: Iterable[Run]) -> str:
    """One line a run: the four numbers with a blank between."""
    return sha256_text("".join(f"{run.start} {run.length} {run.raw} {run.raw_length}\n" for run in runs))


def uncovered(runs: Sequence[Run], length: int) -> int | None:
    """The first offset of a text of this length that the runs don't cover exactly once; null where they do."""
    at = 0
    for run in runs:
        if run.start != at or run.length < 0:
            return min(at, run.start)
        at += run.length
    return None if at == length else min(at, length)
