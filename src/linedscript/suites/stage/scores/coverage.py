"""``coverage/1``: how much of what holds at a checkpoint a reply covers, and how much of the reply is wrong (D6).

Each reference claim is covered in full, in part or not at all, given the whole reply; a checkpoint's coverage is the
mean credit of its claims. Then checkpoint, trajectory, film, macro. States and developments are two coverages, and the
share of predicted claims that are contradicted stands beside them: additional supported claims cost nothing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from linedscript.statistics.columns import Observation, film_means

METRIC = "coverage/1"
Label = Literal["full", "partial", "none"]
LABELS: tuple[Label, ...] = ("full", "partial", "none")
CREDIT: dict[str, float] = {"full": 1.0, "partial": 0.5, "none": 0.0}
"""Part of the metric: another credit is another version of it."""
Measure = Literal["states", "developments", "contradiction"]
MEASURES: tuple[Measure, ...] = ("states", "developments", "contradiction")
"""The headline first. Of ``contradiction``, less is better."""


class Marks(NamedTuple):
    """What a reply to one checkpoint was found to be. Of a label, null says that it couldn't be had."""

    film: str
    character: str
    checkpoint: str
    usable: bool
    """There was a reply that could be read."""
    states: tuple[Label | None, ...]
    """Of each reference claim."""
    developments: tuple[Label | None, ...]
    contradicted: tuple[bool | None, ...]
    """Of each predicted claim."""


class Value(NamedTuple):
    value: float | None
    why: Literal["empty", "missing"] | None
    """Of null: nothing was to be covered, or was predicted; or no reply could be used, or a label couldn't be had."""


class Summary(NamedTuple):
    """A measure over films. ``value`` is the mean over films of the mean over trajectories of the mean over
    checkpoints; null where nothing was scored."""

    value: float | None
    films: int
    trajectories: int
    checkpoints: int
    """With a value."""
    empty: int
    """Left out: their pool is empty."""
    missing: int


def checkpoint_value(marks: Marks, measure: Measure, credit: Mapping[str, float]) -> Value:
    """In [0, 1]. ``credit``: of each label."""
    labels = marks.contradicted if measure == "contradiction" else getattr(marks, measure)
    if measure != "contradiction" and not labels:
        return Value(None, "empty")
    if not marks.usable or any(label is None for label in labels):
        return Value(None, "missing")
    if not labels:
        return Value(None, "empty")
    points = [float(label) if measure == "contradiction" else credit[label] for label in labels]
    return Value(math.fsum(points) / len(points), None)


def summarize(rows: Sequence[Marks], measure: Measure, credit: Mapping[str, float]) -> Summary:
    values = [(marks, checkpoint_value(marks, measure, credit)) for marks in rows]
    scored = [marks for marks, value in values if value.value is not None]
    means = film_means(
        [Observation(marks.film, marks.checkpoint, value.value, marks.character) for marks, value in values]
    )
    films = [mean for mean in means.values() if mean is not None]
    return Summary(
        value=math.fsum(films) / len(films) if films else None,
        films=len(films),
        trajectories=len({(marks.film, marks.character) for marks in scored}),
        checkpoints=len(scored),
        empty=sum(value.why == "empty" for _, value in values),
        missing=sum(value.why == "missing" for _, value in values),
    )
