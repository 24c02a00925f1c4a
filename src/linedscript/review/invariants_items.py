"""What holds of a film's Task II items after every patch."""

from collections.abc import Callable
from typing import Any

from linedscript.engines.views import tells
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found


def check(book: Book, live: Callable[[str], list[Any]]) -> Found:
    """``live``: a layer's records that aren't withheld. Of patched items more is asked: the others
    went through the checks of items."""
    for item in live("items"):
        at = ("items", item.id)
        scenes = {step.scene for step in item.path}
        if (item.category == "Scene Grounding") != (len(scenes) == 1):
            yield "item-path", at, f"{item.category} with a path through {len(scenes)} scenes (D5)", (), ""
        if at not in book.changes:
            continue
        places = [(step.evidence.scene, step.evidence.start, step.evidence.end, step.record) for step in item.path]
        if len(set(places)) < len(places):
            yield "item-path", at, "has one step twice", (), "at least two support units lead to the answer"
        for other in live("items"):
            if other.id != item.id and (tells(other.question, item.question) and tells(item.question, other.question)):
                yield "item-twice", at, f"asks what {other.id} asks", (("items", other.id),), "drop one of the two"
        if tells(item.question, item.answer) and not _offers(book, item):
            hint = "a run with the question alone would show the answer, and is refused (leak-reference)"
            yield "item-tells-answer", at, f"its question holds the answer, {item.answer!r}", (), hint


def _offers(book: Book, item: Any) -> bool:
    """Whether the answer is one of several that the question lists."""
    from linedscript.suites.stage.answers import names_of
    from linedscript.suites.stage.choice import offers

    entities: Any = list(book.rows.get("entities", {}).values())
    return offers(item, names_of(entities, item.language))
