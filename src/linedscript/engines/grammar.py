"""The part of a reply's JSON Schema that decoding grammars hold to.

Grammar engines drop keywords that they don't know, silently. So what is sent is a closed subset, with every reference
written out and every property required; the whole schema is checked again when the reply is there.
"""

from typing import Any

import msgspec

_KEPT = frozenset(
    "type properties required additionalProperties items anyOf enum const minItems maxItems minLength maxLength "
    "minimum maximum".split()
)


def grammar(reply: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema to constrain decoding by. Raises ValueError for a reply whose type refers to itself."""
    schema = msgspec.json.schema(reply)
    return _cut(schema, schema.get("$defs", {}), ())


def unbounded(schema: dict[str, Any], path: str = "") -> list[str]:
    """The paths of strings and arrays of a schema from ``grammar`` that have no greatest length."""
    if schema.get("type") == "string" and not {"maxLength", "enum", "const"} & schema.keys():
        return [path or "."]
    found = []
    if schema.get("type") == "array":
        found += [] if "maxItems" in schema else [path or "."]
        found += unbounded(schema.get("items", {}), f"{path}[]")
    for name, inner in schema.get("properties", {}).items():
        found += unbounded(inner, f"{path}.{name}" if path else name)
    for inner in schema.get("anyOf", ()):
        found += unbounded(inner, path)
    return found


def _cut(schema: dict[str, Any], definitions: dict[str, Any], within: tuple[str, ...]) -> dict[str, Any]:
    if name := schema.get("$ref", "").removeprefix("#/$defs/"):
        if name in within:
            raise ValueError(f"{name} refers to itself: no grammar of bounded length")
        return _cut(definitions[name], definitions, (*within, name))
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key not in _KEPT:
            continue
        if key == "properties":
            out[key] = {name: _cut(inner, definitions, within) for name, inner in value.items()}
        elif key == "anyOf":
            out[key] = [_cut(inner, definitions, within) for inner in value]
        elif key == "items" and isinstance(value, dict):
            out[key] = _cut(value, definitions, within)
        else:
            out[key] = value
    if out.get("type") == "object" and "properties" in out:
        out["required"] = list(out["properties"])
        out["additionalProperties"] = False
    return out
