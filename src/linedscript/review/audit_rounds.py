"""A round of audits: what was drawn for whom, and its filled sheets on their way into ``manifests/audits``."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from linedscript.errors import LinedscriptError, folded, raise_all
from linedscript.io.canonical import encode, id_key, lines, read_records
from linedscript.io.files import read_bytes, write_bytes
from linedscript.patterns import Pattern
from linedscript.records.base import Record, Sha256
from linedscript.records.review import AuditFrame, Patch, Round, Task
from linedscript.review.audit_sheets import Placed, read_audit_sheet
from linedscript.review.audit_units import Frame, Unit
from linedscript.review.audits import check_audits

_ROUND = Pattern(r"[a-z0-9]+(-[a-z0-9]+)*$(?!\n)")
_REVIEWER = Pattern(r"r[0-9]+$(?!\n)")
_DESIGN: dict[Task, Literal["film_balanced", "exhaustive", "role_balanced"]] = {
    "I": "film_balanced",
    "II": "exhaustive",
    "III": "role_balanced",
}


class DrawnRound(Record):
    """``round.json`` beside the sheets: which rows each of them has to have."""

    round: Round
    task: Task
    sheets: dict[str, dict[str, Sha256]]
    """By reviewer ``<film>/<layer>/<id>`` of each row, with the digest of what it shows."""


def check_names(round_name: str, reviewers: Sequence[str], films: Sequence[str]) -> None:
    """Raises ``wrong-usage`` for a name of no round or reviewer, and for one that stands twice."""
    faults = []
    if not _ROUND.match(round_name):
        faults.append(("--round", f"{round_name!r} isn't lower-case letters and digits with hyphens"))
    faults += [("--reviewers", f"{name!r} isn't a code such as r1") for name in reviewers if not _REVIEWER.match(name)]
    for option, names in (("--reviewers", reviewers), ("--films", films)):
        faults += [(option, f"{name} is named twice") for name, count in Counter(names).items() if count > 1]
    raise_all([LinedscriptError("wrong-usage", option, problem) for option, problem in faults])


def frames_of(
    round_name: str, task: Task, frames: Mapping[str, Frame], drawn: Sequence[Unit], repeated: Sequence[Unit], seed: int
) -> list[AuditFrame]:
    """The numbers of a round, film by film."""
    of, twice = Counter(unit.film for unit in drawn), Counter(unit.film for unit in repeated)
    return [
        AuditFrame(
            id=f"{round_name}:{film}",
            film=film,
            round=round_name,
            task=task,
            design=_DESIGN[task],
            population=frame.population,
            groups=frame.groups,
            frame=len(frame.units),
            drawn=of[film],
            repeated=twice[film],
            seed=seed,
        )
        for film, frame in sorted(frames.items())
    ]


def take(sheets: Path, audits: Path, date: str, patches: Mapping[str, Sequence[Patch]]) -> tuple[str, int]:
    """Read the sheets of a round and write its files under ``audits``; the round's name and its number of looks.

    A round that is there already and says something else is never overwritten (``round-exists``).
    """
    try:
        drawn = msgspec.json.decode(read_bytes(sheets / "round.json"), type=DrawnRound)
    except msgspec.MsgspecError as error:
        raise LinedscriptError(
            "not-a-round", str(sheets / "round.json"), str(error), "'linedscript audit draw' writes it"
        ) from None
    frames = read_records(sheets / f"{drawn.round}.frame.jsonl", AuditFrame)
    found: list[Placed] = []
    faults = _other_frames(sheets / f"{drawn.round}.frame.jsonl", drawn, frames)
    for reviewer, wanted in drawn.sheets.items():
        path = sheets / f"{reviewer}.csv"
        try:
            placed, wrong = read_audit_sheet(path, drawn.round, reviewer, date, drawn.task)
        except LinedscriptError as error:
            faults.append(error)
            continue
        faults += wrong or _undrawn(path, placed, wanted)
        found += placed
    found.sort(key=lambda one: (one.audit.film, id_key(one.audit.record), one.audit.reviewer))
    rows = [one.audit for one in found]
    faults += check_audits(rows, [one.place for one in found], patches)
    raise_all(folded(faults))
    files = {
        audits / f"{drawn.round}.jsonl": b"".join(encode(row) + b"\n" for row in rows),
        audits / f"{drawn.round}.frame.jsonl": lines(frames),
    }
    raise_all(
        [
            LinedscriptError("round-exists", str(path), "is there already and says something else", "name a new round")
            for path, data in files.items()
            if path.exists() and path.read_bytes() != data
        ]
    )
    for path, data in files.items():
        write_bytes(path, data)
    return drawn.round, len(rows)


def _other_frames(path: Path, drawn: DrawnRound, frames: Sequence[AuditFrame]) -> list[LinedscriptError]:
    """Where the frames aren't those of what was dealt, whose shares a table prints."""
    names = {name for dealt in drawn.sheets.values() for name in dealt}
    of = Counter(name.partition("/")[0] for name in names)
    twice = Counter(name for dealt in drawn.sheets.values() for name in dealt)
    again = Counter(name.partition("/")[0] for name, count in twice.items() if count > 1)
    numbers = {frame.film: (frame.drawn, frame.repeated) for frame in frames}
    hint = "'linedscript audit draw' writes both: leave them as they were"
    faults = [
        LinedscriptError("not-a-round", f"{path}#{frame.id}", f"is a frame of {frame.round}, Task {frame.task}", hint)
        for frame in frames
        if (frame.round, frame.task, frame.id) != (drawn.round, drawn.task, f"{drawn.round}:{frame.film}")
    ]
    faults += [
        LinedscriptError("not-a-round", str(path), f"{film} isn't drawn as round.json deals it", hint)
        for film in sorted({*of, *numbers})
        if numbers.get(film, (0, 0)) != (of[film], again[film])
    ]
    return faults


def _undrawn(path: Path, placed: Sequence[Placed], wanted: Mapping[str, str]) -> list[LinedscriptError]:
    """Rows that weren't drawn for the sheet or not as they are, and those that it lacks."""
    names = [f"{one.audit.film}/{one.audit.record}" for one in placed]
    faults = [
        LinedscriptError("sheet-unknown", one.place, f"{name} was not drawn for {path.stem}", "take the row out")
        for one, name in zip(placed, names, strict=True)
        if name not in wanted
    ]
    faults += [
        LinedscriptError("sheet-changed", one.place, f"{name} has another digest than was drawn", "leave it as it was")
        for one, name in zip(placed, names, strict=True)
        if wanted.get(name, one.audit.digest) != one.audit.digest
    ]
    missing = [name for name in wanted if name not in names]
    if missing:
        problem = f"{len(missing)} rows are missing, the first {min(missing, key=id_key)}"
        hint = "every row of the sheet comes back, skipped with a note where nobody judged it"
        faults.append(LinedscriptError("sheet-incomplete", str(path), problem, hint))
    return faults
