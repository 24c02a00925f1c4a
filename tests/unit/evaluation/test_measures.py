import numpy as np
import pytest

from linedscript.evaluation.coreference import METRICS, add, conll, ratios, tally
from linedscript.evaluation.measures import MEASURES, measure, rows
from linedscript.statistics.bootstrap import draw, intervals

RIGHT = tally({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 1, "c": 2})
SPLIT = tally({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 2, "c": 3})
UNLINKED = tally({"a": 1, "b": 2}, {"a": 1, "b": 1})


def drawn(tallies, name, seed=0, replicates=2000):
    weights = draw(len(tallies), np.random.default_rng(seed), replicates)
    return measure(weights @ rows(tallies))[:, MEASURES.index(name)]


def bounds(tallies, name):
    return intervals(drawn(tallies, name)[None, :])[0]


def test_the_measures_of_all_films_are_those_of_their_tallies_together():
    found = dict(zip(MEASURES, measure(rows([RIGHT, SPLIT]).sum(axis=0, keepdims=True))[0], strict=True))
    whole = add([RIGHT, SPLIT])
    for metric in METRICS:
        parts = [found[f"{metric}_{part}"] for part in ("recall", "precision", "f1")]
        assert parts == pytest.approx(list(ratios(getattr(whole, metric))))
    assert found["conll_f1"] == pytest.approx(conll(whole))
    assert (found["merges"], found["splits"]) == (0, 1)


def test_films_that_all_score_alike_leave_no_doubt():
    assert bounds([SPLIT] * 5, "b_cubed_f1")[:2] == pytest.approx([ratios(SPLIT.b_cubed).f1] * 2)


def test_a_film_is_drawn_whole():
    assert set(drawn([RIGHT, SPLIT], "pairwise_recall").tolist()) == {0.0, 0.5, 1.0}


def test_an_interval_holds_the_score_between_its_bounds():
    low, high, used = bounds([RIGHT, SPLIT] * 4, "conll_f1")
    assert low < conll(add([RIGHT, SPLIT] * 4)) < high
    assert used == 2000


def test_replicates_without_any_link_in_the_gold_are_left_out_and_counted():
    low, high, used = bounds([UNLINKED, RIGHT], "muc_recall")
    assert (low, high) == (1.0, 1.0)
    assert 0 < used < 2000


def test_what_no_replicate_measures_has_no_interval():
    low, high, used = bounds([UNLINKED], "muc_recall")
    assert np.isnan(low) and np.isnan(high) and used == 0
