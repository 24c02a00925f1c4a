"""Candidates over what brings a change about and where it shows later."""

from collections import Counter

import pytest
from factories import development
from unit.suites.candidate_films import (
    ACCUSES,
    BURNS,
    CONFESSES,
    COUNTS,
    PAINTS,
    at,
    film,
    made,
    one_state,
    only,
    stops,
)

from linedscript.suites.stage.candidates.changes import delayed, trigger


def developed(scenes, units, **changes):
    states = [
        one_state(1, units, 1, 2),
        one_state(2, units, 2, None, value="Cook", claim="Ann is Cook.", after="cs-0001"),
    ]
    told_of = development(
        1, **{"kind": "role", "before": "cs-0001", "catalyst": "s0002.u01", "after": "cs-0002", "at": at(2)} | changes
    )
    return made(scenes, units, states, developments=[told_of], checkpoints=stops(1, 2, 3))


def test_what_brings_a_change_about_is_asked_for_by_both_of_its_states():
    candidate = only(trigger(developed(*film(PAINTS, CONFESSES, COUNTS)), Counter()))
    assert candidate.answer == CONFESSES.replace(": “", ", “").replace(".”", "”")
    assert (candidate.asks["first"], candidate.asks["second"]) == ("Ann is Pilot", "Ann is Cook")
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "units/s0002.u01", "states/cs-0002"]


def test_a_change_that_one_speech_tells_from_before_to_after_is_answered_by_one_passage():
    rejected = Counter()
    told_film = developed(*film(PAINTS, "Bo confesses to Ann: “You were Pilot, and from now on you are Cook.”", COUNTS))
    assert list(trigger(told_film, rejected)) == []
    assert rejected["brought_about", "single-passage"] == 1


def test_an_enmity_shows_in_no_friendly_act():
    scenes, units = film(PAINTS, ACCUSES, CONFESSES)
    odds = {"aspect": "relationship", "target": "ent-0002", "value": "at odds", "claim": "Ann is at odds with Bo."}
    states = [one_state(1, units, 2, None, **odds)]
    row = development(1, kind="relationship", catalyst="s0002.u01", after="cs-0001", at=at(2), consequence="s0003.u01")
    rejected = Counter()
    assert list(delayed(made(scenes, units, states, developments=[row], checkpoints=stops(1, 2, 3)), rejected)) == []
    assert rejected["delayed", "no-contrast"] == 1


def test_a_change_shows_later_and_goes_back_to_what_brought_it_about():
    told_film = developed(*film(PAINTS, BURNS, COUNTS), consequence="s0003.u01", kind="physical")
    found = list(delayed(told_film, Counter()))
    assert [(one.kind, one.answer) for one in found] == [("shows_later", COUNTS[:-1]), ("traces_back", BURNS[:-1])]
    assert found[0].family == "delayed_consequence" and found[0].asks["after"] == "Ann is Cook"


def test_a_consequence_that_comes_when_the_change_no_longer_holds_is_not_valid():
    scenes, units = film(PAINTS, BURNS, COUNTS)
    told_film = developed(scenes, units, consequence="s0003.u01", kind="physical")
    states = [*told_film.over_time.states[:1], one_state(2, units, 2, 3, value="Cook", after="cs-0001")]
    rejected = Counter()
    told_film = made(scenes, units, states, developments=told_film.over_time.developments, checkpoints=stops(1, 2, 3))
    assert list(delayed(told_film, rejected)) == []
    assert rejected["delayed", "not-valid-at-checkpoint"] == 1


@pytest.mark.parametrize("kind", ["knowledge", "possession", "role"])
def test_what_somebody_was_told_has_or_is_shows_in_no_one_deed(kind):
    rejected = Counter()
    told_film = developed(*film(PAINTS, BURNS, COUNTS), consequence="s0003.u01", kind=kind)
    assert list(delayed(told_film, rejected)) == []
    assert rejected["delayed", "low-value-evidence"] == 1


def test_an_event_that_shows_in_two_deeds_has_no_one_answer():
    scenes, units = film(PAINTS, BURNS, COUNTS, ACCUSES)
    first = developed(scenes, units, consequence="s0003.u01", kind="physical").over_time
    other = development(2, kind="physical", catalyst="s0002.u01", after="cs-0002", at=at(2), consequence="s0004.u01")
    rejected = Counter()
    told_film = made(scenes, units, first.states, developments=[*first.developments, other], checkpoints=stops(1, 2, 4))
    assert "shows_later" not in {one.kind for one in delayed(told_film, rejected)}
    assert rejected["shows_later", "not-unique"] == 2
