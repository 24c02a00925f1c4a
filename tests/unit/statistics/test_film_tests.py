import math

import pytest
from unit.statistics.worked import example, printed

from linedscript.statistics.columns import Observation
from linedscript.statistics.film_tests import family, film_t_test, mann_whitney


def changes(*films):
    """Paired differences: for each film its items' values."""
    return [
        Observation(f"en-{film:04d}", str(item), value)
        for film, values in enumerate(films, 1)
        for item, value in enumerate(values)
    ]


def test_a_t_test_by_hand():
    """Film means 1, 2, 3: mean 2, standard error 1/sqrt(3), t = 2 sqrt(3) with two degrees of freedom.

    For two degrees the two-sided p-value is 1 - t / sqrt(t^2 + 2), and the 97.5 % quantile is 4.302653.
    """
    found = film_t_test(changes([0, 2], [2], [3, 3, 3]))
    t = 2 * math.sqrt(3)
    assert (found.mean, found.t, found.p) == pytest.approx((2, t, 1 - t / math.sqrt(t * t + 2)))
    assert (found.low, found.high) == pytest.approx((2 - 4.302653 / math.sqrt(3), 2 + 4.302653 / math.sqrt(3)))
    assert (found.films, found.scored) == (3, 6)


def test_a_film_is_one_observation_however_many_items_it_has():
    assert film_t_test(changes([1], [2] * 50))[:5] == film_t_test(changes([1] * 50, [2]))[:5]


def test_the_sign_of_a_difference_does_not_change_its_two_sided_p():
    one, other = film_t_test(changes([1], [2], [4])), film_t_test(changes([-1], [-2], [-4]))
    assert one.p == other.p and one.t == -other.t


def test_missing_items_and_films_are_counted_and_left_out():
    found = film_t_test(changes([1, None], [2], [None]))
    assert (found.films, found.films_missing, found.scored, found.missing) == (2, 1, 2, 2)
    assert found.missing_rate == 0.5
    assert found.mean == 1.5


@pytest.mark.parametrize("films", [([1],), ([0.1, 0.1, 0.1], [0.1], [0.1]), ([0], [0])])
def test_without_spread_between_films_there_is_a_mean_and_no_test(films):
    found = film_t_test(changes(*films))
    assert found.mean == pytest.approx(films[0][0])
    assert (found.t, found.p, found.low, found.high) == (None, None, None, None)


def test_without_any_difference_there_is_no_mean():
    assert film_t_test(changes([None])).mean is None


def test_every_test_of_a_family_has_its_p_value_with_and_without_correction():
    tests = {
        ("m1", "fidelity"): changes([1], [1.2], [0.9], [1.1]),
        ("m1", "naturalness"): changes([1], [-1], [0.5], [0.2]),
        ("m2", "fidelity"): changes([0], [0]),
    }
    found = family(tests)
    assert list(found) == list(tests)
    first = found["m1", "fidelity"]
    assert first.adjusted.p == first.test.p < first.adjusted.bonferroni == pytest.approx(2 * first.test.p)
    assert (first.adjusted.family, first.adjusted.missing) == (2, 1)
    assert found["m2", "fidelity"].adjusted.bonferroni is None


def test_mann_whitney_as_in_scipys_documentation():
    given, expected = example("mwu_scipy_doc")
    exact = mann_whitney(given["x"], given["y"], method="exact")
    assert (exact.u, printed(exact.p, expected["p_exact"])) == (expected["U"], expected["p_exact"])
    asymptotic = mann_whitney(given["x"], given["y"])
    assert printed(asymptotic.p, expected["p_asymptotic_cc"]) == expected["p_asymptotic_cc"]


def test_mann_whitney_as_in_hollander_and_wolfe():
    given, expected = example("mwu_hollander_wolfe")
    found = mann_whitney(given["x"], given["y"], method="exact", alternative=given["alternative"])
    assert (found.u, printed(found.p, expected["p"])) == (expected["U"], expected["p"])


@pytest.mark.parametrize(("name", "continuity"), [("p_cc", True), ("p_nocc", False)])
def test_mann_whitney_with_ties(name, continuity):
    given, expected = example("mwu_ties_reference")
    found = mann_whitney(given["x"], given["y"], continuity=continuity)
    assert found.u == expected["U"]
    assert found.p == pytest.approx(expected[name], rel=1e-12)


def test_u_counts_the_pairs_in_which_the_first_is_larger():
    assert mann_whitney([3, 4], [1, 4]).u == 2.5


def test_an_exact_test_of_ties_is_refused():
    with pytest.raises(ValueError, match="ties"):
        mann_whitney([1, 2], [2, 3], method="exact")


def test_missing_values_of_a_sample_are_counted():
    found = mann_whitney([1, None, 2], [math.nan, 5, 6])
    assert (found.first, found.second, found.missing) == (2, 2, 2)
    assert found.missing_rate == pytest.approx(1 / 3)


def test_an_empty_sample_has_no_test():
    assert mann_whitney([None], [1, 2])[:2] == (None, None)


def test_samples_of_one_value_have_no_p():
    assert mann_whitney([1, 1], [1]).p is None
