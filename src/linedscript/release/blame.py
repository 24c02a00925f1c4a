"""Which patches a difference between two releases goes back to, record by record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.io.canonical import id_key
from linedscript.records.layers import LAYERS, LEFT
from linedscript.records.walk import refs

COUNTED = ("items", "prompts", "traits", "exemplars", "memories")
"""The layers whose records a role package counts without naming them."""
Rows = Mapping[str, Mapping[str, Sequence[Any]]]
"""By layer and id the one or two states of each record that differs."""


class Blame(NamedTuple):
    how: str
    patches: tuple[str, ...]
    through: tuple[str, ...]


NOBODY = Blame("none", (), ())


class _Patches:
    """The patches of a film that one of the two releases has and the other hasn't, and what they did."""

    def __init__(self, old: Mapping[str, list[Any]], new: Mapping[str, list[Any]]) -> None:
        rows = {side: {row.id: row for row in found["patches"]} for side, found in (("old", old), ("new", new))}
        self.fresh = {
            name for name in rows["old"].keys() | rows["new"].keys() if rows["old"].get(name) != rows["new"].get(name)
        }
        self.direct: dict[str, dict[str, set[str]]] = {"itself": {}, "ended": {}, "stale": {}}
        """By how and ``<layer>/<id>``."""
        for found in (old, new):
            for row in found["patches"]:
                if row.id in self.fresh:
                    self._did("itself", row.target, {row.id})
                    for name in row.stale:
                        self._did("stale", name, {row.id})
            for row in found["tombstones"]:
                if row.patch in self.fresh:
                    self._did("ended", row.id, {row.patch})
                    for name in row.successors:
                        self._did("itself", name if "/" in name else f"{row.id.split('/')[0]}/{name}", {row.patch})
            for row in found["stale"]:
                if fresh := self.fresh & set(row.patches):
                    self._did("stale", row.id, fresh)

    def _did(self, how: str, name: str, patches: set[str]) -> None:
        self.direct[how].setdefault(name, set()).update(patches)

    def of(self, name: str) -> tuple[str, set[str]] | None:
        return next(((how, found[name]) for how, found in self.direct.items() if name in found), None)


def blame(old: Mapping[str, list[Any]], new: Mapping[str, list[Any]], changed: Rows) -> dict[tuple[str, str], Blame]:
    """By layer and id, of every record that differs. ``old`` and ``new``: all rows of a film by layer.

    A record that no patch names goes back to those that it names or cites, as far as they go back to a patch; a role
    package to what it counts of its character.
    """
    patches = _Patches(old, new)
    found: dict[tuple[str, str], Blame] = {}
    traced = {name: by for group in reversed(patches.direct.values()) for name, by in group.items()}
    """What a patch did, and what goes back to it: patches by ``<layer>/<id>``."""
    left: dict[tuple[str, str], set[str]] = {}
    for layer, records in changed.items():
        for name, rows in records.items():
            own = {patch for row in rows for patch in _own_patches(row)} & patches.fresh if layer in LEFT else set()
            direct = patches.of(f"{layer}/{name}") if layer not in LEFT else None
            if own:
                found[layer, name] = Blame("account", _sorted(own), ())
            elif direct is not None:
                found[layer, name] = Blame(direct[0], _sorted(direct[1]), ())
            else:
                left[layer, name] = {other for row in rows for other in _named(layer, row)}
    _trace(left, traced, found)
    counted = {
        (layer, name): {
            f"{other}/{one}"
            for other in COUNTED
            for one, rows in changed.get(other, {}).items()
            if f"{other}/{one}" in traced and any(("entities", name) == ref[1:] for row in rows for ref in refs(row))
        }
        for layer, name in left
        if layer == "roles"
    }
    _trace(counted, traced, found)
    _trace({at: named for at, named in left.items() if at not in found}, traced, found)
    return {at: found.get(at, NOBODY) for at in (*found, *left)}


def _trace(
    left: dict[tuple[str, str], set[str]], traced: dict[str, set[str]], found: dict[tuple[str, str], Blame]
) -> None:
    """Move from ``left`` to ``found`` what goes back to a patch, over as many records as it takes."""
    while True:
        step = {at: through for at, named in left.items() if at not in found and (through := named & traced.keys())}
        if not step:
            return
        for at, through in step.items():
            by = set().union(*(traced[name] for name in through))
            found[at] = Blame("account" if at[0] in LEFT else "reference", _sorted(by), _sorted(through))
        for layer, name in step:
            traced.setdefault(f"{layer}/{name}", set()).update(found[layer, name].patches)


def _named(layer: str, row: Any) -> Iterator[str]:
    """``<layer>/<id>`` of the records that a row names, cites, or is about."""
    for _, target, other in refs(row):
        yield f"{target}/{other}"
    for citation in getattr(row, "cites", ()):
        yield f"{citation.layer}/{citation.record}"
    if layer == "queue":
        yield f"{row.layer}/{row.record}"
    yield from _spelled_out(msgspec.to_builtins(row))


def _spelled_out(value: Any) -> Iterator[str]:
    """The strings ``<layer>/<id>`` in plain data, which no field's type marks; of a claim, its rubric too."""
    if isinstance(value, str):
        layer, slash, name = value.partition("/")
        if slash and layer in LAYERS:
            yield value
            if layer == "rubrics":
                yield f"{layer}/{name.partition('.')[0]}"
    elif isinstance(value, dict):
        for item in value.values():
            yield from _spelled_out(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _spelled_out(item)


def _own_patches(row: Any) -> tuple[str, ...]:
    if hasattr(row, "patches"):
        return row.patches
    return (row.patch,) if hasattr(row, "patch") else (row.id,)


def _sorted(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=id_key))
