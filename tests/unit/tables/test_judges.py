"""Two judges over the same answers: one run copied, with another judge's labels in it."""

import shutil
from pathlib import Path

import msgspec
import pytest
from evaluated import control_tree, settings
from scored_runs import cells

from linedscript.evaluation.tree import FilmRun, RunTree, write_run
from linedscript.io.canonical import digest
from linedscript.records.run import Answer
from linedscript.release.tree import Release
from linedscript.tables.corpus import Corpus
from linedscript.tables.judges import judge_agreement

RUN = "shuffled-ii-parent-closed-book"
ROW = "shuffled, Task II, closed book, original: exact/1 and other"


@pytest.fixture(scope="module")
def home(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("judged")
    control_tree(home, Release(project / "build/parent"), "shuffled", "parent", "closed_book", generations=4)
    return home


def judged_again(home: Path, out: Path, change, answer: Answer | None = None) -> Path:
    """Both runs below ``out``; ``change``: (number, judgement) to the other judge's. ``answer``: what the other one
    judges, where it isn't the same."""
    shutil.copytree(home / RUN, out / RUN)
    tree = RunTree(home / RUN)
    manifest = tree.manifest()
    evaluator = msgspec.structs.replace(manifest.evaluator, judge="other")
    films, number = {}, 0
    for film in manifest.films:
        rows = []
        for one in tree.judgements(film):
            rows.append(change(number, msgspec.structs.replace(one, judge="other")))
            number += 1
        predictions = tree.predictions(film)
        if answer is not None:
            predictions = [msgspec.structs.replace(one, reply=answer) for one in predictions]
        films[film] = FilmRun(predictions, rows, [])
    write_run(out / "other", msgspec.structs.replace(manifest, id="other", evaluator=evaluator), films)
    return out


def rows(project: Path, runs: Path) -> dict:
    one = Corpus(project / "build/parent", project / "build/pseudonymized", runs, settings())
    return cells(judge_agreement(one))


def turned(number: int, one):
    """Every fourth verdict of ``correct`` is the other one."""
    if one.dimension != "correct" or number % 4:
        return one
    return msgspec.structs.replace(one, label="incorrect" if one.label == "correct" else "correct")


def test_two_judges_have_their_agreement_kappa_and_alpha(project, home, tmp_path):
    """The one says correct eight times, the other four times. Kappa: chance agrees on 1 * 0.5. Alpha: observed 8 of 16
    values in pairs that differ, expected 2 * 12 * 4 / (16 * 15)."""
    found = rows(project, judged_again(home, tmp_path / "runs", turned))
    row = found[f"{ROW}: correct (correct/1)"]
    assert (row["verdicts"], row["films"], row["missing"]) == (8, 2, 0)
    assert (row["agreement"], row["kappa"], row["alpha"]) == pytest.approx((0.5, 0, -0.25))
    assert found[f"{ROW}: supported (support/1)"]["agreement"] == 1


def test_a_verdict_that_one_of_them_lacks_is_missing_and_no_disagreement(project, home, tmp_path):
    runs = judged_again(
        home,
        tmp_path / "runs",
        lambda number, one: (
            one
            if number or one.dimension != "correct"
            else msgspec.structs.replace(one, label=None, missing="unusable_verdict")
        ),
    )
    row = rows(project, runs)[f"{ROW}: correct (correct/1)"]
    assert (row["verdicts"], row["agreement"], row["missing"]) == (8, 1, 0.125)


def test_a_verdict_on_another_answer_is_none_of_the_same(project, home, tmp_path):
    answer = Answer(text="Nobody.")
    runs = judged_again(
        home, tmp_path / "runs", lambda _, one: msgspec.structs.replace(one, reply_sha256=digest(answer)), answer
    )
    assert rows(project, runs) == {}


def test_one_judge_alone_makes_no_row(project, home):
    assert rows(project, home) == {}
