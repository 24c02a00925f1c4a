import pytest
from unit.screenplay.reading import contents, elements, read, removed

INDENTED = """\
                              THE LONG ROAD

                               Written by
                               P. Example

                            (207) 555-0118


          FADE IN:

          1   INT. DINER - NIGHT                                        1

          Neon and rain. SAL, 50, wipes
          the counter.

                              SAL
                         (not looking up)
                    More coffee?
                    It's fresh.

                              ANN (O.S.)
                    No.

          She leaves.

                                                  CUT TO:

          2   EXT. ROAD - DAWN                                          2

          Nothing moves.
"""


def test_an_indented_screenplay_is_read_by_its_columns():
    reading = read(INDENTED)
    assert reading.source.format == "plain"
    assert list(contents(reading)) == [
        ("transition", "FADE IN:"),
        ("heading", "INT. DINER - NIGHT"),
        ("action", "Neon and rain. SAL, 50, wipes\n          the counter."),
        ("cue", "SAL"),
        ("parenthetical", "(not looking up)"),
        ("dialogue", "More coffee?\n                    It's fresh."),
        ("cue", "ANN"),
        ("dialogue", "No."),
        ("action", "She leaves."),
        ("transition", "CUT TO:"),
        ("heading", "EXT. ROAD - DAWN"),
        ("action", "Nothing moves."),
    ]
    assert [scene.heading.number for scene in reading.scenes] == ["1", "2"]
    assert [reason for reason, _ in removed(reading)] == ["title_page", "contact"]


def test_a_cue_without_speech_is_a_cue_alone():
    cue, action = " " * 25 + "GUARD\n", " " * 15
    text = f"{cue}\n{action}A siren.\n\n{cue}{' ' * 19}(ducking)\n\n{action}Boom.\n"
    assert [kind for kind, _ in elements(text, "plain")] == ["cue", "action", "cue", "parenthetical", "action"]


def test_a_numbered_scene_takes_the_fields_below_it_and_prose_with_the_word_scene_opens_none():
    reading = read(
        "SCENE 4\nLocation: Kitchen\nTime: Night\n\nMO: Who ate it?\n\nScene stealing is what she does best.\n"
    )
    heading = reading.scenes[0].heading
    assert (heading.number, heading.place, heading.time) == ("4", "Kitchen", "Night")
    assert list(contents(reading))[1:] == [
        ("cue", "MO"),
        ("dialogue", "Who ate it?"),
        ("action", "Scene stealing is what she does best."),
    ]


PLAY = "THE FIRST ACT\n\n_A room._\n\n" + "ANN.\n\n[_To BEN._] Hello.\n\nBEN.\n\nHow are you?\n\nCAT.\n\nWell.\n\n" * 3


def test_a_play_with_acts_only_has_its_acts_as_scenes():
    reading = read(PLAY + "  [_ANN goes._]\n\nEND OF THE FIRST ACT.\n\nTHE SECOND ACT\n\nANN.\n\nAgain.\n\nTHE END.\n")
    assert [scene.heading.text for scene in reading.scenes] == ["THE FIRST ACT", "THE SECOND ACT"]
    assert list(contents(reading))[2:5] == [("cue", "ANN"), ("parenthetical", "[_To BEN._]"), ("dialogue", "Hello.")]
    assert ("action", "[_ANN goes._]") in list(contents(reading))
    assert [reason for reason, _ in removed(reading)] == ["end_mark", "end_mark"]


def test_licence_text_around_a_play_is_removed():
    text = (
        "The Project Gutenberg EBook\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A ***\n\n"
        + PLAY
        + "\nEnd of Project Gutenberg's A\n\nUpdated editions.\n"
    )
    assert [reason for reason, _ in removed(read(text))] == ["licence_text", "licence_text"]


@pytest.mark.parametrize(
    "text", ["Dear Ann,\n\nThank you for the letter.\n\nYours, Ben\n", "one two three\n", "1\n2\n3\n"]
)
def test_text_without_structure_is_refused_with_place_and_hint(text):
    with pytest.raises(Exception) as caught:
        read(text)
    assert caught.value.code == "no-scene" and "en-0001" in caught.value.place and caught.value.hint
