import math

import pytest

from linedscript.errors import LinedscriptError
from linedscript.statistics.columns import Observation, film_means, item_mean, movie_macro

FILMS = ("en-0001", "en-0002", "zh-0001")


def seen(film, *values, group=""):
    return [Observation(film, f"{group}{number}", value, group) for number, value in enumerate(values)]


def value(column):
    return column.top.sum() / column.bottom.sum()


def test_in_a_mean_over_items_a_long_film_weighs_more_than_a_short_one():
    assert value(item_mean(seen("en-0001", 1, 1, 1) + seen("en-0002", 0), FILMS)) == 0.75


def test_in_a_movie_macro_average_every_film_weighs_the_same():
    assert value(movie_macro(seen("en-0001", 1, 1, 1) + seen("en-0002", 0), FILMS)) == 0.5


def test_a_trajectory_is_averaged_before_its_film():
    observations = seen("en-0001", 1, 1, 1, group="a") + seen("en-0001", 0, group="b")
    assert film_means(observations) == {"en-0001": 0.5}


def test_items_without_a_group_are_each_their_own():
    assert film_means(seen("en-0001", 1, 1) + seen("en-0001", 0, 0, group="a")) == {"en-0001": pytest.approx(2 / 3)}


@pytest.mark.parametrize("average", [item_mean, movie_macro])
@pytest.mark.parametrize("nothing", [None, math.nan])
def test_what_is_missing_is_counted_and_never_a_zero(average, nothing):
    column = average(seen("en-0001", 1, nothing) + seen("en-0002", nothing), FILMS)
    assert (value(column), column.scored, column.missing) == (1, 1, 2)
    assert column.bottom[1] == 0


def test_a_trajectory_with_nothing_scored_is_left_out_of_its_film():
    assert film_means(seen("en-0001", 1, group="a") + seen("en-0001", None, group="b")) == {"en-0001": 1}


def test_a_film_with_nothing_scored_has_no_mean():
    assert film_means(seen("en-0001", None)) == {"en-0001": None}


def test_the_order_of_items_changes_no_bit():
    values = [0.1, 0.7, 1e-9, 0.3, 0.2, 0.9]
    ways = [item_mean(seen("en-0001", *order), FILMS).top[0] for order in (values, values[::-1], sorted(values))]
    assert len(set(ways)) == 1


def test_an_item_of_a_film_that_is_not_drawn_from_is_refused():
    with pytest.raises(ValueError, match="en-0009"):
        item_mean(seen("en-0009", 1), FILMS)


@pytest.mark.parametrize("average", [item_mean, movie_macro])
def test_two_scores_of_one_item_are_an_error(average):
    with pytest.raises(LinedscriptError, match="en-0001/0") as caught:
        average(seen("en-0001", 1) + seen("en-0001", None), FILMS)
    assert caught.value.code == "repeated-item"


def test_an_infinite_score_is_refused():
    with pytest.raises(ValueError, match="infinite"):
        item_mean(seen("en-0001", math.inf), FILMS)
