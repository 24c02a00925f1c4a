"""What ``linedscript trace`` prints: a record's tree, or the records behind a table's cell."""

import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.release.trace import Node
from linedscript.tables.contents import TABLES, table
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Table, shown

_NAMED = 8
"""Rows that are named one and all."""


def cell_tree(address: str, parent: Path, pseudonymized: Path, runs: Path | None = None) -> Node:
    """``tables/<table>#<row>,<column>``: the row's label or 1-based number, the column's key, head or number."""
    name, _, place = address.removeprefix("tables/").partition("#")
    if "," not in place and name not in TABLES:
        raise LinedscriptError(
            "unknown-cell",
            address,
            "isn't the address of a cell, and there is no such table",
            f"write tables/<table>#<row>,<column>, such as tables/genres#Drama,films; tables: {', '.join(TABLES)}",
        )
    settings = None
    if runs is not None:
        from linedscript.evaluation.settings import in_params

        settings = in_params(Path("params.yaml"))[0]
    one = table(name, Corpus(parent, pseudonymized, runs, settings))
    if "," not in place:
        raise LinedscriptError(
            "unknown-cell",
            address,
            "isn't the address of a cell",
            f"write tables/{name}#<row>,<column>, such as tables/{name}#{one.rows[0][0].value if one.rows else 1},"
            f"{one.columns[-1].name}; columns: {', '.join(column.name for column in one.columns)}",
        )
    row_name, _, column_name = place.rpartition(",")
    column = _column(one, column_name.strip())
    row = _row(one, row_name.strip())
    cell, spec = row[column], one.columns[column]
    head = Node(f"{address}: {shown(cell.value, spec.form)} ({one.caption} {one.n}.) {len(cell.records)} records")
    head.children = [Node(record) for record in cell.records]
    return head


def _column(one: Table, wanted: str) -> int:
    for number, column in enumerate(one.columns):
        if wanted in (column.name, column.head) or wanted == str(number + 1):
            return number
    raise LinedscriptError(
        "unknown-cell",
        f"tables/{one.name}, column {wanted}",
        "no such column",
        f"there are: {', '.join(c.name for c in one.columns)}",
    )


def _row(one: Table, wanted: str) -> tuple[Cell, ...]:
    for row in one.rows:
        if str(row[0].value) == wanted:
            return row
    if wanted.isdigit() and 1 <= int(wanted) <= len(one.rows):
        return one.rows[int(wanted) - 1]
    raise LinedscriptError(
        "unknown-cell",
        f"tables/{one.name}, row {wanted}",
        "no such row",
        _closest(wanted, [str(row[0].value) for row in one.rows]),
    )


def _closest(wanted: str, names: Sequence[str]) -> str:
    """All of a few rows; of many those whose names are likest."""
    if len(names) <= _NAMED:
        return f"there are: {'; '.join(names) or 'none'}"
    near = get_close_matches(wanted, names, 3, 0.3) or list(names[:3])
    return f"of {len(names)} rows the closest are: {'; '.join(near)}. A row's number, counted from 1, will do too"


def show(node: Node) -> None:
    """A tree with lines on a terminal, indented lines elsewhere."""
    if not sys.stdout.isatty():
        sys.stdout.write("".join(f"{line}\n" for line in lines(node)))
        return
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    def grow(branch: Tree, children: list[Node]) -> None:
        for child in children:
            grow(branch.add(Text(child.label)), child.children)

    tree = Tree(Text(node.label, style="bold"))
    grow(tree, node.children)
    Console().print(tree)


def lines(node: Node, level: int = 0) -> Iterator[str]:
    yield "  " * level + node.label
    for child in node.children:
        yield from lines(child, level + 1)
