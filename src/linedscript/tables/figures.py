"""Charts as SVG, written by hand: a chart's bytes depend on its numbers alone."""

from collections.abc import Sequence

from linedscript.tables.flow import flow
from linedscript.tables.model import Table, shown
from linedscript.tables.svg import page, text_at

WIDTH, LEFT, RIGHT, TOP, BAR, GAP = 720, 150, 90, 48, 16, 10
COLOURS = ("#2b6cb0", "#dd6b20", "#2f855a", "#805ad5", "#b83280", "#718096", "#975a16", "#0987a0", "#9b2c2c", "#4a5568")
"""Told apart in print and by most colour-blind readers; each bar also carries its number."""


def figure(table: Table, annotators: str) -> bytes:
    """The chart that a table is drawn as."""
    if table.name == "correction":
        return flow(table, annotators)
    if table.name == "decades":
        shares = [place for place, column in enumerate(table.columns) if column.form == "share"]
        return grouped(table, annotators, shares)
    return stacked(table, annotators, [place for place in range(1, len(table.columns) - 1)])


def grouped(table: Table, annotators: str, places: Sequence[int]) -> bytes:
    """A group of bars per row, a bar per column; bars of a group share an axis from 0 to the largest value."""
    top = max((row[place].value or 0 for row in table.rows for place in places), default=0) or 1
    parts, y = [], float(TOP)
    for row in table.rows:
        parts.append(text_at(LEFT - 8, y + BAR * len(places) / 2 + 4, str(row[0].value), "end"))
        for number, place in enumerate(places):
            value = row[place].value
            width = round((WIDTH - LEFT - RIGHT) * (value or 0) / top, 2)
            parts.append(f'<rect x="{LEFT}" y="{y:g}" width="{width:g}" height="{BAR - 2}" fill="{COLOURS[number]}"/>')
            parts.append(text_at(LEFT + width + 4, y + BAR - 5, shown(value, table.columns[place].form), size=10))
            y += BAR
        y += GAP
    return _svg(table, annotators, [table.columns[place].head for place in places], parts, y)


def stacked(table: Table, annotators: str, places: Sequence[int]) -> bytes:
    """A bar per row but the total, a segment per column that has something."""
    rows = table.rows[:-1] if table.total else table.rows
    used = [place for place in places if any(row[place].value for row in rows)]
    top = max((sum(row[place].value or 0 for place in used) for row in rows), default=0) or 1
    parts, y = [], float(TOP)
    for row in rows:
        x = float(LEFT)
        parts.append(text_at(LEFT - 8, y + BAR - 4, str(row[0].value), "end"))
        for number, place in enumerate(used):
            value = row[place].value or 0
            width = round((WIDTH - LEFT - RIGHT) * value / top, 2)
            if value:
                parts.append(
                    f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{BAR}" '
                    f'fill="{COLOURS[number % len(COLOURS)]}"/>'
                )
                parts.append(
                    text_at(x + width / 2, y + BAR - 4, str(value), "middle", 10).replace("<text", '<text fill="#fff"')
                )
            x += width
        parts.append(text_at(x + 4, y + BAR - 4, str(sum(row[place].value or 0 for place in used)), size=10))
        y += BAR + GAP
    return _svg(table, annotators, [table.columns[place].head for place in used], parts, y)


def _svg(table: Table, annotators: str, legend: Sequence[str], parts: Sequence[str], bottom: float) -> bytes:
    keys, x = [], float(LEFT)
    for number, name in enumerate(legend):
        keys.append(f'<rect x="{x:g}" y="20" width="10" height="10" fill="{COLOURS[number % len(COLOURS)]}"/>')
        keys.append(text_at(x + 14, 29, name, size=11))
        x += 26 + 7 * len(name)
    return page(table, annotators, [*keys, *parts], max(WIDTH, x), bottom)
