import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "release"))  # release_tree

import release_tree

from linedscript.tables.corpus import Corpus


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tables")
    release_tree.write_build(root)
    release_tree.parent(root)
    release_tree.write_rendered(root)
    release_tree.pseudonymized(root)
    return root


@pytest.fixture
def corpus(project: Path) -> Corpus:
    return Corpus(project / "build/parent", project / "build/pseudonymized")
