"""Names whose entity ended: their mentions were dropped by scene review, or a patch dropped the entity.

Nobody bears them any more, and they stand in the script all the same: each is a candidate for the name map, under the
id of its first mention.
"""

from collections.abc import Iterable, Sequence

from linedscript.identity.matching import MapLine, fold
from linedscript.io.canonical import id_key
from linedscript.records.entity import ENTITY_TYPES, Alias, Entity, Mention
from linedscript.records.identity import NameDecision

_NAMED_APART = frozenset({"Concept", "TimePoint"})
"""Types whose names stay in the script."""


def ended_names(mentions: Iterable[Mention], entities: Sequence[Entity]) -> list[Entity]:
    """One stand-in for an entity per proper name that no entity has as an alias, in the order of the mentions."""
    home = {mention for entity in entities for mention in entity.mentions}
    borne = {fold(form) for entity in entities for form in (entity.name, *(alias.surface for alias in entity.aliases))}
    groups: dict[str, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda mention: id_key(mention.id)):
        if not mention.named or mention.id in home or set(mention.types) <= _NAMED_APART:
            continue
        if not {fold(mention.surface), fold(mention.normalized)} & borne:
            groups.setdefault(fold(mention.normalized), []).append(mention)
    return [_stand_in(group) for group in groups.values()]


def undecided_names(mentions: Iterable[Mention], entities: Sequence[Entity], names: Iterable[MapLine]) -> list[Entity]:
    """Those of ``ended_names`` that no line of the map speaks of."""
    spoken = set()
    for line in names:
        if isinstance(line, NameDecision):
            spoken |= {fold(line.name), *(fold(form.surface) for form in line.aliases)}
    return [
        one
        for one in ended_names(mentions, entities)
        if not {fold(one.name), *(fold(alias.surface) for alias in one.aliases)} & spoken
    ]


def _stand_in(group: list[Mention]) -> Entity:
    first = group[0]
    forms = {fold(form): form for mention in group for form in (mention.normalized, mention.surface)}
    types = {kind for mention in group for kind in mention.types}
    return Entity(
        id=first.id,
        film=first.film,
        name=first.normalized,
        aliases=tuple(
            Alias(surface=form, kind="name", first_scene=first.scene, spoken=None)
            for form in dict.fromkeys([first.normalized, *forms.values()])
            if form == first.normalized or fold(form) != fold(first.normalized)
        ),
        types=tuple(kind for kind in ENTITY_TYPES if kind in types),
        named=True,
        description=first.description,
        scope="film",
        mentions=tuple(mention.id for mention in group),
        evidence=first.evidence,
        made=first.made,
    )
