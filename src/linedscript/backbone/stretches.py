"""A scene as it is asked about: whole, or where it is long in parts, so that no prompt outgrows its budget.

(stage.txt: a scene is partitioned only when its token sequence alone exceeds the budget.) A part is a scene of its own
whose text is hidden but for the part, so that places in it are places in the whole.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from linedscript.backbone.grounding import HIDDEN
from linedscript.records.base import Evidence
from linedscript.records.scene import Element, Scene

R = TypeVar("R", bound=msgspec.Struct)
_SAID = frozenset(("dialogue", "parenthetical", "lyric"))


class Stretch(NamedTuple):
    key: str
    """The scene's id; of a part ``s0012.p2``."""
    scene: Scene
    """With the elements of the part, and before them the cue whose speech it goes on with."""
    start: int
    end: int
    whole: bool

    def begins(self, evidence: Sequence[Evidence]) -> bool:
        """Whether the first place lies in the stretch; what has no place counts to the whole scene's first."""
        starts = [place.start for place in evidence if place.start is not None and place.scene == self.scene.id]
        return self.whole or self.start <= min(starts, default=0) < self.end

    def holds(self, evidence: Iterable[Evidence]) -> bool:
        """Whether any place lies in the stretch."""
        return self.whole or any(
            place.start is not None and place.scene == self.scene.id and self.start <= place.start < self.end
            for place in evidence
        )


def stretches(scene: Scene, most: int) -> list[Stretch]:
    """The scene in stretches of at most ``most`` content tokens, which partition its text."""
    whole = [Stretch(scene.id, scene, 0, len(scene.text), True)]
    if len(scene.text) <= most:
        return whole
    from linedscript.screenplay.blocks import split_scene
    from linedscript.screenplay.tokens import content_starts

    starts = content_starts(scene.text)
    if len(starts) <= most:
        return whole
    parts = split_scene(scene, starts, most)
    return [Stretch(part.part, _part(scene, part.start, part.end), part.start, part.end, False) for part in parts]


def _part(scene: Scene, start: int, end: int) -> Scene:
    elements: list[Element] = []
    cue: Element | None = None
    for element in scene.elements:
        low, high = max(start, element.content[0]), min(end, element.content[1])
        if low < high:
            if not elements and element.kind in _SAID and cue is not None:
                elements.append(cue)
            clipped = {"start": max(start, element.start), "end": min(end, element.end), "content": (low, high)}
            elements.append(msgspec.structs.replace(element, **clipped))
        if element.kind == "cue":
            cue = element
        elif element.kind not in _SAID:
            cue = None
    shown = [(element.content[0], element.content[1]) for element in elements[:1]] + [(start, end)]
    text = "".join(
        char if any(low <= place < high for low, high in shown) else HIDDEN for place, char in enumerate(scene.text)
    )
    return msgspec.structs.replace(scene, text=text, elements=tuple(elements))


def all_stretches(scenes: Sequence[Scene], most: int) -> Iterator[Stretch]:
    return (stretch for scene in scenes for stretch in stretches(scene, most))


def renumbered(records: Sequence[R], letter: str) -> list[R]:
    """The records of a scene's parts with one row of numbers, ``s0012.u01`` onwards."""
    count: Counter[str] = Counter()
    found = []
    for record in records:
        scene: Any = record.scene
        count[scene] += 1
        found.append(msgspec.structs.replace(record, id=f"{scene}.{letter}{count[scene]:02d}"))
    return found
