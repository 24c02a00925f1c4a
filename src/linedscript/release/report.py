"""A gate report for a person: a table of the gates, and every defect by name."""

import sys
from pathlib import Path

from linedscript.release.gates.run import GATES, Report, as_errors
from linedscript.version import SOFTWARE


def not_run(report: Report) -> dict[str, str]:
    """Why a gate said nothing, by gate."""
    if report.view is None:
        found = dict.fromkeys(GATES, "the manifest can't be read")
    elif report.view == "parent":
        found = dict.fromkeys(("identity", "two_views"), "only a pseudonymized release is held to it")
    elif not report.with_parent:
        found = {"two_views": "the parent release isn't at hand; --parent names it"}
    else:
        found = {}
    if report.view == "pseudonymized":
        found["titles"] = "only the original view is held to it; identity looks for titles in every file of this one"
    return {gate: why for gate, why in found.items() if gate not in ("sums", "manifest") and not report.counts[gate]}


def in_part(report: Report) -> dict[str, str]:
    """What a gate left out, by gate."""
    found = {}
    if report.software not in (None, SOFTWARE):
        found["schema"] = f"its schemas are those of {report.software}, not compared with this version's"
        found["claims"] = f"its wording is that of {report.software}, not compared"
    if lacking := report.films - report.with_texts:
        whose = "no scene text is" if not report.with_texts else f"the scene text of {lacking} films isn't"
        found["roles"] = f"{whose} at hand, so no pack was filled; --scripts names it"
        found["evidence"] = f"{whose} at hand; --scripts names it"
        found["quote_limit"] = (
            "quotation marks alone" if not report.with_texts else f"of {lacking} films quotation marks alone"
        ) + "; --scripts names the scene text"
    if report.view == "pseudonymized" and not report.with_parent:
        found["identity"] = "no title was looked for; --parent names the release that has them"
    return found


def show(report: Report, root: Path) -> None:
    """The table to stdout, the defects to stderr."""
    from rich.console import Console
    from rich.table import Table

    for error in as_errors(report, str(root)):
        print(error, file=sys.stderr)
    table = Table(box=None, pad_edge=False)
    for head in ("gate", "defects", "what holds where there is none"):
        table.add_column(head, justify="right" if head == "defects" else "left")
    left_out, partly = not_run(report), in_part(report)
    for gate, number in report.counts.items():
        holds = f"{GATES[gate]} (in part: {partly[gate]})" if gate in partly else GATES[gate]
        if gate in left_out:
            table.add_row(gate, "not run", left_out[gate], style="dim")
        else:
            table.add_row(gate, str(number), holds, style="bold red" if number else None)
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(table)
    console.print(
        f"{root}: {report.films} films, {report.records} records, scene text at hand for {report.with_texts}, "
        f"parent release "
        f"{'at hand' if report.with_parent else 'not at hand'}: {len(report.defects)} defects"
    )
