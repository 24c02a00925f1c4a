"""Assembled once, copied per test."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # release_tree

import release_tree


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("built")
    release_tree.write_build(root)
    release_tree.parent(root)
    release_tree.write_rendered(root)
    release_tree.pseudonymized(root)
    return root


@pytest.fixture
def built(_built: Path, tmp_path: Path) -> Path:
    """A folder with a build, its parent release and its pseudonymized release."""
    shutil.copytree(_built, tmp_path / "project")
    return tmp_path / "project"
