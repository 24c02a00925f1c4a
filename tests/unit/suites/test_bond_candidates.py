"""Candidates over two people who fall out or make up."""

from collections import Counter

from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, THE_LEAD, told
from unit.suites.candidate_films import ACCUSES, CONFESSES, PAINTS, film, made, only, stops

from linedscript.suites.stage.candidates.bonds import turns


def test_after_a_clash_the_first_step_towards_each_other_is_asked_for():
    scenes, units = film(ACCUSES, CONFESSES)
    candidate = only(turns(made(scenes, units, checkpoints=stops(1, 2)), Counter()))
    assert (candidate.kind, candidate.family) == ("makes_up", "goal_relationship_development")
    assert candidate.answer.startswith("Bo confesses to Ann") and len(candidate.checkpoints) == 2


def test_a_first_step_that_an_earlier_meeting_may_hold_has_no_one_answer():
    scenes, units = film(ACCUSES, PAINTS, CONFESSES)
    units.append(told(scenes, 2, PAINTS, BO_ACTS, number=2))
    rejected = Counter()
    assert list(turns(made(scenes, units, checkpoints=stops(1, 3)), rejected)) == []
    assert rejected["makes_up", "not-unique"] == 1


def test_after_a_friendly_act_the_next_clash_is_asked_for():
    scenes, units = film(CONFESSES, ACCUSES)
    assert only(turns(made(scenes, units, checkpoints=stops(1, 2)), Counter())).kind == "falls_out"


def test_no_turn_is_asked_for_between_checkpoints_that_there_are_not():
    scenes, units = film(ACCUSES, CONFESSES)
    rejected = Counter()
    assert list(turns(made(scenes, units, checkpoints=stops(2)), rejected)) == []
    assert rejected["makes_up", "not-valid-at-checkpoint"] == 1


def test_a_step_that_is_the_leads_business_alone_is_no_matter_of_two_people():
    scenes = scenes_of("INT. A - DAY\nAnn hides the brass lead under a red boat.\n")
    units = [told(scenes, 1, "Ann hides the brass lead under a red boat.", ANN_ACTS, THE_LEAD, trigger="hide")]
    assert list(turns(made(scenes, units, checkpoints=stops(1)), Counter())) == []
