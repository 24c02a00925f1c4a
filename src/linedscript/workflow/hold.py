"""One build at a time in a folder, and ``build/`` never apart from Snakemake's records of it.

The lock is an flock that the system drops with the process, so a killed build leaves nothing to clean. The token
stands in ``build/`` and in ``.snakemake/``: with one of the two deleted, changed params and code would go unseen.
"""

import fcntl
import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.io.files import write_text

BUILD = Path("build")
RECORDS = Path(".snakemake")
TOKEN = "linedscript-token"
LOCK = Path(".linedscript-build.lock")


def check_tokens(root: Path = Path()) -> None:
    """Refuse a build folder whose records are gone, or belong to another build folder. Writes nothing."""
    ours, records = (_read(root / folder / TOKEN) for folder in (BUILD, RECORDS))
    if ours == records:
        if ours is None and _has_files(root / BUILD):
            raise _torn(root, "build/ holds files that no build of this folder made")
        return
    if records is not None and ours is None and not _has_files(root / BUILD):
        return  # the whole of build/ is gone: everything is made again
    raise _torn(root, "build/ and .snakemake/ don't belong together")


def _torn(root: Path, problem: str) -> LinedscriptError:
    return LinedscriptError(
        "build-torn",
        str((root / BUILD).resolve()),
        f"{problem}: changes to params and code would go unseen",
        "delete both with 'linedscript build reset'; answers in journal/ and recordings/ stay",
    )


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return None


def _has_files(folder: Path) -> bool:
    return any(files for _, _, files in os.walk(folder))


def write_tokens(root: Path = Path()) -> None:
    """Put one new token into both folders where there is none. The records' first: see ``check_tokens``."""
    if _read(root / BUILD / TOKEN) is not None:
        return
    token = secrets.token_hex(16)
    write_text(root / RECORDS / TOKEN, token)
    write_text(root / BUILD / TOKEN, token)


def take_away(paths: Iterable[str]) -> None:
    """Delete what is about to be made again, in the order given: what is made last goes first.

    Snakemake deletes a job's outputs when the job begins. One that fails or is killed before would leave the old
    outputs of all jobs behind it, and since Snakemake misses no file that is only an input on the way, the next run
    for one of them, or a publishing of the draft, would take them for up to date. Raises ``output-stays``.
    """
    for path in paths:
        try:
            Path(path).unlink(missing_ok=True)
        except OSError as error:
            raise LinedscriptError(
                "output-stays",
                path,
                f"is to be made again and can't be deleted: {error.strerror}",
                "nothing was run; make the folder writable, or delete build/ with 'linedscript build reset'",
            ) from None


def hold_build(root: Path = Path(), what: str = "build") -> int:
    """Hold the folder's build lock until this process ends. Returns the open descriptor: keep it.

    Raises LinedscriptError ``build-running`` that names the process which holds it and when that one started.
    """
    handle = os.open(root / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = holder_of(root)
        os.close(handle)
        raise LinedscriptError(
            "build-running",
            str(root.resolve()),
            f"another build is running here: {holder}" if holder else "another build is running here",
            "wait until it ends; two builds in one folder would overwrite each other's files",
        ) from None
    os.ftruncate(handle, 0)
    os.pwrite(handle, json.dumps({"pid": os.getpid(), "start": _started(os.getpid()), "what": what}).encode(), 0)
    return handle


def holder_of(root: Path = Path()) -> str | None:
    """The holder as text: process id, start time, command."""
    try:
        note = json.loads((root / LOCK).read_text(encoding="utf-8"))
        return f"process {note['pid']}, started {note['start']} ({note['what']})"
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _started(pid: int) -> str:
    """Local time at which a process started, to the second."""
    import time

    try:
        ticks = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
        up = float(Path("/proc/uptime").read_text().split()[0])
        began = time.time() - up + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        began = time.time()
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(began))
