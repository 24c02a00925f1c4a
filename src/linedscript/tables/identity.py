"""Figure A5 as numbers: what the work-identity control did with each kind of name."""

from linedscript.records.entity import ENTITY_TYPES
from linedscript.tables.corpus import Corpus, refs
from linedscript.tables.model import Cell, Column, Table, sums


def identity_control(corpus: Corpus) -> Table:
    """Canonical entities by their first type: called otherwise in the pseudonymized view, or not.

    Read off the two views side by side; name maps aren't opened.
    """
    found: dict[str, dict[str, list]] = {kind: {"replaced": [], "named": [], "generic": []} for kind in ENTITY_TYPES}
    for film in corpus.films:
        names = {row.id: row.name for row in corpus.pseudonymized.rows("entities", film.id)}
        for row in corpus.rows("entities", film.id):
            fate = "replaced" if names[row.id] != row.name else "named" if row.named else "generic"
            found[row.types[0]][fate].append(row)
    rows = [
        (
            Cell(kind),
            *(Cell(len(held[fate]), refs("entities", held[fate])) for fate in ("replaced", "named", "generic")),
            Cell(sum(map(len, held.values())), tuple(name for one in held.values() for name in refs("entities", one))),
        )
        for kind, held in found.items()
    ]
    total = sums("All types", rows)
    return Table(
        "identity_control",
        "Canonical entities by first type: replaced in the pseudonymized view; kept though they bear a name; kept "
        "because they are only described.",
        (
            Column("type", "Type", "text"),
            Column("replaced", "Replaced", "count"),
            Column("kept_named", "Kept, named", "count"),
            Column("kept_generic", "Kept, described", "count"),
            Column("all", "All", "count"),
        ),
        (*rows, total),
        f"n = {total[-1].value} entities",
        total=True,
    )
