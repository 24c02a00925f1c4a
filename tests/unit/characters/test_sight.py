"""Who is blind, and in which scenes, by the script's own words."""

import pytest
from story import story

from linedscript.backbone.grounding import ground_all
from linedscript.characters.sight import blind


def unseeing(scenes, name="Ann", language="en"):
    spans = {scene.id: {"ent-0001": ground_all(scene, name)} for scene in scenes}
    return sorted(blind(language, scenes, spans).get("ent-0001", ()))


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("INT. A - DAY\nAnn, 60, blind since the war, waits.",)),
        ("en", ("INT. A - DAY\nBo leads Ann, who is blind, to a chair.",)),
        ("en", ("INT. A - DAY\nAnn cuts her meat by feel.\n@Ann: I was blind and I hid it.",)),
        ("en", ("INT. A - DAY\n@Ann: I'm blind, you fool. I can't see you to hit you.",)),
        ("zh", ("内景 后台\n阿梅双目失明，坐在门口。",)),
        ("zh", ("内景 后台\n阿梅摸索着走到门口。\n@阿梅：我早就瞎了。",)),
    ],
)
def test_who_the_script_says_is_blind_is(language, texts):
    assert unseeing(story(*texts), "Ann" if language == "en" else "阿梅", language) == ["s0001"]


@pytest.mark.parametrize(
    "text",
    [
        "INT. A - DAY\n@Ann: I was blind. I should have known.",
        "INT. A - DAY\n@Ann: How could I be so blind?\nAnn looks for the switch by feel.",
        "INT. A - DAY\nAnn is blind with rage. She feels her way to the door.",
        "INT. A - DAY\n@Ann: I can't see you. It's too dark.",
        "INT. A - DAY\nAnn is blind to it.",
        "INT. A - DAY\nAnn pulls the blind.",
    ],
)
def test_a_figure_of_speech_or_a_dark_room_makes_nobody_blind(text):
    assert unseeing(story(text)) == []


def test_blindness_that_comes_out_late_began_with_its_first_sign():
    scenes = story(
        "INT. A - DAY\nAnn waits.",
        "INT. B - DAY\nAnn enters with one hand trailing along the wall.",
        "INT. C - DAY\nAnn waits.",
        "INT. D - DAY\n@Ann: I was blind and I hid it.",
    )
    assert unseeing(scenes) == ["s0002", "s0003", "s0004"]


def test_blindness_ends_with_a_sign_of_sight():
    scenes = story("INT. A - DAY\nAnn, blind, waits.", "INT. B - DAY\n@Ann: My sight is back!")
    assert unseeing(scenes) == ["s0001"]
