"""Figure A3, upper part: one correction, from the evidence to the fields that it changed, in the pseudonymized view.

Which one is decided by the records alone: of an Episode where one was revised, and of those the one that changed most.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from linedscript.io.canonical import encode, id_key
from linedscript.tables.corpus import Corpus, refs
from linedscript.tables.model import Cell, Column, Table

_LAYERS = (
    "episodes",
    "links",
    "storylines",
    "states",
    "developments",
    "relations",
    "units",
    "entities",
    "items",
    "prompts",
)
"""Preferred in this order; any other layer comes after."""
_NONE = Cell(None)
"""Of a step that has nothing under the column."""


class _Correction(NamedTuple):
    patch: Any
    kept: Any
    """The model's record and the reviewed one."""


def correction(corpus: Corpus) -> Table:
    """Field by field what the model's record held and what the reviewed one holds."""
    one = _chosen(corpus)
    names = {} if one is None else {row.id: row.name for row in corpus.pseudonymized.rows("entities", one.patch.film)}
    rows = [] if one is None else _rows(one, names)
    named = "no correction" if one is None else f"{one.patch.target} of {one.patch.film} by {one.patch.id}"
    why = "" if one is None else f" ({one.patch.reason.replace('_', ' ')}: {one.patch.note})"
    return Table(
        "correction",
        f"A correction from its evidence to the fields that were changed: {named}{why}.",
        (
            Column("step", "Step", "text"),
            Column("scenes", "Scenes of the patch", "text"),
            Column("reason", "Reason", "text"),
            Column("model", "Model's record", "text"),
            Column("reviewed", "Reviewed record", "text"),
        ),
        tuple(rows),
        f"n = {0 if one is None else len(one.patch.fields)} fields",
        total=False,
    )


def _rows(one: _Correction, names: Mapping[str, str]) -> list[tuple[Cell, ...]]:
    kept, patch = one.kept, one.patch
    where = refs("superseded", [kept])
    evidence = [
        _places(record.get("evidence", ())) if record is not None else None for record in (kept.model, kept.reviewed)
    ]
    rows = [(Cell("evidence: scenes"), _NONE, _NONE, *(Cell(held, where) for held in evidence))]
    log = refs("patches", [patch])
    said = (Cell(", ".join(patch.scenes) or None, log), Cell(patch.note, log))
    rows.append((Cell(f"patch: {patch.id}, {patch.action}"), *said, _NONE, _NONE))
    for field in patch.fields:
        before, after = (
            None if record is None else _said(record.get(field), names) for record in (kept.model, kept.reviewed)
        )
        rows.append((Cell(f"field: {field}"), _NONE, _NONE, Cell(before, where), Cell(after, where)))
    for name in patch.stale:
        stale = Cell(None, (f"stale/{patch.film}/{name}",))
        rows.append((Cell(f"made stale: {name}"), _NONE, _NONE, _NONE, stale))
    return rows


def _chosen(corpus: Corpus) -> _Correction | None:
    found = []
    for film in corpus.films:
        kept = {row.id: row for row in corpus.pseudonymized.rows("superseded", film.id)}
        for patch in corpus.pseudonymized.rows("patches", film.id):
            held = kept.get(patch.target)
            alone = held is not None and held.patches == (patch.id,)
            if patch.action == "revise" and patch.superseded_by is None and alone and held.reviewed is not None:
                found.append(_Correction(patch, held))
    return min(found, key=_order, default=None)


def _order(one: _Correction) -> tuple[int, int, str, tuple[Any, ...]]:
    layer = one.patch.layer
    place = _LAYERS.index(layer) if layer in _LAYERS else len(_LAYERS)
    return place, -len(one.patch.fields), one.patch.film, id_key(one.patch.id)


def _places(evidence: Any) -> str | None:
    """Scene and code points of each span, as in ``s0004 910–1008``."""
    places = [
        one["scene"] if one.get("start") is None else f"{one['scene']} {one['start']}–{one['end']}"
        for one in evidence
        if one.get("scene")
    ]
    return "; ".join(dict.fromkeys(places)) or None


def _said(value: Any, names: Mapping[str, str]) -> str | None:
    """Entities by their names; what is neither text nor a list of texts as JSON."""
    if value is None or isinstance(value, str):
        return names.get(value or "", value)
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return ", ".join(names.get(one, one) for one in value)
    return encode(value).decode()
