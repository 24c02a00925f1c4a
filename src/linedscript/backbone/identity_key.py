"""When two relations say the same thing (D10)."""

from typing import Any

from linedscript.io.canonical import encode, id_key
from linedscript.records.relation import Relation

SYMMETRIC = frozenset({"kinship_with", "affinity_with", "hostility_with", "allied_with", "opposes"})


def d10_key(relation: Relation) -> tuple[Any, ...]:
    """Equal for duplicates: subject, predicate, object, polarity, modality, qualifiers, time range.

    The ends of a symmetric predicate count in id order, qualifiers without regard to order.
    """
    ends = (relation.subject, relation.object)
    if relation.predicate in SYMMETRIC:
        ends = tuple(sorted(ends, key=id_key))
    qualifiers = tuple(sorted((qualifier.name, qualifier.value) for qualifier in relation.qualifiers))
    return (
        ends[0],
        relation.predicate,
        ends[1],
        relation.polarity,
        relation.modality,
        qualifiers,
        encode(relation.time_range),
    )
