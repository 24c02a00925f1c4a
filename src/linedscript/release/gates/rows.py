"""Loading a film's rows: each against its schema and its record type, canonical, in order, in the right file."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from linedscript.io.canonical import encode, id_key
from linedscript.records.layers import LAYERS, RECIPE
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.release.tree import data_path, film_layers, row_id, schema_path

GATE = "schema"


def load(setting: Setting, film: Any) -> tuple[FilmRows, list[Defect]]:
    """A film's rows and what is wrong with its files. A row that doesn't decode is reported and left out."""
    defects: list[Defect] = []
    rows = FilmRows(film=film, records={}, lines={}, texts=None)
    for layer in film_layers(setting.manifest, film.id):
        path = setting.release.root / data_path(layer, film.id)
        rows.records[layer], rows.lines[layer] = [], []
        if not path.is_file():
            defects.append(
                rows.defect(
                    "coverage",
                    "missing-file",
                    layer,
                    None,
                    f"{film.id} has no file for the layer {layer}",
                    "every film has one file per layer, an empty one where there is nothing",
                )
            )
            continue
        defects.extend(_read(setting, rows, layer, path))
    texts = setting.texts(film.id)
    rows.texts = None if texts is None else {scene.id: scene for scene in texts}
    rows.__post_init__()
    return rows, defects


def _read(setting: Setting, rows: FilmRows, layer: str, path: Path) -> Iterator[Defect]:
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        yield rows.defect(GATE, "torn-file", layer, None, "the last line has no line end")
    decoder = msgspec.json.Decoder((LAYERS | {RECIPE.name: RECIPE})[layer].record)
    schema = setting.release.root / schema_path(layer)
    validator = _validator(schema.read_bytes()) if schema.is_file() else None
    if validator is None:
        yield Defect(
            gate=GATE,
            code="no-schema",
            file=schema_path(layer),
            record=None,
            problem="missing, or not a JSON Schema",
            hint="a release ships the schema of each of its layers",
        )
    before: str | None = None
    for number, line in enumerate(data.split(b"\n")[:-1] if data else (), 1):
        name = f"line {number}"
        try:
            plain = msgspec.json.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            yield rows.defect(GATE, "invalid-json", layer, name, str(error))
            continue
        rows.lines[layer].append((number, plain))
        if isinstance(plain, dict) and isinstance(plain.get("id"), str):
            name = plain["id"]
        if validator is not None and not validator.is_valid(plain):
            for error in list(validator.iter_errors(plain))[:3]:
                where = "/".join(str(part) for part in error.instance_path)
                yield rows.defect(GATE, "schema", layer, name, f"{where or 'the record'}: {error.message}"[:300])
        try:
            record = decoder.decode(line)
        except msgspec.MsgspecError as error:
            yield rows.defect(GATE, "invalid-record", layer, name, str(error))
            continue
        if encode(record) != line:
            yield rows.defect(GATE, "not-canonical", layer, name, "the line isn't the record's canonical JSON")
        if record.film != rows.film.id:
            yield rows.defect(GATE, "wrong-film", layer, name, f"the record is of {record.film}")
        here = row_id(record)
        if before is not None and here == before:
            yield rows.defect("ids", "duplicate-id", layer, here, "two records have one id")
        elif before is not None and id_key(here) < id_key(before):
            yield rows.defect("ids", "id-out-of-order", layer, here, f"stands after {before}", "rows are sorted by id")
        before = here
        rows.records[layer].append(record)
    if layer == "scenes":
        for position, scene in enumerate(rows.records[layer], 1):
            if scene.index != position or scene.id != f"s{position:04d}":
                yield rows.defect(
                    "ids",
                    "scene-number",
                    layer,
                    scene.id,
                    f"stands at position {position} with index {scene.index}",
                    "scenes are numbered from 1 without gaps (D11)",
                )
    elif layer == "validation" and len(rows.records[layer]) != 1:
        yield rows.defect(GATE, "no-validation", layer, None, f"{len(rows.records[layer])} validation records, not one")
    elif layer in ("validation", "transcripts"):
        for record in rows.records[layer]:
            told = record.decoded_sha256 if layer == "validation" else record.sha256
            if setting.pseudonymized and told is not None:
                yield rows.defect(
                    "identity",
                    "original-hash",
                    layer,
                    row_id(record),
                    "hashes what names the work",
                    "leave it to the parent",
                )
            elif not setting.pseudonymized and told is None:
                yield rows.defect(GATE, "no-hash", layer, row_id(record), "a parent release names the hash")


@lru_cache(maxsize=64)
def _validator(schema: bytes) -> Any:
    import jsonschema_rs

    try:
        return jsonschema_rs.validator_for(msgspec.json.decode(schema))
    except (msgspec.MsgspecError, ValueError):
        return None
