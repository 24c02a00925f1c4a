import os

import pytest

from linedscript.errors import LinedscriptError
from linedscript.io.yaml import load, loads


def test_plain_data_is_read():
    assert loads("a: [1, 2.5, yes please, null, true]\n", "x") == {"a": [1, 2.5, "yes please", None, True]}


def test_a_date_stays_text():
    assert loads("date: 2026-11-29\n", "x") == {"date": "2026-11-29"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", "x:3"),
        ("a: !!python/object/apply:os.getcwd []\n", "x"),
        ("a: [1,\n", "x"),
        ("a: .inf\n", "x#a"),
        ("b: {1: 2}\n", "x#b"),
        ('a: "\\uD83D\\uDE00"\n', "x#a"),
    ],
    ids=["duplicate key", "tag", "broken", "not finite", "key that isn't text", "halves of a character"],
)
def test_what_is_not_plain_data_is_an_error_with_its_place(text, place):
    with pytest.raises(LinedscriptError) as caught:
        loads(text, "x")
    assert caught.value.code == "invalid-yaml" and caught.value.place.startswith(place)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(LinedscriptError, match="missing-file"):
        load(tmp_path / "none.yaml")


def test_text_that_is_not_utf_8_is_an_error_with_its_byte(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"a: \xff\n")
    with pytest.raises(LinedscriptError, match="not UTF-8 at byte 3"):
        load(tmp_path / "a.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "a: !!int abc\n",
        "a: !!float abc\n",
        f"a: {'1' * 6000}\n",
        "a: &a [*a]\n",
        "a: &a {b: *a}\n",
        f"a: {'[' * 5000}{']' * 5000}\n",
        f"a: {'[' * 60}{']' * 60}\n",
    ],
)
def test_what_no_plain_document_holds_is_refused_and_not_a_crash(text):
    with pytest.raises(LinedscriptError, match="invalid-yaml"):
        loads(text, "x")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.yaml")
    with pytest.raises(LinedscriptError, match="not-a-file"):
        load(tmp_path / "a.yaml")


def test_aliases_of_aliases_end_before_memory_does():
    """Nine lines, 9 ** 9 values."""
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    with pytest.raises(LinedscriptError, match="more than 1,000,000 values") as error:
        loads("\n".join(lines) + "\n", "x")
    assert error.value.code == "invalid-yaml"
