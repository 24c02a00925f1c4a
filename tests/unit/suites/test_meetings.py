"""Candidates over the next meeting of two people, and over a later scene of whoever did something."""

from collections import Counter

import pytest
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, told
from unit.suites.asked_films import rooms, story

from linedscript.suites.stage.candidates.meetings import next_meeting, what_the_doer_does

LEADS = "Ann leads Bo through the frozen orchard."
LIGHTS = "Ann lights a lamp by the window."
COUNTS = "Bo counts forty silver coins twice."


def film(*scenes_told):
    """Scenes of sentences; who stands first in a sentence does it, and Bo is led where Ann leads."""
    scenes = rooms(*map("\n".join, scenes_told))
    doers = {"Ann": ANN_ACTS, "Bo": BO_ACTS, "Cy": CY_ACTS}
    units = []
    for number, sentences in enumerate(scenes_told, 1):
        acts = [sentence for sentence in sentences if sentence.split(" ")[0] in doers]
        spoken = [sentence.partition(": ")[2] for sentence in sentences if sentence.startswith("@BO")]
        units += [
            told(scenes, number, line, ("Bo", "ent-0002", "speaker"), number=len(acts) + 1, trigger="speak")
            for line in spoken
        ]
        for place, sentence in enumerate(acts, 1):
            led = (("Bo", "ent-0002", "patient"),) if sentence == LEADS else ()
            units.append(told(scenes, number, sentence, doers[sentence.split(" ")[0]], *led, number=place))
    return story(scenes, units)


def met(*scenes_told):
    rejected = Counter()
    return {one.asks["who"]: one for one in next_meeting(film(*scenes_told), rejected)}, rejected


def test_what_somebody_does_first_at_the_next_meeting_of_two_is_asked_for():
    found, _ = met([LEADS], ["Cy whistles."], [COUNTS, LIGHTS, "Ann whistles."])
    assert {who: one.answer for who, one in found.items()} == {"Ann": LIGHTS[:-1], "Bo": COUNTS[:-1]}
    assert [step.record for step in found["Ann"].steps] == ["units/s0001.u01", "units/s0003.u02"]
    assert found["Ann"].category == "Narrative Progression"


def test_a_scene_that_has_but_one_of_the_two_is_no_meeting():
    found, _ = met([LEADS], [LIGHTS], [COUNTS, "Ann whistles at the old dog."])
    assert found["Ann"].answer == "Ann whistles at the old dog"


@pytest.mark.parametrize("before", ["Cy waits for Ann.", "@ANN: There.\n(nods)"])
def test_no_first_act_is_asked_for_where_an_earlier_one_may_stand(before):
    found, rejected = met([LEADS], [COUNTS, *before.split("\n"), LIGHTS])
    assert "Ann" not in found and rejected["next_meeting", "no-clause"] == 1


def test_a_voice_that_is_only_heard_meets_nobody():
    found, rejected = met([LEADS], [LIGHTS, "@BO (O.S.): Where?"], [COUNTS, "Ann whistles at the old dog."])
    assert found == {} and rejected["next_meeting", "not-unique"] == 1


def test_no_meeting_is_asked_for_beyond_a_few_scenes():
    found, rejected = met([LEADS], *[["Cy whistles."]] * 8, [COUNTS, LIGHTS])
    assert found == {} and rejected["next_meeting", "not-unique"] == 1


def later(*scenes_told):
    rejected = Counter()
    return [(one.asks["first"], one.answer) for one in what_the_doer_does(film(*scenes_told), rejected)], rejected


def test_whoever_did_something_is_asked_about_in_a_later_scene_and_not_named():
    found, _ = later([LIGHTS], [COUNTS, "Ann mends a broken oar with tar."])
    assert found == [("lights a lamp by the window", "Ann mends a broken oar with tar")]


def test_the_later_scene_is_pointed_at_by_a_moment_that_doesnt_name_its_doer():
    found, rejected = later([LIGHTS], ["Ann counts forty silver coins twice.", "Ann mends a broken oar with tar."])
    assert found == [] and rejected["doer_later", "anchor-not-unique"] == 2  # of either scene


def test_somebody_without_an_earlier_deed_is_not_asked_about():
    found, rejected = later(["Cy whistles."], [COUNTS, "Ann mends a broken oar with tar."])
    assert found == [] and rejected["doer_later", "no-clause"] == 1
