import pytest
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"PK\x03\x04xx", "zip"),
        (b"{\\rtf1 x}", "RTF"),
        (b"\x89PNG\r\n", "image"),
        (b'<?xml version="1.0"?><FinalDraft DocumentType="Script"></FinalDraft>', "Final Draft"),
        (b"<!DOCTYPE html><html><pre>INT. A</pre></html>", "HTML"),
        (b"\\documentclass{screenplay}\n", "LaTeX"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nHi\n", "subtitle"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n", "subtitle"),
        (b'{"scenes": []}', "JSON"),
        (b"#Version 3\n#Begin-Auto-Completion\n", "Trelby"),
    ],
)
def test_formats_that_are_not_read_are_refused_by_name_with_a_hint(data, name):
    with pytest.raises(LinedscriptError) as caught:
        read(data)
    assert caught.value.code == "unsupported-format" and name in caught.value.problem and caught.value.hint


def test_a_format_that_the_index_names_is_taken_at_its_word():
    assert read("ANN\nHi.\n", format="plain").source.format == "plain"


def test_an_unknown_format_in_the_index_names_those_that_are_read():
    with pytest.raises(LinedscriptError) as caught:
        read("ANN\nHi.\n", format="celtx")
    assert "fountain" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Title: A\n\nINT. A - DAY\n\nHi.\n", "en", "fountain"),
        ("INT. A - DAY\n\nANN\nHi.\n", "en", "fountain"),
        ("                    ANN\n          Hi.\n\n                    BEN\n          Ho.\n", "en", "plain"),
        ("ACT I\n\nSCENE 1. A room.\n\nANN. Hello there.\n", "en", "plain"),
        ("第一场 内 客厅 日\n\n林：好。\n", "zh", "chinese"),
        ("林：好。\n\n苏：不好。\n\n林：走。\n\n苏：走。\n", "zh", "chinese"),
    ],
)
def test_the_format_is_told_by_content(text, language, name):
    assert read(text, language).source.format == name
