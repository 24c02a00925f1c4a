"""``SCENE ONE`` and ``SCENE A`` on lines of their own; ``OMITTED`` in Fountain."""

import pytest
from unit.screenplay.reading import read

TITLE = "Title: The Tin Ferry\nCredit: written by\nAuthor: R. Oake\n\n"
TALK = "A jetty before dawn. NELL coils a rope.\n\nNELL\nYou said six.\n\nOTTO\nI said about six.\n\n"
SLUG = "INT. BOATHOUSE - NIGHT\n\nRain on the tin roof.\n\nNELL\nAbout is not a time.\n\n"


def headings(text, format="fountain"):
    scenes = read(text, format=format).scenes
    return [scene.heading and (scene.heading.text, scene.heading.number) for scene in scenes]


@pytest.mark.parametrize("words", [("ONE", "TWO"), ("1", "2"), ("I", "II"), ("A", "B")])
@pytest.mark.parametrize("word", ["SCENE", "Scene"])
def test_numbered_scenes_below_a_fountain_title_page_are_scenes(word, words):
    text = TITLE + "".join(f"{word} {number}\n\n{TALK}" for number in words)
    assert headings(text, None) == [(f"{word} {number}", number) for number in words]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("SCENE ONE - THE JETTY", "SCENE TWO - THE CABIN"), "THE JETTY"),
        (("SCENE 1. The jetty.", "SCENE 2. The cabin."), "The jetty"),
        (("ACT ONE, SCENE 1", "ACT ONE, SCENE 2"), None),
    ],
)
def test_such_scenes_may_say_where_they_play(lines, place):
    scenes = read(TITLE + "".join(f"{line}\n\n{TALK}" for line in lines), format="fountain").scenes
    assert [scene.heading.text for scene in scenes] == list(lines) and scenes[0].heading.place == place


@pytest.mark.parametrize(
    "line", ["SCENE ONE", "Scene 4, he says, is the hard one.", "SCENE ONE is missing from the reel."]
)
def test_a_sentence_about_a_scene_makes_none(line):
    assert headings(f"{TITLE}{TALK}{line}\n\n{TALK}{line}!\n\n{TALK}") == [None]


def test_acts_beside_such_scenes_are_sections_and_no_scene():
    text = f"{TITLE}ACT ONE\n\nSCENE 1\n\n{TALK}SCENE 2\n\n{TALK}"
    reading = read(text, format="fountain")
    assert [scene.heading.number for scene in reading.scenes] == ["1", "2"]
    assert [element.kind for element in reading.scenes[0].elements][:2] == ["section", "heading"]


def test_a_single_label_in_fountain_stays_action():
    assert headings(f"{TITLE}SCENE ONE\n\n{TALK}") == [None]


def test_labels_beside_fountain_s_own_headings_stay_action():
    assert headings(f"{SLUG}SCENE ONE\n\n{TALK}{SLUG}SCENE TWO\n\n{TALK}") == [("INT. BOATHOUSE - NIGHT", None)] * 2


@pytest.mark.parametrize("format", ["fountain", "plain"])
@pytest.mark.parametrize("words", [("A", "B"), ("1", "2"), ("ONE", "TWO")])
@pytest.mark.parametrize("between", ["\n\n", "\n", "\n\nFADE IN:\n\n"])
def test_a_label_above_a_slugline_is_its_number_and_no_scene_of_its_own(format, words, between):
    text = "".join(f"SCENE {word}{between}{SLUG}" for word in words)
    assert headings(text, format) == [("INT. BOATHOUSE - NIGHT", word) for word in words]


@pytest.mark.parametrize("format", ["fountain", "plain"])
def test_a_label_above_a_slugline_stands_in_its_act(format):
    text = f"ACT ONE\n\nSCENE A\n\n{SLUG}SCENE B\n\n{SLUG}ACT TWO\n\nSCENE C\n\n{SLUG}"
    from linedscript.screenplay.sections import section_paths

    paths = section_paths(read(text, format=format).scenes)
    assert paths == [("ACT ONE", "SCENE A"), ("ACT ONE", "SCENE B"), ("ACT TWO", "SCENE C")]


def test_a_slugline_keeps_the_number_that_it_has():
    assert headings(f"SCENE A\n\nINT. MILL - DAY #7#\n\n{TALK}") == [("INT. MILL - DAY", "7")]


def test_lettered_scenes_without_sluglines_are_scenes_where_the_letters_run_on():
    text = "ACT ONE\n\n" + "".join(f"SCENE {letter}\n\n{TALK}" for letter in "ABD")
    assert headings(text, "plain") == [("SCENE A", "A"), ("SCENE B", "B"), ("SCENE D", "D")]


@pytest.mark.parametrize("line", ["SCENE B", "SCENE OF THE CRIME", "SCENES A AND B", "A SCENE"])
def test_a_letter_out_of_a_row_and_other_words_make_no_scene(line):
    assert headings(f"{SLUG}{line}\n\n{TALK}", "plain") == [("INT. BOATHOUSE - NIGHT", None)]


@pytest.mark.parametrize(("line", "number"), [("OMITTED", None), ("OMITTED #12#", "12"), ("12 OMITTED 12", "12")])
def test_an_omitted_scene_in_fountain_is_a_card_of_its_own(line, number):
    scenes = read(f"{SLUG}{line}\n\n{SLUG}", format="fountain").scenes
    assert [scene.heading.modifiers for scene in scenes] == [(), ("OMITTED",), ()]
    assert scenes[1].heading.number == number


def test_the_last_scene_may_be_omitted():
    assert headings(f"{SLUG}OMITTED\n") == [("INT. BOATHOUSE - NIGHT", None), ("OMITTED", None)]


@pytest.mark.parametrize(
    "text", ["OMITTED\n\nNobody saw the second ferry.", "Omitted.", "OMITTED FROM THE LIST", "(OMITTED)"]
)
def test_the_word_with_story_behind_it_is_action(text):
    assert headings(f"{SLUG}{text}\n\n{SLUG}") == [("INT. BOATHOUSE - NIGHT", None)] * 2
