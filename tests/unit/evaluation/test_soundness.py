"""Runs whose sums hold and whose rows were changed."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from evaluated import control_tree

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.evaluation.publishing import publish_runs
from linedscript.evaluation.results import scored_runs
from linedscript.evaluation.soundness import require_sound
from linedscript.evaluation.tree import FilmRun, RunTree, write_run
from linedscript.records.run import Answer, Condition, RunManifest, Speech


@pytest.fixture
def run(parent, tmp_path) -> RunTree:
    return control_tree(tmp_path / "made", parent, "reference", "parent")


def tampered(run: RunTree, kind: str, change: Callable[[list[Any]], list[Any]]) -> RunTree:
    """The run with the rows of its first film changed and its sums taken anew."""
    manifest = run.manifest()
    films = {film: FilmRun(run.predictions(film), run.judgements(film), []) for film in manifest.films}
    films[manifest.films[0]] = films[manifest.films[0]]._replace(
        **{kind: change(list(getattr(films[manifest.films[0]], kind)))}
    )
    write_run(run.root, manifest, films)
    return run


def each(**changes: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda rows: [msgspec.structs.replace(row, **changes) for row in rows]


def judged_anew(run: RunTree, **changes: Any) -> RunManifest:
    return msgspec.structs.replace(run.manifest(), **changes)


def rewritten(run: RunTree, manifest: RunManifest) -> RunTree:
    rows = {film: FilmRun(run.predictions(film), run.judgements(film), []) for film in manifest.films}
    write_run(run.root, manifest, rows)
    return run


def code_of(run: RunTree) -> str:
    with pytest.raises(LinedscriptError) as error:
        require_sound(run)
    return error.value.code


def test_a_run_as_it_was_made_is_sound(run):
    require_sound(run)


@pytest.mark.parametrize("label", ["excellent", "nan", "5", "Correct", ""])
def test_a_label_that_its_set_has_not_got_is_named(run, label):
    assert code_of(tampered(run, "judgements", each(label=label))) == "unknown-label"


def test_a_label_of_a_set_that_the_evaluator_has_not_got_is_named(run):
    assert code_of(tampered(run, "judgements", each(label_set="fidelity/1", label="5"))) == "unknown-label"


def test_a_judgement_of_another_reply_is_named(run):
    assert code_of(tampered(run, "predictions", each(reply=Answer(text="Something else.")))) == "other-reply"


def test_a_judgement_by_somebody_else_than_the_evaluator_is_named(run):
    assert code_of(tampered(run, "judgements", each(judge="somebody@1"))) == "invalid-run"


def test_predictions_taken_away_from_their_judgements_are_named(run):
    assert code_of(tampered(run, "predictions", lambda rows: rows[1:])) == "incomplete-run"


def test_judgements_taken_away_from_their_predictions_are_named(run):
    kept = tampered(run, "judgements", lambda rows: [row for row in rows if row.sample == 2])
    assert code_of(kept) == "incomplete-run"


def test_a_row_of_another_film_is_named(run):
    assert code_of(tampered(run, "predictions", each(film="zh-0099"))) == "other-film"


def test_a_generation_beyond_those_that_the_manifest_names_is_named(run):
    assert code_of(rewritten(run, judged_anew(run, generations=1))) == "wrong-sample"


def test_a_reply_of_another_task_is_named(run):
    assert code_of(tampered(run, "predictions", each(reply=Speech(turns=("Hi.",))))) == "wrong-kind"


def test_a_row_with_a_label_and_a_reason_for_having_none_is_named(run):
    assert code_of(tampered(run, "judgements", each(missing="not_judged"))) == "invalid-run"


def test_a_film_that_stands_twice_in_a_manifest_is_named(run):
    films = run.manifest().films
    assert code_of(rewritten(run, judged_anew(run, films=(films[0], *films)))) == "invalid-run"


def test_a_setting_of_another_task_in_a_manifest_is_named(run):
    condition = Condition(view="parent", setting="rsu", memory=None)
    assert code_of(rewritten(run, judged_anew(run, condition=condition))) == "invalid-run"


def test_rows_that_stand_twice_are_named(run):
    path = run.root / "judgements" / f"{run.manifest().films[0]}.jsonl"
    path.write_bytes(path.read_bytes() * 2)
    assert code_of(run) == "duplicate-id"


def test_a_run_with_such_rows_is_not_published(run, tmp_path):
    with pytest.raises(LinedscriptError, match="unknown-label"):
        publish_runs(tampered(run, "judgements", each(label="excellent")).root, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


def test_no_table_is_printed_of_such_rows(run, parent):
    tampered(run, "judgements", each(label="excellent"))
    with pytest.raises(LinedscriptError, match="unknown-label"):
        scored_runs(run.root.parent, parent, parent)


def test_a_run_of_no_control_does_not_bear_a_controls_name(run):
    answerer = msgspec.structs.replace(run.manifest().answerer, kind="file", name="mine")
    assert code_of(rewritten(run, judged_anew(run, answerer=answerer))) == "invalid-run"


def test_a_control_bears_its_own_name(run):
    answerer = msgspec.structs.replace(run.manifest().answerer, name="empty")
    assert code_of(rewritten(run, judged_anew(run, answerer=answerer))) == "invalid-run"


def test_verify_looks_at_runs_too(run, capsys):
    assert main(["verify", str(run.root)]) == 0
    assert main(["verify", str(tampered(run, "judgements", each(label="excellent")).root)]) == 1
    assert "unknown-label" in capsys.readouterr().out
