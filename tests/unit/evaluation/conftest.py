import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "release"))  # release_tree

import release_tree

from linedscript.release.tree import Release


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both releases of two films, under ``build/``."""
    root = tmp_path_factory.mktemp("evaluated")
    release_tree.write_build(root)
    release_tree.parent(root)
    release_tree.write_rendered(root)
    release_tree.pseudonymized(root)
    return root


@pytest.fixture
def parent(released: Path) -> Release:
    return Release(released / "build/parent")
