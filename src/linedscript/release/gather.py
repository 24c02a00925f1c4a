"""A film's released rows, out of the build's layers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from linedscript.engines.recordings import parsed, speaker
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import read_records
from linedscript.io.files import read_bytes, sha256
from linedscript.records import engine
from linedscript.records.base import Record
from linedscript.records.layers import ENGINE_LAYERS, LAYERS, LEFT, RECIPE, SIFTED
from linedscript.records.scene import Scene
from linedscript.release.tree import Release
from linedscript.screenplay.outline import outline


def parent_rows(build: Path, film: str, run: str) -> Iterator[tuple[str, list[Record]]]:
    """``(layer, rows)`` of every released layer of a film. A missing file is an error that names it."""
    for name, layer in LAYERS.items():
        if name == "scenes":
            yield name, [outline(scene) for scene in scene_texts(build / "scenes", film)]
        elif name in ("coverage", "ledger"):
            yield (
                name,
                [
                    row
                    for asked in ENGINE_LAYERS
                    for row in read_records(build / name / asked / f"{film}.jsonl", layer.record)
                ],
            )
        elif name == "transcripts":
            yield (
                name,
                [
                    transcript_digest(build / name / asked / f"{film}.jsonl", film, asked, run)
                    for asked in ENGINE_LAYERS
                ],
            )
        elif name in LEFT:
            yield name, read_records(build / "review" / name / f"{film}.jsonl", layer.record)
        else:
            folder = build / "sifted" if name in SIFTED else build / "reviewed" if layer.reviewed else build
            folder /= name
            yield name, read_records(folder / f"{film}.jsonl", layer.record)


def pseudonymized_rows(rendered: Path, film: str, recipe: bool) -> Iterator[tuple[str, list[Record]]]:
    """``(layer, rows)`` of a rendered film."""
    for name, layer in LAYERS.items():
        yield name, read_records(rendered / name / f"{film}.jsonl", layer.record)
    if recipe:
        yield RECIPE.name, read_records(rendered / RECIPE.name / f"{film}.jsonl", RECIPE.record)


def scene_texts(folder: Path, film: str) -> list[Scene]:
    return read_records(folder / f"{film}.jsonl", Scene)


def require_texts(folder: Path, release: Release) -> None:
    """Raises ``missing-file`` for a folder of scene texts that isn't there, ``no-texts`` for one that holds none of the
    release's films, ``other-texts`` where no scene of a film is the release's, as of the other view."""
    manifest, hint = release.manifest(), texts_hint(release)
    if not folder.is_dir():
        raise LinedscriptError("missing-file", str(folder), "no such folder", hint)
    films = [film for film in manifest.films if (folder / f"{film}.jsonl").is_file()]
    if not films:
        raise LinedscriptError("no-texts", str(folder), "holds no <film>.jsonl of a film of the release", hint)
    for film in films:
        known = {scene.sha256 for scene in release.rows("scenes", film)}
        if known and not known & {scene.sha256 for scene in scene_texts(folder, film)}:
            problem = f"no scene of it is a scene of {release.root}: another script's, or the other view's"
            raise LinedscriptError("other-texts", str(folder / f"{film}.jsonl"), problem, hint)


def texts_hint(release: Release) -> str:
    """Where scene texts of the release's view come from."""
    view = release.manifest().view
    built = "build/scenes" if view == "parent" else "build/rendered/scene_texts"
    return (
        f"give materialized/{view}/scenes, which 'linedscript materialize --release {release.root} --scripts SCRIPTS "
        f"--out materialized' makes of the scripts; after a build {built} has the same"
    )


def annotators(value: Any) -> Iterator[str]:
    """Who made the records."""
    if isinstance(value, msgspec.Struct) and (made := getattr(value, "made", None)) is not None:
        yield made.annotator


def transcript_digest(path: Path, film: str, layer: str, run: str) -> engine.TranscriptDigest:
    data = read_bytes(path, "build the film's layers first")
    return digest_of(parsed(data, path, journal=False), data, film, layer, run, str(path))


def digest_of(
    lines: Sequence[engine.TranscriptLine], data: bytes, film: str, layer: str, run: str, place: str
) -> engine.TranscriptDigest:
    """``lines`` are those of a transcript's bytes, ``data``."""
    return engine.TranscriptDigest(
        film=film,
        layer=layer,
        run=run,
        annotator=speaker(lines, "construct", run, place),
        judge=speaker(lines, "judge", run, place),
        answers=len(lines),
        sha256=sha256(data),
    )
