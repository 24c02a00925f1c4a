"""A run as a folder: its manifest, and per film predictions, judgements and frozen retrieval; ``SHA256SUMS`` last."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import lines, read_records
from linedscript.io.files import write_bytes
from linedscript.records.base import FilmId, Record
from linedscript.records.run import Judgement, Prediction, Retrieved, RunManifest
from linedscript.release.sums import sums_faults, write_sums
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import MANIFEST, SUMS, pretty

R = TypeVar("R", bound=Record)
PREDICTIONS, JUDGEMENTS, RETRIEVAL = "predictions", "judgements", "retrieval"


class FilmRun(NamedTuple):
    """What a run holds of one film."""

    predictions: Sequence[Prediction]
    judgements: Sequence[Judgement]
    retrieved: Sequence[Retrieved]


def run_folder(named: Path, runs: Path) -> Path:
    """The folder of a run: one that is there, else the published run of that name, ``<runs>/<named>``."""
    alone = len(named.parts) == 1 and not named.is_absolute()
    return runs / named if alone and not (named / MANIFEST).is_file() else named


class RunTree:
    """A run's folder, opened for reading."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def manifest(self) -> RunManifest:
        try:
            return msgspec.json.decode((self.root / MANIFEST).read_bytes(), type=RunManifest)
        except FileNotFoundError:
            raise LinedscriptError(
                "missing-run",
                str(self.root),
                "no manifest.json, so this is no run",
                "name the folder of one run; 'linedscript runs list' prints the published ones",
            ) from None
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise LinedscriptError("invalid-record", str(self.root / MANIFEST), str(error)) from None

    def predictions(self, film: FilmId) -> list[Prediction]:
        return self._rows(PREDICTIONS, film, Prediction)

    def judgements(self, film: FilmId) -> list[Judgement]:
        return self._rows(JUDGEMENTS, film, Judgement)

    def retrieved(self, film: FilmId) -> list[Retrieved]:
        """Empty where the run had no evidence."""
        return self._rows(RETRIEVAL, film, Retrieved)

    def _rows(self, kind: str, film: FilmId, record: type[R]) -> list[R]:
        path = self.root / kind / f"{film}.jsonl"
        return read_records(path, record) if path.is_file() else []

    def check(self) -> None:
        """Raise every fault of the sums, and one where the folder isn't named after its run."""
        faults = [
            LinedscriptError(code, f"{self.root}/{name}", problem, "make the run again, or get it again")
            for code, name, problem in sums_faults(self.root)
        ]
        raise_all(faults)
        named = self.manifest().id
        if named != self.root.name:
            raise LinedscriptError(
                "other-run", str(self.root), f"holds the run {named}", "a run's folder has the run's name"
            )


def fill_run(root: Path, manifest: RunManifest, films: Mapping[FilmId, FilmRun]) -> None:
    """Write a run's files into ``root``, its sums last. Its films are the manifest's."""
    for film in manifest.films:
        one = films[film]
        kinds: list[tuple[str, Sequence[Any]]] = [(PREDICTIONS, one.predictions), (JUDGEMENTS, one.judgements)]
        if manifest.retrieval is not None:
            kinds.append((RETRIEVAL, one.retrieved))
        for kind, rows in kinds:
            write_bytes(root / kind / f"{film}.jsonl", lines(rows))
    write_bytes(root / MANIFEST, pretty(manifest))
    write_sums(root)


def write_run(out: Path, manifest: RunManifest, films: Mapping[FilmId, FilmRun]) -> None:
    """Write the run's folder whole, in the place of what was there."""
    with alone(out):
        fill_run(staging(out), manifest, films)
        swap_in(out)


def runs_in(folder: Path | None) -> list[RunTree]:
    """The runs below a folder, by name. None, or no folder: none."""
    if folder is None or not folder.is_dir():
        return []
    return [RunTree(path) for path in sorted(folder.iterdir()) if (path / SUMS).is_file() and path.name[0] != "."]
