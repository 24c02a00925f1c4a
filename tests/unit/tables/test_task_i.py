"""Tables A17 and A18, and Task I by checkpoint type, over the controls' runs of two small films."""

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
        for control in ("reference", "empty"):
            for mode in ("rsu", "asu"):
                control_tree(home, Release(project / "build" / view), control, view, mode)
    return home


def read(project: Path, runs: Path, name: str):
    return table(name, Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings()))


def rows(project: Path, runs: Path, name: str = "task_i_scores") -> dict:
    one = read(project, runs, name)
    heads = [column.name for column in one.columns]
    return {row[0].value: dict(zip(heads, [cell.value for cell in row], strict=True)) for row in one.rows}


@pytest.mark.parametrize("place", ["original, RSU", "original, ASU", "pseudonymized, RSU", "pseudonymized, ASU"])
def test_the_reference_is_at_the_ceiling_and_the_empty_reply_at_the_floor(project, runs, place):
    found = rows(project, runs)
    best, worst = found[f"reference: {place}"], found[f"empty: {place}"]
    assert (best["states"], best["contradiction"], best["missing"]) == (1, 0, 0)
    assert (worst["states"], worst["contradiction"], worst["missing"]) == (0, None, 0)


def test_empty_pools_are_counted_and_are_not_missing(project, runs):
    row = rows(project, runs)["reference: original, RSU"]
    assert (row["checkpoints"], row["no_state"], row["no_development"]) == (4, 2, 4)
    assert (row["developments"], row["missing"]) == (None, 0)


def test_controls_have_no_effect_of_mode_or_view(project, runs):
    row = rows(project, runs, "task_i_effects")["reference: current states"]
    assert [row[name] for name in ("mode_original", "mode_pseudonymized", "view_rsu", "view_asu")] == [0, 0, 0, 0]


def test_an_effect_without_its_counterpart_is_a_dash(project, runs, tmp_path):
    shutil.copytree(runs / "reference-i-parent-rsu", tmp_path / "reference-i-parent-rsu")
    shutil.copytree(runs / "reference-i-parent-asu", tmp_path / "reference-i-parent-asu")
    row = rows(project, tmp_path, "task_i_effects")["reference: current states"]
    assert (row["mode_original"], row["mode_pseudonymized"], row["view_rsu"]) == (0, None, None)


def test_every_checkpoint_is_under_one_type(project, runs):
    found = rows(project, runs, "task_i_kinds")
    own = [row["checkpoints"] for label, row in found.items() if label.startswith("reference, RSU")]
    assert (len(own), sum(own)) == (6, 4)
    assert found["reference, RSU: no change"]["states"] is None


def test_the_table_states_checkpoints_clusters_method_metric_and_judge(project, runs):
    one = read(project, runs, "task_i_scores")
    for said in ("4 checkpoints", "2 films (clusters)", "bootstrap, 50 replicates", "coverage/1", "judge exact/1"):
        assert said in one.n


def test_without_runs_the_tables_have_no_row(corpus):
    assert [table(name, corpus).rows for name in ("task_i_scores", "task_i_effects", "task_i_kinds")] == [()] * 3
