"""Passages: stretches of a view's scene text, under a number of tokens. They partition each scene."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.records.scene import Scene
from linedscript.screenplay.blocks import split_scene
from linedscript.screenplay.tokens import Tokenizer


class Stretch(NamedTuple):
    """A passage with its text, or a record that is read as sentences."""

    scene: str
    start: int | None
    end: int | None
    record: str | None
    text: str


def passages(scenes: Sequence[Scene], budget: int, tokenizer: Tokenizer) -> Iterator[Stretch]:
    """Of each scene in order, stretches of at most ``budget`` content tokens that put together are its text.

    Cut where an element begins, as long as that leaves a passage at least half full; a longer element is cut at a
    token. A passage never leaves its scene, so that its scene tells whether a gold scene was found.
    """
    for scene in scenes:
        for part in split_scene(scene, tokenizer.starts(scene.text), budget):
            yield Stretch(scene.id, part.start, part.end, None, scene.text[part.start : part.end])
