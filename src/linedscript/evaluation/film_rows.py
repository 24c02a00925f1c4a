"""A film's records of some layers, out of a build's folders or out of a release."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import read_records
from linedscript.records.base import FilmId
from linedscript.records.layers import LAYERS


def build_rows(layers: Iterable[str], roots: Sequence[Path], film: FilmId) -> dict[str, list[Any]]:
    """``<root>/<layer>/<film>.jsonl`` of the first root that has it. Raises ``missing-file``."""
    found: dict[str, list[Any]] = {}
    for layer in layers:
        paths = [root / layer / f"{film}.jsonl" for root in roots]
        path = next((path for path in paths if path.is_file()), None)
        if path is None:
            looked = ", ".join(map(str, paths))
            raise LinedscriptError("missing-file", looked, f"no records of the layer {layer}", "build it first")
        found[layer] = read_records(path, LAYERS[layer].record)
    return found
