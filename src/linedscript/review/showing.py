"""Records, patches and their effects as text for a person."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from linedscript.records.base import Evidence, Record
from linedscript.records.review import Patch
from linedscript.records.scene import Scene
from linedscript.review.apply import Reviewed
from linedscript.review.book import Book
from linedscript.review.references import Ref, name

_CONTEXT = 80
"""Characters shown on each side of a span."""
_SPANS = 6
"""Spans shown of one record."""
_DERIVED = ("presence", "perception", "focal")
"""Layers that follow others, told by number."""
_NAMES = 8
"""Records of a layer named in one line."""
_HIDDEN = {"film", "made", "evidence", "cites"}


def record_lines(at: Ref, record: Record) -> list[str]:
    """A record's fields, one a line, without evidence and provenance."""
    data = msgspec.to_builtins(record)
    return [name(at)] + [
        f"  {field}: {_one_line(value)}" for field, value in data.items() if field not in _HIDDEN and field != "id"
    ]


def evidence_lines(record: Record, scenes: Sequence[Scene]) -> list[str]:
    """The text around a record's spans, each span between ``>>`` and ``<<``."""
    by_id = {scene.id: scene for scene in scenes}
    spans = [one for one in _evidence(record) if one.kind == "span" and one.scene in by_id]
    lines = []
    for one in spans[:_SPANS]:
        scene = by_id[one.scene]
        heading = scene.heading.text if scene.heading else "no heading"
        before, after = scene.text[max(0, one.start - _CONTEXT) : one.start], scene.text[one.end : one.end + _CONTEXT]
        lines.append(f"  {scene.id} ({heading})")
        lines.append(f"    …{_flat(before)}>>{_flat(scene.text[one.start : one.end])}<<{_flat(after)}…")
    if len(spans) > _SPANS:
        lines.append(f"  and {len(spans) - _SPANS} more places")
    return lines


def _evidence(record: Record) -> list[Evidence]:
    return [*getattr(record, "evidence", ()), *(step.evidence for step in getattr(record, "path", ()))]


def reference_lines(book: Book, at: Ref) -> list[str]:
    """Who refers to the record, a line a layer."""
    return [f"  referred to by {line}" for line in _by_layer(name(user) for user in book.dependents(at))]


def _by_layer(names: Iterable[str]) -> list[str]:
    """``<layer>: id, id …``, the first few of each layer; of layers that follow others only the number."""
    layers: dict[str, list[str]] = {}
    for text in names:
        layer, _, record = text.partition("/")
        layers.setdefault(layer, []).append(record)
    return [
        f"{layer}: {len(ids)}"
        if layer in _DERIVED
        else f"{layer}: {', '.join(ids[:_NAMES])}" + (f" and {len(ids) - _NAMES} more" if len(ids) > _NAMES else "")
        for layer, ids in layers.items()
    ]


def patch_lines(patch: Patch, reviewed: Reviewed) -> list[str]:
    """What a patch says, what it changes and what it leaves stale."""
    entry = next(entry for entry in reviewed.log if entry.id == patch.id)
    lines = [f"{patch.film}/{patch.id} {patch.action} {entry.target} ({patch.reason}): {patch.note}"]
    if entry.superseded_by:
        return [*lines, f"  superseded by {entry.superseded_by}; not applied"]
    if patch.action in ("revise", "retarget"):
        for field, value in patch.value.items():
            lines.append(f"  {field}: {_one_line(patch.expect.get(field, '(digest)'))} -> {_one_line(value)}")
    did: dict[str, list[str]] = {}
    for record, change in reviewed.effects.get(patch.id, ()):
        what = f"changed {', '.join(change.fields)} of" if change.kind == "changed" else change.kind
        did.setdefault(what, []).append(record)
    lines += [f"  {what} {line}" for what, records in did.items() for line in _by_layer(records)]
    if patch.action == "waive":
        lines.append(f"  {entry.target} waived")
    lines += [f"  stale: {record}" for record in entry.stale]
    return lines


def _one_line(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:190]}…"


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
