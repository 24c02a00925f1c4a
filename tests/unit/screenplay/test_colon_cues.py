"""Cues that end in a colon, with the speech on the lines below; and what between speeches is none."""

import pytest
from unit.screenplay.reading import contents, cues, read

from linedscript.screenplay.cues import speakers

TOP = "INT. KITCHEN - DAY\n\nA kettle sings.\n\n"
SAID = (("ANN", "Where is it?"), ("BEN", "I don't know."), ("ANN", "Then look."))


def found(text: str, **options) -> list[tuple[str, str]]:
    return list(contents(read(text, **options)))


def pairs(*said: tuple[str, str]) -> list[tuple[str, str]]:
    return [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


@pytest.mark.parametrize("name", ["fountain", "plain"])
@pytest.mark.parametrize("line", ["{}:\n{}\n\n", "{}:\n{}\n", "{}:\n\n{}\n\n"])
def test_a_name_with_a_colon_above_its_speech_is_a_cue(name, line):
    text = TOP + "".join(line.format(*pair) for pair in SAID)
    assert found(text, format=name)[2:] == pairs(*SAID)


def test_a_script_of_such_cues_without_headings_is_read():
    text = "".join(f"{name}:\n{speech}\n\n" for name, speech in SAID)
    assert found(text) == pairs(*SAID)


@pytest.mark.parametrize("blank", ["\n", ""])
def test_a_name_above_its_speech_is_a_cue_among_names_before_theirs(blank):
    text = TOP + f"ANN: Where is it?\n{blank}BEN:\nI don't know.\n{blank}ANN: Then look.\n{blank}CAROL:\nHere!\n"
    assert found(text)[2:] == pairs(*SAID, ("CAROL", "Here!"))


def test_a_cue_with_a_colon_stands_among_cues_without():
    text = f"Title: X\n\n{TOP}Ben waits.\n\nANN\nWhere is it?\n\nBEN:\nI don't know.\n\nANN\nThen look.\n"
    assert found(text)[3:] == pairs(*SAID)


def test_extensions_and_parentheticals_are_those_of_other_cues():
    text = f"{TOP}ANN (V.O.):\nWhere is it?\n\nBEN:\n(low)\nGone.\n\nANN:\nOh.\n"
    reading = read(text)
    assert [(cue.name, cue.voice) for cue in cues(reading)] == [("ANN", "over"), ("BEN", "on"), ("ANN", "on")]
    assert ("parenthetical", "(low)") in list(contents(reading))


def test_names_in_small_letters_need_to_come_often():
    said = (
        ("Ann", "Where is it?"),
        ("Ben", "Gone."),
        ("Ann", "Look."),
        ("Ben", "No."),
        ("Ann", "Yes."),
        ("Ben", "Oh."),
    )
    text = TOP + "".join(f"{name}:\n{speech}\n\n" for name, speech in said)
    assert found(text)[2:] == pairs(*said)
    assert found(f"{TOP}Mind this:\nNever run.\n\nANN\nHi.\n\nThe rules:\nNever run.\n")[2][0] == "action"


@pytest.mark.parametrize(
    "label",
    [
        "SIGN:\nNo entry.",
        "NOTE:\nThe lamp stays off.",
        "ON THE WALL:\nA map.",
        "SUPER:\n1912",
        "SERIES OF SHOTS:\nA dog.",
    ],
)
def test_a_label_above_what_is_shown_is_action(label):
    assert found(f"{TOP}{label}\n\nANN\nOh.\n\nBEN\nNo.\n")[2:] == [
        ("action", label),
        *pairs(("ANN", "Oh."), ("BEN", "No.")),
    ]


def test_a_name_with_a_colon_and_no_speech_below_is_action():
    assert found(f"{TOP}ANN\nHi.\n\nBEN\nHo.\n\nANN:\n\nINT. HALL - DAY\n\nDark.\n", format="fountain")[6] == (
        "action",
        "ANN:",
    )


@pytest.mark.parametrize("name", ["MARY and JOHN", "MARY & JOHN"])
@pytest.mark.parametrize("line", ["{}: Both!", "{}:\nBoth!"])
def test_two_who_speak_together_are_both_speakers(name, line):
    text = f"{TOP}MARY: No!\n\nJOHN: Yes!\n\n{line.format(name)}\n\nJOHN: Bye.\n\nMARY: Bye.\n"
    reading = read(text)
    assert list(contents(reading))[6:8] == pairs((name, "Both!"))
    assert speakers(cues(reading)[2].name) == ("MARY", "JOHN")


@pytest.mark.parametrize("blank", ["\n", ""])
@pytest.mark.parametrize("line", ["NOTE: the lamp stays off.", "[They kiss.]", "(They leave.)", "SOUND: Bells."])
def test_a_line_between_speeches_that_says_nothing_is_action(blank, line):
    lines = ("ANN: Where is it?", "BEN: Gone.", line, "ANN: Look.", "BEN: No.", "ANN: Oh.")
    text = TOP + f"\n{blank}".join(lines) + "\n"
    assert found(text)[6:8] == [("action", line), ("cue", "ANN")]


def test_a_bracket_within_a_speech_of_a_flat_script_is_a_parenthetical():
    text = f"{TOP}ANN: Where is it?\nBEN: Gone.\n(beat)\nLong ago.\nANN: Look.\nBEN: No.\nANN: Oh.\n"
    assert found(text)[4:8] == [
        ("cue", "BEN"),
        ("dialogue", "Gone."),
        ("parenthetical", "(beat)"),
        ("dialogue", "Long ago."),
    ]


def test_an_author_on_stage_speaks():
    assert found("AUTHOR: Is anybody there?\nBOB: Yes!\n\nINT. HOUSE - DAY\n\nBOB\nWho?\n")[0] == ("cue", "AUTHOR")


INLINE = "Title: X\n\nINT. KITCHEN - DAY\n\nA kettle sings.\n\n"


def spoken(text: str) -> list[tuple[str, str]]:
    return [pair for pair in found(text, format="fountain") if pair[0] not in ("heading", "action")]


def test_fountain_whose_speeches_all_stand_behind_their_names_is_read_so():
    text = INLINE + "ANN: Where is it?\n\nBEN (V.O.): (low) Gone.\nLong ago.\n\nANN: Oh.\n\nBEN: Yes.\n\nCARL: Bye.\n"
    assert spoken(text) == [
        *pairs(("ANN", "Where is it?")),
        ("cue", "BEN"),
        ("parenthetical", "(low)"),
        ("dialogue", "Gone.\nLong ago."),
        *pairs(("ANN", "Oh."), ("BEN", "Yes."), ("CARL", "Bye.")),
    ]


def test_both_forms_with_a_colon_stand_side_by_side_in_fountain():
    text = INLINE + "ANN: Where is it?\nBEN:\nGone.\nANN: Then look.\n\nCAROL:\nHere!\n"
    assert spoken(text) == pairs(("ANN", "Where is it?"), ("BEN", "Gone."), ("ANN", "Then look."), ("CAROL", "Here!"))


def test_a_name_before_a_colon_among_fountains_own_cues_stays_action():
    text = INLINE + "ANN\nHi.\n\nBEN\nHo.\n\nANN: she waits.\n\nBEN: he waits.\n\nANN: she goes.\n\nBEN: he goes.\n"
    assert [kind for kind, _ in found(text, format="fountain")].count("cue") == 2


def test_three_with_a_comma_speak_together():
    text = f"{TOP}MARY, JOHN and PAT: All!\n\nMARY: One.\n\nJOHN: Two.\n"
    assert found(text)[2:4] == pairs(("MARY, JOHN and PAT", "All!"))


def test_a_direction_over_two_lines_in_a_flat_script_is_action():
    text = f"{TOP}ANN: Where?\nBEN: Gone.\n[They kiss\nand part.]\nANN: Look.\nBEN: No.\nANN: Oh.\n"
    assert ("action", "[They kiss\nand part.]") in found(text)
