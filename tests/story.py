"""Scenes written down in a few lines, for tests of layers that read a scene's elements."""

import re
from typing import Any

from factories import FILM, mention, span

from linedscript.backbone.grounding import ground_all
from linedscript.io.files import sha256_text
from linedscript.records.entity import Mention
from linedscript.records.scene import Cue, Element, Heading, Scene, Segment

_CUE = re.compile(r"^@(?P<name>[^(（:：]+?)\s*(?:[(（](?P<how>[^)）]+)[)）])?[:：]\s*(?P<line>.*)$", re.DOTALL)
_VOICES = {"V.O.": "over", "旁白": "over", "O.S.": "off", "画外音": "off"}


def story(*scenes: str, film: str = FILM) -> list[Scene]:
    """Scenes from texts: the first line is the heading, ``@NAME (V.O.): words`` a speech, every other line action."""
    return [_scene(text, number, film) for number, text in enumerate(scenes, 1)]


def _scene(text: str, index: int, film: str) -> Scene:
    body: list[str] = []
    elements: list[Element] = []
    offset = 0

    def add(kind: str, content: str, cue: Cue | None = None) -> None:
        nonlocal offset
        piece = content + "\n\n"
        elements.append(
            Element(
                kind=kind,
                start=offset,
                end=offset + len(piece),
                content=(offset, offset + len(content)),
                source=((offset, offset + len(piece)),),
                lines=(len(elements) + 1, len(elements) + 1),
                cue=cue,
                dual=None,
                contacts=(),
            )
        )
        body.append(piece)
        offset += len(piece)

    first, *rest = [line.strip() for line in text.strip().split("\n") if line.strip()]
    add("heading", first)
    for line in rest:
        match = _CUE.match(line)
        if match:
            how = match["how"]
            extensions = (how,) if how else ()
            add(
                "cue",
                match["name"],
                Cue(
                    name=match["name"],
                    extensions=extensions,
                    voice=_VOICES.get(how or "", "on"),
                    continued=False,
                    language=None,
                ),
            )
            add("dialogue", match["line"])
        elif line.startswith("("):
            add("parenthetical", line)
        else:
            add("action", line)
    whole = "".join(body)
    place = re.sub(r"^(INT\.|EXT\.|内景|外景)\s*", "", first)
    place, _, time = place.rpartition(" - ") if " - " in place else (place, "", "")
    return Scene(
        id=f"s{index:04d}",
        film=film,
        index=index,
        heading=Heading(
            text=first, number=None, interior="int", place=place, subplace=None, time=time or None, modifiers=()
        ),
        text=whole,
        sha256=sha256_text(whole),
        words=len(whole.split()),
        segments=(Segment(start=0, source=0, length=len(whole)),),
        elements=tuple(elements),
    )


def mentions_of(scenes: list[Scene], *forms: str | tuple[str, dict[str, Any]]) -> list[Mention]:
    """A mention per form and scene in which it stands, the places inside a longer form left out."""
    found = []
    for scene in scenes:
        taken: list[tuple[int, int]] = []
        held = []
        for form in sorted(forms, key=lambda form: -len(form if isinstance(form, str) else form[0])):
            surface, changes = (form, {}) if isinstance(form, str) else form
            places = [
                place
                for place in ground_all(scene, surface)
                if not any(low <= place.start < high for low, high in taken)
            ]
            if places:
                taken.extend((place.start, place.end) for place in places)
                held.append((places[0].start, surface, changes, tuple(places)))
        for number, (_, surface, changes, places) in enumerate(sorted(held, key=lambda item: item[0]), 1):
            found.append(
                mention(
                    number, surface, **dict(id=f"{scene.id}.m{number:02d}", scene=scene.id, evidence=places) | changes
                )
            )
    return found


__all__ = ["mentions_of", "span", "story"]
