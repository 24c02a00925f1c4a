import os

import pytest

from linedscript.io import files


def test_a_file_is_written_whole(tmp_path):
    files.write_bytes(tmp_path / "a" / "b.txt", b"one\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"one\n"


def test_a_failed_write_leaves_the_old_file_and_no_part(tmp_path, monkeypatch):
    path = tmp_path / "b.txt"
    files.write_bytes(path, b"old\n")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_bytes(path, b"new\n")
    assert path.read_bytes() == b"old\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["b.txt"]


def test_a_file_hash_is_that_of_its_bytes(tmp_path):
    files.write_text(tmp_path / "b.txt", "é")
    assert files.sha256_file(tmp_path / "b.txt") == files.sha256("é".encode()) == files.sha256_text("é")
