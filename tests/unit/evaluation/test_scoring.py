import msgspec
import pytest
from evaluated import control_tree

from linedscript.evaluation.scoring import score_run
from linedscript.evaluation.tree import FilmRun, RunTree, write_run
from linedscript.suites.stage.task_ii import TASK


def changed(run: RunTree, **how) -> RunTree:
    """The run with ``predictions`` and ``judgements`` of its first film changed."""
    manifest = run.manifest()
    films = {film: FilmRun(run.predictions(film), run.judgements(film), []) for film in manifest.films}
    first = manifest.films[0]
    films[first] = FilmRun(
        how.get("predictions", lambda rows: rows)(films[first].predictions),
        how.get("judgements", lambda rows: rows)(films[first].judgements),
        [],
    )
    write_run(run.root, manifest, films)
    return run


@pytest.fixture
def run(parent, tmp_path):
    return control_tree(tmp_path, parent, "reference", "parent")


def means(run, parent, measure="correct"):
    return [one.value for one in score_run(run, parent, TASK).observations[measure]]


def test_a_question_s_score_is_its_mean_over_generations(run, parent):
    def half(rows):
        return [
            msgspec.structs.replace(row, label="incorrect") if row.sample == 1 and row.dimension == "correct" else row
            for row in rows
        ]

    assert means(changed(run, judgements=half), parent) == [0.5, 1.0]


def test_a_missing_judgement_is_in_no_mean_and_counted(run, parent):
    scores = score_run(changed(run, judgements=lambda rows: [row for row in rows if row.sample == 2]), parent, TASK)
    assert [one.value for one in scores.observations["correct"]] == [1.0, 1.0]
    keys = [(target.film, target.id) for target in scores.targets]
    assert scores.missing_rate(keys) == scores.missing_rate(keys, "not_judged") == 0.25


def test_a_question_with_nothing_judged_has_no_score_rather_than_0(run, parent):
    assert means(changed(run, predictions=lambda rows: []), parent) == [None, 1.0]


def test_a_prediction_of_a_changed_item_is_stale_and_missing(run, parent):
    def other(rows):
        return [msgspec.structs.replace(row, item_sha256="0" * 64) for row in rows]

    scores = score_run(changed(run, predictions=other), parent, TASK)
    assert scores.observations["correct"][0].value is None
    assert {reason for reasons in scores.missing.values() for reason in reasons} == {"stale"}


def test_films_that_the_run_does_not_cover_have_no_targets(parent, tmp_path, run):
    manifest = run.manifest()
    first, *others = manifest.films
    fewer = msgspec.structs.replace(manifest, films=(first,), left_out=tuple(others))
    write_run(run.root, fewer, {first: FilmRun(run.predictions(first), run.judgements(first), [])})
    assert {target.film for target in score_run(run, parent, TASK).targets} == {first}
