"""Whether the scenes and moments that a patch gives a record are places of the script."""

from linedscript.records.base import Record
from linedscript.records.character import Anchor
from linedscript.records.walk import refs
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found


def check(book: Book) -> Found:
    """Of records that patches touched; without the scenes nothing can be said. Evidence is looked at by its words."""
    if not book.scenes:
        return
    scenes = list(book.scenes)
    hint = f"scenes run from {scenes[0]} to {scenes[-1]}"
    for at in book.changes:
        record = book.get(at)
        if record is None:
            continue
        for path, layer, name in refs(record):
            if layer == "scenes" and name not in book.scenes:
                yield "outside-script", at, f"{path} names {name}, which isn't there", (), hint
        for field, place in _moments(record):
            scene = book.scenes.get(place.scene)
            if scene is not None and place.offset > len(scene.text):
                problem = f"{field} stands at {place.offset} of {scene.id}, which ends at {len(scene.text)}"
                yield "outside-script", at, problem, (), ""


def _moments(record: Record) -> list[tuple[str, Anchor]]:
    held = ((field, getattr(record, field)) for field in record.__struct_fields__)
    return [(field, value) for field, value in held if isinstance(value, Anchor)]
