"""A table as CSV, Markdown and LaTeX."""

import csv
import io

from linedscript.errors import one_line
from linedscript.io.sheet import no_formula
from linedscript.tables._tex import is_wide, needs, tex
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
    """A ``table`` environment for the ``booktabs`` package that pdfLaTeX sets; comments name what else it needs."""
    align = "".join("l" if column.form == "text" else "r" for column in table.columns)
    body = [
        " & ".join(
            tex(one_line(shown(cell.value, column.form))) for cell, column in zip(row, table.columns, strict=True)
        )
        + r" \\"
        for row in table.rows
    ]
    if table.total and body:
        body.insert(len(body) - 1, r"\midrule")
    wide = is_wide(len(table.columns))
    lines = [
        r"\begin{table}",
        r"\centering",
        *([r"\resizebox{\textwidth}{!}{%"] if wide else []),
        rf"\begin{{tabular}}{{{align}}}",
        r"\toprule",
        " & ".join(tex(column.head) for column in table.columns) + r" \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}" + ("}" if wide else ""),
        rf"\caption{{{tex(note(table, annotators))}}}",
        rf"\label{{tab:{table.name.replace('_', '-')}}}",
        r"\end{table}",
    ]
    text = "\n".join(lines)
    return ("\n".join([*needs(text, len(table.columns)), text]) + "\n").encode()
