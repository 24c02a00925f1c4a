import io
import os
import sys

import pytest

from linedscript.errors import LinedscriptError
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


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.write_bytes(pipe, b"page")
    assert os.read(reader, 10) == b"page"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize(("make", "code"), [(os.mkfifo, "not-a-file"), (os.mkdir, "not-a-file")])
def test_what_is_no_regular_file_is_not_read(tmp_path, make, code):
    make(tmp_path / "x")
    with pytest.raises(LinedscriptError) as caught:
        files.read_bytes(tmp_path / "x")
    assert caught.value.code == code


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(files.MOST_BYTES + 1)
    with pytest.raises(LinedscriptError) as caught:
        files.read_bytes(path)
    assert caught.value.code == "too-large"


def test_all_bytes_are_printed_where_writes_are_short(monkeypatch):
    class Short(io.BytesIO):
        def write(self, data):
            return super().write(bytes(data[:3]))

    out = io.TextIOWrapper(Short())
    monkeypatch.setattr(sys, "stdout", out)
    files.print_bytes(b"one two three\n")
    assert out.buffer.getvalue() == b"one two three\n"
