import pytest

from linedscript.statistics.columns import Observation
from linedscript.statistics.strata import by_coverage, coverage, recognizability


@pytest.mark.parametrize(
    ("retrieved", "expected"), [(["s1", "s2", "s9"], "all"), (["s2", "s9"], "partial"), (["s9"], "zero"), ([], "zero")]
)
def test_coverage_says_how_many_gold_scenes_the_context_holds(retrieved, expected):
    assert coverage(["s1", "s2"], retrieved) == expected


def test_a_gold_scene_cited_twice_is_one():
    assert coverage(["s1", "s1"], ["s1"]) == "all"


def test_a_question_without_gold_scenes_has_no_stratum():
    assert coverage([], ["s1"]) is None


def split():
    items = {"a": "all", "b": "partial", "c": "zero", "d": None}
    observations = [Observation("en-0001", item, 1.0) for item in items]
    return by_coverage(observations, {("en-0001", item): label for item, label in items.items()})


def test_incomplete_is_partial_and_zero_together():
    held = {label: [one.item for one in observations] for label, observations in split().strata.items()}
    assert held == {"all": ["a"], "partial": ["b"], "zero": ["c"], "incomplete": ["b", "c"]}


def test_an_item_without_a_stratum_is_counted():
    assert (split().missing, split().items) == (1, 4)


def test_an_item_whose_coverage_is_unknown_is_an_error():
    with pytest.raises(KeyError):
        by_coverage([Observation("en-0001", "a", 1.0)], {})


def votes(*counts):
    return {f"en-{number:04d}": count for number, count in enumerate(counts, 1)}


def test_films_fall_into_equal_strata_by_their_votes():
    found = recognizability(votes(60, 10, 20, 50, 30, 40), 3)
    assert found.cuts == (20, 40)
    assert found.strata == (("en-0002", "en-0003"), ("en-0005", "en-0006"), ("en-0001", "en-0004"))


def test_films_with_equal_votes_stay_together():
    found = recognizability(votes(5, 5, 5, 9), 2)
    assert found.strata == (("en-0001", "en-0002", "en-0003"), ("en-0004",))


def test_equal_cuts_leave_a_stratum_empty():
    found = recognizability(votes(5, 5, 5, 9), 4)
    assert found.cuts == (5, 5, 5)
    assert [len(films) for films in found.strata] == [3, 0, 0, 1]


def test_a_film_without_votes_is_in_no_stratum_and_counted():
    found = recognizability(votes(1, None, 2, None), 2)
    assert found.missing == ("en-0002", "en-0004")
    assert found.missing_rate == 0.5
    assert sum(map(len, found.strata)) == 2


def test_without_any_votes_there_is_no_cut():
    found = recognizability(votes(None), 3)
    assert (found.cuts, found.strata, found.missing_rate) == ((), ((), (), ()), 1)


def test_the_cuts_are_those_of_the_inverted_distribution():
    import numpy as np

    counts = np.random.default_rng(0).integers(0, 1000, 151).tolist()
    found = recognizability(votes(*counts), 4)
    assert list(found.cuts) == np.quantile(counts, [0.25, 0.5, 0.75], method="inverted_cdf").tolist()


def test_one_stratum_is_refused():
    with pytest.raises(ValueError, match="at least two"):
        recognizability(votes(1, 2), 1)
