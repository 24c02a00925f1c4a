"""Published runs: one tree under ``releases/runs``, a folder per run, changed in one step."""

from difflib import get_close_matches
from pathlib import Path
from typing import Literal, NamedTuple

from linedscript.errors import LinedscriptError, raise_all
from linedscript.evaluation.soundness import require_sound
from linedscript.evaluation.tree import RunTree, runs_in
from linedscript.io.files import write_bytes
from linedscript.records.run import RunManifest
from linedscript.release.sums import sums_faults, write_sums
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import MANIFEST, SUMS, Release
from linedscript.release.withdrawn import withdrawn_run_faults

Done = Literal["published", "unchanged"]


class Published(NamedTuple):
    run: str
    how: Done


def publish_runs(source: Path, target: Path, index: Path | None = None) -> list[Published]:
    """Copy runs over those of the same names; other published runs stay.

    ``source``: a run's folder, or a folder of runs. ``target``: the folder of published runs, or of one run in it. The
    copy is verified, and the whole of the published runs is swapped at once: killed at any point, they are as before or
    as after. Runs that are equal already are left untouched.

    Raises LinedscriptError ``changed-file`` and its like where sums don't hold, those of ``soundness`` where rows
    aren't a run's, ``other-run`` where a folder isn't named after its run, ``missing-run`` where there is none,
    ``withdrawn-film`` where ``index`` has withdrawn a film of one or of a run that would stay, ``busy`` where another
    process is publishing.
    """
    runs, home = _named(source, target)
    for run in runs:
        run.check()
        require_sound(run)
    raise_all(withdrawn_run_faults(((run.root, run.manifest()) for run in runs), index, published=False))
    with alone(home):
        old = runs_in(home)
        names = {run.root.name for run in runs}
        staying = ((run.root, run.manifest()) for run in old if run.root.name not in names)
        raise_all(withdrawn_run_faults(staying, index, published=True))
        faults = [
            LinedscriptError(code, f"{home}/{name}", problem, "get the published runs again, or delete them")
            for code, name, problem in (sums_faults(home) if old or (home / SUMS).is_file() else [])
        ]
        raise_all(faults)
        sums = {run.root.name: (run.root / SUMS).read_bytes() for run in old}
        done: list[Published] = [
            Published(run.root.name, "unchanged" if sums.get(run.root.name) == _sums(run) else "published")
            for run in runs
        ]
        if all(one.how == "unchanged" for one in done):
            return done
        new = {run.root.name: run for run in (*old, *runs)}
        for name, run in sorted(new.items()):
            _copy(run.root, staging(home) / name)
        write_sums(staging(home))
        for name in new:
            RunTree(staging(home) / name).check()
        swap_in(home)
    return done


def withdraw_run(target: Path) -> None:
    """Take one published run away. Raises ``missing-run``."""
    home = target.parent
    if not home.is_dir():
        raise LinedscriptError(
            "missing-run", str(target), f"there is no {home}, so no published run", "'--runs' names where they are"
        )
    with alone(home):
        old = runs_in(home)
        if target.name not in {run.root.name for run in old}:
            near = get_close_matches(target.name, [run.root.name for run in old], 3, 0.3)
            hint = f"there are {', '.join(near)}" if near else "'linedscript runs list' lists them"
            raise LinedscriptError("missing-run", str(target), "no such run is published", hint)
        staging(home).mkdir()
        for run in old:
            if run.root.name != target.name:
                _copy(run.root, staging(home) / run.root.name)
        write_sums(staging(home))
        swap_in(home)


def _named(source: Path, target: Path) -> tuple[list[RunTree], Path]:
    """The runs to publish, and the folder of published runs."""
    if not source.is_dir():
        raise LinedscriptError(
            "missing-run",
            str(source),
            "isn't a folder" if source.exists() else "no such run",
            "name a run's folder as 'linedscript evaluate' wrote it (evaluated/<run>), or a folder of runs",
        )
    if (source / MANIFEST).is_file():
        run = RunTree(source)
        if target.name == run.manifest().id:
            return [run], target.parent
        return [run], _home(target)
    runs = runs_in(source)
    if not runs:
        raise LinedscriptError(
            "missing-run", str(source), "holds no run", "name a run's folder, or a folder of runs such as build/runs"
        )
    return runs, _home(target)


def _home(target: Path) -> Path:
    """Raises ``other-run`` for a place among published runs: what is there would go."""
    if (target / MANIFEST).exists() or ((target.parent / SUMS).is_file() and runs_in(target.parent)):
        hint = "name the folder of published runs, or the run's own name in it"
        raise LinedscriptError("other-run", str(target), "is the place of another run", hint)
    return target


def _sums(run: RunTree) -> bytes:
    return (run.root / SUMS).read_bytes()


def _copy(source: Path, target: Path) -> None:
    """The sums last, so that a copy without them isn't whole."""
    for name in Release(source).files():
        if name != SUMS:
            write_bytes(target / name, (source / name).read_bytes())
    write_bytes(target / SUMS, (source / SUMS).read_bytes())


def manifests(home: Path) -> list[RunManifest]:
    """Of the published runs, by name."""
    return [run.manifest() for run in runs_in(home)]
