"""A release as a folder: where its files lie, in what order their rows stand, and how they are read back."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode, id_key
from linedscript.records.base import Record
from linedscript.records.layers import LAYERS, RECIPE, Layer
from linedscript.records.release import Claims, Manifest, ParentFilm, PublicFilm

SUMS = "SHA256SUMS"
MANIFEST = "manifest.json"
CLAIMS = "claims.json"
FILMS = "films.jsonl"
RECORDINGS = "recordings.json"
REGISTRY = "registry.json"
CARD = "README.md"
DOCUMENTS = (CARD, "LICENSE-DATA.md", "CITATION.cff")
"""What a person reads beside the records."""


def layers_of(manifest: Manifest) -> dict[str, Layer]:
    """The layers of a release, the recipe's included where a film ships it."""
    return LAYERS | {RECIPE.name: RECIPE} if manifest.recipes else dict(LAYERS)


def film_layers(manifest: Manifest, film: str) -> dict[str, Layer]:
    """The layers of which a film has a file."""
    return LAYERS | {RECIPE.name: RECIPE} if film in manifest.recipes else dict(LAYERS)


def data_path(layer: str, film: str) -> str:
    return f"data/{layer}/{film}.jsonl"


def parquet_path(layer: str) -> str:
    return f"parquet/{layer}.parquet"


def schema_path(name: str) -> str:
    return f"schemas/{name}.schema.json"


def row_id(record: Record) -> str:
    """What a row is called within its file, and what orders the file's rows.

    A ledger numbers its attempts layer by layer, so its rows go by layer and id; a transcript's digest goes by its
    layer; a film's one validation record goes by the film.
    """
    own = getattr(record, "id", None)
    layer = getattr(record, "layer", None)
    if own is None:
        return layer or record.film
    return f"{layer}:{own}" if type(record).__name__ == "LedgerEntry" else own


def row_lines(rows: Iterable[Record]) -> bytes:
    """Canonical JSON lines in the order of ``row_id``. Two rows of one name are an error."""
    ordered = sorted(rows, key=lambda row: id_key(row_id(row)))
    for before, after in zip(ordered, ordered[1:], strict=False):
        if row_id(before) == row_id(after):
            raise LinedscriptError("duplicate-id", row_id(after), "two records have one id")
    return b"".join(encode(row) + b"\n" for row in ordered)


def pretty(value: Any) -> bytes:
    """Indented JSON with sorted keys, for the few files that a person opens."""
    return msgspec.json.format(encode(value), indent=2) + b"\n"


def require(root: Path) -> None:
    """Raise ``missing-release`` where nothing is: before anything is said about a release that isn't there."""
    if not root.is_dir() or not any(root.iterdir()):
        raise LinedscriptError(
            "missing-release",
            str(root),
            "this folder is empty" if root.is_dir() else "isn't a folder" if root.exists() else "no such folder",
            "'dvc pull' fetches the published releases, 'make release' builds them; or name another folder",
        )


class Release:
    """A release folder, opened for reading. Nothing is kept in memory but the manifest."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def load(self, name: str, kind: type) -> Any:
        """A JSON file of the tree, decoded strictly.

        Raises LinedscriptError ``missing-release``, ``missing-file`` or ``invalid-record``.
        """
        require(self.root)
        try:
            data = (self.root / name).read_bytes()
        except FileNotFoundError:
            raise LinedscriptError(
                "missing-file", str(self.root / name), "no such file, so this is no release", "name a release's folder"
            ) from None
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise LinedscriptError("invalid-record", str(self.root / name), str(error)) from None

    def manifest(self) -> Manifest:
        return self.load(MANIFEST, Manifest)

    def claims(self) -> Claims:
        return self.load(CLAIMS, Claims)

    def films(self) -> list[ParentFilm] | list[PublicFilm]:
        """The rows of ``films.jsonl``, of the type that the release's view has."""
        kind = ParentFilm if self.manifest().view == "parent" else PublicFilm
        rows = []
        for number, line in enumerate(self._bytes(FILMS).splitlines(), 1):
            try:
                rows.append(msgspec.json.decode(line, type=kind))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise LinedscriptError("invalid-record", f"{FILMS}:{number}", str(error)) from None
        return rows

    def rows(self, layer: str, film: str) -> list[Any]:
        """A film's records of a layer, in file order."""
        kind = (LAYERS | {RECIPE.name: RECIPE})[layer].record
        name = data_path(layer, film)
        decoder = msgspec.json.Decoder(kind)
        rows = []
        for number, line in enumerate(self._bytes(name).splitlines(), 1):
            try:
                rows.append(decoder.decode(line))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise LinedscriptError("invalid-record", f"{name}:{number}", str(error)) from None
        return rows

    def files(self) -> Iterator[str]:
        """Every file's path relative to the tree, sorted, hidden ones and links included."""
        yield from sorted(
            path.relative_to(self.root).as_posix()
            for path in self.root.rglob("*")
            if path.is_symlink() or not path.is_dir()
        )

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.root / name).read_bytes()
        except FileNotFoundError:
            raise LinedscriptError("missing-file", str(self.root / name), "no such file; a release has it") from None
