"""Audits: which records a reviewer looked at, and what came of it. Lines of ``<folder>/<round>.jsonl``."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.records.layers import LAYERS
from linedscript.records.review import Audit, Patch


def audit_files(folder: Path) -> list[Path]:
    """The rounds' files by name. Raises ``audit-name`` for anything else but the README."""
    if not folder.is_dir():
        return []
    files = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.name != "README.md")
    raise_all(
        [
            LinedscriptError("audit-name", str(path), "isn't called <round>.jsonl")
            for path in files
            if path.suffix != ".jsonl"
        ]
    )
    return files


def load_audits(files: Iterable[Path], patches: Mapping[str, Sequence[Patch]]) -> list[Audit]:
    """Decode and check every line. ``patches``: by film, those that an audit may name. All faults are collected."""
    faults: list[LinedscriptError] = []
    audits: list[Audit] = []
    known = {(film, patch.id): patch for film, group in patches.items() for patch in group}
    for path in files:
        seen: dict[tuple[str, ...], int] = {}
        decoder = msgspec.json.Decoder(Audit)
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            place = f"{path}:{number}"
            try:
                audit = decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                faults.append(LinedscriptError("audit-schema", place, str(error)))
                continue
            faults += [LinedscriptError(code, place, problem) for code, problem in _faults(audit, path.stem, known)]
            key = (audit.film, audit.record, audit.reviewer)
            if key in seen:
                faults.append(
                    LinedscriptError(
                        "audit-twice",
                        place,
                        f"{audit.reviewer} audits {audit.film}/{audit.record} in line {seen[key]} already",
                    )
                )
            seen.setdefault(key, number)
            audits.append(audit)
    raise_all(faults)
    return audits


def _faults(audit: Audit, stem: str, known: Mapping[tuple[str, str], Patch]) -> list[tuple[str, str]]:
    faults = []
    if audit.round != stem:
        faults.append(("audit-round", f"says round {audit.round!r} in the file of {stem!r}"))
    if audit.record.partition("/")[0] not in LAYERS:
        faults.append(("audit-layer", f"{audit.record} is of no layer"))
    needs = audit.disposition in ("revised", "rejected")
    if needs and audit.patch is None:
        faults.append(("audit-patch", f"{audit.disposition}, but names no patch"))
    if audit.patch is not None:
        patch = known.get((audit.film, audit.patch))
        if audit.disposition == "verified":
            faults.append(("audit-patch", "verified, but names a patch"))
        elif patch is None:
            faults.append(("audit-patch", f"{audit.film} has no patch {audit.patch}"))
        elif audit.record not in (f"{patch.layer}/{patch.target}", *patch.value.get("new", {}).get("move", ())):
            faults.append(("audit-patch", f"{audit.patch} is about {patch.layer}/{patch.target}, not {audit.record}"))
    if audit.disposition in ("skipped", "flagged") and not audit.note:
        faults.append(("audit-note", f"{audit.disposition}, but doesn't say why"))
    return faults


class AuditRow(NamedTuple):
    """Of one round and layer: how many looks came to what, and how long they took."""

    round: str
    layer: str
    counts: dict[str, int]
    outdated: int
    """Audits of records whose content is another by now, or that are gone."""
    seconds: float
    """Median per look."""


DISPOSITIONS = ("verified", "revised", "rejected", "skipped", "flagged")


def summary(audits: Sequence[Audit], digests: Mapping[tuple[str, str], str]) -> list[AuditRow]:
    """By round and layer. ``digests``: of the present reviewed records, by film and ``<layer>/<id>``; an audit that
    led to a patch looked at the record before it and isn't counted as outdated."""
    from statistics import median

    groups: dict[tuple[str, str], list[Audit]] = {}
    for audit in audits:
        groups.setdefault((audit.round, audit.record.partition("/")[0]), []).append(audit)
    order = list(LAYERS)
    return [
        AuditRow(
            round_name,
            layer,
            {one: sum(audit.disposition == one for audit in group) for one in DISPOSITIONS},
            sum(audit.patch is None and digests.get((audit.film, audit.record)) != audit.digest for audit in group),
            float(median(audit.seconds for audit in group)),
        )
        for (round_name, layer), group in sorted(groups.items(), key=lambda pair: (pair[0][0], order.index(pair[0][1])))
    ]
