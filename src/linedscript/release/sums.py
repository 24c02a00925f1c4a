"""``SHA256SUMS``: the tamper check of a tree, in the format of ``sha256sum -c``."""

import re
from collections.abc import Iterable
from pathlib import Path

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import sha256_file, write_bytes
from linedscript.release.tree import SUMS, Release, require

_LINE = re.compile(r"^([0-9a-f]{64})  (.+)$")


def write_sums(root: Path) -> None:
    """Hash every file but the sums themselves, sorted by path. Written last: a tree without it isn't whole."""
    names = [name for name in Release(root).files() if name != SUMS]
    write_bytes(root / SUMS, "".join(f"{sha256_file(root / name)}  {name}\n" for name in names).encode())


def read_sums(root: Path) -> dict[str, str] | None:
    """Path to SHA-256; None where the file is missing or isn't in the format."""
    try:
        text = (root / SUMS).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None
    found = {}
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is None:
            return None
        found[match[2]] = match[1]
    return found


def sums_faults(root: Path) -> list[tuple[str, str, str]]:
    """``(code, path, problem)`` for each file that the sums don't describe."""
    sums = read_sums(root)
    if sums is None:
        return [("no-sums", SUMS, "missing or unreadable: the tree isn't whole")]
    present = {name for name in Release(root).files() if name != SUMS}
    faults = [("missing-file", name, "in SHA256SUMS, but not in the tree") for name in sums if name not in present]
    for name in sorted(present):
        if name not in sums:
            faults.append(("unlisted-file", name, "in the tree, but not in SHA256SUMS"))
        elif (root / name).is_symlink():
            faults.append(("link", name, "a release holds plain files"))
        elif sha256_file(root / name) != sums[name]:
            faults.append(("changed-file", name, "its bytes aren't those that SHA256SUMS names"))
    return faults


def require_whole(roots: Iterable[Path]) -> None:
    """Raise where a tree isn't what its sums say: what is made of it would name a release that nobody else has."""
    faults = []
    for root in roots:
        require(root)
        faults += [
            LinedscriptError(code, f"{root}/{name}", problem, "get or assemble the release again")
            for code, name, problem in sums_faults(root)
        ]
    raise_all(faults)
