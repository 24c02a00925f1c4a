"""Emphasis of a reading's elements, where its grammar has marks for it."""

from collections.abc import Iterator

from linedscript.records.scene import Element, Scene
from linedscript.screenplay.emphasis import Emphasis, emphasis
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.pieces import Marks

_GRAMMARS = ("fountain/", "markdown/")
_PLAIN = frozenset(("heading", "cue", "section"))
"""Kinds that are set in one style, whatever marks stand in them, but keep them as text."""

_MOST = 20_000
"""Signs of emphasis in one element: an element with more is no screenplay's, and is shown as it is written."""


def emphasized(look: Look) -> Iterator[tuple[Scene, int, Element, Emphasis]]:
    """Elements that have emphasis, each with its number in the scene; offsets are of the element's own text."""
    if not any(grammar in look.reading.source.reader for grammar in _GRAMMARS):
        return
    for scene in look.reading.scenes:
        if "*" not in scene.text and "_" not in scene.text:
            continue
        for number, element in enumerate(scene.elements, 1):
            if element.kind in _PLAIN:
                continue
            own = scene.text[slice(*element.content)]
            if own.count("*") + own.count("_") <= _MOST and (found := emphasis(own)).marks:
                yield scene, number, element, found


def emphasis_marks(look: Look) -> Marks:
    """Spans of the scenes' text: what is emphasized, and the marks, which are no text of the script."""
    return {
        (scene.id, number): [
            *((element.content[0] + span.start, element.content[0] + span.end, span.style) for span in found.spans),
            *((element.content[0] + start, element.content[0] + end, "mark") for start, end in found.marks),
        ]
        for scene, number, element, found in emphasized(look)
    }
