"""Narrative units: Events, Interactions and Occasions."""

from typing import Literal

from linedscript.records.base import EntityRef, Evidence, FilmId, Made, MentionRef, Prose, Record, SceneRef, UnitRef

UnitKind = Literal["Event", "Interaction", "Occasion"]
Polarity = Literal["positive", "negative"]
Modality = Literal["actual", "intended", "possible", "hypothetical", "reported"]
ParticipantRole = Literal["agent", "patient", "speaker", "addressee", "recipient", "theme", "present"]


class Participant(Record):
    name: Prose
    """As the unit's text names it."""
    role: ParticipantRole
    mention: MentionRef | None
    entity: EntityRef | None
    """Null until the graph layer resolves it, and where nothing resolves it."""


class Unit(Record):
    """An Event (something happens), an Interaction (characters deal with each other) or an Occasion (a reusable
    context such as a supper or a trial)."""

    id: UnitRef
    film: FilmId
    scene: SceneRef
    kind: UnitKind
    label: Prose
    """A short name, e.g. a verb phrase."""
    summary: Prose
    trigger: Prose | None
    """The predicate's lemma or the speech act: ``give``, ``promise``."""
    participants: tuple[Participant, ...]
    place: Prose | None
    time: Prose | None
    polarity: Polarity
    modality: Modality
    evidence: tuple[Evidence, ...]
    made: Made
