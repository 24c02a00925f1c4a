"""Inputs from public bug reports that break Fountain parsers, with the right result of each."""

import json
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, cues, elements, kinds, read, removed

from linedscript.errors import LinedscriptError
from linedscript.screenplay.cues import speaker
from linedscript.screenplay.emphasis import emphasis
from linedscript.screenplay.sections import section_paths

CASES = Path(__file__).parents[4] / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.exists(), reason="needs ../shared/data")


def case(name: str) -> str:
    rows = map(json.loads, CASES.read_text("utf-8").splitlines())
    return next(row["input"] for row in rows if row["id"] == name)


def own(text: str) -> list[str]:
    return [words for _, words in elements(text)]


def sides(text: str) -> list[tuple[str, str | None]]:
    return [(element.cue.name, element.dual) for element in read(text).scenes[0].elements if element.cue]


def test_b01_an_ellipsis_forces_no_heading():
    reading = read(case("B01"))
    assert len(reading.scenes) == 1 and reading.scenes[0].heading.text == "EXT. PIER - DUSK"
    assert kinds(case("B01")) == ["heading", "action", "action", "action"]
    assert [text[:2] for text in own(case("B01"))[2:]] == ["..", ".."]


def test_b03_the_forcing_dot_is_in_the_source_span_and_not_in_the_text():
    heading = read(case("B03")).scenes[1].elements[0]
    assert read(case("B03")).scenes[1].heading.text == "THE LENS, CLOSER"
    assert heading.source[0][0] == 21 and heading.content[0] - heading.start == 1


def test_b05_a_heading_between_section_and_synopsis_is_no_cue():
    assert kinds(case("B05")) == ["section", "heading", "synopsis", "cue", "dialogue"]
    assert [cue.name for cue in cues(read(case("B05")))] == ["IDA"]


def test_b07_heading_number_and_note_lie_apart():
    reading = read(case("B07"))
    heading = reading.scenes[0].heading
    assert (heading.text, heading.number) == ("EXT. QUAY -- DAY", "37B")
    assert removed(reading) == [("note", "[[tag green]]")]


def test_b09_a_script_without_headings_is_one_scene():
    assert kinds(case("B09")) == ["action", "cue", "dialogue"]
    assert [scene.heading for scene in read(case("B09")).scenes] == [None]


def test_b13_a_heading_may_be_the_first_line():
    assert read(case("B13")).scenes[0].elements[0].source[0][0] == 0


def test_b17_short_names_are_cues_and_a_number_is_none():
    assert [cue.name for cue in cues(read(case("B17")))] == ["AL", "B"]
    assert kinds(case("B17"))[-1] == "action"


def test_b19_forced_cues_and_capitals_of_any_alphabet_are_cues():
    assert [cue.name for cue in cues(read(case("B19")))] == ["McTavish", "ÉLODIE", "ЖАННА", "小林"]
    assert kinds(case("B19")) == ["cue", "dialogue"] * 4


def test_b21_extensions_make_no_second_speaker():
    found = cues(read(case("B21")))
    assert {speaker(cue.name) for cue in found} == {"joe"} and {cue.name for cue in found} == {"JOE"}
    assert [cue.extensions for cue in found] == [(), ("V.O.",), ("CONT'D",), ("V.O.", "CONT’D")]


def test_b23_each_right_column_pairs_with_the_left_one_right_before_it():
    assert [side for _, side in sides(case("B23"))] == ["left", "right"] * 2


def test_b25_a_two_space_line_keeps_a_note_open():
    assert kinds(case("B25")) == ["action"]
    assert [reason for reason, _ in removed(read("INT. A - DAY\n\n" + case("B25")))] == ["note"]


def test_b27_only_the_paragraph_of_a_cue_is_speech():
    assert kinds(case("B27")) == ["heading", "action", "cue", "dialogue", "action", "action"]


def test_b29_parentheticals_stay_where_they_stand():
    assert kinds(case("B29")) == ["cue", *["dialogue", "parenthetical"] * 2, "dialogue"]


def test_b31_an_emphasized_parenthetical_is_one():
    assert elements(case("B31"))[1:] == [("parenthetical", "(softly)"), ("dialogue", "It was me.")]
    assert [span.style for span in emphasis("*(softly)*").spans] == ["italic"]


def test_b33_a_speech_spans_all_its_lines():
    speech = read(case("B33")).scenes[0].elements[1]
    assert case("B33")[slice(*speech.source[0])].rstrip() == own(case("B33"))[1]
    assert own(case("B33"))[1].count("\n") == 2


def test_b37_a_speech_may_be_lyrics_alone():
    assert kinds(case("B37")) == ["cue", "lyric", "action"]


def test_b39_blank_lines_inside_a_title_page_are_part_of_it():
    reading = read(case("B39"))
    assert [reason for reason, _ in removed(reading)] == ["title_page"] and len(reading.scenes) == 1
    assert kinds("") == []
    with pytest.raises(LinedscriptError, match="empty-file"):
        read("")


def test_b41_a_colon_on_the_first_line_makes_no_title_page():
    reading = read(case("B41"), format="fountain")
    assert removed(reading) == [] and reading.scenes[0].heading.text == "PANEL 1: SUNRISE"
    assert kinds(case("B41")) == ["heading", "action", "action"]
    assert kinds("FADE IN:") == ["transition"]


def test_b43_centred_text_needs_both_marks_and_a_boneyard_leaves_nothing():
    assert [kind for kind, _ in elements(case("B43"))] == ["transition", "centered", "action", "action"]
    assert own(case("B43"))[1:] == ["THE END", "One.", "Two."]


def test_b45_sections_and_synopses_need_no_blank_lines_between():
    reading = read(case("B45"))
    assert kinds(case("B45")) == ["section", "section", "synopsis", "heading", "action"]
    assert section_paths(reading.scenes) == [("Part Two", "The Mill")]


def test_b47_forced_action_loses_its_mark():
    assert kinds(case("B47")) == ["action", "action"]
    assert [text for _, text in contents(read(case("B47") + "\nANN\nHi.\n"))][0].startswith("BANG")
