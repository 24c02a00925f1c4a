"""Which characters carry a trajectory (D16)."""

from collections.abc import Sequence
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.character import Focal, ScenePresence
from linedscript.records.entity import Entity
from linedscript.records.unit import Unit

_DOES = frozenset(("action", "speech", "off_screen_speech"))


def choose_focal(
    film: str,
    units: Sequence[Unit],
    entities: Sequence[Entity],
    presence: Sequence[ScenePresence],
    settings: dict[str, Any],
) -> list[Focal]:
    """Named characters who speak or act in at least ``min_scenes`` scenes, at most ``max_focal`` by evidence count.

    Evidence for two comparable checkpoints: they take part in units of at least two scenes. The evidence count is
    the number of units that they take part in plus the number of scenes that they speak or act in.
    """
    scenes: dict[str, list[str]] = {}
    for record in presence:
        if record.level == "on_screen" and record.basis in _DOES:
            scenes.setdefault(record.character, []).append(record.scene)
    counts: dict[str, int] = {}
    unit_scenes: dict[str, set[str]] = {}
    for unit in units:
        for character in {part.entity for part in unit.participants if part.entity}:
            counts[character] = counts.get(character, 0) + 1
            unit_scenes.setdefault(character, set()).add(unit.scene)
    chosen = [
        entity
        for entity in entities
        if entity.named
        and "Character" in entity.types
        and len(scenes.get(entity.id, ())) >= settings["min_scenes"]
        and len(unit_scenes.get(entity.id, ())) >= 2
    ]
    weight = {entity.id: counts[entity.id] + len(scenes[entity.id]) for entity in chosen}
    chosen.sort(key=lambda entity: (-weight[entity.id], id_key(entity.id)))
    return [
        Focal(
            id=entity.id,
            film=film,
            scenes=tuple(sorted(scenes[entity.id], key=id_key)),
            evidence_count=weight[entity.id],
            rank=rank,
        )
        for rank, entity in enumerate(chosen[: settings["max_focal"]], 1)
    ]
