"""The five numbers by which tables describe a distribution."""

from collections.abc import Sequence

from linedscript.tables.model import Cell, Column


def columns(unit: str, prefix: str = "") -> tuple[Column, ...]:
    return tuple(
        Column(f"{prefix}{key}", f"{head} {unit}".strip(), form)
        for key, head, form in (
            ("mean", "Mean", "decimal"),
            ("median", "Median", "decimal"),
            ("min", "Min", "count"),
            ("max", "Max", "count"),
        )
    )


def cells(values: Sequence[int], records: tuple[str, ...]) -> tuple[Cell, ...]:
    """Mean, median, smallest and largest; all missing where there is no value."""
    from statistics import fmean, median

    if not values:
        return (Cell(None),) * 4
    return (
        Cell(round(fmean(values), 6), records),
        Cell(float(median(values)), records),
        Cell(min(values), records),
        Cell(max(values), records),
    )
