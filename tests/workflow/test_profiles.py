"""The profiles of machines: what Snakemake makes of them."""

import pytest
from fake_servers import Fake
from left_running import gone
from projects import ROOT, ask_models, shorten

from linedscript.io import yaml
from linedscript.records.layers import ENGINE_LAYERS

SLURM = ROOT / "profiles/slurm/config.yaml"


@pytest.fixture
def project(fresh, tmp_path):
    project = fresh.copy(tmp_path / "project")
    shorten(project)
    ask_models(project)
    return project


def test_the_gpu_profile_starts_servers_on_the_gpus_that_are_left_to_it(project, tmp_path):
    fake = Fake(tmp_path / "fake")
    command = ("snakemake", "--profile", str(ROOT / "profiles/gpu"), "--resources", "gpu=2")
    project.run(*command, "--", "build/units/en-0001.jsonl", **fake.env())
    assert sorted(server[0]["gpus"] for server in fake.servers()) == [["0"], ["1"]]
    assert gone(project.path)


def test_the_gpu_profile_names_eight():
    assert yaml.load(ROOT / "profiles/gpu/config.yaml") == {"config": ["engine=vllm"], "resources": ["gpu=8"]}


def test_the_slurm_profile_asks_for_a_gpu_in_no_job(project, tmp_path):
    """Its plugin isn't needed here: the executor's line is left out."""
    lines = [line for line in SLURM.read_text(encoding="utf-8").splitlines() if line != "executor: slurm"]
    (tmp_path / "slurm").mkdir()
    (tmp_path / "slurm/config.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    address = ("--config", "engine=openai", "address=http://node:8000/v1")
    said = project.run("snakemake", "-n", "--profile", str(tmp_path / "slurm"), *address, "--", "backbone").stdout
    resources = [line for line in said.splitlines() if line.strip().startswith("resources:")]
    assert len([line for line in resources if "gpu=0" in line]) == len(ENGINE_LAYERS)
    assert "gpu=1" not in said


def test_the_slurm_profile_names_its_executor():
    assert yaml.load(SLURM)["executor"] == "slurm"
