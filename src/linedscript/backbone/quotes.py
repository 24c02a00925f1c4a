"""Quotes as a reply gives them, and the evidence that they come to."""

from typing import Annotated

import msgspec
from msgspec import Meta

from linedscript.backbone.grounding import ground, ground_alike
from linedscript.records.base import Evidence
from linedscript.records.scene import Scene


class Quote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Text copied from the scene."""

    text: Annotated[str, Meta(min_length=1, max_length=600)]
    element: Annotated[int, Meta(ge=0, le=999_999)] | None = None
    """Number of the payload's element that holds it; null: anywhere in the scene."""
    occurrence: Annotated[int, Meta(ge=1, le=999_999)] = 1
    """Which of its places, where it stands several times there."""


def ground_quotes(scene: Scene, quotes: tuple[Quote, ...], fuzzy: float) -> tuple[Evidence, ...] | str:
    """Evidence in text order without repetition, or the first quote that isn't in its scene.

    ``fuzzy``: likeness, 0 to 1, from which a quote that is there in no other way is taken for what it is most like.
    """
    found: dict[tuple[int, int], Evidence] = {}
    for quote in quotes:
        within = None
        if quote.element is not None:
            if quote.element >= len(scene.elements):
                return quote.text
            within = scene.elements[quote.element].content
        evidence = ground(scene, quote.text, quote.occurrence, within) or ground_alike(scene, quote.text, fuzzy, within)
        if evidence is None:
            return quote.text
        found[evidence.start, evidence.end] = evidence
    return tuple(found[place] for place in sorted(found))
