"""Task II items of the ``stage`` suite."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
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
    path: Annotated[tuple[Step, ...], Meta(min_length=2)]
    """At least two support units: passages of one scene in Scene Grounding, elsewhere different scenes (D5)."""
    cites: tuple[Citation, ...]
    made: Made
