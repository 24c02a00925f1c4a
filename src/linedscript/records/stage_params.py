"""The sections of ``params.yaml`` that the ``stage`` suite's tasks read."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import Count, Record, Unit01
from linedscript.records.character import StateAspect


class ObservationSettings(Record):
    budget: Count
    """Content tokens of a chunk: what one question is about, and what intervals are made of (stage.txt, Task I: at
    most 600)."""
    tokenizer: Literal["linedscript/1"]


class RubricSettings(Record):
    states: Annotated[int, Meta(ge=1, le=8)]
    developments: Annotated[int, Meta(ge=1, le=4)]
    future_negatives: Count
    """The most of each that a rubric holds (stage.txt, Task I: eight and four)."""
    weights: dict[StateAspect, Unit01]
    """Of every aspect: of what is equally new, the weightier comes first; 0 keeps an aspect out of the scored pools."""


class PromptSettings(Record):
    """Role-play prompts of Task III."""

    pairs: Count
    """Topics that a focal character is asked about, two prompts each where two checkpoints allow it."""
    per_kind: Count
    """Topics of one kind, such as possession, of one character."""
    episodes: Annotated[int, Meta(ge=0)]
    """Multi-turn prompts of one character."""
    turns: Annotated[int, Meta(ge=3, le=8)]
    """In one of them, at most; the last comes back to the first."""
    request_words: Count
    request_chars: Count
    """Longest turn, by language."""
    told_share: Annotated[float, Meta(gt=0, le=1)]
    """Share of a fact's key terms at which a request tells what it asks about."""


class LeastSettings(Record):
    """What a role has of each at least, by the names that its package counts; with less it goes to the review queue."""

    checkpoints: Annotated[int, Meta(ge=0)]
    items: Annotated[int, Meta(ge=0)]
    prompts: Annotated[int, Meta(ge=0)]
    pairs: Annotated[int, Meta(ge=0)]
    episodes: Annotated[int, Meta(ge=0)]
    traits: Annotated[int, Meta(ge=0)]
    exemplars: Annotated[int, Meta(ge=0)]
    memories: Annotated[int, Meta(ge=0)]


class RoleSettings(Record):
    """Packs, scaffolds and role packages of Task III."""

    tokenizer: Literal["linedscript/1"]
    budget: Count
    """Tokens of a filled pack with its request."""
    reserve: Annotated[int, Meta(ge=0)]
    """Of the budget, kept free in the parent for pseudonyms that are longer."""
    exemplars: Count
    """Lines in a pack, the best first."""
    phases: Count
    """Relationship phases in a pack, the newest."""
    least: LeastSettings
    future: Annotated[int, Meta(ge=0)]
    """Later states in a scaffold that its request isn't about, at most."""


class StageSettings(Record):
    """What is assembled after review for the ``stage`` suite."""

    rubrics: RubricSettings
    roles: RoleSettings


class ItemSettings(Record):
    items: Count
    """Per film."""
    per_category: Count
    per_kind: Count
    """Items from one kind of candidate."""
    per_unit: Count
    """Items whose path leans on one unit."""
    per_answer: Count
    """Items of one kind that have one answer."""
    answer_words: Count
    answer_chars: Count
    """Longest answer, by language (the paper's longest: 50 words, 116 characters)."""
    passage_words: Count
    passage_chars: Count
    """Size of the passage that must not answer an item alone (D5)."""
    passage_share: Annotated[float, Meta(gt=0, le=1)]
    """Share of question and answer terms that make a passage sufficient."""
    near_duplicate: Annotated[float, Meta(gt=0, le=1)]
    """Share of common key terms at which two questions with their answers ask nearly the same."""


class CheckSettings(Record):
    passages: Count
    """Passages per item that a reader gets alone, the likest ones."""
    passage_words: Count
    passage_chars: Count
    """Size of such a passage, by language."""
    same_wording: Count
    """Questions of a film that may be worded alike."""
