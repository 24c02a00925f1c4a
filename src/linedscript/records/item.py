"""Task II items of the ``stage`` suite."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    CheckpointRef,
    Citation,
    EntityRef,
    Evidence,
    FilmId,
    ItemRef,
    Language,
    Made,
    Prose,
    Record,
    SceneRef,
)

Category = Literal[
    "Scene Grounding",
    "Character Understanding",
    "Causal-Motivational Reasoning",
    "Temporal Reasoning",
    "Narrative Progression",
    "Role-Relation Continuity",
]
CATEGORIES: tuple[Category, ...] = (
    "Scene Grounding",
    "Character Understanding",
    "Causal-Motivational Reasoning",
    "Temporal Reasoning",
    "Narrative Progression",
    "Role-Relation Continuity",
)
"""D4."""
Family = Literal[
    "state_contrast",
    "change_trigger",
    "knowledge_acquisition",
    "goal_relationship_development",
    "delayed_consequence",
    "invariant_control",
]
SchemaFamily = Literal["causal_turning_point", "failed_redirected_goal", "relationship_trajectory", "distributed_role"]

REJECTIONS: dict[str, str] = {
    "single-unit": "a single support unit determines the answer",
    "single-passage": "a single passage is sufficient",
    "low-value-evidence": "low-value detail dominates the evidence",
    "answer-not-normalized": "the answer can't be normalized reliably",
    "not-valid-at-checkpoint": "the change isn't valid at the queried checkpoint",
    "invariant-contradicted": "intervening evidence contradicts an invariant claim",
    "duplicate": "the same is asked already",
    "near-duplicate": "nearly the same is asked already",
    "not-unique": "not uniquely answerable",
}
"""The paper's reasons to reject a candidate, by code (stage.txt, Task II). Other codes say what a way of asking
lacked on the way to one."""


class Step(Record):
    """One support unit of a reasoning path."""

    record: str
    """``<layer>/<id>``."""
    scene: SceneRef
    statement: Prose
    evidence: Evidence


class Item(Record):
    id: ItemRef
    film: FilmId
    suite: Literal["stage"]
    task: Literal["II"]
    language: Language
    category: Category
    family: Family | None
    schema_family: SchemaFamily | None
    question: Prose
    answer: Prose
    subjects: tuple[EntityRef, ...]
    anchors: tuple[CheckpointRef, ...]
    """The checkpoints of its characters at which what it asks about holds, in story order; none of an item that isn't
    about a character's trajectory."""
    path: Annotated[tuple[Step, ...], Meta(min_length=2)]
    """At least two support units: passages of one scene in Scene Grounding, elsewhere different scenes (D5)."""
    cites: tuple[Citation, ...]
    made: Made
