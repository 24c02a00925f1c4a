"""A gate report for a person: a table of the gates, and every defect by name."""

import sys
from pathlib import Path

from linedscript.release.gates.run import GATES, Report, as_errors


def show(report: Report, root: Path) -> None:
    """The table to stdout, the defects to stderr."""
    from rich.console import Console
    from rich.table import Table

    for error in as_errors(report, str(root)):
        print(error, file=sys.stderr)
    table = Table(box=None, pad_edge=False)
    for head in ("gate", "defects", "what holds where there is none"):
        table.add_column(head, justify="right" if head == "defects" else "left")
    for gate, number in report.counts.items():
        table.add_row(gate, str(number), GATES[gate], style="bold red" if number else None)
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(table)
    console.print(
        f"{root}: {report.films} films, {report.records} records, scene text at hand for {report.with_texts}, "
        f"parent release "
        f"{'at hand' if report.with_parent else 'not at hand'}: {len(report.defects)} defects"
    )
