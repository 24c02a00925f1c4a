"""Walks over a record's typed fields: its prose, and its references to other records.

The marks ``x-prose`` and ``x-ref`` stand in the field types of ``records``; this module reads them once per type.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

Mark = tuple[str, Any]


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _mark(hint: Any) -> Mark | None:
    if get_origin(hint) is Annotated:
        for meta in hint.__metadata__:
            extra = getattr(meta, "extra_json_schema", None) or {}
            for name in ("x-prose", "x-ref"):
                if name in extra:
                    return name, extra[name]
    return None


@cache
def _marked(hint: Any) -> bool:
    """Whether anything below ``hint`` can carry a mark."""
    if _mark(hint):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(_marked(inner) for inner in _hints(hint).values())
    return any(_marked(inner) for inner in get_args(hint) if inner is not Ellipsis)


@cache
def _marked_fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """Name and type of every field of a record type below which a mark can stand."""
    return tuple((name, hint) for name, hint in _hints(kind).items() if _marked(hint))


def _map(hint: Any, value: Any, path: str, change: Callable[[Mark, str, str], str]) -> Any:
    if value is None or not _marked(hint):
        return value
    mark = _mark(hint)
    if mark and isinstance(value, str):
        return change(mark, path, value)
    if get_origin(hint) is Annotated:
        return _map(get_args(hint)[0], value, path, change)
    if isinstance(value, msgspec.Struct):
        changed = {
            name: _map(inner, getattr(value, name), f"{path}.{name}" if path else name, change)
            for name, inner in _marked_fields(type(value))
        }
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        inner = [arg for arg in get_args(hint) if arg is not Ellipsis]
        if get_origin(hint) is not tuple:  # a union: take the member that is a tuple
            for member in inner:
                bare = get_args(member)[0] if get_origin(member) is Annotated else member
                if get_origin(bare) is tuple:
                    return _map(bare, value, path, change)
            return value
        return tuple(_map(inner[0], item, f"{path}[{number}]", change) for number, item in enumerate(value))
    if isinstance(value, str):  # a union such as ``Prose | None``
        for member in get_args(hint):
            if _mark(member):
                return change(_mark(member), path, value)
    return value


def map_prose(record: Any, change: Callable[[str, str], str]) -> Any:
    """The record with ``change(path, text)`` in place of every prose field."""
    return _map(type(record), record, "", lambda mark, path, text: change(path, text) if mark[0] == "x-prose" else text)


def map_refs(record: Any, change: Callable[[str, str, str], str]) -> Any:
    """The record with ``change(path, layer, id)`` in place of every reference."""
    return _map(
        type(record), record, "", lambda mark, path, text: change(path, mark[1], text) if mark[0] == "x-ref" else text
    )


def prose(record: Any) -> Iterator[tuple[str, str]]:
    """``(path, text)`` of every prose field that isn't null."""
    found: list[tuple[str, str]] = []
    map_prose(record, lambda path, text: (found.append((path, text)), text)[1])
    yield from found


def refs(record: Any) -> Iterator[tuple[str, str, str]]:
    """``(path, layer, id)`` of every reference, the record's own id included."""
    found: list[tuple[str, str, str]] = []
    map_refs(record, lambda path, layer, text: (found.append((path, layer, text)), text)[1])
    yield from found
