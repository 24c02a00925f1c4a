"""A reading as one document for another program: everything that the records say, with text and bytes."""

from typing import Any, Literal

from msgspec import defstruct
from msgspec.structs import asdict, fields

from linedscript.records.base import Language, Offset, Range, Record
from linedscript.records.scene import DecodedSource, Element, Removed, Scene, Validation
from linedscript.screenplay.appearances import Appearance
from linedscript.screenplay.showing.doubts import Doubt, doubts
from linedscript.screenplay.showing.emphasized import emphasized
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.raw import RawRanges
from linedscript.screenplay.showing.summary import summarize
from linedscript.screenplay.showing.titled import title_page_fields

SCHEMA = "linedscript.show/1"


class Emphasized(Record):
    style: Literal["bold", "italic", "underline"]
    start: Offset
    end: Offset
    """Code points of the scene's text, marks left out."""


class Warned(Record):
    code: str
    problem: str
    places: tuple["WarnedPlace", ...]
    """Empty where it is about the whole file."""


class WarnedPlace(Record):
    line: Offset
    text: str


class Spoken(Record):
    name: str
    speeches: Offset
    words: Offset
    scenes: Offset


def _without_film(name: str, record: type[Record], more: list[tuple[str, Any]], *others: str) -> type[Record]:
    """The record's fields but its film: a file that is shown is none of an index's; and fields of ours."""
    own = [(field.name, field.type) for field in fields(record) if field.name not in ("film", *others)]
    return _struct(name, own + more)


def _struct(name: str, own: list[tuple[str, Any]]) -> type[Record]:
    return defstruct(name, own, bases=(Record,), module=__name__, kw_only=True, frozen=True)


ShownSource = _without_film("ShownSource", DecodedSource, [])
ShownElement = _without_film(
    "ShownElement", Element, [("text", str), ("raw", tuple[Range, ...]), ("emphasis", tuple[Emphasized, ...])]
)
"""``text``: own text. ``raw``: for each range of ``source`` its bytes in the file."""
ShownAppearance = defstruct(
    "ShownAppearance",
    list(Appearance.__annotations__.items()),
    bases=(Record,),
    module=__name__,
    frozen=True,
    kw_only=True,
)
"""Elements are numbered from 0, as they stand in the scene; offsets are code points of its text."""
ShownScene = _without_film(
    "ShownScene",
    Scene,
    [
        ("sections", tuple[str, ...]),
        ("elements", tuple[ShownElement, ...]),
        ("appearances", tuple[ShownAppearance, ...]),
    ],
    "elements",
)
ShownRemoved = _without_film("ShownRemoved", Removed, [("text", str), ("raw", Range)])
ShownValidation = _without_film("ShownValidation", Validation, [])


class TitleField(Record):
    key: str
    value: str


class Document(Record):
    schema: Literal["linedscript.show/1"]
    file: str
    language: Language
    language_guessed: bool
    source: ShownSource
    title_page: tuple[TitleField, ...]
    """Where the format has fields on its title page."""
    scenes: tuple[ShownScene, ...]
    removed: tuple[ShownRemoved, ...]
    cast: tuple[Spoken, ...]
    warnings: tuple[Warned, ...]
    validation: ShownValidation


def document(look: Look) -> Document:
    reading = look.reading
    summary = summarize(look)
    raw = RawRanges(look.data, look.layer)
    styles = {
        (scene.id, number): tuple(
            Emphasized(style=span.style, start=element.content[0] + span.start, end=element.content[0] + span.end)
            for span in found.spans
        )
        for scene, number, element, found in emphasized(look)
    }

    def shown(scene: Scene, number: int, element: Element) -> Record:
        return ShownElement(
            **asdict(element),
            text=scene.text[slice(*element.content)],
            raw=tuple(map(raw.of, element.source)),
            emphasis=styles.get((scene.id, number), ()),
        )

    return Document(
        schema=SCHEMA,
        file=look.name,
        language=look.language,
        language_guessed=look.guessed,
        source=ShownSource(**_own(reading.source)),
        title_page=tuple(TitleField(key=key, value=value) for key, value in title_page_fields(look)),
        scenes=tuple(
            ShownScene(
                **_own(scene, "elements"),
                sections=path,
                appearances=tuple(ShownAppearance(**one._asdict()) for one in present),
                elements=tuple(shown(scene, number, element) for number, element in enumerate(scene.elements, 1)),
            )
            for scene, path, present in zip(reading.scenes, look.paths, look.present, strict=True)
        ),
        removed=tuple(
            ShownRemoved(**_own(region), text=reading.text[slice(*region.source)], raw=raw.of(region.source))
            for region in reading.removed
        ),
        cast=tuple(
            Spoken(name=one.name, speeches=one.speeches, words=one.words, scenes=one.scenes) for one in summary.cast
        ),
        warnings=tuple(map(_warned, doubts(look, summary))),
        validation=ShownValidation(**_own(reading.validation)),
    )


def _own(record: Record, *others: str) -> dict[str, Any]:
    return {name: value for name, value in asdict(record).items() if name not in ("film", *others)}


def _warned(doubt: Doubt) -> Warned:
    places = tuple(WarnedPlace(line=place.line, text=place.text) for place in doubt.places)
    return Warned(code=doubt.code, problem=doubt.problem, places=places)
