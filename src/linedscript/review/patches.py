"""Patch files: ``<folder>/<film>/pt-0001.yaml``, one correction each."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from linedscript.days import is_day
from linedscript.errors import Faults, LinedscriptError, raise_all
from linedscript.io import yaml
from linedscript.records.layers import LAYERS
from linedscript.records.review import ACTIONS, Action, Patch, PatchLayer
from linedscript.review.guards import check_expect
from linedscript.review.notes import note_problem
from linedscript.review.payloads import check_payload

_NAME = re.compile(r"^pt-[0-9]{4}\.yaml$")
_HINTS = {
    "note": "note: say in a sentence of at least 10 characters why, and what in the script shows it",
    "reviewer": "reviewer: your code, r and a number, such as r1; names stay private",
    "date": "date: write it as 2026-11-29",
    "scenes": "scenes: ids such as s0004",
    "supersedes": "supersedes: the id of an earlier patch, such as pt-0001",
}
"""By field of a patch: what it holds."""
ENDING = ("drop", "reject", "merge", "replace")
"""Actions after which the target is no more."""


def place(patch: Patch) -> str:
    return f"{patch.film}/{patch.id}"


def patch_files(folder: Path, film: str) -> list[Path]:
    """The film's patch files by id. Raises ``patch-name`` for anything else in the film's folder."""
    home = folder / film
    if not home.is_dir():
        return []
    files = sorted(path for path in home.iterdir() if not path.name.startswith("."))
    raise_all(
        [
            LinedscriptError(
                "patch-name", str(path), "isn't called pt-NNNN.yaml", "only patches lie in a film's folder"
            )
            for path in files
            if not _NAME.match(path.name)
        ]
    )
    return files


def patched_films(folder: Path) -> list[str]:
    """Films that have a folder of patches."""
    return sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def load_patches(files: Iterable[Path], film: str) -> list[Patch]:
    """Decode and check every file; the film's patches in id order. All faults of all files are collected."""
    faults: list[LinedscriptError] = []
    patches: list[Patch] = []
    for path in sorted(files, key=lambda path: path.name):
        try:
            patch = decode(yaml.load(path), str(path))
        except Faults as error:
            faults += error.faults
            continue
        except LinedscriptError as error:
            faults.append(error)
            continue
        if path.name != f"{patch.id}.yaml":
            faults.append(
                LinedscriptError("patch-name", str(path), f"holds {patch.id}", f"call the file {patch.id}.yaml")
            )
        if path.parent.name != patch.film or patch.film != film:
            faults.append(
                LinedscriptError(
                    "patch-film",
                    str(path),
                    f"is about film {patch.film} and lies in {path.parent.name}/",
                    f"move it to {patch.film}/, or correct film",
                )
            )
        patches.append(patch)
    faults += set_faults(patches)
    raise_all(faults)
    return sorted(patches, key=lambda patch: patch.id)


def decode(data: Any, where: str) -> Patch:
    """A patch from plain data, its payload and guards checked. Raises LinedscriptError or Faults."""
    try:
        patch = msgspec.convert(data, Patch)
    except msgspec.ValidationError as error:
        problem = str(error)
        field = problem.partition("`$.")[2].partition("`")[0].partition("[")[0]
        missing = "missing required field" in problem
        hint = "a patch has all its fields; null says none" if missing else _HINTS.get(field, "")
        raise LinedscriptError("patch-schema", where, problem, hint) from None
    check_action(patch.layer, patch.action, where)
    faults = _target_faults(patch, where)
    if not is_day(patch.date):
        faults.append(LinedscriptError("patch-date", where, f"{patch.date} is no day", _HINTS["date"]))
    if problem := note_problem(patch.note):
        faults.append(LinedscriptError("patch-note", where, problem, _HINTS["note"]))
    if patch.dependents is not None and patch.action not in ("drop", "reject"):
        faults.append(
            LinedscriptError(
                "patch-dependents",
                where,
                f"dependents don't go with {patch.action}",
                "only drop and reject orphan records",
            )
        )
    payload = check_payload(patch, where)
    faults += payload
    if not payload:
        faults += check_expect(patch, where)
    raise_all(faults)
    return patch


def check_action(layer: PatchLayer, action: Action, where: str) -> None:
    """Raises ``patch-action`` for an action that the layer doesn't have."""
    if action not in ACTIONS[layer]:
        raise LinedscriptError(
            "patch-action",
            where,
            f"{layer} have no action {action!r}",
            f"actions on {layer}: {', '.join(ACTIONS[layer])}",
        )


def _target_faults(patch: Patch, where: str) -> list[LinedscriptError]:
    if patch.action == "add":
        if patch.target is not None:
            return [LinedscriptError("patch-target", where, "an addition has no target", "target: null")]
        return []
    if patch.target is None:
        return [LinedscriptError("patch-target", where, f"{patch.action} needs a target")]
    if patch.layer != "coverage":
        try:
            msgspec.convert(patch.target, get_type_hints(LAYERS[patch.layer].record, include_extras=True)["id"])
        except msgspec.ValidationError as error:
            return [LinedscriptError("patch-target", where, f"{patch.target!r} is no id of {patch.layer}: {error}")]
    return []


def superseded(patches: Sequence[Patch]) -> dict[str, str]:
    """Id of each superseded patch to the one that stands in its place."""
    return {patch.supersedes: patch.id for patch in patches if patch.supersedes is not None}


def set_faults(patches: Sequence[Patch]) -> list[LinedscriptError]:
    """What is wrong between a film's patches: ids, supersession, two patches on one field."""
    faults: list[LinedscriptError] = []
    by_id: dict[str, Patch] = {}
    for patch in patches:
        if patch.id in by_id:
            faults.append(LinedscriptError("duplicate-id", place(patch), "two patches have one id"))
        by_id[patch.id] = patch
    replaced: dict[str, str] = {}
    for patch in sorted(patches, key=lambda patch: patch.id):
        if patch.supersedes is None:
            continue
        other = by_id.get(patch.supersedes)
        if other is None or other.id >= patch.id:
            faults.append(
                LinedscriptError("patch-supersedes", place(patch), f"there is no earlier patch {patch.supersedes}")
            )
        elif (other.layer, other.target) != (patch.layer, patch.target):
            faults.append(
                LinedscriptError(
                    "patch-supersedes",
                    place(patch),
                    f"is about {patch.layer}/{patch.target}, but {other.id} is about {other.layer}/{other.target}",
                    "a patch supersedes one on the same record",
                )
            )
        if patch.supersedes in replaced:
            faults.append(
                LinedscriptError(
                    "patch-supersedes",
                    place(patch),
                    f"{replaced[patch.supersedes]} supersedes {patch.supersedes} already",
                )
            )
        replaced[patch.supersedes] = patch.id
    active = [patch for patch in sorted(patches, key=lambda patch: patch.id) if patch.id not in replaced]
    for number, patch in enumerate(active):
        for earlier in active[:number]:
            if shared := _shared(earlier, patch):
                faults.append(
                    LinedscriptError(
                        "patch-conflict",
                        place(patch),
                        f"{earlier.id} patches {shared} of {patch.layer}/{patch.target} already",
                        f"write one patch that does both, and let it supersede the other: 'patch new --supersedes "
                        f"{earlier.id}', or the line supersedes: {earlier.id} in a file",
                    )
                )
    return faults


def _shared(one: Patch, other: Patch) -> str:
    """What two patches both lay claim to; empty where they can stand side by side."""
    if one.target is None or (one.layer, one.target) != (other.layer, other.target):
        return ""
    ends = one.action in ENDING, other.action in ENDING
    if all(ends) or (any(ends) and not {one.action, other.action} & {"split"}):
        return "the whole record"
    if one.action == other.action == "waive":
        return "the block"
    writes = ("revise", "retarget")
    if one.action in writes and other.action in writes:
        return ", ".join(sorted(set(one.value) & set(other.value)))
    return ""
