"""Publishing: a verified copy of an assembled tree, swapped in whole."""

from pathlib import Path
from typing import Literal

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode
from linedscript.io.files import sha256_file, write_bytes
from linedscript.records.engine import TranscriptDigest
from linedscript.release.sums import sums_faults
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import RECORDINGS, SUMS, Release, require
from linedscript.release.withdrawn import withdrawn_faults


def publish(
    source: Path, target: Path, recordings: Path, parent: Path | None = None, index: Path | None = None
) -> Literal["published", "unchanged"]:
    """Copy ``source`` over ``target`` in one step. Killed at any point, ``target`` is the old tree or the new one.

    An equal target is left untouched. A pseudonymized release names no hash of an answer: ``parent`` (else the tree
    ``parent`` beside ``source``) does, and must be the one that it was rendered from.

    Raises LinedscriptError ``changed-file`` and its like where the source's sums don't hold, ``not-recorded`` where an
    answer isn't among the recorded ones, ``withdrawn-film`` where the source index has withdrawn a film of it,
    ``not-a-tree`` where the target is something else than a tree, ``busy`` where another process is publishing there.
    """
    inner, outer = target.resolve(), source.resolve()
    if inner != outer and (inner in outer.parents or outer in inner.parents):
        raise LinedscriptError("not-a-tree", str(target), f"{source} can't be copied into or over itself")
    refuse_inside_a_tree(target)
    require(source)
    raise_all(_sums_errors(source))
    raise_all(withdrawn_faults(source, index))
    if (source / RECORDINGS).exists():
        raise_all(_unrecorded(_with_hashes(source, parent), recordings))
    with alone(target):
        if target.exists() and (target / SUMS).is_file() and not sums_faults(target):
            if (target / SUMS).read_bytes() == (source / SUMS).read_bytes():
                return "unchanged"
        new = staging(target)
        for name in Release(source).files():
            if name != SUMS:
                write_bytes(new / name, (source / name).read_bytes())
        write_bytes(new / SUMS, (source / SUMS).read_bytes())
        raise_all(_sums_errors(new))
        swap_in(target)
    return "published"


def refuse_inside_a_tree(target: Path) -> None:
    """Raise ``not-a-tree`` where a folder would be made inside a release."""
    for above in target.resolve().parents:
        if (above / SUMS).is_file():
            raise LinedscriptError("not-a-tree", str(target), f"lies inside the release {above}", "name another folder")


def _sums_errors(root: Path) -> list[LinedscriptError]:
    return [
        LinedscriptError(code, f"{root}/{name}", problem, f"delete {root}, make it again, then publish")
        for code, name, problem in sums_faults(root)
    ]


def _with_hashes(source: Path, parent: Path | None) -> Path:
    """The tree whose ``recordings.json`` names the answers' hashes: ``source``, or the parent that it names.

    Answers of ``rules`` need no recording, so such a tree needs no parent at hand.
    """
    manifest = Release(source).manifest()
    if manifest.view == "parent" or manifest.run == "rules" or manifest.parent is None:
        return source
    parent = parent or source.with_name("parent")
    if not (parent / SUMS).is_file() or sha256_file(parent / SUMS) != manifest.parent.sums_sha256:
        raise LinedscriptError(
            "other-parent",
            str(source),
            f"{parent} isn't the parent release that this one was rendered from",
            "name it with --parent, so that its answers can be looked up among the recorded ones",
        )
    raise_all(_sums_errors(parent))
    return parent


def _unrecorded(source: Path, recordings: Path) -> list[LinedscriptError]:
    """Answers of the release that ``manifests/recordings.jsonl`` doesn't hold. ``rules`` needs no recording."""
    used: tuple[TranscriptDigest, ...] = Release(source).load(RECORDINGS, tuple[TranscriptDigest, ...])
    known = set(read_recordings(recordings))
    return [
        LinedscriptError(
            "not-recorded",
            f"{source}/{RECORDINGS}#{one.film}/{one.layer}",
            f"the {one.answers} answers of the run {one.run} (SHA-256 {str(one.sha256)[:12]}…) aren't recorded",
            f"add the recording, then its line to {recordings}: {encode(one).decode()}",
        )
        for one in used
        if one.run != "rules" and (one.film, one.layer, one.run, one.sha256) not in known
    ]


def read_recordings(path: Path) -> list[tuple[str, str, str, str]]:
    """``(film, layer, run, sha256)`` of each recorded transcript."""
    return [(row.film, row.layer, row.run, row.sha256) for row in recorded(path)]


def recorded(path: Path) -> list[TranscriptDigest]:
    """The recorded transcripts. No file, or one blank line: nothing is recorded; of an empty file DVC would warn."""
    import msgspec

    data = path.read_bytes() if path.is_file() else b""
    found = []
    for number, line in enumerate(data.splitlines() if data != b"\n" else [], 1):
        try:
            found.append(msgspec.json.decode(line, type=TranscriptDigest))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise LinedscriptError("invalid-record", f"{path}:{number}", str(error)) from None
    return found
