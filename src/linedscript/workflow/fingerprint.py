"""A fingerprint of the code behind a command, for rules: Snakemake can't see a package's changes.

Taken over syntax trees without docstrings, from the named modules through all imports of ours, at any depth of
nesting. Comments, docstrings and layout don't count; any statement does.
"""

import ast
import hashlib
from functools import cache
from pathlib import Path

PACKAGE = "linedscript"
_ROOT = Path(__file__).resolve().parents[1]


def _file(module: str) -> Path | None:
    path = _ROOT.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _without_docstrings(tree: ast.Module) -> ast.Module:
    """Drop every string that stands as a statement of its own: docstrings of modules, classes, functions, fields."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [
                statement for statement in body
                if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                        and isinstance(statement.value.value, str))
            ]
    return tree


@cache
def _module(module: str) -> tuple[str, tuple[str, ...]]:
    """The hash of one module's code and the modules of ours that it imports."""
    path = _file(module)
    if path is None:
        raise ValueError(f"no module {module} in the package")
    tree = _without_docstrings(ast.parse(path.read_bytes()))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    imports = sorted(name for name in found if name.split(".")[0] == PACKAGE and _file(name) and name != PACKAGE)
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest(), tuple(imports)


def modules_behind(*modules: str) -> tuple[str, ...]:
    """The named modules and all of ours that they import, directly or not, sorted."""
    seen: set[str] = set()
    todo = list(modules)
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo.extend(_module(module)[1])
    return tuple(sorted(seen))


def fingerprint(*modules: str) -> str:
    """16 hexadecimal digits over the code of ``modules_behind(*modules)``."""
    total = hashlib.sha256()
    for module in modules_behind(*modules):
        total.update(f"{module} {_module(module)[0]}\n".encode())
    return total.hexdigest()[:16]
