"""Writing CSV that people fill in with a spreadsheet program.

UTF-8 with a byte order mark, so that such programs show Chinese; a text that one would take for a formula is quoted
with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from linedscript.io.files import write_bytes


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """The columns' names, then a line per row; a row has every column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_plain(row[column]) for column in columns])
    write_bytes(path, out.getvalue().encode("utf-8-sig"))


def _plain(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
