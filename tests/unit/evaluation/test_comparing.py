import msgspec
import pytest
from evaluated import control_tree, retrieval

from linedscript.errors import LinedscriptError
from linedscript.evaluation.comparing import common_films, differing, require_pair
from linedscript.evaluation.results import scored_runs, sides
from linedscript.records.run import PromptUse, Retrieval
from linedscript.release.tree import Release


@pytest.fixture
def runs(released, tmp_path):
    return [
        control_tree(tmp_path, Release(released / "build" / view), "reference", view)
        for view in ("parent", "pseudonymized")
    ]


def test_the_two_views_of_one_protocol_are_a_pair(runs):
    assert differing(*(run.manifest() for run in runs)) == []


def replaced(run, path, value):
    """The manifest with one field, or one of a field's own, replaced."""
    outer, _, inner = path.partition(".")
    if inner:
        value = msgspec.structs.replace(getattr(run, outer), **{inner: value})
    return msgspec.structs.replace(run, **{outer: value})


@pytest.mark.parametrize(
    ("path", "value", "name"),
    [
        ("answerer.name", "m", "model"),
        ("answerer.revision", "r2", "model revision"),
        ("answerer.quantization", "fp8", "model revision"),
        ("answerer.decoding", {"temperature": 1}, "decoding"),
        ("prompts", (PromptUse(name="reader.en", sha256="0" * 64),), "prompt"),
        ("generations", 5, "generations"),
        ("retrieval", Retrieval(kind="dense", tokenizer="linedscript/1", settings=retrieval()), "retrieval"),
        ("budget", 9, "budget"),
        ("tools", ("search",), "tools"),
        ("retries", 2, "retries"),
        ("evaluator.judge", "j", "evaluator"),
        ("evaluator.revision", "2", "evaluator"),
        ("metric", "accuracy/2", "metric"),
        ("condition.setting", "context", "setting"),
    ],
)
def test_runs_that_differ_otherwise_are_refused_and_the_field_is_named(runs, path, value, name):
    one, other = (run.manifest() for run in runs)
    with pytest.raises(LinedscriptError, match=f"differ in {name}") as error:
        require_pair(one, replaced(other, path, value))
    assert error.value.code == "unpaired-runs"


def test_two_repetitions_in_one_view_are_a_pair_and_a_run_with_itself_is_none(runs):
    one = runs[0].manifest()
    require_pair(one, replaced(one, "id", "again"))
    with pytest.raises(LinedscriptError, match="same-run"):
        require_pair(one, one)


def test_a_comparison_is_over_the_films_that_both_cover(runs):
    one, other = (run.manifest() for run in runs)
    fewer = msgspec.structs.replace(other, films=other.films[:1])
    assert common_films(one, fewer) == [one.films[0]]


def test_a_protocol_that_was_run_twice_in_a_view_is_paired_with_nothing(released, tmp_path, runs):
    import shutil

    from linedscript.evaluation.tree import FilmRun, RunTree, write_run

    again = RunTree(tmp_path / "again")
    first = runs[0]
    shutil.copytree(first.root, again.root)
    manifest = msgspec.structs.replace(first.manifest(), id="again")
    films = {film: FilmRun(first.predictions(film), first.judgements(film), []) for film in manifest.films}
    write_run(again.root, manifest, films)
    build = released / "build"
    found = sides(
        scored_runs(tmp_path, Release(build / "parent"), Release(build / "pseudonymized")), "II", "closed_book"
    )
    assert [(side.parent is None, side.pseudonymized is None) for side in found] == [(False, True)] * 2 + [
        (True, False)
    ]
    assert len({side.label for side in found}) == 3
