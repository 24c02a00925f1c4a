"""The same items under two conditions: differences item by item, and how often both come out the same.

Outcomes are paired at the item (stage.txt, work-identity control). What is missing on either side is missing in the
pair.
"""

from collections.abc import Sequence

from linedscript.errors import LinedscriptError
from linedscript.statistics.columns import Observation, by_item, is_missing


def of_films(observations: Sequence[Observation], films: Sequence[str]) -> list[Observation]:
    kept = set(films)
    return [one for one in observations if one.film in kept]


def differences(first: Sequence[Observation], second: Sequence[Observation]) -> list[Observation]:
    """``second`` minus ``first``, in the metric's unit, items in order of film and id.

    Raises ``unpaired-items`` where an item or its group stands on one side only: an unjudged item is an observation
    without a value, and films that only one side has are taken out by ``of_films``.
    """
    return [_joined(one, two, _value(two) - _value(one)) for one, two in _pairs(first, second)]


def consistency(first: Sequence[Observation], second: Sequence[Observation]) -> list[Observation]:
    """1 where both verdicts are equal, else 0 (DESIGN D8). ``value``: a verdict as a number, as of ``majority``."""
    return [_joined(one, two, float(_value(one) == _value(two))) for one, two in _pairs(first, second)]


def majority(verdicts: Sequence[bool | None]) -> float | None:
    """The verdict (1 or 0) of more than half of the generations that were judged; None where they are even or none."""
    judged = [verdict for verdict in verdicts if verdict is not None]
    right = sum(judged)
    return None if 2 * right == len(judged) else float(2 * right > len(judged))


def _pairs(first: Sequence[Observation], second: Sequence[Observation]) -> list[tuple[Observation, Observation]]:
    one, two = by_item(first), by_item(second)
    odd = sorted(key for key in one.keys() | two.keys() if _group(one, key) != _group(two, key))
    if odd:
        raise LinedscriptError(
            "unpaired-items",
            "/".join(odd[0]),
            f"{len(odd)} items stand under one of the two conditions only, or in another group there: "
            + ", ".join("/".join(key) for key in odd[:3]),
            "score the same items under both; an item that wasn't judged stays in, without a value",
        )
    return [(one[key], two[key]) for key in sorted(one)]


def _group(side: dict[tuple[str, str], Observation], key: tuple[str, str]) -> str | None:
    return side[key].group if key in side else None


def _value(one: Observation) -> float:
    return float("nan") if one.value is None else one.value


def _joined(one: Observation, two: Observation, value: float) -> Observation:
    return one._replace(value=None if is_missing(one.value) or is_missing(two.value) else value)
