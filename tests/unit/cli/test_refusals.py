"""What the system refuses ends as an error of ours, never as a traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from linedscript.cli.main import main


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["release", "diff", str(tmp_path / "file"), str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"[system-error] {tmp_path}/file/manifest.json: {os.strerror(errno.ENOTDIR)}\n"


def test_a_full_disk_behind_stdout_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "linedscript.cli.main", "sources", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parents[3],
        )
    assert done.returncode == 1
    assert done.stderr.startswith(f"[system-error] linedscript: {os.strerror(errno.ENOSPC)}\n    hint: make room")
    assert "Traceback" not in done.stderr


def test_titles_are_listed_where_the_terminal_has_no_letters_for_them() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linedscript.cli.main", "sources", "list"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).resolve().parents[3],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0 and "\\u" in done.stdout


def test_an_option_that_is_no_text_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(__file__).resolve().parents[3]
    for name in ("sources.jsonl", "genres.yaml"):
        (tmp_path / name).write_bytes((root / "manifests" / name).read_bytes())
    before = (tmp_path / "sources.jsonl").read_bytes()
    index = ["--index", str(tmp_path / "sources.jsonl"), "--genres", str(tmp_path / "genres.yaml")]
    assert main(["sources", "withdraw", "en-0001", "--reason", os.fsdecode(b"\xff"), *index]) == 1
    assert capsys.readouterr().err.startswith("[not-text] linedscript sources: ")
    assert (tmp_path / "sources.jsonl").read_bytes() == before
