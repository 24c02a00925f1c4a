"""Releases with a defect in them that their own sums don't show: a tree is changed, then sealed again."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from msgspec.structs import replace

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.io.files import sha256_file, write_bytes
from linedscript.release.card import stated
from linedscript.release.claims import count
from linedscript.release.parquet import table_bytes
from linedscript.release.sums import write_sums
from linedscript.release.tree import (
    CARD,
    CLAIMS,
    MANIFEST,
    RECORDINGS,
    SUMS,
    Release,
    data_path,
    film_layers,
    layers_of,
    parquet_path,
    pretty,
)

COPIES = {"changed-file", "unlisted-file", "missing-file", "not-equal", "claim-contradicted", "columns"}
"""What only the sums, the manifest, the claims and the copies say: nothing of it after ``reseal``."""


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, found: list[dict[str, Any]]) -> None:
    write_bytes(path, b"".join(encode(row) + b"\n" for row in found))


def change(
    path: Path, which: Callable[[dict[str, Any]], bool], made: Callable[[dict[str, Any]], dict[str, Any]]
) -> str:
    """Change the fields that ``made`` gives in the first record that fits; its id."""
    found = rows(path)
    row = next(row for row in found if which(row))
    row |= made(row)
    write_rows(path, found)
    return row["id"]


def reseal(root: Path, *, claims: bool = True) -> None:
    """Make Parquet copies, claims, card, recordings, manifest and sums those of the data: no copy tells of the defect.

    Of a layer that doesn't decode the Parquet copy and the claims are left as they are.
    """
    release = Release(root)
    manifest = release.manifest()
    for name, layer in layers_of(manifest).items():
        films = [film for film in manifest.films if name in film_layers(manifest, film)]
        films = [film for film in films if (root / data_path(name, film)).is_file()]
        try:
            data = table_bytes(layer.record, [release.rows(name, film) for film in films])
        except LinedscriptError:
            continue
        write_bytes(root / parquet_path(name), data)
    try:
        answers = tuple(row for film in manifest.films for row in release.rows("transcripts", film))
        write_bytes(root / RECORDINGS, pretty(answers))
        if claims:
            counted = count(release)
            write_bytes(root / CLAIMS, pretty(counted))
            _restate(root / CARD, stated(manifest, counted))
    except LinedscriptError:
        pass
    known = {entry.path: entry for entry in manifest.files}
    entries = []
    for name in release.files():
        if name not in (MANIFEST, SUMS):
            path, entry = root / name, known.get(name, known[CARD])
            entries.append(replace(entry, path=name, bytes=path.stat().st_size, sha256=sha256_file(path)))
    write_bytes(root / MANIFEST, pretty(replace(manifest, files=tuple(entries))))
    write_sums(root)


def _restate(card: Path, sections: dict[str, str]) -> None:
    head, *parts = card.read_text(encoding="utf-8").split("\n## ")
    for number, part in enumerate(parts):
        title = part.partition("\n")[0]
        if title in sections:
            parts[number] = f"{title}\n\n{sections[title]}\n"
    card.write_text("\n## ".join([head, *parts]), encoding="utf-8")


def faults(done: CompletedProcess[str], root: Path) -> set[tuple[str, str, str | None]]:
    """``(code, file, record)`` of each defect that ``linedscript verify`` printed; it has failed with status 1."""
    assert done.returncode == 1, done.stdout
    found = re.findall(rf"^\[([a-z0-9-]+)\] {re.escape(str(root))}/([^#\n]+?)(?:#(.+?))?: ", done.stdout, re.M)
    return {(code, file, record or None) for code, file, record in found}
