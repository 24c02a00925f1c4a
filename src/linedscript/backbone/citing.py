"""Citations of the records that a derived record relies on, and evidence taken over from them."""

from collections.abc import Iterable

from linedscript.io.canonical import fields_digest, id_key
from linedscript.records.base import Citation, Evidence, Record


def citation(layer: str, record: Record, *fields: str) -> Citation:
    """``fields`` in the order given; only those whose change must make the citing record stale."""
    return Citation(layer=layer, record=record.id, fields=fields, digest=fields_digest(record, fields))


def sort_citations(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each cited record once, by layer and id. Raises ValueError where one record is cited for different fields."""
    kept: dict[tuple[str, str], Citation] = {}
    for cite in citations:
        other = kept.setdefault((cite.layer, cite.record), cite)
        if other != cite:
            raise ValueError(f"{cite.layer}/{cite.record} is cited for {other.fields} and for {cite.fields}")
    return tuple(kept[key] for key in sorted(kept, key=lambda key: (key[0], id_key(key[1]))))


def merge_evidence(groups: Iterable[Iterable[Evidence]]) -> tuple[Evidence, ...]:
    """The groups' evidence without repeats, in story order: by scene and span, other kinds last."""
    kept: dict[tuple[object, ...], Evidence] = {}
    for group in groups:
        for evidence in group:
            kept.setdefault((evidence.kind, evidence.scene, evidence.start, evidence.end, evidence.record), evidence)
    return tuple(
        sorted(
            kept.values(),
            key=lambda evidence: (
                evidence.kind != "span",
                evidence.scene or "",
                evidence.start or 0,
                evidence.end or 0,
                evidence.kind,
                evidence.record or "",
            ),
        )
    )
