import pytest

from linedscript.errors import LinedscriptError
from linedscript.statistics.columns import Observation
from linedscript.statistics.paired import consistency, differences, majority, of_films


def side(**values):
    return [Observation("en-0001", item, value) for item, value in values.items()]


def values(observations):
    return {one.item: one.value for one in observations}


def test_a_difference_is_the_second_condition_minus_the_first():
    assert values(differences(side(a=0.25, b=1), side(b=0.5, a=1))) == {"a": 0.75, "b": -0.5}


@pytest.mark.parametrize("compare", [differences, consistency])
def test_what_is_missing_on_either_side_is_missing_in_the_pair(compare):
    found = compare(side(a=1, b=None, c=float("nan"), d=1, e=None), side(a=1, b=1, c=1, d=None, e=None))
    assert [one.value is None for one in found] == [False, True, True, True, True]


def test_consistency_is_the_share_of_items_with_the_same_verdict():
    assert values(consistency(side(a=1, b=0, c=1), side(a=1, b=0, c=0))) == {"a": 1, "b": 1, "c": 0}


def test_a_difference_keeps_its_trajectory():
    (found,) = differences([Observation("en-0001", "a", 1, "t")], [Observation("en-0001", "a", 0, "t")])
    assert found == Observation("en-0001", "a", -1, "t")


def test_an_item_under_one_condition_only_is_an_error_that_names_it():
    with pytest.raises(LinedscriptError, match="en-0001/b") as caught:
        differences(side(a=1, b=1), side(a=1))
    assert caught.value.code == "unpaired-items"


def test_an_item_in_another_trajectory_is_no_pair():
    with pytest.raises(LinedscriptError) as caught:
        differences([Observation("en-0001", "a", 1, "t")], [Observation("en-0001", "a", 0, "u")])
    assert caught.value.code == "unpaired-items"


def test_two_scores_of_one_item_are_an_error():
    with pytest.raises(LinedscriptError, match="en-0001/a") as caught:
        differences(side(a=1) + side(a=0), side(a=1))
    assert caught.value.code == "repeated-item"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([True, True, True, False, False], 1),
        ([False, False, True], 0),
        ([True, None, None, None, None], 1),
        ([True, True, False, False, None], None),
        ([None, None], None),
        ([], None),
    ],
)
def test_a_majority_is_more_than_half_of_what_was_judged_and_a_tie_is_missing(verdicts, expected):
    assert majority(verdicts) == expected


def test_the_observations_of_some_films_keep_their_order():
    one = [Observation(film, "a", 1) for film in ("zh-0001", "en-0001", "en-0002")]
    assert [o.film for o in of_films(one, ["en-0002", "zh-0001"])] == ["zh-0001", "en-0002"]
