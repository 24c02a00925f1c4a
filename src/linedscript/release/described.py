"""What a field holds, by its JSON Schema: for Croissant."""

from collections.abc import Iterator
from typing import Any

from linedscript.release.schemas import LAYER_TYPES, schema
from linedscript.release.words import FIELDS

Path = tuple[str, ...]
_NUMBERS = {"integer": "whole number", "number": "number"}


def descriptions(layer: str) -> dict[Path, str]:
    """Of each field of the layer's record, and of the records in it, by the names that lead there."""
    whole = schema(layer, LAYER_TYPES[layer])
    return dict(_fields(whole["$ref"], whole["$defs"], ()))


def _fields(reference: str, defs: dict[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    record = reference.rsplit("/", 1)[1]
    for name, node in defs[record]["properties"].items():
        about = FIELDS.get(f"{record}.{name}") or FIELDS.get(name) or name.replace("_", " ").capitalize()
        yield (*path, name), f"{about}: {_kind(node)}"
        for inner in _references(node):
            yield from _fields(inner, defs, (*path, name))


def _references(node: dict[str, Any]) -> Iterator[str]:
    if "$ref" in node:
        yield node["$ref"]
    for inner in (*node.get("anyOf", ()), *((node["items"],) if isinstance(node.get("items"), dict) else ())):
        yield from _references(inner)


def _kind(node: dict[str, Any]) -> str:
    if "anyOf" in node:
        return " or ".join("null" if one == {"type": "null"} else _kind(one) for one in node["anyOf"])
    if "$ref" in node:
        return "a record"
    if "enum" in node:
        return f"one of {', '.join(map(str, node['enum']))}"
    if "prefixItems" in node:
        return f"a list of {len(node['prefixItems'])}, each {_kind(node['prefixItems'][0])}"
    kind = node.get("type")
    if kind == "array":
        return f"a list, each {_kind(node['items'])}"
    if kind in _NUMBERS:
        bounds = (("from", node.get("minimum")), ("to", node.get("maximum")))
        return " ".join([_NUMBERS[kind], *(f"{word} {value}" for word, value in bounds if value is not None)])
    if "x-ref" in node:
        return f"an id of the layer {node['x-ref']}"
    return {"string": "text", "boolean": "true or false"}.get(kind, "a free object, as JSON text")
