"""What review reads of a build, film by film."""

from pathlib import Path
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import content_digest, read_records
from linedscript.records.base import Record
from linedscript.records.check import Check
from linedscript.records.engine import Coverage, LedgerEntry
from linedscript.records.entity import Adjudication, Mention
from linedscript.records.finding import Finding
from linedscript.records.layers import ENGINE_LAYERS, LAYERS, REVIEWED
from linedscript.records.relation import Repair
from linedscript.records.scene import Scene
from linedscript.records.stage import Rubric
from linedscript.review.audit_units import CLAIMS, claim_digests

MODEL_FOLDER = {"units": "narrative"}
"""Where a reviewed layer's model records lie, if not under the layer's name: these units' participants are resolved."""

_BUILDS = "'snakemake -- backbone' builds every film of the index"


class Inputs(NamedTuple):
    film: str
    layers: dict[str, list[Record]]
    coverage: list[Coverage]
    ledger: list[LedgerEntry]
    adjudications: list[Adjudication]
    scenes: list[Scene]
    mentions: list[Mention]
    findings: list[Finding]
    repairs: list[Repair]
    checks: list[Check]


def read_inputs(build: Path, film: str) -> Inputs:
    """A film's model layers with their account. Raises ``film-not-built`` where the build hasn't got the film, and
    ``missing-file`` where it isn't complete."""
    scenes = build / "scenes"
    films = sorted(path.stem for path in scenes.glob("*.jsonl")) if scenes.is_dir() else []
    if film not in films:
        built = f"; built: {', '.join(films)}" if films else ""
        raise LinedscriptError("film-not-built", str(build), f"has no film {film}", f"{_BUILDS}{built}")

    def rows(folder: str, record: type) -> list:
        path = build / folder / f"{film}.jsonl"
        if not path.exists():
            raise LinedscriptError("missing-file", str(path), "no such file: the film isn't built to its end", _BUILDS)
        return read_records(path, record)

    return Inputs(
        film=film,
        layers={layer: rows(MODEL_FOLDER.get(layer, layer), LAYERS[layer].record) for layer in REVIEWED},
        coverage=[row for layer in ENGINE_LAYERS for row in rows(f"coverage/{layer}", Coverage)],
        ledger=[row for layer in ENGINE_LAYERS for row in rows(f"ledger/{layer}", LedgerEntry)],
        adjudications=rows("adjudications", Adjudication),
        scenes=rows("scenes", Scene),
        mentions=rows("mentions", Mention),
        findings=rows("scene_review", Finding),
        repairs=rows("repairs", Repair),
        checks=rows("checks", Check),
    )


def present_digests(build: Path, films: set[str]) -> dict[tuple[str, str], str]:
    """Digests of the records that the build has by now, reviewed where they are: by film and ``<layer>/<id>``.

    A film that isn't built has none.
    """
    found: dict[tuple[str, str], str] = {}
    for film in sorted(films):
        for layer, kind in LAYERS.items():
            path = build / ("reviewed/" if kind.reviewed else "") / layer / f"{film}.jsonl"
            if layer in REVIEWED + ("mentions", "adjudications", "repairs") and path.is_file():
                for record in read_records(path, kind.record):
                    found[film, f"{layer}/{record.id}"] = content_digest(record)
        rubrics = build / CLAIMS / f"{film}.jsonl"
        if rubrics.is_file():
            found |= {(film, name): value for name, value in claim_digests(read_records(rubrics, Rubric)).items()}
    return found
