"""Units in the graph: participants resolved to entities, and Events that only repeat an entity's name."""

from collections.abc import Iterable, Sequence

import msgspec

from linedscript.backbone.normalization import name_key, read_person
from linedscript.io.canonical import id_key
from linedscript.records.entity import Entity, Mention
from linedscript.records.unit import Participant, Unit

_ABSTRACT = frozenset(("Concept", "TimePoint"))


def outranked(units: Sequence[Unit], entities: Sequence[Entity]) -> dict[str, str]:
    """Events whose label is a name of a concrete entity, with that entity's id: they are a mention of it, no event."""
    names: dict[str, str] = {}
    for entity in entities:
        if not set(entity.types) <= _ABSTRACT:
            for alias in entity.aliases:
                names.setdefault(name_key(alias.surface), entity.id)
    return {
        unit.id: names[name_key(unit.label)] for unit in units if unit.kind == "Event" and name_key(unit.label) in names
    }


def resolve_participants(units: Sequence[Unit], mentions: Sequence[Mention], entities: Sequence[Entity]) -> list[Unit]:
    """Participants with ``mention`` and ``entity`` where their name resolves.

    In order: the given mention; a mention of that form in the scene, persons first; an alias of exactly one entity that
    is mentioned in the scene; an alias of exactly one entity of the film.
    """
    home = {mention: entity for entity in entities for mention in entity.mentions}
    in_scene: dict[tuple[str, str], list[Mention]] = {}
    for mention in sorted(mentions, key=lambda mention: id_key(mention.id)):
        for key in dict.fromkeys((name_key(mention.surface), name_key(mention.normalized))):
            in_scene.setdefault((mention.scene, key), []).append(mention)
    scene_aliases: dict[tuple[str, str], dict[str, None]] = {}
    film_aliases: dict[str, dict[str, None]] = {}
    for entity in entities:
        scenes = dict.fromkeys(mention.partition(".")[0] for mention in entity.mentions)
        for key in dict.fromkeys(name_key(alias.surface) for alias in entity.aliases):
            if read_person(key).kind != "kin":  # "Dad" is another's in the scenes that don't mention this one
                film_aliases.setdefault(key, {})[entity.id] = None
            for scene in scenes:
                scene_aliases.setdefault((scene, key), {})[entity.id] = None

    def resolve(scene: str, part: Participant) -> Participant:
        if part.mention in home:
            return msgspec.structs.replace(part, entity=home[part.mention].id)
        key = name_key(part.name)
        found = [mention for mention in in_scene.get((scene, key), ()) if mention.id in home]
        if found:
            best = next((mention for mention in found if "Character" in mention.types), found[0])
            return msgspec.structs.replace(part, mention=best.id, entity=home[best.id].id)
        return msgspec.structs.replace(
            part, mention=None, entity=_only(scene_aliases.get((scene, key), ())) or _only(film_aliases.get(key, ()))
        )

    return [
        msgspec.structs.replace(unit, participants=tuple(resolve(unit.scene, part) for part in unit.participants))
        for unit in units
    ]


def _only(found: Iterable[str]) -> str | None:
    held = list(found)
    return held[0] if len(held) == 1 else None
