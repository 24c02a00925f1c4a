"""What a film adds to a statistic, and what is missing in it.

Every score of the tables is a ratio of two sums over films, so that a film drawn twice by the bootstrap counts twice.
A missing value (None or NaN) is in neither sum; it is counted. A film's sums are exact (``math.fsum``): they don't
hang on the order of its items.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from linedscript.errors import LinedscriptError

if TYPE_CHECKING:
    import numpy as np


class Observation(NamedTuple):
    """One score of one item: a question's mean over its generations, a checkpoint's coverage, a response's rating."""

    film: str
    item: str
    """Unique within its film."""
    value: float | None
    """In the metric's own unit; None or NaN where it couldn't be had."""
    group: str = ""
    """What the item is averaged in before its film is: the trajectory of a checkpoint. Empty: nothing."""


class Column(NamedTuple):
    """A statistic over films in a fixed order: the sum of ``top`` divided by the sum of ``bottom``."""

    top: "np.ndarray"
    """(films,)"""
    bottom: "np.ndarray"
    """(films,) of at least 0; 0 where the film has nothing to count."""
    scored: int
    """Items with a value."""
    missing: int
    """Items without one."""


def by_item(observations: Iterable[Observation]) -> dict[tuple[str, str], Observation]:
    """(film, item) to its observation, in the order given; an item with two is an error (``repeated-item``)."""
    found: dict[tuple[str, str], Observation] = {}
    for one in observations:
        if (one.film, one.item) in found:
            raise LinedscriptError(
                "repeated-item",
                f"{one.film}/{one.item}",
                "has two scores under one condition",
                "average an item's generations first",
            )
        found[one.film, one.item] = one
    return found


def is_missing(value: float | None) -> bool:
    return value is None or math.isnan(value)


def present(observations: Iterable[Observation]) -> list[Observation]:
    """Those with a value, in their order."""
    return [one for one in observations if not is_missing(one.value)]


def film_means(observations: Sequence[Observation]) -> dict[str, float | None]:
    """Each film's mean over its groups' means (stage.txt: checkpoint, then trajectory, then film), films in order.

    A group with nothing scored is left out of its film; a film with nothing scored has None.
    """
    by_item(observations)
    groups: dict[str, dict[tuple[str, str], list[float]]] = {
        film: {} for film in sorted({o.film for o in observations})
    }
    for one in present(observations):
        key = (one.group, "") if one.group else ("", one.item)
        groups[one.film].setdefault(key, []).append(float(one.value or 0))
    return {film: _mean([_mean(values) for values in held.values()]) for film, held in groups.items()}


def _mean(values: Sequence[float | None]) -> float | None:
    held = [value for value in values if value is not None]
    return math.fsum(held) / len(held) if held else None


def movie_macro(observations: Sequence[Observation], films: Sequence[str]) -> Column:
    """The mean of ``film_means``: every film that has a score weighs the same."""
    return _column(observations, films, {f: (m, 1) for f, m in film_means(observations).items() if m is not None})


def item_mean(observations: Sequence[Observation], films: Sequence[str]) -> Column:
    """The mean over items: every scored item weighs the same, whatever its film and group."""
    by_item(observations)
    held: dict[str, list[float]] = {}
    for one in present(observations):
        held.setdefault(one.film, []).append(float(one.value or 0))
    return _column(observations, films, {film: (math.fsum(values), len(values)) for film, values in held.items()})


def _column(
    observations: Sequence[Observation], films: Sequence[str], sums: Mapping[str, tuple[float, float]]
) -> Column:
    import numpy as np

    unknown = sorted({one.film for one in observations} - set(films))
    if unknown:
        raise ValueError(f"films that aren't among those drawn from: {', '.join(unknown)}")
    table = np.array([sums.get(film, (0, 0)) for film in films], dtype=np.float64).reshape(len(films), 2)
    if not np.isfinite(table).all():
        raise ValueError("a score is infinite")
    scored = len(present(observations))
    return Column(table[:, 0], table[:, 1], scored, len(observations) - scored)
