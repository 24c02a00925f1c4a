"""A table as cells that know which records they count."""

from typing import Literal, NamedTuple

Value = int | float | str | None
Form = Literal["text", "count", "share", "decimal", "fine", "year"]


class Cell(NamedTuple):
    value: Value
    """None where there is nothing to count or to average: printed as a dash, never as 0."""
    records: tuple[str, ...] = ()
    """``<film>`` or ``<layer>/<film>/<id>`` of every record that the cell counts or is computed from."""


class Column(NamedTuple):
    name: str
    """Key of the column in CSV and in a trace."""
    head: str
    form: Form


class Table(NamedTuple):
    name: str
    """File name without ending."""
    caption: str
    """One sentence: what is counted, of what, in which unit."""
    columns: tuple[Column, ...]
    """The first one holds the row's label."""
    rows: tuple[tuple[Cell, ...], ...]
    n: str
    """What the table is over, with its number."""
    total: bool
    """Whether the last row is the sum of those above it, column by column (a test holds it)."""


def shown(value: Value, form: Form) -> str:
    """A value as every format prints it."""
    if value is None:
        return "–"
    if form == "share":
        return f"{value:.1%}"
    if form == "decimal":
        return f"{value:.2f}"
    if form == "fine":
        return f"{value:.3f}"
    return str(value)


def plain(value: Value, form: Form) -> str:
    """A value as CSV holds it: numbers unrounded beyond six decimals, missing ones empty."""
    if value is None:
        return ""
    return f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def sums(label: str, rows: list[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """The row that adds up the rows above it."""
    return (
        (
            Cell(label),
            *(
                Cell(
                    sum(row[place].value or 0 for row in rows),
                    tuple(name for row in rows for name in row[place].records),
                )
                for place in range(1, len(rows[0]))
            ),
        )
        if rows
        else (Cell(label),)
    )
