"""Typed patches, and what applying them leaves behind."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Prose, Record, SceneRef, Sha256

PatchLayer = Literal[
    "units",
    "entities",
    "relations",
    "episodes",
    "links",
    "storylines",
    "states",
    "developments",
    "access",
    "checkpoints",
    "traits",
    "exemplars",
    "memories",
    "prompts",
    "items",
    "coverage",
]
Action = Literal["drop", "merge", "split", "revise", "retarget", "reject", "replace", "add", "keep", "waive"]
ACTIONS: dict[PatchLayer, tuple[Action, ...]] = {
    "units": ("drop", "revise", "add", "keep"),
    "entities": ("drop", "merge", "split", "revise", "add", "keep"),
    "relations": ("drop", "revise", "retarget", "add", "keep"),
    "episodes": ("drop", "revise", "add", "keep"),
    "links": ("drop", "revise", "retarget", "add", "keep"),
    "storylines": ("drop", "revise", "reject", "replace", "add", "keep"),
    "states": ("drop", "revise", "reject", "replace", "add", "keep"),
    "developments": ("drop", "revise", "reject", "replace", "add", "keep"),
    "access": ("drop", "revise", "add", "keep"),
    "checkpoints": ("drop", "revise", "add", "keep"),
    "traits": ("drop", "revise", "add", "keep"),
    "exemplars": ("drop", "add", "keep"),
    "memories": ("drop", "revise", "add", "keep"),
    "prompts": ("drop", "revise", "reject", "replace", "add", "keep"),
    "items": ("drop", "revise", "reject", "replace", "add", "keep"),
    "coverage": ("waive",),
}
Reason = Literal[
    "source_format",
    "claim_vs_fact",
    "unsupported_cause",
    "transient_state",
    "wrong_actor",
    "wrong_checkpoint",
    "duplicate",
    "not_unique",
    "leak",
    "identity",
    "other",
]
PatchId = Annotated[str, Meta(pattern=r"^pt-[0-9]{4}$(?!\n)")]


class Dependents(Record):
    """How the records that refer to an ended record go on."""

    default: Literal["refuse", "detach", "drop", "stale"]
    """``refuse``: each must be named below. ``detach``: each loses the reference, and it is an error where one can't
    stand without it. ``drop``: each loses the reference, and ends where it can't stand without it. ``stale``: each is
    withheld. A record that cited the ended one is stale even so, until it is kept."""
    each: dict[str, Literal["detach", "drop", "stale"]]
    """``<layer>/<id>`` of a dependent to how that one goes on. ``drop`` ends it; ``detach`` also takes it for right
    without the reference."""
    retarget: dict[str, str]
    """``<layer>/<id>`` of a dependent to the id that takes the ended record's place in it."""


class Patch(Record):
    """One human correction, one file in ``manifests/patches/<film>/<id>.yaml``."""

    id: PatchId
    film: FilmId
    layer: PatchLayer
    action: Action
    target: str | None
    """The record's id; null only for ``add``."""
    expect: dict[str, Any]
    """What the reviewer saw of the target, after all patches of lower id: field values, or the ``digest`` of all
    but ``made``; and under ``also`` the same of other records, by ``<layer>/<id>``, null for one that had ended. The
    target's part is empty only for ``add``."""
    value: dict[str, Any]
    """The payload, whose shape depends on the action: new field values; ``{into: id}`` for merge; and so on."""
    reason: Reason
    note: Annotated[str, Meta(min_length=10)]
    scenes: tuple[SceneRef, ...]
    reviewer: Annotated[str, Meta(pattern=r"^r[0-9]+$(?!\n)")]
    date: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")]
    dependents: Dependents | None
    supersedes: PatchId | None


class Tombstone(Record):
    """The place of a record that a patch ended."""

    id: str
    """``<layer>/<id>``"""
    film: FilmId
    patch: PatchId
    action: Action
    successors: tuple[str, ...]


class Stale(Record):
    """A record withheld from the release because a value that it relied on was patched."""

    id: str
    """``<layer>/<id>``"""
    film: FilmId
    because: tuple[str, ...]
    """The cited records, ``<layer>/<id>``, whose cited values changed or which ended."""
    patches: tuple[PatchId, ...]


class PatchLogEntry(Record):
    """A patch as released, applied or superseded: no reviewer beyond the code."""

    id: PatchId
    film: FilmId
    layer: PatchLayer
    action: Action
    target: str
    """``<layer>/<id>``; for an addition the new record."""
    fields: tuple[str, ...]
    reason: Reason
    note: Prose
    scenes: tuple[SceneRef, ...]
    reviewer: str
    date: str
    supersedes: PatchId | None
    superseded_by: PatchId | None
    """The patch that stands in its place; this one was then not applied."""
    before_sha256: Sha256 | None
    """Digest of the target before the patch; null for an addition and where the patch was not applied."""
    after_sha256: Sha256 | None
    """Digest of the target after it, of the new record for a replacement; null where the target ended."""
    stale: tuple[str, ...]
    """Records that became stale by it, ``<layer>/<id>``."""


class Superseded(Record):
    """The model's own record beside the reviewed one."""

    id: str
    """``<layer>/<id>``"""
    film: FilmId
    patches: tuple[PatchId, ...]
    model: dict[str, Any]
    reviewed: dict[str, Any] | None


class QueueEntry(Record):
    """Something a reviewer should look at."""

    id: str
    """``<kind>:<layer>/<id or key>``"""
    film: FilmId
    kind: Literal[
        "failed_coverage",
        "stale",
        "logical_conflict",
        "below_threshold",
        "ledger_failure",
        "uncertain_identity",
        "doubted_in_scene",
        "low_yield",
        "failed_check",
        "unchecked",
        "low_confidence",
    ]
    layer: str
    record: str
    priority: Annotated[int, Meta(ge=1, le=3)]
    """1 first."""
    detail: Prose
    scenes: tuple[SceneRef, ...]


Disposition = Literal["verified", "revised", "rejected", "skipped", "flagged"]
DISPOSITIONS: tuple[Disposition, ...] = ("verified", "revised", "rejected", "skipped", "flagged")
Round = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)")]
Task = Literal["I", "II", "III"]


class Audit(Record):
    """One look of one reviewer at one record: a line of ``manifests/audits/<round>.jsonl``."""

    round: Round
    """The file's name."""
    film: FilmId
    record: Annotated[str, Meta(pattern=r"^[a-z_]+/[^/ ]+$(?!\n)")]
    """``<layer>/<id>``; of a claim of a rubric ``rubrics/<claim>``."""
    digest: Sha256
    """Of the reviewed record or claim that was looked at."""
    disposition: Disposition
    criteria: Annotated[tuple[str, ...], Meta(min_length=1)]
    """What was checked, e.g. ``evidence_supports``, ``unique_answer``."""
    seconds: Annotated[int, Meta(ge=0)]
    """Spent on it."""
    reviewer: Annotated[str, Meta(pattern=r"^r[0-9]+$(?!\n)")]
    date: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")]
    patch: PatchId | None
    """The patch that came of it: always for ``revised`` and ``rejected``, never for ``verified``."""
    note: str | None
    """Always for ``skipped`` and ``flagged``."""


class Look(Record):
    """An audit as released."""

    id: str
    """``<round>:<layer>/<id>:<reviewer>``"""
    film: FilmId
    round: Round
    record: str
    digest: Sha256 | None
    """Null in the pseudonymized view."""
    outdated: bool
    """The record is gone or has another content by now, and not by the patch that came of this look."""
    disposition: Disposition
    criteria: tuple[str, ...]
    seconds: Annotated[int, Meta(ge=0)]
    reviewer: str
    date: str
    patch: PatchId | None
    note: Prose | None


class AuditFrame(Record):
    """What of one film a round of audits drew from: a line of ``manifests/audits/<round>.frame.jsonl``."""

    id: str
    """``<round>:<film>``"""
    film: FilmId
    round: Round
    task: Task
    design: Literal["film_balanced", "exhaustive", "role_balanced"]
    population: Annotated[int, Meta(ge=0)]
    """What the task's release holds of the film: claims, questions, or interactions."""
    groups: Annotated[int, Meta(ge=0)]
    """Trajectories or roles in the frame; films (1) where all is looked at."""
    frame: Annotated[int, Meta(ge=0)]
    """What could be drawn."""
    drawn: Annotated[int, Meta(ge=0)]
    repeated: Annotated[int, Meta(ge=0)]
    """Of those drawn, what two reviewers look at."""
    seed: Annotated[int, Meta(ge=0)]
