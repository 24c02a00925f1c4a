"""Presence, focal characters and their states."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    Citation,
    EntityRef,
    Evidence,
    FilmId,
    Made,
    Offset,
    Prose,
    Record,
    SceneRef,
    StateRef,
    Unit01,
    UnitRef,
)

PresenceLevel = Literal["on_screen", "offscreen_aware", "offscreen_unaware", "absent_unmentioned"]
"""The four-step ladder of decreasing access (lf-videoqa.txt, Table 19)."""
StateAspect = Literal["physical", "role", "knowledge", "goal", "relationship", "possession", "location", "emotion"]


class ScenePresence(Record):
    """How a named character has access to a scene. One record per scene and rostered character."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}\.ent-[0-9a-z-]+$(?!\n)")]
    film: FilmId
    scene: SceneRef
    character: EntityRef
    level: PresenceLevel
    basis: Literal["action", "speech", "off_screen_speech", "voice_over", "mention", "adjacent_scene", "none"]
    """What in the text decided it. Voice-over alone is never presence (D12)."""
    first: Offset | None
    last: Offset | None
    """Scene-text code points of the first and last trace, null where there is none."""
    evidence: tuple[Evidence, ...]
    made: Made


class UnitPresence(Record):
    """Whether a character takes part in a unit and, independently, perceives it."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9.-]+:ent-[0-9a-z-]+$(?!\n)")]
    film: FilmId
    unit: UnitRef
    character: EntityRef
    participant: bool
    witness: bool
    basis: Literal["acts", "acted_upon", "in_scene", "hears_off_screen", "perception_blocked", "voice_over", "left"]
    made: Made


class Focal(Record):
    """A focal character (D16)."""

    id: EntityRef
    film: FilmId
    scenes: Annotated[tuple[SceneRef, ...], Meta(min_length=3)]
    """Where the character speaks or acts."""
    evidence_count: Annotated[int, Meta(ge=1)]
    rank: Annotated[int, Meta(ge=1)]


class Anchor(Record):
    """A moment of the story: a scene and a position in its text."""

    scene: SceneRef
    offset: Offset


class State(Record):
    """Something that holds of a focal character over an interval of the story."""

    id: StateRef
    film: FilmId
    character: EntityRef
    aspect: StateAspect
    claim: Prose
    """One sentence that names the character."""
    value: Prose
    target: EntityRef | None
    """The other end: the object possessed, the other person, the place."""
    valid_from: Anchor
    valid_to: Anchor | None
    """The moment at which it stops holding; null: to the end."""
    invariant: bool
    after: StateRef | None
    """The state of the same character, aspect and slot that this one replaces."""
    catalyst: UnitRef | None
    confidence: Unit01
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made
