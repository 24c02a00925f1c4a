"""What differs between two releases of one view: every record, and the patch that did it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.records.release import Change, FieldChange
from linedscript.release.blame import NOBODY, blame
from linedscript.release.tree import FILMS, Release, data_path, layers_of, row_id


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
        changes.extend(_film(film, *rows))
    order = {layer: place for place, layer in enumerate(("films", *layers))}
    return sorted(changes, key=lambda change: (order[change.layer], change.film, id_key(change.record)))


def _bytes(release: Release, layer: str, film: str) -> bytes | None:
    path = release.root / data_path(layer, film)
    return path.read_bytes() if path.is_file() else None


def _rows(release: Release, layer: str, film: str) -> list[Any]:
    return release.rows(layer, film) if (release.root / data_path(layer, film)).is_file() else []


def _film(film: str, old: dict[str, list[Any]], new: dict[str, list[Any]]) -> Iterator[Change]:
    sides = [{layer: {row_id(row): row for row in rows} for layer, rows in side.items()} for side in (old, new)]
    changed = {
        layer: {
            name: tuple(row for row in (sides[0][layer].get(name), sides[1][layer].get(name)) if row is not None)
            for name in sides[0][layer].keys() | sides[1][layer].keys()
            if sides[0][layer].get(name) != sides[1][layer].get(name)
        }
        for layer in old
    }
    for (layer, name), found in blame(old, new, changed).items():
        was, now = (side[layer].get(name) for side in sides)
        yield Change(
            kind="added" if was is None else "removed" if now is None else "changed",
            file=data_path(layer, film),
            layer=layer,
            film=film,
            record=name,
            fields=_fields(was, now),
            **found._asdict(),
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
                **NOBODY._asdict(),
            )
