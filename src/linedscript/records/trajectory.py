"""The character temporal graph beside presence and states: what changes of a focal character, what it knows and from
where, how it speaks, what it remembers, and the checkpoints of its trajectory (stage.txt, character-relative graph)."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    AccessRef,
    CheckpointRef,
    Citation,
    DevelopmentRef,
    EntityRef,
    Evidence,
    ExemplarRef,
    FilmId,
    Made,
    MemoryRef,
    Prose,
    Record,
    SceneRef,
    StateRef,
    TieRef,
    TraitRef,
    Unit01,
    UnitRef,
)
from linedscript.records.character import Anchor

DevelopmentKind = Literal["physical", "role", "knowledge", "goal", "relationship", "possession", "location", "emotion"]
"""The aspect of the states that it leads from and to."""
AccessMode = Literal["witnessed", "involved", "told", "inferred", "unknown"]
TraitKind = Literal["identity", "trait", "speaking_style", "constraint"]
MemoryKind = Literal["did", "witnessed", "was_told", "inferred"]
FEWEST_CHECKPOINTS = 2
"""Of a trajectory (stage.txt, Task I: comparable formal checkpoints)."""
CheckpointKind = Literal["baseline", "change", "no_change", "inaccessible", "delayed_consequence", "final"]


class Development(Record):
    """A change of a focal character: what held before, what brought it about, what holds after, what shows it later."""

    id: DevelopmentRef
    film: FilmId
    character: EntityRef
    kind: DevelopmentKind
    claim: Prose
    """One sentence that names the character and says the change."""
    before: StateRef | None
    """Null where nothing of that slot is recorded before."""
    catalyst: UnitRef | None
    """Null where the script shows the change without its cause."""
    after: StateRef
    consequence: UnitRef | None
    """A later unit by which the change can be observed."""
    at: Anchor
    """From where on it has taken effect: where ``after`` begins."""
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made


class Access(Record):
    """Whether and how a focal character came by a fact: one record per character and key fact.

    Key facts are the units that bring about a state or development of any focal character or that a storyline's
    transition rests on.
    """

    id: AccessRef
    film: FilmId
    character: EntityRef
    fact: UnitRef
    mode: AccessMode
    gained: Anchor | None
    """The end of the passage by which it was gained; null exactly where ``mode`` is ``unknown``."""
    via: UnitRef | None
    """The unit by which it was told or inferred; null otherwise."""
    teller: EntityRef | None
    """Who told it; null unless ``mode`` is ``told`` and the script names the teller."""
    confidence: Unit01
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    """Of ``unknown``: the ``absence`` of the character from the fact's scene."""
    cites: tuple[Citation, ...]
    made: Made


class Trait(Record):
    """One line of a persona card, kept only where the script supports it."""

    id: TraitRef
    film: FilmId
    character: EntityRef
    kind: TraitKind
    text: Prose
    valid_from: Anchor
    """The end of its last piece of evidence that it can't stand without: earlier the card doesn't hold it."""
    valid_to: Anchor | None
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made


class StyleScores(Record):
    """Each 0 to 1 among the film's lines; ``composite`` is what ranks."""

    distinctiveness: Unit01
    """How much its words are this speaker's and not the others'."""
    salience: Unit01
    """How marked its manner is."""
    independence: Unit01
    """How well it is understood outside its exchange."""
    composite: Unit01


class Exemplar(Record):
    """A line of dialogue that shows how a focal character speaks: its place, not its words."""

    id: ExemplarRef
    film: FilmId
    character: EntityRef
    at: Anchor
    rank: Annotated[int, Meta(ge=1)]
    """Within the character; 1 is the best."""
    scores: StyleScores
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1, max_length=1)]
    made: Made


class Memory(Record):
    """An entry of the first-person memory bank: what the character did, saw, heard or concluded."""

    id: MemoryRef
    film: FilmId
    character: EntityRef
    kind: MemoryKind
    text: Prose
    """In the first person."""
    at: Anchor
    """Where the character came by it; before this moment it isn't remembered."""
    units: Annotated[tuple[UnitRef, ...], Meta(min_length=1)]
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    cites: tuple[Citation, ...]
    made: Made


class Phase(Record):
    claim: Prose
    valid_from: Anchor
    valid_to: Anchor | None
    source: str
    """``states/<id>`` or ``relations/<id>``."""


class Tie(Record):
    """How a focal character stands to another character over time. Derived after review; never patched."""

    id: TieRef
    film: FilmId
    character: EntityRef
    other: EntityRef
    phases: Annotated[tuple[Phase, ...], Meta(min_length=1)]
    """By where they begin."""


class Checkpoint(Record):
    """A moment at which a focal character's state is asked for."""

    id: CheckpointRef
    film: FilmId
    character: EntityRef
    kind: CheckpointKind
    anchor: Anchor
    states: tuple[StateRef, ...]
    """The states whose beginning or end the checkpoint is there for; none of a ``no_change`` one. A ``baseline`` or a
    ``final`` one is there for a place of the script, and has those whose change that place shows as well."""
    developments: tuple[DevelopmentRef, ...]
    facts: tuple[AccessRef, ...]
    """Of an ``inaccessible`` checkpoint: what the character doesn't know then. Of a ``delayed_consequence``: what
    reached it late."""
    scenes: tuple[SceneRef, ...]
    """Of a ``no_change`` checkpoint: the scenes since the one before it, with the character and no change."""
    cites: tuple[Citation, ...]
    made: Made
    """Of the record that it is read off first."""


class Trajectory(Record):
    """Whether a focal character has a trajectory, and if not, why. Derived after review; never patched."""

    id: EntityRef
    """The character."""
    film: FilmId
    checkpoints: tuple[CheckpointRef, ...]
    """In story order: at least two, or none."""
    why_none: Literal["no_state", "one_moment", "withheld"] | None
    """``no_state``: nothing is recorded of the character that could be compared. ``one_moment``: all evidence stands at
    one moment. ``withheld``: review ended or withheld the checkpoints that there were. Null where there are some."""
