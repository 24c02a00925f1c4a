"""Builds that are killed, and builds that meet: nothing half-written, nothing left running, nothing overwritten."""

import random
import shutil
import signal
import time

import pytest
from left_running import gone, until
from projects import shorten

MOMENTS = 20


@pytest.fixture(scope="module")
def short(fresh, tmp_path_factory):
    """The film cut down to its first scenes and freed of patches: what is tested here is how a build ends."""
    project = fresh.copy(tmp_path_factory.mktemp("short") / "project")
    shorten(project)
    draft = project.copy(tmp_path_factory.mktemp("draft") / "project")
    draft.run("snakemake", "--", "backbone")
    draft.run("linedscript", "identity", "candidates", "--film", "en-0001", "--out", "map.jsonl")
    draft.run("linedscript", "identity", "freeze", "--film", "en-0001", "--map", "map.jsonl")
    for name in ("samples/identity/en-0001.jsonl", "manifests/identity.json"):  # the names of the scenes that are left
        shutil.copy(draft.path / name, project.path / name)
    return project


@pytest.fixture(scope="module")
def wanted(short, tmp_path_factory):
    """How long a build takes here, and the bytes that it ends with."""
    project = short.copy(tmp_path_factory.mktemp("wanted") / "project")
    start = time.monotonic()
    project.run("snakemake", "--", "parent")
    return time.monotonic() - start, project.sums("build/parent")


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_a_build_killed_at_any_moment_ends_with_the_same_bytes_when_run_again(moment, short, wanted, tmp_path):
    duration, sums = wanted
    project = short.copy(tmp_path / "project")
    build = project.start("snakemake", "--", "parent")
    time.sleep(random.Random(moment).uniform(0.1, 1.0) * duration)
    build.kill()
    build.wait()
    assert gone(project.path)
    assert not [
        path for path in (project.path / "build").rglob("*.jsonl") if path.read_bytes()[-1:] not in (b"", b"\n")
    ]
    project.run("snakemake", "--", "parent")
    assert project.sums("build/parent") == sums


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_a_repro_killed_at_any_moment_ends_with_the_same_bytes_when_run_again(moment, short, wanted, tmp_path):
    duration, sums = wanted
    project = short.copy(tmp_path / "project")
    repro = project.start("dvc", "repro", "parent")
    time.sleep(random.Random(100 + moment).uniform(0.1, 1.0) * (duration + 4))
    repro.kill()
    repro.wait()
    assert gone(project.path)
    project.run("dvc", "repro", "parent")
    assert project.sums("releases/parent") == sums
    assert [
        path.name
        for path in (project.path / "releases").iterdir()
        if path.name.startswith(".") and path.name != ".gitignore"
    ] == []


@pytest.mark.parametrize("second", [("snakemake", "--", "parent"), ("snakemake", "--", "backbone"), ("dvc", "repro")])
def test_a_second_build_is_refused_with_the_first_ones_process(second, fresh, tmp_path):
    project = fresh.copy(tmp_path / "project")
    build = project.start("snakemake", "--", "parent")
    try:
        assert until((project.path / "build/linedscript-token").exists)
        build.send_signal(signal.SIGSTOP)  # so that it can't end before the second begins
        done = project.run(*second, check=False)
        assert build.poll() is None
        assert done.returncode != 0
        assert "build-running" in done.stdout and f"process {build.pid}, started " in done.stdout
    finally:
        build.kill()
        build.wait()
    assert gone(project.path)
