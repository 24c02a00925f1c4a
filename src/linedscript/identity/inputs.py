"""The layers of one film that a release holds, read from their files; engine layers' accounts put together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linedscript.engines.recordings import speaker
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import read_records
from linedscript.io.files import sha256_file
from linedscript.records.engine import TranscriptDigest, TranscriptLine
from linedscript.records.layers import ENGINE_LAYERS, LAYERS, LEFT, OWN, REVIEWED, SIFTED


def released_layers(build: Path, film: str, run: str) -> dict[str, list[Any]]:
    """What a release holds of a film, but for its scenes, out of a build: records by layer, in the pipeline's order."""
    places = (build, OWN), (build / "reviewed", REVIEWED), (build / "review", LEFT), (build / "sifted", SIFTED)
    layers = read_layers({name: folder / name / f"{film}.jsonl" for folder, names in places for name in names})
    for name in ("coverage", "ledger"):
        layers[name] = engine_layer(name, build / name, film)
    layers["transcripts"] = transcript_digests(build / "transcripts", film, run)
    return {name: layers[name] for name in LAYERS if name in layers}


def read_layers(files: Mapping[str, Path]) -> dict[str, list[Any]]:
    """Records by release layer, in the pipeline's order."""
    return {name: read_records(files[name], LAYERS[name].record) for name in LAYERS if name in files}


def engine_layer(name: str, folder: Path, film: str) -> list[Any]:
    """``<folder>/<engine layer>/<film>.jsonl`` of all engine layers."""
    return [row for path in _files(folder, film) for row in read_records(path, LAYERS[name].record)]


def transcript_digests(folder: Path, film: str, run: str) -> list[TranscriptDigest]:
    digests = []
    for path in _files(folder, film):
        rows = read_records(path, TranscriptLine)
        digests.append(
            TranscriptDigest(
                film=film,
                layer=path.parent.name,
                run=run,
                annotator=speaker(rows, "construct", run, str(path)),
                judge=speaker(rows, "judge", run, str(path)),
                answers=len(rows),
                sha256=sha256_file(path),
            )
        )
    return digests


def _files(folder: Path, film: str) -> list[Path]:
    found = {path.parent.name: path for path in folder.glob(f"*/{film}.jsonl")}
    if unknown := sorted(set(found) - set(ENGINE_LAYERS)):
        raise LinedscriptError(
            "unknown-layer", str(folder), f"{', '.join(unknown)} asks no engine", f"known: {', '.join(ENGINE_LAYERS)}"
        )
    return [found[layer] for layer in ENGINE_LAYERS if layer in found]
