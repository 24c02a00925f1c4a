"""What the question about a scene's disclosures shows: who is there, and which earlier facts the lines may touch."""

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any

from linedscript.backbone.stretches import Stretch
from linedscript.characters.intervals import moment
from linedscript.characters.moments import begins
from linedscript.characters.places import people, spans_by_scene, unit_view, view, within
from linedscript.characters.terms import terms
from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.character import Focal, ScenePresence
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

_LEVELS = frozenset(("on_screen", "offscreen_aware"))
_LINES = ("dialogue", "action", "lyric")
_ENTITY = "e:"
_SHARED = 2
"""Content terms that a scene's lines and a fact have in common before the fact is asked about."""
_POSTINGS = 64
"""Facts, the latest, that one term leads to: with a term that every fact has, a scene would be compared to all."""


class Ignorance:
    """Who doesn't know which key fact when a scene begins, as far as the perception of units tells."""

    def __init__(
        self,
        language: Language,
        scenes: Sequence[Scene],
        units: Sequence[Unit],
        entities: Sequence[Entity],
        presence: Sequence[ScenePresence],
        focal: Sequence[Focal],
        facts: Sequence[Unit],
        known: set[tuple[str, str]],
        most: int,
    ) -> None:
        """``facts`` in the order of the text; ``known``: pairs of unit and character; ``most`` facts of a question."""
        self.units = {unit.id: unit for unit in units}
        self.entities = {entity.id: entity for entity in entities}
        self._language, self._known, self._most = language, known, most
        self._focal = {record.id: self.entities[record.id] for record in focal if record.id in self.entities}
        self._spans = spans_by_scene(entities)
        self._index = {scene.id: number for number, scene in enumerate(scenes, 1)}
        self._drawn: dict[str, list[Unit]] = {}
        for unit in sorted(units, key=lambda unit: (moment(begins(unit)), id_key(unit.id))):
            self._drawn.setdefault(unit.scene, []).append(unit)
        self._level: dict[str, dict[str, str]] = {}
        for record in presence:
            if record.level in _LEVELS and record.character in self._focal:
                self._level.setdefault(record.scene, {})[record.character] = record.level
        self._facts: dict[str, list[Unit]] = {}
        for fact in facts:
            self._facts.setdefault(fact.scene, []).append(fact)
        self._words = {fact.id: self._terms_of(fact) for fact in facts}
        self._leading: dict[str, deque[Unit]] = {}

    def _terms_of(self, fact: Unit) -> frozenset[str]:
        """Its words and who or what takes part; of a thing in Chinese the character that its other names share."""
        found = set(terms(fact.summary, self._language))
        for part in fact.participants:
            entity = self.entities.get(part.entity or "")
            if entity is None:
                found |= terms(part.name, self._language)
                continue
            found.add(f"{_ENTITY}{entity.id}")
            if self._language == "zh" and "Object" in entity.types:
                found.add(entity.name[-1])
        return frozenset(found)

    def _said(self, scene: Scene, spans: Collection[str]) -> set[str]:
        """The scene's words and who or what stands in it."""
        said = {f"{_ENTITY}{entity}" for entity in spans}
        for element in scene.elements:
            if element.kind in _LINES:
                text = scene.text[element.content[0] : element.content[1]]
                said |= terms(text, self._language)
                if self._language == "zh":
                    said |= set(text)
        return said

    def perceives(self, unit: str, character: str) -> bool:
        """Whether the character took part in the unit or saw or heard it."""
        return (unit, character) in self._known

    def payload(self, stretch: Stretch) -> dict[str, Any] | None:
        """The question about a scene or a part of it; null where there is nothing to ask. Ask in story order."""
        scene = stretch.scene
        for fact in self._facts.pop(scene.id, ()):  # a fact may reach somebody who comes in later in its own scene
            for term in self._words[fact.id]:
                self._leading.setdefault(term, deque(maxlen=_POSTINGS)).append(fact)
        here = self._level.get(scene.id, {})
        if not here:
            return None
        spans = within(stretch, self._spans.get(scene.id, {}))
        facts = self._touched(scene, spans, here)
        if not facts:
            return None
        cast = {key: self.entities[key] for key in spans if "Character" in self.entities[key].types}
        return view(scene, self._language) | {
            "scene": self._index[scene.id],
            "characters": [
                entry | {"presence": here.get(entry["id"], "other"), "focal": entry["id"] in self._focal}
                for entry in people(scene, cast, spans)
            ],
            "units": [
                unit_view(unit, scene)
                | {"heard_by": [one for one in sorted(here, key=id_key) if self.perceives(unit.id, one)]}
                for unit in self._drawn.get(scene.id, ())
                if stretch.begins(unit.evidence)
            ],
            "facts": [
                {
                    "id": fact.id,
                    "scene": self._index[fact.scene],
                    "summary": fact.summary,
                    "trigger": fact.trigger,
                    "participants": [
                        self._taking_part(part.entity, part.name) | {"role": part.role} for part in fact.participants
                    ],
                    "ignorant": [one for one in sorted(here, key=id_key) if (fact.id, one) not in self._known],
                }
                for fact in facts
            ],
        }

    def _taking_part(self, entity: str | None, called: str) -> dict[str, Any]:
        known = self.entities.get(entity or "")
        return {
            "id": known and known.id,
            "name": known.name if known else called,
            "aliases": list(dict.fromkeys([called, *(alias.surface for alias in known.aliases)]))
            if known
            else [called],
            "types": list(known.types) if known else [],
        }

    def _touched(self, scene: Scene, spans: Collection[str], here: dict[str, str]) -> list[Unit]:
        """Facts that share words with the scene's lines and that somebody here doesn't know, the likeliest first."""
        said = self._said(scene, spans)
        shared: dict[str, int] = {}
        for term in sorted(said):
            for fact in self._leading.get(term, ()):
                shared[fact.id] = shared.get(fact.id, 0) + 1
        found = [
            self.units[fact]
            for fact, count in shared.items()
            if count >= _SHARED and any((fact, one) not in self._known for one in here)
        ]
        found.sort(key=lambda fact: (-shared[fact.id] / len(self._words[fact.id]), moment(begins(fact)), fact.id))
        return found[: self._most]
