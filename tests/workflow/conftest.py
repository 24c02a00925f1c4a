"""Projects to build in: never built, built, and a built one of each test's own."""

from pathlib import Path

import pytest
from projects import Project, checkout, only


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A checkout with one film, never built. Copy it before changing it."""
    project = checkout(tmp_path_factory.mktemp("project") / "fresh")
    only(project, "en-0001")
    return project


@pytest.fixture(scope="session")
def built_once(fresh: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = fresh.copy(tmp_path_factory.mktemp("project") / "built")
    project.run("snakemake")
    return project


@pytest.fixture
def built(built_once: Project, tmp_path: Path) -> Project:
    """A built project of the test's own."""
    return built_once.copy(tmp_path / "built")
