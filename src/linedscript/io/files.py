"""Atomic files: a reader sees the old bytes or the new ones, never a part."""

import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from linedscript.errors import LinedscriptError

MOST_BYTES = 500_000_000
"""Of a file that is read whole."""
_PARTS = count(1)


def write_bytes(path: Path, data: bytes) -> None:
    """Write beside ``path``, flush to disk, and rename over it.

    A full disk or a killed process leaves ``path`` as it was; the stray ``.<name>.*.part`` is hidden and never read.
    A pipe or a device isn't replaced but written to.
    """
    if _is_stream(path):
        path.open("wb", buffering=0).write(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.parent / f".{path.name}.{os.getpid()}-{next(_PARTS)}.part"
    try:
        with named(path), part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def named(path: Path) -> Iterator[None]:
    """What the system refuses within says of which file: of a write on an open one it doesn't."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = os.fspath(path)
        raise


def _is_stream(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def read_bytes(path: Path, hint: str = "check the path", most: int = MOST_BYTES) -> bytes:
    """What a regular file holds: a pipe or a device would never end.

    Raises ``missing-file``, ``not-a-file``, ``too-large`` (before anything is read) or ``unreadable-file``.
    """
    try:
        state = path.stat()
        if stat.S_ISDIR(state.st_mode):
            raise LinedscriptError("not-a-file", str(path), "this is a folder", hint)
        if not stat.S_ISREG(state.st_mode):
            raise LinedscriptError("not-a-file", str(path), "isn't a regular file", hint)
        if state.st_size > most:
            raise LinedscriptError("too-large", str(path), f"{state.st_size:,} bytes; at most {most:,} are read", hint)
        return path.read_bytes()
    except FileNotFoundError:
        raise LinedscriptError("missing-file", str(path), "no such file", hint) from None
    except OSError as error:
        raise LinedscriptError("unreadable-file", str(path), error.strerror or str(error), hint) from None


def print_bytes(data: bytes) -> None:
    """All of it to standard output, whose writes may be short where Python doesn't buffer them."""
    sys.stdout.flush()
    rest = memoryview(data)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) or 0 :]


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    return sha256(text.encode("utf-8"))


def sha256_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
