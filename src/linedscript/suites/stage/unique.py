"""Whether a question for one person has a second answer since review (stage.txt: not uniquely answerable).

An item cites the units of its path alone. Who is in two scenes rests on everybody in them, and who has something next
on all that happens to it: a merge or another participant of any unit can put a second person there.
"""

from collections.abc import Iterable, Sequence

from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit
from linedscript.suites.stage.holders import Holders
from linedscript.suites.stage.passages import Terms

NOT_UNIQUE = "not-unique"
_SPOKEN_OF = "theme"
"""The one role of a participant that needn't take part."""


class SecondAnswers:
    """What makes items of a film not uniquely answerable, by its reviewed records. Building is linear in them."""

    def __init__(
        self, units: Sequence[Unit], entities: Sequence[Entity], scenes: Sequence[Scene], language: Language
    ) -> None:
        self._ways = InScenes(units, entities, language), Holders(units, entities, scenes, language)

    def fault(self, item: Item) -> str | None:
        """Who answers as well, in words; null where nobody does or the item asks for something else."""
        return next(filter(None, (way.fault(item) for way in self._ways)), None)


class InScenes:
    """Who takes part in which scene, by a film's reviewed units. Building is linear in the records."""

    def __init__(self, units: Iterable[Unit], entities: Sequence[Entity], language: Language) -> None:
        self._language = language
        self._people = {entity.id: entity for entity in entities if "Character" in entity.types}
        self._terms = Terms(entities, language)
        self._parts: dict[str, set[str]] = {}
        self._there: dict[str, set[str]] = {}
        for unit in units:
            people = {part.entity for part in unit.participants if part.entity in self._people}
            self._parts[f"units/{unit.id}"] = people
            if unit.kind != "Occasion" and unit.modality == "actual":
                there = {part.entity for part in unit.participants if part.role != _SPOKEN_OF}
                self._there.setdefault(unit.scene, set()).update(people & there)

    def fault(self, item: Item) -> str | None:
        """Who else is in all the scenes that the item asks about, in words; null where nobody is, or where the item
        asks something else."""
        scenes = self._asked(item)
        if not scenes:
            return None
        there = set.intersection(*(self._there.get(scene, set()) for scene in scenes))
        others = [
            self._people[one].name
            for one in sorted(there, key=id_key)
            if self._people[one].named and not self._is(one, item.answer) and not self._is_named(one, item.question)
        ]
        return f"{', '.join(others)} in {' and '.join(scenes)} as well" if others else None

    def _asked(self, item: Item) -> list[str]:
        """The scenes that the answer joins: of each the path holds a moment without the person, which the question
        tells, and one of the person. None where it isn't so: then the question tells what the person does."""
        if item.schema_family != "distributed_role":
            return []
        mine: dict[str, list[bool]] = {}
        for step in item.path:
            people = self._parts.get(step.record, set())
            mine.setdefault(step.scene, []).append(any(self._is(one, item.answer) for one in people))
        joined = len(mine) > 1 and all(any(found) and not all(found) for found in mine.values())
        return sorted(mine, key=id_key) if joined else []

    def _is(self, person: str, answer: str) -> bool:
        entity = self._people[person]
        return answer == entity.name or any(answer == alias.surface for alias in entity.aliases)

    def _is_named(self, person: str, question: str) -> bool:
        """By any form; in English by the given name alone too."""
        if f"e:{person}" in self._terms.of(question):
            return True
        words = self._terms.plain(question)
        forms = [alias.surface for alias in self._people[person].aliases if alias.kind in ("name", "nickname")]
        return self._language == "en" and any(self._terms.plain(form.split(" ")[0]) & words for form in forms)
