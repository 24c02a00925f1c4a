from pathlib import Path

import pytest
from evaluated import settings

from linedscript.evaluation.control_runs import control_manifest, control_runs, generations
from linedscript.evaluation.controls import control_predictions
from linedscript.evaluation.judging import judged
from linedscript.evaluation.tree import FilmRun, write_run
from linedscript.release.tree import Release
from linedscript.suites.stage.task_iii import TASK
from linedscript.tables.contents import table
from linedscript.tables.corpus import Corpus


@pytest.fixture(scope="module")
def runs(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("runs")
    how = settings()
    for run in control_runs(how):
        if run.task is not TASK or run.control == "shuffled":
            continue
        release = Release(project / "build" / run.condition.view)
        films = {}
        for film in release.films():
            rows = {layer: release.rows(layer, film.id) for layer in TASK.layers}
            own = TASK.targets(film.id, film.language, rows, run.condition.setting)
            predictions = control_predictions(run.control, TASK, own, generations(run.control, how), how.seed)
            films[film.id] = FilmRun(predictions, judged(TASK, own, predictions, None), [])
        write_run(home / run.name, control_manifest(run, how, release, "linedscript/1", False), films)
    return home


def rows(project: Path, runs: Path | None, name: str) -> dict:
    one = table(name, Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings()))
    heads = [column.name for column in one.columns]
    return {row[0].value: dict(zip(heads, row, strict=True)) for row in one.rows}


def test_the_reference_is_at_the_ceiling_and_the_empty_answer_at_the_floor(project, runs):
    found = rows(project, runs, "task_iii_single")
    for dimension in ("character fidelity", "memory faithfulness", "boundary compliance"):
        for view in ("original", "pseudonymized"):
            assert found[f"reference: {dimension}"][view].value == 5
            assert found[f"empty: {dimension}"][view].value == 1


def test_a_difference_of_equal_films_has_no_test(project, runs):
    row = rows(project, runs, "task_iii_single")["reference: naturalness"]
    assert (row["difference"].value, row["p"].value, row["p_bh"].value) == (0, None, None)


def test_a_row_counts_the_prompts_that_it_names(project, runs):
    row = rows(project, runs, "task_iii_single")["reference: character fidelity"]
    assert row["prompts"].value == len(row["prompts"].records) == 2


def test_a_setting_without_prompts_has_rows_of_dashes(project, runs):
    row = rows(project, runs, "task_iii_multi")["reference: cross-turn consistency"]
    assert row["prompts"].value == 0 and row["original"].value is None


def test_pairs_are_counted_by_the_condition_of_their_later_prompt(project, runs):
    found = rows(project, runs, "task_iii_pairs")
    assert set(found) == {
        f"{control}: {condition}"
        for control in ("reference", "empty")
        for condition in ("evolving", "invariant", "inaccessible", "post-disclosure")
    }


def test_the_table_states_prompts_clusters_family_metric_and_judge(project, runs):
    one = table("task_iii_single", Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings()))
    for said in (
        "2 prompts",
        "2 films (clusters)",
        "fidelity/1",
        "judge exact/1",
        "family of 0 tests, 8 not to be done",
    ):
        assert said in one.n


def test_prompts_are_counted_by_condition_and_their_sum_is_the_last_row(project):
    found = rows(project, None, "task_iii_prompts")
    assert found["evolving"]["prompts"].value == found["All prompts"]["prompts"].value == 2


@pytest.mark.parametrize("name", ["task_iii_single", "task_iii_multi", "task_iii_pairs"])
def test_without_runs_there_is_no_row(corpus, name):
    one = table(name, corpus)
    assert (one.rows, one.n) == ((), "n = 0 runs")
