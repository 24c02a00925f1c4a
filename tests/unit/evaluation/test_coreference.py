import json
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linedscript.evaluation.coreference import METRICS, add, clustering_of, conll, groups, measurable, ratios, tally

DATA = Path(__file__).resolve().parents[3].parent / "shared/data/scorers/coref_cases.json"
NAMES = {"muc": "muc", "b_cubed": "b_cubed", "ceafe": "ceaf_e", "lea": "lea"}
clusterings = st.dictionaries(
    st.sampled_from([f"m{number}" for number in range(7)]), st.integers(0, 3), min_size=1, max_size=7
)


def over_the_same(draw_from=7):
    labels = st.lists(st.integers(0, 3), min_size=draw_from, max_size=draw_from)
    return labels.map(lambda held: {f"m{number}": label for number, label in enumerate(held)})


def exact(gold, system, metric):
    """Recall and precision as fractions, straight from the definitions; CEAF-e by trying every alignment."""
    keys, found = [set(group) for group in groups(gold)], [set(group) for group in groups(system)]

    def one_way(ours, others):
        of, total = Fraction(0), Fraction(0)
        for cluster in ours:
            parts = [cluster & other for other in others if cluster & other]
            alone = len(cluster - set().union(*others)) if others else len(cluster)
            links = Fraction(len(cluster) * (len(cluster) - 1), 2)
            if metric == "muc":
                of, total = of + len(cluster) - len(parts) - alone, total + len(cluster) - 1
            elif metric == "b_cubed":
                of, total = of + sum(Fraction(len(part) ** 2, len(cluster)) for part in parts), total + len(cluster)
            elif metric == "lea" and len(cluster) == 1:
                of, total = of + (cluster in others), total + 1
            elif metric == "lea":
                held = sum(Fraction(len(part) * (len(part) - 1), 2) for part in parts)
                of, total = of + len(cluster) * held / links, total + len(cluster)
            else:
                pairs = set(combinations(sorted(cluster), 2))
                theirs = {pair for other in others for pair in combinations(sorted(other), 2)}
                of, total = of + len(pairs & theirs), total + len(pairs)
        return of / total if total else Fraction(0)

    if metric != "ceaf_e":
        return one_way(keys, found), one_way(found, keys)
    small, big = sorted((keys, found), key=len)
    best = max(
        sum(Fraction(2 * len(one & two), len(one) + len(two)) for one, two in zip(small, order, strict=True))
        for order in permutations(big, len(small))
    )
    return best / len(keys), best / len(found)


def cases():
    return json.loads(DATA.read_text()) if DATA.exists() else []


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_the_reference_cases_come_out_as_the_reference_scorer_has_them(case):
    whole = add([tally(clustering_of(doc["key"]), clustering_of(doc["response"])) for doc in case["docs"]])
    for name, expected in case["expected_recall_precision_f1"].items():
        assert [round(value, 6) for value in ratios(getattr(whole, NAMES[name]))] == expected, name


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_reference_cases_are_exact_to_1e_9(case, metric):
    for doc in case["docs"]:
        gold, system = clustering_of(doc["key"]), clustering_of(doc["response"])
        found = ratios(getattr(tally(gold, system), metric))
        recall, precision = exact(gold, system, metric)
        f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0
        assert abs(found.recall - recall) <= 1e-9
        assert abs(found.precision - precision) <= 1e-9
        assert abs(found.f1 - f1) <= 1e-9


@settings(max_examples=60, deadline=None)
@given(clusterings, clusterings, st.sampled_from(METRICS))
def test_every_metric_is_what_its_definition_says(gold, system, metric):
    found = ratios(getattr(tally(gold, system), metric))
    recall, precision = exact(gold, system, metric)
    assert abs(found.recall - recall) <= 1e-9
    assert abs(found.precision - precision) <= 1e-9


@given(clusterings)
def test_a_clustering_recovers_itself(gold):
    whole = tally(gold, gold)
    for metric in METRICS:
        counts = getattr(whole, metric)
        assert ratios(counts) == ((1, 1, 1) if measurable(counts) else (0, 0, 0))
    assert (whole.merges, whole.splits) == (0, 0)


@given(clusterings, clusterings)
def test_exchanging_the_sides_exchanges_recall_with_precision_and_merges_with_splits(gold, system):
    forth, back = tally(gold, system), tally(system, gold)
    for metric in METRICS:
        one, two = ratios(getattr(forth, metric)), ratios(getattr(back, metric))
        assert (one.recall, one.precision) == pytest.approx((two.precision, two.recall))
        assert one.f1 == pytest.approx(two.f1)
    assert (forth.merges, forth.splits) == (back.splits, back.merges)


@given(clusterings, clusterings, st.permutations(range(4)), st.randoms())
def test_neither_labels_nor_order_of_mentions_change_a_score(gold, system, labels, random):
    mentions = list(system)
    random.shuffle(mentions)
    renamed = {mention: labels[system[mention]] for mention in mentions}
    one, two = tally(gold, system), tally(gold, renamed)
    for metric in METRICS:
        assert getattr(one, metric) == pytest.approx(getattr(two, metric))
    assert one[-2:] == two[-2:]


@given(over_the_same(), over_the_same())
def test_muc_loses_recall_by_the_split_errors_and_precision_by_the_merge_errors(gold, system):
    whole = tally(gold, system)
    assert whole.muc.recall_in - whole.muc.recall_of == whole.splits
    assert whole.muc.precision_in - whole.muc.precision_of == whole.merges


def test_two_films_together_are_scored_by_their_sums_not_by_the_mean_of_their_scores():
    small = tally({"a": 1, "b": 1}, {"a": 1, "b": 2})
    large = tally({name: 1 for name in "abcde"}, {name: 1 for name in "abcde"})
    assert ratios(add([small, large]).pairwise).recall == 10 / 11


def test_the_conll_score_is_the_mean_of_three_f1():
    whole = tally({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 2, "c": 2})
    assert conll(whole) == pytest.approx(sum(ratios(getattr(whole, m)).f1 for m in ("muc", "b_cubed", "ceaf_e")) / 3)


def test_a_mention_in_two_clusters_is_refused():
    with pytest.raises(ValueError, match="two clusters"):
        clustering_of([["a", "b"], ["b"]])
