import tracemalloc

import pytest
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay import read as reader
from linedscript.screenplay.containers.opening import MOST_CHARS, MOST_LINES, open_layer


@pytest.mark.parametrize(
    "data", [b"x" * 50_000_000, b"INT. A - DAY\n\n" + b"y" * MOST_CHARS, "夜".encode() * (MOST_CHARS + 1)]
)
def test_a_file_that_is_larger_than_any_screenplay_is_refused_before_it_is_read(data):
    with pytest.raises(LinedscriptError) as caught:
        open_layer(data, "en-0001")
    assert caught.value.code == "too-large" and "at most" in caught.value.problem


def test_a_long_file_of_a_screenplay_s_size_is_opened():
    text = "INT. A - DAY\n\n" + "She walks on. " * 20_000
    assert open_layer(text.encode(), "en-0001").text == text


@pytest.mark.parametrize("line", ["\n", "\r\n", "\r", "a\n", "A\r\n", "1\n\n", "\f\n", " \n", "# a\n"])
def test_a_file_of_more_lines_than_any_screenplay_is_refused(line):
    data = ("INT. A - DAY\n\nRain.\n" + line * MOST_LINES).encode()
    with pytest.raises(LinedscriptError) as caught:
        open_layer(data, "en-0001")
    assert caught.value.code == "too-large" and "lines" in caught.value.problem


@pytest.mark.parametrize("page", ["<html><body><pre>INT. A - DAY\n\n", "<html><body><p>INT. A - DAY</p><p>"])
def test_a_page_or_a_file_of_paragraphs_of_more_lines_is_refused_too(page):
    mark = "\n" if "<pre>" in page else "<br>"
    with pytest.raises(LinedscriptError) as caught:
        open_layer((page + f"a{mark}" * (MOST_LINES + 1)).encode(), "en-0001")
    assert caught.value.code == "too-large"


def test_a_text_with_more_notes_than_any_screenplay_is_refused(monkeypatch):
    monkeypatch.setattr(reader, "MOST_REGIONS", 100)
    with pytest.raises(LinedscriptError) as caught:
        read("INT. A - DAY\n\n" + "Rain. [[no]] " * 101)
    assert (caught.value.code, caught.value.place) == ("too-large", "en-0001")


@pytest.mark.parametrize("piece", ["a ", "!?", "\u591c\u3001"])
def test_a_paragraph_of_any_length_takes_little_memory(piece):
    text = "INT. A - DAY\n\nRain.\n" + piece * (400_000 // len(piece))
    tracemalloc.start()
    try:
        read(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60 * len(text)
