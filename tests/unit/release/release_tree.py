"""A build folder and releases of two small films, for tests of releases and tables."""

import json
from pathlib import Path
from typing import Any

from factories import scene
from film_records import (
    FILMS,
    NAMES,
    PINS,
    RENAMED,
    SETTINGS,
    SETTINGS_PSEUDONYMIZED,
    TITLES,
    accounts,
    layers,
    moved,
    scenes,
)

from linedscript.backbone.registry import read_registry
from linedscript.io.canonical import encode
from linedscript.io.files import sha256_text, write_bytes
from linedscript.records.engine import TranscriptDigest
from linedscript.records.identity import Replacement
from linedscript.records.layers import ENGINE_LAYERS, LAYERS, LEFT, SIFTED
from linedscript.records.source import Film, Retrieval, Source
from linedscript.release.assemble import assemble_parent, assemble_pseudonymized
from linedscript.release.options import release_settings
from linedscript.release.tree import row_lines
from linedscript.screenplay.outline import outline

ROOT = Path(__file__).resolve().parents[3]


def index_row(film: str) -> Film:
    return Film(
        id=film,
        title=TITLES[film],
        title_forms=(),
        year=1999 if film[:2] == "en" else 2011,
        language=film[:2],
        genres=("Drama", "Neo-noir"),
        suites=("stage",),
        votes=None,
        withdrawn=None,
        sources=(
            Source(
                kind="screenplay",
                file=f"{film}.fountain",
                provenance="written for tests",
                retrieval=Retrieval(
                    method="bring_your_own", path=None, address=None, archived=None, date=None, outcome="not_tried"
                ),
                licence="CC0-1.0",
                raw_sha256=sha256_text(film),
                normalized_sha256=None,
                normalizer=None,
                format=None,
                encoding=None,
                errors="strict",
                removal="none",
            ),
        ),
    )


def write_build(root: Path) -> Path:
    """``<root>/build`` and ``<root>/sources.jsonl``."""
    build = root / "build"
    write_bytes(root / "sources.jsonl", b"".join(encode(index_row(film)) + b"\n" for film in FILMS))
    write_bytes(root / "genres.yaml", b"Crime: Crime\nDrama: Drama\nNeo-noir: Crime\n")
    write_bytes(root / "LICENSE-DATA.md", b"# Licence\n")
    for film in FILMS:
        write_bytes(build / "scenes" / f"{film}.jsonl", row_lines(scenes(film)))
        for layer, rows in layers(film).items():
            folder = build / _folder(layer) / layer
            write_bytes(folder / f"{film}.jsonl", row_lines(rows))
        for layer in ENGINE_LAYERS:
            coverage, ledger, transcript = accounts(film, layer)
            write_bytes(build / "coverage" / layer / f"{film}.jsonl", row_lines(coverage))
            write_bytes(build / "ledger" / layer / f"{film}.jsonl", row_lines(ledger))
            write_bytes(
                build / "transcripts" / layer / f"{film}.jsonl", b"".join(encode(line) + b"\n" for line in transcript)
            )
    return build


def _folder(layer: str) -> str:
    if layer in SIFTED:
        return "sifted"
    return "review" if layer in LEFT else "reviewed" if LAYERS[layer].reviewed else ""


def write_rendered(root: Path) -> Path:
    """``<root>/build/rendered``: the two films under other names, with the texts that follow."""
    rendered = root / "build" / "rendered"
    for film in FILMS:
        here = []
        for one in scenes(film):
            text = one.text
            for name, pseudonym in zip(NAMES[film], RENAMED[film], strict=True):
                text = text.replace(name, pseudonym)
            here.append(moved(scene(text, one.index, film=film), one.segments[0].source))
        write_bytes(rendered / "scene_texts" / f"{film}.jsonl", row_lines(here))
        write_bytes(rendered / "scenes" / f"{film}.jsonl", row_lines([outline(one) for one in here]))
        for layer, rows in layers(film, RENAMED[film], here).items():
            write_bytes(rendered / layer / f"{film}.jsonl", row_lines(rows))
        for number, layer in enumerate(("coverage", "ledger")):
            rows = [row for asked in ENGINE_LAYERS for row in accounts(film, asked)[number]]
            write_bytes(rendered / layer / f"{film}.jsonl", row_lines(rows))
        digests = [
            TranscriptDigest(
                film=film, layer=asked, run="rules", annotator="rules", judge="rules", answers=1, sha256=None
            )
            for asked in ENGINE_LAYERS
        ]
        write_bytes(rendered / "transcripts" / f"{film}.jsonl", row_lines(digests))
        recipe = [Replacement(id="rc-00001", film=film, source=((4, 7),), text=RENAMED[film][0])]
        write_bytes(rendered / "recipe" / f"{film}.jsonl", row_lines(recipe))
    return rendered


def parent(root: Path, **changes: Any) -> Path:
    """Assemble the parent release of a build that lies in ``root``."""
    out = root / "build" / "parent"
    assemble_parent(
        build=root / "build",
        index=root / "sources.jsonl",
        films=list(FILMS),
        run=changes.pop("run", "rules"),
        parent_genres={"Drama": "Drama", "Neo-noir": "Crime"},
        registry=read_registry(ROOT / "manifests/predicates.yaml"),
        licence=root / "LICENSE-DATA.md",
        settings=release_settings(SETTINGS | changes),
        out=out,
    )
    return out


def pseudonymized(root: Path, **changes: Any) -> Path:
    out = root / "build" / "pseudonymized"
    assemble_pseudonymized(
        rendered=root / "build" / "rendered",
        parent=root / "build" / "parent",
        pins=PINS,
        registry=read_registry(ROOT / "manifests/predicates.yaml"),
        licence=root / "LICENSE-DATA.md",
        settings=release_settings(SETTINGS_PSEUDONYMIZED | changes),
        out=out,
    )
    return out


def rewrite(path: Path, change: Any) -> None:
    """Apply ``change`` to every JSON line of a file; it may return None to drop the line."""
    rows = [change(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    write_bytes(path, b"".join(encode(row) + b"\n" for row in rows if row is not None))
