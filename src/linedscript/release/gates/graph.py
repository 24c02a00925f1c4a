"""The graph's own rules: the predicate registry, no self-loops, no duplicate relation (D2, D10)."""

from collections.abc import Iterator
from typing import Any

from linedscript.backbone.identity_key import d10_key
from linedscript.backbone.registry import Registry
from linedscript.errors import LinedscriptError
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.release.tree import REGISTRY

GATE = "graph"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    try:
        registry = setting.release.load(REGISTRY, Registry)
    except LinedscriptError as error:
        yield Defect(gate=GATE, code=error.code, file=REGISTRY, record=None, problem=error.problem, hint=error.hint)
        return
    types = {entity.id: entity.types for entity in rows.records["entities"]}
    first: dict[tuple[Any, ...], str] = {}
    for relation in rows.records["relations"]:
        if relation.subject == relation.object:
            yield rows.defect(
                GATE, "self-loop", "relations", relation.id, f"{relation.predicate} from {relation.subject} to itself"
            )
        key = d10_key(relation)
        if key in first:
            yield rows.defect(
                GATE,
                "duplicate-relation",
                "relations",
                relation.id,
                f"says what {first[key]} says",
                "same ends, predicate, polarity, modality, qualifiers and time range: merge their evidence (D10)",
            )
        first.setdefault(key, relation.id)
        ends = types.get(relation.subject), types.get(relation.object)
        if None not in ends and not registry.valid(relation.predicate, *ends):
            yield rows.defect(
                GATE,
                "outside-registry",
                "relations",
                relation.id,
                f"{relation.predicate} doesn't go from {'/'.join(ends[0])} to {'/'.join(ends[1])}",
                "the predicate registry fixes what each predicate links (D2)",
            )
    for _, plain in rows.lines["relations"]:
        predicate = plain.get("predicate") if isinstance(plain, dict) else None
        if isinstance(predicate, str) and registry.rule(predicate) is None:
            yield rows.defect(
                GATE, "unknown-predicate", "relations", plain.get("id"), f"{predicate} isn't in the predicate registry"
            )
