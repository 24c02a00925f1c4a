"""Film scripts of other languages: numbered headings, times of day, cues and cuts."""

import pytest
from unit.screenplay.reading import contents, cues, read

from linedscript.screenplay.cues import is_upper, make_cue
from linedscript.screenplay.headings import scene_heading


def headings(text: str) -> list[tuple]:
    found = [scene.heading for scene in read(text).scenes if scene.heading]
    return [(heading.number, heading.interior, heading.place, heading.time) for heading in found]


BODY = "\n\nAna pela manzanas.\n\n                    ANA\n          ¿Qué haces aquí?\n\n"


@pytest.mark.parametrize(
    "number",
    [
        "SEC. 7",
        "SECUENCIA 7.",
        "ESC. 7 -",
        "ESCENA 7",
        "SÉQ. 7",
        "SÉQUENCE 7 :",
        "SEQ 7 /",
        "SCÈNE 7",
        "SCENA 7.",
        "CENA 7 –",
    ]
    + ["BILD 7", "СЦЕНА 7.", "SC 7", "Sec. 7"],
)
def test_a_heading_numbered_in_another_language_begins_a_scene(number):
    text = f"{number} INT. COCINA - NOCHE{BODY}{number.replace('7', '8')} EXT. CALLE - NOCHE{BODY}"
    assert headings(text) == [("7", "int", "COCINA", "NOCHE"), ("8", "ext", "CALLE", "NOCHE")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("مشهد 1 - داخلي - غرفة الجلوس - ليل", ("1", "int", "غرفة الجلوس", "ليل")),
        ("סצנה 1. פנים. מטבח - לילה", ("1", "int", "מטבח", "לילה")),
        ("ΕΣΩΤ. ΚΟΥΖΙΝΑ - ΝΥΧΤΑ", (None, "int", "ΚΟΥΖΙΝΑ", "ΝΥΧΤΑ")),
        ("S#1. 거실 / 밤", ("1", None, "거실", "밤")),
        ("S#1. 거실 (밤)", ("1", None, "거실", "밤")),
        ("씬 1. 거실, 밤", ("1", None, "거실", "밤")),
    ],
)
def test_headings_of_other_writing_are_recognized_without_a_word_of_the_user(first, second):
    assert headings(f"{first}\n\nאאא\n\n{first.replace('1', '2')}\n\nבבב\n")[0] == second


def test_korean_speech_behind_a_gap_has_its_cue():
    text = (
        "S#1. 거실 / 밤\n\n비가 온다. 민수, 앉아 있다.\n\n민수    왔어?\n지영    응.\n민수    (한숨) 늦었네.\n\n"
        "S#2. 거리 / 낮\n\n지영\t(E) 그날이었다.\n행인\t저기요!\n"
    )
    reading = read(text)
    assert [cue.name for cue in cues(reading)] == ["민수", "지영", "민수", "지영", "행인"]
    assert ("parenthetical", "(한숨)") in contents(reading)


@pytest.mark.parametrize(
    "time",
    "JOUR NUIT MATIN SOIR AUBE TAG NACHT ABEND MORGENDÄMMERUNG DÍA NOCHE TARDE AMANECER GIORNO NOTTE SERA NOITE".split()
    + ["MANHÃ", "DIA", "MADRUGADA", "FIN DE JOURNÉE", "DÍA/NOCHE"],
)
def test_a_time_of_day_in_another_language_is_no_part_of_the_place(time):
    heading = scene_heading(f"INT. CASA - {time}")
    assert (heading.place, heading.time) == ("CASA", time)


def test_a_place_and_a_word_that_is_a_time_elsewhere_are_no_heading():
    text = "INT. HOUSE - DAY\n\nSHOW - TAG\n\nThey laugh.\n\nANN\nHi.\n"
    assert len(read(text).scenes) == 1


@pytest.mark.parametrize("extension", ["suite", "SUITE", "Forts.", "SEGUE", "continúa", "계속"])
def test_a_cue_that_goes_on_says_so_in_another_language(extension):
    assert make_cue("MARIE", (extension,)).continued


@pytest.mark.parametrize(
    "cut", ["FONDU AU NOIR", "FONDU AU NOIR.", "SCHNITT:", "SCHNITT AUF:", "CORTE A:", "FUNDIDO A NEGRO", "STACCO SU:"]
)
def test_a_cut_at_the_right_margin_is_a_transition_and_nobodys_cue(cut):
    text = f"INT. COCINA - NOCHE{BODY}INT. SALA - DÍA{BODY}{' ' * 45}{cut}\n\nEXT. CALLE - DÍA{BODY}"
    assert ("transition", cut) in contents(read(text))


def test_capitals_far_right_of_the_cues_with_no_speech_below_are_no_cue():
    text = f"INT. COCINA - NOCHE{BODY}INT. SALA - DÍA{BODY}{' ' * 45}OSTATNIE KADRY\n\nEXT. CALLE - DÍA{BODY}"
    assert [cue.name for cue in cues(read(text))] == ["ANA"] * 3


@pytest.mark.parametrize("name", ["GROßMUTTER", "STRAßE 3", "WEIß"])
def test_a_name_in_capitals_may_have_a_sharp_s(name):
    assert is_upper(name)
    assert [cue.name for cue in cues(read(f"INT. KÜCHE - TAG\n\nRegen.\n\n{name}\nSchön!\n"))] == [name]


@pytest.mark.parametrize("word", ["ß", "Straße", "weiß"])
def test_a_sharp_s_alone_makes_no_capitals(word):
    assert not is_upper(word)


@pytest.mark.parametrize(("extension", "voice"), [("Ｏ.Ｓ.", "off"), ("Ｖ．Ｏ．", "over"), ("ＶＯ", "over")])
def test_full_width_letters_say_how_a_voice_reaches_the_scene(extension, voice):
    assert make_cue("太郎", (extension,)).voice == voice


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INT. KITCHEN. DAY 1. 0900", ("KITCHEN", "DAY", ("1", "0900"))),
        ("EXT. GARDEN. NIGHT 1. 2130", ("GARDEN", "NIGHT", ("1", "2130"))),
        ("INT. KITCHEN - NIGHT - 0345", ("KITCHEN", "NIGHT", ("0345",))),
        ("INT. OFFICE - CONTINUOUS (D1)", ("OFFICE", None, ("CONTINUOUS", "D1"))),
        ("INT. ROOM 0900 - DAY", ("ROOM 0900", "DAY", ())),
        ("INT. ROOM. 0900", ("ROOM. 0900", None, ())),
    ],
)
def test_the_clock_and_the_story_day_behind_a_time_are_modifiers(text, expected):
    heading = scene_heading(text)
    assert (heading.place, heading.time, heading.modifiers) == expected
