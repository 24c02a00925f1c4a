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
    assert capsys.readouterr().err.startswith(f"[missing-release] {tmp_path}/file: isn't a folder\n    hint: ")


Run = Callable[..., subprocess.CompletedProcess[bytes]]
FULL = (
    f"[system-error] linedscript: {os.strerror(errno.ENOSPC)}\n"
    "    hint: make room, then run this again: nothing half-written is left\n"
)


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """The command in a process of its own, whose output Python buffers or not, over an index longer than a buffer."""
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    write_index(tmp_path / "manifests/sources.jsonl", [film(number, title="雪" * 40) for number in range(1, 200)])
    write_index(tmp_path / "one.jsonl", [film(1)])
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": request.param}

    def start(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "linedscript.cli.main", *words]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        return subprocess.run(command, cwd=tmp_path, **options | {"env": env | options.get("env", {})})

    return start


LIST = ("sources", "list")


@pytest.mark.parametrize("words", [LIST, (*LIST, "--index", "one.jsonl")], ids=["more than a buffer", "less"])
def test_a_full_disk_behind_stdout_is_an_error(run: Run, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*words, stdout=full)
    assert (done.returncode, done.stderr.decode()) == (1, FULL)


@pytest.mark.parametrize("words", [("--help",), ("sources", "list", "--help"), ("--version",)], ids=" ".join)
def test_help_and_version_on_a_full_disk_are_an_error(run: Run, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*words, stdout=full)
    assert (done.returncode, done.stderr.decode()) == (1, FULL)


@pytest.mark.parametrize("words", [(*LIST, "--index", "none.jsonl"), ("sources", "lst")], ids=["data", "usage"])
def test_a_full_disk_behind_stderr_leaves_the_exit_status(run: Run, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        assert run(*words, stderr=full).returncode == run(*words).returncode


@pytest.mark.parametrize("words", [LIST, (*LIST, "--index", "one.jsonl")], ids=["more than a buffer", "less"])
def test_a_reader_that_has_gone_is_no_error_to_tell_of(run: Run, words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = run(*words, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_titles_are_listed_where_the_terminal_has_no_letters_for_them(run: Run) -> None:
    done = run(*LIST, env={"PYTHONIOENCODING": "ascii"})
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
