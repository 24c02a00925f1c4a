"""Putting a finished folder in the place of another: a reader sees the old tree or the new one, never a part."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.release.tree import SUMS

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def staging(target: Path) -> Path:
    """Where the new tree grows, beside the target and so in its file system."""
    return target.with_name(f".{target.name}.new")


def _aside(target: Path) -> Path:
    """Where the old tree waits between two renames, where they can't be exchanged."""
    return target.with_name(f".{target.name}.old")


def _is_at(handle: int, path: Path) -> bool:
    """Whether the open file still has this name."""
    try:
        return os.fstat(handle).st_ino == os.stat(path).st_ino
    except FileNotFoundError:
        return False


@contextmanager
def alone(target: Path) -> Iterator[None]:
    """Hold the target for one writer; the system drops the hold with the process. Clears what a killed or failed writer
    left.

    Raises LinedscriptError ``busy`` where another writer holds it.
    """
    import fcntl

    if target.name in ("", ".."):
        raise LinedscriptError("not-a-tree", str(target), "names no folder to write", "name the tree's own folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    path = target.with_name(f".{target.name}.lock")
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise LinedscriptError(
                "busy", str(target), "another process is writing this tree", "wait until it ends, then run this again"
            ) from None
        if _is_at(handle, path):
            break
        os.close(handle)  # its last holder removed the file between opening and locking
    try:
        recover(target)
        yield
    except BaseException:
        recover(target)
        raise
    finally:
        path.unlink(missing_ok=True)
        os.close(handle)


def recover(target: Path) -> None:
    """Bring back the old tree where a writer was killed between two renames, and remove every leftover."""
    aside = _aside(target)
    if aside.exists() and not target.exists():
        os.rename(aside, target)
    for leftover in (aside, staging(target)):
        if leftover.exists():
            _remove(leftover)


def swap_in(target: Path) -> None:
    """Put the staged tree in the target's place and remove the old one. Call it under ``alone``.

    Raises LinedscriptError ``not-a-tree`` where the target holds something else than a former tree.
    """
    new = staging(target)
    _refuse_others(target, new)
    if not target.exists():
        os.rename(new, target)
    elif _exchange(new, target):
        _remove(new)
    else:
        aside = _aside(target)
        os.rename(target, aside)
        os.rename(new, target)
        _remove(aside)
    _flush(target.parent)


def _refuse_others(target: Path, new: Path) -> None:
    """Raise ``not-a-tree`` where the target is something else than a former tree: a swap would delete it."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        problem = "isn't a folder"
    elif target.is_dir() and not (target / SUMS).is_file() and (others := _names(target) - _names(new)):
        problem = f"holds {min(others)!r}, and no {SUMS}"
    else:
        return
    raise LinedscriptError(
        "not-a-tree",
        str(target),
        f"{problem}: it isn't a tree that was written here before, and would be deleted",
        "name another folder, or move this one away",
    )


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _exchange(left: Path, right: Path) -> bool:
    """Exchange two names in one step. False where the system or the file system can't."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    function = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if function is None:
        return False
    if function(_AT_FDCWD, os.fsencode(left), _AT_FDCWD, os.fsencode(right), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), str(right))


def _remove(tree: Path) -> None:
    import shutil

    shutil.rmtree(tree)


def _flush(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
