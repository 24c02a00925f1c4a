"""What Snakemake must find in every rule to see a change (DESIGN §2): consumed outputs, files as inputs, commands."""

import json
import re
import sys
from pathlib import Path

import pytest
from projects import Project, checkout

DUMP = Path(__file__).resolve().parents[1] / "plan_dump.py"
RELEASED = tuple(f"releases/{name}/SHA256SUMS" for name in ("parent", "pseudonymized", "runs"))


def plan_of(project: Project) -> dict:
    for name in RELEASED:
        (project.path / name).parent.mkdir(parents=True, exist_ok=True)
        (project.path / name).touch()
    return json.loads(project.run(sys.executable, str(DUMP)).stdout.splitlines()[-1])


FINAL = {"build/tables/SHA256SUMS", "build/tables_of_releases/SHA256SUMS"}
"""What people read; every other output is there for another job."""


def unconsumed(plan: dict) -> list[str]:
    """``<rule>: <output>`` of each output that is no making job's input. A rule that no target needs has no jobs."""
    needed = FINAL | {path for job in plan["jobs"] if job["output"] for path in job["input"]}
    idle = {rule["name"]: rule["output"] for rule in plan["rules"]} | {job["rule"]: [] for job in plan["jobs"]}
    left = [(rule, path) for rule, paths in idle.items() for path in paths]
    left += [(job["rule"], path) for job in plan["jobs"] for path in job["output"] if path not in needed]
    return sorted(f"{rule}: {path}" for rule, path in left)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return checkout(tmp_path_factory.mktemp("contract") / "project")


@pytest.fixture(scope="module")
def plan(project: Project) -> dict:
    return plan_of(project)


def making(plan: dict) -> list[dict]:
    return [rule for rule in plan["rules"] if rule["output"]]


def test_every_output_of_every_rule_is_an_input(plan):
    assert unconsumed(plan) == []


TABLES = {"print_tables", "reprint_tables"}
RUNS = {"retrieve", "retrieve_pseudonymized", "predict", "judge", "assemble_runs"}


@pytest.mark.parametrize(
    "target, without",
    [
        ("backbone", {"assemble_parent", "render", "assemble_pseudonymized"} | RUNS | TABLES),
        ("parent", {"render", "assemble_pseudonymized"} | RUNS | TABLES),
        ("pseudonymized", RUNS | TABLES),
        ("runs", TABLES),
        ("all", {"reprint_tables"}),
    ],
)
def test_a_target_asks_for_every_output_on_its_way(plan, target, without):
    """Snakemake misses no file that is only an input on the way: a failed job's rerun would be "nothing to be done"."""
    asked = {path for job in plan["jobs"] if job["rule"] == target for path in job["input"]}
    made = {path for job in plan["jobs"] if job["rule"] not in without for path in job["output"]}
    assert asked == made


def test_every_rule_has_a_job(plan):
    assert {rule["name"] for rule in plan["rules"]} == {job["rule"] for job in plan["jobs"]}


def test_an_output_that_a_rule_gets_and_nothing_consumes_is_named(project, tmp_path):
    copy = project.copy(tmp_path / "project")
    rules = copy.path / "workflow/rules/narrative.smk"
    text = rules.read_text(encoding="utf-8")
    before = '        records="build/episodes/{film}.jsonl",\n        **account'
    assert before in text
    rules.write_text(
        text.replace(before, before.replace(",\n", ',\n        extra="build/extra/{film}.jsonl",\n', 1)), "utf-8"
    )
    assert unconsumed(plan_of(copy)) == [
        f"episodes: build/extra/{film}.jsonl" for film in ("en-0001", "en-0002", "zh-0001")
    ]


def test_a_new_rule_whose_output_nothing_consumes_is_named(project, tmp_path):
    copy = project.copy(tmp_path / "project")
    with (copy.path / "workflow/rules/tables.smk").open("a", encoding="utf-8") as rules:
        rules.write('\n\nrule idle:\n    output:\n        "build/idle.txt",\n    shell:\n        "touch {output:q}"\n')
    assert unconsumed(plan_of(copy)) == ["idle: build/idle.txt"]


def test_every_rule_has_a_log_and_a_benchmark(plan):
    assert [rule["name"] for rule in making(plan) if len(rule["log"]) != 1 or not rule["benchmark"]] == []


def test_logs_and_benchmarks_lie_under_their_rule_s_name(plan):
    """bench/scale.py tells rules by it."""
    where = re.compile(r"build/(?:logs|benchmarks)/(\w+)(?:/|\.)")
    paths = [(rule["name"], path) for rule in making(plan) for path in (*rule["log"], rule["benchmark"])]
    assert [path for name, path in paths if where.match(path)[1] != name] == []


def test_every_rule_calls_one_command_of_ours(plan):
    assert [rule["name"] for rule in plan["rules"] if rule["code"]] == []
    assert [rule["name"] for rule in making(plan) if not re.match(r"\s*linedscript \w+ [\w-]+ ", rule["shell"])] == []


def test_no_rule_calls_git_or_dvc(plan):
    assert [rule["name"] for rule in making(plan) if re.search(r"\b(git|dvc)\b", rule["shell"])] == []


def test_every_interpolation_in_a_shell_block_is_quoted(plan):
    found = {rule["name"]: re.findall(r"(?<!\{)\{[^{}]+\}(?!\})", rule["shell"]) for rule in making(plan)}
    assert {
        name: bare for name, all_ in found.items() if (bare := [one for one in all_ if not one.endswith(":q}")])
    } == {}


def test_no_output_and_no_input_is_a_folder(plan, project):
    assert [rule["name"] for rule in plan["rules"] if rule["folders"]] == []
    inputs = {path for job in plan["jobs"] for path in job["input"]}
    assert sorted(path for path in inputs if path.endswith("/") or (project.path / path).is_dir()) == []


def test_inputs_stand_in_one_order_and_once(plan):
    assert [job["rule"] for job in plan["jobs"] if len(job["input"]) != len(set(job["input"]))] == []


def test_inputs_are_relative_and_outputs_stay_under_build(plan):
    outputs = {path for job in plan["jobs"] for path in job["output"]}
    inputs = {path for job in plan["jobs"] for path in job["input"]}
    assert sorted(path for path in outputs if not path.startswith("build/")) == []
    assert sorted(path for path in inputs if Path(path).is_absolute()) == []
