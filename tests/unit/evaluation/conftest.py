import json
import sys
from pathlib import Path

import msgspec
import pytest
from evaluated import settings
from played import write_releases
from projects import CORPUS

sys.path.insert(0, str(Path(__file__).parents[1] / "release"))  # release_tree

import release_tree

from linedscript.io import yaml
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


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Both releases of two films with all that Task III asks, under ``build/``."""
    return write_releases(tmp_path_factory.mktemp("played"))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with params, where commands are called."""
    params = yaml.load(CORPUS / "params.yaml") | {"evaluation": msgspec.to_builtins(settings())}
    (tmp_path / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
