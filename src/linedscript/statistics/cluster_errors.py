"""Standard errors that hold where the items of one film are dependent.

The sandwich estimator of Liang and Zeger (1986) by clusters, with statsmodels' correction for few clusters,
G/(G-1) * (N-1)/(N-k), and t quantiles with G-1 degrees of freedom (Cameron and Miller 2015).
"""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.statistics.bootstrap import LEVEL
from linedscript.statistics.columns import Observation, is_missing


class Coefficient(NamedTuple):
    value: float
    se_naive: float
    """As if rows were independent."""
    se_cluster: float
    low: float
    high: float
    p: float
    """Two-sided, against 0."""


class Regression(NamedTuple):
    coefficients: tuple[Coefficient, ...]
    """The constant's, then one of each regressor; none with fewer than two clusters or no degree of freedom."""
    rows: int
    clusters: int
    missing: int
    """Rows in which something is missing: left out."""

    @property
    def missing_rate(self) -> float | None:
        rows = self.rows + self.missing
        return self.missing / rows if rows else None


def regress(
    outcome: Sequence[float | None],
    regressors: Sequence[Sequence[float | None]],
    clusters: Sequence[str],
    level: float = LEVEL,
) -> Regression:
    """Least squares with a constant. ``regressors``: rows in the outcome's order, one value for each regressor.

    Without regressors (empty rows) the constant is the mean. Regressors that depend on each other are refused
    (ValueError): their coefficients would be any.
    """
    import numpy as np
    from statsmodels.regression.linear_model import OLS

    held = [
        (float(y), [1.0, *map(float, x)], cluster)
        for y, x, cluster in zip(outcome, regressors, clusters, strict=True)
        if not any(is_missing(value) for value in (y, *x))
    ]
    names = sorted({cluster for _, _, cluster in held})
    missing = len(outcome) - len(held)
    if len(names) < 2 or len(held) <= len(held[0][1]):
        return Regression((), len(held), len(names), missing)
    number = {name: place for place, name in enumerate(names)}
    design = np.array([x for _, x, _ in held])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError("regressors depend on each other, or on the constant")
    model = OLS(np.array([y for y, _, _ in held]), design)
    naive = model.fit()
    groups = np.array([number[cluster] for _, _, cluster in held])
    robust = model.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    columns = (naive.params, naive.bse, robust.bse, *robust.conf_int(1 - level).T, robust.pvalues)
    rows = np.stack(columns, axis=1).tolist()
    return Regression(tuple(Coefficient(*row) for row in rows), len(held), len(names), missing)


def mean_error(observations: Sequence[Observation], level: float = LEVEL) -> Regression:
    """The mean over items with films as clusters: one coefficient."""
    return regress(
        [one.value for one in observations], [()] * len(observations), [one.film for one in observations], level
    )
