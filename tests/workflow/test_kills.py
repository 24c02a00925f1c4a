"""Builds that are killed, and builds that meet: nothing half-written, nothing left running, nothing overwritten."""

import os
import random
import shutil
import time
from pathlib import Path

import pytest

from linedscript.io.files import sha256_file

MOMENTS = 20


def processes(folder: Path) -> list[str]:
    """Command lines of processes that work in ``folder`` or below."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if Path(os.readlink(entry / "cwd")).is_relative_to(folder):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
    return found


def gone(folder: Path) -> bool:
    deadline = time.monotonic() + 30
    while processes(folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture(scope="module")
def short(fresh, tmp_path_factory):
    """The film cut down to its first scenes and freed of patches: what is tested here is how a build ends."""
    project = fresh.copy(tmp_path_factory.mktemp("short") / "project")
    script = project.path / "samples/scripts/en-0001.fountain"
    before = sha256_file(script)
    script.write_text(script.read_text(encoding="utf-8").split("EXT. FUEL DOCK")[0], encoding="utf-8")
    index = project.path / "manifests/sources.jsonl"
    index.write_text(index.read_text(encoding="utf-8").replace(before, sha256_file(script)), encoding="utf-8")
    shutil.rmtree(project.path / "manifests/patches/en-0001")
    params = project.path / "params.yaml"  # of so short a script the annotators repeat a larger share
    params.write_text(params.read_text(encoding="utf-8").replace("share: 0.25", "share: 1.0"), encoding="utf-8")
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
        deadline = time.monotonic() + 60
        while not (project.path / "build/linedscript-token").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        done = project.run(*second, check=False)
        assert build.poll() is None, "the first build ended before the second began"
        assert done.returncode != 0
        assert "build-running" in done.stdout and f"process {build.pid}, started " in done.stdout
    finally:
        build.kill()
        build.wait()
    assert gone(project.path)
