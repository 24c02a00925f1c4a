"""``coverage/1`` on cases worked by hand (D6): the working stands beside each."""

import pytest

from linedscript.suites.stage.scores.coverage import Marks, checkpoint_value, summarize

CREDIT = {"full": 1.0, "partial": 0.5, "none": 0.0}


def marks(states=("full",), *, film="en-0001", character="ent-0001", at=1, **changes):
    held = {"developments": (), "contradicted": (), "usable": True} | changes
    return Marks(
        film=film, character=character, checkpoint=f"cp-{int(character[4:]):04d}-{at:02d}", states=states, **held
    )


def value(row, measure="states"):
    return checkpoint_value(row, measure, CREDIT)


def test_a_checkpoints_coverage_is_the_mean_credit_of_its_claims():
    # (1 + 1/2 + 0 + 1) / 4
    assert value(marks(("full", "partial", "none", "full"))).value == pytest.approx(0.625)


def test_states_and_developments_are_two_coverages():
    row = marks(("none",), developments=("full", "partial"))
    assert (value(row).value, value(row, "developments").value) == (0.0, 0.75)


def test_the_credits_come_from_the_settings():
    assert checkpoint_value(marks(("partial",)), "states", CREDIT | {"partial": 0.25}).value == 0.25


def test_checkpoints_are_averaged_to_trajectories_then_films_then_over_films():
    rows = [
        # film 1, Ann: (1 + 0) / 2 = 1/2; Bo: 1. The film: (1/2 + 1) / 2 = 3/4
        marks(("full",), at=1),
        marks(("none",), at=2),
        marks(("full", "full"), character="ent-0002"),
        # film 2, Cy: (1/2 + 1/2 + 1/2) / 3 = 1/2
        *(marks(("partial",), film="zh-0001", character="ent-0003", at=at) for at in (1, 2, 3)),
    ]
    # macro: (3/4 + 1/2) / 2
    found = summarize(rows, "states", CREDIT)
    assert found.value == pytest.approx(0.625)
    assert (found.films, found.trajectories, found.checkpoints) == (2, 3, 6)


def test_an_empty_pool_is_left_out_and_counted():
    # the second checkpoint asks for no development: (1) / 1, not (1 + 0) / 2
    rows = [marks(developments=("full",), at=1), marks(developments=(), at=2)]
    found = summarize(rows, "developments", CREDIT)
    assert (found.value, found.checkpoints, found.empty, found.missing) == (1.0, 1, 1, 0)


def test_an_unusable_reply_is_missing_and_never_a_zero():
    rows = [marks(("full",), at=1), marks((None, None), at=2, usable=False)]
    found = summarize(rows, "states", CREDIT)
    assert (found.value, found.checkpoints, found.missing) == (1.0, 1, 1)


def test_an_empty_reply_is_no_missing_one():
    assert value(marks(("none", "none"))).value == 0.0


def test_a_label_that_could_not_be_had_makes_its_checkpoint_missing():
    assert value(marks(("full", None))) == (None, "missing")


def test_the_contradiction_rate_is_the_share_of_predicted_claims_that_are_contradicted():
    # first: 1 of 4; second: 0 of 2; the trajectory: (1/4 + 0) / 2
    rows = [marks(contradicted=(True, False, False, False), at=1), marks(contradicted=(False, False), at=2)]
    assert summarize(rows, "contradiction", CREDIT).value == pytest.approx(0.125)


def test_a_reply_that_claims_nothing_has_no_contradiction_rate():
    found = summarize([marks(contradicted=()), marks(contradicted=(True,), at=2)], "contradiction", CREDIT)
    assert (found.value, found.empty) == (1.0, 1)


def test_additional_claims_cost_no_coverage():
    fewer, more = marks(("full",), contradicted=(False,)), marks(("full",), contradicted=(False,) * 8)
    assert value(fewer) == value(more)


def test_a_film_with_nothing_scored_is_in_no_mean():
    rows = [marks(("full",)), marks((), film="zh-0001")]
    found = summarize(rows, "states", CREDIT)
    assert (found.value, found.films, found.empty) == (1.0, 1, 1)


def test_nothing_scored_at_all_has_no_value():
    assert summarize([marks(())], "states", CREDIT).value is None
