"""Audits: which records a reviewer looked at, and what came of it. Lines of ``<folder>/<round>.jsonl``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from linedscript.days import is_day
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import read_records
from linedscript.records.layers import LAYERS
from linedscript.records.review import Audit, AuditFrame, Look, Patch, Task
from linedscript.review.audit_agreement import RoundSummary, summarize
from linedscript.review.audit_sheets import CRITERIA
from linedscript.review.audit_units import CLAIMS

FRAME = ".frame.jsonl"
_TASKS: dict[str, Task] = {CLAIMS: "I", "items": "II", "prompts": "III"}
"""Of the layers that a task's round looks at."""
_LONGEST = 86_400
"""Seconds of one look."""
_CLAIM_LAYERS = frozenset(("states", "developments", "access", "checkpoints"))
"""What a patch is about that mends a claim of a rubric: the claim itself is assembled."""


def audit_files(folder: Path) -> list[Path]:
    """The rounds' files by name. Raises ``audit-name`` for anything else but frames and the README."""
    if not folder.is_dir():
        return []
    files = sorted(
        path
        for path in folder.iterdir()
        if not path.name.startswith(".") and path.name != "README.md" and not path.name.endswith(FRAME)
    )
    raise_all(
        [
            LinedscriptError("audit-name", str(path), "isn't called <round>.jsonl")
            for path in files
            if path.suffix != ".jsonl"
        ]
    )
    return files


def load_frames(folder: Path) -> list[AuditFrame]:
    """The frames of every round. Raises ``audit-round`` for one that is of another round than its file's."""
    frames: list[AuditFrame] = []
    faults: list[LinedscriptError] = []
    for path in sorted(folder.glob(f"*{FRAME}")) if folder.is_dir() else []:
        rows = read_records(path, AuditFrame)
        name = path.name.removesuffix(FRAME)
        faults += [
            LinedscriptError("audit-round", f"{path}#{row.id}", f"says round {row.round!r}")
            for row in rows
            if row.round != name
        ]
        faults += [LinedscriptError("audit-frame", f"{path}#{row.id}", why) for row in rows if (why := _odd_frame(row))]
        faults += [
            LinedscriptError("audit-frame", f"{path}#{name}", "stands more than once", "leave one of them")
            for name, count in Counter(row.id for row in rows).items()
            if count > 1
        ]
        frames += rows
    raise_all(faults)
    return frames


def _odd_frame(row: AuditFrame) -> str:
    """Why its shares would be none."""
    if row.id != f"{row.round}:{row.film}":
        return f"is called otherwise than its round and film, {row.round}:{row.film}"
    if not row.repeated <= row.drawn <= row.frame:
        return f"{row.drawn} of {row.frame} are drawn, and {row.repeated} of them twice"
    return ""


def load_audits(files: Iterable[Path], patches: Mapping[str, Sequence[Patch]], film: str | None = None) -> list[Audit]:
    """Decode and check every line, or the lines of one film. ``patches``: by film, those that an audit may name. All
    faults are collected."""
    faults: list[LinedscriptError] = []
    audits: list[Audit] = []
    for path in files:
        decoder = msgspec.json.Decoder(Audit)
        places: list[str] = []
        rows: list[Audit] = []
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            try:
                row = decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                faults.append(LinedscriptError("audit-schema", f"{path}:{number}", str(error)))
                continue
            if film is None or row.film == film:
                rows.append(row)
                places.append(f"{path}:{number}")
        faults += [
            LinedscriptError("audit-round", place, f"says round {row.round!r} in the file of {path.stem!r}")
            for row, place in zip(rows, places, strict=True)
            if row.round != path.stem
        ]
        faults += check_audits(rows, places, patches)
        audits += rows
    raise_all(faults)
    return audits


def check_audits(
    audits: Sequence[Audit], places: Sequence[str], patches: Mapping[str, Sequence[Patch]]
) -> list[LinedscriptError]:
    """Faults of the looks of one round. ``places``: where each stands."""
    known = {(film, patch.id): patch for film, group in patches.items() for patch in group}
    faults: list[LinedscriptError] = []
    seen: dict[tuple[str, ...], str] = {}
    for audit, place in zip(audits, places, strict=True):
        name = f"{audit.film}/{audit.record}"
        faults += [
            LinedscriptError(code, place, f"{name}: {problem}", hint) for code, problem, hint in _faults(audit, known)
        ]
        key = (audit.film, audit.record, audit.reviewer)
        if key in seen:
            problem = f"{audit.reviewer} audits {name} in {seen[key]} already"
            faults.append(LinedscriptError("audit-twice", place, problem, "leave one of the two"))
        seen.setdefault(key, place)
    return faults


def _faults(audit: Audit, known: Mapping[tuple[str, str], Patch]) -> list[tuple[str, str, str]]:
    """Code, problem and hint of each."""
    faults = []
    if not is_day(audit.date):
        faults.append(("audit-date", f"{audit.date} is no day", "a day such as 2026-01-31"))
    if audit.record.partition("/")[0] not in (*LAYERS, CLAIMS):
        faults.append(("audit-layer", "is of no layer", "a record is <layer>/<id>, as the sheet has it"))
    faults += _odd_values(audit)
    needs = audit.disposition in ("revised", "rejected")
    if needs and audit.patch is None:
        hint = "write the patch with 'linedscript patch new' and name it here, such as pt-0001"
        faults.append(("audit-patch", f"{audit.disposition}, but names no patch", hint))
    if audit.patch is not None:
        patch = known.get((audit.film, audit.patch))
        if audit.disposition == "verified":
            hint = "what a patch changed is revised or rejected; else leave patch empty"
            faults.append(("audit-patch", "verified, but names a patch", hint))
        elif patch is None:
            hint = f"patches of the film lie in manifests/patches/{audit.film}/"
            faults.append(("audit-patch", f"{audit.film} has no patch {audit.patch}", hint))
        elif not _mends(patch, audit.record):
            problem = f"{audit.patch} is about {patch.layer}/{patch.target}"
            faults.append(("audit-patch", problem, "name the patch that is about what was looked at"))
    if audit.disposition in ("skipped", "flagged") and not audit.note:
        faults.append(("audit-note", f"{audit.disposition}, but doesn't say why", "say why under note"))
    return faults


def _odd_values(audit: Audit) -> list[tuple[str, str, str]]:
    """What a sheet wouldn't have let through, in a round that somebody wrote by hand."""
    faults = []
    task = _TASKS.get(audit.record.partition("/")[0])
    known = CRITERIA[task] if task else tuple(name for names in CRITERIA.values() for name in names)
    if odd := sorted(set(audit.criteria) - set(known)):
        faults.append(("audit-criteria", f"{', '.join(odd)} is no criterion of it", f"there are {', '.join(known)}"))
    if len(set(audit.criteria)) < len(audit.criteria):
        faults.append(("audit-criteria", "has one criterion twice", "name each once"))
    if audit.seconds > _LONGEST:
        faults.append(("audit-seconds", f"took {audit.seconds:,} seconds", f"at most {_LONGEST:,} of one look"))
    return faults


def _mends(patch: Patch, record: str) -> bool:
    if record.startswith(f"{CLAIMS}/"):
        return patch.layer in _CLAIM_LAYERS
    return record in (f"{patch.layer}/{patch.target}", *patch.value.get("new", {}).get("move", ()))


def looks(audits: Iterable[Audit], digests: Mapping[tuple[str, str], str]) -> list[Look]:
    """As released. ``digests``: of the present reviewed records, by film and ``<layer>/<id>``; an audit that led to a
    patch looked at the record before it and isn't outdated."""
    return [
        Look(
            id=f"{audit.round}:{audit.record}:{audit.reviewer}",
            outdated=audit.patch is None and digests.get((audit.film, audit.record)) != audit.digest,
            **{name: getattr(audit, name) for name in audit.__struct_fields__},
        )
        for audit in audits
    ]


class AuditRow(NamedTuple):
    """Of one round and layer."""

    round: str
    layer: str
    summary: RoundSummary


def summary(found: Iterable[Look]) -> list[AuditRow]:
    """By round and layer."""
    groups: dict[tuple[str, str], list[Look]] = {}
    for look in found:
        groups.setdefault((look.round, look.record.partition("/")[0]), []).append(look)
    order = [*LAYERS, CLAIMS]
    return [
        AuditRow(round_name, layer, summarize(group))
        for (round_name, layer), group in sorted(groups.items(), key=lambda pair: (pair[0][0], order.index(pair[0][1])))
    ]
