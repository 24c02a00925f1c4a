"""Episodes, links between them, and Evolution Storylines."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    Citation,
    EntityRef,
    EpisodeRef,
    Evidence,
    FilmId,
    LinkRef,
    Made,
    Prose,
    Record,
    SceneRef,
    StorylineRef,
    Unit01,
    UnitRef,
)

LinkType = Literal["causes", "enables", "continues", "resolves", "reverses", "reveals"]
BridgeKind = Literal[
    "participant", "location", "occasion", "interaction_endpoint", "state_target", "open_thread", "trigger_result"
]
Dimension = Literal["character", "relationship", "goal_conflict", "knowledge_belief", "social_institutional"]
LINK_WINDOW = 8
"""Scenes: the paper's window for candidate Episode relations (stage.txt, narrative construction)."""


class Episode(Record):
    """A scene-local episode. Every Event and Interaction is in exactly one."""

    id: EpisodeRef
    film: FilmId
    scene: SceneRef
    title: Prose
    setup: Prose
    development: Prose
    outcome: Prose | None
    open: bool
    """True exactly where ``outcome`` is null."""
    units: Annotated[tuple[UnitRef, ...], Meta(min_length=1)]
    participants: tuple[EntityRef, ...]
    location: EntityRef | None
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made


class Bridge(Record):
    """What makes a link interpretable."""

    kind: BridgeKind
    entities: tuple[EntityRef, ...]
    units: tuple[UnitRef, ...]
    note: Prose


class Link(Record):
    """A forward relation between two Episodes at most eight scenes apart."""

    id: LinkRef
    film: FilmId
    source: EpisodeRef
    type: LinkType
    target: EpisodeRef
    distance: Annotated[int, Meta(ge=0, le=LINK_WINDOW)]
    """In scenes; 0 within a scene."""
    bridge: Bridge
    rationale: Prose
    confidence: Unit01
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made


class Transition(Record):
    before: Prose
    catalyst: Prose
    after: Prose
    episodes: Annotated[tuple[EpisodeRef, ...], Meta(min_length=1)]
    links: tuple[LinkRef, ...]


class Storyline(Record):
    """A connected cross-scene development in one dimension."""

    id: StorylineRef
    film: FilmId
    dimension: Dimension
    title: Prose
    subjects: Annotated[tuple[EntityRef, ...], Meta(min_length=1)]
    transitions: Annotated[tuple[Transition, ...], Meta(min_length=1)]
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made
