import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from film_records import FILMS
from release_tree import parent

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.io.files import write_bytes
from linedscript.release import publish as publishing
from linedscript.release import swap
from linedscript.release.publish import publish, read_recordings
from linedscript.release.sums import sums_faults, write_sums
from linedscript.release.swap import alone, staging
from linedscript.release.tree import Release


def tree(root: Path, **files: str) -> Path:
    for name, text in files.items():
        write_bytes(root / f"{name}.txt", text.encode())
    write_sums(root)
    return root


def read(root: Path) -> dict[str, bytes]:
    return {name: (root / name).read_bytes() for name in Release(root).files()}


def files_as_they_lie(root: Path) -> dict[str, tuple[int, ...]]:
    """Which files stand there and when each was written; not when it was read."""
    stats = {name: os.stat(root / name) for name in (".", *Release(root).files())}
    return {name: (stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for name, stat in stats.items()}


def test_a_published_tree_equals_the_assembled_one_and_its_sums_hold(tmp_path: Path) -> None:
    source = tree(tmp_path / "a", one="1", two="2")
    assert publish(source, tmp_path / "releases/a", tmp_path / "none") == "published"
    assert read(source) == read(tmp_path / "releases/a")
    assert sums_faults(tmp_path / "releases/a") == []


def test_sha256sum_accepts_the_sums(built: Path) -> None:
    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=built / "build/parent", capture_output=True)
    assert done.returncode == 0, done.stdout


def test_an_equal_tree_is_left_untouched(tmp_path: Path) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    publish(source, target, tmp_path / "none")
    before = files_as_they_lie(target)
    assert publish(source, target, tmp_path / "none") == "unchanged"
    assert files_as_they_lie(target) == before


def test_a_published_tree_that_was_edited_is_put_right(tmp_path: Path) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    publish(source, target, tmp_path / "none")
    (target / "one.txt").write_text("edited")
    assert publish(source, target, tmp_path / "none") == "published"
    assert read(target) == read(source)


def test_a_source_whose_sums_do_not_hold_is_refused_and_the_old_release_stays(tmp_path: Path) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    publish(source, target, tmp_path / "none")
    (source / "one.txt").write_text("torn")
    with pytest.raises(LinedscriptError, match="changed-file"):
        publish(source, target, tmp_path / "none")
    assert (target / "one.txt").read_text() == "1"


def test_a_source_without_sums_is_refused(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a/one.txt", b"1")
    with pytest.raises(LinedscriptError, match="no-sums"):
        publish(tmp_path / "a", tmp_path / "releases/a", tmp_path / "none")


def test_answers_of_an_unrecorded_run_are_refused_by_film_and_layer(built: Path) -> None:
    parent(built, run="big-run")
    with pytest.raises(LinedscriptError) as error:
        publish(built / "build/parent", built / "releases/parent", built / "recordings.jsonl")
    assert (
        "not-recorded" in str(error.value) and "zh-0001/episodes" in str(error.value) and "big-run" in str(error.value)
    )
    assert not (built / "releases/parent").exists()


def test_recorded_answers_are_published(built: Path) -> None:
    parent(built, run="big-run")
    rows = [row for film in FILMS for row in Release(built / "build/parent").rows("transcripts", film)]
    write_bytes(built / "recordings.jsonl", b"".join(encode(row) + b"\n" for row in rows))
    assert publish(built / "build/parent", built / "releases/parent", built / "recordings.jsonl") == "published"


def test_answers_with_another_hash_than_the_recorded_ones_are_refused(built: Path) -> None:
    from msgspec.structs import replace

    parent(built, run="big-run")
    rows = [row for film in FILMS for row in Release(built / "build/parent").rows("transcripts", film)]
    rows[0] = replace(rows[0], sha256="f" * 64)
    write_bytes(built / "recordings.jsonl", b"".join(encode(row) + b"\n" for row in rows))
    with pytest.raises(LinedscriptError, match="not-recorded"):
        publish(built / "build/parent", built / "releases/parent", built / "recordings.jsonl")


def test_answers_of_the_rules_need_no_recording(built: Path) -> None:
    assert publish(built / "build/parent", built / "releases/parent", built / "none") == "published"


def test_two_publishes_at_once_are_refused(tmp_path: Path) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    with alone(target), pytest.raises(LinedscriptError, match="busy"):
        publish(source, target, tmp_path / "none")
    publish(source, target, tmp_path / "none")
    assert sorted(path.name for path in target.parent.iterdir()) == ["a"]


def test_without_exchange_two_renames_do_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap, "_exchange", lambda left, right: False)
    target = tmp_path / "releases/a"
    publish(tree(tmp_path / "a", one="1"), target, tmp_path / "none")
    publish(tree(tmp_path / "b", one="2"), target, tmp_path / "none")
    assert (target / "one.txt").read_text() == "2"
    assert sorted(path.name for path in target.parent.iterdir()) == ["a"]


def test_a_writer_killed_between_two_renames_is_recovered_to_the_old_tree(tmp_path: Path) -> None:
    target = tmp_path / "releases/a"
    publish(tree(tmp_path / "a", one="1"), target, tmp_path / "none")
    os.rename(target, target.with_name(".a.old"))
    tree(staging(target), one="2")
    with alone(target):
        assert (target / "one.txt").read_text() == "1"
    assert sorted(path.name for path in target.parent.iterdir()) == ["a"]


_KILLED = """
import os, signal, sys
from pathlib import Path
from linedscript.release import publish as publishing, swap
calls = 0
def counted(function):
    def run(*args, **kwargs):
        global calls
        calls += 1
        if calls == int(sys.argv[4]):
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)
    return run
if sys.argv[5] == "two":
    swap._exchange = lambda left, right: False
publishing.write_bytes = counted(publishing.write_bytes)
publishing.sums_faults = counted(publishing.sums_faults)
swap.os.rename = counted(swap.os.rename)
swap._remove = counted(swap._remove)
swap._exchange = counted(swap._exchange)
publishing.publish(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
"""


@pytest.mark.parametrize("way", ["exchange", "two"])
def test_a_publish_killed_at_any_step_leaves_the_old_tree_or_the_new_one(tmp_path: Path, way: str) -> None:
    old, new, target = tree(tmp_path / "a", one="1"), tree(tmp_path / "b", one="2", two="2"), tmp_path / "releases/a"
    script = tmp_path / "killed.py"
    script.write_text(_KILLED)
    for step in range(1, 30):
        publish(old, target, tmp_path / "none")
        done = subprocess.run(
            [sys.executable, script, new, target, tmp_path / "none", str(step), way],
            env=os.environ | {"PYTHONPATH": str(Path(publishing.__file__).parents[2])},
        )
        with alone(target):
            assert read(target) in (read(old), read(new)), f"step {step}"
        if done.returncode == 0:
            assert read(target) == read(new)
            break
        assert done.returncode == -signal.SIGKILL
    else:
        raise AssertionError("the publish never ran to its end")
    assert sorted(path.name for path in target.parent.iterdir()) == ["a"]


def test_a_pseudonymized_release_of_a_recorded_run_is_checked_through_its_parent(built: Path) -> None:
    from release_tree import pseudonymized

    parent(built, run="big-run")
    pseudonymized(built)
    source = built / "build/pseudonymized"
    with pytest.raises(LinedscriptError, match="not-recorded"):
        publish(source, built / "releases/pseudonymized", built / "recordings.jsonl")
    rows = [row for film in FILMS for row in Release(built / "build/parent").rows("transcripts", film)]
    write_bytes(built / "recordings.jsonl", b"".join(encode(row) + b"\n" for row in rows))
    assert publish(source, built / "releases/pseudonymized", built / "recordings.jsonl") == "published"
    with pytest.raises(LinedscriptError, match="other-parent"):
        publish(source, built / "releases/pseudonymized", built / "recordings.jsonl", built / "nowhere")


def test_a_folder_that_is_no_tree_is_not_replaced(tmp_path: Path) -> None:
    source = tree(tmp_path / "a", one="1")
    write_bytes(tmp_path / "releases/frozen/v1/one.txt", b"old")
    with pytest.raises(LinedscriptError, match="not-a-tree"):
        publish(source, tmp_path / "releases", tmp_path / "none")
    assert (tmp_path / "releases/frozen/v1/one.txt").read_bytes() == b"old"
    assert not staging(tmp_path / "releases").exists()


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_file_or_link_in_the_targets_place_is_not_replaced(tmp_path: Path, kind: str) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases"
    target.write_text("mine") if kind == "file" else target.symlink_to("elsewhere")
    with pytest.raises(LinedscriptError, match="not-a-tree"):
        publish(source, target, tmp_path / "none")
    assert target.is_symlink() or target.read_text() == "mine"


def test_a_tree_that_lost_its_sums_is_written_anew(tmp_path: Path) -> None:
    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    publish(source, target, tmp_path / "none")
    (target / "SHA256SUMS").unlink()
    assert publish(source, target, tmp_path / "none") == "published"


@pytest.mark.parametrize("target", [".", "..", "a/inner", "a/../../"])
def test_a_tree_is_not_copied_into_or_over_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    source = tree(tmp_path / "b/a", one="1")
    monkeypatch.chdir(tmp_path / "b")
    with pytest.raises(LinedscriptError, match="not-a-tree"):
        publish(Path("a"), Path(target), tmp_path / "none")
    assert sums_faults(source) == [] and [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_writer_that_fails_leaves_nothing_and_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    source, target = tree(tmp_path / "a", one="1"), tmp_path / "releases/a"
    monkeypatch.setattr("linedscript.io.files.os.fsync", full)
    with pytest.raises(OSError) as error:
        publish(source, target, tmp_path / "none")
    assert error.value.filename.endswith("one.txt")
    assert list((tmp_path / "releases").iterdir()) == []


def test_a_tree_is_not_published_into_another(tmp_path: Path) -> None:
    source, other = tree(tmp_path / "a", one="1"), tree(tmp_path / "b", two="2")
    with pytest.raises(LinedscriptError, match="not-a-tree.*lies inside the release"):
        publish(source, other / "x", tmp_path / "none")
    assert sums_faults(other) == []


@pytest.mark.parametrize("data", [None, b"", b"\n"], ids=["no file", "an empty file", "a blank line"])
def test_nothing_is_recorded_where_the_manifest_says_nothing(tmp_path: Path, data: bytes | None) -> None:
    if data is not None:
        (tmp_path / "recordings.jsonl").write_bytes(data)
    assert read_recordings(tmp_path / "recordings.jsonl") == []


def test_a_blank_line_between_recordings_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "recordings.jsonl").write_bytes(b"\n\n")
    with pytest.raises(LinedscriptError, match="invalid-record.*recordings.jsonl:1"):
        read_recordings(tmp_path / "recordings.jsonl")
