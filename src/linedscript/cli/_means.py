"""A measure's means, as ``evaluate`` prints them."""

from collections.abc import Sequence
from statistics import fmean

from linedscript.statistics.columns import Observation, film_means, present


def means(observations: Sequence[Observation]) -> str:
    """As the tables have it, every film weighing the same and in it every trajectory; then every target the same."""
    films = [mean for mean in film_means(observations).values() if mean is not None]
    targets = [float(one.value or 0) for one in present(observations)]
    macro, mean = (f"{fmean(values):.4f}" if values else "–" for values in (films, targets))
    return f"{macro} macro by film\t{mean} over targets"
