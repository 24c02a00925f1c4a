"""The shortest reply that a JSON schema allows: what a model that finds nothing would say."""

from typing import Any


def shortest(schema: dict[str, Any], root: dict[str, Any] | None = None) -> Any:
    root = schema if root is None else root
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return shortest(target, root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return shortest(schema[several][0], root)
    kind = schema.get("type")
    if kind == "object":
        return {name: shortest(schema["properties"][name], root) for name in schema.get("required", ())}
    if kind == "array":
        first = schema.get("prefixItems")
        return [shortest(item, root) for item in first or [schema["items"]] * schema.get("minItems", 0)]
    if kind == "string":
        return "x" * schema.get("minLength", 0)
    if kind in ("number", "integer"):
        return schema.get("maximum", schema.get("minimum", 0))
    return {"boolean": False, "null": None}[kind]
