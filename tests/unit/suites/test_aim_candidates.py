"""Candidates over promises and what is forbidden."""

from collections import Counter

import pytest
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, told
from unit.suites.candidate_films import COUNTS, SPEAKS, TO_BO, film, made, only, stops

from linedscript.suites.stage.candidates.aims import fates

PROMISES = "Ann promises Bo: “You will ring the harbour bell.”"
RINGS = "Bo rings the harbour bell at last."


def promised(*deeds):
    scenes, units = film(PROMISES, *deeds)
    units[0] = told(scenes, 1, PROMISES, SPEAKS, TO_BO, trigger="promise", kind="Interaction")
    for number, deed in enumerate(deeds, 2):
        units[number - 1] = told(scenes, number, deed, BO_ACTS, trigger="ring")
    return made(scenes, units, checkpoints=stops(1, 2))


def test_a_promise_is_asked_about_by_the_deed_that_a_rare_word_ties_to_it():
    candidate = only(fates(promised(RINGS), Counter()))
    assert (candidate.kind, candidate.answer) == ("goal_kept_told", RINGS[:-1])


def aimed(said, trigger, deed, *doer):
    """An aim beside another moment of its scene, and a deed two scenes later."""
    scenes = scenes_of(
        f"INT. A - DAY\n{said}\nBo polishes the cracked mirror with sand.\n",
        f"INT. B - DAY\n{COUNTS}\n",
        f"INT. C - DAY\n{deed}\n",
    )
    units = [
        told(scenes, 1, said, SPEAKS, TO_BO, trigger=trigger, kind="Interaction"),
        told(scenes, 1, "Bo polishes the cracked mirror with sand.", BO_ACTS, number=2, trigger="polish"),
        told(scenes, 2, COUNTS, ANN_ACTS),
        told(scenes, 3, deed, *doer, trigger="ring"),
    ]
    return made(scenes, units, checkpoints=stops(1, 3))


def test_what_is_promised_isnt_said_where_its_scene_can_be_pointed_at_otherwise():
    candidate = only(fates(aimed(PROMISES, "promise", RINGS, BO_ACTS), Counter()))
    assert (candidate.kind, candidate.asks["event"]) == ("goal_kept", "Bo polishes the cracked mirror with sand")
    assert [step.record for step in candidate.steps] == ["units/s0001.u02", "units/s0001.u01", "units/s0003.u01"]


FORBIDS = "Ann warns Bo: “Don't touch the harbour bell.”"


@pytest.mark.parametrize("doer", [BO_ACTS, CY_ACTS])
def test_what_is_forbidden_and_done_all_the_same_by_anybody_is_a_failed_goal(doer):
    deed = f"{doer[0]} rings the harbour bell at last."
    candidate = only(fates(aimed(FORBIDS, "warn", deed, doer), Counter()))
    assert (candidate.kind, candidate.schema_family) == ("goal_defied", "failed_redirected_goal")
    assert candidate.answer == deed[:-1]


def test_who_forbids_a_thing_doesnt_defy_it():
    rejected = Counter()
    assert list(fates(aimed(FORBIDS, "warn", "Ann rings the harbour bell at last.", ANN_ACTS), rejected)) == []
    assert rejected["goal_defied", "no-deed"] == 1


def test_a_warning_of_danger_forbids_nothing():
    deed = "Bo rings the harbour bell at last."
    assert list(fates(aimed("Ann warns Bo: “Watch out for the harbour bell!”", "warn", deed, BO_ACTS), Counter())) == []


def test_a_promise_that_two_deeds_may_keep_has_no_one_answer():
    rejected = Counter()
    assert list(fates(promised(RINGS, "Bo polishes the harbour lamp with sand."), rejected)) == []
    assert rejected["goal_kept", "not-unique"] == 1
