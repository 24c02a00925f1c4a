"""Plays whose cues no repetition tells: short ones, speakers of one speech, lists of persons, other languages."""

import pytest
from unit.screenplay.reading import contents, cues, read, removed

TOP = "ACT I\n\nSCENE 1. A room.\n\n"
SAID = (("ANN", "Where is it?"), ("BEN", "I don't know."), ("ANN", "Then look."))


def found(text: str) -> list[tuple[str, str]]:
    return list(contents(read(text)))


def pairs(*said: tuple[str, str]) -> list[tuple[str, str]]:
    return [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


@pytest.mark.parametrize(
    "line",
    ["{}. {}\n\n", "{}.\n{}\n\n", "{} - {}\n\n", "{} – {}\n\n", "{}\t{}\n\n", "{}\t{}\n", "{}: {}\n\n", "{}\n{}\n\n"],
)
def test_three_speeches_are_a_play(line):
    assert found(TOP + "".join(line.format(*pair) for pair in SAID))[2:] == pairs(*SAID)


def test_two_who_speak_once_are_a_play_where_one_asks():
    assert found(f"{TOP}ANN. Where is it?\n\nBEN. Gone.\n")[2:] == pairs(("ANN", "Where is it?"), ("BEN", "Gone."))


@pytest.mark.parametrize(
    "body",
    [
        "LONDON. Rain falls.\n\nPARIS. The sun shines.\n",
        "SETTING. A room.\n\nTIME. Evening.\n\nAnn sits.\n",
        "ANN - a widow - sits.\n\nShe waits for long.\n\nBEN - her son - comes.\n\nThey talk.\n\nThey go.\n",
        "PROPS\tA lamp\n\nNOTE\tA hat\n",
    ],
)
def test_places_and_labels_in_capitals_are_action(body):
    assert {kind for kind, _ in found(TOP + body)[2:]} == {"action"}


def test_an_indented_play_with_an_act_in_small_letters_is_read_as_one():
    text = "Act I\n\n" + "".join(f"    {name}. {speech}\n\n" for name, speech in SAID)
    assert found(text) == [("heading", "Act I"), *pairs(*SAID)]


SPEECHES = (("ANN", "One thing."), ("BEN", "Two things."), ("ANN", "Three."), ("CARL", "A letter."), ("BEN", "Four."))


@pytest.mark.parametrize(
    "listed", ["CARL, a porter.", "Carl Jones, a porter.", "CARL - a porter", "Mr. Carl\ta porter"]
)
@pytest.mark.parametrize("line", ["{}. {}\n\n", "{}: {}\n", "{}. {}\n"])
def test_who_is_listed_among_the_persons_speaks_even_once(listed, line):
    text = f"DRAMATIS PERSONAE\n\nANN, a widow.\nBEN, her son.\n{listed}\n\n{TOP}Enter ANN and BEN.\n\n"
    text += "".join(line.format(*pair) for pair in (*SPEECHES, *SPEECHES[:3])) + "\nExeunt.\n"
    reading = read(text)
    assert [reason for reason, _ in removed(reading)] == ["cast_list"]
    assert [cue.name for cue in cues(reading)] == ["ANN", "BEN", "ANN", "CARL", "BEN", "ANN", "BEN", "ANN"]


def test_who_enters_speaks_even_once():
    text = TOP + "".join(f"{name}. {speech}\n" for name, speech in SPEECHES[:3] * 2) + "\nEnter CARL.\n\n"
    text += "".join(f"{name}. {speech}\n" for name, speech in SPEECHES[3:])
    assert [cue.name for cue in cues(read(text))][-2:] == ["CARL", "BEN"]


def test_one_speech_of_a_servant_is_read_where_paragraphs_are_speeches():
    text = TOP + "".join(f"{name}. {speech}\n\n" for name, speech in (*SPEECHES, ("DORA", "Gone."), ("ANN", "Oh.")))
    text += "BLACKOUT. They leave.\n\nBEN. Bye.\n"
    assert [cue.name for cue in cues(read(text))] == ["ANN", "BEN", "ANN", "CARL", "BEN", "DORA", "ANN", "BEN"]


@pytest.mark.parametrize(
    ("text", "headings", "said"),
    [
        (
            "Действие первое\n\nЯвление 1\n\nКомната.\n\nАННА. Где он?\n\nБОРИС. Не знаю.\n\nАННА. Ищи.\n\nЗанавес.\n",
            [("section", "Действие первое"), ("heading", "Явление 1"), ("action", "Комната.")],
            [*pairs(("АННА", "Где он?"), ("БОРИС", "Не знаю."), ("АННА", "Ищи.")), ("action", "Занавес.")],
        ),
        (
            "ДЕЙСТВИЕ I\n\nКартина вторая\n\nАнна. Где он?\n\nБорис. Нет.\n\nАнна. Ищи.\n\nБорис. Да.\n",
            [("section", "ДЕЙСТВИЕ I"), ("heading", "Картина вторая")],
            pairs(("Анна", "Где он?"), ("Борис", "Нет."), ("Анна", "Ищи."), ("Борис", "Да.")),
        ),
        (
            "ACTE I\n\nScène 2\n\nANNE. – Où est-il ?\n\nBENOÎT. – Là.\n\nANNE, bas. – Bien.\n",
            [("section", "ACTE I"), ("heading", "Scène 2")],
            [
                *pairs(("ANNE", "Où est-il ?"), ("BENOÎT", "Là.")),
                ("cue", "ANNE"),
                ("parenthetical", "bas"),
                ("dialogue", "Bien."),
            ],
        ),
        (
            "ACTE PREMIER\n\nSCÈNE PREMIÈRE\n\nANNE.\nOù est-il ?\n\nBENOÎT.\nLà.\n\nANNE.\nBien.\n",
            [("section", "ACTE PREMIER"), ("heading", "SCÈNE PREMIÈRE")],
            pairs(("ANNE", "Où est-il ?"), ("BENOÎT", "Là."), ("ANNE", "Bien.")),
        ),
        (
            "제1막\n\n제1장\n\n거실.\n\n영희: 어디 있어?\n\n철수: 몰라.\n\n영희: 찾아봐.\n\n철수: 응.\n",
            [("section", "제1막"), ("heading", "제1장"), ("action", "거실.")],
            pairs(("영희", "어디 있어?"), ("철수", "몰라."), ("영희", "찾아봐."), ("철수", "응.")),
        ),
        (
            "1. Akt\n\n1. Szene\n\nANNA. Wo ist er?\n\nBERT. Hier.\n\nANNA. Gut.\n",
            [("section", "1. Akt"), ("heading", "1. Szene")],
            pairs(("ANNA", "Wo ist er?"), ("BERT", "Hier."), ("ANNA", "Gut.")),
        ),
        (
            "1. Akt / 2. Szene\n\nANNA: Wo ist er?\n\nBERT: Hier.\n\nANNA: Gut.\n",
            [("heading", "1. Akt / 2. Szene")],
            pairs(("ANNA", "Wo ist er?"), ("BERT", "Hier."), ("ANNA", "Gut.")),
        ),
    ],
)
def test_acts_scenes_and_cues_of_other_languages_are_read(text, headings, said):
    assert found(text) == headings + said


@pytest.mark.parametrize(
    ("body", "number", "place"),
    [
        ("Явление 3. Сад", "3", "Сад"),
        ("Сцена вторая", "вторая", None),
        ("Scène II. – Un jardin", "II", "Un jardin"),
        ("Zweite Szene: Garten", "Zweite", "Garten"),
        ("제2장", "2", None),
        ("ESCENA TERCERA", "TERCERA", None),
    ],
)
def test_a_scene_of_another_language_has_its_number_and_place(body, number, place):
    heading = read(f"{body}\n\nANN: Hi.\n\nBEN: Ho.\n\nANN: Well.\n").scenes[0].heading
    assert (heading.text, heading.number, heading.place) == (body, number, place)


def test_prose_that_begins_with_the_words_opens_no_scene():
    text = "INT. A - DAY\n\nСцена 2 была лучше.\n\nErste Szene der Welt.\n\nANN\nHi.\n"
    assert [kind for kind, _ in found(text)] == ["heading", "action", "action", "cue", "dialogue"]


def test_two_who_speak_together_in_a_play_have_one_cue():
    text = f"{TOP}ANN. Where is it?\n\nBEN. Gone.\n\nANN and BEN. Help!\n\nBEN. Oh.\n"
    assert ("cue", "ANN and BEN") in found(text)


def test_a_list_of_persons_in_korean_is_cut():
    text = "등장인물\n영희\n철수\n\n제1막\n\n영희: 어디 있어?\n\n철수: 몰라.\n\n영희: 응.\n\n철수: 응.\n"
    assert [reason for reason, _ in removed(read(text))] == ["cast_list"]


def test_who_is_listed_speaks_before_a_colon_in_small_letters_too():
    text = f"Characters\n\nAnn, a widow.\nBen, her son.\n\n{TOP}Ann: Where is it?\n\nBen: Gone.\n\nNote: it is dark.\n"
    assert found(text)[2:] == [*pairs(("Ann", "Where is it?"), ("Ben", "Gone.")), ("action", "Note: it is dark.")]
