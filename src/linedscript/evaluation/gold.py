"""Gold mentions against a build's mentions: which of ours is which of theirs, by the places where they stand."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import read_records
from linedscript.records.base import Range
from linedscript.records.entity import Mention
from linedscript.records.scene import Scene
from linedscript.records.study import GoldMention


class Joined(NamedTuple):
    """One film's mentions that have a gold entity."""

    gold: dict[str, str]
    """Mention id to gold entity; entities of two types are two."""
    rows: dict[str, GoldMention]
    """Mention id to the gold mention that it was joined to."""
    missed: tuple[str, ...]
    """Gold mentions that no mention of the build covers: mention recall, which the study leaves out."""
    mixed: tuple[str, ...]
    """Mentions whose places mean different entities: one record can't be in two clusters, so they are left out."""


def read_gold(path: Path, scenes: Sequence[Scene]) -> list[GoldMention]:
    """The file's gold mentions, checked against the scenes: each place holds the surface, and is marked once per type.

    Raises every ``gold-misplaced``, ``gold-doubled`` and ``unknown-scene`` of the file at once.
    """
    texts = {scene.id: scene.text for scene in scenes}
    rows = read_records(path, GoldMention)
    faults = []
    taken: dict[tuple[str, str, Range], str] = {}
    for row in rows:
        place = f"{path}#{row.id}"
        if row.scene not in texts:
            faults.append(LinedscriptError("unknown-scene", place, f"the film has no scene {row.scene}"))
            continue
        for start, end in row.spans:
            found = texts[row.scene][start:end]
            if squeezed(found) != squeezed(row.surface):
                problem = f"{start} to {end} reads {found!r}, not {row.surface!r}"
                faults.append(
                    LinedscriptError(
                        "gold-misplaced", place, problem, "the script or its reading changed: mark it anew"
                    )
                )
            first = taken.setdefault((row.scene, row.type, (start, end)), row.id)
            if first != row.id:
                faults.append(LinedscriptError("gold-doubled", place, f"{start} to {end} is {first} already"))
    raise_all(faults)
    return rows


def squeezed(text: str) -> str:
    """What a place's text is compared by: without regard to case and line ends."""
    return " ".join(text.split()).casefold()


def join(gold: Sequence[GoldMention], mentions: Sequence[Mention]) -> Joined:
    """Join where a mention that carries the gold's type stands in its place, else over it or in it.

    "Hargrove" is who "Miss Hargrove" is; of places inside one another the narrowest counts.
    """
    places: dict[tuple[str, str], list[tuple[Range, GoldMention]]] = {}
    for row in gold:
        for span in row.spans:
            places.setdefault((row.scene, row.type), []).append((span, row))
    entities: dict[str, str] = {}
    rows: dict[str, GoldMention] = {}
    mixed = []
    covered: set[str] = set()
    for mention in mentions:
        held = [place for kind in mention.types for place in places.get((mention.scene, kind), ())]
        met = [row for evidence in mention.evidence for row in _meant(held, evidence.start, evidence.end)]
        covered |= {row.id for row in met}
        if len({(row.type, row.entity) for row in met}) > 1:
            mixed.append(mention.id)
        elif met:
            entities[mention.id] = f"{met[0].type}: {met[0].entity}"
            rows[mention.id] = met[0]
    missed = tuple(row.id for row in gold if row.id not in covered)
    return Joined(entities, rows, missed, tuple(mixed))


def _meant(held: Sequence[tuple[Range, GoldMention]], start: int | None, end: int | None) -> list[GoldMention]:
    if start is None or end is None:
        return []
    over = [(span, row) for span, row in held if span[0] < end and start < span[1]]
    narrowest = min((span[1] - span[0] for span, _ in over), default=0)
    return [row for span, row in over if span == (start, end)] or [
        row for span, row in over if span[1] - span[0] == narrowest
    ]


def of_kinds(joined: Joined, kinds: Iterable[str]) -> Joined:
    """Without the mentions whose gold is of another kind."""
    wanted = set(kinds)
    rows = {mention: row for mention, row in joined.rows.items() if row.kind in wanted}
    return joined._replace(gold={mention: joined.gold[mention] for mention in rows}, rows=rows)


def among(clustering: Mapping[str, str], mentions: Iterable[str]) -> dict[str, str]:
    """A system's clustering of the given mentions; one that it doesn't have is alone."""
    return {mention: clustering.get(mention, f"alone {mention}") for mention in mentions}
