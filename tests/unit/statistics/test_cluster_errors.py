import pytest
from unit.statistics.worked import example, petersen, printed

from linedscript.statistics.cluster_errors import mean_error, regress
from linedscript.statistics.columns import Observation


@pytest.mark.parametrize(("column", "name"), [(0, "se_cluster_firm"), (1, "se_cluster_year")])
def test_petersens_test_data(column, name):
    _, expected = example("petersen_cluster_se")
    data = petersen()
    found = regress(data[3], [[x] for x in data[2]], data[column]).coefficients
    for key, values in (
        ("coef", [one.value for one in found]),
        ("se_ols", [one.se_naive for one in found]),
        (name, [one.se_cluster for one in found]),
    ):
        assert [printed(value, printed_value) for value, printed_value in zip(values, expected[key], strict=True)] == (
            expected[key]
        )


def test_the_mean_of_petersens_test_data():
    firms, years, _, y = petersen()
    _, expected = example("petersen_mean_ci")
    found = mean_error([Observation(*row) for row in zip(firms, years, y, strict=True)])
    (mean,) = found.coefficients
    assert (mean.value, mean.se_cluster, mean.se_naive) == pytest.approx(
        (expected["mean"], expected["cluster_se"], expected["naive_se"]), rel=1e-9
    )
    assert (found.rows, found.clusters, found.missing) == (5000, 500, 0)


def items(*films):
    return [
        Observation(f"en-{film:04d}", str(item), value)
        for film, values in enumerate(films, 1)
        for item, value in enumerate(values)
    ]


def test_a_cluster_robust_error_by_hand():
    """Films (1, 1) and (3, 3): residual sums -2 and 2 over N = 4; sqrt(8)/4, times the root of 2/1 * 3/3: 1."""
    (mean,) = mean_error(items([1, 1], [3, 3])).coefficients
    assert (mean.value, mean.se_cluster) == pytest.approx((2, 1))
    assert (mean.low, mean.high) == pytest.approx((2 - 12.7062047, 2 + 12.7062047))


def test_copies_of_an_item_leave_its_films_error_where_it_was():
    one, many = mean_error(items([1], [3], [4])), mean_error(items([1] * 9, [3] * 9, [4] * 9))
    assert many.coefficients[0].se_cluster == pytest.approx(one.coefficients[0].se_cluster)
    assert many.coefficients[0].se_naive < one.coefficients[0].se_naive / 2


def test_rows_with_something_missing_are_left_out_and_counted():
    found = mean_error(items([1, None], [3], [None]))
    assert (found.rows, found.clusters, found.missing, found.missing_rate) == (2, 2, 2, 0.5)
    assert found.coefficients[0].value == pytest.approx(2)
    assert regress([1, 2, 3, 5], [[None], [1], [2], [4]], ["a", "a", "b", "b"]).missing == 1


@pytest.mark.parametrize("observations", [items([1, 2]), items([None], [1]), []])
def test_one_cluster_or_none_has_no_error(observations):
    assert mean_error(observations).coefficients == ()


def test_regressors_that_depend_on_each_other_are_refused():
    with pytest.raises(ValueError, match="depend"):
        regress([1, 2, 3, 5], [[7], [7], [7], [7]], ["a", "a", "b", "b"])
