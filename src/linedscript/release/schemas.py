"""JSON Schemas (2020-12) of every record, generated from the record models."""

from pathlib import Path
from typing import Any

import msgspec

from linedscript.records.layers import LAYERS, RECIPE
from linedscript.records.release import Claims, Manifest, ParentFilm, PublicFilm
from linedscript.release.tree import pretty
from linedscript.release.words import ABOUT

DIALECT = "https://json-schema.org/draft/2020-12/schema"

LAYER_TYPES = {name: layer.record for name, layer in (LAYERS | {RECIPE.name: RECIPE}).items()}
TOP_TYPES = {"manifest": Manifest, "claims": Claims, "films.parent": ParentFilm, "films.pseudonymized": PublicFilm}


def schema(name: str, kind: type) -> dict[str, Any]:
    """One record's schema. Docstrings stay out: editing one must not change a released byte."""
    generated = msgspec.json.schema(kind, ref_template="#/$defs/{name}")
    return (
        {"$schema": DIALECT, "$id": f"urn:linedscript:schema:{name}"} | _plain(generated) | {"description": ABOUT[name]}
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: {name: _plain(inner) for name, inner in item.items()} if key == "properties" else _plain(item)
            for key, item in value.items()
            if not (key == "description" and isinstance(item, str))
        }
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def release_schemas(view: str, recipe: bool) -> dict[str, bytes]:
    """File name to bytes, for the folder ``schemas/`` of a release."""
    kinds: dict[str, type] = {name: kind for name, kind in LAYER_TYPES.items() if recipe or name != RECIPE.name}
    kinds |= {name: kind for name, kind in TOP_TYPES.items() if "." not in name or name == f"films.{view}"}
    return {f"{name}.schema.json": pretty(schema(name, kind)) for name, kind in sorted(kinds.items())}


def _other_types() -> dict[str, type]:
    """Types of ``params.yaml``, of ``manifests/``, of identity maps, of studies, and of artifacts with a script's text.

    No release holds them, so assembling one doesn't load them.
    """
    from linedscript.records import engine, identity, params, relation, review, run, scene, source, study, subtitles

    return {
        "params": params.Params,
        "source-index": source.Film,
        "patch": review.Patch,
        "audit": review.Audit,
        "name-decision": identity.NameDecision,
        "title-form": identity.TitleForm,
        "identity-manifest": identity.MapManifest,
        "decoded-source": scene.DecodedSource,
        "evaluation-judgement": run.Judgement,
        "evaluation-prediction": run.Prediction,
        "evaluation-prediction-line": run.PredictionLine,
        "extracted": relation.MentionRelation,
        "extraction-outcome": study.ExtractionOutcome,
        "frozen-threshold": study.FrozenThreshold,
        "gold-mention": study.GoldMention,
        "item-outcome": study.ItemOutcome,
        "recorded-line": engine.RecordedLine,
        "request": engine.Request,
        "retrieved": run.Retrieved,
        "run-config": run.RunConfig,
        "run-file-config": run.FileConfig,
        "run-manifest": run.RunManifest,
        "scene-text": scene.Scene,
        "scene-time": subtitles.SceneTime,
        "study-profile": study.Profile,
        "study-score": study.StudyScore,
        "subtitle-cue": subtitles.SubtitleCue,
        "subtitle-file": subtitles.SubtitleFile,
        "subtitle-removed": subtitles.SubtitleRemoved,
        "transcript-line": engine.TranscriptLine,
    }


def all_schemas() -> dict[str, bytes]:
    """File name to bytes, for the folder ``schemas/`` of the project."""
    kinds = LAYER_TYPES | TOP_TYPES | _other_types()
    return {f"{name}.schema.json": pretty(schema(name, kind)) for name, kind in sorted(kinds.items())}


def differences(folder: Path) -> list[str]:
    """``<file>: <what differs>`` between a folder and the record models; empty where they agree."""
    wanted = all_schemas()
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.schema.json"))}
    return (
        [f"{name}: missing" for name in wanted if name not in found]
        + [f"{name}: no record has this name" for name in found if name not in wanted]
        + [f"{name}: differs from the record model" for name in wanted if name in found and found[name] != wanted[name]]
    )
