"""Atomic files: a reader sees the old bytes or the new ones, never a part."""

import hashlib
import os
from itertools import count
from pathlib import Path

_PARTS = count(1)


def write_bytes(path: Path, data: bytes) -> None:
    """Write beside ``path``, flush to disk, and rename over it.

    A full disk or a killed process leaves ``path`` as it was; the stray ``.<name>.*.part`` is hidden and never read.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.parent / f".{path.name}.{os.getpid()}-{next(_PARTS)}.part"
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = os.fspath(path)
        raise


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    return sha256(text.encode("utf-8"))


def sha256_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
