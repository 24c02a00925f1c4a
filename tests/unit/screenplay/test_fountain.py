import pytest
from unit.screenplay.reading import contents, cues, elements, kinds, read, removed


def test_an_ellipsis_at_the_start_of_a_line_forces_no_heading():
    text = "EXT. PIER - DUSK\n\nMara lets go...\n\n...and the boat slips away.\n\n..nobody calls.\n"
    assert kinds(text) == ["heading", "action", "action", "action"]


def test_a_forced_heading_keeps_its_dot_out_of_its_text():
    reading = read("She opens the case.\n\n.THE LENS, CLOSER\n\nA crack.\n")
    scene = reading.scenes[1]
    heading = scene.elements[0]
    assert scene.heading.text == "THE LENS, CLOSER"
    assert heading.source == ((21, 40),) and heading.content == (1, 17)


def test_a_scene_number_and_a_note_stay_out_of_the_heading():
    reading = read("EXT. QUAY -- DAY #37B# [[tag green]]\n\nGulls.\n")
    heading = reading.scenes[0].heading
    assert (heading.text, heading.number, heading.place, heading.time) == ("EXT. QUAY -- DAY", "37B", "QUAY", "DAY")
    assert removed(reading) == [("note", "[[tag green]]")]


def test_sections_headings_and_synopses_on_adjacent_lines_are_told_apart():
    text = "# Three\n\nEXT. SALT FLAT\n= They run out of road.\n\nIDA\nThis is it.\n"
    assert elements(text) == [
        ("section", "Three"),
        ("heading", "EXT. SALT FLAT"),
        ("synopsis", "They run out of road."),
        ("cue", "IDA"),
        ("dialogue", "This is it."),
    ]


def test_a_script_without_headings_is_one_scene_with_no_heading():
    reading = read("Rain.\n\nSOMEONE\nLet me in.\n")
    assert [scene.heading for scene in reading.scenes] == [None]


@pytest.mark.parametrize("name", ["AL", "B", "ÉLODIE", "ЖАННА", "GUARD #2", "MR. O'NEIL"])
def test_a_cue_is_capitals_in_any_alphabet_above_a_line_of_speech(name):
    assert elements(f"{name}\nHere.\n") == [("cue", name), ("dialogue", "Here.")]


def test_a_number_is_no_cue():
    assert kinds("23\nNot a name.\n") == ["action"]


def test_forced_cues_take_names_in_any_letters():
    reading = read("@McTavish\nAye.\n\n@小林\n好。\n")
    assert [cue.name for cue in cues(reading)] == ["McTavish", "小林"]


def test_a_cue_keeps_its_extensions_as_written_and_apart_from_the_name():
    reading = read("JOE (V.O.)\nTwo.\n\nJOE (CONT'D)\nThree.\n\nJOE (O.S.) (CONT’D)\nFour.\n\nJOE\nFive.\n")
    assert [(cue.name, cue.extensions, cue.voice, cue.continued) for cue in cues(reading)] == [
        ("JOE", ("V.O.",), "over", False),
        ("JOE", ("CONT'D",), "on", True),
        ("JOE", ("O.S.", "CONT’D"), "off", True),
        ("JOE", (), "on", False),
    ]


def test_two_dual_dialogues_in_a_row_pair_in_order():
    reading = read("ANN\nFire!\n\nBEN ^\nFiring!\n\nANN\nAgain!\n\nBEN ^\nAgain!\n")
    sides = [element.dual for element in reading.scenes[0].elements if element.kind == "cue"]
    assert sides == ["left", "right", "left", "right"]


def test_a_note_with_a_two_space_line_stays_one_note():
    assert elements("[[FIX LATER:\n  \nthe gun is wrong]]\n\nShe aims.\n") == [("action", "She aims.")]


def test_an_open_note_that_meets_a_blank_line_is_text():
    assert kinds("One [[open\n\nTwo closed]]\n") == ["action", "action"]


def test_only_the_paragraph_below_a_cue_is_speech():
    text = "EXT. LIGHTHOUSE - DUSK\n\nA door.\n\nNED\nHello?\n\nNo answer.\n\nHe sits.\n"
    assert kinds(text) == ["heading", "action", "cue", "dialogue", "action", "action"]


def test_two_blanks_on_a_line_carry_speech_over_it():
    assert elements("NED\nOne.\n  \nTwo.\n\nHe sits.\n") == [
        ("cue", "NED"),
        ("dialogue", "One.\n  \nTwo."),
        ("action", "He sits."),
    ]


def test_parentheticals_stay_in_order_and_lose_emphasis_marks():
    assert elements("NED\nStop.\n*(beat)*\nGo on.\n") == [
        ("cue", "NED"),
        ("dialogue", "Stop."),
        ("parenthetical", "(beat)"),
        ("dialogue", "Go on."),
    ]


def test_lyrics_may_be_a_whole_speech():
    assert elements("MOIRA\n~Three grey geese\n\nShe bows.\n") == [
        ("cue", "MOIRA"),
        ("lyric", "Three grey geese"),
        ("action", "She bows."),
    ]


def test_centred_text_needs_its_closing_mark_at_the_end():
    assert elements("> K<EEP OFF\n\n> THE END <\n") == [("transition", "K<EEP OFF"), ("centered", "THE END")]


def test_forced_action_is_never_a_cue_or_a_heading():
    assert elements("!BANG BANG\nTwo shots.\n\n!INT. is not a place here\n") == [
        ("action", "BANG BANG\nTwo shots."),
        ("action", "INT. is not a place here"),
    ]


def test_speech_stays_below_its_cue_where_a_boneyard_line_was_between():
    assert elements("MOM (O. S.)\n/* mark */\nLuke!\n") == [("cue", "MOM"), ("dialogue", "Luke!")]


def test_nothing_inside_a_boneyard_is_read_nested_ones_included():
    reading = read("INT. A - DAY\n\nOne.\n\n/*\nINT. CUT - DAY /* x */\n\nGone.\n*/\n\nTwo.\n")
    assert list(contents(reading)) == [("heading", "INT. A - DAY"), ("action", "One."), ("action", "Two.")]


def test_a_boneyard_mark_without_its_partner_is_text():
    reading = read("INT. A - DAY\n\nA /* b.\n\nC */ d.\n\n*/ e /* f\n")
    assert [reason for reason, _ in removed(reading)] == ["boneyard"]
    assert ("action", "*/ e /* f") in list(contents(reading))


def test_an_inline_note_leaves_one_element_with_two_source_ranges():
    reading = read("INT. A - DAY\n\nThe hull [[rename]]creaks.\n")
    action = reading.scenes[0].elements[1]
    assert reading.scenes[0].text[slice(*action.content)] == "The hull creaks."
    assert action.source == ((14, 23), (33, 41))


def test_the_title_page_with_its_contacts_is_one_removed_region():
    text = "Title: A\nContact:\n    Ann\n    (207) 555-0118\n\nFADE IN:\n\nINT. A - DAY\n\nHi.\n"
    reading = read(text)
    assert removed(reading) == [("title_page", text[: text.index("FADE")])]


def test_title_page_keys_over_a_blank_line_are_still_title_page():
    reading = read("Title: LONG ROAD\n\nCredit: Written by\nAuthor: P. Example\n\nINT. CAR - DAY\n\nDriving.\n")
    assert [reason for reason, _ in removed(reading)] == ["title_page"] and len(reading.scenes) == 1


@pytest.mark.parametrize("first", [".PANEL 1: SUNRISE", "FADE IN:", "NOTE: she is barefoot."])
def test_a_first_line_with_a_colon_opens_no_title_page(first):
    reading = read(f"{first}\n\nINT. A - DAY\n\nHi.\n", format="fountain")
    assert removed(reading) == []


def test_a_phone_number_that_a_character_reads_aloud_stays():
    reading = read("Title: A\nContact: (207) 555-0118\n\nINT. A - DAY\n\nANN\nCall (207) 555-0118.\n")
    assert ("dialogue", "Call (207) 555-0118.") in list(contents(reading))


def test_page_breaks_are_removed():
    assert removed(read("INT. A - DAY\n\nOne.\n\n===\n\nTwo.\n")) == [("page_break", "===\n\n")]


def test_headings_without_int_or_ext_are_read_where_real_scripts_write_them():
    text = "DINING ROOM - DAY\n\nThey sit.\n\nCUT TO:\n\nINTERVIEW CHAIR\n\nANN\nHi.\n\nDINING ROOM\n\nShe leaves.\n"
    assert [kind for kind in kinds(text) if kind == "heading"] == ["heading"] * 3


def test_capitals_alone_are_action():
    assert kinds("INT. A - DAY\n\nBANG\n\nShe ducks.\n") == ["heading", "action", "action"]


def test_names_without_letter_case_are_cues_where_a_parenthetical_follows():
    reading = read(
        "Title：电影\nAuthor：匿名\n\n"
        "INT。 医院-天\n\n约翰（20）进入医院。\n\n约翰\n（丢失）\n这是什么地方？\n\n他站着。\n",
        "zh",
    )
    assert [cue.name for cue in cues(reading)] == ["约翰"]
    assert reading.scenes[0].heading.place == "医院"


def test_chinese_fountain_has_its_title_page_heading_and_forced_cue():
    reading = read("标题: 猫的早晨\n作者: 某人\n\n外景. 小巷 - 清晨\n\n猫在走。\n它停下。\n\n@猫\n早。\n", "zh")
    heading = reading.scenes[0].heading
    assert reading.source.format == "fountain"
    assert (heading.interior, heading.place, heading.time) == ("ext", "小巷", "清晨")
    assert list(contents(reading))[1] == ("action", "猫在走。\n它停下。")


def test_fade_in_before_the_first_heading_opens_its_scene():
    reading = read("FADE IN:\n\nINT. A - DAY\n\nHi.\n\nCUT TO:\n\nINT. B - DAY\n\nHo.\n")
    assert [[element.kind for element in scene.elements] for scene in reading.scenes] == [
        ["transition", "heading", "action", "transition"],
        ["heading", "action"],
    ]


def test_a_section_before_a_heading_belongs_to_the_scene_after_it():
    reading = read("INT. A - DAY\n\nHi.\n\n# ACT TWO\n\n= She goes.\n\nINT. B - DAY\n\nHo.\n")
    assert [element.kind for element in reading.scenes[1].elements][:3] == ["section", "synopsis", "heading"]
