"""Candidates over what stays as it is of a character: a position, a footing, kinship."""

from collections import Counter

import pytest
from telling import ANN_ACTS, told
from unit.suites.candidate_films import (
    ACCUSES,
    BO_SPEAKS,
    BURNS,
    CONFESSES,
    COUNTS,
    PAINTS,
    SPEAKS,
    TO_ANN,
    TO_BO,
    film,
    made,
    one_state,
    only,
    stops,
)

from linedscript.suites.stage.candidates.constants import kin, unchanged

QUIET = (PAINTS, BURNS, COUNTS)


def test_what_holds_at_two_checkpoints_alike_is_asked_of_somebody_whom_two_deeds_stand_for():
    scenes, units = film(*QUIET)
    candidate = only(unchanged(made(scenes, units, [one_state(1, units, 1, None)], checkpoints=stops(1, 3)), Counter()))
    assert (candidate.kind, candidate.answer, candidate.family) == ("unchanged_role", "Pilot", "invariant_control")
    assert candidate.asks == {
        "first": "paints the crooked fence blue again",
        "second": "counts forty silver coins twice",
    }


def test_a_control_with_a_dismissal_in_between_is_contradicted():
    scenes, units = film(*QUIET, "Ann mends a broken oar with tar.")
    units.append(
        told(scenes, 2, "Bo burns a torn ledger behind the chapel.", BO_SPEAKS, TO_ANN, number=2, trigger="dismiss")
    )
    rejected = Counter()
    told_film = made(scenes, units, [one_state(1, units, 1, None)], checkpoints=stops(1, 3))
    assert list(unchanged(told_film, rejected)) == []
    assert rejected["unchanged_role", "invariant-contradicted"] == 1


ODDS = {"aspect": "relationship", "target": "ent-0002", "value": "at odds", "claim": "Ann is at odds with Bo."}
LEADS = "Ann leads Bo through the frozen orchard."


@pytest.mark.parametrize(("last", "asked"), [(ACCUSES, True), (CONFESSES, False), (PAINTS, False)])
def test_a_quarrel_lasts_only_as_far_as_a_later_clash_shows(last, asked):
    scenes, units = film("Ann accuses Bo: “You broke the glass door.”", COUNTS, LEADS, last)
    units[0] = told(scenes, 1, "Ann accuses Bo: “You broke the glass door.”", SPEAKS, TO_BO, trigger="accuse")
    units[2] = told(scenes, 3, LEADS, ANN_ACTS, ("Bo", "ent-0002", "patient"), trigger="lead")
    found = unchanged(made(scenes, units, [one_state(1, units, 1, None, **ODDS)], checkpoints=stops(1, 4)), Counter())
    assert bool([one for one in found if one.kind == "unchanged_relationship"]) is asked


KIN = {"aspect": "relationship", "invariant": True, "value": "father", "claim": "Bo is Ann's father."}


def family(*scenes_told, **changes):
    scenes, units = film(*scenes_told)
    return made(
        scenes, units, [one_state(1, units, 1, None, target="ent-0002", **KIN | changes)], checkpoints=stops(1, 4)
    )


def test_kin_are_asked_about_by_a_deed_of_each_and_not_by_name():
    candidate = only(kin(family(PAINTS, COUNTS, BURNS, "Ann mends a broken oar with tar."), Counter()))
    assert candidate.asks == {
        "first": "paints the crooked fence blue again",
        "second": "burns a torn ledger behind the chapel",
    }
    assert candidate.answer == "Bo is Ann's father" and candidate.family == "invariant_control"
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "units/s0001.u01", "units/s0003.u01"]


def test_kin_of_whom_one_does_nothing_in_the_film_are_not_asked_about():
    rejected = Counter()
    assert list(kin(family(PAINTS, COUNTS, "Ann mends a broken oar with tar."), rejected)) == []
    assert rejected["unchanged_kin", "no-clause"] == 1


def test_a_second_father_contradicts_the_first():
    scenes, units = film(*QUIET)
    states = [
        one_state(1, units, 1, None, target="ent-0002", **KIN),
        one_state(2, units, 2, None, target="ent-0003", **KIN),
    ]
    rejected = Counter()
    assert list(kin(made(scenes, units, states, checkpoints=stops(1, 3)), rejected)) == []
    assert rejected["unchanged_kin", "invariant-contradicted"] == 2
