"""Strict YAML: duplicate keys, tags and non-finite numbers are errors; dates stay text."""

import math
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from linedscript.errors import LinedscriptError
from linedscript.io.files import read_bytes

_DEEPEST = 50
_MOST = 1_000_000
"""Values of a document. Aliases of aliases make more of them out of a few lines than any memory holds."""


def loads(text: str, place: str) -> Any:
    """Parse one document of plain mappings, lists and scalars.

    Raises LinedscriptError ``invalid-yaml`` with the line of the fault.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.resolver import VersionedResolver

    yaml = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = False

    class Resolver(VersionedResolver):
        """Without implicit timestamps: a date is the text that was typed."""

        def add_version_implicit_resolver(self, version: Any, tag: str, regexp: Any, first: Any) -> None:
            if not tag.endswith(":timestamp"):
                super().add_version_implicit_resolver(version, tag, regexp, first)

    yaml.Resolver = Resolver
    try:
        value = yaml.load(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{place}:{mark.line + 1}" if mark else place
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise LinedscriptError("invalid-yaml", where, problem) from None
    except ValueError as error:
        raise LinedscriptError("invalid-yaml", place, str(error), "put the value in quotes") from None
    except RecursionError:
        raise LinedscriptError("invalid-yaml", place, "nested too deep") from None
    _check(value, place, 0, count(1))
    return value


def load(path: Path) -> Any:
    try:
        return loads(read_bytes(path).decode("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise LinedscriptError("invalid-yaml", str(path), f"not UTF-8 at byte {error.start}") from None


def _check(value: Any, place: str, depth: int, counted: Iterator[int]) -> None:
    if depth > _DEEPEST:
        raise LinedscriptError("invalid-yaml", place[:200], "nested too deep, or in itself")
    if next(counted) > _MOST:
        raise LinedscriptError("invalid-yaml", place[:200], f"more than {_MOST:,} values", "write aliases out")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise LinedscriptError("invalid-yaml", place, f"key {key!r} isn't text", "put it in quotes")
            _check(item, f"{place}#{key}", depth + 1, counted)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _check(item, f"{place}[{number}]", depth + 1, counted)
    elif isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        raise LinedscriptError(
            "invalid-yaml",
            place,
            "half a character (a surrogate)",
            "write the character itself, or \\U with eight digits",
        )
    elif isinstance(value, float) and not math.isfinite(value):
        raise LinedscriptError("invalid-yaml", place, "not a finite number")
    elif value is not None and not isinstance(value, (str, int, float, bool)):
        raise LinedscriptError("invalid-yaml", place, f"a {type(value).__name__} isn't plain data")
