"""Whether published tables are those that the releases and runs beside them give, and published runs are runs."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

from linedscript.errors import LinedscriptError
from linedscript.evaluation.settings import in_params
from linedscript.evaluation.soundness import require_sound
from linedscript.evaluation.tree import RunTree, runs_in
from linedscript.release.sums import sums_faults
from linedscript.release.tree import MANIFEST, SUMS
from linedscript.tables.printing import print_tables

_AGAIN = (
    "after 'linedscript runs publish', 'dvc repro' prints and publishes them again where the project is built; "
    "elsewhere 'linedscript tables print' does. The version that made the releases prints theirs"
)
Kind = Literal["run", "runs", "tables"]


def kind_of(root: Path) -> Kind | None:
    """What a published folder that is no release holds; null for a release, and for anything else."""
    if (root / MANIFEST).is_file():
        try:
            RunTree(root).manifest()
        except LinedscriptError:
            return None
        return "run"
    if runs_in(root):
        return "runs"
    return "tables" if (root / SUMS).is_file() and any(root.glob("*.tex")) else None


def run_faults(root: Path, kind: Kind) -> Iterator[LinedscriptError]:
    """What is wrong with the sums and the rows of a run, or of each of a folder of runs."""
    if kind == "runs":
        yield from _sums(root)
    for run in [RunTree(root)] if kind == "run" else runs_in(root):
        looks: list[Callable[[], object]] = [partial(require_sound, run)]
        for look in [run.check, *looks] if kind == "run" else looks:
            try:
                look()
            except LinedscriptError as error:
                yield from getattr(error, "faults", [error])


def table_faults(root: Path, params: Path) -> Iterator[LinedscriptError]:
    """What is wrong with the sums, and ``other-table`` for each file that isn't what the releases and runs beside
    ``root`` print: sums can be taken anew by whoever changes a number."""
    yield from _sums(root)
    parent, pseudonymized, runs = (root.resolve().parent / name for name in ("parent", "pseudonymized", "runs"))
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / root.name
        print_tables(parent, pseudonymized, made, runs if runs.is_dir() else None, in_params(params)[0])
        names = {path.name for tree in (root, made) for path in tree.iterdir()} - {SUMS}
        for name in sorted(names):
            data = [(tree / name).read_bytes() if (tree / name).is_file() else None for tree in (root, made)]
            if data[0] != data[1]:
                yield LinedscriptError(
                    "other-table", f"{root}/{name}", "isn't what the releases and runs beside it print", _AGAIN
                )


def _sums(root: Path) -> Iterator[LinedscriptError]:
    for code, name, problem in sums_faults(root):
        yield LinedscriptError(code, f"{root}/{name}", problem, "get it again")
