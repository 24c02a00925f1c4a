"""The lined script in a terminal's columns: places, margin, removed regions, dual dialogue, narrow widths."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import look

from linedscript.screenplay.showing.emphasized import emphasis_marks
from linedscript.screenplay.showing.layout import Bit, size, width, wrap
from linedscript.screenplay.showing.terminal import FANCY, PLAIN, Setter, Signs

DUAL = "INT. A - DAY\n\nANN\nWe go.\n\nBEN ^\nWe stay.\n\nThey stay.\n"


def lines(folder: Path, text: str, columns: int = 80, signs: Signs = FANCY, **options) -> list[str]:
    shown = look(folder, text, **options)
    return [
        "".join(bit.text for bit in line).rstrip()
        for line in Setter(shown, columns, signs, emphasis_marks(shown)).script()
    ]


def row(found: list[str], word: str) -> str:
    """The first line of the page that holds a word."""
    return next(line for line in found if word in line and ("│" in line or "|" in line))


def column(line: str, word: str) -> int:
    """Where a word stands behind the margin's bar."""
    return line.split("│ ", 1)[1].index(word)


def test_elements_stand_where_a_script_page_has_them(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\nShe waits.\n\nANN\n(low)\nYes.\n\nCUT TO:\n")
    assert [column(row(found, word), word) for word in ("INT.", "She", "ANN", "(low)", "Yes")] == [0, 0, 22, 16, 11]
    assert row(found, "CUT TO:").endswith(" CUT TO:") and column(row(found, "CUT TO:"), "CUT TO:") == 53


def test_the_margin_names_kind_and_source_line(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\n\nShe waits.\n\nANN\nYes.\n")
    assert row(found, "She").startswith("  4 action   │ ") and row(found, "Yes.").startswith("  7 dialogue │ ")


def test_a_wrapped_line_has_its_number_once(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\n" + "rain " * 40 + "\n")
    assert [line[:3].strip() for line in found if "rain" in line] == ["3", "", "", ""]


def test_a_scene_opens_with_its_id_fields_and_sections(tmp_path: Path):
    found = lines(tmp_path, "# Part Two\n\nINT. MILL - LOFT - NIGHT #12#\n\nGrain.\n")
    at = next(number for number, line in enumerate(found) if "s0001" in line)
    assert found[at].endswith("lines 1-5, 11 words ━━")
    assert found[at + 1].split("   ") == ["", "number 12", "int", "place MILL - LOFT", "sub-place LOFT", "time NIGHT"]
    assert found[at + 2] == "   in Part Two"


def test_a_scene_without_a_heading_says_so(tmp_path: Path):
    assert "   no heading" in lines(tmp_path, "ANN\nYes.\n")


def test_a_removed_region_stands_in_its_place_with_its_reason(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\nRain. [[check the roof]] More rain.\n")
    at = next(number for number, line in enumerate(found) if "Rain." in line)
    assert found[at].endswith("│ Rain.")
    assert found[at + 1] == "  3 removed  │ ✂ note: [[check the roof]]"
    assert found[at + 2].endswith("│ More rain.")


def test_blank_removed_lines_are_told_by_number(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\nRain.\n\n\f\n\nMore.\n")
    assert any("page break" in line for line in found)


def test_a_cue_tells_its_voice_and_that_it_goes_on(tmp_path: Path):
    found = lines(tmp_path, "INT. A - DAY\n\nANN (V.O.)\nYes.\n\nBEN (CONT'D)\nNo.\n")
    assert row(found, "ANN").endswith("ANN (V.O.)  ‹voice over›")
    assert row(found, "BEN").endswith("BEN (CONT'D)  ‹continued›")


def test_dual_dialogue_stands_side_by_side(tmp_path: Path):
    found = lines(tmp_path, DUAL)
    assert "BEN" in row(found, "ANN") and "We stay." in row(found, "We go.")


def test_dual_dialogue_on_a_narrow_terminal_stands_below_each_other(tmp_path: Path):
    found = lines(tmp_path, DUAL, 50)
    assert "BEN" not in row(found, "ANN") and any("right side, at the same time" in line for line in found)


def test_a_contact_detail_is_marked_without_colour(tmp_path: Path):
    text = "INT. A - DAY\n\nANN\nMail ann@example.org now.\n"
    assert "Mail ⟪ann@example.org⟫ now." in row(lines(tmp_path, text), "Mail")
    assert "Mail <<ann@example.org>> now." in row(lines(tmp_path, text, signs=PLAIN), "Mail")


def test_characters_that_would_steer_the_terminal_are_named(tmp_path: Path):
    found = "\n".join(lines(tmp_path, "INT. \u202eA - DAY\n\nHe \u2066says\x85\u200b.\n"))
    assert "‹RLO›" in found and "He ‹LRI›says‹NEL›‹ZWSP›." in found
    assert not any(char in found for char in "\u202e\u2066\x85\u200b")


def test_only_the_asked_scenes_are_set(tmp_path: Path):
    shown = look(tmp_path, "Title: T\n\nINT. A - DAY\n\nOne.\n\nINT. B - DAY\n\nTwo.\n\nINT. C - DAY\n\nThree.\n")
    found = "\n".join("".join(bit.text for bit in line) for line in Setter(shown, 80, FANCY).script(frozenset({2})))
    assert "Two." in found and "One." not in found and "Three." not in found and "Title" not in found


def test_every_character_that_is_not_blank_is_set(tmp_path: Path):
    text = "Title: T\n\n# One\n\nINT. A - DAY\n\n!Loud.\n\nANN (O.S.)\nYes /* no */ yes.\n\n> THE END <\n\n~la la\n"
    found = lines(tmp_path, text)
    letters = "".join("".join(line.split("│ ", 1)[1].split()) for line in found if "│ " in line)
    for note in ("✂titlepage:", "✂boneyard:", "‹voiceoff›"):
        letters = letters.replace(note, "")
    assert letters == "".join(text.split())


@pytest.mark.parametrize("columns", [20, 30, 50, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, columns: int):
    text = DUAL + "\nINT. A VERY LONG PLACE - A SUB-PLACE OF IT - NIGHT\n\n张三走进客厅，看见李四。" + "x" * 200 + "\n"
    shown = look(tmp_path, text)
    assert max(size(line) for line in Setter(shown, columns, FANCY).script()) <= columns


def test_a_wide_character_takes_two_columns_and_an_accent_none():
    assert width("客厅") == 4 and width("e\u0301") == 1 and width("ascii") == 5


def test_a_stop_does_not_open_a_line():
    found = wrap([Bit("一二三四五。六", "")], 10)
    assert ["".join(bit.text for bit in line) for line in found] == ["一二三四", "五。六"]


TEXT = st.text(st.sampled_from("ab  \t一，（e\u0301-"), max_size=80)


@settings(max_examples=200, deadline=None)
@given(parts=st.lists(TEXT, max_size=4), columns=st.integers(4, 30))
def test_wrapping_loses_no_character_but_blanks_and_stays_within_the_columns(parts: list[str], columns: int):
    found = wrap([Bit(text, str(number)) for number, text in enumerate(parts)], columns)
    assert "".join("".join(bit.text for bit in line) for line in found).split() or not "".join(parts).split()
    assert "".join("".join(bit.text.split()) for line in found for bit in line) == "".join("".join(parts).split())
    assert max(size(line) for line in found) <= columns


def test_a_scene_tells_who_is_present_who_is_heard_and_who_leaves(tmp_path: Path):
    text = "INT. A - DAY\n\nANN\nYes.\n\nBEN (V.O.)\nNo.\n\nAnn leaves.\n"
    assert "   present ANN (leaves at line 9)" in lines(tmp_path, text)
    assert "   heard BEN" in lines(tmp_path, text)


def test_numbers_in_both_margins_stay_beside_their_heading(tmp_path: Path):
    text = "          12   INT. A - DAY" + " " * 40 + "12\n\n          Rain.\n"
    found = lines(tmp_path, text, name="a.txt", read_as="plain")
    assert row(found, "INT.").endswith("│ 12  INT. A - DAY  12")
