"""What a format's grammar gives: classified stretches of the kept text, and the protocol of a format."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from linedscript.records.base import Range
from linedscript.records.scene import Cue, ElementKind, Heading
from linedscript.screenplay.kept import Cut, Kept


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """An element begins at ``start`` of the kept text and reaches to the next one's start."""

    kind: ElementKind
    start: int
    content: Range
    cue: Cue | None = None
    heading: Heading | None = None
    dual: Literal["left", "right"] | None = None
    opens: bool = False
    """A transition that belongs to the scene after it, such as ``FADE IN:``."""

    def _replace(self, **fields: object) -> "Stretch":
        return replace(self, **fields)


class Format(NamedTuple):
    """A screenplay format. Everything that isn't here (scenes, ids, proof, tokens) is the same for all."""

    name: str
    reader: str
    """Name and version, recorded with what it read."""
    passes: tuple[Callable[[str], list[Cut]], ...]
    """Each finds what isn't story text in what the one before it left."""
    stretches: Callable[[Kept], list[Stretch]]
    """What was kept, classified, in order of ``start``; every character that isn't blank is in one."""
