import shutil
from pathlib import Path

import pytest
from evaluated import control_tree, settings

from linedscript.release.tree import Release
from linedscript.tables.contents import table
from linedscript.tables.corpus import Corpus


@pytest.fixture(scope="module")
def runs(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("runs")
    for view in ("parent", "pseudonymized"):
        for control in ("reference", "empty", "shuffled"):
            control_tree(home, Release(project / "build" / view), control, view)
    return home


def rows(project: Path, runs: Path, name: str = "task_ii_closed_book") -> dict:
    one = table(name, Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings()))
    heads = [column.name for column in one.columns]
    return {row[0].value: dict(zip(heads, row, strict=True)) for row in one.rows}


def test_the_reference_is_at_the_ceiling_and_the_empty_answer_at_the_floor(project, runs):
    found = rows(project, runs)
    for measure in ("original", "pseudonymized", "supported_original", "supported_pseudonymized"):
        assert found["reference: all questions"][measure].value == 1
        assert found["empty: all questions"][measure].value == 0
    assert found["empty: all questions"]["missing_original"].value == 0


def test_a_category_without_questions_has_a_row_of_dashes(project, runs):
    row = rows(project, runs)["reference: Narrative Progression"]
    assert row["items"].value == 0 and row["original"].value is None and row["missing_original"].value is None


def test_a_row_counts_the_questions_that_it_names(project, runs):
    row = rows(project, runs)["reference: all questions"]
    assert row["items"].value == len(row["items"].records) == 2


def test_the_table_states_questions_clusters_method_metric_and_judge(project, runs):
    one = table(
        "task_ii_closed_book", Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings())
    )
    for said in ("2 questions", "2 films (clusters)", "bootstrap, 50 replicates", "accuracy/1", "judge exact/1"):
        assert said in one.n


def test_a_run_without_its_counterpart_has_a_row_without_a_difference(project, runs, tmp_path):
    shutil.copytree(runs / "reference-ii-parent-closed-book", tmp_path / "reference-ii-parent-closed-book")
    row = rows(project, tmp_path)["reference: all questions"]
    assert row["original"].value == 1
    assert [row[name].value for name in ("pseudonymized", "difference", "consistency")] == [None] * 3


def test_without_runs_the_tables_have_no_row(corpus):
    assert table("task_ii_views", corpus).rows == () and table("task_ii_coverage", corpus).n == "n = 0 runs"
