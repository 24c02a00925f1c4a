"""Tables A19 to A21: Task II in both identity views, with evidence and without, and by retrieval coverage."""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.evaluation.results import ScoredRun, Side, sides
from linedscript.records.item import CATEGORIES
from linedscript.records.run import Setting
from linedscript.statistics.columns import Observation, item_mean, movie_macro
from linedscript.statistics.estimates import Statistic, difference, score
from linedscript.statistics.paired import consistency, differences
from linedscript.statistics.strata import by_coverage, coverage
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import estimate_cells, estimate_columns, estimated, film_ids, said, value_cell

CORRECT, SUPPORTED = "correct", "supported"
ALL, MACRO = "all questions", "all questions, movie-macro"
STRATA = ("all", "partial", "zero", "incomplete")


def task_ii_views(corpus: Corpus) -> Table:
    """Table A19."""
    return _views(
        corpus,
        "task_ii_views",
        "context",
        "Task II with retrieved evidence: accuracy in the original and the pseudonymized view, per question unless it "
        "says movie-macro; the difference is paired by question.",
    )


def task_ii_closed_book(corpus: Corpus) -> Table:
    """Table A20."""
    return _views(
        corpus,
        "task_ii_closed_book",
        "closed_book",
        "Task II with the question alone: accuracy in the original and the pseudonymized view, per question unless it "
        "says movie-macro; the difference is paired by question.",
    )


class _Row(NamedTuple):
    side: Side
    subset: str
    keys: tuple[tuple[str, str], ...]
    """``(film, item)`` of its questions, of films that both sides cover."""

    def chosen(self, observations: Sequence[Observation]) -> list[Observation]:
        held = set(self.keys)
        return [one for one in observations if (one.film, one.item) in held]

    @property
    def records(self) -> tuple[str, ...]:
        return tuple(f"items/{film}/{item}" for film, item in self.keys)


def _views(corpus: Corpus, name: str, setting: Setting, caption: str) -> Table:
    found = sides(corpus.runs, "II", setting)
    rows = [row for side in found for row in _rows(side)]
    films = film_ids(corpus)
    statistics: list[Statistic] = []
    places: list[list[int | None]] = []
    for row in rows:
        made = _statistics(row, films)
        places.append([])
        for one in made:
            places[-1].append(None if one is None else len(statistics))
            statistics += [] if one is None else [one]
    estimates = estimated(corpus, statistics)
    blank = (Cell(None),) * 3
    cells = []
    for row, own in zip(rows, places, strict=True):
        records = row.records
        shown = [blank if place is None else estimate_cells(estimates[place], records) for place in own]
        cells.append(
            (
                Cell(f"{row.side.label}: {row.subset}"),
                Cell(len(row.keys), records),
                Cell(len({film for film, _ in row.keys})),
                *shown[0],
                *shown[1],
                *shown[2],
                *(one[0] for one in shown[3:6]),
                *_rates(row),
            )
        )
    runs = [run for side in found for run in side.runs]
    return Table(
        name,
        caption,
        (
            Column("row", "Answerer: questions", "text"),
            Column("items", "Questions", "count"),
            Column("films", "Films", "year"),
            *estimate_columns("original", "Original"),
            *estimate_columns("pseudonymized", "Pseudonymized"),
            *estimate_columns("difference", "Pseudonymized − original"),
            Column("consistency", "Paired consistency", "share"),
            Column("supported_original", "Supported, original", "share"),
            Column("supported_pseudonymized", "Supported, pseudonymized", "share"),
            Column("missing_original", "Missing, original", "share"),
            Column("missing_pseudonymized", "Missing, pseudonymized", "share"),
            Column("stale", "Of these stale", "share"),
            Column("reversion", "Reversion", "share"),
        ),
        tuple(cells),
        said(corpus, runs, _counted(rows)),
        total=False,
    )


def _counted(rows: Sequence[_Row]) -> str:
    questions = {key for row in rows for key in row.keys}
    return f"{len(questions)} questions"


def _rows(side: Side) -> list[_Row]:
    films = set(side.films)
    targets = [target for target in side.runs[0].scores.targets if target.film in films]
    every = tuple((target.film, target.id) for target in targets)
    rows = [_Row(side, ALL, every), _Row(side, MACRO, every)]
    for category in CATEGORIES:
        keys = tuple((target.film, target.id) for target in targets if target.record.category == category)
        rows.append(_Row(side, category, keys))
    return rows


def _statistics(row: _Row, films: Sequence[str]) -> list[Statistic | None]:
    """Accuracy in both views, their difference, consistency, and support in both views; None where a view lacks."""
    mean = movie_macro if row.subset == MACRO else item_mean
    one, other = row.side.parent, row.side.pseudonymized

    def of(run: ScoredRun | None, measure: str) -> Statistic | None:
        return None if run is None else score(mean(row.chosen(run.of(measure, row.side.films)), films))

    paired = agreed = None
    if one is not None and other is not None:
        values = [row.chosen(run.of(CORRECT, row.side.films)) for run in (one, other)]
        verdicts = [row.chosen(run.majorities(CORRECT, row.side.films)) for run in (one, other)]
        paired = score(mean(differences(*values), films))
        agreed = score(mean(consistency(*verdicts), films))
    return [of(one, CORRECT), of(other, CORRECT), paired, agreed, of(one, SUPPORTED), of(other, SUPPORTED)]


def _rates(row: _Row) -> tuple[Cell, ...]:
    """What is missing in each view, what of both is stale, and names that came back."""
    one, other = row.side.parent, row.side.pseudonymized
    stale = [rate for run in row.side.runs if (rate := run.scores.missing_rate(row.keys, "stale")) is not None]
    return (
        *(value_cell(None if run is None else run.scores.missing_rate(row.keys), row.records) for run in (one, other)),
        value_cell(sum(stale) / len(stale) if stale else None, row.records),
        value_cell(None if other is None else other.scores.reversion_rate(row.keys), row.records),
    )


def task_ii_coverage(corpus: Corpus) -> Table:
    """Table A21: each question in one stratum, by how many of its gold scenes its frozen context holds."""
    runs = [
        (side, run)
        for side in sides(corpus.runs, "II", "context")
        for run in side.runs
        if run.manifest.retrieval is not None
    ]
    films = film_ids(corpus)
    statistics: list[Statistic] = []
    held = []
    for side, run in runs:
        strata = {}
        for target in run.scores.targets:
            row = run.scores.retrieved.get((target.film, target.id))
            gold = {step.scene for step in target.record.path}
            strata[target.film, target.id] = (
                None if row is None else coverage(gold, [passage.scene for passage in row.passages])
            )
        covered = by_coverage(run.scores.observations[CORRECT], strata)
        columns = {name: item_mean(covered.strata[name], films) for name in STRATA}
        statistics += [score(columns[name]) for name in STRATA]
        statistics.append(difference(score(columns["incomplete"]), score(columns["all"])))
        held.append((side, run, covered))
    estimates = iter(estimated(corpus, statistics))
    rows = []
    for side, run, covered in held:
        names = {name: tuple(f"items/{one.film}/{one.item}" for one in covered.strata[name]) for name in STRATA}
        found = [next(estimates) for _ in range(len(STRATA) + 1)]
        view = "original" if run.manifest.condition.view == "parent" else "pseudonymized"
        rows.append(
            (
                Cell(f"{side.label}: {view}"),
                *(
                    cell
                    for name, one in zip(STRATA, found, strict=False)
                    for cell in (Cell(len(names[name]), names[name]), value_cell(one.value, names[name]))
                ),
                *estimate_cells(found[-1], (*names["all"], *names["incomplete"])),
                value_cell(covered.missing / covered.items if covered.items else None),
                value_cell(run.scores.missing_rate([(target.film, target.id) for target in run.scores.targets])),
            )
        )
    return Table(
        "task_ii_coverage",
        "Task II accuracy by how many of a question's gold scenes its frozen context holds: all, some (partial), none "
        "(zero); incomplete is partial and zero together.",
        (
            Column("row", "Answerer: view", "text"),
            *(
                column
                for name in STRATA
                for column in (
                    Column(f"{name}_items", f"{name.capitalize()}, questions", "count"),
                    Column(name, name.capitalize(), "share"),
                )
            ),
            *estimate_columns("difference", "All − incomplete"),
            Column("no_context", "Without a context", "share"),
            Column("missing", "Missing", "share"),
        ),
        tuple(rows),
        said(corpus, [run for _, run in runs], f"{max((covered.items for *_, covered in held), default=0)} questions"),
        total=False,
    )
