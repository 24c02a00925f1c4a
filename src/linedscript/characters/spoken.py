"""Who says what: the lines of dialogue with their speakers, and the sentences of a line."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.screenplay.speeches import speeches

_PERFORMED = Pattern(r"\b(?:sing|sung|read|recit|quot|chant|hum)\w*|[唱念读诵背哼]", 2)
"""Parentheticals behind which somebody else's words come."""
_SENTENCE = {
    "en": Pattern(r"[^.!?…\n]+(?:[.!?…]+(?=\w)[^.!?…\n]*)*[.!?…]*[\"'”’)*_]*"),
    "zh": Pattern(r"[^。！？…\n]+[。！？…]*[”』」）*_]*"),
}
_DIRECTION = Pattern(r"[(（][^()（）\n]*[)）]")
_ABBREVIATION = Pattern(r"\b(?:Mr|Mrs|Ms|Dr|St|Capt|Sgt|Lt|Prof|Rev|No|[A-Z])\.$")


class Line(NamedTuple):
    """A dialogue element, or what stands before, between and behind the directions inside one."""

    scene: str
    element: int
    start: int
    end: int
    """Code points of the scene's text, marks and blanks at the ends left out."""
    text: str
    speaker: str | None
    """The entity that the cue names; null where it names none."""
    voice: Literal["on", "off", "over"]
    performed: bool
    """Sung, read out or recited: by a parenthetical before it."""
    opens: bool
    """Its speech begins with it."""
    answers: bool
    """The speech before it in the scene, somebody else's, ends in a question."""
    names: tuple[tuple[int, int, str], ...]
    """``(start, end, entity)`` of the named entities in it, in code points of ``text``."""


def spoken_lines(scenes: Sequence[Scene], entities: Sequence[Entity]) -> list[Line]:
    """Every line of dialogue in the order of the text, lyrics left out. Linear in scenes and evidence."""
    cues, names = _spots(scenes, entities)
    found: list[Line] = []
    for scene in scenes:
        asked_by: str | None = None
        asked = False
        for speech in speeches(scene):
            cue = scene.elements[speech.cue].cue
            speaker = cues.get((scene.id, speech.cue))
            performed, opens, last = False, True, ""
            for number in speech.parts:
                element = scene.elements[number]
                text = scene.text[element.content[0] : element.content[1]]
                if element.kind == "parenthetical":
                    performed = performed or bool(_PERFORMED.search(text))
                if element.kind != "dialogue":
                    continue
                for low, high, direction in _stretches(text):
                    performed = performed or bool(_PERFORMED.search(direction))
                    start, last = element.content[0] + low, text[low:high]
                    held = tuple(
                        (one - start, other - start, entity)
                        for one, other, entity in names.get((scene.id, number), ())
                        if start <= one and other <= start + len(last)
                    )
                    found.append(
                        Line(
                            scene.id,
                            number,
                            start,
                            start + len(last),
                            last,
                            speaker,
                            cue.voice if cue else "on",
                            performed,
                            opens,
                            asked and opens and asked_by != speaker,
                            held,
                        )
                    )
                    opens = False
            asked, asked_by = last.rstrip("\"'”’*_ ").endswith(("?", "？")), speaker
    return found


def _stretches(text: str) -> Iterator[tuple[int, int, str]]:
    """``(start, end, direction)`` of what is said, without the blanks around it, and of the direction before it."""
    begun, direction = 0, ""
    for low, high in (*(match.span() for match in _DIRECTION.finditer(text)), (len(text), len(text))):
        said = text[begun:low]
        if said.strip():
            yield begun + len(said) - len(said.lstrip()), begun + len(said.rstrip()), direction
        begun, direction = high, text[low:high]


def _spots(
    scenes: Sequence[Scene], entities: Sequence[Entity]
) -> tuple[dict[tuple[str, int], str], dict[tuple[str, int], list[tuple[int, int, str]]]]:
    """By scene and element: the character whom a cue names, and the places of named entities in a dialogue."""
    starts = {scene.id: [element.start for element in scene.elements] for scene in scenes}
    kinds = {scene.id: [element.kind for element in scene.elements] for scene in scenes}
    cues: dict[tuple[str, int], tuple[int, str]] = {}
    names: dict[tuple[str, int], list[tuple[int, int, str]]] = {}
    for entity in entities:
        for span in entity.evidence:
            if span.kind != "span" or span.scene not in starts:
                continue
            number = bisect_right(starts[span.scene], span.start) - 1
            if number < 0:
                continue
            at, kind = (span.scene, number), kinds[span.scene][number]
            if kind == "cue" and "Character" in entity.types:
                cues[at] = max(cues.get(at, (0, "")), (span.end - span.start, entity.id))
            elif kind == "dialogue" and entity.named:
                names.setdefault(at, []).append((span.start, span.end, entity.id))
    return {at: entity for at, (_, entity) in cues.items()}, {at: sorted(held) for at, held in names.items()}


def sentences(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """``(start, end)`` of each sentence, without the blanks around it."""
    begun: int | None = None
    for match in _SENTENCE[language].finditer(text):
        held = match.group()
        start = match.start() + len(held) - len(held.lstrip()) if begun is None else begun
        end = match.start() + len(held.rstrip())
        if start >= end:
            continue
        if language == "en" and _ABBREVIATION.search(text[start:end]) and end < len(text):
            begun = start
            continue
        begun = None
        yield start, end
    if begun is not None and text[begun:].strip():
        yield begun, len(text.rstrip())
