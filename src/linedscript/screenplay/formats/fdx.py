"""The grammar of Final Draft's FDX: the paragraphs' types say what is what."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from linedscript.records.scene import ElementKind, Heading, RemovalReason
from linedscript.screenplay.cues import make_cue, split_cue
from linedscript.screenplay.formats.fdx_types import kind_of, opens
from linedscript.screenplay.formats.fountain_cuts import notes
from linedscript.screenplay.formats.plain_headings import plain_heading
from linedscript.screenplay.headings import scene_heading
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.stretch import Format, Stretch

if TYPE_CHECKING:
    from linedscript.screenplay.containers.fdx_xml import Paragraph

READER = "fdx/1"


class Entry:
    """A paragraph with its text, and what it is: an element's kind, or the reason why it is none."""

    __slots__ = ("paragraph", "pieces", "text", "kind", "reason", "dual", "joined")

    def __init__(self, paragraph: "Paragraph", pieces: Sequence[str]) -> None:
        self.paragraph = paragraph
        self.pieces = pieces
        """The text of each of the paragraph's runs."""
        self.text = "".join(pieces)
        self.kind: ElementKind | None = None
        self.reason: RemovalReason | None = None
        self.dual: Literal["left", "right"] | None = None
        self.joined = False
        """Whether it goes on the dialogue before it, over a page break."""


class Span(NamedTuple):
    """Where a paragraph of the story stands in the layer's text."""

    start: int
    end: int
    entry: Entry


def classify(entries: Sequence[Entry], paginated: dict[str, str]) -> None:
    """Give each entry its kind or its reason. ``paginated``: the file's settings of paragraph types."""
    begun = False
    for entry in entries:
        entry.kind, entry.reason = kind_of(entry.paragraph, entry.text, paginated, begun)
        begun = begun or entry.kind in ("heading", "cue")
    _pair(entries)


def _pair(entries: Sequence[Entry]) -> None:
    """Sides of dual dialogue: the first speaker's speeches stand left, those of any other right."""
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.paragraph.dual and entry.kind in ("cue", "parenthetical", "dialogue", "lyric") and entry.text.strip():
            groups.setdefault(entry.paragraph.dual, []).append(entry)
    for group in groups.values():
        names = [split_cue(entry.text.strip())[0] for entry in group if entry.kind == "cue"]
        if len(names) < 2:
            continue
        apart = len(set(names)) > 1
        side, seen = None, 0
        for entry in group:
            if entry.kind == "cue":
                left = names[seen] == names[0] if apart else seen % 2 == 0
                side, seen = "left" if left else "right", seen + 1
            entry.dual = side


def fdx_format(spans: Sequence[Span]) -> Format:
    """The grammar of one file, whose story paragraphs stand at ``spans`` of the layer's text."""
    return Format("fdx", READER, (notes,), lambda kept: _stretches(spans, kept))


def _stretches(spans: Sequence[Span], kept: Kept) -> list[Stretch]:
    out: list[Stretch] = []
    pieces, number = kept.pieces, 0
    for span in spans:
        while number < len(pieces) and pieces[number].source + pieces[number].length <= span.start:
            number += 1
        start = _offset(kept, number, span.start)
        last = number
        while last < len(pieces) and pieces[last].source + pieces[last].length <= span.end:
            last += 1
        end = _offset(kept, last, span.end)
        text = kept.text[start:end]
        body = text.strip()
        if body:
            low = start + len(text) - len(text.lstrip())
            _add(out, span.entry, start, low, body)
    return out


def _offset(kept: Kept, number: int, source: int) -> int:
    """Where the kept text goes on at or after an offset of the source, which piece ``number`` ends behind."""
    if number == len(kept.pieces):
        return len(kept.text)
    piece = kept.pieces[number]
    return piece.start + max(0, source - piece.source)


def _add(out: list[Stretch], entry: Entry, start: int, low: int, body: str) -> None:
    kind, high = entry.kind, low + len(body)
    if kind == "heading":
        heading, first, last = _heading(body, entry.paragraph.number)
        if entry.paragraph.omitted and not any(word.upper().startswith("OMIT") for word in heading.modifiers):
            heading = replace(heading, modifiers=(*heading.modifiers, "OMITTED"))
        out.append(Stretch("heading", start, (low + first, low + last), heading=heading))
    elif kind == "cue":
        name, extensions = split_cue(body)
        out.append(Stretch("cue", start, (low, low + len(name)), cue=make_cue(name, extensions), dual=entry.dual))
    elif kind == "transition":
        out.append(Stretch("transition", start, (low, high), opens=opens(body)))
    elif entry.joined and out and out[-1].kind == "dialogue":
        out[-1] = out[-1]._replace(content=(out[-1].content[0], high))
    else:
        out.append(Stretch(kind, start, (low, high), dual=entry.dual))


def _heading(body: str, number: str | None) -> tuple[Heading, int, int]:
    """A heading with where its own text begins and ends in ``body``: numbers that were typed into it are apart."""
    if (body[0].isdigit() or body[-1].isdigit()) and (found := plain_heading(body)) and found[0].number:
        return found
    heading = scene_heading(body, number or None)
    first = body.index(heading.text)
    return heading, first, first + len(heading.text)
