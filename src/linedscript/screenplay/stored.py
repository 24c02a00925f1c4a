"""Proves a stored reading against its script again."""

from pathlib import Path
from typing import TypeVar

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import read_records
from linedscript.io.files import sha256
from linedscript.records.base import Record
from linedscript.records.scene import DecodedSource, Removed, Scene, Validation
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.tokens import tokenizer_named
from linedscript.screenplay.validation import prove, raw_of

R = TypeVar("R", bound=Record)


def check_stored(scenes: Path, removed: Path, validation: Path, script: Path, source: Path | None = None) -> Validation:
    """The stored validation record, if every statement of it holds; else LinedscriptError with film, scene and offset.

    ``source`` names the encoding that the text was read in; without it the encoding is found out again.
    """
    stored = read_one(validation, Validation)
    try:
        data = script.read_bytes()
    except FileNotFoundError:
        raise LinedscriptError(
            "missing-file", f"{stored.film}: {script}", "no such file", "bring the film's script"
        ) from None
    format, encoding, errors = None, None, "strict"
    if source:
        decoded = read_one(source, DecodedSource)
        if sha256(data) != decoded.raw_sha256:
            raise LinedscriptError(
                "hash-mismatch",
                f"{stored.film}: {script}",
                f"expected SHA-256 {decoded.raw_sha256}, found {sha256(data)}",
                "this isn't the script that was read: read the film again, or bring the file that the index names",
            )
        format, encoding, errors = decoded.format, decoded.encoding, "replace"
    layer = open_layer(data, stored.film, format, encoding, errors)
    proven = prove(
        stored.film,
        stored.language,
        layer.text,
        raw_of(data, layer),
        read_records(scenes, Scene),
        read_records(removed, Removed),
        tokenizer_named(stored.tokenizer),
    )
    for name in Validation.__struct_fields__:
        if getattr(proven, name) != getattr(stored, name):
            raise LinedscriptError(
                "validation-differs",
                f"{stored.film}: {validation}",
                f"{name} is {getattr(stored, name)!r}, the records give {getattr(proven, name)!r}",
                "read the film again",
            )
    return stored


def read_one(path: Path, record: type[R]) -> R:
    """The record of a file that holds one."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise LinedscriptError("missing-file", str(path), "no such file") from None
    try:
        return msgspec.json.decode(data, type=record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LinedscriptError("invalid-record", f"{path}:1", str(error)) from None
