"""Pages made to be slow: each is read or refused after looking at its characters a few times."""

import sys

import pytest
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers import html_layout, html_tokens
from linedscript.screenplay.containers.html_tokens import attributes_of, tokens
from linedscript.screenplay.containers.opening import container_of, open_layer

START = "<html><body><pre>INT. MILL - NIGHT\n\nDust.\n\n"
MANY = 50_000


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<!--",
        "<!",
        "<?",
        "</",
        "<a ",
        '<a b="',
        "<a b='\"",
        "<a =",
        "<a b=  ",
        "<svg>",
        "<script>",
        "<title>",
        "</p>",
        "</td>",
        "<p>",
        "<b>",
        "&",
        "&#",
        "&a",
        "x" * 50,
        " ",
        "\n",
        "\u00a0",
    ],
    ids=repr,
)
def test_a_piece_repeated_without_end_is_read_in_one_pass(piece):
    """A search that went back over what it has seen would take many minutes for 50,000 repetitions."""
    for ending in ("", ">", '">', "-->"):
        layer = open_layer((START + piece * MANY + ending).encode(), "en-0001")
        assert layer.text.startswith("INT. MILL - NIGHT")


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 100_000 + "x" + "</div>" * 100_000,
        "<div>" * 100_000,
        "<div>" * 50_000 + "<li></li>" * 50_000,
        "<ul><li>" * 50_000 + "</ul>" * 50_000,
        "<table><tr><td>" * 30_000 + "</td>" * 30_000,
        "<p><div>" * 50_000 + "</p>" * 50_000,
        "<dl><dt>x<dd>y" * 20_000,
        '<div class="action">' * 50_000 + "x",
        '<div class="dual">' * 50_000 + '<p class="character">ANN</p><p class="dialogue">Hi.</p>',
        '<div class="dual">' + "<div>A" * 40_000,
    ],
    ids=["closed", "open", "items", "lists", "tables", "paragraphs", "terms", "typed", "dual", "sides"],
)
def test_deep_nesting_is_read_without_recursion(html):
    assert sys.getrecursionlimit() <= 3000
    layer = open_layer(f"<html>INT. MILL - NIGHT<br>Dust.{html}".encode(), "en-0001")
    assert layer.text.startswith("INT. MILL - NIGHT\nDust.")


def test_a_page_of_too_many_tags_is_refused_at_the_first_that_is_too_many(monkeypatch):
    monkeypatch.setattr(html_tokens, "_MOST", 1000)
    with pytest.raises(LinedscriptError) as caught:
        read(START + "<b>" * 1001)
    assert caught.value.code == "too-much-markup" and "1,000 tags" in caught.value.problem


@pytest.mark.parametrize("piece", ["&amp;", "a\n", "a  "])
def test_a_text_in_too_many_pieces_is_refused(monkeypatch, piece):
    monkeypatch.setattr(html_layout, "_MOST", 1000)
    with pytest.raises(LinedscriptError) as caught:
        open_layer(f"<html><p>INT. MILL - NIGHT</p><p>{piece * 1001}".encode(), "en-0001")
    assert caught.value.code == "too-much-markup"


def test_a_long_attribute_list_is_looked_at_to_a_limit():
    assert len(attributes_of(" a=b" * MANY)) == 1
    assert len(attributes_of("".join(f" a{number}=b" for number in range(MANY)))) < 2000


def test_an_unclosed_quote_hides_no_more_than_its_own_tag():
    source = '<p class="a>one</p><p>two</p>'
    assert [source[token.start : token.end] for token in tokens(source, "en-0001") if not token.name] == ["one", "two"]


def test_telling_a_page_takes_no_longer_for_repeated_comments():
    for piece in ("<!--", "<!---->", "<!-- -", "<?xml ", "<!DOCTYPE FinalDraft ", " "):
        assert container_of((piece * MANY).encode()) is None


def test_a_page_with_more_text_than_a_screenplay_has_is_refused_before_its_lines_are_looked_at():
    with pytest.raises(LinedscriptError) as caught:
        read(START + "a\n" * 3_000_000)
    assert caught.value.code == "too-large" and "6,000,0" in caught.value.problem
