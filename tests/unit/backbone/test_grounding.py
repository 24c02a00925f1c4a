"""A quote is found where it stands, and evidence is the source's own text."""

import pytest
from factories import scene
from hypothesis import given
from hypothesis import strategies as st

from linedscript.backbone.grounding import ground, ground_alike, ground_all, source_ranges, span_evidence
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.engines.places import occurrence, places, preferred
from linedscript.io.files import sha256_text
from linedscript.records.scene import Segment


def text_of(found, evidence):
    return found.text[evidence.start : evidence.end]


def test_an_exact_quote_is_grounded_with_the_hash_of_its_text():
    one = scene()
    evidence = ground(one, "Ann waits.")
    assert (evidence.grounding, evidence.sha256) == ("exact", sha256_text("Ann waits."))
    assert text_of(one, evidence) == "Ann waits."


def test_a_quote_that_is_not_in_the_scene_is_not_grounded():
    assert ground(scene(), "Ann leaves.") is None
    assert ground(scene(), "  ") is None


@pytest.mark.parametrize(
    ("text", "quote", "stored"),
    [
        ("INT. A - DAY\n\nShe said “go — now”.\n", 'said "go - now"', "said “go — now”"),
        ("INT. A - DAY\n\nThe fog\r\n  hums on.\n", "fog hums", "fog\r\n  hums"),
        ("INT. A - DAY\n\nThe *Maude* sails.\n", "The Maude sails", "The *Maude* sails"),
        ("第一场\n\n他说：“你来了？”\n", '他说:"你来了?"', "他说：“你来了？”"),
        ("第一场\n\n天下着\n大雪。\n", "天下着大雪", "天下着\n大雪"),
    ],
)
def test_a_normalized_quote_is_stored_as_the_source_has_it(text, quote, stored):
    one = scene(text)
    evidence = ground(one, quote)
    assert (text_of(one, evidence), evidence.grounding) == (stored, "normalized")


def test_a_quote_does_not_stop_inside_a_longer_word():
    one = scene("INT. A - DAY\n\nPellew is wide. Pell is here.\n")
    assert text_of(one, ground(one, "Pell")) == "Pell"
    assert ground(one, "Pell").start == one.text.index("Pell is")
    assert len(ground_all(one, "Pell")) == 1


def test_a_quote_inside_a_word_counts_only_where_it_stands_nowhere_else():
    one = scene("INT. A - DAY\n\nShe gives it.\n")
    assert text_of(one, ground(one, "give")) == "give"


def test_chinese_names_are_found_without_blanks_around_them():
    one = scene("第一场\n\n林晚走进来，看见林晚秋。\n")
    assert len(ground_all(one, "林晚")) == 2


def test_the_second_occurrence_is_the_second_place():
    one = scene("INT. A - DAY\n\nHe waits. He waits.\n")
    assert ground(one, "He waits.", 2).start > ground(one, "He waits.", 1).start
    assert ground(one, "He waits.", 3) is None


def test_a_span_over_removed_furniture_has_two_source_ranges():
    one = scene(segments=(Segment(start=0, source=100, length=10), Segment(start=10, source=150, length=19)))
    assert source_ranges(one, 5, 15) == ((105, 110), (150, 155))


def test_neighbouring_segments_give_one_source_range():
    one = scene(segments=(Segment(start=0, source=100, length=10), Segment(start=10, source=110, length=19)))
    assert source_ranges(one, 5, 15) == ((105, 115),)


def test_a_span_outside_the_scene_is_refused():
    with pytest.raises(ValueError, match="no span"):
        span_evidence(scene(), 5, 4000)


def test_quotes_of_an_element_are_looked_up_in_it_alone():
    one = scene("INT. OFFICE - DAY\n\nThe OFFICE is dark.\n")
    (evidence,) = ground_quotes(one, (Quote(text="OFFICE", element=1),), 0.9)
    assert evidence.start == one.text.index("OFFICE is")


def test_one_ungrounded_quote_refuses_them_all():
    assert ground_quotes(scene(), (Quote(text="Ann waits."), Quote(text="Bob waits.")), 0.9) == "Bob waits."


def test_an_element_number_beyond_the_scene_is_not_grounded():
    assert ground_quotes(scene(), (Quote(text="Ann", element=9),), 0.9) == "Ann"


@given(st.text("ab A.中\n*", min_size=3, max_size=40), st.data())
def test_whatever_stands_in_the_scene_is_grounded_to_itself(body, data):
    one = scene("INT. A - DAY\n\n" + body)
    low = data.draw(st.integers(0, len(one.text) - 1))
    high = data.draw(st.integers(low + 1, len(one.text)))
    quote = one.text[low:high].strip()
    if quote:
        evidence = ground(one, quote)
        assert evidence is not None
        if evidence.grounding == "exact":
            assert text_of(one, evidence) == quote


@given(st.text("ab ", min_size=1, max_size=20), st.text("ab", min_size=1, max_size=2))
def test_the_occurrence_number_leads_back_to_its_place(text, quote):
    found = preferred(text, places(text, quote))
    for number, (start, _) in enumerate(found, 1):
        assert occurrence(text, start, quote) == number


@pytest.mark.parametrize(
    ("quote", "least", "found"),
    [
        ("She walks slowly to the cold window", 0.9, "She walks slow to the cold window"),
        ("and looks out at the rain, silent", 0.9, "and looks out at the rain, silently"),
        ("She walks slowly to the cold window", 1, None),
        ("He runs across the wet yard to the gate", 0.9, None),
        ("rains out", 0.7, None),
    ],
    ids=["another form", "a word's end is not cut", "switched off", "said otherwise", "too short to tell"],
)
def test_a_quote_that_is_nearly_in_its_scene_is_grounded_where_it_is_most_alike(quote, least, found):
    found_in = scene("She walks slow to the cold window and looks out at the rain, silently.\n")
    evidence = ground_alike(found_in, quote, least)
    assert (found_in.text[evidence.start : evidence.end] if evidence else None) == found
    assert evidence is None or evidence.grounding == "fuzzy"


def test_a_likeness_is_looked_for_within_the_element_that_a_reply_names():
    found_in = scene("She waits by the tall gate.\nShe waits by the old gate.\n")
    evidence = ground_alike(found_in, "She waited by the old gate", 0.8, (0, 27))
    assert (evidence.start, evidence.end) == (0, 26)


JOSE = ("Jos\u00e9", "Jose\u0301")


@pytest.mark.parametrize("written", JOSE)
@pytest.mark.parametrize("quoted", JOSE)
def test_an_accent_is_found_whether_it_is_of_its_letter_or_apart(written, quoted):
    one = scene(f"INT. A - DAY\n\n{written} waits, and {written}.\n")
    evidence = ground(one, quoted, 2)
    assert text_of(one, evidence) == written and evidence.end == len(one.text.rstrip()) - 1
    assert text_of(one, ground_alike(one, f"waits and {quoted}", 0.8)).endswith(f"and {written}")


@pytest.mark.parametrize("written", JOSE)
def test_a_letter_is_not_the_accented_one(written):
    one = scene(f"INT. A - DAY\n\n{written} waits. Jose waits.\n")
    assert ground(one, "Jose").start == one.text.rindex("Jose") and ground(one, "JOSE").start == one.text.rindex("Jose")


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u202e", "\ufeff", "\u2060"])
def test_what_shows_nothing_parts_no_word(unseen):
    one = scene(f"INT. A - DAY\n\nAnn w{unseen}aits{unseen} here.\n")
    evidence = ground(one, "waits here")
    assert text_of(one, evidence) == f"w{unseen}aits{unseen} here" and evidence.sha256 == sha256_text(
        text_of(one, evidence)
    )
    assert text_of(one, ground(one, f"Ann{unseen} waits")) == f"Ann w{unseen}aits"
