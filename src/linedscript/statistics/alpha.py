"""Krippendorff's alpha: agreement of any number of coders, with whatever they left open.

After Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability". The package of that name is under the GPL, so it
is what the tests compare with and no part of this one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from linedscript.statistics.columns import is_missing

if TYPE_CHECKING:
    import numpy as np

Level = Literal["nominal", "ordinal", "interval", "ratio"]
"""How far two values are apart: not the same, by ranks between them, by their difference, by its share of their sum."""


class Alpha(NamedTuple):
    value: float | None
    """At most 1, 0 at chance; None where no unit has two values, or all values are one."""
    units: int
    """Units with at least two values: those that count."""
    values: int
    """Values in them."""
    missing: int
    """Of all units times coders, those left open."""
    cells: int
    """All units times coders."""

    @property
    def missing_rate(self) -> float | None:
        return self.missing / self.cells if self.cells else None


def krippendorff_alpha(coders: Sequence[Sequence[float | None]], level: Level) -> Alpha:
    """``coders``: a row for each coder, of a value for each unit; None or NaN where it is open.

    Labels are given as numbers; for ``nominal`` any will do, for ``ratio`` they are at least 0.
    """
    import numpy as np

    units = [[value for value in column if not is_missing(value)] for column in zip(*coders, strict=True)]
    paired = [column for column in units if len(column) > 1]
    scale = sorted({float(value or 0) for column in paired for value in column})
    if level == "ratio" and scale and scale[0] < 0:
        raise ValueError(f"a value of {scale[0]}: ratios need values of at least 0")
    cells = sum(map(len, coders))
    counts = (len(paired), sum(map(len, paired)), cells - sum(map(len, units)), cells)
    if len(scale) < 2:
        return Alpha(None, *counts)
    held = np.array([[Counter(column)[value] for value in scale] for column in paired], dtype=np.float64)
    sizes = held.sum(axis=1)
    coincidences = (held / (sizes - 1)[:, None]).T @ held - np.diag((held / (sizes - 1)[:, None]).sum(axis=0))
    totals = held.sum(axis=0)
    apart = _apart(np.array(scale), totals, level)
    observed = (coincidences * apart).sum()
    expected = (np.outer(totals, totals) * apart).sum() / (totals.sum() - 1)
    return Alpha(float(1 - observed / expected), *counts)


def _apart(scale: "np.ndarray", totals: "np.ndarray", level: Level) -> "np.ndarray":
    """(values, values): squared distances; the diagonal is 0."""
    import numpy as np

    one, two = scale[:, None], scale[None, :]
    if level == "nominal":
        return (one != two).astype(np.float64)
    if level == "ordinal":
        middle = np.cumsum(totals) - totals / 2
        return (middle[:, None] - middle[None, :]) ** 2
    if level == "interval":
        return (one - two) ** 2
    both = one + two
    return np.divide(one - two, both, out=np.zeros_like(both), where=both != 0) ** 2
