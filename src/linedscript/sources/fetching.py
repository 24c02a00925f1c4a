"""Scripts that have an address: fetched once, checked against the index, kept whole or not at all."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from linedscript.io.files import sha256, sha256_file, write_bytes
from linedscript.records.source import Film, Source
from linedscript.sources.index import script_path

Status = Literal[
    "present", "retrieved", "changed", "gone", "unreachable", "bring_your_own", "missing", "unreadable", "withdrawn"
]
Get = Callable[[str], bytes]
"""The bytes at an address. Raises ``Unreachable``."""


class Unreachable(Exception):
    """No whole file was had from an address; the text says why."""


class NotThere(Unreachable):
    """The server says that the file isn't there any more."""


class Outcome(NamedTuple):
    film: str
    file: str
    status: Status
    why: str


_WHOLE = 20
"""Times ``timeout`` that a whole file may take: a server that sends a byte now and then is never silent."""


def http_get(address: str, *, limit: int, timeout: float) -> bytes:
    """At most ``limit`` bytes over http or https, redirects followed. Nothing is written to disk on the way.

    ``timeout``: the seconds of silence after which a server is given up.
    """
    import threading

    had: list[bytes | Exception] = []

    def get() -> None:
        try:
            had.append(_http_get(address, limit, timeout))
        except Exception as error:
            had.append(error)

    thread = threading.Thread(target=get, daemon=True)
    thread.start()
    thread.join(_WHOLE * timeout)
    if not had:
        raise Unreachable(f"not whole after {_WHOLE * timeout:g} seconds")
    if isinstance(had[0], Exception):
        raise had[0]
    return had[0]


def _http_get(address: str, limit: int, timeout: float) -> bytes:
    import httpx

    if not address.lower().startswith(("http://", "https://")):
        raise Unreachable(f"{address.split(':')[0]}: is neither http nor https")
    parts: list[bytes] = []
    size = 0
    try:
        with httpx.stream("GET", address, follow_redirects=True, timeout=timeout) as answer:
            if answer.status_code in (404, 410):
                raise NotThere(f"status {answer.status_code}")
            if answer.status_code != 200:
                raise Unreachable(f"status {answer.status_code}")
            for part in answer.iter_bytes():
                size += len(part)
                if size > limit:
                    raise Unreachable(f"more than {limit} bytes")
                parts.append(part)
            expected = answer.headers.get("content-length")
            if expected and not answer.headers.get("content-encoding") and int(expected) != size:
                raise Unreachable(f"{size} of {expected} bytes")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from None
    return b"".join(parts)


def fetch_film(film: Film, root: Path, get: Get, date: str) -> tuple[Film, list[Outcome]]:
    """The film's row with the outcome of each retrieval recorded, and what happened to each source."""
    if film.withdrawn:
        return film, [Outcome(film.id, source.file, "withdrawn", film.withdrawn.reason) for source in film.sources]
    sources, outcomes = [], []
    for source in film.sources:
        try:
            source, outcome = _fetch(film, source, root, get, date)
        except OSError as error:
            outcome = Outcome(film.id, source.file, "unreadable", f"{error.filename}: {error.strerror or error}")
        sources.append(source)
        outcomes.append(outcome)
    return msgspec.structs.replace(film, sources=tuple(sources)), outcomes


def recorded(now: Film, before: Film, after: Film) -> Film:
    """The film's row as it is now, with the outcomes of fetching it: only of sources that nobody changed meanwhile."""
    outcomes = dict(zip(before.sources, after.sources, strict=True))
    return (
        now if now.withdrawn else msgspec.structs.replace(now, sources=tuple(outcomes.get(s, s) for s in now.sources))
    )


def _fetch(film: Film, source: Source, root: Path, get: Get, date: str) -> tuple[Source, Outcome]:
    path = script_path(root, film, source)
    retrieval = source.retrieval
    if path.exists():
        if sha256_file(path) == source.raw_sha256:
            return source, Outcome(film.id, source.file, "present", "its hash is the index's")
        why = f"{path} isn't the file that the index names: move it away, then fetch"
        return source, Outcome(film.id, source.file, "changed", why)
    if retrieval.method == "bring_your_own":
        return source, Outcome(film.id, source.file, "bring_your_own", f"put the file at {path}")
    if retrieval.method == "bundled":
        return source, Outcome(film.id, source.file, "missing", f"{path} belongs to the repository: check it out again")
    why: list[str] = []
    status: Status = "gone"
    answered = True
    for name, address in (("address", retrieval.address), ("archived address", retrieval.archived)):
        if not address:
            continue
        try:
            data = get(address)
        except Unreachable as error:
            why.append(f"{name}: {error}")
            answered = answered and isinstance(error, NotThere)
            continue
        if sha256(data) == source.raw_sha256:
            write_bytes(path, data)
            status = "retrieved"
            why.append(f"{name}: {len(data)} bytes")
            break
        status = "changed"
        why.append(f"{name}: {_difference(data, source)}")
    if status == "gone" and not answered:
        return source, Outcome(film.id, source.file, "unreachable", "; ".join(why))
    new = msgspec.structs.replace(retrieval, outcome=status, date=date)
    return msgspec.structs.replace(source, retrieval=new), Outcome(film.id, source.file, status, "; ".join(why))


def _difference(data: bytes, source: Source) -> str:
    from linedscript.sources.doctor import difference

    return difference(data, source)
