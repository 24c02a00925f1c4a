"""Every table of scores states what it counts and how, and prints the rate of what is missing."""

from pathlib import Path

import pytest
from evaluated import control_tree, settings

from linedscript.release.tree import Release
from linedscript.tables.contents import TABLES, table
from linedscript.tables.corpus import Corpus

SCORES = [
    "task_i_scores", "task_i_effects", "task_i_kinds", "task_ii_views", "task_ii_closed_book", "task_ii_errors",
    "task_iii_single", "task_iii_multi", "task_iii_pairs", "recognizability", "languages_compared",
]  # fmt: skip


@pytest.fixture(scope="module")
def scored(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    home = tmp_path_factory.mktemp("runs")
    for view in ("parent", "pseudonymized"):
        for setting in ("rsu", "asu", "context", "closed_book", "single", "multi"):
            control_tree(home, Release(project / "build" / view), "reference", view, setting)
    return Corpus(project / "build/parent", project / "build/pseudonymized", home, settings())


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("said", ["n = ", "2 films (clusters)", "film-cluster bootstrap", "metric ", "judge exact/1"])
def test_a_table_of_scores_states_n_clusters_intervals_metric_and_judge(scored: Corpus, name: str, said: str) -> None:
    assert said in table(name, scored).n


@pytest.mark.parametrize("name", [*SCORES, "task_ii_coverage", "judge_agreement", "task_ii_checks"])
def test_a_table_of_verdicts_prints_the_rate_of_the_missing_ones(scored: Corpus, name: str) -> None:
    assert any("missing" in column.name and column.form == "share" for column in table(name, scored).columns)


def test_every_table_states_what_it_is_over(scored: Corpus) -> None:
    assert [name for name in TABLES if not table(name, scored).n.startswith("n = ")] == []


def test_a_checkpoint_without_anything_to_count_is_none_that_misses_a_score(scored: Corpus) -> None:
    one = table("task_i_effects", scored)
    place = next(number for number, column in enumerate(one.columns) if column.name == "view_rsu_missing")
    assert {row[place].value for row in one.rows} <= {0, None}
