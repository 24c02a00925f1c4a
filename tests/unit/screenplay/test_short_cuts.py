"""What the reader passes over for speed holds nothing: each short cut against the long way."""

import re

from hypothesis import example, given
from hypothesis import strategies as st
from unit.screenplay.reading import read

from linedscript.contacts import _likely, patterns
from linedscript.screenplay.formats.fountain import Parser
from linedscript.screenplay.formats.fountain_lines import PROSE
from linedscript.screenplay.headings import _FIRSTS, SLUG
from linedscript.screenplay.lines import LazyLines, line_columns, split_lines

BLANKS = ["\n", "\n\n", "\r\n", "\r", " ", "\t", "\f", "\u3000", "\u2028"]
TEXTS = st.lists(st.sampled_from(["INT. A - DAY", "JOE", "Ann waits.", *BLANKS])).map("".join)
WORDS = [
    "He",
    "walks",
    "I",
    "A",
    "in",
    "Int",
    "INT",
    "EXT",
    "E",
    "est",
    "it's",
    "TO:",
    "v.o.",
    "(V.O.)",
    "#4#",
    "-",
    ".",
]
BODIES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda blank: blank.join(words))
)
PIECES = st.sampled_from(
    "1 22 555 0142 1987 00 + ( ) - . , : / @ at dot [at] com org info joe www. http:// one two tel Phone call".split()
    + [" ", "      ", "\n", "that "]
)
NUMBERS = st.sampled_from("zero oh one TWO three Four five six seven eight nine".split())
CONTACTS = st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "-"])).map("".join), max_size=14).map("".join)


@given(TEXTS)
def test_lines_put_together_are_the_text(text):
    assert "".join(text[line.start : line.stop] for line in split_lines(text)) == text
    assert [line.raw for line in split_lines(text)] == [text[line.start : line.end] for line in split_lines(text)]


@given(TEXTS)
def test_lines_made_when_they_are_asked_for_are_the_lines(text):
    lines = LazyLines(line_columns(text))
    assert tuple(lines) == split_lines(text) and tuple(lines[1:]) == split_lines(text)[1:]


@given(BODIES)
@example("A v.o.")
@example("Int. hut")
@example("I / E. hut")
def test_a_line_that_is_prose_by_its_first_word_is_no_heading_transition_or_cue(body):
    parser = Parser(f"\n{body}\n\n{body}\nHi.\n")
    if PROSE.match(body):
        assert not any(parser.is_heading(at, body) or parser.is_strict_heading(at, body) for at in (1, 3))
        assert not any(parser.is_transition(at, body) or parser.is_cue(at, body) for at in (1, 3))


def test_no_other_letter_begins_a_slugline():
    word = re.compile("[IEИІЭЕНВ]", re.IGNORECASE)
    assert {chr(code) for code in range(0x110000) if word.match(chr(code))} == _FIRSTS
    assert all(SLUG.match(f"{letter}. HUT") is None for letter in "AXSNSОФ")


@given(CONTACTS)
def test_a_text_that_is_passed_over_has_no_contact_detail(text):
    if not _likely().search(text):
        kinds = ("e-mail", "web-address", "phone")
        assert not any(pattern.search(text) for kind, pattern in patterns() if kind in kinds)


@given(st.lists(NUMBERS, min_size=7, max_size=9), st.sampled_from([" ", "-", ", ", " — "]))
def test_a_phone_number_in_words_is_marked(words, between):
    reading = read(f"JOE\nCall {between.join(words)}. Ask for Ann.")
    assert [bool(element.contacts) for element in reading.scenes[0].elements] == [False, True]


def test_a_year_and_a_room_are_no_contact_details_and_a_number_beside_them_is():
    reading = read("INT. A - DAY\n\nIn 1987 he has room 412.\n\nJOE\nIn 1987 it was 555-0142.\n")
    elements = reading.scenes[0].elements
    assert [bool(element.contacts) for element in elements] == [False, False, False, True]
