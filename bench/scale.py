"""How planning, building and doing nothing grow with the number of films.

Makes corpora of several sizes out of the sample films, each copy under an id, a title and a script of its own, and
builds each one in a folder of its own. Prints CPU seconds of Snakemake and all its jobs, which other work on the
machine hardly changes, and per film the ratio to the smallest corpus; the wall seconds of the build; the largest
process; and the share of the build that is start-up of its commands (see bench/startup.py). Growth is linear where no
ratio is over 1.3: exits 1 where one is.

    python bench/scale.py [--sizes 38,75,151] [--folder DIR] [--keep]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import startup

from linedscript.identity.store import MANIFEST, map_path, pin, read_manifest, read_map
from linedscript.io.canonical import encode, lines
from linedscript.io.files import sha256
from linedscript.records.source import Film
from linedscript.sources.index import load_index, screenplay, script_path, write_index

ROOT = startup.ROOT
INDEX = "manifests/sources.jsonl"
LIMIT = 1.3
"""Largest ratio, per film, to the smallest corpus."""
FIRST = 101
"""Number of the first copy; no two copies share one."""


class Run(NamedTuple):
    seconds: float
    """CPU seconds of the process and of all that it waited for."""
    wall: float
    megabytes: float
    """Of the largest process."""


class Measured(NamedTuple):
    films: int
    plan: Run
    build: Run
    nothing: Run
    """The build again, with nothing to do."""
    startup: float
    """Share of the build's CPU time that is start-up of commands, 0 to 1."""


def make_corpus(folder: Path, size: int) -> None:
    """A copy of the project in ``folder`` whose index holds ``size`` copies of the sample films, in turn."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    models = [film for film in load_index(folder / INDEX) if film.withdrawn is None]
    pins = {entry.film: entry for entry in read_manifest(folder / MANIFEST)}
    rows, entries = [], []
    for number in range(size):
        model = models[number % len(models)]
        film, frozen = f"{model.language}-{FIRST + number:04d}", pins[model.id]
        rows.append(_copy_script(folder, model, film, FIRST + number))
        names = [msgspec.structs.replace(row, film=film) for row in read_map(map_path(folder, model.id, frozen.place))]
        _write(map_path(folder, film, frozen.place), lines(names))
        entries.append(pin(film, names, frozen.place, frozen.recipe))
        for patch in sorted((folder / "manifests/patches" / model.id).glob("*.yaml")):
            text = re.sub(rf"^film: ['\"]?{model.id}['\"]?$", f"film: {film}", patch.read_text("utf-8"), flags=re.M)
            if not re.search(r"^ +digest:", text, re.M):  # a digest is of a record that names its film
                _write(folder / "manifests/patches" / film / patch.name, text.encode())
    for model in models:
        shutil.rmtree(folder / "manifests/patches" / model.id, ignore_errors=True)
    write_index(folder / INDEX, rows)
    _write(folder / MANIFEST, encode(entries))


def _copy_script(folder: Path, model: Film, film: str, number: int) -> Film:
    """Write the copy's script, told apart by blank lines at its end, and give its row of the index."""
    source = screenplay(model)
    data = script_path(folder, model, source).read_bytes() + b"\n" * (number - FIRST + 1)
    name = f"{film}{Path(source.file).suffix}"
    retrieval = msgspec.structs.replace(source.retrieval, path=f"samples/scripts/{name}")
    script = msgspec.structs.replace(source, file=name, raw_sha256=sha256(data), retrieval=retrieval)
    copy = msgspec.structs.replace(model, id=film, title=f"{model.title} {number}", sources=(script,))
    _write(script_path(folder, copy, script), data)
    return copy


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def timed(folder: Path, *options: str) -> Run:
    """One run of Snakemake in ``folder``. Stops the benchmark, with the end of the output, where it fails."""
    outer = ("LINEDSCRIPT_BUILD_PID", "DVC_STAGE")
    settings = {name: value for name, value in os.environ.items() if name not in outer}
    settings["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{settings.get('PATH', '')}"
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(["snakemake", *options], cwd=folder, env=settings, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)  # of the process and of all that it waited for
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            raise SystemExit(f"snakemake failed in {folder}\n" + output.read().decode(errors="replace")[-3000:])
    return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def startup_share(folder: Path, startups: dict[str, float], build: Run) -> float:
    """Start-up of every job's command over the build's CPU seconds."""
    base = folder / "build/benchmarks"
    rules = (path.relative_to(base).parts[0].removesuffix(".tsv") for path in base.rglob("*.tsv"))
    return sum(startups[rule] for rule in rules) / build.seconds


def measure(folder: Path, size: int, startups: dict[str, float]) -> Measured:
    make_corpus(folder, size)
    plan = timed(folder, "-n")
    build = timed(folder)
    nothing = timed(folder)
    return Measured(size, plan, build, nothing, startup_share(folder, startups, build))


COLUMNS: tuple[tuple[str, Callable[[Measured], Run]], ...] = (
    ("plan", lambda row: row.plan),
    ("build", lambda row: row.build),
    ("nothing to do", lambda row: row.nothing),
)


def ratio(row: Measured, smallest: Measured, run: Callable[[Measured], Run]) -> float:
    return run(row).seconds / row.films / (run(smallest).seconds / smallest.films)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="38,75,151", help="numbers of films, smallest first (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="where the corpora are made (default: a temporary folder)")
    parser.add_argument("--keep", action="store_true", help="leave the corpora and their builds in the folder")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))
    startups = {rule: seconds for rule, (seconds, _) in startup.measured(5).items()}
    above = Path(tempfile.mkdtemp(dir=args.folder))
    rows: list[Measured] = []
    heads = "".join(f"{name:>18}, per film" for name, _ in COLUMNS)
    print(f"films{heads}  build, wall  largest process  start-up")
    try:
        for size in sizes:
            rows.append(row := measure(above / str(size), size, startups))
            times = "".join(f"{run(row).seconds:16.1f} s {ratio(row, rows[0], run):10.2f}" for _, run in COLUMNS)
            largest = max(run(row).megabytes for _, run in COLUMNS)
            print(f"{size:5}{times} {row.build.wall:10.0f} s {largest:13.0f} MB {row.startup:8.0%}", flush=True)
    finally:
        if not args.keep:
            shutil.rmtree(above)
    worst = max(ratio(row, rows[0], run) for row in rows for _, run in COLUMNS)
    print(f"growth is {'linear' if worst <= LIMIT else 'NOT linear'}: at most {worst:.2f} per film (limit {LIMIT:g})")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
