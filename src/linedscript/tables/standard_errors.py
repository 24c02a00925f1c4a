"""Task II: standard errors as if questions were independent, by films as clusters, and of the bootstrap's interval."""

from linedscript.evaluation.results import sides
from linedscript.records.run import Setting
from linedscript.statistics.cluster_errors import mean_error
from linedscript.statistics.columns import Observation, item_mean
from linedscript.statistics.estimates import score
from linedscript.statistics.multiplicity import adjust
from linedscript.statistics.paired import differences
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import (
    estimate_cells,
    estimate_columns,
    estimated,
    film_ids,
    said,
    statistics_of,
    value_cell,
)
from linedscript.tables.task_ii import CORRECT

_SETTINGS: dict[Setting, str] = {"context": "with evidence", "closed_book": "question alone"}
_ORIGINAL, _PSEUDONYMIZED, _DIFFERENCE = "original", "pseudonymized", "pseudonymized − original"


def standard_errors(corpus: Corpus) -> Table:
    """Accuracy per question in each view, and the difference paired by question, tested against 0."""
    rows: list[tuple[str, str, list[Observation]]] = []
    runs = []
    for setting, head in _SETTINGS.items():
        for side in sides(corpus.runs, "II", setting):
            held = [None if run is None else run.of(CORRECT, side.films) for run in (side.parent, side.pseudonymized)]
            own = [
                (what, seen) for what, seen in zip((_ORIGINAL, _PSEUDONYMIZED), held, strict=True) if seen is not None
            ]
            if held[0] is not None and held[1] is not None:
                own.append((_DIFFERENCE, differences(held[0], held[1])))
            rows += [(f"{side.label}, {head}: {what}", what, seen) for what, seen in own]
            runs += side.runs
    level = statistics_of(corpus).level if runs else 0.0
    found = [mean_error(seen, level) for _, _, seen in rows]
    tested = {
        place: one.coefficients[0].p
        for place, ((_, what, _), one) in enumerate(zip(rows, found, strict=True))
        if what == _DIFFERENCE and one.coefficients and one.coefficients[0].se_cluster > 0
    }
    adjusted = adjust(tested)
    estimates = estimated(corpus, [score(item_mean(seen, film_ids(corpus))) for _, _, seen in rows])
    cells = []
    for place, ((label, _, seen), one, boot) in enumerate(zip(rows, found, estimates, strict=True)):
        records = tuple(f"items/{held.film}/{held.item}" for held in seen)
        mean = one.coefficients[0] if one.coefficients else None
        cells.append(
            (
                Cell(label),
                Cell(len(seen), records),
                Cell(one.clusters),
                value_cell(boot.value, records),
                value_cell(mean.se_naive if mean else None, records),
                value_cell(mean.se_cluster if mean else None, records),
                value_cell(mean.low if mean else None, records),
                value_cell(mean.high if mean else None, records),
                *estimate_cells(boot, records)[1:],
                value_cell(tested.get(place), records),
                value_cell(adjusted[place].benjamini_hochberg if place in adjusted else None, records),
                value_cell(one.missing_rate, records),
            )
        )
    differing = sum(what == _DIFFERENCE for _, what, _ in rows)
    return Table(
        "task_ii_errors",
        "Task II accuracy per question with its standard errors, as if questions were independent and with films as "
        "clusters, and the intervals of the latter (t, one degree of freedom less than films) and of the bootstrap.",
        (
            Column("row", "Answerer, setting: what", "text"),
            Column("items", "Questions", "count"),
            Column("films", "Films", "year"),
            Column("mean", "Mean", "share"),
            Column("se_naive", "SE, independent", "fine"),
            Column("se_cluster", "SE, clustered", "fine"),
            Column("cluster_low", "Clustered, low", "share"),
            Column("cluster_high", "Clustered, high", "share"),
            *estimate_columns("bootstrap", "Bootstrap")[1:],
            Column("p", "p", "fine"),
            Column("p_bh", "p, Benjamini-Hochberg", "fine"),
            Column("missing", "Missing", "share"),
        ),
        tuple(cells),
        said(corpus, runs, f"{max((len(seen) for *_, seen in rows), default=0)} questions")
        + (f"; family of {len(adjusted)} tests, {differing - len(adjusted)} not to be done" if rows else ""),
        total=False,
    )
