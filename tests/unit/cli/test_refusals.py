"""What the system refuses ends as an error of ours, never as a traceback."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import CORPUS, ROOT
from source_rows import film

from linedscript.cli.main import main
from linedscript.sources.index import write_index


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["release", "diff", str(tmp_path / "file"), str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"[system-error] {tmp_path}/file/manifest.json: {os.strerror(errno.ENOTDIR)}\n"


@pytest.fixture
def listing(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """``linedscript sources list`` in a process of its own, over an index that is longer than a buffer."""
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    write_index(tmp_path / "manifests/sources.jsonl", [film(number, title="雪" * 40) for number in range(1, 200)])

    def run(**options: Any) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "linedscript.cli.main", "sources", "list"]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src")} | options.pop("env", {})
        return subprocess.run(command, cwd=tmp_path, stderr=subprocess.PIPE, env=env, **options)

    return run


def test_a_full_disk_behind_stdout_is_an_error(listing) -> None:
    with open("/dev/full", "wb") as full:
        done = listing(stdout=full)
    assert done.returncode == 1
    assert done.stderr.decode() == (
        f"[system-error] linedscript: {os.strerror(errno.ENOSPC)}\n"
        "    hint: make room, then run this again: nothing half-written is left\n"
    )


def test_titles_are_listed_where_the_terminal_has_no_letters_for_them(listing) -> None:
    done = listing(stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"\\u96ea" in done.stdout


def test_an_option_that_is_no_text_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for given in (CORPUS / "manifests/sources.jsonl", ROOT / "manifests/genres.yaml"):
        (tmp_path / given.name).write_bytes(given.read_bytes())
    before = (tmp_path / "sources.jsonl").read_bytes()
    index = ["--index", str(tmp_path / "sources.jsonl"), "--genres", str(tmp_path / "genres.yaml")]
    assert main(["sources", "withdraw", "en-0001", "--reason", os.fsdecode(b"\xff"), *index]) == 1
    assert capsys.readouterr().err.startswith("[not-text] linedscript sources: ")
    assert (tmp_path / "sources.jsonl").read_bytes() == before
