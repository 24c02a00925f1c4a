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
    """The file's gold mentions, checked against the scenes: each place holds the surface, and none overlaps another.

    Raises every ``gold-misplaced``, ``gold-overlaps`` and ``unknown-scene`` of the file at once.
    """
    texts = {scene.id: scene.text for scene in scenes}
    rows = read_records(path, GoldMention)
    faults = []
    taken: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    for row in rows:
        place = f"{path}#{row.id}"
        if row.scene not in texts:
            faults.append(LinedscriptError("unknown-scene", place, f"the film has no scene {row.scene}"))
            continue
        for start, end in row.spans:
            found = texts[row.scene][start:end]
            if found.casefold() != row.surface.casefold():
                problem = f"{start} to {end} reads {found!r}, not {row.surface!r}"
                faults.append(
                    LinedscriptError(
                        "gold-misplaced", place, problem, "the script or its reading changed: mark it anew"
                    )
                )
            taken.setdefault((row.scene, row.type), []).append((start, end, row.id))
    for spans in taken.values():
        spans.sort()
        for one, two in zip(spans, spans[1:], strict=False):
            if two[0] < one[1]:
                faults.append(LinedscriptError("gold-overlaps", f"{path}#{two[2]}", f"overlaps {one[2]}"))
    raise_all(faults)
    return rows


def join(gold: Sequence[GoldMention], mentions: Sequence[Mention]) -> Joined:
    """Join where places overlap and the mention carries the gold's type: "Hargrove" is who "Miss Hargrove" is."""
    places: dict[tuple[str, str], list[tuple[Range, GoldMention]]] = {}
    for row in gold:
        for span in row.spans:
            places.setdefault((row.scene, row.type), []).append((span, row))
    entities: dict[str, str] = {}
    rows: dict[str, GoldMention] = {}
    mixed = []
    covered: set[str] = set()
    for mention in mentions:
        met = {
            row.id: row
            for kind in mention.types
            for (start, end), row in places.get((mention.scene, kind), ())
            for evidence in mention.evidence
            if evidence.start is not None and evidence.start < end and start < evidence.end
        }
        covered |= met.keys()
        meant = {(row.type, row.entity) for row in met.values()}
        if len(meant) > 1:
            mixed.append(mention.id)
        elif met:
            row = min(met.values(), key=lambda row: row.spans)
            entities[mention.id] = f"{row.type}: {row.entity}"
            rows[mention.id] = row
    missed = tuple(row.id for row in gold if row.id not in covered)
    return Joined(entities, rows, missed, tuple(mixed))


def among(clustering: Mapping[str, str], mentions: Iterable[str]) -> dict[str, str]:
    """A system's clustering of the given mentions; one that it doesn't have is alone."""
    return {mention: clustering.get(mention, f"alone {mention}") for mention in mentions}
