"""The queue and audits for a terminal."""

import sys
from collections.abc import Sequence

from linedscript.records.review import ACTIONS, DISPOSITIONS, QueueEntry
from linedscript.review.audits import AuditRow

_SCENES = 8
"""Scenes told of one queue entry."""


MEANING = {
    "failed_coverage": "blocks that failed; the film can't be released until they are answered or waived",
    "stale": "records withheld because what they rely on was patched; keep, revise, replace or drop them",
    "logical_conflict": "records that contradict each other",
    "below_threshold": "records kept although the gate scored them too low",
    "uncertain_identity": "entities that may be one, or one name for two; merge, split or leave them",
    "doubted_in_scene": "records that the review of their scene doubts; keep, revise or drop them",
    "low_yield": "roles that have too little of something; add, revise or let it be",
    "failed_check": "questions that a check answered, too alike or with two answers; keep, revise, replace or reject",
    "unchecked": "questions that no check has tried as they are now; see that the path proves the answer, then keep",
    "ledger_failure": "blocks of which the gates refused something; perhaps a record is missing",
    "low_confidence": "records of low confidence, the faintest first",
}


_BLOCKS = frozenset(("failed_coverage", "ledger_failure"))
"""Kinds of entries that are about a block of work, not about a record."""


def queue_lines(film: str, entries: Sequence[QueueEntry]) -> list[str]:
    """How many there are of each kind, then each kind's entries in their order, one or two lines each."""
    counts = {kind: sum(entry.kind == kind for entry in entries) for kind in MEANING}
    lines = [
        f"{film}: {len(entries)} to look at",
        *(f"  {count:4} {kind}: {MEANING[kind]}" for kind, count in counts.items() if count),
    ]
    heading = None
    for entry in entries:
        if entry.kind != heading:
            heading = entry.kind
            lines += ["", f"{heading} (priority {entry.priority})"]
        shown = " ".join(entry.scenes[:_SCENES]) + (" …" if len(entry.scenes) > _SCENES else "")
        lines.append(f"  {entry.layer}/{entry.record}  {shown}".rstrip())
        lines.append(f"      {entry.detail}")
    looked = next((entry for entry in entries if entry.layer in ACTIONS and entry.kind not in _BLOCKS), None)
    if looked is not None:
        lines += ["", "to see a record and the text around its evidence:"]
        lines.append(f"  linedscript patch new --film {film} --layer {looked.layer} --target {looked.record}")
    return lines


_WIDE = 200
"""Columns of a table that goes to a file or another program: there rich would cut it to 80."""


def print_audits(rows: Sequence[AuditRow]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="audits", title_justify="left")
    for column in ("round", "layer", *DISPOSITIONS, "outdated", "repeated", "kappa", "median min"):
        table.add_column(column, justify="left" if column in ("round", "layer") else "right")
    for row in rows:
        held = row.summary
        counts = [str(held.counts[one]) for one in DISPOSITIONS]
        kappa, minutes = ("–" if value is None else f"{value:.2f}" for value in (held.kappa, held.minutes))
        table.add_row(row.round, row.layer, *counts, str(held.outdated), str(held.repeated), kappa, minutes)
    Console(width=None if sys.stdout.isatty() else _WIDE).print(table)
