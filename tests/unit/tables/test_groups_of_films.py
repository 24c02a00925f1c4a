"""Films by how well known they are, by language, and as clusters of standard errors."""

import pytest
from scipy.stats import mannwhitneyu
from scored_runs import Scored, cells, run_of

from linedscript.release.tree import Release
from linedscript.statistics.cluster_errors import regress
from linedscript.tables.languages import languages_compared
from linedscript.tables.recognizability import recognizability
from linedscript.tables.standard_errors import standard_errors

KNOWN = {"en-0001": 10, "en-0002": 30, "en-0003": 90, "zh-0001": 20, "zh-0002": 80, "zh-0003": None}
ORIGINAL = {
    "en-0001": [1, 0], "en-0002": [1, 1], "en-0003": [0, 1],
    "zh-0001": [0, 0.5], "zh-0002": [0.2, None], "zh-0003": [1, 1],
}  # fmt: skip
OTHER = {
    "en-0001": [1, 0.2], "en-0002": [0, 1], "en-0003": [0, 0],
    "zh-0001": [0.1, 0.5], "zh-0002": [0, 0], "zh-0003": [1, 1],
}  # fmt: skip
ROW = "Task II, with evidence: model"


@pytest.fixture
def known(project):
    release = Release(project / "build/parent")
    return Scored(KNOWN, [run_of(release, "parent", ORIGINAL), run_of(release, "pseudonymized", OTHER)])


def test_films_stand_in_strata_of_their_vote_counts_and_those_without_one_apart(known):
    found = cells(recognizability(known))
    assert [(row, held["films"], held["items"]) for row, held in found.items()] == [
        (f"{ROW}: 1 of 2, least known", 3, 6),
        (f"{ROW}: 2 of 2, best known", 2, 4),
        (f"{ROW}: no vote count", 1, 2),
    ]


def test_a_stratum_has_its_own_scores_and_difference(known):
    row = cells(recognizability(known))[f"{ROW}: 1 of 2, least known"]
    assert row["original"] == pytest.approx((0.5 + 1 + 0.25) / 3, abs=1e-6)
    assert row["difference"] == pytest.approx((0.1 - 0.5 + 0.05) / 3, abs=1e-6)


def test_a_stratum_s_differences_are_ranked_beside_those_of_the_least_known_films(known):
    row = cells(recognizability(known))[f"{ROW}: 2 of 2, best known"]
    told = mannwhitneyu([-0.5, -0.2], [0.1, -0.5, 0.05], method="asymptotic")
    assert (row["u"], row["p"]) == pytest.approx((told.statistic, told.pvalue), abs=1e-6)


def test_the_strata_say_their_source_their_cut_and_how_many_films_are_in_none(known):
    assert "vote counts of IMDb, 2026-01-02, cut above 30; 1 of 6 films without one" in recognizability(known).n


def test_what_is_missing_in_a_stratum_is_its_printed_rate(known):
    row = cells(recognizability(known))[f"{ROW}: 2 of 2, best known"]
    assert (row["missing_original"], row["missing_pseudonymized"]) == (0.25, 0)


def test_films_of_two_languages_are_two_samples_of_a_rank_test(known):
    row = cells(languages_compared(known))[f"{ROW}, original"]
    told = mannwhitneyu([0.25, 0.2, 1], [0.5, 1, 0.5], method="asymptotic")
    assert (row["u"], row["p"]) == pytest.approx((told.statistic, told.pvalue), abs=1e-6)
    assert (row["en_films"], row["zh_films"], row["zh_missing"]) == (3, 3, pytest.approx(1 / 6, abs=1e-6))
    assert row["difference"] == pytest.approx(1.45 / 3 - 2 / 3, abs=1e-6)


def test_a_language_of_one_film_has_no_interval_and_gives_the_difference_none(project):
    release = Release(project / "build/parent")
    one = Scored(
        KNOWN, [run_of(release, "parent", {film: ORIGINAL[film] for film in ("en-0001", "en-0002", "zh-0001")})]
    )
    row = cells(languages_compared(one))[f"{ROW}, original"]
    assert row["zh"] == 0.25 and row["zh_low"] is None and row["difference_low"] is None and row["en_low"] is not None


def test_standard_errors_take_films_as_clusters(known):
    row = cells(standard_errors(known))["model, with evidence: pseudonymized − original"]
    films = [film for film in ORIGINAL for _ in range(2)]
    values = [
        None if one is None else other - one
        for film in ORIGINAL
        for one, other in zip(ORIGINAL[film], OTHER[film], strict=True)
    ]
    (told,) = regress(values, [()] * len(values), films, 0.95).coefficients
    assert (row["se_naive"], row["se_cluster"], row["p"]) == pytest.approx(
        (told.se_naive, told.se_cluster, told.p), abs=1e-6
    )
    assert (row["items"], row["films"], row["missing"]) == (12, 6, pytest.approx(1 / 12, abs=1e-6))


def test_only_differences_are_tested_against_zero_and_the_family_is_printed(known):
    one = standard_errors(known)
    assert cells(one)["model, with evidence: original"]["p"] is None
    assert "family of 1 tests, 0 not to be done" in one.n
