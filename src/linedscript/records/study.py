"""Who is who by people's judgement: gold mentions, and what the canonicalization study measured."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Language, Offset, Prose, Range, Record, SceneRef, Sha256, Unit01
from linedscript.records.entity import EntityType


class GoldMention(Record):
    """One form in one scene, and what it means there."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}\.[a-z][0-9]{2,}$(?!\n)")]
    film: FilmId
    scene: SceneRef
    surface: Prose
    type: EntityType
    entity: Prose
    """The person's or thing's own name, or any label; equal within a film where the same is meant."""
    kind: Annotated[str, Meta(pattern=r"^[a-z_]+$(?!\n)")]
    """``name``, ``title``, ``description`` or ``kin``; of a sampled study, the stratum."""
    spans: Annotated[tuple[Range, ...], Meta(min_length=1)]
    """Where it stands, in code points of the scene's text. A place is marked once per type."""


class Profile(Record):
    """What an annotator, or another system, sees of one mention."""

    id: Annotated[str, Meta(pattern=r"^[a-z]{2}-[0-9]{4}/s[0-9]{4}\.m[0-9]{2,}$(?!\n)")]
    """``<film>/<mention>``."""
    film: FilmId
    scene: SceneRef
    type: EntityType
    name: Prose
    surface: Prose
    """As it stands at the first of ``spans``, blanks made single."""
    description: Prose
    evidence: Prose
    """One sentence in which it stands."""
    stratum: Literal["same_name", "title_or_description", "alias", "boundary", "plain"]
    """Why it was drawn. Annotators don't see it."""
    spans: tuple[Range, ...]


class GraphSettings(Record):
    """The embedding graph of the study, as in ``entities.embedding`` of params."""

    encoder: Annotated[str, Meta(min_length=1)]
    revision: Annotated[str, Meta(min_length=1)]
    sha256: Sha256 | None
    alpha: Unit01
    neighbours: Annotated[int, Meta(ge=1)]


class FrozenThreshold(GraphSettings):
    """The embedding graph's threshold, chosen on the development films and used on others as it stands."""

    threshold: Unit01
    development: Annotated[tuple[FilmId, ...], Meta(min_length=1)]
    gold_sha256: Sha256
    """Of the development films' gold files, one after the other."""
    curve: tuple[tuple[Unit01, Unit01], ...]
    """Each threshold that was tried, with its CoNLL F1 on the development films."""


class StudyScore(Record):
    """One measure of one system in one panel."""

    id: str
    """``<language>/<type>/<system>/<measure>``."""
    language: Language | Literal["all"]
    type: EntityType | Literal["all"]
    system: str
    measure: str
    films: int
    mentions: int
    value: float | None
    """Null where the gold holds nothing of what the measure looks for."""
    low: float | None
    high: float | None
    """95 % percentile interval over films drawn with replacement; null with fewer than two films."""
    replicates: int
    """Draws in which the measure is defined."""


class ExtractionOutcome(Record):
    """What one way of extracting comes to on one film (stage.txt, Table A10)."""

    id: Annotated[str, Meta(pattern=r"^[a-z]{2}-[0-9]{4}/(one_pass|staged)$(?!\n)")]
    """``<film>/<procedure>``."""
    film: FilmId
    procedure: Literal["one_pass", "staged"]
    annotator: str
    """Who proposed the records."""
    blocks: Offset
    nodes: Offset
    triples: Offset
    """Distinct subject, predicate and object; the ends of a symmetric predicate in either order."""
    proposed: Offset
    """Entities and relations proposed; an unusable reply counts as one."""
    violations: Offset
    """Of these, records against the schema or the registry."""


class ItemOutcome(Record):
    """What one question comes to that was made from raw text or by the backbone (stage.txt, Table A11)."""

    id: Annotated[str, Meta(pattern=r"^[a-z]{2}-[0-9]{4}/(raw_text|backbone)/[0-9]{4,}$(?!\n)")]
    """``<film>/<mode>/<number>``."""
    film: FilmId
    mode: Literal["raw_text", "backbone"]
    annotator: str
    """Who made the question."""
    span: Unit01 | None
    """From its first to its last piece of evidence, as a share of the screenplay; null where none was found."""
    hops: Offset
    """Atomic facts of its reasoning path that the screenplay shows."""
    grounded: bool
    """Every piece of evidence was found, and its scenes hold the answer's names and numbers and half of its words."""
    hallucinated: bool
    """A piece of evidence is nowhere in what was shown, or the answer is nowhere in the screenplay, told likewise."""
