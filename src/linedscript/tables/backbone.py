"""Table A5: backbone sizes per film."""

from collections.abc import Callable
from typing import Any

from linedscript.records.entity import ENTITY_TYPES
from linedscript.tables.corpus import LANGUAGES, Corpus, counted, refs
from linedscript.tables.model import Cell, Column, Table, sums
from linedscript.tables.summary import cells, columns

SIZES: tuple[tuple[str, str, str, Callable[[Any], bool]], ...] = (
    ("nodes", "KG nodes", "entities", lambda row: True),
    ("edges", "KG edges", "relations", lambda row: True),
    ("events", "Events", "units", lambda row: row.kind == "Event"),
    ("interactions", "Interactions", "units", lambda row: row.kind == "Interaction"),
    ("occasions", "Occasions", "units", lambda row: row.kind == "Occasion"),
    ("episodes", "Episodes", "episodes", lambda row: True),
    ("links", "Episode links", "links", lambda row: True),
    ("storylines", "Storylines", "storylines", lambda row: True),
)
"""Key, head, layer, and which of its records count."""


def backbone(corpus: Corpus) -> Table:
    """One row per film, and their sum."""
    rows = [
        (
            Cell(film.id),
            *(
                Cell(len(found), refs(layer, found))
                for _, _, layer, holds in SIZES
                for found in [[row for row in corpus.rows(layer, film.id) if holds(row)]]
            ),
        )
        for film in corpus.films
    ]
    return Table(
        "backbone",
        "Canonical KG, narrative units, Episodes and Storylines of each film.",
        (Column("film", "Film", "text"), *(Column(key, head, "count") for key, head, _, _ in SIZES)),
        (*rows, sums("All films", rows)) if rows else (),
        f"n = {len(corpus.films)} films",
        total=bool(rows),
    )


def backbone_summary(corpus: Corpus) -> Table:
    """Mean, median and range per film (stage.txt, Table A5)."""
    rows = []
    for _, head, layer, holds in SIZES:
        found = [[row for row in corpus.rows(layer, film.id) if holds(row)] for film in corpus.films]
        names = tuple(name for one in found for name in refs(layer, one))
        rows.append((Cell(head), *cells([len(one) for one in found], names)))
    return Table(
        "backbone_summary",
        "Backbone sizes per film.",
        (Column("size", "Per film", "text"), *columns("")),
        tuple(rows),
        f"n = {len(corpus.films)} films",
        total=False,
    )


def entity_types(corpus: Corpus) -> Table:
    """Table A3 with counts: an entity counts under each of its types (D3), so rows exceed the entities."""
    rows = []
    for type_ in ENTITY_TYPES:
        holders = [row for row in corpus.all("entities") if type_ in row.types]
        rows.append((Cell(type_), *counted(corpus, "entities", holders)))
    number = sum(1 for _ in corpus.all("entities"))
    return Table(
        "entity_types",
        "Canonical entities by type; an entity with several types counts under each.",
        (
            Column("type", "Type", "text"),
            Column("entities", "Entities", "count"),
            *(Column(language, LANGUAGES[language], "count") for language in corpus.languages),
        ),
        (*rows, sums("All types", rows)),
        f"n = {number} entities",
        total=True,
    )


def predicates(corpus: Corpus) -> Table:
    """Relations by predicate of the registry, those that never occur included."""
    from linedscript.backbone.registry import Registry
    from linedscript.release.tree import REGISTRY

    rows = []
    for rule in corpus.parent.load(REGISTRY, Registry).predicates:
        found = [row for row in corpus.all("relations") if row.predicate == rule.name]
        rows.append(
            (
                Cell(rule.name),
                Cell("/".join(rule.domain)),
                Cell("/".join(rule.range)),
                Cell(len(found), refs("relations", found)),
            )
        )
    number = sum(1 for _ in corpus.all("relations"))
    return Table(
        "predicates",
        "Relations by predicate, with what each predicate may link.",
        (
            Column("predicate", "Predicate", "text"),
            Column("domain", "Subject", "text"),
            Column("range", "Object", "text"),
            Column("relations", "Relations", "count"),
        ),
        (
            *rows,
            (Cell("All predicates"), Cell(None), Cell(None), Cell(number, refs("relations", corpus.all("relations")))),
        ),
        f"n = {number} relations",
        total=True,
    )
