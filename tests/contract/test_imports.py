"""What may import what (DESIGN §3), read off the syntax trees."""

import ast
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src"
MODULES = sorted((SRC / "linedscript").rglob("*.py"))
LIGHT = {"msgspec", "linedscript"}
OF_HARNESS = {"inspect_ai", "anyio"}
"""What only the tasks for inspect_ai, which inspect_ai loads, may import."""


def imports(path: Path, top_only: bool) -> set[str]:
    """Names of the modules imported; with ``top_only``, at module level, outside ``if TYPE_CHECKING``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set()
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def ids(path: Path) -> str:
    return str(path.relative_to(SRC))


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_nothing_imports_snakemake_or_dvc(path):
    assert not {name.split(".")[0] for name in imports(path, top_only=False)} & {"snakemake", "dvc"}


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_modules_load_only_light_libraries_at_the_top(path):
    roots = {name.split(".")[0] for name in imports(path, top_only=True)}
    own = OF_HARNESS if path.parent.name == "harness" else set()
    assert roots <= LIGHT | own | set(sys.stdlib_module_names)


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_inspect_ai_is_imported_by_its_own_package_alone(path):
    found = imports(path, top_only=False)
    if path.parent.name != "harness":
        assert not [name for name in found if name.split(".")[0] == "inspect_ai"]
        assert ids(path) == "linedscript/cli/harness.py" or not [
            n for n in found if n.startswith("linedscript.harness")
        ]


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_imports_are_absolute(path):
    assert not any(name.startswith(".") for name in imports(path, top_only=False))


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=ids)
def test_packages_import_nothing(path):
    assert not imports(path, top_only=False)


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name == "records"], ids=ids)
def test_records_import_nothing_of_ours_but_records(path):
    ours = {name for name in imports(path, top_only=False) if name.startswith("linedscript")}
    assert all(name.startswith("linedscript.records") for name in ours)
