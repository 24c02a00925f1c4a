"""Raw-text and backbone-guided questions side by side, as the paper's Table A11 has them."""

from collections.abc import Callable, Sequence
from statistics import fmean

from linedscript.records.study import ItemOutcome
from linedscript.tables.model import Cell, Column, Table

NAME = "raw_text"
_LABELS = {"raw_text": "Raw text", "backbone": "Backbone-guided"}
_MEASURES: tuple[tuple[Column, Callable[[ItemOutcome], float | None]], ...] = (
    (Column("span", "Temporal span", "share"), lambda row: row.span),
    (Column("hops", "Logical hops", "decimal"), lambda row: float(row.hops)),
    (Column("grounded", "Grounded", "share"), lambda row: float(row.grounded)),
    (Column("hallucinated", "Hallucinated", "share"), lambda row: float(row.hallucinated)),
)


def item_outcome_table(outcomes: Sequence[ItemOutcome]) -> Table:
    """Means over questions. A question whose evidence lies nowhere has no span and is left out of that mean."""
    rows = []
    for mode, label in _LABELS.items():
        found = [row for row in outcomes if row.mode == mode]
        cells = [Cell(label), Cell(len(found), tuple(row.id for row in found))]
        for _, measure in _MEASURES:
            known = [(row.id, value) for row in found if (value := measure(row)) is not None]
            mean = round(fmean(value for _, value in known), 6) if known else None
            cells.append(Cell(mean, tuple(name for name, _ in known)))
        rows.append(tuple(cells))
    films = len({row.film for row in outcomes})
    return Table(
        NAME,
        "Raw-text and backbone-guided questions: distance between the evidence as a share of the screenplay, facts "
        "needed, and how many the screenplay bears out, told by their quotes and key terms and not by people.",
        (
            Column("mode", "Construction", "text"),
            Column("items", "Questions", "count"),
            *(column for column, _ in _MEASURES),
        ),
        tuple(rows),
        f"n = {len(outcomes)} questions of {films} films",
        total=False,
    )


def annotators(outcomes: Sequence[ItemOutcome]) -> str:
    """Who made the questions, as the table says it."""
    named = []
    for mode, label in _LABELS.items():
        who = sorted({row.annotator for row in outcomes if row.mode == mode})
        shown = ["rules (a deterministic baseline)" if name == "rules" else name for name in who]
        named.append(f"{', '.join(shown) or 'nobody'} ({label.casefold()})")
    return "; ".join(named)
