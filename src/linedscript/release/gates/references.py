"""Referential integrity: every reference, citation and evidence record leads to a record of the film."""

from collections.abc import Iterator
from typing import Any

from linedscript.io.canonical import fields_digest
from linedscript.records.layers import ACCOUNTS, LAYERS, LEFT
from linedscript.records.release import Defect
from linedscript.records.walk import refs
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.release.tree import row_id

GATE = "references"
_ACCOUNTS = frozenset((*ACCOUNTS, *LEFT, "audits"))
"""Layers that speak of ended records on purpose."""
_REVIEWED_ANEW = frozenset({"keep", "replace", "revise", "add", "retarget"})


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    ended = {row.id: row for row in rows.records["tombstones"]}
    withheld = {row.id: row for row in rows.records["stale"]}
    settled = {
        row.target for row in rows.records["patches"] if row.action in _REVIEWED_ANEW and row.superseded_by is None
    }
    by_id = {layer: {row_id(row): row for row in found} for layer, found in rows.records.items()}

    def missing(layer: str, record: str, path: str, target: str) -> Defect:
        hint = "every reference leads to a record of the same film"
        if target in ended:
            stone = ended[target]
            after = f"; it goes on in {', '.join(stone.successors)}" if stone.successors else ""
            hint = f"{stone.patch} ended that record ({stone.action}){after}"
        elif target in withheld:
            hint = f"that record is withheld as stale because of {', '.join(withheld[target].because)}"
        return rows.defect(GATE, "dangling-reference", layer, record, f"{path} names {target}, which isn't there", hint)

    for layer, found in rows.records.items():
        if layer in _ACCOUNTS or layer == "recipe":
            continue
        for row in found:
            name = row_id(row)
            for path, target_layer, target in refs(row):
                if path == "id" and target_layer == layer:
                    continue
                if target not in by_id.get(target_layer, {}):
                    yield missing(layer, name, path, f"{target_layer}/{target}")
            for path, target in _named(row):
                target_layer, _, target_id = target.partition("/")
                if target_layer not in LAYERS or target_id not in by_id[target_layer]:
                    yield missing(layer, name, path, target)
            for number, citation in enumerate(getattr(row, "cites", ())):
                target = f"{citation.layer}/{citation.record}"
                cited = by_id.get(citation.layer, {}).get(citation.record)
                if cited is None and f"{layer}/{name}" in settled and target in ended:
                    continue  # a reviewer saw that what it relied on ended, and kept it
                if cited is None:
                    yield missing(layer, name, f"cites[{number}]", target)
                elif unknown := [field for field in citation.fields if field not in cited.__struct_fields__]:
                    yield rows.defect(
                        GATE, "unknown-field", layer, name, f"cites the field {unknown[0]} of {target}, which has none"
                    )
                elif fields_digest(cited, citation.fields) != citation.digest and f"{layer}/{name}" not in settled:
                    yield rows.defect(
                        GATE,
                        "stale-citation",
                        layer,
                        name,
                        f"cites {', '.join(citation.fields)} of {target} with values that it doesn't have now",
                        "a record whose cited values changed is withheld until a patch keeps, replaces or rejects it",
                    )


def _named(row: Any) -> Iterator[tuple[str, str]]:
    """``(path, <layer>/<id>)`` of references that are written out: of evidence, of claims and phases, and of
    reasoning paths."""
    for number, evidence in enumerate(getattr(row, "evidence", ())):
        if evidence.record is not None:
            yield f"evidence[{number}].record", evidence.record
    for field in row.__struct_fields__:
        for number, part in enumerate(held if isinstance(held := getattr(row, field), tuple) else ()):
            if isinstance(source := getattr(part, "source", None), str):
                yield f"{field}[{number}].source", source
    for number, step in enumerate(getattr(row, "path", ())):
        yield f"path[{number}].record", step.record
        if step.evidence.record is not None:
            yield f"path[{number}].evidence.record", step.evidence.record
    for number, text in enumerate(getattr(row, "about", ())):
        yield f"about[{number}]", text
