import msgspec
import pytest
from evaluated import control_tree
from source_rows import film

from linedscript.errors import LinedscriptError
from linedscript.evaluation.publishing import manifests, publish_runs, withdraw_run
from linedscript.io.canonical import encode
from linedscript.records.source import Withdrawal
from linedscript.release.sums import sums_faults, write_sums


@pytest.fixture
def run(parent, tmp_path):
    return control_tree(tmp_path / "made", parent, "reference", "parent")


def names(home):
    return [manifest.id for manifest in manifests(home)]


def test_a_run_is_published_beside_the_others_under_one_list_of_sums(run, parent, tmp_path):
    home = tmp_path / "releases/runs"
    other = control_tree(tmp_path / "made", parent, "empty", "parent")
    assert [one.how for one in publish_runs(run.root, home / run.root.name)] == ["published"]
    publish_runs(other.root, home)
    assert names(home) == sorted([run.root.name, other.root.name]) and sums_faults(home) == []


def test_a_folder_of_runs_is_published_at_once(run, parent, tmp_path):
    control_tree(tmp_path / "made", parent, "empty", "parent")
    assert len(publish_runs(tmp_path / "made", tmp_path / "runs")) == 2
    assert len(names(tmp_path / "runs")) == 2


def test_an_equal_run_leaves_what_is_published_untouched(run, tmp_path):
    publish_runs(run.root, tmp_path / "runs")
    before = (tmp_path / "runs/SHA256SUMS").stat().st_ino
    assert [one.how for one in publish_runs(run.root, tmp_path / "runs")] == ["unchanged"]
    assert (tmp_path / "runs/SHA256SUMS").stat().st_ino == before


def test_a_changed_file_is_refused_and_named(run, tmp_path):
    path = run.root / "predictions/en-0001.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(LinedscriptError, match="predictions/en-0001.jsonl") as error:
        publish_runs(run.root, tmp_path / "runs")
    assert error.value.code == "changed-file" and not (tmp_path / "runs").exists()


def test_a_changed_published_run_is_told_before_it_is_carried_on(run, parent, tmp_path):
    publish_runs(run.root, tmp_path / "runs")
    path = tmp_path / "runs" / run.root.name / "predictions/en-0001.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(LinedscriptError, match="changed-file"):
        publish_runs(control_tree(tmp_path / "made", parent, "empty", "parent").root, tmp_path / "runs")


def test_a_folder_of_another_name_than_its_run_is_refused(run, tmp_path):
    run.root.rename(tmp_path / "mine")
    with pytest.raises(LinedscriptError, match="other-run"):
        publish_runs(tmp_path / "mine", tmp_path / "runs")


@pytest.mark.parametrize("place", ["empty-ii-parent-closed-book", "mine"])
def test_a_run_is_not_published_in_the_place_of_another(run, parent, tmp_path, place):
    home = tmp_path / "runs"
    publish_runs(control_tree(tmp_path / "made", parent, "empty", "parent").root, home)
    for source in (run.root, tmp_path / "made"):
        with pytest.raises(LinedscriptError, match="other-run"):
            publish_runs(source, home / place)
    assert names(home) == ["empty-ii-parent-closed-book"] and sums_faults(home) == []


def test_published_runs_whose_sums_are_gone_are_not_carried_on(run, parent, tmp_path):
    home = tmp_path / "runs"
    publish_runs(run.root, home)
    (home / "SHA256SUMS").unlink()
    with pytest.raises(LinedscriptError, match="no-sums"):
        publish_runs(control_tree(tmp_path / "made", parent, "empty", "parent").root, home)


def test_a_folder_without_a_run_is_refused(tmp_path):
    (tmp_path / "made/x").mkdir(parents=True)
    with pytest.raises(LinedscriptError, match="missing-run"):
        publish_runs(tmp_path / "made", tmp_path / "runs")


def test_a_withdrawn_run_is_gone_and_the_others_stay(run, parent, tmp_path):
    control_tree(tmp_path / "made", parent, "empty", "parent")
    publish_runs(tmp_path / "made", tmp_path / "runs")
    withdraw_run(tmp_path / "runs" / run.root.name)
    assert names(tmp_path / "runs") == ["empty-ii-parent-closed-book"] and sums_faults(tmp_path / "runs") == []


def test_a_run_that_is_not_published_is_told_with_those_like_it(run, tmp_path):
    publish_runs(tmp_path / "made", tmp_path / "runs")
    with pytest.raises(LinedscriptError, match="missing-run.*\n.*reference-ii-parent-closed-book"):
        withdraw_run(tmp_path / "runs/reference-ii-parent-closed")


def test_no_run_is_withdrawn_where_none_is_published(tmp_path):
    with pytest.raises(LinedscriptError, match="missing-run"):
        withdraw_run(tmp_path / "runs/mine")
    assert not (tmp_path / "runs").exists()


def test_a_run_over_a_withdrawn_film_is_not_published(run, tmp_path):
    gone = film(id="zh-0001", language="zh", withdrawn=Withdrawal(reason="The author asked.", date="2026-11-30"))
    index = tmp_path / "sources.jsonl"
    index.write_bytes(encode(gone) + b"\n")
    with pytest.raises(LinedscriptError, match="zh-0001") as error:
        publish_runs(run.root, tmp_path / "runs", index)
    assert error.value.code == "withdrawn-film" and not (tmp_path / "runs").exists()


def test_a_published_run_over_a_film_withdrawn_since_keeps_others_from_being_published(run, parent, tmp_path):
    """What is published next would carry it on."""
    publish_runs(run.root, tmp_path / "runs")
    index = tmp_path / "sources.jsonl"
    gone = film(id="zh-0001", language="zh", withdrawn=Withdrawal(reason="The author asked.", date="2026-11-30"))
    index.write_bytes(encode(gone) + b"\n")
    mine = control_tree(tmp_path / "made", parent, "empty", "parent")
    without = msgspec.structs.replace(mine.manifest(), films=("en-0001",))
    (mine.root / "manifest.json").write_bytes(encode(without))
    write_sums(mine.root)
    before = sums_faults(tmp_path / "runs"), (tmp_path / "runs/SHA256SUMS").read_bytes()
    with pytest.raises(LinedscriptError, match=f"linedscript runs withdraw {tmp_path}/runs/{run.root.name}") as error:
        publish_runs(mine.root, tmp_path / "runs", index)
    assert error.value.code == "withdrawn-film"
    assert before == (sums_faults(tmp_path / "runs"), (tmp_path / "runs/SHA256SUMS").read_bytes())


def test_a_run_that_is_not_there_is_missing_and_nobody_is_sent_for_a_release(tmp_path):
    with pytest.raises(LinedscriptError) as error:
        publish_runs(tmp_path / "evaluated/nope", tmp_path / "runs")
    assert error.value.code == "missing-run" and "make release" not in str(error.value)
    with pytest.raises(LinedscriptError) as error:
        withdraw_run(tmp_path / "runs/nope")
    assert error.value.code == "missing-run"
