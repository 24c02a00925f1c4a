"""Subtitles as read, and the times that they give to a screenplay's scenes."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import Offset, Prose, Range, Record, SceneRef, Sha256, Unit01
from linedscript.records.scene import Position

CueKind = Literal["speech", "lyric", "sound", "empty", "credit", "advertisement"]
PieceKind = Literal["speech", "lyric", "sound", "speaker", "mark", "tag", "blank"]
SubtitleRemovalReason = Literal["byte_order_mark", "header", "note", "style", "region", "stray_text"]
CueId = Annotated[str, Meta(pattern=r"^c[0-9]{4,}$(?!\n)")]
Seconds = Annotated[float, Meta(ge=0)]
"""From the film's beginning, in whole milliseconds."""


class SubtitleFile(Record):
    """How the bytes of a subtitle file became text."""

    format: Literal["srt", "vtt"]
    encoding: str
    encoding_by: Literal["bom", "utf-8", "index", "detected"]
    encoding_confidence: Unit01
    bytes: Offset
    chars: Offset
    """Code points of the decoded text, byte order mark included."""
    raw_sha256: Sha256
    decoded_sha256: Sha256
    reader: str


class SubtitlePiece(Record):
    """A part of a cue's content. The pieces of a cue partition it."""

    kind: PieceKind
    """``mark``: dashes, notes, the colon after a speaker. ``tag``: styling. ``blank``: white space and line breaks."""
    turn: Offset
    """Which of the cue's turns it belongs to, counted from 0."""
    source: Range


class SubtitleTurn(Record):
    """What one voice says within a cue."""

    speaker: Prose | None
    """As the subtitles name it; null where they don't."""
    speech: Prose
    """Spoken and sung words alone, white space made single blanks. Empty where the turn is sound alone."""
    sounds: tuple[Prose, ...]
    """Descriptions, without their brackets: ``sighs`` of ``(sighs)``."""


class SubtitleCue(Record):
    """One subtitle. Cues and removed regions partition the decoded text."""

    id: CueId
    """In file order, whatever the file's own numbers are."""
    index: Offset | None
    """The number directly above the time line, as printed; null where there is none."""
    name: Prose | None
    """What stands there in WebVTT where it is no number."""
    start: Seconds
    end: Seconds
    kind: CueKind
    """``credit`` and ``advertisement``: who made the subtitles, and what is sold with them."""
    text: Prose
    """What a viewer reads: without tags and positions, entities as their characters, lines parted by LF."""
    turns: tuple[SubtitleTurn, ...]
    source: Range
    """Number, time line, content and the blank lines around them."""
    content: Range
    """The part of ``source`` that is text with its tags."""
    pieces: tuple[SubtitlePiece, ...]
    lines: tuple[Position, Position]
    """First and last line of ``source``, 1-based."""


class SubtitleRemoved(Record):
    """A region of the decoded text that is in no cue."""

    id: Annotated[str, Meta(pattern=r"^x[0-9]{4,}$(?!\n)")]
    reason: SubtitleRemovalReason
    """``stray_text``: text that no time line stands above, which no player shows."""
    source: Range
    lines: tuple[Position, Position]


class SpokenTime(Record):
    """When an element of a scene is spoken."""

    element: Offset
    """Its position in the scene's elements, counted from 0."""
    cues: tuple[CueId, CueId]
    """The first and the last cue with words of it, by time."""
    start: Seconds
    end: Seconds
    words: Offset
    matched: Offset


class SceneTime(Record):
    """When a scene plays.

    ``aligned``: from its first to its last matched word; silence around them belongs to no scene.
    ``interpolated``: nothing of the scene matched enough. It gets its share, by length, of the time between the aligned
    scenes around it: before the first of them from 0, after the last with no known end.
    """

    id: SceneRef
    start: Seconds
    end: Seconds | None
    """Null for the scenes after the last aligned one: they begin no earlier than ``start``."""
    by: Literal["aligned", "interpolated"]
    moved: bool
    """An aligned scene that the film has elsewhere than the screenplay: it is no neighbour to interpolate from."""
    words: Offset
    """Spoken words of the scene; Chinese, Japanese and Korean characters count singly."""
    matched: Offset
    """Of them, those found in the subtitles; 0 where interpolated."""
    share: Unit01 | None
    """``matched`` of ``words``; null where nothing is spoken."""
    cues: tuple[CueId, ...]
    """Every cue with a matched word, by time."""
    spoken: tuple[SpokenTime, ...]
    """One for each element with a matched word."""
