"""One script, read alike from every layout in which plain text circulates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.screenplay.plain_layouts import LAYOUTS, SCRIPT, Script, names_before_colons
from unit.screenplay.reading import contents, cues, elements, read

from linedscript.screenplay.cues import split_cue


def told(script: Script) -> Script:
    return [(kind, split_cue(text)[0] if kind == "cue" else text) for kind, text in script]


def unwrapped(pairs: Script) -> Script:
    return [(kind, " ".join(text.split())) for kind, text in pairs]


@pytest.mark.parametrize("name", LAYOUTS)
def test_each_layout_gives_the_elements_of_the_script(name):
    assert unwrapped(elements(LAYOUTS[name](SCRIPT), "plain")) == told(SCRIPT)


@pytest.mark.parametrize("name", LAYOUTS)
def test_each_layout_is_read_alike_without_a_word_on_its_format(name):
    assert unwrapped(contents(read(LAYOUTS[name](SCRIPT)))) == told(SCRIPT)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("name", ["as scripts circulate", "no blank lines", "every line apart, all alike"])
def test_other_line_ends_change_nothing(name, end):
    assert unwrapped(contents(read(LAYOUTS[name](SCRIPT).replace("\n", end)))) == told(SCRIPT)


def test_names_before_colons_are_cues_and_what_follows_is_their_speech():
    found = unwrapped(contents(read(names_before_colons(SCRIPT))))
    assert [text for kind, text in found if kind == "cue"] == ["NORA", "ILYA", "NORA", "NORA", "ILYA", "NORA"]
    assert ("parenthetical", "(through the gap)") in found and ("dialogue", "Is the last boat gone?") in found


def test_scene_numbers_in_both_margins_are_numbers_of_their_scenes():
    reading = read(LAYOUTS["numbers in both margins"](SCRIPT))
    assert [(scene.heading.number, scene.heading.place) for scene in reading.scenes] == [
        ("1", "FERRY OFFICE"),
        ("2", "JETTY"),
    ]


words = st.sampled_from("rain stove bell harbour light counts slowly and the ferry again".split())
sentences = st.lists(words, min_size=4, max_size=30).map(lambda found: " ".join(found).capitalize() + ".")
speech = st.tuples(st.sampled_from(["NORA", "ILYA", "OLD PILOT"]), sentences)
scene = st.tuples(sentences, st.lists(speech, min_size=2, max_size=4), sentences)


@given(st.lists(scene, min_size=1, max_size=4))
def test_any_script_set_in_is_read_back(scenes):
    script = []
    for action, speeches, after in scenes:
        script += [("heading", "INT. FERRY OFFICE - NIGHT"), ("action", action)]
        for name, said in speeches:
            script += [("cue", name), ("dialogue", said)]
        script.append(("action", after))
    for name in ("as scripts circulate", "from column 0", "cues centred", "with tabs"):
        assert unwrapped(elements(LAYOUTS[name](script), "plain")) == told(script)


@pytest.mark.parametrize("speech", ["Go on.", "No.", "I go."])
def test_a_centered_cue_over_a_speech_no_longer_than_it_is_one(speech):
    def block(*lines: str) -> str:
        return "".join(f"{line.center(80).rstrip()}\n" for line in lines) + "\n"

    text = (
        "INT. BARN - NIGHT\n\nHay. A cow lows.\n\n"
        + block("ANN", "(scared)", "Who is there in the dark?")
        + block("BARTHOLOMEW", "Only me, and I have got something to tell you.")
        + "They walk.\n\n"
        + block("BENJAMIN", speech)
        + "\nThey walk on.\n"
    )
    assert [cue.name for cue in cues(read(text))] == ["ANN", "BARTHOLOMEW", "BENJAMIN"]


def test_a_centered_title_over_a_line_on_its_axis_is_nobodys_cue():
    said = f"{'ANN':^60}\n{'I have got something to tell you.':^60}\n\n"
    text = f"INT. BARN - NIGHT\n\nHay.\n\n{said}{said}{'CHAPTER ONE':^60}\n{'The rain':^60}\n\n{said}"
    assert [cue.name for cue in cues(read(text))] == ["ANN"] * 3


def test_numbers_in_both_margins_by_one_blank_apart_make_plain_text_with_its_omitted_scenes():
    text = (
        "1 EXT. ROAD - DAY 1\n\nJohn walks.\n\nJOHN\nHot.\n\n2 INT. SHOP - DAY 2\n\nCLERK\nYes?\n\nJOHN\nWater.\n\n"
        "3 OMITTED 3\n\n4 EXT. ROAD - NIGHT 4\n\nJOHN\n(drinks)\nAh.\n"
    )
    headings = [scene.heading for scene in read(text).scenes]
    assert [(heading.number, heading.place, heading.time) for heading in headings] == [
        ("1", "ROAD", "DAY"),
        ("2", "SHOP", "DAY"),
        ("3", None, None),
        ("4", "ROAD", "NIGHT"),
    ]
