"""A statistic with its film-cluster bootstrap interval: one score, a difference of scores, an average over models.

Many are estimated at once, under one matrix of weights (``bootstrap.draw``).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from linedscript.statistics.bootstrap import LEVEL, intervals, ratios
from linedscript.statistics.columns import Column

if TYPE_CHECKING:
    import numpy as np

METHOD = "percentile interval of a film-cluster bootstrap"
_CELLS = 2**22
"""Numbers held at once, in columns times replicates: 32 MiB."""


class Statistic(NamedTuple):
    """A sum of columns, each times its factor."""

    terms: tuple[tuple[float, Column], ...]


class Estimate(NamedTuple):
    value: float | None
    """Over all films as they are; None where a column has nothing to count."""
    low: float | None
    high: float | None
    """The interval's bounds; None with fewer than two films in one of its columns, which then has no spread whatever is
    drawn, or where no replicate measures it."""
    scored: int
    missing: int
    """Items, added over the columns."""
    films: int
    """Clusters: films that have something to count in one of its columns."""
    replicates: int
    """Replicates behind the interval: those that measure it."""

    @property
    def missing_rate(self) -> float | None:
        """In 0 to 1; None without an item."""
        items = self.scored + self.missing
        return self.missing / items if items else None


def score(column: Column) -> Statistic:
    return Statistic(((1.0, column),))


def difference(first: Statistic, second: Statistic) -> Statistic:
    """``second`` minus ``first``, of other items of the same films: two strata, two averages over models.

    Two scores of the same items are compared item by item instead (``paired.differences``).
    """
    return Statistic((*second.terms, *((-factor, column) for factor, column in first.terms)))


def average(statistics: Sequence[Statistic]) -> Statistic:
    """Over models, each with the same weight."""
    if not statistics:
        raise ValueError("nothing to average")
    return Statistic(tuple((factor / len(statistics), column) for one in statistics for factor, column in one.terms))


def estimate(statistics: Sequence[Statistic], weights: "np.ndarray", level: float = LEVEL) -> list[Estimate]:
    """In the order given. ``weights``: (replicates, films), films in the order of the columns; ``level`` in 0 to 1."""
    return [found for part in _parts(statistics, len(weights)) for found in _estimate(part, weights, level)]


def _parts(statistics: Sequence[Statistic], replicates: int) -> Iterator[list[Statistic]]:
    part: list[Statistic] = []
    held: set[int] = set()
    for one in statistics:
        new = {id(column) for _, column in one.terms}
        if part and (len(part) + 1 + len(held | new)) * (replicates + 1) > _CELLS:
            yield part
            part, held = [], set()
        part.append(one)
        held |= new
    if part:
        yield part


def _estimate(statistics: Sequence[Statistic], weights: "np.ndarray", level: float) -> Iterator[Estimate]:
    import numpy as np

    columns = {id(column): column for one in statistics for _, column in one.terms}
    row_of = {key: row for row, key in enumerate(columns)}
    tops = np.stack([column.top for column in columns.values()])
    bottoms = np.stack([column.bottom for column in columns.values()])
    values = _combined(statistics, row_of, ratios(tops, bottoms, np.ones((1, tops.shape[1]))))[:, 0]
    bounds = intervals(_combined(statistics, row_of, ratios(tops, bottoms, weights)), level)
    for one, value, (low, high, used) in zip(statistics, values.tolist(), bounds, strict=True):
        own = list({id(column): column for _, column in one.terms}.values())
        counting = [column.bottom > 0 for column in own]
        films = int(np.count_nonzero(np.any(counting, axis=0)))
        fewest = min(int(np.count_nonzero(one)) for one in counting)
        bounded = fewest > 1 and used > 0 and value == value
        yield Estimate(
            value=None if value != value else value,
            low=low if bounded else None,
            high=high if bounded else None,
            scored=sum(column.scored for column in own),
            missing=sum(column.missing for column in own),
            films=films,
            replicates=used if bounded else 0,
        )


def _combined(statistics: Sequence[Statistic], row_of: dict[int, int], found: "np.ndarray") -> "np.ndarray":
    """(columns, n) to (statistics, n), added term by term in a fixed order."""
    import numpy as np

    combined = np.empty((len(statistics), found.shape[1]))
    for row, one in enumerate(statistics):
        (factor, column), *others = one.terms
        np.multiply(found[row_of[id(column)]], factor, out=combined[row])
        for factor, column in others:
            combined[row] += factor * found[row_of[id(column)]]
    return combined
