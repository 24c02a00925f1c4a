"""Tables for a terminal."""

from collections.abc import Sequence

from linedscript.records.review import QueueEntry
from linedscript.review.audits import DISPOSITIONS, AuditRow


def print_queue(film: str, entries: Sequence[QueueEntry]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{film}: {len(entries)} to look at", title_justify="left")
    table.add_column("!", justify="right")
    table.add_column("kind", no_wrap=True)
    table.add_column("record", no_wrap=True)
    table.add_column("scenes")
    table.add_column("detail")
    for entry in entries:
        record = f"{entry.layer}/{entry.record}"
        table.add_row(str(entry.priority), entry.kind, record, " ".join(entry.scenes), entry.detail)
    Console(markup=False).print(table)


def print_audits(rows: Sequence[AuditRow]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="audits", title_justify="left")
    for column in ("round", "layer", *DISPOSITIONS, "outdated", "median s"):
        table.add_column(column, justify="left" if column in ("round", "layer") else "right")
    for row in rows:
        counts = [str(row.counts[one]) for one in DISPOSITIONS]
        table.add_row(row.round, row.layer, *counts, str(row.outdated), f"{row.seconds:g}")
    Console().print(table)
