"""Task III: its prompts, Tables A22 and A23 (one turn and several, in both identity views), and pairs of responses."""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.evaluation.results import ScoredRun, Side, sides
from linedscript.records.run import Setting
from linedscript.statistics.columns import Observation, movie_macro
from linedscript.statistics.estimates import Statistic, score
from linedscript.statistics.film_tests import family
from linedscript.statistics.paired import differences
from linedscript.suites.stage.scores.fidelity import MULTI, SINGLE, Dimension
from linedscript.suites.stage.scores.pair import CONDITIONS
from linedscript.tables.corpus import LANGUAGES, Corpus, refs
from linedscript.tables.model import Cell, Column, Table, sums
from linedscript.tables.run_cells import estimate_cells, estimate_columns, estimated, film_ids, said, value_cell

_HEADS: dict[Dimension, str] = {
    "fidelity": "character fidelity",
    "faithfulness": "memory faithfulness",
    "boundary": "boundary compliance",
    "naturalness": "naturalness",
    "consistency": "cross-turn consistency",
    "compatibility": "follow-up compatibility",
}


def task_iii_prompts(corpus: Corpus) -> Table:
    """The Task III part of Table 1: prompts by condition, and how many are pairs and episodes."""
    prompts = [(film.language, prompt) for film in corpus.films for prompt in corpus.rows("prompts", film.id)]
    kinds = [(condition, "single") for condition in CONDITIONS] + [("several turns", "multi")]
    rows = []
    for label, mode in kinds:
        found = [
            (language, one)
            for language, one in prompts
            if one.mode == mode and label in (one.condition, "several turns")
        ]
        own = [one for _, one in found]
        rows.append(
            (
                Cell(label.replace("_", "-")),
                Cell(len(own), refs("prompts", own)),
                Cell(sum(one.pair is not None for one in own), refs("prompts", [one for one in own if one.pair])),
                *(
                    Cell(len(here), refs("prompts", here))
                    for language in corpus.languages
                    for here in [[one for held, one in found if held == language]]
                ),
            )
        )
    return Table(
        "task_iii_prompts",
        "Role-play prompts of Task III: single turns by the condition of their checkpoint, and episodes of several "
        "turns; pairs are counted at their later prompt.",
        (
            Column("condition", "Condition", "text"),
            Column("prompts", "Prompts", "count"),
            Column("pairs", "Pairs", "count"),
            *(Column(language, LANGUAGES[language], "count") for language in corpus.languages),
        ),
        (*rows, sums("All prompts", rows)),
        f"n = {len(prompts)} prompts",
        total=True,
    )


def task_iii_single(corpus: Corpus) -> Table:
    """Table A22."""
    return _views(corpus, "task_iii_single", "single", SINGLE, "one turn")


def task_iii_multi(corpus: Corpus) -> Table:
    """Table A23."""
    return _views(corpus, "task_iii_multi", "multi", MULTI, "several turns")


class _Row(NamedTuple):
    side: Side
    label: str
    measure: str
    keys: frozenset[tuple[str, str]]

    def of(self, run: ScoredRun) -> list[Observation]:
        found = run.of(self.measure, self.side.films)
        return [one for one in found if (one.film, one.item) in self.keys]

    @property
    def records(self) -> tuple[str, ...]:
        return tuple(f"prompts/{film}/{prompt}" for film, prompt in sorted(self.keys))

    @property
    def differences(self) -> list[Observation]:
        """Pseudonymized minus original, prompt by prompt; none where a view lacks."""
        one, other = self.side.parent, self.side.pseudonymized
        return [] if one is None or other is None else differences(self.of(one), self.of(other))


def _keys(side: Side, condition: str | None = None) -> frozenset[tuple[str, str]]:
    """The prompts of a side; of a condition, those that are the later one of a pair."""
    films = set(side.films)
    return frozenset(
        (target.film, target.id)
        for target in side.runs[0].scores.targets
        if target.film in films
        and (condition is None or (target.record.pair is not None and target.record.condition == condition))
    )


def _estimates(corpus: Corpus, rows: Sequence[_Row], changes: bool = False) -> list[tuple[Cell, ...]]:
    """Of each row the movie-macro mean with its bounds in the original and in the pseudonymized view; with ``changes``
    also of the difference."""
    films = film_ids(corpus)
    statistics: list[Statistic] = []
    places: list[list[int | None]] = []
    for row in rows:
        runs = (row.side.parent, row.side.pseudonymized)
        seen = [None if run is None else row.of(run) for run in runs]
        if changes:
            seen.append(None if None in runs else row.differences)
        places.append([])
        for held in seen:
            places[-1].append(None if held is None else len(statistics))
            statistics += [] if held is None else [score(movie_macro(held, films))]
    found = estimated(corpus, statistics)
    blank = (Cell(None),) * 3
    return [
        tuple(cell for place in own for cell in (blank if place is None else estimate_cells(found[place], row.records)))
        for row, own in zip(rows, places, strict=True)
    ]


def _views(corpus: Corpus, name: str, setting: Setting, dimensions: Sequence[Dimension], what: str) -> Table:
    found = sides(corpus.runs, "III", setting)
    rows = [
        _Row(side, f"{side.label}: {_HEADS[dimension]}", dimension, _keys(side))
        for side in found
        for dimension in dimensions
    ]
    tests = family({row.label: row.differences for row in rows})
    cells = []
    for row, estimates in zip(rows, _estimates(corpus, rows, changes=True), strict=True):
        test, adjusted = tests[row.label]
        cells.append(
            (
                Cell(row.label),
                Cell(len(row.keys), row.records),
                Cell(len({film for film, _ in row.keys})),
                *estimates,
                value_cell(test.t, row.records),
                value_cell(test.p, row.records),
                value_cell(adjusted.holm, row.records),
                value_cell(adjusted.benjamini_hochberg, row.records),
                *_rates(row),
            )
        )
    size = next((test.adjusted.family for test in tests.values()), 0)
    open_tests = next((test.adjusted.missing for test in tests.values()), 0)
    return Table(
        name,
        f"Task III with {what}, 1 to 5 in each dimension, movie-macro, in the original and the pseudonymized view; the "
        "difference is paired by prompt and tested over films, two-sided, without and with correction.",
        (
            Column("row", "Answerer: dimension", "text"),
            Column("prompts", "Prompts", "count"),
            Column("films", "Films", "year"),
            *estimate_columns("original", "Original", "decimal"),
            *estimate_columns("pseudonymized", "Pseudonymized", "decimal"),
            *estimate_columns("difference", "Pseudonymized − original", "decimal"),
            Column("t", "t over films", "decimal"),
            Column("p", "p", "fine"),
            Column("p_holm", "p, Holm", "fine"),
            Column("p_bh", "p, Benjamini-Hochberg", "fine"),
            *_RATES,
        ),
        tuple(cells),
        said(corpus, [run for side in found for run in side.runs], _counted(rows))
        + (f"; family of {size} tests, {open_tests} not to be done" if rows else ""),
        total=False,
    )


def task_iii_pairs(corpus: Corpus) -> Table:
    """Pairs of frozen responses: realized, kept; by condition of the later prompt."""
    found = sides(corpus.runs, "III", "single")
    rows = [
        _Row(side, f"{side.label}: {condition.replace('_', '-')}", f"pair_{condition}", _keys(side, condition))
        for side in found
        for condition in CONDITIONS
    ]
    cells = [
        (
            Cell(row.label),
            Cell(len(row.keys), row.records),
            Cell(len({film for film, _ in row.keys})),
            *estimates,
            *(_unlabelled(row, run) for run in (row.side.parent, row.side.pseudonymized)),
        )
        for row, estimates in zip(rows, _estimates(corpus, rows), strict=True)
    ]
    return Table(
        "task_iii_pairs",
        "Pairs of single responses of Task III, movie-macro: evolving and post-disclosure pairs that realize the "
        "change, invariant pairs that keep what stays, inaccessible pairs that keep out what can't be known.",
        (
            Column("row", "Answerer: condition", "text"),
            Column("pairs", "Pairs", "count"),
            Column("films", "Films", "year"),
            *estimate_columns("original", "Original", "share"),
            *estimate_columns("pseudonymized", "Pseudonymized", "share"),
            Column("missing_original", "Missing, original", "share"),
            Column("missing_pseudonymized", "Missing, pseudonymized", "share"),
        ),
        tuple(cells),
        said(corpus, [run for side in found for run in side.runs], _counted(rows, "pairs")) + "; labels pair/1"
        if rows
        else said(corpus, [], ""),
        total=False,
    )


_RATES = (
    Column("missing_original", "Missing, original", "share"),
    Column("missing_pseudonymized", "Missing, pseudonymized", "share"),
    Column("stale", "Of these stale", "share"),
    Column("reversion", "Reversion", "share"),
)


def _rates(row: _Row) -> tuple[Cell, ...]:
    keys = tuple(sorted(row.keys))
    one, other = row.side.parent, row.side.pseudonymized
    stale = [rate for run in row.side.runs if (rate := run.scores.missing_rate(keys, "stale")) is not None]
    return (
        *(value_cell(None if run is None else run.scores.missing_rate(keys), row.records) for run in (one, other)),
        value_cell(sum(stale) / len(stale) if stale else None, row.records),
        value_cell(None if other is None else other.scores.reversion_rate(keys), row.records),
    )


def _unlabelled(row: _Row, run: ScoredRun | None) -> Cell:
    """The share of a condition's generations without a label: a response of the pair is missing, or a verdict."""
    if run is None:
        return Cell(None)
    held = [value for key in sorted(row.keys) for value in run.scores.samples[row.measure].get(key, ())]
    return value_cell(sum(value is None for value in held) / len(held) if held else None, row.records)


def _counted(rows: Sequence[_Row], what: str = "prompts") -> str:
    return f"{len({key for row in rows for key in row.keys})} {what}"
