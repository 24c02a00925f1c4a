"""The corpus' coreference scores out of its films' tallies, for as many draws of films as wanted at once.

What can't be measured is NaN (``statistics.bootstrap`` leaves such replicates out of an interval and counts them).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linedscript.evaluation.coreference import CONLL, METRICS, Tally

if TYPE_CHECKING:
    import numpy as np

SCORES = tuple(f"{metric}_{part}" for metric in METRICS for part in ("recall", "precision", "f1"))
MEASURES = (*SCORES, "conll_f1", "merges", "splits")
"""What ``measure`` gives, in order."""


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
