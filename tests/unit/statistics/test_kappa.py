import pytest
from unit.statistics.worked import example, printed

from linedscript.statistics.kappa import cohen, cohen_of_table, fleiss, fleiss_of_table


@pytest.mark.parametrize("name", ["cohen_2x2", "cohen_trap_a", "cohen_trap_b"])
def test_cohens_kappa_of_worked_tables(name):
    given, expected = example(name)
    assert printed(cohen_of_table(given["table"]).value, expected) == expected


def test_fleiss_kappa_of_a_worked_table():
    given, expected = example("fleiss_wikipedia")
    assert printed(fleiss_of_table(given["table"]).value, expected) == expected


def test_fleiss_kappa_of_the_diagnoses_of_1971():
    given, expected = example("fleiss_1971_diagnoses")
    assert printed(fleiss(given["ratings"], [1, 2, 3, 4, 5]).value, expected) == expected


def test_cohens_kappa_by_hand():
    """Agreement 3/4; chance 1/2 * 3/4 + 1/2 * 1/4 = 1/2; (3/4 - 1/2) / (1 - 1/2)."""
    found = cohen("aabb", "aaab", "ab")
    assert (found.value, found.agreement) == pytest.approx((0.5, 0.75))


def test_a_table_of_labels_is_that_of_their_counts():
    first, second = "a" * 25 + "b" * 25, "a" * 20 + "b" * 5 + "a" * 10 + "b" * 15
    assert cohen(first, second, "ab") == cohen_of_table([[20, 5], [10, 15]])


def test_a_near_miss_counts_less_where_labels_are_ordered():
    near, far = ([1, 2, 3, 1], [1, 2, 3, 2]), ([1, 2, 3, 1], [1, 2, 3, 3])
    for weights in ("linear", "quadratic"):
        assert cohen(*near, [1, 2, 3], weights).value > cohen(*far, [1, 2, 3], weights).value


def test_quadratic_weights_by_hand():
    """Labels 1, 2, 3 in pairs 11, 22, 33, 12. Squared distances: 1 seen of 4; by chance, with shares (2, 1, 1)/4
    and (1, 2, 1)/4, those one apart 4 + 1 + 1 + 2 = 8 and those two apart 4 * (2 + 1) = 12 of 16:
    1 - (1/4) / (20/16)."""
    assert cohen([1, 2, 3, 1], [1, 2, 3, 2], [1, 2, 3], "quadratic").value == pytest.approx(0.8)


def test_items_that_a_rater_left_open_are_missing():
    found = cohen(["a", "b", None, "a"], ["a", "b", "b", None], "ab")
    assert (found.value, found.items, found.missing, found.missing_rate) == (1, 2, 2, 0.5)


def test_an_item_with_fewer_ratings_than_the_others_is_missing_in_fleiss_kappa():
    found = fleiss([["a", "a", "a"], ["b", "b", "b"], ["a", None, "b"]], "ab")
    assert (found.value, found.items, found.missing) == (1, 2, 1)


def test_the_order_of_an_items_ratings_means_nothing_to_fleiss_kappa():
    assert fleiss([["a", "b"], ["b", "b"]], "ab") == fleiss([["b", "a"], ["b", "b"]], "ab")


def test_where_every_label_is_one_agreement_is_whole_and_kappa_is_missing():
    assert cohen("aaa", "aaa", "ab")[:2] == (None, 1)
    assert fleiss(["aa", "aa"], "ab")[:2] == (None, 1)


@pytest.mark.parametrize("found", [cohen([], [], "ab"), fleiss([], "ab"), fleiss([["a", None]], "ab")])
def test_without_a_pair_of_ratings_there_is_nothing_to_agree_on(found):
    assert (found.value, found.agreement, found.items) == (None, None, 0)


def test_a_label_that_is_no_category_is_refused():
    with pytest.raises(ValueError, match="'c'"):
        cohen("ac", "ab", "ab")
    with pytest.raises(ValueError, match="'c'"):
        fleiss(["ac"], "ab")


def test_raters_of_different_items_are_refused():
    with pytest.raises(ValueError):
        cohen("ab", "abb", "ab")
