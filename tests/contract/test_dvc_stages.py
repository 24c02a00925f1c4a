"""The stages' dependencies are what their commands read (DESIGN §2)."""

import re
from pathlib import Path

import pytest

from linedscript.io import yaml
from linedscript.workflow.fingerprint import modules_behind

ROOT = Path(__file__).resolve().parents[2]
STAGES = yaml.load(ROOT / "dvc.yaml")["stages"]
RULES = "\n".join(
    path.read_text(encoding="utf-8") for path in [ROOT / "Snakefile", *sorted(ROOT.glob("workflow/rules/*.smk"))]
)
NOUNS = {
    "parent": sorted(set(re.findall(r"^ +linedscript (\w+)", RULES, re.M)) - {"tables", "evaluate"} | {"release"}),
    "pseudonymized": ["identity", "release"],
    "runs": ["evaluate", "runs"],
    "tables": ["tables", "release"],
}
"""The commands that each stage adds to what the stages before it depend on."""


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_depends_on_every_package_and_module_that_its_commands_import(stage):
    places = {
        "/".join(["src", *module.split(".")[:2]])
        for noun in NOUNS[stage]
        for module in modules_behind(f"linedscript.cli.{noun}")
    } - {"src/linedscript"}
    needed = {place if (ROOT / place).is_dir() else f"{place}.py" for place in places}
    assert needed <= set(STAGES[stage]["deps"])


def test_what_is_built_by_a_model_depends_on_the_prompts():
    assert "prompts" in STAGES["parent"]["deps"]


@pytest.mark.parametrize("stage", STAGES)
def test_every_dependency_exists_and_is_in_git(stage):
    import subprocess

    for dep in STAGES[stage]["deps"]:
        if not dep.startswith("releases/"):
            assert (
                subprocess.run(
                    ["git", "-c", "safe.directory=*", "ls-files", "--error-unmatch", dep], cwd=ROOT, capture_output=True
                ).returncode
                == 0
            ), dep


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_depends_on_private_recorded_or_machine_data(stage):
    assert not [
        dep
        for dep in STAGES[stage]["deps"]
        if re.match(r"(private|recordings|journal|sources|build|profiles)\b", dep) or dep.endswith(".dvc")
    ]


@pytest.mark.parametrize("stage", STAGES)
def test_outputs_persist_so_that_a_failed_stage_leaves_the_last_release(stage):
    assert all(options["persist"] is True for out in STAGES[stage]["outs"] for options in out.values())


@pytest.mark.parametrize("stage", STAGES)
def test_commands_replace_the_shell_so_that_they_end_with_dvc(stage):
    assert all(command.startswith("exec ") for command in STAGES[stage]["cmd"])
