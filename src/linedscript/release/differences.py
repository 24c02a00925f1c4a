"""A comparison of releases as text and as JSON lines."""

import json
from collections import Counter
from collections.abc import Sequence
from os.path import commonprefix
from typing import Any

from linedscript.io.canonical import encode
from linedscript.records.release import Change

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}
_FILMS = {"added": "new film", "removed": "film gone"}
_HOW = {
    "itself": "by {}",
    "ended": "ended by {}",
    "stale": "stale because of {}",
    "reference": "through {through}, by {}",
    "account": "logged for {}",
    "none": "no patch explains it",
}

_WIDTH = 160
"""Characters of a value that are shown."""
_LEAD = 40
"""Of these, what both values begin with."""
_TOLD = 3
"""Records that a line names through which a patch reached it."""


def as_json(changes: Sequence[Change]) -> str:
    """One change a line."""
    return "".join(encode(change).decode() + "\n" for change in changes)


def as_text(changes: Sequence[Change]) -> str:
    """For a person: a line per record, but one for a whole film that only one of the releases has."""
    if not changes:
        return "no record differs\n"
    whole = {change.film: change.kind for change in changes if change.layer == "films" and change.kind != "changed"}
    records = Counter(change.film for change in changes if change.layer != "films")
    told = [change for change in changes if change.layer == "films" or change.film not in whole]
    lines = []
    file = ""
    for change in told:
        if change.file != file:
            file = change.file
            lines.append(file)
        through = ", ".join(change.through[:_TOLD])
        if len(change.through) > _TOLD:
            through += f" and {len(change.through) - _TOLD} more"
        why = _HOW[change.how].format(", ".join(change.patches), through=through)
        if change.film in whole:
            why = f"{_FILMS[change.kind]}: {records[change.film]} records"
        lines.append(f"  {_SIGNS[change.kind]} {change.record}  ({why})")
        lines += [f"      {one.field}: {_both(one.before, one.after)}" for one in change.fields]
    films = Counter(whole.values())
    heads = [f"{films[kind]} film{'s' * (films[kind] > 1)} {kind}" for kind in _FILMS if films[kind]]
    counts = {kind: sum(change.kind == kind for change in told if change.film not in whole) for kind in _SIGNS}
    lines.append("; ".join([*heads, ", ".join(f"{number} {kind}" for kind, number in counts.items())]))
    return "\n".join(lines) + "\n"


def _both(before: Any, after: Any) -> str:
    """Both values, long ones from a little before where they begin to differ."""
    was, now = (json.dumps(value, ensure_ascii=False, sort_keys=True) for value in (before, after))
    start = 0
    if max(len(was), len(now)) > _WIDTH:
        start = max(0, len(commonprefix((was, now))) - _LEAD)
    return f"{_short(was, start)} → {_short(now, start)}"


def _short(text: str, start: int) -> str:
    shown = ("…" if start else "") + text[start:]
    return shown if len(shown) <= _WIDTH else shown[: _WIDTH - 1] + "…"
