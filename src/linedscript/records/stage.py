"""Tasks I and III of the ``stage`` suite: what is assembled of reviewed records, and the prompts that a model words."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import (
    CheckpointRef,
    Citation,
    EntityRef,
    Evidence,
    ExemplarRef,
    FilmId,
    Made,
    MemoryRef,
    ObservationRef,
    Offset,
    PromptRef,
    Prose,
    Record,
    SceneRef,
    TieRef,
    TraitRef,
)
from linedscript.records.character import Anchor
from linedscript.records.trajectory import CheckpointKind

ClaimRole = Literal["state", "development", "invariant", "future_negative", "supporting", "contradicting", "unknown"]
Condition = Literal["evolving", "invariant", "inaccessible", "post_disclosure"]
Mode = Literal["single", "multi"]


class Claim(Record):
    """One sentence that a judge holds a reply against."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9-]+\.[a-z][0-9]{2,}$(?!\n)")]
    """The rubric's id and a number: ``cp-0007-03.s01``. Never shown to a model that is evaluated."""
    text: Prose
    role: ClaimRole
    source: str
    """``<layer>/<id>`` of the reviewed record that it says."""
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]


class Part(Record):
    """A piece of a scene's text, ``[start, end)`` in code points of it."""

    scene: SceneRef
    start: Offset
    end: Offset
    tokens: Offset


class Chunk(Record):
    parts: Annotated[tuple[Part, ...], Meta(min_length=1)]
    """Whole scenes, but for one that alone is over the budget or that an anchor cuts."""
    tokens: Offset
    """At most the budget."""


class Interval(Record):
    """From one checkpoint to the next: what Task I reads of the screenplay, the same in both settings (D7)."""

    id: CheckpointRef
    """The checkpoint that it ends at."""
    film: FilmId
    character: EntityRef
    number: Annotated[int, Meta(ge=1)]
    """Within the trajectory."""
    start: Anchor | None
    """Null: the start of the screenplay."""
    end: Anchor
    tokenizer: str
    budget: Annotated[int, Meta(ge=1)]
    chunks: tuple[Chunk, ...]
    tokens: Offset
    memory: tuple[ObservationRef, ...]
    """The observations of the interval, deduplicated, in the order of the text."""


class Observation(Record):
    """What one chunk shows of a focal character, read without knowledge of the rest (stage.txt, Task I)."""

    id: ObservationRef
    film: FilmId
    character: EntityRef
    at: Anchor
    """Where its evidence begins."""
    text: Prose
    quoted: bool
    """The words at its evidence follow ``text``, which only leads in: they are the observation. The release holds
    their places; ``materialize`` fills in the words."""
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    made: Made


class Rubric(Record):
    """What holds of a focal character at a checkpoint: the evaluator's side of Task I."""

    id: CheckpointRef
    film: FilmId
    character: EntityRef
    kind: CheckpointKind
    states: tuple[Claim, ...]
    """At most eight: the scored pool."""
    developments: tuple[Claim, ...]
    """At most four, effective since the checkpoint before."""
    invariants: tuple[Claim, ...]
    """Outside the scored pool."""
    future_negatives: tuple[Claim, ...]
    """What holds only later: asserting it now is a contradiction."""
    left_out: Offset
    """States and developments that the bounds left out."""


class Prompt(Record):
    """One role-play request of Task III, to be answered in the character's voice at a checkpoint."""

    id: PromptRef
    film: FilmId
    character: EntityRef
    checkpoint: CheckpointRef
    condition: Condition
    mode: Mode
    turns: Annotated[tuple[Prose, ...], Meta(min_length=1)]
    """What the user says: one turn, or several that follow each other."""
    stance: Prose
    """How an answer true to the checkpoint takes it. The evaluator's alone."""
    about: Annotated[tuple[str, ...], Meta(min_length=1)]
    """``<layer>/<id>`` of the records that it tests."""
    pair: PromptRef | None
    """Of the later prompt of a pair: the earlier one."""
    cites: tuple[Citation, ...]
    made: Made


class Pack(Record):
    """What the actor may see, as a plan over records and spans: nothing else, nothing later than the checkpoint.

    ``materialize`` fills it with text.
    """

    id: PromptRef
    film: FilmId
    character: EntityRef
    checkpoint: CheckpointRef
    identity: Prose
    traits: tuple[TraitRef, ...]
    exemplars: tuple[ExemplarRef, ...]
    memories: tuple[MemoryRef, ...]
    """All that are acquired by then and fit, in the order of acquiring; a memory setting chooses among them."""
    ties: tuple[TieRef, ...]
    phases: tuple[str, ...]
    """The sources of the phases that hold at the checkpoint."""
    tokenizer: str
    budget: Annotated[int, Meta(ge=1)]
    tokens: Offset
    """Of the filled pack with the request, in this view; at most the budget."""
    left_out: tuple[MemoryRef, ...]
    """Acquired memories that the budget left out, the oldest first."""


class Scaffold(Record):
    """The evaluator's side of a role-play prompt."""

    id: PromptRef
    film: FilmId
    character: EntityRef
    checkpoint: CheckpointRef
    kind: CheckpointKind
    condition: Condition
    stance: Prose
    supporting: tuple[Claim, ...]
    contradicting: tuple[Claim, ...]
    unknown: tuple[Claim, ...]
    future_negatives: tuple[Claim, ...]
    pair: PromptRef | None


class RolePackage(Record):
    """The cross-task coverage audit of one focal character."""

    id: EntityRef
    film: FilmId
    checkpoints: Offset
    items: Offset
    prompts: Offset
    pairs: Offset
    episodes: Offset
    """Multi-turn prompts."""
    traits: Offset
    exemplars: Offset
    memories: Offset
    low_yield: tuple[str, ...]
    """What there is too little of, by the names above; such a role is in the review queue."""
