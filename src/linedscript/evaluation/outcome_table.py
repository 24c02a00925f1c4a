"""One-pass and staged extraction side by side, as the paper's Table A10 has them."""

from collections.abc import Callable, Sequence
from statistics import fmean

from linedscript.records.study import ExtractionOutcome
from linedscript.tables.model import Cell, Column, Table

NAME = "one_pass"
RULES_ONE_PASS = "One-pass (what the staged rules propose, ungated)"
"""The rules have no extractor of another kind to set against the staged ones."""
_MEASURES: tuple[tuple[Column, Callable[[ExtractionOutcome], float | None]], ...] = (
    (Column("nodes", "Entity nodes", "decimal"), lambda row: row.nodes),
    (Column("triples", "Relation triples", "decimal"), lambda row: row.triples),
    (
        Column("nodes_per_block", "Nodes per block", "decimal"),
        lambda row: row.nodes / row.blocks if row.blocks else None,
    ),
    (
        Column("violation_rate", "Schema violations", "share"),
        lambda row: row.violations / row.proposed if row.proposed else None,
    ),
)


def outcome_table(outcomes: Sequence[ExtractionOutcome]) -> Table:
    """Means over films. A film with nothing proposed has no violation rate and is left out of that mean."""
    rows = []
    for procedure in ("one_pass", "staged"):
        found = [row for row in outcomes if row.procedure == procedure]
        cells = [Cell(_label(procedure, found))]
        for _, measure in _MEASURES:
            known = [(row.film, value) for row in found if (value := measure(row)) is not None]
            mean = round(fmean(value for _, value in known), 6) if known else None
            cells.append(Cell(mean, tuple(film for film, _ in known)))
        rows.append(tuple(cells))
    return Table(
        NAME,
        "One-pass and staged extraction, averages per film; violations are the share of proposed records that are "
        "against the schema or the registry.",
        (Column("procedure", "Procedure", "text"), *(column for column, _ in _MEASURES)),
        tuple(rows),
        f"n = {len({row.film for row in outcomes})} films",
        total=False,
    )


def annotators(outcomes: Sequence[ExtractionOutcome]) -> str:
    """Who proposed what, as the table says it."""
    named = []
    for procedure in ("one_pass", "staged"):
        who = sorted({row.annotator for row in outcomes if row.procedure == procedure})
        shown = ["rules (a deterministic baseline)" if name == "rules" else name for name in who]
        named.append(f"{', '.join(shown)} ({procedure.replace('_', '-')})")
    return "; ".join(named)


def _label(procedure: str, rows: Sequence[ExtractionOutcome]) -> str:
    if procedure == "staged":
        return "Staged"
    return RULES_ONE_PASS if any(row.annotator == "rules" for row in rows) else "One-pass"
