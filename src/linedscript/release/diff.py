"""What differs between two releases of one view: every record, and the patch that did it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.records.layers import LEFT
from linedscript.records.release import Change, FieldChange
from linedscript.records.walk import refs
from linedscript.release.tree import FILMS, Release, data_path, layers_of, row_id


class _Patches:
    """The patches of a film that one of the two releases has and the other hasn't, and what they did."""

    def __init__(self, old: dict[str, list[Any]], new: dict[str, list[Any]]) -> None:
        rows = {side: {row.id: row for row in found["patches"]} for side, found in (("old", old), ("new", new))}
        self.fresh = {
            name for name in rows["old"].keys() | rows["new"].keys() if rows["old"].get(name) != rows["new"].get(name)
        }
        self.targets: dict[str, set[str]] = {}
        self.ended: dict[str, set[str]] = {}
        self.stale: dict[str, set[str]] = {}
        for found in (old, new):
            for row in found["patches"]:
                if row.id in self.fresh:
                    self.targets.setdefault(row.target, set()).add(row.id)
                    for name in row.stale:
                        self.stale.setdefault(name, set()).add(row.id)
            for row in found["tombstones"]:
                if row.patch in self.fresh:
                    self.ended.setdefault(row.id, set()).add(row.patch)
                    for name in row.successors:
                        self.targets.setdefault(name if "/" in name else f"{row.id.split('/')[0]}/{name}", set()).add(
                            row.patch
                        )
            for row in found["stale"]:
                if fresh := self.fresh & set(row.patches):
                    self.stale.setdefault(row.id, set()).update(fresh)

    def of(self, layer: str, name: str, rows: tuple[Any, ...]) -> tuple[str, tuple[str, ...]]:
        """How a record came to differ, and by which patches."""
        if layer in LEFT:
            own = {patch for row in rows for patch in _own_patches(row)} & self.fresh
            return ("account", _sorted(own)) if own else ("none", ())
        for how, found in (("itself", self.targets), ("ended", self.ended), ("stale", self.stale)):
            if f"{layer}/{name}" in found:
                return how, _sorted(found[f"{layer}/{name}"])
        named = {f"{target}/{other}" for row in rows for _, target, other in refs(row)}
        named |= {f"{citation.layer}/{citation.record}" for row in rows for citation in getattr(row, "cites", ())}
        by = {
            patch
            for record in named
            for found in (self.targets, self.ended, self.stale)
            for patch in found.get(record, ())
        }
        return ("reference", _sorted(by)) if by else ("none", ())


def _own_patches(row: Any) -> tuple[str, ...]:
    if hasattr(row, "patches"):
        return row.patches
    return (row.patch,) if hasattr(row, "patch") else (row.id,)


def _sorted(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=id_key))


def compare(old: Path, new: Path) -> list[Change]:
    """Every added, removed and changed record, in the order of layers, films and ids.

    Raises LinedscriptError where a release can't be read, or where the two aren't of one view.
    """
    left, right = Release(old), Release(new)
    views = left.manifest().view, right.manifest().view
    if views[0] != views[1]:
        raise LinedscriptError("other-view", str(new), f"is {views[1]}, {old} is {views[0]}", "compare two of one view")
    changes = list(_films(left, right))
    films = sorted({film.id for release in (left, right) for film in release.films()})
    layers = layers_of(left.manifest()) | layers_of(right.manifest())
    for film in films:
        if all(_bytes(left, layer, film) == _bytes(right, layer, film) for layer in layers):
            continue
        rows = tuple({layer: _rows(release, layer, film) for layer in layers} for release in (left, right))
        patches = _Patches(*rows)
        for layer in layers:
            changes.extend(_layer(layer, film, rows[0][layer], rows[1][layer], patches))
    order = {layer: place for place, layer in enumerate(("films", *layers))}
    return sorted(changes, key=lambda change: (order[change.layer], change.film, id_key(change.record)))


def _bytes(release: Release, layer: str, film: str) -> bytes | None:
    path = release.root / data_path(layer, film)
    return path.read_bytes() if path.is_file() else None


def _rows(release: Release, layer: str, film: str) -> list[Any]:
    return release.rows(layer, film) if (release.root / data_path(layer, film)).is_file() else []


def _layer(layer: str, film: str, old: list[Any], new: list[Any], patches: _Patches) -> Iterator[Change]:
    before, after = ({row_id(row): row for row in rows} for rows in (old, new))
    for name in before.keys() | after.keys():
        was, now = before.get(name), after.get(name)
        if was == now:
            continue
        how, by = patches.of(layer, name, tuple(row for row in (was, now) if row is not None))
        yield Change(
            kind="added" if was is None else "removed" if now is None else "changed",
            file=data_path(layer, film),
            layer=layer,
            film=film,
            record=name,
            fields=_fields(was, now),
            patches=by,
            how=how,
        )


def _fields(was: Any, now: Any) -> tuple[FieldChange, ...]:
    if was is None or now is None:
        return ()
    left, right = msgspec.to_builtins(was), msgspec.to_builtins(now)
    return tuple(
        FieldChange(field=name, before=left[name], after=right[name])
        for name in was.__struct_fields__
        if left[name] != right[name]
    )


def _films(left: Release, right: Release) -> Iterator[Change]:
    before, after = ({film.id: film for film in release.films()} for release in (left, right))
    for name in before.keys() | after.keys():
        was, now = before.get(name), after.get(name)
        if was != now:
            yield Change(
                kind="added" if was is None else "removed" if now is None else "changed",
                file=FILMS,
                layer="films",
                film=name,
                record=name,
                fields=_fields(was, now),
                patches=(),
                how="none",
            )
