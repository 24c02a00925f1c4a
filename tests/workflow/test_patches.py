"""What a patch reaches, and what it doesn't: a question, a role-play prompt, a state. No engine is there to be asked."""

import csv
import json
import shutil
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from projects import Project

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
"""By released file the records that differ: ids of records, targets of predictions. None are named of other files."""


class Patched(NamedTuple):
    """A published project before and after its patches, each a copy of ``releases/``."""

    project: Project
    before: Path
    worded: Path
    """After patches to a question and a prompt."""
    state: Path
    """And after one to a state."""
    targets: dict[str, str]
    """What was patched, by layer."""


class Release:
    """The rows of one release or run folder, as plain data."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def rows(self, layer: str) -> list[dict[str, Any]]:
        lines = (self.root / f"data/{layer}/{FILM}.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    @cached_property
    def items(self) -> list[dict[str, Any]]:
        return self.rows("items")


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
    project.run("linedscript", "tables", "--help")


def repro(project: Project, name: str) -> Path:
    """``dvc repro`` without any engine; what is published then."""
    refusing = project.path.parent / "refusing"
    refusing.mkdir(exist_ok=True)
    (refusing / "sitecustomize.py").write_text(_REFUSING, encoding="utf-8")
    project.run("dvc", "repro", PYTHONPATH=f"{project.path / 'src'}:{refusing}")
    return Path(shutil.copytree(project.path / "releases", project.path.parent / name))


def cited_state(parent: Release) -> str:
    """A state on which a question and a rubric rest."""
    questions, rubrics = json.dumps(parent.items), json.dumps(parent.rows("rubrics"))
    return next(
        row["id"]
        for row in parent.rows("states")
        if all(f'"states/{row["id"]}"' in held for held in (questions, rubrics))
    )


def patch_twice(project: Project) -> Patched:
    publish_mine(project)
    before = Path(shutil.copytree(project.path / "releases", project.path.parent / "before"))
    parent = Release(before / "parent")
    item = next(row for row in parent.items if row["category"] == "Scene Grounding")
    prompt = next(row for row in parent.rows("prompts") if row["mode"] == "single")
    state = cited_state(parent)
    claim = next(row["claim"] for row in parent.rows("states") if row["id"] == state)
    reword(
        project, "items", item["id"], "question", "How, in short, " + item["question"][0].lower() + item["question"][1:]
    )
    reword(project, "prompts", prompt["id"], "turns", json.dumps(["Tell me: " + prompt["turns"][0]]))
    worded = repro(project, "worded")
    reword(project, "states", state, "claim", claim.removesuffix(".") + ", by all accounts.")
    after = repro(project, "state")
    return Patched(project, before, worded, after, {"items": item["id"], "prompts": prompt["id"], "states": state})


def changed(old: Path, new: Path) -> Changed:
    """Of every file that differs."""
    names = {path.relative_to(root).as_posix() for root in (old, new) for path in root.rglob("*") if path.is_file()}
    found: Changed = defaultdict(set)
    for name in sorted(names):
        sides = [(root / name).read_text("utf-8", "replace") if (root / name).exists() else "" for root in (old, new)]
        if sides[0] != sides[1]:
            lines = set(sides[0].splitlines()) ^ set(sides[1].splitlines()) if name.endswith(".jsonl") else ()
            rows = [json.loads(line) for line in lines]
            found[name] = {str(row.get("target") if "/runs/" in f"/{name}" else row["id"]) for row in rows}
    return found
