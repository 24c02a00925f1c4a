"""Which fields of a record hold words that a name map applies to, and a walk that changes them.

Prose is marked in ``records``; plain strings such as a ledger's detail may quote the script too. So every string is
rendered unless it's an identifier, a choice, a hash or one of the structural names below.
"""

import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

STRUCTURAL = frozenset(
    {
        "id",
        "film",
        "layer",
        "key",
        "record",
        "into",
        "target",
        "annotator",
        "role",
        "prompt",
        "run",
        "reader",
        "tokenizer",
        "fields",
        "because",
        "successors",
        "stale",
        "patches",
        "reviewer",
        "request",
        "format",
        "encoding",
        "predicate",
        "criteria",
        "round",
        "source",
        "about",
        "phases",
        "low_yield",
    }
)
"""Names of fields whose strings are ids, field names or names of tools, whatever their type says."""
NAMES = frozenset({"name", "surface", "normalized", "place"})
"""Fields that hold a name and nothing else."""

Change = Callable[[str, str], str]
"""``(field name, text)`` to text."""
Structs = Callable[[msgspec.Struct], msgspec.Struct]


class _Field(NamedTuple):
    name: str
    words: bool
    """Its strings are words, as opposed to ids and choices."""


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    """The fields of a record type that hold words or further records."""
    found = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        words = name not in STRUCTURAL and _is_text(hint)
        if words or _has_records(hint):
            found.append(_Field(name, words))
    return tuple(found)


def _has_records(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return True
    return any(_has_records(inner) for inner in get_args(hint) if inner is not Ellipsis)


@cache
def _is_text(hint: Any) -> bool:
    """Whether a string of this type is words: not a literal, nor bound to a pattern, unless it's marked as prose."""
    origin = get_origin(hint)
    if hint is str:
        return True
    if origin is Literal:
        return False
    if origin is Annotated:
        metas = [meta for meta in hint.__metadata__ if isinstance(meta, msgspec.Meta)]
        if any(meta.pattern for meta in metas):
            return False
        return _is_text(get_args(hint)[0])
    if origin is Union or isinstance(hint, types.UnionType) or origin is tuple:
        return any(_is_text(inner) for inner in get_args(hint) if inner is not Ellipsis)
    return False


def change_record(record: Any, text: Change, struct: Structs) -> Any:
    """The record with ``text`` applied to its words and ``struct`` to every nested record, innermost first."""
    fields = {}
    for name, words in _fields(type(record)):
        value = getattr(record, name)
        changed = value if value is None else _change(value, name, words, text, struct)
        if changed is not value:
            fields[name] = changed
    return struct(msgspec.structs.replace(record, **fields) if fields else record)


def _change(value: Any, name: str, words: bool, text: Change, struct: Structs) -> Any:
    if isinstance(value, str):
        return text(name, value) if words and value else value
    if isinstance(value, msgspec.Struct):
        return change_record(value, text, struct)
    if isinstance(value, tuple) and value:
        changed = tuple(_change(item, name, words, text, struct) for item in value)
        return changed if any(new is not old for new, old in zip(changed, value, strict=True)) else value
    return value


def strings(value: Any, path: str = "") -> list[tuple[str, str]]:
    """``(path, text)`` of every string in a record or plain data, ids and keys of objects included."""
    if isinstance(value, str):
        return [(path, value)]
    if isinstance(value, msgspec.Struct):
        return [
            found
            for name in value.__struct_fields__
            for found in strings(getattr(value, name), f"{path}.{name}" if path else name)
        ]
    if isinstance(value, dict):
        found = [(f"{path}#{key}", key) for key in value]
        return found + [
            item for key, inner in value.items() for item in strings(inner, f"{path}.{key}" if path else key)
        ]
    if isinstance(value, (tuple, list)):
        return [found for number, inner in enumerate(value) for found in strings(inner, f"{path}[{number}]")]
    return []
