"""What every record shares: strict frozen structs, identifiers, evidence, citations."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A typed record. Unknown fields are an error and no field has a default: a record says everything.

    Records are trees, so that the garbage collector, which looks for cycles, needn't follow them.
    """


# Identifiers. Ids are given once, by the layer that makes the record, and never renumbered (DESIGN §4).
FilmId = Annotated[str, Meta(pattern=r"^[a-z]{2}-[0-9]{4}$(?!\n)")]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Language = Literal["en", "zh"]


def _ref(layer: str, pattern: str) -> Meta:
    """A reference to a record of ``layer`` in the same film; ``x-ref`` is what integrity checks follow."""
    return Meta(pattern=pattern, extra_json_schema={"x-ref": layer})


_PATCHED = r"|[a-z][a-z0-9]*-pt-[0-9]{4}"
"""A record that a patch adds is called ``<kind>-<patch id>``; patch ids are ``pt-0001``."""

SceneRef = Annotated[str, _ref("scenes", r"^s[0-9]{4}$(?!\n)")]
MentionRef = Annotated[str, _ref("mentions", r"^s[0-9]{4}\.m[0-9]{2,}$(?!\n)")]
UnitRef = Annotated[str, _ref("units", rf"^(s[0-9]{{4}}\.u[0-9]{{2,}}{_PATCHED})$(?!\n)")]
EntityRef = Annotated[str, _ref("entities", rf"^(ent-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
RelationRef = Annotated[str, _ref("relations", rf"^(rel-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
EpisodeRef = Annotated[str, _ref("episodes", rf"^(ep-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
LinkRef = Annotated[str, _ref("links", rf"^(lk-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
StorylineRef = Annotated[str, _ref("storylines", rf"^(st-[0-9]{{3,}}{_PATCHED})$(?!\n)")]
StateRef = Annotated[str, _ref("states", rf"^(cs-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
DevelopmentRef = Annotated[str, _ref("developments", rf"^(dv-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
AccessRef = Annotated[str, _ref("access", rf"^(ac-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
TraitRef = Annotated[str, _ref("traits", rf"^(tr-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
ExemplarRef = Annotated[str, _ref("exemplars", rf"^(ex-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
MemoryRef = Annotated[str, _ref("memories", rf"^(mm-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
TieRef = Annotated[str, _ref("ties", r"^tie-[0-9]{4,}$(?!\n)")]
CheckpointRef = Annotated[str, _ref("checkpoints", rf"^(cp-[0-9]{{4,}}-[0-9]{{2,}}{_PATCHED})$(?!\n)")]
ObservationRef = Annotated[str, _ref("observations", r"^ob-[0-9]{5,}$(?!\n)")]
ItemRef = Annotated[str, _ref("items", rf"^(t2-[0-9]{{4,}}{_PATCHED})$(?!\n)")]
PromptRef = Annotated[str, _ref("prompts", rf"^(rp-[0-9]{{4,}}{_PATCHED})$(?!\n)")]

# Text in a natural language: what pseudonymization renders and what leak scans read.
Prose = Annotated[str, Meta(extra_json_schema={"x-prose": True})]

Unit01 = Annotated[float, Meta(ge=0, le=1)]
Score = Annotated[float, Meta(ge=0, le=10)]
Offset = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]
Range = tuple[Offset, Offset]
"""Half-open ``[start, end)`` in Unicode code points."""

Grounding = Literal["exact", "normalized", "fuzzy"]


class Evidence(Record):
    """Where a claim is read off.

    ``span``: code points ``[start, end)`` of the view's scene text. ``scene``: the whole scene. ``record``: another
    record of the film. ``absence``: a scene that ``record`` (a character) missed.
    """

    kind: Literal["span", "scene", "record", "absence"]
    scene: SceneRef | None
    start: Offset | None
    end: Offset | None
    sha256: Sha256 | None
    """Of the span's text in this view, UTF-8; null unless ``kind`` is ``span``."""
    source: tuple[Range, ...]
    """The span in code points of the decoded source; several ranges where furniture was cut out of it."""
    grounding: Grounding | None
    record: str | None
    """``<layer>/<id>`` for ``record`` and ``absence``."""


class Citation(Record):
    """A record that this one was derived from, with the values that it relied on."""

    layer: str
    record: str
    fields: tuple[str, ...]
    """The fields of the cited record that this record's content depends on."""
    digest: Sha256 | None
    """SHA-256 of the canonical JSON object of those fields at the time of citing. Where the reviewed record's
    values give another digest, the citing record is stale. Null only in the pseudonymized view, for values that are
    no longer the cited record's: their rendered form is gone, and no hash of original text is released there."""


class Made(Record):
    """Who made a record: the model that spoke and what it was asked."""

    annotator: str
    """``rules``, the model's name and revision, or ``patch`` for a record that a reviewer added."""
    role: str
    prompt: str | None
    """Name of the prompt; null where the ``rules`` annotators answered the payload itself."""
    prompt_sha256: Sha256 | None
    request: Sha256 | None
    """The request's hash, the key of its recording. Null in the pseudonymized view and where nothing was asked."""
    score: Score | None
    """The reflection gate's score, 0 to 10; null where nothing was judged."""
    accepted: bool
    """False: valid, but below the threshold after the last retry. Kept, and in the review queue."""
