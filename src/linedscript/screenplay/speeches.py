"""Which elements of a scene a cue has as its speech, and which cues have none."""

from typing import NamedTuple

from linedscript.records.scene import Scene

_SPOKEN = frozenset(("dialogue", "lyric"))


class Speech(NamedTuple):
    """A cue and what is said under it, as numbers of the scene's elements, 0-based."""

    cue: int
    parts: tuple[int, ...]
    """Parentheticals, dialogue and lyrics in order; another element may stand between them, as a direction does."""
    silent: bool
    """Whether no word is spoken: a cue-like line alone, or with a parenthetical only."""


def speeches(scene: Scene) -> tuple[Speech, ...]:
    """In order of their cues. A part belongs to the last cue before it; in dual dialogue, to the last of its side."""
    owners: dict[str | None, int] = {}
    parts: dict[int, list[int]] = {}
    for number, element in enumerate(scene.elements):
        if element.kind == "cue":
            if element.dual is None:
                owners = {}
            owners[element.dual] = number
            parts[number] = []
        elif element.kind in ("dialogue", "lyric", "parenthetical"):
            last = max(owners.values(), default=None)
            owner = owners.get(element.dual, last)
            if owner is not None:
                parts[owner].append(number)
    return tuple(
        Speech(cue, tuple(own), not any(scene.elements[part].kind in _SPOKEN for part in own))
        for cue, own in parts.items()
    )


def silent_cues(scene: Scene) -> tuple[int, ...]:
    return tuple(speech.cue for speech in speeches(scene) if speech.silent)
