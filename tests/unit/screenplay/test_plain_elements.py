"""What plain-text scripts hold beyond the usual: dual dialogue, OMITTED, wrapped headings, letters, odd speech."""

import pytest
from unit.screenplay.reading import contents, cues, elements, read

from linedscript.screenplay.formats.plain_headings import plain_heading

ACTION, SPEECH, BRACKET, CUE = (" " * columns for columns in (10, 20, 25, 32))
OPENING = f"{ACTION}INT. DINER - NIGHT\n\n{ACTION}Neon and rain.\n\n"
TALK = f"{CUE}SAL\n{SPEECH}Coffee?\n\n{CUE}ANN\n{SPEECH}No.\n\n"


def after_opening(text: str) -> list[tuple[str, str]]:
    found = [(kind, " ".join(own.split())) for kind, own in elements(OPENING + TALK + text, "plain")]
    return found[6:]


def sides(text: str) -> list[tuple[str, str | None, str]]:
    return [
        (element.kind, element.dual, scene.text[slice(*element.content)])
        for scene in read(text).scenes
        for element in scene.elements
        if element.dual
    ]


def test_speeches_side_by_side_are_left_and_right():
    text = OPENING + (
        f"{ACTION}     SAL                      ANN (O.S.)\n"
        f"{ACTION}More coffee?              No, thanks.\n"
        f"{ACTION}It's fresh.               (standing)\n"
        f"{ACTION}                          I'm fine.\n\n"
    )
    assert sides(text + TALK) == [
        ("cue", "left", "SAL"),
        ("cue", "right", "ANN"),
        ("dialogue", "left", "More coffee?"),
        ("dialogue", "right", "No, thanks."),
        ("dialogue", "left", "It's fresh."),
        ("parenthetical", "right", "(standing)"),
        ("dialogue", "right", "I'm fine."),
    ]


def test_two_names_wide_apart_in_action_are_no_dual_dialogue():
    assert sides(OPENING + TALK + f"{ACTION}SAL          ANN\n\n{ACTION}Two name tags.\n") == []


BOTH = [
    ("cue", "left", "ANN"),
    ("cue", "right", "BOB"),
    ("dialogue", "left", "Hello there."),
    ("parenthetical", "right", "(softly)"),
    ("dialogue", "right", "Who is it?"),
]


@pytest.mark.parametrize("format", ["fountain", "plain"])
@pytest.mark.parametrize(
    "talk",
    [
        "ANN\t\tBOB\nHello there.\t\t(softly)\n\t\tWho is it?",
        "ANN\tBOB\nHello there.\t(softly)\n\tWho is it?",
        "\t\tANN\t\t\tBOB\n\tHello there.\t\t(softly)\n\t\t\t\tWho is it?",
        "ANN                    BOB (O.S.)\nHello there.           (softly)\n                       Who is it?",
        "\tANN                       BOB\n\tHello there.              (softly)\n\t                          Who is it?",
    ],
)
def test_two_cues_on_one_line_apart_by_tabs_or_blanks_are_two_cues(talk, format):
    text = f"INT. DINER - NIGHT\n\nRain falls on the roof.\n\n{talk}\n\nBob leaves.\n"
    found = [
        (element.kind, element.dual, scene.text[slice(*element.content)])
        for scene in read(text, format=format).scenes
        for element in scene.elements
    ]
    assert found[2:-1] == BOTH
    assert found[-1] == ("action", None, "Bob leaves.")


@pytest.mark.parametrize("line", ["ANN\t(V.O.)", "ANN\tCONT'D", "ANN\t12"])
def test_a_tab_behind_a_name_alone_makes_no_second_cue(line):
    assert sides(f"INT. DINER - NIGHT\n\nRain.\n\n{line}\nHello there.\n\nBob leaves.\n") == []


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("2   OMITTED                       2", "2"),
        ("OMITTED   14A", "14A"),
        ("3-5   OMITTED   3-5", "3-5"),
        ("7 thru 9   OMITTED", "7 thru 9"),
        ("OMITTED", None),
    ],
)
def test_an_omitted_scene_keeps_its_number(body, number):
    heading = plain_heading(body)[0]
    assert (heading.number, heading.modifiers, heading.place) == (number, ("OMITTED",), None)


@pytest.mark.parametrize("body", ["(OMITTED)", "OMITTED FROM THE LIST", "Omitted.", "SCENES OMITTED HERE"])
def test_the_word_omitted_alone_makes_no_heading(body):
    assert plain_heading(body) is None


@pytest.mark.parametrize(
    ("body", "number", "place"),
    [
        ("12A  EXT. ROAD - DAY   12A", "12A", "ROAD"),
        ("A12  EXT. ROAD - DAY", "A12", "ROAD"),
        ("12.EXT. ROAD - DAY", "12", "ROAD"),
        ("1. ИНТ. КАФЕ - НОЧЬ", "1", "КАФЕ"),
        ("3. КВАРТИРА. ИНТ. УТРО.", "3", "КВАРТИРА"),
        ("INNEN. BAR - NACHT", None, "BAR"),
        ("S#3. 항구 (밤)", "3", "항구"),
        ("12   ANGLE ON THE DOOR   12", "12", "ANGLE ON THE DOOR"),
    ],
)
def test_numbers_and_words_of_other_languages_open_a_heading(body, number, place):
    heading = plain_heading(body)[0]
    assert (heading.number, heading.place) == (number, place)


@pytest.mark.parametrize(
    "body",
    [
        "Scene stealing is what she does best.",
        "Scene after scene, nothing.",
        "12 men stand at the bar.",
        "ANGLE ON THE DOOR",
        "Interior decorators, all of them.",
        "Actually, no.",
        "Extra chairs.",
        "ОНА. НАТ. ПИШЕТ.",
        "Квартира. Инт. Утро.",
    ],
)
def test_prose_that_begins_like_a_heading_is_none(body):
    assert plain_heading(body) is None


def test_a_heading_that_needs_two_lines_is_one():
    text = f"{ACTION}INT. A VERY LONG NAME OF A PLACE THAT NEEDS TWO LINES -\n{ACTION}NIGHT\n\n{ACTION}Rain.\n\n{TALK}"
    heading = read(text).scenes[0].heading
    assert (heading.place, heading.time) == ("A VERY LONG NAME OF A PLACE THAT NEEDS TWO LINES", "NIGHT")


def test_speech_that_goes_on_behind_a_parenthetical_or_a_blank_line_is_speech():
    brackets = f"{BRACKET}(beat,\n{BRACKET}then again)\n"
    text = f"{CUE}SAL\n{SPEECH}One.\n{brackets}{SPEECH}Two.\n\n{SPEECH}Three.\n\n{ACTION}He goes.\n"
    assert after_opening(text) == [
        ("cue", "SAL"),
        ("dialogue", "One."),
        ("parenthetical", "(beat, then again)"),
        ("dialogue", "Two."),
        ("dialogue", "Three."),
        ("action", "He goes."),
    ]


def test_a_blank_line_between_cue_and_speech_parts_nothing_where_the_columns_tell():
    text = OPENING + "".join(
        f"{CUE}{name}\n\n{SPEECH}{said}\n\n" for name, said in (("SAL", "Coffee?"), ("ANN", "No."))
    )
    assert [kind for kind, _ in elements(text, "plain")][2:] == ["cue", "dialogue", "cue", "dialogue"]


def test_shouted_speech_and_loud_action_are_no_cues():
    assert after_opening(f"{CUE}SAL\n{SPEECH}NEVER\n{SPEECH}AGAIN\n\n{ACTION}A BANG\n{ACTION}and smoke.\n") == [
        ("cue", "SAL"),
        ("dialogue", "NEVER AGAIN"),
        ("action", "A BANG and smoke."),
    ]


def test_a_name_in_small_letters_at_the_column_of_cues_is_a_cue():
    assert after_opening(f"{CUE}McAllister\n{SPEECH}Aye.\n\n{CUE}SAL\n{SPEECH}What?\n")[0] == ("cue", "McAllister")


def test_a_letter_set_in_like_speech_is_action():
    text = f"{ACTION}The letter:\n\n{SPEECH}Dear Ann,\n{SPEECH}come home.\n\n{CUE}ANN\n{SPEECH}No.\n"
    assert after_opening(text)[:2] == [("action", "The letter:"), ("action", "Dear Ann, come home.")]


def test_a_transition_at_the_right_margin_needs_no_colon():
    assert after_opening(f"{' ' * 60}SMASH CUT TO BLACK\n\n{ACTION}Nothing.\n")[0] == (
        "transition",
        "SMASH CUT TO BLACK",
    )


def test_a_tv_script_has_its_acts_as_sections():
    first = f"TEASER\n\nFADE IN:\n\n{OPENING}{TALK}"
    text = f"{first}{' ' * 30}ACT ONE\n\n{ACTION}INT. DINER - DAY\n\n{TALK}{' ' * 28}END OF ACT ONE\n"
    reading = read(text)
    assert len(reading.scenes) == 2
    assert [own for kind, own in contents(reading) if kind == "section"] == ["TEASER", "ACT ONE"]


def test_names_alone_before_colons_are_cues():
    text = "INT. A - DAY\n\nSAL:\nWhy?\n\nANN (O.S.):\nBecause.\n\nSAL:\nI see.\n\nANN (O.S.):\nDo you?\n"
    assert [cue.name for cue in cues(read(text, format="plain"))] == ["SAL", "ANN", "SAL", "ANN"]


def test_names_in_small_letters_before_colons_are_cues_where_they_come_often():
    text = "INT. A - DAY\n\n" + "Sal: Coffee?\n\nAnn: No, thanks.\n\n" * 4 + "Note: the cup is empty.\n"
    found = list(contents(read(text, format="plain")))
    assert [own for kind, own in found if kind == "cue"] == ["Sal", "Ann"] * 4
    assert found[-1] == ("action", "Note: the cup is empty.")


def test_cyrillic_is_read_by_its_capitals():
    text = (
        "          1. ИНТ. КАФЕ - НОЧЬ\n\n          Дождь. НИНА, 50, моет стойку.\n\n"
        "                              НИНА\n                         (тихо)\n                    Ещё кофе?\n\n"
        "                              ИВАН (З.К.)\n                    Нет.\n\n"
        "                                                  ЗТМ.\n\n          2. НАТ. УЛИЦА - ДЕНЬ\n\n"
        "          Пусто.\n\n                    КОНЕЦ\n"
    )
    reading = read(text)
    assert [(scene.heading.interior, scene.heading.place, scene.heading.time) for scene in reading.scenes] == [
        ("int", "КАФЕ", "НОЧЬ"),
        ("ext", "УЛИЦА", "ДЕНЬ"),
    ]
    assert [(cue.name, cue.voice) for cue in cues(reading)] == [("НИНА", "on"), ("ИВАН", "over")]
    assert ("transition", "ЗТМ.") in list(contents(reading))


def test_writing_without_case_is_read_by_its_columns():
    text = (
        "פנים. בית - לילה\n\nגשם.\n\n                    דנה\n          אתה מאחר.\n\n"
        "                    יוסי\n          אני יודע.\n\n                    דנה\n          בוא.\n\n"
        "חוץ. רחוב - יום\n\nריק.\n"
    )
    reading = read(text)
    assert [scene.heading.interior for scene in reading.scenes] == ["int", "ext"]
    assert [cue.name for cue in cues(reading)] == ["דנה", "יוסי", "דנה"]


def test_writing_without_case_is_read_by_its_colons():
    text = (
        "S#1. 항구 (밤)\n\n비가 내린다.\n\n민수: 늦었어.\n\n영희: 알아.\n\n"
        "민수: 가자.\n\n영희: 그래.\n\nS#2. 거리 (낮)\n\n아무도 없다.\n"
    )
    assert [cue.name for cue in cues(read(text, format="plain"))] == ["민수", "영희", "민수", "영희"]
