"""What tables of runs share: one bootstrap for all of them, cells of estimates, and what each table says of itself."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from linedscript.evaluation.results import ScoredRun
from linedscript.records.evaluation import EvaluationStatistics
from linedscript.statistics.estimates import METHOD, Estimate, Statistic, estimate
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Column, Form

if TYPE_CHECKING:
    import numpy as np

_DECIMALS = 6


@lru_cache(maxsize=1)
def _weights(films: int, replicates: int, seed: int) -> "np.ndarray":
    """One matrix for every table of a release (docs/decisions.md, L101)."""
    import numpy as np

    from linedscript.statistics.bootstrap import draw

    return draw(films, np.random.default_rng(seed), replicates)


def statistics_of(corpus: Corpus) -> EvaluationStatistics:
    if corpus.evaluation is None:
        raise ValueError("runs without the settings of their statistics")
    return corpus.evaluation.statistics


def film_ids(corpus: Corpus) -> list[str]:
    """The films that are drawn from, in the order of the statistics' columns."""
    return [film.id for film in corpus.films]


def estimated(corpus: Corpus, statistics: Sequence[Statistic]) -> list[Estimate]:
    """Under the release's one matrix of weights."""
    if not statistics:
        return []
    how = statistics_of(corpus)
    weights = _weights(len(corpus.films), how.replicates, how.seed)
    return estimate(statistics, weights, how.level)


def value_cell(value: float | None, records: tuple[str, ...] = ()) -> Cell:
    return Cell(None if value is None else round(value, _DECIMALS) + 0.0, records)


def estimate_cells(one: Estimate, records: tuple[str, ...] = ()) -> tuple[Cell, Cell, Cell]:
    """The value and the bounds of its interval."""
    return value_cell(one.value, records), value_cell(one.low, records), value_cell(one.high, records)


def estimate_columns(name: str, head: str, form: Form = "share") -> tuple[Column, Column, Column]:
    return (
        Column(name, head, form),
        Column(f"{name}_low", f"{head}, low", form),
        Column(f"{name}_high", f"{head}, high", form),
    )


def said(corpus: Corpus, runs: Sequence[ScoredRun], counted: str) -> str:
    """n, clusters, interval method, metric and judge of a table of runs."""
    if not runs:
        return "n = 0 runs"
    how = statistics_of(corpus)
    metrics = ", ".join(sorted({run.manifest.metric for run in runs}))
    judges = ", ".join(sorted({run.manifest.evaluator.judge for run in runs}))
    fewer = sorted({run.manifest.id for run in runs if set(run.manifest.films) < {film.id for film in corpus.films}})
    less = f"; over fewer films than the release: {', '.join(fewer)}" if fewer else ""
    return (
        f"n = {counted}, {len(corpus.films)} films (clusters); intervals: {METHOD}, {how.replicates} replicates, "
        f"level {how.level:g}, seed {how.seed}; metric {metrics}; judge {judges}{less}"
    )
