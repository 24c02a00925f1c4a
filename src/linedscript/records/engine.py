"""What is asked of an engine, what it answers, and the account of every attempt."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Offset, Record, Score, Sha256

Role = Literal["construct", "judge", "answer"]
"""``construct`` and ``judge`` build a release; ``answer`` is the model that is evaluated, and ``judge`` its judge."""


class Request(Record):
    """One question to an engine. Its hash covers every field. ``film`` and ``key`` never enter a prompt."""

    layer: str
    film: FilmId
    key: str
    """What of the film is asked about: a scene, block, episode or pair, unique within layer, role and attempt."""
    role: Role
    prompt: str | None
    """Name of the prompt template, e.g. ``units.en``; null for the ``rules`` annotators."""
    prompt_sha256: Sha256 | None
    payload: dict[str, Any]
    """The data that the prompt's template renders into messages: scene text, registry, records. No film id or title."""
    reply: str
    """Name of the reply's schema."""
    reply_sha256: Sha256
    """Of the schema that the reply is bound to."""
    decoding: dict[str, Any]
    sample: Annotated[int, Meta(ge=1)]
    attempt: Annotated[int, Meta(ge=1)]
    seed: Offset


class TranscriptLine(Record):
    """A request's answer, as recorded. Holds no clock, so that a replay has the same bytes."""

    request: Sha256
    layer: str
    key: str
    role: Role
    sample: int
    attempt: int
    annotator: str
    engine: dict[str, Any]
    """Version, quantization, tokenizer digest, device: whatever the engine reports about itself."""
    usage: dict[str, int]
    reply: Any
    """The reply, valid under its schema; null for a failed attempt."""
    error: str | None


class Quotation(Record):
    """Words of a reply that stand in its question, as their place there."""

    at: tuple[str | int, ...]
    """Keys and list places, from 0, that lead to the reply's text."""
    offset: Offset
    """Where the words go in what the recording holds of that text."""
    of: tuple[str | int, ...]
    """What leads to the text of the question's payload that has them."""
    start: Offset
    end: Offset
    """``[start, end)`` of that text. All three are in code points."""


class RecordedLine(TranscriptLine, frozen=True, kw_only=True, omit_defaults=True):
    """A transcript's line as a recording that anyone may read keeps it: its reply without words of the question.

    The one record with a field that may be left out: a line that quotes nothing is the transcript's, byte for byte.
    """

    quotes: tuple[Quotation, ...] = ()
    """By text of the reply, in order of the words."""


class LedgerEntry(Record):
    """One attempt or one refusal on one layer."""

    id: Annotated[str, Meta(pattern=r"^lg-[0-9]{5,}$(?!\n)")]
    film: FilmId
    layer: str
    key: str
    attempt: int
    gate: Literal["engine", "schema", "grounding", "registry", "reflection"]
    outcome: Literal["passed", "refused_record", "refused_reply", "below_threshold"]
    count: Offset
    """Records concerned."""
    code: str | None
    detail: str | None


class Coverage(Record):
    """Whether a block of work of a layer was answered. Every block of every layer has one."""

    id: Annotated[str, Meta(pattern=r"^[a-z_]+:.+$(?!\n)")]
    """``<layer>:<key>``"""
    film: FilmId
    layer: str
    key: str
    status: Literal["answered", "failed"]
    attempts: int
    records: Offset
    """Records kept."""
    best_score: Score | None
    reason: str | None


class TranscriptDigest(Record):
    """Names the answers that a film's layer was made from."""

    film: FilmId
    layer: str
    run: str
    """The run's name in params; ``rules`` for the embedded default, whose answers need no recording."""
    annotator: str
    """Who wrote the records."""
    judge: str
    """Who judged them."""
    answers: Offset
    sha256: Sha256 | None
    """Of the transcript file's bytes as the build makes and replays it; null in the pseudonymized view, whose parent
    names it."""
