"""The part of a reply's JSON Schema that decoding grammars hold to.

Grammar engines drop keywords that they don't know, silently. So what is sent is a closed subset, with every reference
written out and every property required; the whole schema is checked again when the reply is there. Everything that the
whole schema allows, with every field given, the subset allows too.
"""

from typing import Any

import msgspec

KEYWORDS = frozenset(
    "type properties required additionalProperties items anyOf enum const minItems maxItems minLength maxLength "
    "minimum maximum".split()
)
"""What may stand in a grammar. Annotations and patterns are left out."""
_NOT_TO_BE_LEFT_OUT = frozenset("prefixItems oneOf allOf not patternProperties".split())
"""Without them a schema would mean something else than it says."""


def grammar(reply: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema to constrain decoding by. Raises ValueError for a reply type that refers to itself, or whose schema
    needs a keyword that grammars don't have."""
    schema = msgspec.json.schema(reply)
    return _cut(schema, schema.get("$defs", {}), ())


def unbounded(schema: dict[str, Any], path: str = "") -> list[str]:
    """The paths of what has no greatest length in a schema from ``grammar``: strings, arrays, whole numbers (whose
    digits could go on for ever), objects with free keys, and what has no type at all."""
    kind = schema.get("type")
    found = []
    if kind is None and not {"enum", "const", "anyOf"} & schema.keys():
        found.append(path or ".")
    limits = {"string": {"maxLength"}, "array": {"maxItems"}, "integer": {"minimum", "maximum"}}.get(kind, set())
    if not limits <= schema.keys() and not {"enum", "const"} & schema.keys():
        found.append(path or ".")
    if kind == "object" and "properties" not in schema:
        found.append(path or ".")
    if kind == "array":
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
    if lost := _NOT_TO_BE_LEFT_OUT & schema.keys():
        raise ValueError(f"no grammar holds {', '.join(sorted(lost))}")
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key not in KEYWORDS:
            continue
        if key == "properties":
            out[key] = {name: _cut(inner, definitions, within) for name, inner in value.items()}
        elif key == "anyOf":
            out[key] = [_cut(inner, definitions, within) for inner in value]
        elif key == "items":
            out[key] = _cut(value, definitions, within)
        else:
            out[key] = value
    if out.get("type") == "object" and "properties" in out:
        out["required"] = list(out["properties"])
        out["additionalProperties"] = False
    return out
