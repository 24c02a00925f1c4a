"""What is left of p-values when a family of tests is looked at together."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

Key = TypeVar("Key")


class Adjusted(NamedTuple):
    """One test of a family. A test is rejected at q where its corrected p-value is at most q."""

    p: float | None
    """As tested, without correction; None where the test couldn't be done."""
    bonferroni: float | None
    holm: float | None
    """Both hold the chance of any false rejection in the family (Holm 1979 rejects at least as much)."""
    benjamini_hochberg: float | None
    """Holds the share of false rejections (Benjamini and Hochberg 1995)."""
    family: int
    """Tests that the correction counts: those with a p-value."""
    missing: int
    """Tests of the family that couldn't be done."""


def adjust(p_values: Mapping[Key, float | None]) -> dict[Key, Adjusted]:
    """The whole family at once: test to p-value in 0 to 1, in the order given; None is missing, never 1."""
    from statsmodels.stats.multitest import multipletests

    done = {key: p for key, p in p_values.items() if p is not None}
    odd = [key for key, p in done.items() if not 0 <= p <= 1]
    if odd:
        raise ValueError(f"not a p-value: {done[odd[0]]} of {odd[0]}")
    missing = len(p_values) - len(done)
    columns = [multipletests(list(done.values()), method=name)[1].tolist() for name in _METHODS] if done else ()
    found = {key: corrected for key, *corrected in zip(done, *columns, strict=True)}
    return {key: Adjusted(p, *found.get(key, (None, None, None)), len(done), missing) for key, p in p_values.items()}


_METHODS = ("bonferroni", "holm", "fdr_bh")
"""statsmodels' names, in the order of ``Adjusted``."""
