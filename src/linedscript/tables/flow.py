"""A correction drawn from left to right: what the model's record held, and what the reviewed one holds."""

from unicodedata import east_asian_width

from linedscript.tables.model import Cell, Table
from linedscript.tables.svg import page, text_at

WIDTH, LEFT, BOX, ARROW, TOP, LINE, PAD, GAP = 720, 120, 270, 40, 40, 14, 8, 12
WIDE = 2 * BOX + ARROW
"""Of a box over both records."""
_COLUMNS, _WIDE_COLUMNS = 42, 90
"""Narrow characters that fit into a box; a wide one counts as two."""
_FILLS = {"evidence": "#edf2f7", "patch": "#fefcbf", "field": "#e6fffa", "made stale": "#fed7d7"}


def wrapped(text: str, columns: int = _COLUMNS) -> list[str]:
    """Lines at most so wide; broken at a blank where there is one, else anywhere."""
    lines, line, width = [], "", 0
    for char in text:
        size = 2 if east_asian_width(char) in "WF" else 1
        if width + size > columns:
            head, blank, tail = line.rpartition(" ")
            lines.append(head if blank and head else line)
            line = tail if blank and head else ""
            width = sum(2 if east_asian_width(one) in "WF" else 1 for one in line)
        line, width = line + char, width + size
    return [one.strip() for one in (*lines, line) if one.strip()]


def flow(table: Table, annotators: str) -> bytes:
    """Of a row the two records as boxes with an arrow between them; a patch or a stale record as one box."""
    right = LEFT + BOX + ARROW
    model, reviewed = (column.head for column in table.columns[3:])
    parts = [text_at(LEFT, TOP - 14, model, size=11), text_at(right, TOP - 14, reviewed, size=11)]
    y = float(TOP)
    for head, scenes, reason, before, after in table.rows:
        step, _, name = str(head.value).partition(": ")
        label = [step, name] if step == "field" else [step]
        if step == "patch":
            told = [f"{name}; {scenes.value or 'no scene'}", str(reason.value)]
            boxes = [(LEFT, WIDE, [line for text in told for line in wrapped(text, _WIDE_COLUMNS)])]
        elif step == "made stale":
            boxes = [(LEFT, BOX, wrapped(name))]
        else:
            boxes = [(LEFT, BOX, _lines(before)), (right, BOX, _lines(after))]
        height = LINE * max(len(lines) for _, _, lines in boxes) + 2 * PAD
        parts += [text_at(LEFT - 8, y + PAD + 11 + LINE * place, one, "end", 11) for place, one in enumerate(label)]
        for x, width, lines in boxes:
            parts.append(
                f'<rect x="{x}" y="{y:g}" width="{width}" height="{height:g}" fill="{_FILLS[step]}" stroke="#718096"/>'
            )
            parts += [text_at(x + PAD, y + PAD + 10 + LINE * place, one, size=11) for place, one in enumerate(lines)]
        if len(boxes) > 1:
            middle, end = y + height / 2, right - 4
            parts.append(
                f'<path d="M {LEFT + BOX + 4} {middle:g} H {end} m -6 -4 l 6 4 l -6 4" fill="none" stroke="#718096"/>'
            )
        y += height + GAP
    return page(table, annotators, parts, WIDTH, y)


def _lines(cell: Cell) -> list[str]:
    """A field without a value shows that it has none."""
    return wrapped("–" if cell.value is None else str(cell.value))
