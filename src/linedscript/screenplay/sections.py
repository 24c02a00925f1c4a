"""Which sections a scene stands in: the titles in force at its heading, outermost first."""

import re
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.records.scene import Element, Scene

_NUMERAL = "[0-9０-９零〇一二三四五六七八九十百两]+"
_OUTER = Pattern(
    rf"(?:PART|VOLUME|BOOK|EPISODE|SEASON)\b|第?[ \t\u3000]*{_NUMERAL}[ \t\u3000]*[集季部卷]|[上中下]部", re.IGNORECASE
)
_INNER = 2
_LABEL = Pattern(r"[_*]*SCENE\b", re.IGNORECASE)
"""What stands above the slugline of a scene, within an act."""


def section_paths(scenes: Sequence[Scene]) -> list[tuple[str, ...]]:
    """For each scene the path of section titles in force, such as ``("Part Two", "The Mill")``.

    The number of ``#`` before a title is its depth. A title that bears none is an outer one if it names a part, an
    episode or a volume, and an inner one otherwise: an act, a chapter.
    """
    opened: list[tuple[int, str]] = []
    paths = []
    for scene in scenes:
        sampled: tuple[str, ...] | None = None
        for element in scene.elements:
            if element.kind == "section":
                title = " ".join(scene.text[slice(*element.content)].split())
                depth = _depth(scene, element, title)
                while opened and opened[-1][0] >= depth:
                    opened.pop()
                if title:
                    opened.append((depth, title))
            elif sampled is None and _begins(scene, element):
                sampled = tuple(title for _, title in opened)
        paths.append(tuple(title for _, title in opened) if sampled is None else sampled)
    return paths


def _depth(scene: Scene, element: Element, title: str) -> int:
    marks = scene.text[element.start : element.content[0]].count("#")
    return marks or (1 if _OUTER.match(title) else _INNER + bool(_LABEL.match(title)))


def _begins(scene: Scene, element: Element) -> bool:
    """Whether this is the heading or, in a scene that has none, anything but an outline."""
    return element.kind == "heading" if scene.heading else element.kind != "synopsis"
