"""What a reading comes to in numbers: elements by kind, cast, removed characters by reason, the proof."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.records.scene import Element, Scene
from linedscript.screenplay.cues import speaker
from linedscript.screenplay.scenes import count_words
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.speeches import speeches

_SPOKEN = ("dialogue", "lyric")


class Speaker(NamedTuple):
    name: str
    speeches: int
    words: int
    """Spoken ones; in Chinese, characters that aren't blank."""
    scenes: int
    voices: tuple[str, ...]
    """Of ``on``, ``off``, ``over``: those that the cues say."""


class Proof(NamedTuple):
    kept: int
    """Code points in scenes."""
    removed: int
    total: int

    @property
    def holds(self) -> bool:
        return self.kept + self.removed == self.total


class Summary(NamedTuple):
    kinds: dict[str, int]
    """Elements by kind, most first."""
    cast: list[Speaker]
    """Most speeches first; of equal ones the one who speaks first."""
    removed: dict[str, tuple[int, int]]
    """By reason: regions and code points, most code points first."""
    contacts: int
    line_ends: dict[str, int]
    proof: Proof


class Said(NamedTuple):
    scene: Scene
    cue: Element
    spoken: tuple[Element, ...]
    """Dialogue and lyrics, without parentheticals. Empty where the cue has none."""


def said(scenes: Sequence[Scene]) -> Iterator[Said]:
    """Each cue with what is spoken under it."""
    for scene in scenes:
        for speech in speeches(scene):
            parts = (scene.elements[part] for part in speech.parts)
            yield Said(scene, scene.elements[speech.cue], tuple(part for part in parts if part.kind in _SPOKEN))


def summarize(look: Look) -> Summary:
    reading = look.reading
    kinds = Counter(element.kind for scene in reading.scenes for element in scene.elements)
    regions: dict[str, tuple[int, int]] = {}
    for region in reading.removed:
        number, chars = regions.get(region.reason, (0, 0))
        regions[region.reason] = number + 1, chars + region.source[1] - region.source[0]
    crlf = reading.text.count("\r\n")
    ends = {"LF": reading.text.count("\n") - crlf, "CRLF": crlf, "CR": reading.text.count("\r") - crlf}
    return Summary(
        kinds=dict(kinds.most_common()),
        cast=_cast(look),
        removed=dict(sorted(regions.items(), key=lambda item: -item[1][1])),
        contacts=sum(len(element.contacts) for scene in reading.scenes for element in scene.elements),
        line_ends={name: count for name, count in ends.items() if count},
        proof=Proof(
            sum(len(scene.text) for scene in reading.scenes),
            sum(region.source[1] - region.source[0] for region in reading.removed),
            len(reading.text),
        ),
    )


def _cast(look: Look) -> list[Speaker]:
    """By name as ``speaker`` compares it, shown as first written; who speaks together is a speaker of its own."""
    names: dict[str, list[Said]] = {}
    for speech in said(look.reading.scenes):
        if speech.cue.cue is not None:
            names.setdefault(speaker(speech.cue.cue.name), []).append(speech)
    cast = [
        Speaker(
            spoken[0].cue.cue.name,
            len(spoken),
            sum(_words(speech, look.language) for speech in spoken),
            len({speech.scene.id for speech in spoken}),
            tuple(voice for voice in ("on", "off", "over") if any(one.cue.cue.voice == voice for one in spoken)),
        )
        for spoken in names.values()
    ]
    return sorted(cast, key=lambda one: -one.speeches)


def _words(speech: Said, language: str) -> int:
    return sum(count_words(speech.scene.text[slice(*element.content)], language) for element in speech.spoken)
