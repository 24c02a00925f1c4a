"""Candidates over two states of one matter, and what speaks against a contrast."""

from collections import Counter

import pytest
from unit.suites.candidate_films import COUNTS, PAINTS, film, made, one_state, only, stops

from linedscript.suites.stage.candidates.contrast import contrast, state_change


def test_two_states_of_one_matter_are_contrasted_at_two_moments_that_name_neither():
    scenes, units = film(PAINTS, COUNTS)
    states = [one_state(1, units, 1, 2), one_state(2, units, 2, None, value="Cook", after="cs-0001")]
    candidate = only(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), Counter()))
    assert candidate.answer == "Pilot, then Cook"
    assert (candidate.asks["first"], candidate.asks["second"]) == (PAINTS[:-1], COUNTS[:-1])
    assert [one.id for one in candidate.checkpoints] == ["cp-0001-01", "cp-0001-02"]


@pytest.mark.parametrize(
    ("changes", "stop", "code"),
    [
        ({"value": "Pilot"}, (1, 2), "no-contrast"),
        ({"aspect": "emotion"}, (1, 2), "low-value-evidence"),
        ({"value": "fired"}, (1, 2), "answer-not-normalized"),
        ({}, (2,), "not-valid-at-checkpoint"),
    ],
)
def test_a_contrast_that_holds_nothing_to_ask_is_rejected_with_its_reason(changes, stop, code):
    scenes, units = film(PAINTS, COUNTS)
    states = [
        one_state(1, units, 1, 2),
        one_state(2, units, 2, None, **{"value": "Cook", "after": "cs-0001"} | changes),
    ]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(*stop)), rejected)) == []
    assert rejected["contrast", code] == 1


def test_an_invariant_that_another_state_replaces_is_contradicted():
    scenes, units = film(PAINTS, COUNTS)
    states = [one_state(1, units, 1, 2, invariant=True), one_state(2, units, 2, None, value="Cook", after="cs-0001")]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected["contrast", "invariant-contradicted"] == 1


@pytest.mark.parametrize(
    ("before", "after"), [("injured leg", "injured shin"), ("injured arm", "in a sling")], ids=["one-kind", "nursed"]
)
def test_two_injuries_of_one_kind_and_what_a_hurt_is_nursed_with_are_no_contrast(before, after):
    scenes, units = film(PAINTS, COUNTS)
    hurt = {"aspect": "physical"}
    states = [
        one_state(1, units, 1, 2, value=before, **hurt),
        one_state(2, units, 2, None, value=after, after="cs-0001", **hurt),
    ]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected["contrast", "no-contrast"] == 1


@pytest.mark.parametrize("make", [contrast, state_change])
def test_a_change_whose_later_passage_tells_the_earlier_state_is_answered_by_one_passage(make):
    scenes, units = film(PAINTS, "Ann stands at the wheel, the sling gone, and whistles.")
    states = [
        one_state(1, units, 1, 2, aspect="physical", value="in a sling", claim="Ann is in a sling."),
        one_state(2, units, 2, None, aspect="physical", value="recovered", claim="Ann has recovered.", after="cs-0001"),
    ]
    rejected = Counter()
    assert list(make(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected[make.__name__, "single-passage"] == 1
