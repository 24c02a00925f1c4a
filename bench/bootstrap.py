"""What the vectorized film-cluster bootstrap saves: a plain loop's time as a ratio to it, over all tables' statistics.

Every table of scores is made over the paper's sizes with scores that are drawn at random: 151 films, four models, Task
I in both modes (1,018 checkpoints), Task II with evidence and without (5,010 questions), Task III with one turn and
with several, each in both views. What the tables ask of the bootstrap is kept, table by table, and asked again: as they
do, under one matrix of weights, and by a plain loop under the same weights, which adds up the films of each replicate,
column by column, from the films' sums. The loop runs over the first ``--plain`` replicates, whose every value is
compared. A loop that adds up the items anew, as a bootstrap is mostly written, runs over ``--items`` of them. CPU
seconds for each replicate and column count, on one thread. Exits 1 where a value differs.

    python bench/bootstrap.py [--replicates 10000] [--plain 100] [--items 3] [--repeats 5]
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from linedscript.evaluation.results import ScoredRun
from linedscript.evaluation.scoring import Scores
from linedscript.evaluation.settings import in_params
from linedscript.evaluation.tasks import Target, task_named
from linedscript.records.item import CATEGORIES
from linedscript.records.run import (
    Answerer,
    Condition,
    Evaluator,
    ReleaseRef,
    Retrieval,
    RunManifest,
    Setting,
    TaskNumber,
)
from linedscript.records.source import Votes
from linedscript.records.trajectory import CheckpointKind
from linedscript.statistics import columns as statistics_columns
from linedscript.statistics.bootstrap import draw, ratios
from linedscript.statistics.columns import Column, Observation, is_missing
from linedscript.statistics.estimates import Estimate, Statistic, estimate
from linedscript.suites.stage.scores.pair import CONDITIONS
from linedscript.tables import run_cells
from linedscript.tables.contents import TABLES
from linedscript.tables.corpus import Corpus

ROOT = Path(__file__).resolve().parents[1]
FILMS = [f"{'en' if number <= 109 else 'zh'}-{number:04d}" for number in range(1, 152)]
MODELS = ("model-1", "model-2", "model-3", "model-4")
SIZES: dict[Setting, tuple[TaskNumber, int]] = {
    "rsu": ("I", 1018), "asu": ("I", 1018), "context": ("II", 5010), "closed_book": ("II", 5010),
    "single": ("III", 2000), "multi": ("III", 400),
}  # fmt: skip
"""By setting its task and how many items the corpus has."""
AIM = 200.0


class Simulated(Corpus):
    """Films and runs without releases: all that tables of scores read."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.evaluation = in_params(ROOT / "params.yaml")[0]
        self.films = [
            SimpleNamespace(
                id=film, language=film[:2], votes=Votes(count=int(count), source="simulated", date="2000-01-01")
            )
            for film, count in zip(FILMS, rng.integers(100, 10**6, len(FILMS)), strict=True)
        ]
        targets = {size: _targets(rng, size) for size in SIZES.values()}
        self.runs = [
            _run(rng, self.evaluation.retrieval, setting, targets[size], model, view)
            for setting, size in SIZES.items()
            for model in MODELS
            for view in ("parent", "pseudonymized")
        ]

    def rows(self, layer: str, film: str) -> list[Any]:
        """No records: a table of those has nothing to count."""
        return []


def _targets(rng: np.random.Generator, size: tuple[TaskNumber, int]) -> list[Target]:
    """Spread unevenly over the films."""
    films = rng.choice(len(FILMS), size[1], p=rng.dirichlet(np.full(len(FILMS), 4.0))).tolist()
    kinds = get_args(CheckpointKind)
    return [
        Target(
            f"i{number}",
            FILMS[film],
            FILMS[film][:2],
            "0" * 64,
            SimpleNamespace(
                character=f"ent-{number % 3}",
                states=(1,),
                developments=(1,),
                kind=kinds[number % len(kinds)],
                category=CATEGORIES[number % len(CATEGORIES)],
                path=tuple(SimpleNamespace(scene=f"s{number % 7 + step}") for step in range(2)),
                pair="p" if number % 2 else None,
                condition=CONDITIONS[number // 2 % len(CONDITIONS)],
            ),
            None,
        )
        for number, film in enumerate(films)
    ]


def _run(
    rng: np.random.Generator, retrieval: Any, setting: Setting, targets: list[Target], model: str, view: str
) -> ScoredRun:
    """2 % of the scores are missing."""
    number = SIZES[setting][0]
    task = task_named(number)
    keys = [(target.film, target.id) for target in targets]
    observations, samples = {}, {}
    gone = rng.random(len(keys)) < 0.02
    for measure in task.measures:
        values = np.where(gone, np.nan, rng.integers(0, 6, len(keys)) / 5).tolist()
        groups = [target.record.character if number == "I" else "" for target in targets]
        observations[measure] = [
            Observation(*key, value, group) for key, value, group in zip(keys, values, groups, strict=True)
        ]
        samples[measure] = {
            key: [None if is_missing(value) else value] for key, value in zip(keys, values, strict=True)
        }
    manifest = RunManifest(
        id=f"{model}-{setting}-{view}".replace("_", "-"),
        suite="stage",
        task=number,
        condition=Condition(view=view, setting=setting, memory="bm25" if number == "III" else None),
        release=ReleaseRef(name="simulated", version="v0.0.0", sums_sha256="0" * 64),
        films=tuple(FILMS),
        left_out=(),
        answerer=Answerer(kind="model", name=model, revision=None, quantization=None, decoding={}, served=()),
        prompts=(),
        generations=1,
        retrieval=Retrieval(kind="bm25", tokenizer="linedscript/1", settings=retrieval)
        if setting == "context"
        else None,
        budget=None,
        tools=(),
        retries=0,
        seed=None,
        evaluator=Evaluator(
            judge="exact/1", revision=None, quantization=None, decoding={}, prompts=(), label_sets=tuple(task.labels)
        ),
        metric=task.metric,
    )
    found = {
        key: SimpleNamespace(passages=[SimpleNamespace(scene=f"s{scene}") for scene in rng.integers(0, 9, 5)])
        for key in keys
    }
    missing = {key: ["unusable"] for key, lost in zip(keys, gone.tolist(), strict=True) if lost}
    return ScoredRun(manifest, task, Scores(targets, observations, samples, 1, missing, {}, found))


class Asked(NamedTuple):
    statistics: list[Statistic]
    weights: np.ndarray
    level: float

    @property
    def columns(self) -> list[Column]:
        """Each once, as the bootstrap takes them."""
        return list({id(column): column for one in self.statistics for _, column in one.terms}.values())


def asked_by_tables(corpus: Corpus) -> tuple[list[Asked], dict[int, Sequence[Observation]]]:
    """What each table asks of the bootstrap, and the items behind each column."""
    asked: list[Asked] = []
    items: dict[int, Sequence[Observation]] = {}
    made = statistics_columns._column

    def column(observations: Sequence[Observation], *rest: Any) -> Column:
        one = made(observations, *rest)
        items[id(one)] = observations
        return one

    def keep(statistics: Sequence[Statistic], weights: np.ndarray, level: float) -> list[Estimate]:
        asked.append(Asked(list(statistics), weights, level))
        return estimate(statistics, weights, level)

    statistics_columns._column, run_cells.estimate = column, keep  # type: ignore[assignment]
    for function in TABLES.values():
        if hasattr(sys.modules[function.__module__], run_cells.estimated.__name__):
            function(corpus)
    statistics_columns._column, run_cells.estimate = made, estimate  # type: ignore[assignment]
    return asked, items


def over_films(tops: Sequence[float], bottoms: Sequence[float], counts: Sequence[int]) -> float:
    above = below = 0.0
    for film, count in enumerate(counts):
        if count:
            above += count * tops[film]
            below += count * bottoms[film]
    return above / below if below else float("nan")


def over_items(items: Sequence[Observation], counts: dict[str, int]) -> float:
    drawn = [one.value for one in items for _ in range(counts[one.film]) if not is_missing(one.value)]
    return sum(drawn) / len(drawn) if drawn else float("nan")


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("--replicates", 10_000), ("--plain", 100), ("--items", 3), ("--repeats", 5)):
        parser.add_argument(name, type=int, default=default)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    tables, behind = asked_by_tables(Simulated(rng))
    weights = draw(len(FILMS), rng, args.replicates)
    columns = [column for one in tables for column in one.columns]
    statistics = sum(len(one.statistics) for one in tables)
    print(
        f"{len(tables)} tables with {statistics} statistics of {len(columns)} columns, {len(FILMS)} films, "
        f"{args.replicates} replicates"
    )

    def vectorized() -> None:
        for one in tables:
            estimate(one.statistics, weights, one.level)

    quick = median(timed(vectorized) for _ in range(args.repeats)) / (len(columns) * args.replicates)
    print(f"vectorized, with its intervals: {quick * 1e9:.0f} ns a replicate and column")

    plain_values: list[list[float]] = []
    lists = [(column.top.tolist(), column.bottom.tolist()) for column in columns]
    rows = weights[: args.plain].astype(int).tolist()

    def plain() -> None:
        plain_values[:] = [[over_films(*sums, row) for row in rows] for sums in lists]

    slow = timed(plain) / (len(columns) * len(rows))
    print(
        f"plain loop over films' sums, without intervals: {slow * 1e9:.0f} ns, {slow / quick:.0f} times (aim {AIM:.0f})"
    )

    few = [dict(zip(FILMS, row, strict=True)) for row in rows[: args.items]]
    if few:
        held = [behind[id(column)] for column in columns]
        each = timed(lambda: [over_items(items, row) for items in held for row in few]) / (len(columns) * len(few))
        print(f"plain loop over items, without intervals: {each * 1e9:.0f} ns, {each / quick:.0f} times")

    tops, bottoms = (np.stack([column[side] for column in columns]) for side in (0, 1))
    apart = np.nanmax(np.abs(ratios(tops, bottoms, weights[: args.plain]) - np.array(plain_values)))
    print(f"largest difference of any value: {apart:.1e}")
    return int(not apart < 1e-12)


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
