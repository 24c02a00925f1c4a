"""The layers whose records a release holds: one name, one record type, one file per film."""

from typing import Literal, NamedTuple

from linedscript.records import (
    character,
    check,
    engine,
    entity,
    finding,
    identity,
    item,
    narrative,
    relation,
    review,
    scene,
    stage,
    trajectory,
    unit,
)
from linedscript.records.base import Record

FileClass = Literal["source_metadata", "structural_annotation", "derived_asset", "evaluation_code"]


class Layer(NamedTuple):
    name: str
    record: type[Record]
    file_class: FileClass
    reviewed: bool
    """Patches apply to it; the release takes the reviewed records."""


LAYERS: dict[str, Layer] = {
    layer.name: layer
    for layer in (
        Layer("scenes", scene.SceneOutline, "structural_annotation", False),
        Layer("removed", scene.Removed, "structural_annotation", False),
        Layer("validation", scene.Validation, "structural_annotation", False),
        Layer("blocks", scene.Block, "structural_annotation", False),
        Layer("mentions", entity.Mention, "derived_asset", False),
        Layer("units", unit.Unit, "derived_asset", True),
        Layer("scene_review", finding.Finding, "derived_asset", False),
        Layer("entities", entity.Entity, "derived_asset", True),
        Layer("adjudications", entity.Adjudication, "derived_asset", False),
        Layer("relations", relation.Relation, "derived_asset", True),
        Layer("repairs", relation.Repair, "derived_asset", False),
        Layer("episodes", narrative.Episode, "derived_asset", True),
        Layer("links", narrative.Link, "derived_asset", True),
        Layer("storylines", narrative.Storyline, "derived_asset", True),
        Layer("presence", character.ScenePresence, "derived_asset", True),
        Layer("perception", character.UnitPresence, "derived_asset", True),
        Layer("focal", character.Focal, "derived_asset", True),
        Layer("states", character.State, "derived_asset", True),
        Layer("developments", trajectory.Development, "derived_asset", True),
        Layer("access", trajectory.Access, "derived_asset", True),
        Layer("checkpoints", trajectory.Checkpoint, "derived_asset", True),
        Layer("traits", trajectory.Trait, "derived_asset", True),
        Layer("exemplars", trajectory.Exemplar, "derived_asset", True),
        Layer("memories", trajectory.Memory, "derived_asset", True),
        Layer("observations", stage.Observation, "derived_asset", True),
        Layer("prompts", stage.Prompt, "derived_asset", True),
        Layer("items", item.Item, "derived_asset", True),
        Layer("trajectories", trajectory.Trajectory, "derived_asset", False),
        Layer("ties", trajectory.Tie, "derived_asset", False),
        Layer("intervals", stage.Interval, "derived_asset", False),
        Layer("rubrics", stage.Rubric, "derived_asset", False),
        Layer("packs", stage.Pack, "derived_asset", False),
        Layer("scaffolds", stage.Scaffold, "derived_asset", False),
        Layer("roles", stage.RolePackage, "derived_asset", False),
        Layer("checks", check.Check, "derived_asset", False),
        Layer("withheld", check.Withheld, "derived_asset", False),
        Layer("coverage", engine.Coverage, "derived_asset", False),
        Layer("ledger", engine.LedgerEntry, "derived_asset", False),
        Layer("transcripts", engine.TranscriptDigest, "derived_asset", False),
        Layer("patches", review.PatchLogEntry, "derived_asset", False),
        Layer("tombstones", review.Tombstone, "derived_asset", False),
        Layer("stale", review.Stale, "derived_asset", False),
        Layer("superseded", review.Superseded, "derived_asset", False),
        Layer("queue", review.QueueEntry, "derived_asset", False),
        Layer("audits", review.Look, "derived_asset", False),
        Layer("audit_frames", review.AuditFrame, "derived_asset", False),
    )
}
"""In the order of the pipeline. ``presence``, ``perception``, ``focal`` and ``observations`` are patched only through
the entities and units that they name."""
ENGINE_LAYERS = (
    "units",
    "mentions",
    "extracted",
    "scene_review",
    "entities",
    "episodes",
    "links",
    "storylines",
    "presence",
    "states",
    "developments",
    "access",
    "traits",
    "memories",
    "observations",
    "prompts",
    "items",
    "checks",
)
"""What an engine is asked for, in the order of the pipeline. Each has its own coverage, ledger and transcript."""
ACCOUNTS = ("coverage", "ledger", "transcripts")
"""How the engine layers came about, a file for each of them in the build."""
LEFT = ("patches", "tombstones", "stale", "superseded", "queue")
"""What reviewing leaves beside the reviewed layers."""
ASSEMBLED = ("trajectories", "ties", "intervals", "rubrics", "packs", "scaffolds", "roles")
"""What is put together of a film's reviewed records, without asking and never patched, in the order of making."""
SIFTED = ("items", "checks", "withheld")
"""What becomes of a film's items after review, under ``build/sifted``: the release takes these rows."""
RECIPE = Layer("recipe", identity.Replacement, "derived_asset", False)
"""In a pseudonymized release alone, where params release it."""
REPLANNED = ("blocks", RECIPE.name)
"""Layers whose records depend on the view's token counts, so that the two views may hold different ones."""
REVIEWED = tuple(name for name, layer in LAYERS.items() if layer.reviewed)
OWN = tuple(
    name for name, layer in LAYERS.items() if not layer.reviewed and name not in ("scenes", *ACCOUNTS, *LEFT, *SIFTED)
)
"""Layers whose one file per film in the build is released as it is."""
