"""Entity mentions of the seven types and the canonical entities that they resolve to."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import EntityRef, Evidence, FilmId, Made, MentionRef, Prose, Record, SceneRef, Unit01

EntityType = Literal["Character", "Organization", "Location", "Object", "Concept", "Occasion", "TimePoint"]
ENTITY_TYPES: tuple[EntityType, ...] = (
    "Character",
    "Organization",
    "Location",
    "Object",
    "Concept",
    "Occasion",
    "TimePoint",
)
AliasKind = Literal["name", "short_name", "title", "role", "nickname", "description"]


class Mention(Record):
    """One surface form of an entity in one scene, with every place where it stands there."""

    id: MentionRef
    film: FilmId
    scene: SceneRef
    surface: Prose
    normalized: Prose
    types: Annotated[tuple[EntityType, ...], Meta(min_length=1)]
    """Sorted as ``ENTITY_TYPES``; several where the text supports each (D3)."""
    named: bool
    """A proper name, as opposed to a description such as "the old man"."""
    description: Prose
    scope: Literal["film", "scene"]
    """``scene``: the form means something only in its scene and never merges across scenes."""
    mergeable: bool
    """False where the mention can't be normalized reliably: it stays apart."""
    evidence: tuple[Evidence, ...]
    made: Made


class Alias(Record):
    surface: Prose
    kind: AliasKind
    first_scene: SceneRef
    spoken: SceneRef | None
    """The scene in which a character first says it; null where none does."""


class Entity(Record):
    """A canonical entity."""

    id: EntityRef
    film: FilmId
    name: Prose
    aliases: Annotated[tuple[Alias, ...], Meta(min_length=1)]
    """Every approved surface form, the name included, in order of first appearance."""
    types: Annotated[tuple[EntityType, ...], Meta(min_length=1)]
    named: bool
    description: Prose
    scope: Literal["film", "scene"]
    mentions: tuple[MentionRef, ...]
    evidence: tuple[Evidence, ...]
    made: Made


class Adjudication(Record):
    """One decision about two mentions' or clusters' identity."""

    id: Annotated[str, Meta(pattern=r"^aj-[0-9]{4,}$(?!\n)")]
    film: FilmId
    left: MentionRef
    right: MentionRef
    stage: Literal["pair", "cluster"]
    candidate_by: tuple[Literal["lexical", "embedding"], ...]
    similarity: Unit01
    verdict: Literal["same_identity", "different_identity", "uncertain"]
    reason: Prose
    made: Made
