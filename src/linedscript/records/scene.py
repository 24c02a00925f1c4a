"""Source, scenes, removed regions and the validation record: the exact reading of one screenplay."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Language, Offset, Prose, Range, Record, Sha256

ElementKind = Literal[
    "heading", "action", "cue", "parenthetical", "dialogue", "transition", "lyric", "centered", "section", "synopsis"
]
RemovalReason = Literal[
    "byte_order_mark",
    "title_page",
    "contact",
    "draft_line",
    "page_header",
    "page_number",
    "continued_mark",
    "page_break",
    "revision_mark",
    "boneyard",
    "note",
    "cast_list",
    "site_banner",
    "reader_comment",
    "licence_text",
    "end_mark",
]
Position = Annotated[int, Meta(ge=1)]


class DecodedSource(Record):
    """How the bytes of a screenplay became text."""

    film: FilmId
    format: str
    """Of the file: a text format (``fountain``, ``plain``, …) or a container (``fdx``, ``html``, ``pdf``)."""
    encoding: str
    encoding_by: Literal["bom", "utf-8", "index", "declared", "detected"]
    encoding_confidence: float
    """0 to 1; 1 for a byte order mark, valid UTF-8 or the index's word."""
    bytes: Offset
    chars: Offset
    """Code points of the decoded text, byte order mark included."""
    raw_sha256: Sha256
    decoded_sha256: Sha256
    """Of the decoded text as UTF-8."""
    reader: str
    """Name and version of the reader, e.g. ``fountain/1``; for a container, its own and the grammar's."""


class Cue(Record):
    """A character cue: who speaks, apart from how."""

    name: Prose
    extensions: tuple[str, ...]
    """As written, without brackets: ``V.O.``, ``O.S.``, ``CONT'D``, ``画外音``."""
    voice: Literal["on", "off", "over"]
    """``over``: V.O., narration, 旁白. ``off``: O.S., O.C., 画外音 spoken in the place (D12)."""
    continued: bool
    language: Prose | None
    """In which the cue says it is spoken, as written: ``French`` of ``MARIE (in French)``."""


class Element(Record):
    """One piece of a scene. The elements of a scene partition its text."""

    kind: ElementKind
    start: Offset
    end: Offset
    """Code points of the scene's text, trailing line ends and blank lines included."""
    content: Range
    """The part of ``[start, end)`` that is the element's own text: no forcing marks, brackets of a cue's
    extension, indentation or line ends."""
    source: tuple[Range, ...]
    lines: tuple[Position, Position]
    """First and last line of the decoded source, 1-based, blank ones counted."""
    cue: Cue | None
    """For a cue; and, for dialogue, parenthetical and lyric, null: the cue is the last one before it."""
    dual: Literal["left", "right"] | None
    """Side of dual dialogue: a run of left elements and the run of right ones after it are simultaneous."""
    contacts: tuple[Range, ...]
    """Where the element's text gives a phone number, an e-mail or a web address. Story text: kept, and marked."""


class Heading(Record):
    """A scene heading (slugline), as fields."""

    text: Prose
    number: str | None
    interior: Literal["int", "ext", "int/ext"] | None
    place: Prose | None
    """The whole place, as written."""
    subplace: Prose | None
    """What follows the first dash of ``place``: ``KITCHEN`` of ``HOUSE - KITCHEN``."""
    time: Prose | None
    modifiers: tuple[Prose, ...]
    """FLASHBACK, CONTINUOUS and the like."""


class Segment(Record):
    """A run of the scene's text that lies in one piece in the source."""

    start: Offset
    source: Offset
    length: Annotated[int, Meta(ge=1)]


class Scene(Record):
    """One scene, with its text: never part of a release, which holds ``SceneOutline``."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}$(?!\n)")]
    film: FilmId
    index: Position
    heading: Heading | None
    """Null where story text stands before the first heading, and where the script has none."""
    text: str
    sha256: Sha256
    words: Offset
    """Words in English, characters that aren't blank in Chinese, heading included."""
    segments: tuple[Segment, ...]
    elements: tuple[Element, ...]


class SceneOutline(Record):
    """A scene as released: everything but its text."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}$(?!\n)")]
    film: FilmId
    index: Position
    heading: Heading | None
    sha256: Sha256
    """Of the scene's text in this view."""
    chars: Offset
    words: Offset
    segments: tuple[Segment, ...]
    elements: tuple[Element, ...]


class Removed(Record):
    """A region of the decoded source that is in no scene."""

    id: Annotated[str, Meta(pattern=r"^x[0-9]{4,}$(?!\n)")]
    film: FilmId
    reason: RemovalReason
    source: Range
    lines: tuple[Position, Position]


class Validation(Record):
    """The proof that one film was read whole. Written only where every statement holds."""

    film: FilmId
    language: Language
    source_chars: Offset
    scene_chars: Offset
    removed_chars: Offset
    scenes: Offset
    elements: Offset
    removed: Offset
    decoded_sha256: Sha256 | None
    """Null in the pseudonymized view, as is ``rebuilt_sha256``: a script's hash tells which work it is."""
    rebuilt_sha256: Sha256 | None
    """Of the scenes' segments and the removed regions put together in source order. Equals ``decoded_sha256``."""
    raw_bytes: Offset | None
    """Of the file; null in the pseudonymized view, as are the two that follow."""
    raw_sha256: Sha256 | None
    raw_map_sha256: Sha256 | None
    """Of the runs that tie the decoded text to the file: start and length in code points, start and length in bytes."""
    tokenizer: str
    tokenizer_sha256: Sha256
    tokens: Offset
    """Of all scenes."""
    token_sequence_sha256: Sha256
    """Of the scenes' token sequence, equal to that of the blocks' parts put together."""


class BlockPart(Record):
    scene: Annotated[str, Meta(pattern=r"^s[0-9]{4}$(?!\n)", extra_json_schema={"x-ref": "scenes"})]
    part: Annotated[str, Meta(pattern=r"^s[0-9]{4}\.p[0-9]+$(?!\n)")] | None
    """Null for a whole scene; ``s0012.p2`` for the second part of an over-long one."""
    start: Offset
    end: Offset
    tokens: Offset


class Block(Record):
    """Consecutive whole scenes under a token budget, or one part of a scene that is over it alone."""

    id: Annotated[str, Meta(pattern=r"^b[0-9]{4}$(?!\n)")]
    film: FilmId
    parts: tuple[BlockPart, ...]
    tokens: Offset
    budget: Position
    tokenizer: str
