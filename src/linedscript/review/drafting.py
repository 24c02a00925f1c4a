"""A new patch with its guards filled in from the records as they are."""

from collections.abc import Sequence
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import content_digest
from linedscript.records.engine import Coverage
from linedscript.records.review import Patch
from linedscript.review.actions import missing
from linedscript.review.book import Book
from linedscript.review.patches import check_action, decode
from linedscript.review.payloads import ENDPOINTS, content

_NAMING = {"entities": "name", "episodes": "title"}
"""The field by which a guard recognizes a record that a patch leads to."""


def next_id(patches: Sequence[Patch]) -> str:
    return f"pt-{max((int(patch.id[3:]) for patch in patches), default=0) + 1:04d}"


def whole_value(book: Book, layer: str, target: str | None, value: dict[str, Any]) -> dict[str, Any]:
    """The payload of ``add`` and ``replace``: the given fields over the target's own."""
    if target is None or book.get((layer, target)) is None:
        return value
    now = _plain(book.builtins((layer, target)))
    base = {field: now[field] for field in content(layer)}
    if "cites" in base:
        base["cites"] = [{key: cite[key] for key in ("layer", "record", "fields")} for cite in base["cites"]]
    return base | value


def draft(book: Book, coverage: Sequence[Coverage], data: dict[str, Any], *, accept_changes: bool, place: str) -> Patch:
    """The patch ``data`` (all fields but ``expect``) with its guards. ``book``: the records after all other patches.

    ``accept_changes``: a revision of a stale record also accepts what it relies on, as it is now. Raises
    LinedscriptError where nothing matches or the payload is wrong.
    """
    check_action(data["layer"], data["action"], place)
    return decode(_plain(data | {"expect": _expect(book, coverage, data, accept_changes, place)}), place)


def _expect(
    book: Book, coverage: Sequence[Coverage], data: dict[str, Any], accept_changes: bool, place: str
) -> dict[str, Any]:
    layer, action, target, value = data["layer"], data["action"], data["target"], data["value"]
    if action == "add" or target is None:
        return {}
    if layer == "coverage":
        block = next((block for block in coverage if block.id == target), None)
        if block is None:
            raise LinedscriptError("patch-no-match", place, f"there is no coverage/{target}")
        return {"status": block.status, "reason": block.reason}
    at = (layer, target)
    record = book.get(at)
    if record is None:
        raise missing(book, at, place)
    now = _plain(book.builtins(at))
    also: dict[str, Any] = {}
    if action in ("revise", "retarget"):
        own = {field: now[field] for field in value if field in now}
    elif action == "merge":
        own = {"name": now["name"]}
    elif action == "split":
        own = {"name": now["name"], "mentions": now["mentions"]}
    else:
        own = {"digest": content_digest(record)}
    if action == "merge":
        also |= _named(book, "entities", value.get("into"), place)
    elif action == "retarget":
        for end in value.values():
            also |= _named(book, ENDPOINTS[layer], end, place)
    if action == "keep" or accept_changes:
        for cite in book.mismatches(at):
            cited = book.get((cite.layer, cite.record))
            also[f"{cite.layer}/{cite.record}"] = (
                None
                if cited is None
                else {field: _plain(msgspec.to_builtins(getattr(cited, field))) for field in cite.fields}
            )
    return own | ({"also": also} if also else {})


def _named(book: Book, layer: str, record_id: Any, place: str) -> dict[str, Any]:
    record = book.get((layer, record_id))
    if record is None:
        raise missing(book, (layer, str(record_id)), place)
    return {f"{layer}/{record_id}": {_NAMING[layer]: getattr(record, _NAMING[layer])}}


def _plain(value: Any) -> Any:
    """With lists where there are tuples, as YAML and JSON have them."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _quoted(value: Any) -> Any:
    """With every text that YAML would fold or change, line breaks of any kind included, in double quotes."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(value, str):
        return value if value.isprintable() else DoubleQuotedScalarString(value)
    if isinstance(value, dict):
        return {_quoted(key): _quoted(item) for key, item in value.items()}
    return [_quoted(item) for item in value] if isinstance(value, list) else value


def to_yaml(patch: Patch) -> str:
    """The patch as its file's text, fields in the record's order."""
    from io import StringIO

    from ruamel.yaml import YAML

    writer = YAML(typ="rt", pure=True)
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.width = 110
    writer.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    writer.dump(_quoted(_plain(msgspec.to_builtins(patch))), out)
    return out.getvalue()
