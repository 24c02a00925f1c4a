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
    """A record's fields, one a line, without evidence and provenance: texts whole, long lists of ids cut."""
    data = msgspec.to_builtins(record)
    return [name(at)] + [
        f"  {field}: {_whole(_bare(value))}" for field, value in data.items() if field not in _HIDDEN and field != "id"
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


def place_lines(record: Record, book: Book, scenes: Sequence[Scene]) -> list[str]:
    """The text around a checkpoint, or the one that the record is asked at; ``>><<`` stands at the place."""
    named = getattr(record, "checkpoint", None)
    held = book.get(("checkpoints", named)) if named else record
    anchor = getattr(held, "anchor", None)
    scene = next((scene for scene in scenes if anchor is not None and scene.id == anchor.scene), None)
    if scene is None:
        return []
    heading = scene.heading.text if scene.heading else "no heading"
    before = scene.text[max(0, anchor.offset - 2 * _CONTEXT) : anchor.offset]
    after = scene.text[anchor.offset : anchor.offset + 2 * _CONTEXT]
    return [
        f"  checkpoint {held.id}: {scene.id} ({heading}), character {anchor.offset}",
        f"    …{_flat(before)}>><<{_flat(after)}…",
    ]


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
    return lines + withheld_lines(patch, reviewed)


def withheld_lines(patch: Patch, reviewed: Reviewed) -> list[str]:
    """That the patched record, or the other prompt of its pair, isn't released by it, and what that takes."""
    at = f"{patch.layer}/{patch.target}"
    stale = {one.id: one for one in reviewed.stale}
    lines = []
    if one := stale.get(at):
        because = f"{', '.join(one.because)} ({', '.join(one.patches)})"
        lines.append(
            f"  {at} stays withheld: it is stale because of {because}; write this patch again with "
            f"--accept-changes --supersedes {patch.id}, or keep the record by a patch of its own"
        )
    if patch.layer == "prompts":
        pairs = {name for name, held in reviewed.withheld.items() if _are_pair(patch.target, name, held, reviewed)}
        lines += [f"  its pair {name} is withheld too: it needs a patch of its own" for name in sorted(pairs)]
    return lines


def _are_pair(target: str | None, name: str, held: Any, reviewed: Reviewed) -> bool:
    """Whether the withheld record ``held`` is the earlier or the later prompt of ``target``."""
    if not name.startswith("prompts/"):
        return False
    own = [*reviewed.layers.get("prompts", ()), *reviewed.withheld.values()]
    earlier = {getattr(one, "pair", None) for one in own if one.id == target}
    return held.pair == target or held.id in earlier


def _one_line(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:190]}…"


def _whole(value: Any) -> str:
    ids = isinstance(value, list) and all(isinstance(one, str) and " " not in one and one.isascii() for one in value)
    return _one_line(value) if ids else value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _bare(value: Any) -> Any:
    """Without evidence at any depth: what it quotes is shown beside the record."""
    if isinstance(value, dict):
        return {field: _bare(held) for field, held in value.items() if field != "evidence"}
    return [_bare(one) for one in value] if isinstance(value, list | tuple) else value


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
