import math

import numpy as np
import pytest
from unit.statistics.worked import example, petersen

from linedscript.statistics import estimates
from linedscript.statistics.bootstrap import draw
from linedscript.statistics.columns import Observation, film_means, item_mean, movie_macro
from linedscript.statistics.estimates import average, difference, estimate, score
from linedscript.statistics.paired import differences

FILMS = tuple(f"en-{number:04d}" for number in range(1, 13))


def scores(seed, missing=0.1, films=FILMS):
    """Ratings of a few items in two trajectories of every film, some of them missing."""
    rng = np.random.default_rng(seed)
    return [
        Observation(film, f"i{item}", None if rng.random() < missing else round(rng.random(), 3), f"t{item % 2}")
        for film in films
        for item in range(2 + int(film[-1]) % 4)
    ]


def drawn(replicates=200, seed=1):
    return draw(len(FILMS), np.random.default_rng(seed), replicates)


def percentile(values, share):
    held = sorted(value for value in values if value is not None)
    place = share * (len(held) - 1)
    low = math.floor(place)
    return held[low] + (held[min(low + 1, len(held) - 1)] - held[low]) * (place - low)


def copies(observations, row):
    """The items of one replicate: those of a film as often as it was drawn."""
    count = dict(zip(FILMS, row, strict=True))
    return [one for one in observations for _ in range(int(count[one.film]))]


def loop_items(observations, row):
    held = [one.value for one in copies(observations, row) if one.value is not None]
    return math.fsum(held) / len(held) if held else None


def loop_macro(observations, row):
    means = film_means(observations)
    held = [m for film, n in zip(FILMS, row, strict=True) for m in [means.get(film)] * int(n) if m is not None]
    return math.fsum(held) / len(held) if held else None


@pytest.mark.parametrize(("column", "loop"), [(item_mean, loop_items), (movie_macro, loop_macro)])
def test_the_bootstrap_agrees_with_a_plain_loop_under_the_same_weights(column, loop):
    observations, weights = scores(5), drawn()
    (found,) = estimate([score(column(observations, FILMS))], weights)
    plain = [loop(observations, row) for row in weights]
    assert (found.low, found.high) == pytest.approx((percentile(plain, 0.025), percentile(plain, 0.975)), abs=1e-12)
    assert found.value == pytest.approx(loop(observations, [1] * len(FILMS)), abs=1e-12)


def test_a_difference_of_strata_agrees_with_a_plain_loop_that_sees_the_same_films_in_both():
    one, two, weights = scores(5), scores(6, films=FILMS[:3]), drawn()
    found = estimate([difference(score(item_mean(one, FILMS)), score(item_mean(two, FILMS)))], weights)[0]
    pairs = [(loop_items(one, row), loop_items(two, row)) for row in weights]
    plain = [second - first for first, second in pairs if first is not None and second is not None]
    assert found.replicates == len(plain) < len(weights)
    assert (found.low, found.high) == pytest.approx((percentile(plain, 0.025), percentile(plain, 0.975)), abs=1e-12)


def test_an_average_over_models_agrees_with_a_plain_loop():
    models, weights = [scores(seed) for seed in range(4)], drawn()
    found = estimate([average([score(item_mean(one, FILMS)) for one in models])], weights)[0]
    plain = [sum(loop_items(one, row) for one in models) / 4 for row in weights]
    assert (found.low, found.high) == pytest.approx((percentile(plain, 0.025), percentile(plain, 0.975)), abs=1e-12)


def test_estimated_together_or_alone_a_statistic_is_the_same_to_the_last_bit(monkeypatch):
    many = [score(item_mean(scores(seed), FILMS)) for seed in range(9)]
    many += [difference(one, two) for one, two in zip(many, many[1:], strict=False)]
    together = estimate(many, drawn())
    alone = [estimate([one], drawn())[0] for one in many]
    monkeypatch.setattr(estimates, "_CELLS", 1000)
    assert together == alone == estimate(many, drawn())


def test_the_order_of_films_changes_no_bit():
    order = np.random.default_rng(0).permutation(len(FILMS))
    films = [FILMS[place] for place in order]
    one = estimate([score(item_mean(scores(2), FILMS))], drawn())
    assert one == estimate([score(item_mean(scores(2), films))], drawn()[:, order])


def test_items_scored_and_missing_are_counted_with_their_rate():
    observations = scores(3, missing=0.4)
    (found,) = estimate([score(item_mean(observations, FILMS))], drawn())
    missing = sum(one.value is None for one in observations)
    assert (found.scored, found.missing) == (len(observations) - missing, missing)
    assert found.missing_rate == missing / len(observations)


def test_films_without_a_score_are_no_clusters():
    (found,) = estimate([score(item_mean(scores(3, missing=0, films=FILMS[:5]), FILMS))], drawn())
    assert found.films == 5


def test_nothing_scored_is_missing_and_has_no_interval():
    (found,) = estimate([score(item_mean(scores(3, missing=1), FILMS))], drawn())
    assert (found.value, found.low, found.high, found.replicates, found.missing_rate) == (None, None, None, 0, 1)


def test_one_film_has_a_value_and_no_interval():
    (found,) = estimate([score(item_mean(scores(3, missing=0, films=FILMS[:1]), FILMS))], drawn())
    assert found.value is not None and (found.low, found.high, found.replicates) == (None, None, 0)


def test_no_items_have_no_missing_rate():
    assert estimate([score(item_mean([], FILMS))], drawn())[0].missing_rate is None


def test_paired_differences_are_tighter_than_the_scores_that_they_compare():
    first = scores(4, missing=0)
    second = [one._replace(value=one.value + 0.1) for one in first]
    alone, paired = estimate(
        [score(item_mean(first, FILMS)), score(item_mean(differences(first, second), FILMS))], drawn()
    )
    assert paired.high - paired.low < 1e-9 < alone.high - alone.low


def test_two_columns_of_the_same_items_differ_as_their_paired_differences_do():
    first, second = scores(4, missing=0), scores(5, missing=0)
    unpaired = difference(score(item_mean(first, FILMS)), score(item_mean(second, FILMS)))
    paired = score(item_mean(differences(first, second), FILMS))
    one, two = estimate([unpaired, paired], drawn())
    assert one[:3] == pytest.approx(two[:3])


def test_an_average_over_no_model_is_refused():
    with pytest.raises(ValueError, match="nothing to average"):
        average([])


def test_the_bootstrap_of_a_mean_has_the_spread_of_its_cluster_robust_error():
    firms, years, _, y = petersen()
    _, expected = example("petersen_mean_ci")
    names = sorted(set(firms))
    observations = [Observation(firm, year, value) for firm, year, value in zip(firms, years, y, strict=True)]
    weights = draw(len(names), np.random.default_rng(0), 10_000)
    (found,) = estimate([score(item_mean(observations, names))], weights)
    assert found.value == pytest.approx(expected["mean"], abs=1e-12)
    spread = (found.high - found.low) / (2 * 1.959964)
    assert spread == pytest.approx(expected["cluster_se"], rel=0.05)
    assert spread > 2 * expected["naive_se"]
