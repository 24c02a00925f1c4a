"""Typed relations under the predicate registry, and what the deterministic repairs did to them."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    EntityRef,
    Evidence,
    FilmId,
    Made,
    MentionRef,
    Prose,
    Record,
    RelationRef,
    SceneRef,
    Unit01,
)
from linedscript.records.unit import Modality, Polarity

Predicate = Literal[
    "participates_in",
    "initiates",
    "kinship_with",
    "affinity_with",
    "hostility_with",
    "leads",
    "affiliated_with",
    "allied_with",
    "opposes",
    "located_at",
    "occurs_at",
    "occurs_on",
    "possesses",
    "part_of",
    "is_a",
]
Persistence = Literal["momentary", "lasting", "permanent"]


class Qualifier(Record):
    name: Literal["role", "kind", "manner", "amount"]
    value: Prose


class TimeRange(Record):
    start: SceneRef | None
    end: SceneRef | None
    """Scenes between which the relation holds; null: open on that side."""
    text: Prose | None
    """A time that the text names."""


class MentionRelation(Record):
    """A relation as extracted from one scene, between mentions."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}\.r[0-9]{2,}$(?!\n)")]
    film: FilmId
    scene: SceneRef
    subject: MentionRef
    predicate: str
    """As answered; the registry gate and the type repair of the graph layer decide about it."""
    object: MentionRef
    description: Prose
    polarity: Polarity
    modality: Modality
    qualifiers: tuple[Qualifier, ...]
    time_range: TimeRange | None
    persistence: Persistence
    confidence: Unit01
    evidence: tuple[Evidence, ...]
    made: Made


class Relation(Record):
    """A relation between canonical entities."""

    id: RelationRef
    film: FilmId
    subject: EntityRef
    predicate: Predicate
    object: EntityRef
    description: Prose
    polarity: Polarity
    modality: Modality
    qualifiers: tuple[Qualifier, ...]
    time_range: TimeRange | None
    persistence: Persistence
    confidence: Unit01
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    made: Made


class Repair(Record):
    """What graph construction did to an extracted record that it did not take over as it was, or that is in doubt."""

    id: Annotated[str, Meta(pattern=r"^rp-[0-9]{4,}$(?!\n)")]
    film: FilmId
    action: Literal[
        "dangling_endpoint",
        "self_loop",
        "retyped",
        "ambiguous_type",
        "no_valid_type",
        "merged_duplicate",
        "outranked_by_entity",
        "dropped_in_review",
        "participant_detached",
        "flagged_in_review",
    ]
    """The last three follow from scene review: a record that it dropped; a participant whose mention it dropped; a
    relation that it doubts, with the relation that it became."""
    record: str
    """``relations/s0012.r03``, ``mentions/…`` or ``units/…``: the extracted record."""
    into: str | None
    """The record that carries on, where one does."""
    before: str
    after: str | None
