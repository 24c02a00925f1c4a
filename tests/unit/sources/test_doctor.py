"""What is wrong with the files of the source index."""

import os

import msgspec
import pytest
from source_rows import SCRIPT, film, source

from linedscript.records.source import Withdrawal
from linedscript.sources.doctor import check_film, status_of

SRT = "1\n00:00:01,000 --> 00:00:02,000\nBob?\n"


def nothing(count):
    pass


def checked(root, **changes):
    (one,) = check_film(film(sources=(source(**changes),)), root, nothing)
    return one


BYTES = SCRIPT.encode()


def put(root, data=BYTES, name="wait.fountain"):
    path = root / "sources/en-0001" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_the_very_file_is_ok(tmp_path):
    put(tmp_path)
    assert checked(tmp_path)[3:] == ("OK", "its hash is the index's", "")


def test_no_file_is_gone_and_may_be_put_there(tmp_path):
    one = checked(tmp_path)
    assert one.status == "gone"
    assert "sources/en-0001/wait.fountain" in one.why
    assert "--search" in one.hint


def test_what_has_an_address_may_be_fetched(tmp_path):
    assert (
        "linedscript sources fetch en-0001" in checked(tmp_path, method="address", address="https://a.example/x").hint
    )


def test_an_address_that_was_gone_is_said_to_have_been(tmp_path):
    one = checked(tmp_path, method="address", address="https://a.example/x", outcome="gone", date="2025-01-02")
    assert "its address was gone on 2025-01-02" in one.why


def test_a_bundled_file_is_checked_out_again(tmp_path):
    assert "check samples/x.fountain out" in checked(tmp_path, method="bundled", path="samples/x.fountain").hint


def test_a_link_to_nothing_is_gone(tmp_path):
    put(tmp_path).unlink()
    (tmp_path / "sources/en-0001/wait.fountain").symlink_to(tmp_path / "nowhere")
    one = checked(tmp_path)
    assert (one.status, "link to nothing" in one.why) == ("gone", True)


def test_other_line_ends_are_a_change_of_bytes_alone(tmp_path):
    put(tmp_path, SCRIPT.replace("\n", "\r\n").encode())
    one = checked(tmp_path)
    assert one.status == "changed"
    assert "the same text but for line ends" in one.why


def test_another_encoding_of_the_text_is_a_change_of_bytes_alone(tmp_path):
    put(tmp_path, SCRIPT.encode("utf-16"))
    assert "the same text" in checked(tmp_path).why


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SCRIPT.encode() + b"\nMore.\n", "another text"),
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not readable"),
    ],
)
def test_what_a_changed_file_is_now_is_said(tmp_path, data, why):
    put(tmp_path, data)
    one = checked(tmp_path)
    assert one.status == "changed"
    assert why in one.why
    assert "sources replace en-0001" in one.hint


def test_a_folder_for_a_file_is_unreadable(tmp_path):
    (tmp_path / "sources/en-0001/wait.fountain").mkdir(parents=True)
    assert checked(tmp_path)[3:5] == ("unreadable", "isn't a regular file")


def test_a_pipe_for_a_file_is_unreadable_and_not_waited_for(tmp_path):
    put(tmp_path).unlink()
    os.mkfifo(tmp_path / "sources/en-0001/wait.fountain")
    assert checked(tmp_path).status == "unreadable"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_unreadable(tmp_path):
    put(tmp_path).chmod(0)
    assert checked(tmp_path).status == "unreadable"


def test_the_very_bytes_in_an_encoding_that_does_not_fit_are_unreadable(tmp_path):
    script = SCRIPT.replace("Bob?", "Bob é?")
    put(tmp_path, script.encode())
    one = checked(tmp_path, script=script, encoding="ascii")
    assert (one.status, "0xC3" in one.why) == ("unreadable", True)
    assert "sources replace en-0001" in one.hint and "--encoding NAME" in one.hint


def test_every_kind_of_file_is_checked(tmp_path):
    kinds = ("screenplay", "synopsis", "subtitles", "video", "page_images")
    texts = {"screenplay": SCRIPT, "synopsis": "Ann waits.\n", "subtitles": SRT, "video": "\0v", "page_images": "\0p"}
    rows = tuple(source(texts[kind], kind=kind, file=f"{kind}.bin", format=None) for kind in kinds)
    for kind in kinds:
        put(tmp_path, texts[kind].encode(), f"{kind}.bin")
    assert [(one.kind, one.status) for one in check_film(film(sources=rows), tmp_path, nothing)] == [
        (kind, "OK") for kind in kinds
    ]


def test_subtitles_that_are_none_are_unreadable(tmp_path):
    put(tmp_path, b"Hello.\n", "film.srt")
    one = checked(tmp_path, script="Hello.\n", kind="subtitles", file="film.srt")
    assert (one.status, "time line" in one.why) == ("unreadable", True)


def test_a_withdrawn_film_is_said_to_be_and_its_copy_too(tmp_path):
    put(tmp_path)
    gone = film(sources=(source(),), withdrawn=Withdrawal(reason="asked for", date="2025-03-01"))
    (one,) = check_film(gone, tmp_path, nothing)
    assert one[3:] == (
        "withdrawn",
        "asked for (2025-03-01)",
        f"delete {tmp_path}/sources/en-0001/wait.fountain when nobody needs it",
    )


def test_a_removed_source_is_withdrawn_and_a_requested_removal_is_told(tmp_path):
    put(tmp_path)
    assert checked(tmp_path, removal="removed").status == "withdrawn"
    assert "removal was requested" in checked(tmp_path, removal="requested").why


def test_bytes_read_are_told_for_a_bar(tmp_path):
    put(tmp_path)
    put(tmp_path, b"\0" * 3_000_000, "film.mkv")
    rows = (source(), source("\0" * 3_000_000, kind="video", file="film.mkv"))
    told = []
    check_film(film(sources=rows), tmp_path, told.append)
    assert sum(told) == len(SCRIPT.encode()) + 3_000_000


def test_a_films_status_is_the_worst_of_its_files(tmp_path):
    put(tmp_path)
    rows = (source(), msgspec.structs.replace(source("x"), kind="synopsis", file="x.txt"))
    assert status_of(check_film(film(sources=rows), tmp_path, nothing)) == "gone"
