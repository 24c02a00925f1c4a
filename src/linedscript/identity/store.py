"""The frozen map of a film, and the manifest that pins it."""

from pathlib import Path
from typing import Literal

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.identity.matching import MapLine
from linedscript.io.canonical import encode, lines, unreadable
from linedscript.io.files import sha256, sha256_file, write_bytes
from linedscript.records.identity import MapManifest, NameDecision, TitleForm

Place = Literal["samples", "private"]
MANIFEST = "manifests/identity.json"


def map_path(root: Path, film: str, place: Place | None = None) -> Path:
    """Where a film's map lies: at ``place``, else where the manifest says, else in ``private``."""
    if place is None:
        entry = pinned(root / MANIFEST, film)
        place = entry.place if entry else "private"
    return root / place / "identity" / f"{film}.jsonl"


def pinned(manifest: Path, film: str) -> MapManifest | None:
    return next((row for row in read_manifest(manifest) if row.film == film), None)


def read_map(path: Path) -> list[MapLine]:
    """Decode a map strictly, frozen or not. Every fault is named with its line."""
    if not path.exists():
        raise LinedscriptError(
            "missing-map",
            str(path),
            "no such name map",
            "fetch the private project ('dvc --cd private pull'), or draft one with 'linedscript identity candidates'",
        )
    decoder = msgspec.json.Decoder(NameDecision | TitleForm)
    rows: list[MapLine] = []
    faults = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            rows.append(decoder.decode(line))
        except (msgspec.MsgspecError, RecursionError) as error:
            faults.append(LinedscriptError("invalid-map", f"{path}:{number}", str(error)))
    raise_all(faults)
    return rows


def read_frozen(film: str, path: Path, sha256: str) -> list[MapLine]:
    """A map whose bytes have the pinned SHA-256. Raises ``map-changed``, with the command that freezes it."""
    rows = read_map(path)
    found = sha256_file(path)
    if found != sha256:
        raise LinedscriptError(
            "map-changed", str(path), f"its SHA-256 is {found[:12]}…, frozen was {sha256[:12]}…", _repair(film)
        )
    if any(row.film != film for row in rows):
        raise LinedscriptError("wrong-film", str(path), f"holds lines of another film than {film}", _repair(film))
    return rows


def pin_of(film: str, manifest: Path) -> str:
    """The pinned SHA-256. Raises ``map-not-frozen``."""
    entry = pinned(manifest, film)
    if entry is None:
        raise LinedscriptError("map-not-frozen", film, f"{manifest} pins no map of it", _repair(film))
    return entry.sha256


def _repair(film: str) -> str:
    return f"check it and freeze it: linedscript identity freeze --film {film}"


def read_manifest(path: Path) -> list[MapManifest]:
    if not path.exists():
        return []
    try:
        pins = msgspec.json.decode(path.read_bytes(), type=list[MapManifest])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LinedscriptError("invalid-manifest", str(path), str(error)) from None
    films = [pin.film for pin in pins]
    raise_all(
        [
            LinedscriptError("invalid-manifest", f"{path}#{film}", "pins two maps of the film", "leave one")
            for film in sorted(set(films))
            if films.count(film) > 1
        ]
    )
    return pins


def write_frozen(rows: list[MapLine], entry: MapManifest, path: Path, manifest: Path) -> None:
    """Write the map, then its pin; neither where one couldn't be read again."""
    raise_all(unreadable(rows, str(path)) + unreadable([entry], str(manifest)))
    pins = {row.film: row for row in read_manifest(manifest)} | {entry.film: entry}
    write_bytes(path, lines(rows))
    write_bytes(manifest, msgspec.json.format(encode([pins[film] for film in sorted(pins)]), indent=2) + b"\n")


def pin(film: str, rows: list[MapLine], place: Place, recipe: Literal["release", "withhold"]) -> MapManifest:
    return MapManifest(film=film, place=place, sha256=sha256(lines(rows)), recipe=recipe)
