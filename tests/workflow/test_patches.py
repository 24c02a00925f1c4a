"""What a patch to a question, a role-play prompt or a state reaches, and what it doesn't; no engine can be asked."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from projects import Project, once

FILM = "en-0001"
MINE = {"I": "reference-i-parent-rsu", "II": "reference-ii-parent-context", "III": "reference-iii-parent-single-bm25"}
"""Controls whose runs are published once more, as a person's would be: nothing makes them anew after a patch."""
_REFUSING = """\
import sys
from importlib.abc import MetaPathFinder


class Refusing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("linedscript.engines.rules.engine", "linedscript.engines.openai", "httpx"):
            raise RuntimeError(f"{name} was to be asked")


sys.meta_path.insert(0, Refusing())
"""
"""A ``sitecustomize``: whatever would ask an engine, the embedded rules' too, fails."""
Changed = dict[str, set[str]]
"""By released file the records that differ, by id, of a run what they are about; none of files of other kinds."""


class Patched(NamedTuple):
    """A published project, and copies of its ``releases/`` between patches."""

    project: Project
    before: Path
    worded: Path
    """After patches to a question and a prompt."""
    after: Path
    """And after one to a state."""
    item: str
    prompt: str
    state: str
    """``states/<id>``."""


def reword(project: Project, layer: str, record: str, field: str, value: str) -> None:
    what = ("--layer", layer, "--action", "revise", "--target", record, "--set", f"{field}={value}")
    why = ("--reason", "other", "--note", "The scene itself says so.", "--reviewer", "r1", "--date", "2026-11-29")
    project.run("linedscript", "patch", "new", "--film", FILM, *what, *why)


def publish_mine(project: Project) -> None:
    for run in MINE.values():
        mine = project.path / "mine" / run.replace("reference", "mine")
        shutil.copytree(project.path / "releases/runs" / run, mine)
        manifest = json.loads((mine / "manifest.json").read_text(encoding="utf-8")) | {"id": mine.name}
        (mine / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        sums = "import pathlib, sys; from linedscript.release.sums import write_sums; "
        project.run("python", "-c", f"{sums}write_sums(pathlib.Path(sys.argv[1]))", str(mine))
    project.run("linedscript", "runs", "publish", "mine", "releases/runs")
    project.run("dvc", "repro", "tables")


def without_engines(project: Project) -> dict[str, str]:
    """An environment in which nothing can be asked."""
    refusing = project.path.parent / "refusing"
    refusing.mkdir(exist_ok=True)
    (refusing / "sitecustomize.py").write_text(_REFUSING, encoding="utf-8")
    return {"PYTHONPATH": f"{project.path / 'src'}:{refusing}"}


def repro(project: Project, name: str) -> None:
    """``dvc repro``, and a copy of what is published then."""
    project.run("dvc", "repro", **without_engines(project))
    shutil.copytree(project.path / "releases", project.path.parent / name)


def rows(release: Path, layer: str) -> list[dict[str, Any]]:
    lines = (release / f"data/{layer}/{FILM}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def holding(release: Path, layer: str, text: str) -> set[str]:
    """The records in which a text stands."""
    return {row["id"] for row in rows(release, layer) if text in json.dumps(row)}


def changed(old: Path, new: Path) -> Changed:
    """Every file that differs."""
    names = {path.relative_to(root).as_posix() for root in (old, new) for path in root.rglob("*") if path.is_file()}
    found: Changed = {}
    for name in sorted(names):
        sides = [(root / name).read_bytes() if (root / name).exists() else b"" for root in (old, new)]
        if sides[0] != sides[1]:
            lines = set(sides[0].splitlines()) ^ set(sides[1].splitlines()) if name.endswith(".jsonl") else ()
            about = "target" if name.startswith("runs/") else "id"
            found[name] = {row.get(about, row["id"]) for row in map(json.loads, lines)}
    return found


def in_layers(found: Changed, view: str) -> Changed:
    return {name.split("/")[2]: ids for name, ids in found.items() if name.startswith(f"{view}/data/")}


def in_runs(found: Changed, task: str) -> set[str]:
    """What differs in the runs of a task that the build makes anew. Of Task III not the shuffled ones: they answer with
    another prompt's reference, whose denial repeats what was asked there."""
    own = {name for name in found if name.startswith("runs/") and f"-{task.lower()}-" in name and "mine" not in name}
    names = {name for name in own if task != "iii" or not name.startswith("runs/shuffled-")}
    return {one for name in names for one in found[name]}


def cell(releases: Path, table: str, row: str, column: str) -> float:
    with (releases / f"tables/{table}.csv").open(encoding="utf-8", newline="") as file:
        return next(float(line[column]) for line in csv.DictReader(file) if line["row"].startswith(row))


def publish_and_patch(project: Project) -> tuple[str, str, str]:
    """The question, the prompt and the state that were patched."""
    publish_mine(project)
    before = Path(shutil.copytree(project.path / "releases", project.path.parent / "before"))
    parent = before / "parent"
    item = next(row for row in rows(parent, "items") if row["category"] == "Scene Grounding")
    prompt = next(row for row in rows(parent, "prompts") if row["mode"] == "single")
    state = next(
        row
        for row in rows(parent, "states")
        if all(holding(parent, layer, f'"states/{row["id"]}"') for layer in ("items", "rubrics"))
    )
    question = "How, in short, " + item["question"][0].lower() + item["question"][1:]
    reword(project, "items", item["id"], "question", question)
    reword(project, "prompts", prompt["id"], "turns", json.dumps(["Tell me: " + prompt["turns"][0]]))
    repro(project, "worded")
    reword(project, "states", state["id"], "claim", state["claim"].removesuffix(".") + ", by all accounts.")
    repro(project, "after")
    return item["id"], prompt["id"], f"states/{state['id']}"


@pytest.fixture(scope="session")
def patched(published_once: Project, tmp_path_factory: pytest.TempPathFactory) -> Patched:
    def make(root: Path) -> None:
        shutil.copytree(published_once.path.parent / "linedscript-store", root / "linedscript-store")
        told = publish_and_patch(published_once.copy(root / "project"))
        (root / "told.json").write_text(json.dumps(told), encoding="utf-8")

    root = once(tmp_path_factory, "patched", make)
    named = json.loads((root / "told.json").read_text(encoding="utf-8"))
    return Patched(Project(root / "project"), root / "before", root / "worded", root / "after", *named)


def test_no_engine_could_be_asked(patched):
    for engine in ("linedscript.engines.rules.engine", "linedscript.engines.openai"):
        told = patched.project.run("python", "-c", f"import {engine}", check=False, **without_engines(patched.project))
        assert told.returncode != 0 and "was to be asked" in told.stdout


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_a_question_and_a_prompt_are_patched_and_no_other_record(patched, view):
    layers = in_layers(changed(patched.before, patched.worded), view)
    numbers = {root: {row["id"] for row in rows(root / view, "patches")} for root in (patched.before, patched.worded)}
    assert {one.partition(".")[0] for one in layers.pop("checks")} == {patched.item}
    assert layers.pop("packs", set()) <= {patched.prompt}
    assert layers == {
        "items": {patched.item},
        "prompts": {patched.prompt},
        "patches": numbers[patched.worded] - numbers[patched.before],
        "superseded": {f"items/{patched.item}", f"prompts/{patched.prompt}"},
        "queue": {f"unchecked:items/{patched.item}"},
    }


def test_of_a_release_the_copies_and_numbers_of_changed_layers_differ_and_nothing_else(patched):
    found = changed(patched.before, patched.worded)
    layers = in_layers(found, "parent")
    whole = {"README.md", "SHA256SUMS", "claims.json", "croissant.json", "manifest.json"}
    data = {f"data/{layer}/{FILM}.jsonl" for layer in layers} | {f"parquet/{layer}.parquet" for layer in layers}
    assert {name.removeprefix("parent/") for name in found if name.startswith("parent/")} == whole | data


def test_index_rows_predictions_and_judgements_of_the_two_change_alone(patched):
    found = changed(patched.before, patched.worded)
    assert (in_runs(found, "i"), in_runs(found, "ii"), in_runs(found, "iii")) == (
        set(),
        {patched.item},
        {patched.prompt},
    )
    assert not [name for name in found if name.startswith("runs/mine")]


def test_tables_of_patches_questions_and_prompts_change_and_of_others_the_published_run_s_rows(patched):
    names = {
        name.split("/")[1]
        for name in changed(patched.before, patched.worded)
        if name.startswith("tables/") and name.endswith(".csv")
    }
    own = {name for name in names if name.startswith(("task_ii_", "task_iii_", "patch_"))}
    assert own >= {"task_ii_views.csv", "task_iii_single.csv", "patch_actions.csv"}
    for name in names - own:
        before, after = (
            set((root / "tables" / name).read_text(encoding="utf-8").splitlines())
            for root in (patched.before, patched.worded)
        )
        assert all("mine-ii-" in line or "mine-iii-" in line for line in before ^ after), name


def test_a_published_run_s_answers_to_the_two_are_missing(patched):
    questions = len(rows(patched.worded / "parent", "items"))
    single = sum(row["mode"] == "single" for row in rows(patched.worded / "parent", "prompts"))
    assert cell(patched.worded, "task_ii_views", "reference (mine", "stale") == pytest.approx(1 / questions, abs=1e-6)
    assert cell(patched.worded, "task_iii_single", "reference (mine", "stale") == pytest.approx(1 / single, abs=1e-6)
    assert cell(patched.worded, "task_i_scores", "reference (mine", "missing") == 0


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_rubrics_scaffolds_ties_and_packs_that_rest_on_a_patched_state_are_put_together_anew(patched, view):
    layers = in_layers(changed(patched.worded, patched.after), view)
    old = patched.worded / view
    for layer in ("rubrics", "scaffolds", "ties"):
        assert layers.get(layer, set()) == holding(old, layer, f'"{patched.state}"'), layer
    held = {one.split("/")[1] for one in layers["stale"]} | layers.get("ties", set())
    assert layers.get("packs", set()) == {
        row["id"] for row in rows(old, "packs") if held & {*row["traits"], *row["ties"]}
    }
    assert layers["states"] == {patched.state.split("/")[1]}


def test_questions_whose_support_changed_are_withheld_and_in_the_queue(patched):
    layers = in_layers(changed(patched.worded, patched.after), "parent")
    held = holding(patched.worded / "parent", "items", f'"{patched.state}"')
    assert layers["items"] == held and {f"items/{one}" for one in held} == layers["withheld"]
    unchecked = {f"unchecked:{one}" for one in layers["withheld"]}
    assert layers["stale"] >= layers["withheld"]
    assert layers["queue"] - unchecked == {f"stale:{one}" for one in layers["stale"]}


def test_a_published_run_s_answers_to_what_was_put_together_anew_are_missing(patched):
    """Of Task I also those to the checkpoint behind a changed rubric, whose preceding state it is."""
    found = changed(patched.worded, patched.after)
    rubrics = found["runs/reference-i-parent-rsu/predictions/en-0001.jsonl"]
    assert rubrics >= in_layers(found, "parent")["rubrics"]
    rate = len(rubrics) / len(rows(patched.after / "parent", "rubrics"))
    assert cell(patched.after, "task_i_scores", "reference (mine", "missing") == pytest.approx(rate, abs=1e-6)
    assert not [name for name in found if name.startswith("runs/mine")]
