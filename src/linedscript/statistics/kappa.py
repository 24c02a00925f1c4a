"""Agreement of raters beyond chance, on nominal or ordered labels: Cohen's and Fleiss' kappa.

``alpha.py`` has Krippendorff's alpha, which also uses items that some raters left open.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

Label = Hashable


class Kappa(NamedTuple):
    value: float | None
    """At most 1, 0 at chance; None without an item, and where all labels are one: chance agrees on everything."""
    agreement: float | None
    """Share of items (Cohen) or of pairs of ratings (Fleiss) with the same label, in 0 to 1."""
    items: int
    missing: int
    """Items that a rater left open: left out."""

    @property
    def missing_rate(self) -> float | None:
        items = self.items + self.missing
        return self.missing / items if items else None


def cohen(
    first: Sequence[Label | None],
    second: Sequence[Label | None],
    categories: Sequence[Label],
    weights: Literal["linear", "quadratic"] | None = None,
) -> Kappa:
    """Two raters (Cohen 1960): item by item a label, None where it is open.

    ``categories``: all labels, in order where ``weights`` (Cohen 1968) make near misses count less; one that nobody
    used matters then. A label that isn't among them is an error (ValueError).
    """
    place = {label: number for number, label in enumerate(categories)}
    _check({*first, *second}, place)
    counts = Counter(
        (place[one], place[two]) for one, two in zip(first, second, strict=True) if one is not None and two is not None
    )
    table = [[counts[row, column] for column in range(len(place))] for row in range(len(place))]
    return cohen_of_table(table, weights)._replace(missing=len(first) - counts.total())


def cohen_of_table(table: Sequence[Sequence[int]], weights: Literal["linear", "quadratic"] | None = None) -> Kappa:
    """``table[i][j]``: items that the first rater gave label i and the second label j."""
    from statsmodels.stats.inter_rater import cohens_kappa

    items = sum(map(sum, table))
    if not items:
        return Kappa(None, None, 0, 0)
    agreement = sum(row[place] for place, row in enumerate(table)) / items
    used = {place for place, row in enumerate(table) if sum(row)} | {
        place for place, column in enumerate(zip(*table, strict=True)) if sum(column)
    }
    if len(used) == 1:
        return Kappa(None, agreement, items, 0)
    return Kappa(float(cohens_kappa(table, wt=weights, return_results=False)), agreement, items, 0)


def fleiss(ratings: Sequence[Sequence[Label | None]], categories: Sequence[Label]) -> Kappa:
    """Any number of raters (Fleiss 1971). ``ratings``: items by raters, None where one is open; raters may change
    from item to item, so their order means nothing.

    Only items with as many ratings as the fullest count; the others are missing.
    """
    place = {label: number for number, label in enumerate(categories)}
    _check({label for row in ratings for label in row}, place)
    table = [[0] * len(place) for _ in ratings]
    for counts, row in zip(table, ratings, strict=True):
        for label in row:
            if label is not None:
                counts[place[label]] += 1
    return fleiss_of_table(table)


def fleiss_of_table(table: Sequence[Sequence[int]]) -> Kappa:
    """``table[i][j]``: raters who gave item i label j."""
    from statsmodels.stats.inter_rater import fleiss_kappa

    raters = max(map(sum, table), default=0)
    full = [row for row in table if sum(row) == raters] if raters > 1 else []
    missing = len(table) - len(full)
    if not full:
        return Kappa(None, None, 0, missing)
    alike = sum(count * (count - 1) for row in full for count in row)
    agreement = alike / (len(full) * raters * (raters - 1))
    if sum(any(column) for column in zip(*full, strict=True)) == 1:
        return Kappa(None, agreement, len(full), missing)
    return Kappa(float(fleiss_kappa(full)), agreement, len(full), missing)


def _check(labels: set[Label | None], place: dict[Label, int]) -> None:
    odd = sorted(repr(label) for label in labels - place.keys() if label is not None)
    if odd:
        raise ValueError(f"not among the categories: {', '.join(odd)}")
