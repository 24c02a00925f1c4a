import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from unit.statistics.worked import example, printed

from linedscript.statistics.alpha import krippendorff_alpha

LEVELS = ("nominal", "ordinal", "interval", "ratio")


@pytest.mark.parametrize("name", ["kripp_4x12", "kripp_wikipedia"])
def test_worked_examples(name):
    held, expected = example(name)
    for level, value in expected.items():
        assert printed(krippendorff_alpha(held["coders"], level).value, value) == value


@pytest.mark.parametrize("level", LEVELS)
@given(
    rows=st.integers(2, 8).flatmap(
        lambda units: st.lists(
            st.lists(st.none() | st.sampled_from([0, 1, 2, 3.5, 7]), min_size=units, max_size=units),
            min_size=2,
            max_size=5,
        )
    )
)
def test_alpha_is_that_of_another_implementation(rows, level):
    found = krippendorff_alpha(rows, level)
    assume(found.value is not None)
    data = np.array([[np.nan if value is None else value for value in row] for row in rows])
    domain = sorted({v for column in zip(*rows, strict=True) for v in column if v is not None})
    assert found.value == pytest.approx(
        krippendorff.alpha(data, value_domain=domain, level_of_measurement=level), abs=1e-12
    )


def test_what_is_missing_is_counted_over_all_units_and_coders():
    found = krippendorff_alpha([[1, 2, None, None], [1, None, 3, None], [1, 2, None, float("nan")]], "nominal")
    assert (found.units, found.values, found.missing, found.cells) == (2, 5, 6, 12)
    assert found.missing_rate == 0.5


def test_coders_who_agree_throughout_have_an_alpha_of_one():
    assert krippendorff_alpha([[1, 2, 3], [1, 2, 3]], "interval").value == 1


def test_one_value_throughout_leaves_alpha_open():
    assert krippendorff_alpha([[1, 1], [1, 1]], "nominal").value is None


@pytest.mark.parametrize("coders", [[], [[]], [[1, None], [None, 2]]])
def test_without_a_unit_of_two_values_alpha_is_open(coders):
    assert krippendorff_alpha(coders, "nominal")[:2] == (None, 0)


def test_ratios_of_negative_values_are_refused():
    with pytest.raises(ValueError, match="at least 0"):
        krippendorff_alpha([[-1, 2], [1, 2]], "ratio")


def test_coders_of_different_units_are_refused():
    with pytest.raises(ValueError):
        krippendorff_alpha([[1, 2], [1]], "nominal")
