import pytest

from linedscript.review.notes import note_problem


@pytest.mark.parametrize(
    "note",
    [
        "",
        "short",
        "...............",
        "…………………………",
        "TODO TODO TODO",
        "TODO: look this up",
        "todo, fill in later",
        "xxxxxxxxxxxx",
        "1234567890",
        "explanation",
        "…why, in a sentence…",
        "why, in a sentence that names the evidence",
        "<write your reason here>",
        "啊啊啊啊啊啊啊啊啊啊",
    ],
)
def test_what_holds_the_place_of_a_note_is_none(note):
    assert note_problem(note)


@pytest.mark.parametrize(
    "note",
    [
        "A plural month in the speech of Roz was taken for a character.",
        "Todo is the boatman's name; the line is his.",
        "原文写的是她躲了起来，而不是等待。",
        "同上：她没有说过这句话。",
        "She hides here.",
    ],
)
def test_a_sentence_is_a_note(note):
    assert note_problem(note) == ""
