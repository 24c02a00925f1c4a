"""Do films differ? Two-sided tests in which a film is one observation.

Films' means are compared, since the items of one film are dependent (stage.txt, Tables A22 and A23).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from linedscript.statistics.bootstrap import LEVEL
from linedscript.statistics.columns import Observation, film_means, is_missing, present
from linedscript.statistics.multiplicity import Adjusted, Key, adjust

_NO_SPREAD = 1e-12
"""Relative to the largest mean: less is what rounding leaves of equal means."""


class FilmTest(NamedTuple):
    """A one-sample t-test of films' mean paired differences against 0."""

    mean: float | None
    """Of the films' means, in the metric's unit."""
    low: float | None
    high: float | None
    """The t interval of the mean."""
    t: float | None
    p: float | None
    """Two-sided. None, as t and the interval, where fewer than two films or films without any spread leave it open."""
    films: int
    """Films with a difference: degrees of freedom are one less."""
    films_missing: int
    scored: int
    """Items."""
    missing: int

    @property
    def missing_rate(self) -> float | None:
        """Of items, in 0 to 1; None without an item."""
        items = self.scored + self.missing
        return self.missing / items if items else None


class FamilyTest(NamedTuple):
    test: FilmTest
    adjusted: Adjusted


def film_t_test(differences: Sequence[Observation], level: float = LEVEL) -> FilmTest:
    """``differences``: paired, item by item (``paired.differences``); films weigh the same (``film_means``)."""
    from scipy.stats import ttest_1samp

    means = film_means(differences)
    values = [mean for mean in means.values() if mean is not None]
    scored = len(present(differences))
    counts = (len(values), len(means) - len(values), scored, len(differences) - scored)
    mean = math.fsum(values) / len(values) if values else None
    if len(values) < 2 or max(values) - min(values) <= _NO_SPREAD * max(map(abs, values)):
        return FilmTest(mean, None, None, None, None, *counts)
    found = ttest_1samp(values, 0.0)
    low, high = found.confidence_interval(level)
    return FilmTest(mean, float(low), float(high), float(found.statistic), float(found.pvalue), *counts)


def family(tests: Mapping[Key, Sequence[Observation]], level: float = LEVEL) -> dict[Key, FamilyTest]:
    """Every test of a table, with and without correction. Key: what tells them apart, such as (model, dimension)."""
    found = {key: film_t_test(differences, level) for key, differences in tests.items()}
    adjusted = adjust({key: test.p for key, test in found.items()})
    return {key: FamilyTest(test, adjusted[key]) for key, test in found.items()}


Alternative = Literal["two-sided", "less", "greater"]


class RankTest(NamedTuple):
    """A Mann-Whitney U test."""

    u: float | None
    """Of the first sample: pairs in which it is larger, ties half."""
    p: float | None
    """None where a sample is empty or, without the exact method, all values are equal."""
    method: Literal["exact", "asymptotic"]
    first: int
    second: int
    """Sizes, without what is missing."""
    missing: int

    @property
    def missing_rate(self) -> float | None:
        values = self.first + self.second + self.missing
        return self.missing / values if values else None


def mann_whitney(
    first: Sequence[float | None],
    second: Sequence[float | None],
    *,
    method: Literal["exact", "asymptotic"] = "asymptotic",
    alternative: Alternative = "two-sided",
    continuity: bool = True,
) -> RankTest:
    """Two independent samples (Mann and Whitney 1947): films' means of two languages, not items of one film.

    ``asymptotic``: the normal approximation, corrected for ties and, with ``continuity``, by half a rank. ``exact``
    has no meaning with ties, and is refused (ValueError).
    """
    from scipy.stats import mannwhitneyu

    samples = [
        [float(value) for value in sample if value is not None and not is_missing(value)] for sample in (first, second)
    ]
    sizes = (len(samples[0]), len(samples[1]), len(first) + len(second) - len(samples[0]) - len(samples[1]))
    pooled = samples[0] + samples[1]
    distinct = len(set(pooled))
    if method == "exact" and distinct < len(pooled):
        raise ValueError("an exact test of samples with ties: ask for the asymptotic one")
    if not samples[0] or not samples[1]:
        return RankTest(None, None, method, *sizes)
    found = mannwhitneyu(*samples, use_continuity=continuity, alternative=alternative, method=method)
    return RankTest(float(found.statistic), float(found.pvalue) if distinct > 1 else None, method, *sizes)
