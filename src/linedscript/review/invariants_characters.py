"""What holds of a character's exemplars, memories and traits after every patch."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor
from linedscript.records.scene import Scene
from linedscript.review.book import Book
from linedscript.review.references import Ref

Found = Iterator[tuple[str, Ref, str, tuple[Ref, ...], str]]
"""Code, record, problem, other records to blame, hint."""


def moment(anchor: Anchor) -> tuple[Any, ...]:
    return (id_key(anchor.scene), anchor.offset)


def check(book: Book, live: Callable[[str], list[Any]]) -> Found:
    """``live``: a layer's records that aren't withheld."""
    yield from _traits(live("traits"))
    yield from _exemplars(book, live("exemplars"))
    yield from _memories(book, live("memories"))


def _traits(traits: list[Any]) -> Found:
    """A line of a persona card holds for a while, from when its evidence is over."""
    for trait in traits:
        at = ("traits", trait.id)
        if trait.valid_to is not None and moment(trait.valid_to) <= moment(trait.valid_from):
            yield "trait-interval", at, f"ends in {trait.valid_to.scene} before it begins", (), ""
        early = _after(trait.evidence, trait.valid_from)
        if early is not None:
            hint = "valid_from is the end of its last piece of evidence"
            problem = f"holds from {trait.valid_from.scene} {trait.valid_from.offset} on, and rests on {early}"
            yield "trait-too-early", at, problem, (), hint


def _exemplars(book: Book, exemplars: list[Any]) -> Found:
    """A line is a place in a scene, said where the record says, and, where a patch made it, in dialogue."""
    for exemplar in exemplars:
        at, line = ("exemplars", exemplar.id), exemplar.evidence[0]
        if line.kind != "span" or (line.scene, line.end) != (exemplar.at.scene, exemplar.at.offset):
            yield (
                "exemplar-place",
                at,
                f"is said by {exemplar.at.scene} {exemplar.at.offset}, its line ends at {line.scene} {line.end}",
                (),
                "at is the end of the line",
            )
        elif at in book.changes and line.scene in book.scenes and not _in_dialogue(book.scenes[line.scene], line):
            yield "exemplar-not-dialogue", at, f"[{line.start}, {line.end}) of {line.scene} is no dialogue", (), ""


def _in_dialogue(scene: Scene, line: Evidence) -> bool:
    return any(
        element.kind == "dialogue" and element.start <= line.start and line.end <= element.end
        for element in scene.elements
    )


def _memories(book: Book, memories: list[Any]) -> Found:
    """A character remembers what it perceived, from when it was over."""
    perception = book.rows.get("perception")
    for memory in memories:
        at = ("memories", memory.id)
        for unit in memory.units:
            record = (perception or {}).get(f"{unit}:{memory.character}")
            if perception is not None and (record is None or not record.witness):
                yield "memory-unseen", at, f"rests on {unit}, which {memory.character} didn't perceive", (), ""
        early = _after(memory.evidence, memory.at)
        if early is not None:
            yield (
                "memory-too-early",
                at,
                f"is remembered from {memory.at.scene} {memory.at.offset} on, and rests on {early}",
                (),
                "at is the end of its last piece of evidence",
            )


def _after(evidence: Iterable[Evidence], since: Anchor) -> str | None:
    """The first piece of evidence that ends behind a moment."""
    for span in evidence:
        if span.scene is not None and (id_key(span.scene), span.end or 0) > moment(since):
            return f"{span.scene} {span.end or 0}"
    return None
