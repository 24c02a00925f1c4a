"""What the vectorized film-cluster bootstrap saves: a plain loop's time as a ratio to it, over the tables' statistics.

Scores are drawn at random in the release's own measures: 151 films, 5,010 questions, four models under four conditions.
The statistics are those of the tables on Tasks I to III: scores, paired differences, strata and their differences,
averages over models. The plain loop adds up the films of each replicate, statistic by statistic, from the same films'
sums under the same weights; it runs over the first ``--plain`` replicates, whose every value is compared. A loop that
adds up the items anew, as a bootstrap is mostly written, runs over ``--items`` of them. CPU seconds for each replicate
and statistic count, on one thread. Exits 1 where a value differs.

    python bench/bootstrap.py [--replicates 10000] [--plain 100] [--items 3] [--repeats 5]
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np
from threadpoolctl import threadpool_limits

from linedscript.statistics.bootstrap import draw, ratios
from linedscript.statistics.columns import Column, Observation, is_missing, item_mean, movie_macro
from linedscript.statistics.estimates import Statistic, average, difference, estimate, score
from linedscript.statistics.paired import differences
from linedscript.statistics.strata import by_coverage

FILMS = [f"en-{number:04d}" for number in range(1, 152)]
MODELS = ("model-1", "model-2", "model-3", "model-4")
AIM = 200.0

Part = tuple[Column, list[Observation]]


def observed(rng: np.random.Generator, items: int, groups: int = 0) -> list[Observation]:
    """``items`` spread unevenly over the films, 2 % of them missing."""
    films = rng.choice(len(FILMS), items, p=rng.dirichlet(np.full(len(FILMS), 4.0)))
    values = np.where(rng.random(items) < 0.02, np.nan, rng.integers(0, 6, items) / 5)
    return [
        Observation(FILMS[film], f"i{number}", value, f"t{number % groups}" if groups else "")
        for number, (film, value) in enumerate(zip(films.tolist(), values.tolist(), strict=True))
    ]


def again(rng: np.random.Generator, observations: Sequence[Observation]) -> list[Observation]:
    """The same items under another condition."""
    values = np.where(rng.random(len(observations)) < 0.02, np.nan, rng.integers(0, 6, len(observations)) / 5)
    return [one._replace(value=value) for one, value in zip(observations, values.tolist(), strict=True)]


def statistics(rng: np.random.Generator) -> tuple[list[Statistic], list[Part]]:
    """The statistics, and each column with the items behind it."""
    parts: list[Part] = []

    def made(build: Callable[[Sequence[Observation], Sequence[str]], Column], items: list[Observation]) -> Statistic:
        column = build(items, FILMS)
        parts.append((column, items))
        return score(column)

    found: list[Statistic] = []
    for build, items, groups, dimensions, conditions in (
        (movie_macro, 1018, 3, 4, 4),
        (item_mean, 5010, 0, 7, 4),
        (movie_macro, 5010, 0, 7, 4),
        (item_mean, 2000, 0, 10, 2),
    ):
        base = observed(rng, items, groups)
        for _ in range(dimensions):
            by_condition: list[list[Statistic]] = [[] for _ in range(conditions)]
            changes: list[list[Statistic]] = [[] for _ in range(conditions - 1)]
            for _ in MODELS:
                sides = [again(rng, base) for _ in range(conditions)]
                for held, side in zip(by_condition, sides, strict=True):
                    held.append(made(build, side))
                for held, side in zip(changes, sides[1:], strict=True):
                    held.append(made(build, differences(sides[0], side)))
            for held in (*by_condition, *changes):
                found.extend((*held, average(held)))
    base = observed(rng, 5010)
    labels = {(one.film, one.item): ("all", "partial", "zero")[number % 3] for number, one in enumerate(base)}
    for _ in MODELS * 2:
        strata = by_coverage(again(rng, base), labels).strata
        held = {label: made(item_mean, items) for label, items in strata.items()}
        found.extend((*held.values(), difference(held["incomplete"], held["all"])))
    return found, parts


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
    parser = argparse.ArgumentParser()
    for name, default in (("--replicates", 10_000), ("--plain", 100), ("--items", 3), ("--repeats", 5)):
        parser.add_argument(name, type=int, default=default)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    found, parts = statistics(rng)
    weights = draw(len(FILMS), rng, args.replicates)
    columns = [column for column, _ in parts]
    print(f"{len(found)} statistics of {len(columns)} columns, {len(FILMS)} films, {args.replicates} replicates")

    quick = median(timed(lambda: estimate(found, weights)) for _ in range(args.repeats))
    quick /= len(columns) * args.replicates
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
        each = timed(lambda: [over_items(items, row) for _, items in parts for row in few]) / (len(columns) * len(few))
        print(f"plain loop over items, without intervals: {each * 1e9:.0f} ns, {each / quick:.0f} times")

    tops, bottoms = (np.stack([column[side] for column in columns]) for side in (0, 1))
    apart = np.nanmax(np.abs(ratios(tops, bottoms, weights[: args.plain]) - np.array(plain_values)))
    print(f"largest difference of any value: {apart:.1e}")
    return int(not apart < 1e-12)


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
