"""Canonical JSON: UTF-8, sorted keys, no blanks, shortest round-trip numbers; JSON lines sorted by id."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import sha256, write_bytes
from linedscript.records.base import Record

R = TypeVar("R", bound=Record)
_DIGITS = re.compile(r"(\d+)")


def encode(value: Any) -> bytes:
    """One line of canonical JSON, without the newline. Floats are rounded to six decimals by whoever makes them."""
    return msgspec.json.encode(value, order="sorted")


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON."""
    return sha256(encode(value))


def content_digest(record: Record) -> str:
    """The digest of what a record says: of every field but ``made``, which is who said it.

    Patches and audits guard it: the same content from another prompt or model is what the reviewer saw.
    """
    return fields_digest(record, (name for name in record.__struct_fields__ if name != "made"))


def fields_digest(record: Record, fields: Iterable[str]) -> str:
    """The digest that a ``Citation`` of those fields carries."""
    return digest({name: getattr(record, name) for name in fields})


def id_key(record_id: str) -> tuple[Any, ...]:
    """Sorts ids by their numbers: ``s0002`` before ``s0010``, ``ent-9999`` before ``ent-10000``."""
    return tuple(int(part) if part.isdigit() else part for part in _DIGITS.split(record_id))


def lines(records: Iterable[Record]) -> bytes:
    """Canonical JSON lines, sorted by id. Two records with one id are an error."""
    rows = sorted(records, key=lambda record: id_key(record.id))
    for before, row in pairwise(rows):
        if before.id == row.id:
            raise LinedscriptError("duplicate-id", row.id, "two records have one id")
    return b"".join(encode(row) + b"\n" for row in rows)


def unreadable(records: Iterable[Record], place: str) -> list[LinedscriptError]:
    """A fault for each record whose line would be refused when it is read again: a struct that is made in memory isn't
    held to its field's patterns and bounds. For files that commands change and people depend on."""
    faults = []
    for record in records:
        try:
            msgspec.json.decode(encode(record), type=type(record))
        except msgspec.MsgspecError as error:
            name = getattr(record, "id", None) or getattr(record, "film", "")
            faults.append(LinedscriptError("invalid-record", f"{place}#{name}" if name else place, str(error)))
    return faults


def write_records(path: Path, records: Iterable[Record]) -> None:
    write_bytes(path, lines(records))


def read_records(path: Path, record: type[R]) -> list[R]:
    """Decode every line strictly. All faults of the file are collected; each names its line and field."""
    faults: list[LinedscriptError] = []
    rows: list[R] = []
    decoder = msgspec.json.Decoder(record)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise LinedscriptError("missing-file", str(path), "no such file") from None
    if data and not data.endswith(b"\n"):
        faults.append(LinedscriptError("torn-file", str(path), "the last line has no line end", "build the file again"))
    for number, line in enumerate(data.splitlines(), 1):
        try:
            rows.append(decoder.decode(line))
        except (msgspec.MsgspecError, RecursionError) as error:
            faults.append(LinedscriptError("invalid-record", f"{path}:{number}", str(error)))
    raise_all(faults)
    return rows
