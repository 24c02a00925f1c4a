"""What stands at the top of a release: its films, its manifest, its claims, and the defects that a gate finds."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Language, Record, Sha256, Unit01
from linedscript.records.source import Source, Suite, Votes

View = Literal["parent", "pseudonymized"]
ReleasedClass = Literal["source_metadata", "structural_annotation", "derived_asset", "evaluation_code", "documentation"]
Version = Annotated[str, Meta(pattern=r"^v[0-9]+\.[0-9]+\.[0-9]+$(?!\n)")]
Count = Annotated[int, Meta(ge=0)]


class ParentFilm(Record):
    """A film in the parent release: its row of the source index, retrieval included."""

    id: FilmId
    title: str
    title_forms: tuple[str, ...]
    year: int | None
    language: Language
    genres: tuple[str, ...]
    parent_genres: tuple[str, ...]
    """``genres`` under the parent-genre map, without repetition, sorted."""
    suites: tuple[Suite, ...]
    votes: Votes | None
    sources: tuple[Source, ...]


class PublicFilm(Record):
    """A film in the pseudonymized release: no field that names the work."""

    id: FilmId
    language: Language
    suites: tuple[Suite, ...]


class QuoteLimit(Record):
    """How much of a script's own text a release may repeat (params, ``release.quote_limit``)."""

    en_words: Annotated[int, Meta(ge=1)]
    """Longest run of consecutive words in one string, English."""
    zh_chars: Annotated[int, Meta(ge=1)]
    """Longest run of consecutive characters (blanks and punctuation left out) in one string, Chinese."""
    share: Unit01
    """Largest share of a film's words or characters that shared runs may cover, all strings together."""
    en_counted: Annotated[int, Meta(ge=1)]
    """Shortest shared run that counts towards ``share``, in words: shorter ones are names and idiom."""
    zh_counted: Annotated[int, Meta(ge=1)]


class ReleaseSettings(Record):
    """The ``release`` section of params."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)")]
    title: str
    """Of the data set, as the card's heading. No film's title."""
    version: Version
    date: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")]
    """Of publication. Typed, never read off a clock."""
    url: str
    creator: str
    quote_limit: QuoteLimit
    contact_allowed: tuple[str, ...]
    """Strings that look like contact details and are part of the story, such as a fictional address."""
    recipe: bool
    """Whether the pseudonymized release ships the rendering recipe of each film whose name map says ``release``."""


class FileEntry(Record):
    path: str
    file_class: ReleasedClass
    bytes: Count
    sha256: Sha256


class ParentRef(Record):
    """The parent release that a pseudonymized one was rendered from."""

    version: Version
    sums_sha256: Sha256
    """Of the parent's ``SHA256SUMS``."""


class Manifest(Record):
    """``manifest.json``: every file of a release but itself and ``SHA256SUMS``."""

    name: str
    version: Version
    software: Annotated[str, Meta(pattern=r"^linedscript [0-9]+\.[0-9]+\.[0-9]+$(?!\n)")]
    """What put the release together. Its schemas and the wording of its card are those of this version."""
    view: View
    run: str
    """The annotator's run, as in params; ``rules`` for the embedded baseline."""
    annotators: tuple[str, ...]
    """Who made the records, sorted."""
    parent: ParentRef | None
    films: tuple[FilmId, ...]
    quote_limit: QuoteLimit
    contact_allowed: tuple[str, ...]
    recipes: tuple[FilmId, ...]
    """Films whose rendering recipe is in this release."""
    files: tuple[FileEntry, ...]


class Claims(Record):
    """``claims.json``: every number that the card states."""

    version: Version
    view: View
    films: Count
    films_by_language: dict[str, Count]
    length_by_language: dict[str, Count]
    """Words in English, characters in Chinese."""
    records: dict[str, Count]
    """By layer."""
    items_by_category: dict[str, Count]
    patches_by_layer: dict[str, Count]
    withheld: Count
    """Stale records, kept out of the release."""
    failed_blocks: Count
    """Blocks of work that no annotator answered, each waived by a patch."""


class Defect(Record):
    """One thing that is wrong with a release."""

    gate: str
    code: str
    file: str
    record: str | None
    problem: str
    hint: str


class FieldChange(Record):
    field: str
    before: Any
    after: Any


class Change(Record):
    """One record that two releases don't share as it is."""

    kind: Literal["added", "removed", "changed"]
    file: str
    layer: str
    film: FilmId
    record: str
    fields: tuple[FieldChange, ...]
    """For ``changed``, every top-level field that differs."""
    patches: tuple[str, ...]
    """The patches that did it; empty where no patch that differs between the releases explains it."""
    how: Literal["itself", "ended", "stale", "reference", "account", "none"]
    """``itself``: the patch names the record. ``ended``: a patch ended it. ``stale``: withheld, or back from being so.
    ``reference``: what it names, cites or is put together of was patched, or changed through a patch itself.
    ``account``: a row that says what patches did."""
    through: tuple[str, ...]
    """Of a ``reference`` those records, ``<layer>/<id>``."""
