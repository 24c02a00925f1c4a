import pytest
from unit.statistics.worked import example

from linedscript.statistics.multiplicity import adjust


def test_the_fifteen_p_values_of_benjamini_and_hochberg():
    given, expected = example("bh_1995")
    found = list(adjust(dict(enumerate(given["p"]))).values())
    assert sum(one.benjamini_hochberg <= given["q"] for one in found) == expected["rejected"]
    assert sum(one.bonferroni <= given["q"] for one in found) == expected["bonferroni_rejected"]


def test_corrected_p_values_by_hand():
    """Of 3, ascending: Bonferroni 3p; Holm 3p, 2p, p, never falling; BH 3p/1, 3p/2, 3p/3, never falling from behind."""
    found = adjust({"c": 0.04, "a": 0.01, "b": 0.03})
    assert list(found) == ["c", "a", "b"]
    assert found["a"][1:4] == pytest.approx((0.03, 0.03, 0.03))
    assert found["b"][1:4] == pytest.approx((0.09, 0.06, 0.04))
    assert found["c"][1:4] == pytest.approx((0.12, 0.06, 0.04))


def test_no_corrected_p_value_is_over_one():
    assert all(value <= 1 for one in adjust({"a": 0.9, "b": 0.8}).values() for value in one[:4])


def test_a_test_that_could_not_be_done_is_missing_and_no_part_of_the_family():
    found = adjust({"a": 0.01, "b": None})
    assert found["a"] == (0.01, 0.01, 0.01, 0.01, 1, 1)
    assert found["b"] == (None, None, None, None, 1, 1)


def test_a_family_in_which_no_test_could_be_done():
    assert adjust({"a": None}) == {"a": (None, None, None, None, 0, 1)}


def test_an_empty_family_is_empty():
    assert adjust({}) == {}


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(p):
    with pytest.raises(ValueError, match="not a p-value"):
        adjust({"a": p})
