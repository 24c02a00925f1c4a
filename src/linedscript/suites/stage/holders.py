"""Whether somebody else has an object before the person who is the answer to who has it next, by reviewed units."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from linedscript.backbone.episodes import unit_start
from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit
from linedscript.suites.stage.candidates.objects import Holding, holdings
from linedscript.suites.stage.story import Moment


class Holders:
    """Who has which object when. Building is linear in the records."""

    def __init__(
        self, units: Iterable[Unit], entities: Sequence[Entity], scenes: Sequence[Scene], language: Language
    ) -> None:
        self.language = language
        self.index = {scene.id: scene.index for scene in scenes}
        self.moments: Mapping[str, Moment] = {}
        self.entity = {entity.id: entity for entity in entities}
        told = [unit for unit in units if unit.scene in self.index]
        self.ordered = sorted(told, key=lambda unit: (self.index[unit.scene], unit_start(unit), id_key(unit.id)))
        self._lines = holdings(self)

    def is_a(self, entity: str | None, kind: str) -> bool:
        return entity in self.entity and kind in self.entity[entity].types

    def fault(self, item: Item) -> str | None:
        """Who has the object in between and where, in words; null where nobody does, or where the item asks something
        else. As many holders are looked at as the path has moments behind its first."""
        units = [step.record.removeprefix("units/") for step in item.path]
        if item.category != "Role-Relation Continuity" or item.family != "state_contrast":
            return None
        for line in self._lines.values():
            path = {holding.moment.unit.id for holding in line} & set(units)
            if len(path) < len(set(units)):
                continue
            start = max(place for place, holding in enumerate(line) if holding.moment.unit.id == units[0])
            after = [two for one, two in pairwise(line[start:]) if one.holder != two.holder][: len(path) - 1]
            return next((self._says(one) for one in after if one.moment.unit.id not in path), None)
        return None

    def _says(self, holding: Holding) -> str:
        who = self.entity[holding.holder].name if holding.holder else "somebody"
        return f"{who} has it before, by units/{holding.moment.unit.id}"
