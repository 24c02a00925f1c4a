"""Projects to build in: never built, built, published, and copies of them of each test's own."""

import shutil
from pathlib import Path

import pytest
from projects import Project, checkout, once, only


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A checkout with one film, never built. Copy it before changing it."""

    def make(root: Path) -> None:
        only(checkout(root / "fresh"), "en-0001")

    return Project(once(tmp_path_factory, "unbuilt", make) / "fresh")


@pytest.fixture(scope="session")
def built_once(fresh: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    def make(root: Path) -> None:
        fresh.copy(root / "built").run("snakemake")

    return Project(once(tmp_path_factory, "built_once", make) / "built")


@pytest.fixture
def built(built_once: Project, tmp_path: Path) -> Project:
    """A built project of the test's own."""
    return built_once.copy(tmp_path / "built")


@pytest.fixture(scope="session")
def published_once(built_once: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Built, published, pushed to a store beside it, with ``dvc.lock`` committed."""

    def make(root: Path) -> None:
        project = built_once.copy(root / "project")
        project.run("dvc", "repro")
        project.run("dvc", "push")
        project.run("git", "add", "-A")
        project.run("git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-qm", "publish")

    return Project(once(tmp_path_factory, "published_once", make) / "project")


@pytest.fixture
def published(published_once: Project, tmp_path: Path) -> Project:
    shutil.copytree(published_once.path.parent / "linedscript-store", tmp_path / "linedscript-store")
    return published_once.copy(tmp_path / "project")
