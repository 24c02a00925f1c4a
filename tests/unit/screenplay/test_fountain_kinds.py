"""Each fault of Fountain readers as a kind: many inputs, English and Chinese, and what must hold for all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.screenplay.reading import contents, cues, elements, kinds, read, removed

from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_cuts import bones, note_pairs, title_fields
from linedscript.screenplay.read import take_apart
from linedscript.screenplay.sections import section_paths

HEADING = "INT. KITCHEN - DAY"
SPEECH = ["dialogue", "parenthetical", "lyric"]


def dual(text: str) -> list[str | None]:
    _, stretches = take_apart(text, FOUNTAIN)
    return [stretch.dual for stretch in stretches if stretch.cue]


def titles(text: str) -> list[tuple[str, str]]:
    return [(field.key, field.value) for field in title_fields(text)]


# Headings


@pytest.mark.parametrize(
    "line", ["...later", "..nobody", "....", "...INT. HOUSE - DAY", ". A dot", ".", ".-", "……然后"]
)
def test_dots_that_force_no_heading_are_action(line):
    assert elements(f"{HEADING}\n\n{line}\n\nHi.\n")[1] == ("action", line)


@pytest.mark.parametrize("name", ["A", "9 LIVES", "Ünter den Linden", "厨房", "КУХНЯ", "snow"])
def test_one_dot_before_a_letter_or_digit_forces_a_heading_without_the_dot(name):
    assert elements(f"Rain.\n\n.{name}\n\nHi.\n")[1] == ("heading", name)


def test_a_decimal_point_in_mid_paragraph_forces_no_heading():
    assert kinds("He draws the\n.45 and fires.\n") == ["action"]


@pytest.mark.parametrize("above", ["", "\n", "\n\n", "\ufeff", "Title: A\n\n", "/* cut */\n", "[[a note]]\n", "===\n"])
def test_a_heading_may_be_the_first_line_whatever_was_cut_out_above_it(above):
    assert kinds(f"{above}{HEADING}\n\nHi.\n".lstrip("\ufeff"))[0] == "heading"


@pytest.mark.parametrize("before", ["# Three", "= They go.", "> CUT TO:", "> THE END <", "CUT TO:"])
def test_a_heading_right_below_an_outline_or_a_transition_is_one(before):
    assert kinds(f"Hi.\n\n{before}\n{HEADING}\n\nRain.\n")[2] == "heading"


@pytest.mark.parametrize("after", ["= They go.", "# Three", "He sits.", "~La la"])
def test_a_heading_right_above_text_is_one(after):
    assert kinds(f"Hi.\n\n{HEADING}\n{after}\n\nRain.\n")[1] == "heading"


def test_a_heading_in_capitals_right_below_action_or_speech_is_one():
    assert kinds(f"He sits.\n{HEADING}\n\nRain.\n") == ["action", "heading", "action"]
    assert kinds(f"ANN\nHi.\n{HEADING}\n\nRain.\n") == ["cue", "dialogue", "heading", "action"]


def test_a_heading_in_mid_paragraph_in_small_letters_or_with_text_below_is_action():
    assert kinds("The sign:\nInt. kitchen - day\n\nRain.\n") == ["action", "action"]
    assert kinds(f"The sign:\n{HEADING}\nfaded.\n") == ["action"]


def test_forced_action_keeps_what_looks_like_a_heading():
    assert kinds(f"!The sign:\n{HEADING}\n\nRain.\n") == ["action", "action"]


@pytest.mark.parametrize("mark", ["*", "**", "***", "_", "_**"])
def test_emphasis_around_a_heading_a_transition_and_a_cue_stays_out_of_their_text(mark):
    close = mark[::-1]
    text = f"{mark}{HEADING}{close} #4#\n\n{mark}ANN{close} (V.O.)\nHi.\n\n{mark}CUT TO:{close}\n\nRain.\n"
    assert elements(text)[:4] == [("heading", HEADING), ("cue", "ANN"), ("dialogue", "Hi."), ("transition", "CUT TO:")]
    scene = read(text).scenes[0]
    assert scene.heading.number == "4" and scene.elements[1].cue.extensions == ("V.O.",)


# Scene numbers


@pytest.mark.parametrize("number", ["1", "1A", "1a", "110A", "I-1-A", "A1-2", "1.", "第3场"])
@pytest.mark.parametrize("heading", [HEADING, ".THE LENS", "外景. 小巷 - 清晨"])
def test_a_scene_number_is_apart_from_the_heading_and_from_a_note_behind(heading, number):
    found = read(f"{heading} #{number}# [[tag]]\n\nHi.\n", format="fountain").scenes[0].heading
    assert (found.text, found.number) == (heading.removeprefix("."), number)


# Cues


@pytest.mark.parametrize(
    "name", ["B", "R2D2", "3CPO", "O'NEIL", "ÉLODIE", "ÅSA-LI", "ЖАННА", "ΜΑΡΙΑ", "GUARD #2", "DR. X"]
)
def test_capitals_of_any_alphabet_above_speech_are_a_cue(name):
    assert elements(f"{name}\nHere.\n") == [("cue", name), ("dialogue", "Here.")]


@pytest.mark.parametrize("line", ["23", "23.", "...", "--", "★", "Joe", "Élodie", "жанна", "ANN:", "100%"])
def test_a_line_without_letters_or_with_small_ones_is_no_cue(line):
    assert kinds(f"{line}\nHere.\n") == ["action"]


@pytest.mark.parametrize("name", ["小林", "ジョン", "محمد", "שרה", "राम"])
def test_names_without_letter_case_are_cues_when_forced_or_repeated(name):
    assert kinds(f"{name}\nHere.\n") == ["action"]
    assert kinds(f"@{name}\nHere.\n") == ["cue", "dialogue"]
    assert kinds(f"{name}\nOne.\n\n{name}\nTwo.\n") == ["cue", "dialogue"] * 2


def test_a_blank_line_below_makes_a_name_action_even_at_the_end():
    assert kinds("BOB\n\nHe waits.\n\nBOB\n") == ["action", "action", "action"]


def test_a_name_with_text_right_above_is_action():
    assert kinds("He sits.\nBOB\nHi.\n") == ["action"]


@pytest.mark.parametrize("indent", ["", "    ", "\t\t", "            ", "\u3000\u3000"])
def test_indentation_changes_no_element(indent):
    text = f"{indent}ANN\n{indent}(low)\n{indent}Hi.\n\n{indent}CUT TO:\n\n{indent}{HEADING}\n\n{indent}Rain.\n"
    assert elements(text) == [
        ("cue", "ANN"),
        ("parenthetical", "(low)"),
        ("dialogue", "Hi."),
        ("transition", "CUT TO:"),
        ("heading", HEADING),
        ("action", "Rain."),
    ]


# Speech


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_change_no_element(end):
    text = f"Title: A\n\n{HEADING}\n\nRain.\n\nANN\nOne.\n  \nTwo.\n\n===\n\n[[a\nb]]\n\n/* c\n\nd */\n\nHe sits.\n"
    assert kinds(text.replace("\n", end)) == ["heading", "action", "cue", "dialogue", "action"]


def test_several_lines_of_two_blanks_carry_a_speech():
    assert kinds("ANN\nOne.\n  \n  \nTwo.\n\nHe sits.\n") == ["cue", "dialogue", "action"]


@pytest.mark.parametrize("blank", ["", " ", "   ", "\t", "    "])
def test_any_other_blank_line_ends_a_speech(blank):
    assert kinds(f"ANN\nOne.\n{blank}\nTwo.\n") == ["cue", "dialogue", "action"]


@pytest.mark.parametrize("line", ["# Act Two", "## Scene", "= She goes.", "!BANG", "> CUT TO:", "> END <"])
def test_a_mark_ends_a_speech_without_a_blank_line(line):
    found = kinds(f"ANN\nHi.\n{line}\n\nRain.\n")
    assert found[:2] == ["cue", "dialogue"] and found[2] not in SPEECH


@pytest.mark.parametrize("line", ["#1 fan here.", "#metoo", "=)", "!", "! I say.", ".45", "@home", ">", "> >", ">>"])
def test_a_sign_that_opens_a_sentence_stays_in_its_speech(line):
    assert kinds(f"ANN\nHi.\n{line}\n") == ["cue", "dialogue"]


@pytest.mark.parametrize("bracket", ["(beat)", "*(beat)*", "_(beat)_", "（低声）", "(beat\nthen low)", "**(beat)**"])
def test_brackets_in_a_speech_are_parentheticals_whatever_emphasis_or_line_end_they_have(bracket):
    own = bracket.strip("*_")
    assert elements(f"ANN\nHi.\n{bracket}\nHo.\n{bracket}\n") == [
        ("cue", "ANN"),
        ("dialogue", "Hi."),
        ("parenthetical", own),
        ("dialogue", "Ho."),
        ("parenthetical", own),
    ]


@pytest.mark.parametrize("line", ["(beat) Hi.", "(open", "( one\ntwo\nthree\nfour\nfive)", "Hi (beat)"])
def test_a_bracket_that_is_not_a_whole_line_is_speech(line):
    assert kinds(f"ANN\n{line}\n") == ["cue", "dialogue"]


def test_a_page_break_inside_a_speech_joins_it_and_a_cue_behind_one_opens_the_next():
    assert elements("ANN\nOne and\n===\ntwo.\n") == [("cue", "ANN"), ("dialogue", "One and\ntwo.")]
    assert kinds("ANN\nOne.\n===\nBOB\nTwo.\n") == ["cue", "dialogue"] * 2
    assert kinds("He sits.\n===\nBOB\nTwo.\n") == ["action", "cue", "dialogue"]


def test_a_speech_that_more_and_continued_tear_apart_is_one():
    assert elements("ANN\nOne and\n(MORE)\n\n===\n\nANN (CONT'D)\ntwo.\n") == [
        ("cue", "ANN"),
        ("dialogue", "One and\ntwo."),
    ]


def test_a_speech_and_its_cue_survive_notes_and_boneyards_between_them():
    assert kinds("ANN\n[[note]]\nHi.\n/* cut */\nHo.\n") == ["cue", "dialogue"]
    assert elements("ANN [[x]]\nHi [[y]]there.\n") == [("cue", "ANN"), ("dialogue", "Hi there.")]


# Dual dialogue


def test_a_right_column_pairs_only_with_the_speech_right_before_it():
    speech = "{}\nHi.\n\n"
    text = "".join(map(speech.format, ["ANN", "BEN ^", "ANN", "BEN^", "CAM", "DAN (V.O.) ^", "EVE ^"]))
    assert dual(text) == ["left", "right", "left", "right", "left", "right", "right"]
    assert dual("ANN\nHi.\n\nHe nods.\n\nBEN ^\nHo.\n") == [None, "right"]


def test_a_caret_before_the_extension_is_dual_dialogue_too():
    reading = read("ANN\nHi.\n\nBEN ^ (V.O.)\nHo.\n")
    assert [(cue.name, cue.extensions) for cue in cues(reading)] == [("ANN", ()), ("BEN", ("V.O.",))]
    assert dual("ANN\nHi.\n\nBEN ^ (V.O.)\nHo.\n") == ["left", "right"]


def test_every_element_of_a_dual_speech_has_its_side():
    elements_ = read("ANN\n(low)\nHi.\n~La\n\nBEN ^\n(high)\nHo.\n").scenes[0].elements
    assert [element.dual for element in elements_] == ["left"] * 4 + ["right"] * 3


# Action, transitions, lyrics, outline


def test_forced_action_is_one_element_a_paragraph_without_its_mark():
    assert elements("!BANG\nTwo shots.\n\n!BOOM\n\nThree.\n") == [
        ("action", "BANG\nTwo shots."),
        ("action", "BOOM"),
        ("action", "Three."),
    ]


def test_inner_indentation_and_blanks_of_action_are_kept():
    assert elements("The card reads:\n\n    Scott\n      Room 4\n") == [
        ("action", "The card reads:"),
        ("action", "Scott\n      Room 4"),
    ]


@pytest.mark.parametrize("mark", ["@", "!", ">", "#", "##", "=", "==", ".", "> <", "><"])
def test_a_mark_with_nothing_behind_is_action(mark):
    assert elements(f"Rain.\n\n{mark}\n\nHi.\n")[1] == ("action", mark)


@pytest.mark.parametrize("line", ["CUT TO:", "SMASH CUT TO:", "FADE OUT.", "FADE TO BLACK.", "DISSOLVE TO:", "切至："])
def test_capitals_that_end_in_to_alone_are_a_transition(line):
    assert kinds(f"Rain.\n\n{line}\n\nHi.\n")[1] == "transition"
    assert kinds(f"Rain.\n\n{line}\nHi.\n")[1:] == ["action"]


@pytest.mark.parametrize("blanks", [" ", "  ", "\t"])
def test_blanks_behind_to_make_a_transition_action(blanks):
    assert kinds(f"Rain.\n\nCUT TO:{blanks}\n\nHi.\n") == ["action"] * 3


@pytest.mark.parametrize(("line", "own"), [("> K<EEP", "K<EEP"), ("> fade", "fade"), (">CUT:", "CUT:"), ("> <A", "<A")])
def test_a_line_that_opens_with_a_mark_and_does_not_close_is_a_transition(line, own):
    assert elements(f"{line}\n") == [("transition", own)]


def test_lyrics_stand_alone_in_a_speech_and_line_by_line():
    assert kinds("~La\n\nANN\n~La\n~Lo\nHi.\n~Li\n\nRain.\n") == [
        *("lyric", "cue", "lyric", "lyric", "dialogue", "lyric", "action")
    ]


def test_sections_keep_their_levels_and_synopses_their_place():
    text = "# One\n## Two\n= It goes.\n###Three\n\n" + HEADING + "\n\nRain.\n\n## Four\n\nEXT. B - DAY\n\nHi.\n"
    assert kinds(text)[:4] == ["section", "section", "synopsis", "section"]
    assert section_paths(read(text).scenes) == [("One", "Two", "Three"), ("One", "Four")]


@pytest.mark.parametrize("line", ["===", "====", "   ===  ", "==========", "\t==="])
def test_three_equal_signs_or_more_are_a_page_break_and_two_a_synopsis_mark(line):
    assert [reason for reason, _ in removed(read(f"{HEADING}\n\nA.\n\n{line}\n\nB.\n", format="fountain"))] == [
        "page_break"
    ]
    assert kinds("== x\n") == ["synopsis"]


# Notes and boneyards


@pytest.mark.parametrize("inside", ["a", "A\nB", "A:\n  \nb", "a\n  \n  \nb", "INT. X - DAY\nJOE", "a ] b"])
def test_a_note_is_never_read_as_story(inside):
    assert kinds(f"Rain.\n\n[[{inside}]]\n\nHi.\n") == ["action", "action"]


@pytest.mark.parametrize("blank", ["", " ", "\t"])
def test_a_blank_line_breaks_a_note_off(blank):
    text = f"One [[open\n{blank}\nclosed]] two.\n"
    assert kinds(text) == ["action", "action"]
    assert note_pairs(text) == ((), (4, text.index("]]")), ())


@pytest.mark.parametrize("text", ["a [[b", "a [[b\n\n[[c", "]] a", "[[a]] b]]", "[[", "]]"])
def test_a_note_mark_without_its_partner_is_reported_and_stays(text):
    found = note_pairs(text)
    kept, _ = take_apart(text, FOUNTAIN)
    assert found.single and all(kept.source[at] in "[]" for at in found.single)


def test_boneyards_reach_over_paragraphs_and_nest():
    text = "A.\n\n/* INT. B - DAY\n\nJOE\nHi. /* x */\n\n# C\n*/\n\nD.\n"
    assert elements(text) == [("action", "A."), ("action", "D.")]
    assert bones(text).nested == (text.index("/* x"),)


@pytest.mark.parametrize(("text", "left"), [("A.\n\n/* b\n\nC.\n", 3), ("A. */\n\nB.\n", 2), ("/* a /* b */ c\n", 1)])
def test_a_boneyard_mark_without_its_partner_is_text(text, left):
    assert len(elements(text)) == left and len(bones(text).single) == 1


@given(st.lists(st.sampled_from(["[[", "]]", "/*", "*/", "\n", "\n\n", "\n  \n", "a", " ", "\r\n"]), max_size=30))
def test_pairs_are_disjoint_in_order_and_no_mark_is_counted_twice(parts):
    text = "".join(parts)
    for found in (bones(text), note_pairs(text)):
        edges = [at for pair in found.whole for at in pair]
        assert edges == sorted(edges)
        assert list(found.single) == sorted(set(found.single))
        assert not any(low <= at < high for at in found.single for low, high in found.whole)


# Title page


def test_title_page_values_may_have_several_lines_in_either_language():
    assert titles("Title:\n    **A**\n\tB\nAuthor: Ann\nContact:\n   e-mail: a@example.com\n\nINT. X\n") == [
        ("Title", "**A**\nB"),
        ("Author", "Ann"),
        ("Contact", "e-mail: a@example.com"),
    ]
    assert titles("标题：雪\n作者: 某人\n联系方式：\n    某街\n\n内景. 屋 - 夜\n") == [
        ("标题", "雪"),
        ("作者", "某人"),
        ("联系方式", "某街"),
    ]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "FADE IN:\n\nHi.\n", "INT: X\n\n", ".A: B\n", "NOTE: x\n", "JOE: hi\n\nTitle: A\n"]
)
def test_a_text_that_opens_with_no_known_key_has_no_title_page(text):
    assert titles(text) == []


def test_a_value_at_the_margin_below_its_key_is_title_page():
    reading = read("Title: A\nContact:\nAnn\n12 Mill Street\n\nINT. X - DAY\n\nHi.\n")
    assert [reason for reason, _ in removed(reading)] == ["title_page"] and len(reading.scenes) == 1


def test_a_title_page_ends_where_a_line_is_no_part_of_it():
    text = "Title: A\nAuthor: Ann\nRain falls.\nStill: falling.\n"
    assert titles(text) == [("Title", "A"), ("Author", "Ann")]
    assert elements(text) == [("action", "Rain falls.\nStill: falling.")]


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n   \n"])
def test_blank_lines_between_known_keys_are_title_page(gap):
    assert len(titles(f"Title: A\n{gap}Author: B\n{gap}Contact: C\n\nINT. X - DAY\n")) == 3


def test_a_paragraph_with_an_unknown_key_after_a_blank_line_is_story():
    assert titles("Title: A\n\nWarning: wet floor\n\nINT. X - DAY\n") == [("Title", "A")]


@pytest.mark.parametrize("mark", ["THE END", "The End.", "FIN.", "КОНЕЦ", "КОНЕЦ ФИЛЬМА", "**THE END**"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n\r\n"])
def test_a_mark_of_the_end_on_the_last_line_is_no_story(mark, end):
    reading = read(f"INT. A - DAY\n\nANN\nHi.\n\n{mark}{end}", format="fountain")
    assert [reason for reason, _ in removed(reading)] == ["end_mark"]
    assert list(contents(reading))[-1] == ("dialogue", "Hi.")


@pytest.mark.parametrize(
    "tail",
    ["ANN\nTHE END\n", "THE END\n\nANN\nIs it?\n", "THE END\nof the road.\n", "> THE END <\n", "Near\nTHE END\n"],
)
def test_such_words_elsewhere_are_story(tail):
    assert removed(read(f"INT. A - DAY\n\nANN\nHi.\n\n{tail}")) == []


@pytest.mark.parametrize("mark", ["ЗТМ.", "ИЗ ЗТМ.", "СКЛЕЙКА.", "ЗАТЕМНЕНИЕ."])
@pytest.mark.parametrize("name", ["fountain", "plain"])
def test_transitions_in_cyrillic_are_transitions(mark, name):
    assert ("transition", mark) in elements(f"ИНТ. А - ДЕНЬ\n\nАННА\nДа.\n\n{mark}\n\nНАТ. Б - НОЧЬ\n\nТьма.\n", name)


@pytest.mark.parametrize(
    "page",
    [
        "The Long Weekend\nby Paula Ortega",
        "THE LONG WEEKEND\n\nBY PAULA ORTEGA",
        "THE LONG WEEKEND\n\nWritten by\n\nPaula Ortega",
        "The Long Weekend\n\nAn Original Screenplay by Paula Ortega",
    ],
)
@pytest.mark.parametrize("opening", ["INT. DINER - DAY", "FADE IN:\n\nINT. DINER - DAY"])
def test_a_title_with_a_by_line_and_no_keys_is_a_title_page(page, opening):
    reading = read(f"{page}\n\n{opening}\n\nRain.\n\nANN\nHi.\n")
    assert [reason for reason, _ in removed(reading)] == ["title_page"]
    assert len(reading.scenes) == 1


@pytest.mark.parametrize(
    "page",
    [
        "THE LONG WEEKEND",
        "BY THE RIVER",
        "A man sits.\n\nBy Ann's bed a lamp burns.",
        "Rain.\n\nby morning it ends",
        "Night falls.\n\nANN\nby Jove!",
    ],
)
def test_a_line_above_the_first_heading_without_a_by_line_is_story(page):
    assert removed(read(f"{page}\n\nINT. DINER - DAY\n\nRain.\n\nANN\nHi.\n")) == []
