"""A comparison of releases as text and as JSON lines."""

import json
from collections.abc import Sequence
from typing import Any

from linedscript.io.canonical import encode
from linedscript.records.release import Change

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}
_HOW = {
    "itself": "by {}",
    "ended": "ended by {}",
    "stale": "stale because of {}",
    "reference": "through a record that {} patched",
    "account": "logged for {}",
    "none": "no patch explains it",
}


def as_json(changes: Sequence[Change]) -> str:
    """One change a line."""
    return "".join(encode(change).decode() + "\n" for change in changes)


def as_text(changes: Sequence[Change]) -> str:
    if not changes:
        return "no record differs\n"
    lines = []
    file = ""
    for change in changes:
        if change.file != file:
            file = change.file
            lines.append(file)
        why = _HOW[change.how].format(", ".join(change.patches))
        lines.append(f"  {_SIGNS[change.kind]} {change.record}  ({why})")
        lines += [f"      {one.field}: {_short(one.before)} → {_short(one.after)}" for one in change.fields]
    counts = {kind: sum(change.kind == kind for change in changes) for kind in _SIGNS}
    lines.append(", ".join(f"{number} {kind}" for kind, number in counts.items()))
    return "\n".join(lines) + "\n"


def _short(value: Any, width: int = 160) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= width else text[: width - 1] + "…"
