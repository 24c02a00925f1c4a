"""Audit sheets: a CSV per reviewer, a row per thing to look at, and its way back into ``manifests/audits``.

What the reviewer fills in: ``disposition``, ``seconds`` (or minutes:seconds), ``patch`` where one came of it, ``note``,
and ``criteria`` where not all of the task's were checked.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.io.sheet import read_sheet_rows, write_sheet
from linedscript.patterns import Pattern
from linedscript.records.review import DISPOSITIONS, Audit, Task
from linedscript.records.scene import Scene
from linedscript.review.audit_units import Unit, passages

COLUMNS = (
    "film", "record", "digest", "kind", "look_at", "evidence", "disposition", "criteria", "seconds", "patch", "note"
)  # fmt: skip
CRITERIA: dict[Task, tuple[str, ...]] = {
    "I": ("evidence_supports", "actor", "time", "holds_at_checkpoint"),
    "II": ("answerable", "reference_right", "evidence_sufficient", "needs_scenes", "type", "unique_answer"),
    "III": ("visible_at_checkpoint", "stance_right", "in_character", "no_leak"),
}
"""What is checked (stage.txt, release-level audit); the instruction explains each."""
_TIME = Pattern(r"(?:(?P<minutes>\d{1,4}):(?=\d\d$))?(?P<seconds>\d{1,6})$")


class Placed(NamedTuple):
    place: str
    """``<file>:<line>`` where its row begins."""
    audit: Audit


def deal(drawn: Sequence[Unit], repeated: Sequence[Unit], reviewers: Sequence[str]) -> dict[str, list[Unit]]:
    """Each reviewer's units in reading order: everything drawn once, in turn, and what is repeated to somebody else."""
    dealt: dict[str, list[Unit]] = {name: [] for name in reviewers}
    again = {(unit.film, unit.record) for unit in repeated}
    for number, unit in enumerate(drawn):
        dealt[reviewers[number % len(reviewers)]].append(unit)
        if (unit.film, unit.record) in again:
            dealt[reviewers[(number + 1) % len(reviewers)]].append(unit)
    for units in dealt.values():
        units.sort(key=lambda unit: (unit.film, id_key(unit.record)))
    return dealt


def write_audit_sheet(path: Path, units: Sequence[Unit], scenes: Mapping[str, Mapping[str, Scene]]) -> None:
    """``scenes``: by film and id. Empty columns are the reviewer's."""
    blank = dict.fromkeys(COLUMNS, "")
    write_sheet(
        path,
        COLUMNS,
        (
            blank
            | {
                "film": unit.film,
                "record": unit.record,
                "digest": unit.digest,
                "kind": unit.kind,
                "look_at": "\n".join(unit.shown),
                "evidence": "\n".join(passages(unit, scenes[unit.film])),
            }
            for unit in units
        ),
    )


def read_audit_sheet(
    path: Path, round_name: str, reviewer: str, date: str, task: Task
) -> tuple[list[Placed], list[LinedscriptError]]:
    """The sheet's looks, and the faults of its other rows: ``sheet-empty``, ``sheet-value``, ``audit-schema``.

    Raises LinedscriptError ``sheet-encoding`` and ``sheet-columns``.
    """
    placed: list[Placed] = []
    faults: list[LinedscriptError] = []
    for place, row in read_sheet_rows(path, COLUMNS):
        try:
            placed.append(Placed(place, _audit(row, place, round_name, reviewer, date, task)))
        except LinedscriptError as error:
            faults.append(error)
    return placed, faults


def _audit(given: Mapping[str, str], place: str, round_name: str, reviewer: str, date: str, task: Task) -> Audit:
    if given["disposition"] not in DISPOSITIONS:
        hint = f"one of {', '.join(DISPOSITIONS)}"
        found = repr(given["disposition"]) if given["disposition"] else "nothing"
        code = "sheet-value" if given["disposition"] else "sheet-empty"
        raise LinedscriptError(code, place, f"{given['record']}: the disposition is {found}", hint)
    time = _TIME.match(given["seconds"])
    if time is None:
        raise LinedscriptError(
            "sheet-value", place, f"{given['record']}: seconds is {given['seconds']!r}", "such as 75, or 1:15"
        )
    criteria = tuple(given["criteria"].replace(",", " ").split()) or CRITERIA[task]
    if odd := sorted(set(criteria) - set(CRITERIA[task])):
        raise LinedscriptError(
            "sheet-value",
            place,
            f"{given['record']}: {', '.join(odd)} is no criterion of Task {task}",
            f"leave it empty for all of {', '.join(CRITERIA[task])}",
        )
    try:
        return msgspec.convert(
            {
                "round": round_name,
                "film": given["film"],
                "record": given["record"],
                "digest": given["digest"],
                "disposition": given["disposition"],
                "criteria": criteria,
                "seconds": 60 * int(time["minutes"] or 0) + int(time["seconds"]),
                "reviewer": reviewer,
                "date": date,
                "patch": given["patch"] or None,
                "note": given["note"] or None,
            },
            Audit,
        )
    except msgspec.ValidationError as error:
        hint = "'linedscript audit draw' filled in film, record and digest: leave them as they were"
        raise LinedscriptError("audit-schema", place, f"{given['record']}: {error}", hint) from None
