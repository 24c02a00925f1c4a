"""Whether a name that a reply gives is one of the material: the scene's own words, or a name that was shown with it."""

import unicodedata
from collections.abc import Iterable
from typing import Any

from linedscript.backbone.grounding import ground
from linedscript.backbone.normalization import is_chinese, name_key, words
from linedscript.backbone.normalization_words import HONORIFICS
from linedscript.engines.places import bounded, places
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene

_SHORTEST = 2
"""Letters of a word that may stand for a longer one: ``Capt`` for ``Captain``, no initial for a name."""


def one_line(name: str) -> str:
    """The name without line breaks and doubled blanks."""
    return " ".join(name.split())


def stands(scene: Scene, name: str, shown: Iterable[dict[str, Any]] = ()) -> bool:
    """Whether the scene's text holds the name, but for an article or a possessive; or ``shown``, a payload's names."""
    return (
        ground(scene, name) is not None
        or ground(scene, name_key(name)) is not None
        or name_key(name) in {name_key(entry["name"]) for entry in shown}
    )


def names_one_of(text: str, entities: Iterable[Entity]) -> bool:
    """Whether a sentence holds the name or an alias of one of the entities, in any case, as whole words."""
    folded = text.casefold()
    return any(
        bounded(folded, *place)
        for entity in entities
        for name in {entity.name.casefold(), *(alias.surface.casefold() for alias in entity.aliases)}
        for place in places(folded, name)
    )


def heads(normalized: str, surface: str, named: bool) -> bool:
    """Whether a dictionary could head the surface form so.

    Of a proper name each word is one of the form's, written out or in the singular; of a description it begins like one
    (``men`` under ``man``). Chinese has no such forms: the one is part of the other.
    """
    one, two = name_key(normalized), name_key(surface)
    if one == two or is_chinese(one) or is_chinese(two):
        return one in two or two in one
    given = [_plain(word) for word in words(surface)]
    return all(any(_fits(_plain(word), other, named) for other in given) for word in words(normalized))


def _plain(word: str) -> str:
    """Without accents and dots."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char) and char != ".")


def _fits(word: str, other: str, named: bool) -> bool:
    if word == other or HONORIFICS.get(word, word) == HONORIFICS.get(other, other):
        return True
    if not named and word[:1] == other[:1]:
        return True
    short, long = sorted((word, other), key=len)
    return len(short) >= _SHORTEST and long.startswith(short)
