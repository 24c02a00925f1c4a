"""Which observations an interval remembers, and how they read."""

from factories import entity, scene
from unit.suites.trajectory import anchor, checkpoint, observation

from linedscript.screenplay.tokens import LINEDSCRIPT
from linedscript.suites.stage.intervals import Script, make_intervals
from linedscript.suites.stage.memory import fill_memories, wording
from linedscript.suites.stage.passages import Terms

TEXT = "INT. A - DAY\n\nAnn waits. Bo comes. Ann goes to the pier.\n"


def memories(observations, *points):
    film = Script("en-0001", [scene(TEXT, 1), scene(TEXT, 2)], LINEDSCRIPT)
    intervals = make_intervals(film, [checkpoint(n, at) for n, at in enumerate(points, 1)], 600)
    texts = {one.id: one.text for one in film.scenes}
    filled = fill_memories(intervals, observations, texts, Terms([entity()], "en"), "en")
    return [interval.memory for interval in filled]


def test_an_observation_is_of_the_interval_in_which_its_evidence_stands():
    seen = [
        observation(1, "Ann waits.", 1, 14, 24),
        observation(2, "Ann leaves.", 2, 14, 24),
        observation(3, "Ann walks to the pier.", 2, 34, 40),
    ]
    assert memories(seen, anchor(1, 24), anchor(2, 30)) == [("ob-00001",), ("ob-00002",)]


def test_an_observation_that_an_anchor_cuts_is_remembered_only_behind_it():
    seen = [observation(1, "Ann waits and goes.", 1, 14, 40)]
    assert memories(seen, anchor(1, 24), anchor(2, 0)) == [(), ("ob-00001",)]


def test_what_stands_behind_the_final_anchor_is_in_no_memory():
    assert memories([observation(1, "Ann waits.", 2, 14, 24)], anchor(1, 24)) == [()]


def test_an_observation_that_says_the_same_is_left_out():
    seen = [
        observation(1, "Ann waits at the pier.", 1, 14, 18),
        observation(2, "At the pier, Ann is waiting.", 1, 20, 24),
        observation(3, "Ann waits for Bo at the pier.", 1, 20, 24),
    ]
    assert memories(seen, anchor(2, 0)) == [("ob-00001", "ob-00003")]


def test_the_same_thing_is_remembered_again_in_a_later_interval():
    seen = [observation(1, "Ann waits.", 1, 14, 24), observation(2, "Ann waits.", 2, 14, 24)]
    assert memories(seen, anchor(2, 0), anchor(2, 30)) == [("ob-00001",), ("ob-00002",)]


def test_another_characters_observations_are_left_out():
    assert memories([observation(1, "Bo waits.", 1, 14, 24, character="ent-0002")], anchor(2, 0)) == [()]


def test_quoted_words_follow_what_leads_in_on_one_line():
    quoted = observation(1, "Ann says:", quoted=True, start=0, end=20)
    assert wording(quoted, {"s0001": "“*Go*\n  to the pier”"}, "en") == "Ann says: “Go to the pier”"
    assert wording(quoted, {"s0001": "“你走吧！”"}, "zh") == "Ann says:“你走吧！”"
