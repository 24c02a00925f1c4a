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


def read_code(source: str | bytes) -> tuple[str, set[str]]:
    """A module's code as a text without comments, layout and docstrings, and the names that it imports.

    Every string that stands as a statement of its own is a docstring: of modules, classes, functions, fields. One pass
    in place of ``ast.dump`` and ``ast.walk``: this runs over the whole package before anything is planned.
    """
    parts: list[str] = []
    imported: set[str] = set()

    def add(node: ast.AST) -> None:
        kind = type(node)
        parts.append(kind.__name__)
        if kind is ast.Import:
            imported.update(alias.name for alias in node.names)
        elif kind is ast.ImportFrom and node.level == 0:
            imported.add(node.module)
            imported.update(f"{node.module}.{alias.name}" for alias in node.names)
        for name in kind._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                add(value)
            elif isinstance(value, list):
                parts.append("[")
                for item in value:
                    if not isinstance(item, ast.AST):
                        parts.append(repr(item))
                    elif not _is_docstring(item):
                        add(item)
                parts.append("]")
            else:
                parts.append(repr(value))

    add(ast.parse(source))
    return "\n".join(parts), imported


def _is_docstring(node: ast.AST) -> bool:
    return type(node) is ast.Expr and type(node.value) is ast.Constant and type(node.value.value) is str


@cache
def _module(module: str) -> tuple[str, tuple[str, ...]]:
    """The hash of one module's code and the modules of ours that it imports."""
    path = _file(module)
    if path is None:
        raise ValueError(f"no module {module} in the package")
    code, imported = read_code(path.read_bytes())
    ours = sorted(name for name in imported if name.split(".")[0] == PACKAGE and name != PACKAGE and _file(name))
    return hashlib.sha256(code.encode()).hexdigest(), tuple(ours)


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


@cache
def fingerprint(*modules: str) -> str:
    """16 hexadecimal digits over the code of ``modules_behind(*modules)``."""
    total = hashlib.sha256()
    for module in modules_behind(*modules):
        total.update(f"{module} {_module(module)[0]}\n".encode())
    return total.hexdigest()[:16]
