"""What is wrong with the files that the source index names, and what to do about it."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256, sha256_text
from linedscript.records.source import Film, Source
from linedscript.sources.index import script_path

Health = Literal["OK", "changed", "gone", "unreadable", "withdrawn"]
Advance = Callable[[int], None]
"""Told of each number of bytes that was read."""
WORST: tuple[Health, ...] = ("unreadable", "changed", "gone", "OK", "withdrawn")
_TEXTS = frozenset(("screenplay", "synopsis", "subtitles"))
ENCODING_FAULTS = frozenset(("ambiguous-encoding", "undecodable-byte", "unknown-encoding"))
_LARGEST = 200_000_000
"""Bytes of a text that is read to see what it is; the hash of a larger one is taken, and no more."""
_CHUNK = 1 << 20


class Checked(NamedTuple):
    film: str
    kind: str
    file: str
    """Where it lies or should lie."""
    status: Health
    why: str
    hint: str
    """What to do; empty where nothing is to be done."""


def check_film(film: Film, root: Path, advance: Advance) -> list[Checked]:
    """Each source of the film whose file should lie on this disk."""
    return [check_source(film, source, root, advance) for source in film.sources]


def check_source(film: Film, source: Source, root: Path, advance: Advance) -> Checked:
    """One source: its bytes against the index's hash, and whether it can be read as the index says."""
    path = script_path(root, film, source)

    def found(status: Health, why: str, hint: str = "") -> Checked:
        return Checked(film.id, source.kind, str(path), status, why, hint)

    if film.withdrawn or source.removal == "removed":
        why = f"{film.withdrawn.reason} ({film.withdrawn.date})" if film.withdrawn else "this source was removed"
        return found("withdrawn", why, f"delete {path} when nobody needs it" if path.exists() else "")
    try:
        state = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return found("gone", *_gone(film, source, path))
    except OSError as error:
        return found("unreadable", error.strerror or str(error), "let yourself read the file and its folders")
    if not stat.S_ISREG(state.st_mode):
        return found("unreadable", "isn't a regular file", "move it away, then " + _restore(film, source, path))
    text = source.kind in _TEXTS and state.st_size <= _LARGEST
    try:
        data = path.read_bytes() if text else None
        digest = sha256(data) if data is not None else hash_file(path, advance)
    except OSError as error:
        return found("unreadable", error.strerror or str(error), "let yourself read the file, or check the disk")
    if data is not None:
        advance(len(data))
    if digest != source.raw_sha256:
        return found("changed", *_changed(film, source, path, data, digest))
    if data is not None and (fault := _unreadable(film, source, data)):
        return found(
            "unreadable",
            f"its hash is the index's, but {fault.problem}",
            _encoding_hint(film, source, path, fault) or fault.hint or "correct the source's format in the index",
        )
    requested = "; its removal was requested" if source.removal == "requested" else ""
    return found("OK", f"its hash is the index's{requested}")


def _encoding_hint(film: Film, source: Source, path: Path, fault: LinedscriptError) -> str:
    """What to do where the index names a wrong encoding; empty where that isn't the fault."""
    if fault.code not in ENCODING_FAULTS:
        return ""
    again = f"{film.id} {path} --encoding NAME"
    if source.kind == "screenplay":
        return f"record the right encoding with: linedscript sources replace {again}"
    return f"correct the encoding of {source.file} in the index"


def hash_file(path: Path, advance: Advance) -> str:
    """SHA-256 of a file of any size."""
    hashed = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(_CHUNK):
            hashed.update(part)
            advance(len(part))
    return hashed.hexdigest()


def total_bytes(films: list[Film], root: Path) -> int:
    """Of the files that checking these films reads."""
    total = 0
    for film in films:
        for source in film.sources if not film.withdrawn else ():
            try:
                total += script_path(root, film, source).stat().st_size
            except OSError:
                continue
    return total


def status_of(checked: list[Checked]) -> Health:
    """A film's status: the worst of its sources'."""
    return min((one.status for one in checked), key=WORST.index, default="OK")


def _gone(film: Film, source: Source, path: Path) -> tuple[str, str]:
    link = f"{path} is a link to nothing" if os.path.islink(path) else f"no file at {path}"
    retrieval = source.retrieval
    tried = (
        f"; its address was {retrieval.outcome} on {retrieval.date}"
        if retrieval.outcome in ("gone", "changed") and retrieval.date
        else ""
    )
    return link + tried, _restore(film, source, path)


def _restore(film: Film, source: Source, path: Path) -> str:
    search = f"or look for it among your files with: linedscript doctor {film.id} --search FOLDER --adopt"
    if source.retrieval.method == "bundled":
        return f"check {source.retrieval.path} out of the repository again"
    if source.retrieval.method == "address" and source.retrieval.outcome not in ("gone", "changed"):
        return f"fetch it with: linedscript sources fetch {film.id}; {search}"
    if source.retrieval.method == "address":
        return f"try again: linedscript sources fetch {film.id}; {search}"
    return f"put your file there; {search}"


def _changed(film: Film, source: Source, path: Path, data: bytes | None, digest: str) -> tuple[str, str]:
    why = f"SHA-256 {digest[:12]}…, the index says {source.raw_sha256[:12]}…"
    if data is not None:
        why += f": {difference(data, source)}"
    restore = _restore(film, source, path)
    restore = f"move it away, then {restore}"
    record = f"; if this file is the wanted one, record it with: linedscript sources replace {film.id} {path}"
    return why, restore + (record if source.kind == "screenplay" else "")


def difference(data: bytes, source: Source) -> str:
    """What bytes of another hash are: the same text, another text, or no text."""
    if not data:
        return "the file is empty"
    if source.normalized_sha256 is None:
        return "other bytes"
    fault = None
    for format, encoding, errors in ((source.format, source.encoding, source.errors), (None, None, "strict")):
        try:
            normalized = normalized_sha256(data, source.file, format, encoding, errors)
        except LinedscriptError as error:
            fault = error
            continue
        if normalized == source.normalized_sha256:
            return "the same text but for line ends, blanks or encoding"
        fault = None
    return f"not readable: {fault.problem}" if fault else "another text"


def normalized_sha256(data: bytes, name: str, format: str | None, encoding: str | None, errors: str) -> str:
    from linedscript.screenplay.containers.opening import open_layer
    from linedscript.screenplay.normalize import normalize

    return sha256_text(normalize(open_layer(data, name, format, encoding, errors).text))


def _unreadable(film: Film, source: Source, data: bytes) -> LinedscriptError | None:
    """What keeps a file that is the index's from being read as the index says."""
    try:
        if source.kind == "screenplay":
            from linedscript.screenplay.read import read_screenplay

            read_screenplay(
                data,
                film.id,
                film.language,
                format=source.format,
                encoding=source.encoding,
                errors=source.errors,
                budget=1000,
            )
        elif source.kind == "subtitles":
            from linedscript.screenplay.subtitles.read import read_subtitles

            read_subtitles(data, source.file, source.format, source.encoding, source.errors)
        else:
            from linedscript.screenplay.decode import decode

            decode(data, source.file, source.encoding, source.errors)
    except LinedscriptError as error:
        return error
    return None
