"""The source index: what each film is, and where its script comes from."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Language, Record, Sha256

Suite = Literal["stage", "beliefs", "commitments", "continuation"]
Date = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")]


class Retrieval(Record):
    """How a source is had. ``bundled``: in this repository. ``bring_your_own``: the user has the file."""

    method: Literal["bundled", "address", "bring_your_own"]
    path: str | None
    """For ``bundled``: relative to the repository."""
    address: str | None
    archived: str | None
    date: Date | None
    outcome: Literal["retrieved", "changed", "gone", "not_tried"]


class Source(Record):
    kind: Literal["screenplay", "synopsis", "subtitles", "video", "page_images"]
    file: str
    """File name under ``sources/<film>/`` where the method isn't ``bundled``."""
    provenance: str
    retrieval: Retrieval
    licence: str
    raw_sha256: Sha256
    normalized_sha256: Sha256 | None
    """Of the text with line ends, blanks and Unicode form made uniform; null for what isn't text."""
    normalizer: str | None
    format: str | None
    """The screenplay format; null: recognized from the text."""
    encoding: str | None
    """Null: detected, and recorded by the reader."""
    errors: Literal["strict", "replace"]
    removal: Literal["none", "requested", "removed"]


class Votes(Record):
    count: Annotated[int, Meta(ge=0)]
    source: str
    date: Date


class Withdrawal(Record):
    reason: str
    date: Date


class Film(Record):
    """A row of ``manifests/sources.jsonl``. A withdrawn film keeps its row as a tombstone."""

    id: FilmId
    title: str
    title_forms: tuple[str, ...]
    """Other forms under which the title may show: a slug, a translation, a short title."""
    year: Annotated[int, Meta(ge=1, le=2200)] | None
    """Of the film, or of the play."""
    language: Language
    genres: Annotated[tuple[str, ...], Meta(max_length=3)]
    suites: tuple[Suite, ...]
    votes: Votes | None
    sources: tuple[Source, ...]
    withdrawn: Withdrawal | None
