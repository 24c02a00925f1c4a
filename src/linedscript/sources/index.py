"""The source index ``manifests/sources.jsonl``: read strictly, written canonically."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from linedscript.days import is_day
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import read_records, unreadable, write_records
from linedscript.records.source import Film, Source


def load_index(path: Path, genres: dict[str, str] | None = None) -> list[Film]:
    """Every row, withdrawn ones too, by id. All faults are raised together, each with its line or film.

    ``genres`` is the parent-genre map; without it genres aren't looked up.
    """
    rows = read_records(path, Film)
    raise_all(list(index_faults(rows, str(path), genres)))
    return sorted(rows, key=lambda film: film.id)


def index_faults(rows: Sequence[Film], place: str, genres: dict[str, str] | None = None) -> Iterable[LinedscriptError]:
    """What the record types can't say: unique ids and scripts, languages that fit, whole retrievals, known genres."""
    ids: set[str] = set()
    scripts: dict[str, str] = {}
    for film in rows:
        here = f"{place}#{film.id}"
        if film.id in ids:
            yield LinedscriptError(
                "duplicate-film", here, "two rows have this id", "ids are given once, withdrawn films keep theirs"
            )
        ids.add(film.id)
        if film.id[:2] != film.language:
            yield LinedscriptError("wrong-language", here, f"the id says {film.id[:2]}, the row {film.language}")
        for title in (film.title, *film.title_forms):
            if not any(char.isalnum() for char in title):
                yield LinedscriptError("empty-title", here, f"title {title!r} holds no letter and no digit")
        for what, values in (("genres", film.genres), ("suites", film.suites)):
            if len(set(values)) != len(values):
                yield LinedscriptError("duplicate-value", here, f"{what} name one value twice")
        for genre in film.genres:
            if genres is not None and genre not in genres:
                yield LinedscriptError(
                    "unmapped-genre", here, f"{genre} has no parent genre", "add it to manifests/genres.yaml"
                )
        scripted = [source for source in film.sources if source.kind == "screenplay"]
        if film.withdrawn is None and len(scripted) != 1:
            yield LinedscriptError(
                "no-screenplay", here, f"{len(scripted)} screenplay sources", "a film has exactly one"
            )
        for dated in (film.withdrawn, film.votes, *(source.retrieval for source in film.sources)):
            if dated is not None and dated.date is not None and not is_day(dated.date):
                yield LinedscriptError("no-day", here, f"{dated.date} is no day", "write it as 2026-11-29")
        for source in film.sources:
            yield from _source_faults(source, here)
            other = scripts.setdefault(source.raw_sha256, film.id)
            if other != film.id:
                yield LinedscriptError("duplicate-script", here, f"its {source.kind} is also {other}'s, by SHA-256")


def _source_faults(source: Source, here: str) -> Iterable[LinedscriptError]:
    retrieval = source.retrieval
    needed = {"bundled": "path", "address": "address"}.get(retrieval.method)
    if needed and not getattr(retrieval, needed):
        yield LinedscriptError("incomplete-retrieval", here, f"method {retrieval.method} without {needed}")
    if not _is_plain(source.file):
        yield LinedscriptError(
            "unsafe-path",
            here,
            f"file {source.file[:80]!r} isn't a plain file name",
            "give the file a printable name of at most 200 bytes, without slashes, braces or a dot in front",
        )
    if retrieval.path and (Path(retrieval.path).is_absolute() or ".." in Path(retrieval.path).parts):
        yield LinedscriptError("unsafe-path", here, f"path {retrieval.path!r} leaves the project")
    elif retrieval.path and not retrieval.path.isprintable():
        yield LinedscriptError("unsafe-path", here, f"path {retrieval.path!r} has characters that don't show")
    if (source.normalized_sha256 is None) != (source.normalizer is None):
        yield LinedscriptError("incomplete-hash", here, "normalized_sha256 and normalizer come together")


def _is_plain(name: str) -> bool:
    """Whether a file may have that name in ``sources/<film>/``: it is shown, hashed and handed to rules."""
    plain = name.isprintable() and Path(name).name == name and not name.startswith(".") and not set("\\{}") & set(name)
    return plain and 0 < len(name.encode("utf-8", "surrogateescape")) <= 200


@contextmanager
def index_locked(path: Path) -> Iterator[None]:
    """Hold the index for a change: who comes meanwhile waits. The lock is its folder's, and ends with the process."""
    import fcntl

    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def change_film(
    path: Path,
    film: str,
    change: Callable[[Film], Film],
    genres: dict[str, str] | None = None,
    keep: Callable[[Film], object] | None = None,
) -> Film:
    """Change one row of the index as it is now, and leave every other one alone.

    ``keep`` is called with the new row once it is found sound, before it is written: for the files that it names.
    """
    with index_locked(path):
        rows = load_index(path, genres)
        old = film_named(rows, film, path)
        if (new := change(old)) != old:
            write_index(path, [new if row.id == film else row for row in rows], genres, keep and partial(keep, new))
        return new


def write_index(
    path: Path, rows: Sequence[Film], genres: dict[str, str] | None = None, keep: Callable[[], object] | None = None
) -> None:
    """Write rows that can be read again; all others are refused, before ``keep`` is called or anything is written."""
    raise_all(list(index_faults(rows, str(path), genres)) or unreadable(rows, str(path)))
    if keep is not None:
        keep()
    write_records(path, rows)


def read_genres(path: Path) -> dict[str, str]:
    """Genre to parent genre. A parent is a genre too and maps to itself."""
    import msgspec

    from linedscript.io.yaml import load

    try:
        genres = msgspec.convert(load(path), dict[str, str])
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-genres", str(path), str(error), "one line per genre: genre: parent genre"
        ) from None
    raise_all(
        [
            LinedscriptError("invalid-genres", f"{path}#{genre}", f"parent {parent!r} doesn't map to itself")
            for genre, parent in genres.items()
            if genres.get(parent) != parent
        ]
    )
    return genres


def film_named(rows: Iterable[Film], film: str, place: Path) -> Film:
    for row in rows:
        if row.id == film:
            return row
    raise LinedscriptError(
        "unknown-film", str(place), f"{film} isn't in the source index", "'linedscript sources list' prints it"
    )


def screenplay(film: Film) -> Source:
    """The film's screenplay source; a withdrawn film may have none."""
    for source in film.sources:
        if source.kind == "screenplay":
            return source
    raise LinedscriptError("no-screenplay", film.id, "the index names no screenplay")


def script_path(root: Path, film: Film, source: Source) -> Path:
    """Where the file lies: its bundled path, or ``sources/<film>/<file>``."""
    return root / (
        source.retrieval.path if source.retrieval.method == "bundled" else Path("sources") / film.id / source.file
    )


def next_id(rows: Iterable[Film], language: str) -> str:
    """The id after the highest one of the language, withdrawn films included."""
    return f"{language}-{max([int(film.id[3:]) for film in rows if film.id.startswith(language)], default=0) + 1:04d}"
