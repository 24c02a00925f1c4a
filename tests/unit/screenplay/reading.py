"""Short ways to read a text in tests."""

from collections.abc import Iterator

from linedscript.screenplay.formats.recognize import format_named
from linedscript.screenplay.read import Reading, read_screenplay, take_apart


def read(text: str | bytes, language: str = "en", **options) -> Reading:
    data = text.encode() if isinstance(text, str) else text
    film = {"en": "en-0001", "zh": "zh-0001"}[language]
    return read_screenplay(data, film, language, **dict(budget=500) | options)


def elements(text: str, name: str = "fountain") -> list[tuple[str, str]]:
    """Kind and own text of each element, whether or not the text has a scene."""
    kept, stretches = take_apart(text, format_named(name, "en-0001"))
    return [(stretch.kind, kept.text[slice(*stretch.content)]) for stretch in stretches]


def kinds(text: str, name: str = "fountain") -> list[str]:
    return [kind for kind, _ in elements(text, name)]


def contents(reading: Reading) -> Iterator[tuple[str, str]]:
    for scene in reading.scenes:
        for element in scene.elements:
            yield element.kind, scene.text[slice(*element.content)]


def removed(reading: Reading) -> list[tuple[str, str]]:
    return [(region.reason, reading.text[slice(*region.source)]) for region in reading.removed]


def cues(reading: Reading) -> list:
    return [element.cue for scene in reading.scenes for element in scene.elements if element.cue]
