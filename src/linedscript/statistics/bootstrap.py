"""Film-cluster bootstrap: films are drawn with replacement, whole; percentile intervals (Efron 1979).

The paper takes 1,000 replicates for retrieval strata and 10,000 for the canonicalization study. Items of one film are
dependent, so the film is what is drawn. One matrix of weights serves every statistic: replicate by replicate all of
them see the same films, and any two are paired.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

LEVEL = 0.95
"""Of every interval, where no other is asked for."""


class Interval(NamedTuple):
    low: float
    high: float
    """Percentile bounds; NaN where no replicate measures anything."""
    used: int
    """Replicates that measure it."""


def draw(films: int, rng: "np.random.Generator", replicates: int) -> "np.ndarray":
    """(replicates, films): how often each film is drawn; whole numbers, a row adds up to ``films``.

    Drawn as integers, which hang on no mathematical library: the same matrix on every machine.
    """
    import numpy as np

    if films < 1:
        raise ValueError("no film to draw from")
    if replicates < 1:
        raise ValueError("no replicate to draw")
    drawn = rng.integers(0, films, size=(replicates, films))
    cells = drawn + films * np.arange(replicates)[:, None]
    return np.bincount(cells.ravel(), minlength=replicates * films).reshape(replicates, films).astype(np.float64)


def on_grid(values: "np.ndarray") -> "np.ndarray":
    """(rows, films), each row rounded to a power of two so that every sum that weights can give is exact.

    Then the order of summation, which hangs on cores and on the BLAS library, changes no bit. The grid is at most
    2^-51 of the films' number times the row's largest value: 7e-14 for 151 films and scores up to 1.
    """
    import numpy as np

    bound = values.shape[1] * np.abs(values).max(axis=1, keepdims=True, initial=0)
    grid = np.ldexp(1.0, np.maximum(np.frexp(bound)[1] - 52, -1022))
    return np.rint(values / grid) * grid


def ratios(tops: "np.ndarray", bottoms: "np.ndarray", weights: "np.ndarray") -> "np.ndarray":
    """(columns, replicates): the ratio of each column's two weighted sums; NaN where nothing was drawn that counts.

    ``tops``, ``bottoms``: (columns, films). ``weights``: (replicates, films), as of ``draw``.
    """
    import numpy as np

    distinct = {row.tobytes(): row for row in bottoms}
    place = {key: number for number, key in enumerate(distinct)}
    below = (on_grid(np.stack([*distinct.values()])) @ weights.T)[[place[row.tobytes()] for row in bottoms]]
    found = on_grid(tops) @ weights.T
    nothing = below == 0
    np.divide(found, below, out=found, where=~nothing)
    found[nothing] = np.nan
    return found


def intervals(values: "np.ndarray", level: float = LEVEL) -> list[Interval]:
    """(statistics, replicates): of each row the percentile interval over the replicates that measure it.

    Percentiles lie between order statistics by linear interpolation (definition 7 of Hyndman and Fan 1996).
    """
    import numpy as np

    if not 0 < level < 1:
        raise ValueError(f"a level of {level}: it lies between 0 and 1")
    at = ((1 - level) / 2, (1 + level) / 2)
    used = values.shape[1] - np.isnan(values).sum(axis=1)
    whole = used == values.shape[1]
    if whole.all():
        bounds = _percentiles(values, at)
    else:
        bounds = np.full((len(values), 2), np.nan)
        bounds[whole] = _percentiles(values[whole], at)
        for row in np.flatnonzero(~whole & (used > 0)):
            bounds[row] = _percentiles(values[row][None, ~np.isnan(values[row])], at)[0]
    return [Interval(low, high, count) for (low, high), count in zip(bounds.tolist(), used.tolist(), strict=True)]


def _percentiles(values: "np.ndarray", at: Sequence[float]) -> "np.ndarray":
    """(statistics, replicates) without NaN to (statistics, shares)."""
    import numpy as np

    places = (values.shape[1] - 1) * np.array(at)
    low = np.floor(places).astype(int)
    high = np.minimum(low + 1, values.shape[1] - 1)
    held = np.partition(values, sorted({*low.tolist(), *high.tolist()}), axis=1)
    return held[:, low] + (held[:, high] - held[:, low]) * (places - low)
