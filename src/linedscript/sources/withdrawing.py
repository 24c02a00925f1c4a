"""Withdrawing a film: its row becomes a tombstone, and what frozen versions still hold of it is listed."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.records.run import RunManifest, run_name
from linedscript.records.source import Film, Withdrawal
from linedscript.sources.index import film_named


def withdraw(rows: Sequence[Film], film: str, reason: str, date: str, place: Path) -> list[Film]:
    """The index with the film withdrawn: no later release takes it. Its sources are marked removed."""
    row = film_named(rows, film, place)
    if row.withdrawn:
        raise LinedscriptError(
            "withdrawn-film", f"{place}#{film}", f"was withdrawn on {row.withdrawn.date}: {row.withdrawn.reason}"
        )
    sources = tuple(msgspec.structs.replace(source, removal="removed") for source in row.sources)
    gone = msgspec.structs.replace(row, withdrawn=Withdrawal(reason=reason, date=date), sources=sources)
    return [gone if other.id == film else other for other in rows]


def held(film: str, folder: Path) -> list[str]:
    """``<version>/…`` of every file under ``folder`` that holds records of the film, with how many."""
    found = []
    for path in sorted(folder.glob("*/**/*")) if folder.is_dir() else []:
        if not path.is_file():
            continue
        if path.stem == film:
            found.append(f"{path.relative_to(folder)}: {len(path.read_bytes().splitlines())} records")
        elif path.suffix in (".jsonl", ".csv", ".json", ".yaml") and film.encode() in path.read_bytes():
            count = path.read_bytes().count(f'"{film}"'.encode())
            found.append(f"{path.relative_to(folder)}: named {count or 'once or more'}")
        elif path.suffix == ".parquet":
            count = _rows(path, film)
            if count:
                found.append(f"{path.relative_to(folder)}: {count} rows")
    return found


def copies(film: str, root: Path) -> list[tuple[str, str]]:
    """What else of the film lies in a working folder, and how it goes; paths from ``root``."""
    added = ", then dvc --cd private add identity" if (root / "private/.dvc").is_dir() else ""
    found = [
        *((f"{path.relative_to(root)}/", _AGAIN, True) for path in _releases(film, root)),
        *((f"{path.relative_to(root)}/", _run(path, root), True) for path in _runs(film, root)),
        ("build/", "linedscript build reset", any((root / "build").glob(f"*/{film}.*"))),
        (f"sources/{film}/", "its scripts; delete the folder", (root / "sources" / film).is_dir()),
        (f"private/identity/{film}.jsonl", f"its names; delete it{added}", None),
        (
            f"manifests/patches/{film}/",
            "git keeps earlier versions of it",
            (root / "manifests/patches" / film).is_dir(),
        ),
        ("manifests/identity.json", "the hash of its name map; delete its entry", _names(root, film)),
        (".dvc/cache", _gc("dvc"), None),
        ("private/.dvc/cache", _gc("dvc --cd private"), None),
    ]
    return [(path, remedy) for path, remedy, there in found if ((root / path).exists() if there is None else there)]


_FEW = 3
_AGAIN = "'dvc repro' publishes it again, without the film"
_CONTROL = "a control's run; 'dvc repro' makes it anew, without the film"


def shortened(holding: Sequence[str]) -> list[str]:
    """What ``held`` says, a line per version: how many files, and a few of them."""
    versions: dict[str, list[str]] = {}
    for line in holding:
        versions.setdefault(line.partition("/")[0], []).append(line)
    return [f"{version}: {_some(lines, 'files')}" for version, lines in versions.items()]


def gathered(staying: Sequence[tuple[str, str]]) -> list[str]:
    """What ``copies`` says, a line per remedy: how many places, and a few of them."""
    remedies: dict[str, list[str]] = {}
    for path, remedy in staying:
        remedies.setdefault(remedy, []).append(path)
    return [f"{_some(paths, 'places')}: {remedy}" for remedy, paths in remedies.items()]


def _some(names: Sequence[str], what: str) -> str:
    if len(names) <= _FEW:
        return ", ".join(names)
    return f"{len(names)} {what}, such as {', '.join(names[:_FEW])} (--all names them all)"


def next_steps(film: str, frozen: bool, staying: Sequence[tuple[str, str]]) -> list[str]:
    """What to do now, in order. ``frozen``: whether a frozen release holds it; ``staying``: as ``copies`` says."""
    steps = ["commit manifests/sources.jsonl"]
    if theirs := [path for path, remedy in staying if remedy not in (_AGAIN, _CONTROL)]:
        steps.append(f"what has to go from this disk goes as said above: {_some(theirs, 'places')}")
    steps.append("'dvc repro': releases, controls' runs and tables without it; then commit dvc.lock")
    if frozen:
        steps.append(
            f"frozen releases are never changed: if {film} has to go from them too, take down the whole version and "
            "freeze another"
        )
    return steps


def _releases(film: str, root: Path) -> list[Path]:
    """Published releases that hold the film."""
    return [
        path.parent
        for path in sorted((root / "releases").glob("*/films.jsonl"))
        if f'"{film}"'.encode() in path.read_bytes()
    ]


def _runs(film: str, root: Path) -> list[Path]:
    """Published runs, and those that wait to be published, that hold the film."""
    found = []
    for home in ("releases/runs", "evaluated"):
        for path in sorted((root / home).glob("*/manifest.json")):
            try:
                films = msgspec.json.decode(path.read_bytes(), type=RunManifest).films
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                continue  # no run; what reads runs names it
            if film in films:
                found.append(path.parent)
    return found


def _run(path: Path, root: Path) -> str:
    name = path.relative_to(root)
    if path.parent.name != "runs":
        return "a run that covers it; delete it, and run it again without the film (name the others under films)"
    run = msgspec.json.decode((path / "manifest.json").read_bytes(), type=RunManifest)
    if run.answerer.kind == "control" and path.name == run_name(run.answerer.name, run.task, run.condition):
        return _CONTROL
    return (
        "a published run that covers it: run it again without the film and publish it, or take it away by "
        f"'linedscript runs withdraw {name}'; until then 'dvc repro' and 'release freeze' refuse it"
    )


def _gc(dvc: str) -> str:
    return (
        f"what earlier commits had; '{dvc} gc --workspace' deletes all of it that the files here don't name, of every "
        "film: no earlier commit can be checked out with its data then, unless a remote has it. With --cloud the "
        "remote loses it as well, for everybody. --dry only lists"
    )


def _names(root: Path, film: str) -> bool:
    path = root / "manifests/identity.json"
    return path.is_file() and f'"{film}"'.encode() in path.read_bytes()


def _rows(path: Path, film: str) -> int:
    import pyarrow.compute
    import pyarrow.parquet

    if "film" not in pyarrow.parquet.read_schema(path).names:
        return 0
    table = pyarrow.parquet.read_table(path, columns=["film"])
    return pyarrow.compute.sum(pyarrow.compute.equal(table["film"], film)).as_py() or 0
