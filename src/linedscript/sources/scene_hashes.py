"""Hashes by which a scene is known again in another version of its script.

Where the scenes' text is at hand (the script itself, or ``build/scenes``), hashes of their letters are compared, so
that the script may be in another format: its marks, line ends, blanks, numbers and capitals don't matter. A release
holds hashes of the exact text alone; against it a scene is tried with either line end, with up to four line ends after
it, and as NFC. Either way a scene with one other word is another scene.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_text
from linedscript.patterns import Pattern
from linedscript.records.source import Film
from linedscript.sources.index import screenplay, script_path

_NO_LETTER = Pattern(r"[\W\d_]+")
_SHORTEST = 60
"""Characters of a scene that says which film it is from: shorter ones may stand in any script."""


class Known(NamedTuple):
    """A film's scenes in order; null for one that is too short to tell films apart."""

    film: str
    letters: bool
    """Whether the hashes are of the texts' letters; else of the exact text."""
    hashes: tuple[str | None, ...]


class _Text(msgspec.Struct):
    """Of a scene record what is needed here, so that records of any version of this package do."""

    text: str


class _Hashed(msgspec.Struct):
    sha256: str
    chars: int


class _Read(msgspec.Struct):
    raw_sha256: str


def from_scripts(films: Iterable[Film], root: Path) -> list[Known]:
    """Of films whose script is at hand and OK."""
    return [_of_texts(film, [scene.text for scene in _scenes(film, root)]) for film in films]


def from_texts(folder: Path, films: Iterable[Film]) -> list[Known]:
    """Of the films that ``folder`` has scene records of.

    Where ``../source`` says which file they were read from, only those read from the file that the index names.
    """
    known = []
    for film in films:
        path, read = folder / f"{film.id}.jsonl", folder.parent / "source" / f"{film.id}.jsonl"
        if not path.is_file():
            continue
        if read.is_file() and any(one.raw_sha256 != screenplay(film).raw_sha256 for one in _rows(read, _Read)):
            continue
        known.append(_of_texts(film, [scene.text for scene in _rows(path, _Text)]))
    return known


def from_release(release: Any, films: Iterable[Film]) -> list[Known]:
    """Of the films that a parent release holds of the very file that the index names."""
    if release.manifest().view != "parent":
        raise LinedscriptError(
            "other-view",
            str(release.root),
            "a pseudonymized release has no hash of a script's own scenes",
            "give the parent's folder",
        )
    scripts = {film.id: screenplay(film).raw_sha256 for film in release.films()}
    known = []
    for film in films:
        if scripts.get(film.id) != screenplay(film).raw_sha256:
            continue
        outlines = _rows(release.root / "data" / "scenes" / f"{film.id}.jsonl", _Hashed)
        hashes = tuple(scene.sha256 if scene.chars >= _SHORTEST else None for scene in outlines)
        known.append(Known(film.id, False, hashes))
    return known


def _scenes(film: Film, root: Path):
    from linedscript.sources.materializing import read_scenes

    source = screenplay(film)
    return read_scenes(script_path(root, film, source), film.id, film.language, source)


def _of_texts(film: Film, texts: Iterable[str]) -> Known:
    return Known(film.id, True, tuple(map(_letters, texts)))


def _rows(path: Path, record: type) -> list:
    try:
        return [msgspec.json.decode(line, type=record) for line in path.read_bytes().splitlines()]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LinedscriptError("invalid-record", str(path), str(error)) from None


def _letters(text: str) -> str | None:
    if len(text.strip()) < _SHORTEST:
        return None
    return sha256_text(_NO_LETTER.sub("", unicodedata.normalize("NFKC", text)).casefold())


def _exact(text: str) -> Iterator[str]:
    """Hashes of the forms in which an unchanged scene may stand in another file."""
    yield sha256_text(text)
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    body = plain.rstrip("\n")
    for form in dict.fromkeys((body, unicodedata.normalize("NFC", body))):
        for blank in range(5):
            for end in ("\n", "\r\n"):
                yield sha256_text((form + "\n" * blank).replace("\n", end))


class SceneHashes:
    """A file's scenes, hashed when they are first compared."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._forms: dict[bool, list[tuple[str, ...]]] = {}

    def _of(self, letters: bool) -> list[tuple[str, ...]]:
        if letters not in self._forms:
            self._forms[letters] = [
                ((found,) if (found := _letters(text)) else ()) if letters else tuple(_exact(text))
                for text in self._texts
            ]
        return self._forms[letters]

    def in_order(self, known: Known) -> int:
        """How many of the known scenes stand here, in their order."""
        places: dict[str, list[int]] = {}
        for at, digest in enumerate(known.hashes):
            if digest:
                places.setdefault(digest, []).insert(0, at)
        tails: list[int] = []
        for forms in self._of(known.letters):
            for at in next((places[form] for form in forms if form in places), ()):
                tails[(end := bisect_left(tails, at)) : end + 1] = [at]
        return len(tails)
