"""Film-cluster bootstrap: films are drawn with replacement, whole, and the corpus' scores computed anew.

Percentile intervals (Efron 1979); the paper's studies use 10,000 replicates (stage.txt, canonicalization study). What a
replicate can't measure is NaN; such replicates are left out of the interval and counted.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from linedscript.evaluation.coreference import CONLL, METRICS, Tally

if TYPE_CHECKING:
    import numpy as np

REPLICATES = 10_000
SCORES = tuple(f"{metric}_{part}" for metric in METRICS for part in ("recall", "precision", "f1"))
MEASURES = (*SCORES, "conll_f1", "merges", "splits")
"""What ``measure`` gives, in order."""


class Interval(NamedTuple):
    low: float
    high: float
    """Percentile bounds; NaN where no replicate measures anything."""
    used: int
    """Replicates that measure it."""


def rows(tallies: Sequence[Tally]) -> "np.ndarray":
    """(films, counts): every tally flat, so that films add by adding rows."""
    import numpy as np

    flat = [[*(part for name in METRICS for part in getattr(one, name)), one.merges, one.splits] for one in tallies]
    return np.asarray(flat, dtype=np.float64).reshape(len(tallies), 4 * len(METRICS) + 2)


def measure(sums: "np.ndarray") -> "np.ndarray":
    """(n, counts) to (n, ``MEASURES``). NaN where the gold holds nothing of what a metric looks for."""
    import numpy as np

    found = []
    f1 = {}
    for number, name in enumerate(METRICS):
        recall_of, recall_in, precision_of, precision_in = (sums[:, 4 * number + part] for part in range(4))
        recall = _ratio(recall_of, recall_in)
        precision = _ratio(precision_of, precision_in)
        f1[name] = _ratio(2 * recall * precision, recall + precision)
        missing = recall_in == 0
        for values in (recall, precision, f1[name]):
            values[missing] = np.nan
            found.append(values)
    found.append(sum(f1[name] for name in CONLL) / len(CONLL))
    return np.stack([*found, sums[:, -2], sums[:, -1]], axis=1)


def _ratio(of: "np.ndarray", total: "np.ndarray") -> "np.ndarray":
    import numpy as np

    return np.divide(of, total, out=np.zeros_like(of), where=total != 0)


def replicate(
    films: "np.ndarray",
    statistic: "Callable[[np.ndarray], np.ndarray]",
    rng: "np.random.Generator",
    replicates: int = REPLICATES,
) -> "np.ndarray":
    """(replicates, measures): ``statistic`` of the sums over films drawn with replacement.

    ``films``: (films, counts), in an order that doesn't hang on the machine. Two systems compared under one generator
    state are paired: replicate by replicate they see the same films.
    """
    import numpy as np

    count = len(films)
    if not count:
        raise ValueError("no film to draw from")
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=replicates)
    return statistic(drawn @ films)


def interval(values: "np.ndarray", level: float = 0.95) -> Interval:
    """The percentile interval of one measure's replicates."""
    import numpy as np

    used = values[~np.isnan(values)]
    if not len(used):
        return Interval(float("nan"), float("nan"), 0)
    low, high = np.quantile(used, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), len(used))
