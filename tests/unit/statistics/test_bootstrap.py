import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linedscript.statistics.bootstrap import draw, intervals, on_grid, ratios


def weights(films=7, replicates=300, seed=0):
    return draw(films, np.random.default_rng(seed), replicates)


def test_every_replicate_draws_as_many_films_as_there_are():
    drawn = weights()
    assert drawn.shape == (300, 7)
    assert (drawn.sum(axis=1) == 7).all()


def test_every_film_is_drawn_once_on_average():
    assert weights(replicates=20_000).mean(axis=0) == pytest.approx(np.ones(7), abs=0.03)


def test_one_seed_gives_one_matrix():
    assert (weights(seed=3) == weights(seed=3)).all()
    assert (weights(seed=3) != weights(seed=4)).any()


def test_the_matrix_of_a_seed_stays_what_it_is():
    assert weights(films=5, replicates=2, seed=1).tolist() == [[1, 0, 2, 1, 1], [1, 2, 0, 0, 2]]


def test_nothing_can_be_drawn_from_no_film():
    with pytest.raises(ValueError, match="no film"):
        weights(films=0)


def test_no_replicate_is_refused():
    with pytest.raises(ValueError, match="no replicate"):
        weights(replicates=0)


@given(arrays(np.float64, (3, 11), elements=st.floats(-5, 5)), st.permutations(range(11)))
def test_the_order_of_films_changes_no_bit_of_any_sum(values, order):
    drawn = weights(films=11, replicates=20)
    held = on_grid(values)
    one_by_one = np.zeros((3, 20))
    for film in order:
        one_by_one += held[:, film : film + 1] * drawn[:, film]
    assert (held @ drawn.T == one_by_one).all()


@given(arrays(np.float64, (2, 151), elements=st.floats(0, 1)))
def test_the_grid_moves_a_score_by_less_than_any_printed_digit(values):
    assert np.abs(on_grid(values) - values).max() < 1e-13


def test_whole_numbers_lie_on_the_grid():
    values = np.array([[0.0, 1, 5, 14, 3_000_001], [0, 0, 0, 0, 0]])
    assert (on_grid(values) == values).all()


def test_a_ratio_over_nothing_is_not_a_number():
    found = ratios(np.array([[1.0, 0]]), np.array([[1.0, 0]]), np.array([[2.0, 0], [0, 2]]))
    assert found[0, 0] == 1 and np.isnan(found[0, 1])


def test_bounds_are_percentiles_of_the_replicates():
    assert intervals(np.arange(101.0)[None, :], 0.9)[0] == pytest.approx((5, 95, 101))


def test_replicates_that_measure_nothing_are_left_out_and_counted():
    values = np.array([[*np.arange(101.0), np.nan, np.nan], np.full(103, np.nan), np.arange(103.0)])
    some, none, every = intervals(values, 0.9)
    assert some == pytest.approx((5, 95, 101))
    assert none.used == 0 and np.isnan(none.low) and np.isnan(none.high)
    assert every == pytest.approx((5.1, 96.9, 103))


def test_one_replicate_bounds_itself():
    assert intervals(np.array([[3.0], [np.nan]]))[0] == (3, 3, 1)


def test_a_level_is_a_share():
    with pytest.raises(ValueError, match="level of 95"):
        intervals(np.zeros((1, 3)), 95)
