"""CSV that people fill in with a spreadsheet program, and its way back.

UTF-8 with a byte order mark, so that such programs show Chinese; a text that one would take for a formula is quoted
with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.io.files import read_bytes, write_bytes

_MARKS = {";": "semicolons", "\t": "tabs", "；": "full-width semicolons", "，": "full-width commas", "|": "bars"}
"""What programs and keyboards put in place of commas."""


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """The columns' names, then a line per row; a row has every column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([no_formula(row[column]) for column in columns])
    write_bytes(path, out.getvalue().encode("utf-8-sig"))


def no_formula(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet program would take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def read_sheet_rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """``<file>:<line>`` where a row begins, since a cell may hold line ends, and its stripped cells of these columns,
    each of which the sheet has once.

    Raises LinedscriptError ``sheet-encoding`` and ``sheet-columns``, also in the middle of the rows.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LinedscriptError(
            "sheet-encoding", str(path), f"not UTF-8 at byte {error.start}", "save it as CSV UTF-8"
        ) from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        names = list(reader.fieldnames or ())
        if odd := [name for name in columns if names.count(name) != 1]:
            problem, hint = _otherwise(text.split("\n", 1)[0], columns) or (
                f"has not one column {' and one '.join(odd)}",
                "keep the first line as it was, and save with commas",
            )
            raise LinedscriptError("sheet-columns", f"{path}:1", problem, hint)
        begins = reader.line_num + 1
        for row in reader:
            if more := [cell for cell in row.pop(None, None) or () if cell.strip()]:  # type: ignore[call-overload]
                problem = f"has cells behind the last column: {', '.join(more)!r:.80}"
                hint = "put quotation marks around a cell that holds a comma"
                raise LinedscriptError("sheet-columns", f"{path}:{begins}", problem, hint)
            yield f"{path}:{begins}", {name: (row[name] or "").strip() for name in columns}
            begins = reader.line_num + 1
    except csv.Error as error:
        hint = "save it as CSV with commas, and quotation marks around what holds one"
        raise LinedscriptError("sheet-columns", f"{path}:{reader.line_num}", str(error), hint) from None


def _otherwise(head: str, columns: Sequence[str]) -> tuple[str, str] | None:
    """What a first line is separated by that has all columns, but not by commas, and what to do; null for another."""
    for mark, name in _MARKS.items():
        found = [cell.strip().strip('"') for cell in head.split(mark)]
        if all(found.count(column) == 1 for column in columns):
            return (
                f"is separated by {name}",
                "save it as CSV with commas between the cells; nothing else needs a change",
            )
    return None
