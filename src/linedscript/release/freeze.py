"""Freezing: a verified copy of the published releases under a version, never to be changed."""

from collections.abc import Iterator
from pathlib import Path

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import write_bytes
from linedscript.records.run import RunManifest
from linedscript.release.gates.run import Watch, as_errors, check, unwatched
from linedscript.release.sums import sums_faults
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import MANIFEST, Release, require
from linedscript.release.withdrawn import withdrawn_faults, withdrawn_run_faults

NEEDED = ("parent", "pseudonymized", "tables")
OPTIONAL = ("runs",)


def freeze(
    version: str, releases: Path, params_version: str, index: Path | None = None, watch: Watch = unwatched
) -> Path:
    """Copy the published trees to ``<releases>/frozen/<version>`` and return that folder.

    Raises LinedscriptError where the version exists, isn't the one in params, or isn't that of the published releases,
    where ``index`` has withdrawn a film of theirs, and with every defect where a release fails a gate.
    ``watch`` shows how far it is.
    """
    target = releases / "frozen" / version
    if target.exists():
        raise LinedscriptError(
            "frozen-already", str(target), "this version is frozen", "raise release.version in params.yaml"
        )
    if version != params_version:
        raise LinedscriptError(
            "other-version",
            "params.yaml#release.version",
            f"is {params_version}, not {version}",
            "set the version there, publish, then freeze it",
        )
    names = [name for name in (*NEEDED, *OPTIONAL) if name in NEEDED or (releases / name).is_dir()]
    faults: list[LinedscriptError] = []
    for name in names:
        require(releases / name)
        faults += [
            LinedscriptError(code, f"{releases / name}/{file}", problem, "publish again")
            for code, file, problem in sums_faults(releases / name)
        ]
    raise_all(faults)
    for name in ("parent", "pseudonymized"):
        faults += withdrawn_faults(releases / name, index)
        release = Release(releases / name)
        found = release.manifest().version
        if found != version:
            faults.append(
                LinedscriptError("other-version", str(releases / name), f"is {found}, not {version}", "publish again")
            )
            continue
        parent = Release(releases / "parent") if name == "pseudonymized" else None
        report = check(release, sums=False, parent=parent, titles=(), texts=lambda film: None, watch=watch)
        faults += as_errors(report, str(releases / name))
    faults += withdrawn_run_faults(_runs(releases / "runs"), index, published=True)
    raise_all(faults)
    with alone(target):
        for name in names:
            for file in watch(tuple(Release(releases / name).files()), f"Copying {name}"):
                write_bytes(staging(target) / name / file, (releases / name / file).read_bytes())
            raise_all(
                [
                    LinedscriptError(code, f"{target / name}/{file}", problem)
                    for code, file, problem in sums_faults(staging(target) / name)
                ]
            )
        swap_in(target)
    return target


def _runs(home: Path) -> Iterator[tuple[Path, RunManifest]]:
    for path in sorted(home.glob(f"*/{MANIFEST}")):
        yield path.parent, Release(path.parent).load(MANIFEST, RunManifest)
