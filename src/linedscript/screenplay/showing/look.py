"""A file and what the reader made of it: what every way of showing starts from."""

from pathlib import Path
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.records.base import Language
from linedscript.screenplay.appearances import Appearance, appearances, cast_of
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.layer import Layer
from linedscript.screenplay.read import Reading, read_screenplay
from linedscript.screenplay.sections import section_paths

_BUDGET = 1000
"""Content tokens of a block; none is shown."""
_HINT = "name an existing file that you may read"


class Look(NamedTuple):
    name: str
    """The file's, as it was given."""
    data: bytes
    language: Language
    guessed: bool
    """Whether the language was read off the text."""
    layer: Layer
    reading: Reading
    paths: list[tuple[str, ...]]
    """By scene: the titles of the sections that it stands in."""
    present: list[tuple[Appearance, ...]]
    """By scene: who is in it, and who is only heard."""


def look_at(
    path: Path,
    read_as: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
    language: Language | None = None,
) -> Look:
    """Read one file. Raises LinedscriptError, which names the file, where it can't be opened or read."""
    name = str(path).encode("utf-8", "backslashreplace").decode()
    data = _bytes(path, name)
    layer = open_layer(data, name, read_as, encoding, errors)
    spoken = language or _language(layer.text)
    reading = read_screenplay(data, name, spoken, format=read_as, encoding=encoding, errors=errors, budget=_BUDGET)
    cast = cast_of(reading.scenes)
    present = [appearances(scene, cast) for scene in reading.scenes]
    return Look(name, data, spoken, language is None, layer, reading, section_paths(reading.scenes), present)


def _bytes(path: Path, name: str) -> bytes:
    from linedscript.io.files import read_bytes

    try:
        return read_bytes(path, _HINT)
    except LinedscriptError as error:
        raise LinedscriptError(error.code, name, error.problem, error.hint) from None


def _language(text: str) -> Language:
    from linedscript.sources.titles import guess_language

    return guess_language(text)
