"""A table as CSV, Markdown and LaTeX."""

import csv
import io

from linedscript.errors import one_line
from linedscript.io.sheet import no_formula
from linedscript.tables._tex import broken, needs, tex
from linedscript.tables._widths import widths
from linedscript.tables.model import Cell, Column, Table, plain, shown


def note(table: Table, annotators: str) -> str:
    """What every table says of itself: caption, n, and who made the rows."""
    return f"{table.caption} {table.n}. Rows made by: {annotators}."


def as_csv(table: Table, annotators: str) -> bytes:
    """RFC 4180 with LF. The last two columns repeat n and the annotators, so that a row taken out still says them."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*(column.name for column in table.columns), "n", "made_by"])
    for row in table.rows:
        writer.writerow(
            [*(_spelt(cell, column) for cell, column in zip(row, table.columns, strict=True)), table.n, annotators]
        )
    return buffer.getvalue().encode()


def _spelt(cell: Cell, column: Column) -> str:
    """Whoever answers names himself, and spreadsheet programs run what looks like a formula."""
    text = plain(cell.value, column.form)
    return no_formula(text) if isinstance(cell.value, str) else text


def as_markdown(table: Table, annotators: str) -> bytes:
    lines = [
        "| " + " | ".join(column.head.replace("|", r"\|") for column in table.columns) + " |",
        "|" + "".join(" --- |" if column.form == "text" else " ---: |" for column in table.columns),
    ]
    for row in table.rows:
        shown_cells = (
            one_line(shown(cell.value, column.form)) for cell, column in zip(row, table.columns, strict=True)
        )
        lines.append("| " + " | ".join(text.replace("|", r"\|") for text in shown_cells) + " |")
    return ("\n".join([*lines, "", note(table, annotators)]) + "\n").encode()


def as_latex(table: Table, annotators: str) -> bytes:
    """A ``table`` environment for the ``booktabs`` package that pdfLaTeX sets, no wider than the text; comments name
    what else it needs."""
    rows = [
        [one_line(shown(cell.value, column.form)) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    shares, scaled = widths(
        [
            (column.head, [row[place] for row in rows], column.form == "text")
            for place, column in enumerate(table.columns)
        ]
    )
    heads, *body = (
        " & ".join(tex(text) if share is None else broken(text) for text, share in zip(row, shares, strict=True))
        + r" \\"
        for row in ([column.head for column in table.columns], *rows)
    )
    if table.total and body:
        body.insert(len(body) - 1, r"\midrule")
    lines = [
        r"\begin{table}",
        r"\centering",
        *([r"\resizebox{\textwidth}{!}{%"] if scaled else []),
        rf"\begin{{tabular}}{{{''.join(map(_set, table.columns, shares))}}}",
        r"\toprule",
        heads,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}" + ("}" if scaled else ""),
        rf"\caption{{{tex(note(table, annotators))}}}",
        rf"\label{{tab:{table.name.replace('_', '-')}}}",
        r"\end{table}",
    ]
    text = "\n".join(lines)
    wraps = any(share is not None for share in shares)
    return ("\n".join([*needs(text, wraps, scaled), text]) + "\n").encode()


def _set(column: Column, share: float | None) -> str:
    if share is None:
        return "l" if column.form == "text" else "r"
    side = r"\raggedright" if column.form == "text" else r"\raggedleft"
    return rf">{{{side}\arraybackslash}}p{{{share:.3f}\textwidth}}"
