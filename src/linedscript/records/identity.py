"""The frozen name map of a film, and the recipe that renders its pseudonymized view.

A map is one JSON-lines file of ``NameDecision`` and ``TitleForm`` lines, told apart by ``line``.
"""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Prose, Range, Record, Sha256

Candidate = Annotated[str, Meta(pattern=r"^(ent-[0-9]{4,}|[a-z][a-z0-9]*-pt-[0-9]{4}|s[0-9]{4}\.m[0-9]{2,})$(?!\n)")]
"""A canonical entity; or, of a name that no entity bears any more, its first mention."""


class Renaming(Record):
    """What happens to one form of an entity's name."""

    surface: Annotated[str, Meta(min_length=1)]
    """An approved alias, exactly as in the entity record; or a further form that stands in the film: a plural, a
    name's core, a phrase that holds the name as another word and must stay."""
    pseudonym: Annotated[str, Meta(min_length=1)]
    """Equal to ``surface`` where the form stays: a role ("the Captain"), or a phrase that is protected."""
    match: Literal["any_case", "exact"]
    """``exact`` for a form that is also an ordinary word: no other case of it is touched."""


class NameDecision(Record, tag_field="line", tag="name"):
    """One canonical entity, or one name whose entity ended, frozen as replace or keep. One record per candidate."""

    id: Candidate
    film: FilmId
    name: str
    """The canonical name that the decision was taken on: a guard against renumbering."""
    decision: Literal["replace", "keep"]
    reason: Literal[
        "named", "diagnostic", "generic_role", "kinship", "concept", "time_point", "real_world", "common_word"
    ]
    pseudonym: str | None
    """The pseudonymized canonical name; null for ``keep``."""
    aliases: tuple[Renaming, ...]
    """For ``replace`` every approved alias, and further forms. For ``keep`` only the forms that hold a replaced name
    of another entity and must stay all the same (the month in "June 1994"), unchanged."""


class TitleForm(Record, tag_field="line", tag="title"):
    """A form of the film's title, always removed, in any case."""

    id: Annotated[str, Meta(pattern=r"^title-[0-9]{2}$(?!\n)")]
    film: FilmId
    surface: Annotated[str, Meta(min_length=1)]
    replacement: str


class Replacement(Record):
    """One replaced stretch of the decoded source. Holds no original surface."""

    id: Annotated[str, Meta(pattern=r"^rc-[0-9]{5,}$(?!\n)")]
    film: FilmId
    source: Annotated[tuple[Range, ...], Meta(min_length=1)]
    """Several ranges where furniture stands in the middle of the name."""
    text: Prose


class MapManifest(Record):
    """Where a film's name map lies and what it hashes to; ``manifests/identity.json`` lists one per film."""

    film: FilmId
    place: Literal["samples", "private"]
    """``samples/identity/<film>.jsonl`` or ``private/identity/<film>.jsonl``."""
    sha256: Sha256
    recipe: Literal["release", "withhold"]
