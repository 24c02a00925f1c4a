"""What the question about developments shows: a character's new states, and the units around each."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from linedscript.characters.intervals import moment
from linedscript.characters.moments import begins
from linedscript.characters.terms import terms
from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.character import State
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode, Link
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

_QUOTE = 160
"""Code points of a state's first passage that the question shows."""
_AHEAD = 60
"""Units of a character that are looked through for what shows a state later: a bound that keeps long films linear."""
_LEADING = ("causes", "enables", "resolves", "reverses", "reveals")
"""Links by which a later Episode has to do with what changed in an earlier one."""


class Ledger:
    """A film's states with their surroundings, indexed."""

    def __init__(
        self,
        language: Language,
        scenes: Sequence[Scene],
        units: Sequence[Unit],
        entities: Sequence[Entity],
        episodes: Sequence[Episode],
        links: Sequence[Link],
        states: Sequence[State],
        settings: dict[str, Any],
    ) -> None:
        self.entities = {entity.id: entity for entity in entities}
        self.states = {state.id: state for state in states}
        self.units = {unit.id: unit for unit in units}
        self._language = language
        self._settings = settings
        self._scenes = {scene.id: scene for scene in scenes}
        self._index = {scene.id: number for number, scene in enumerate(scenes, 1)}
        self._order = [scene.id for scene in scenes]
        ordered = sorted(units, key=lambda unit: (moment(begins(unit)), id_key(unit.id)))
        self._at: dict[str, tuple] = {unit.id: moment(begins(unit)) for unit in ordered}
        self._in_scene: dict[str, list[Unit]] = {}
        self._of: dict[str, list[Unit]] = {}
        for unit in ordered:
            self._in_scene.setdefault(unit.scene, []).append(unit)
            for entity in dict.fromkeys(part.entity for part in unit.participants if part.entity):
                self._of.setdefault(entity, []).append(unit)
        self._moments = {entity: [self._at[unit.id] for unit in own] for entity, own in self._of.items()}
        self._episode = {unit: episode for episode in episodes for unit in episode.units}
        by_id = {episode.id: episode for episode in episodes}
        self._into: dict[str, list[Episode]] = {}
        self._onto: dict[str, list[Episode]] = {}
        for link in sorted(links, key=lambda one: (-one.confidence, id_key(one.id))):
            if link.type in _LEADING and link.source in by_id and link.target in by_id:
                self._into.setdefault(link.target, []).append(by_id[link.source])
                self._onto.setdefault(link.source, []).append(by_id[link.target])
        self._own: dict[str, list[State]] = {}
        self._holding: dict[str, list[State]] = {}
        for state in sorted(states, key=lambda state: (moment(state.valid_from), id_key(state.id))):
            self._own.setdefault(state.character, []).append(state)
            if state.aspect == "possession" and state.target:
                self._holding.setdefault(state.target, []).append(state)
        self._met: dict[tuple[str, str], int | None] = {}

    def windows(self, character: str) -> Iterator[list[State]]:
        """The character's states that can change, in story order, in groups of ``window`` scenes and ``states``."""
        group: list[State] = []
        for state in self._own.get(character, ()):
            if state.invariant or state.valid_from.scene not in self._index:
                continue
            if group and (
                len(group) >= self._settings["states"]
                or self._index[state.valid_from.scene]
                >= self._index[group[0].valid_from.scene] + self._settings["window"]
            ):
                yield group
                group = []
            group.append(state)
        if group:
            yield group

    def payload(self, character: str, asked: Sequence[State]) -> dict[str, Any]:
        entity = self.entities[character]
        shown: dict[str, Unit] = {}
        rows = []
        for state in asked:
            causes, consequences = self._causes(state), self._consequences(state)
            shown |= {unit.id: unit for unit in (*causes, *consequences)}
            rows.append(self._row(state, causes, consequences))
        first = self._of.get(character)
        return {
            "language": self._language,
            "character": {
                "id": entity.id,
                "name": entity.name,
                "aliases": [alias.surface for alias in entity.aliases],
                "first_scene": self._index.get(first[0].scene) if first else None,
            },
            "states": rows,
            "units": [
                self._unit(unit) for unit in sorted(shown.values(), key=lambda unit: (self._at[unit.id], unit.id))
            ],
            "sentence_limit": self._settings["sentence_words" if self._language == "en" else "sentence_chars"],
        }

    def _row(self, state: State, causes: Sequence[Unit], consequences: Sequence[Unit]) -> dict[str, Any]:
        before = self.states.get(state.after) if state.after else None
        target = self.entities.get(state.target) if state.target else None
        holders = self._holding.get(state.target or "", ()) if state.aspect == "possession" else ()
        return {
            "id": state.id,
            "scene": self._index[state.valid_from.scene],
            "until": self._index.get(state.valid_to.scene) if state.valid_to else None,
            "aspect": state.aspect,
            "claim": state.claim,
            "value": state.value,
            "target": target and {"id": target.id, "name": target.name, "scenes": len(_scenes_of(target))},
            "passage": self._passage(state),
            "unit": state.catalyst,
            "replaces": before
            and {
                "id": before.id,
                "scene": self._index.get(before.valid_from.scene),
                "claim": before.claim,
                "value": before.value,
            },
            "held_by": [self._name(one) for one in dict.fromkeys(held.character for held in holders)],
            "from": next(
                (
                    self._name(held.character)
                    for held in holders
                    if held.valid_to == state.valid_from and held.character != state.character
                ),
                None,
            ),
            "met": self._first_met(state.character, state.target) if state.aspect == "relationship" else None,
            "causes": [unit.id for unit in causes],
            "consequences": [unit.id for unit in consequences],
        }

    def _passage(self, state: State) -> str:
        first = state.evidence[0]
        scene = self._scenes.get(first.scene or "")
        return scene.text[first.start : first.end][:_QUOTE] if scene and first.start is not None else ""

    def _name(self, entity: str) -> str:
        return self.entities[entity].name if entity in self.entities else entity

    def _unit(self, unit: Unit) -> dict[str, Any]:
        return {
            "id": unit.id,
            "scene": self._index[unit.scene],
            "summary": unit.summary,
            "trigger": unit.trigger,
            "polarity": unit.polarity,
            "modality": unit.modality,
            "participants": [
                {"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants
            ],
        }

    def _first_met(self, one: str, other: str | None) -> int | None:
        """The first scene in which a unit has both."""
        if other is None:
            return None
        if (one, other) not in self._met:
            ids = {unit.id for unit in self._of.get(other, ())}
            found = next((unit for unit in self._of.get(one, ()) if unit.id in ids), None)
            self._met[one, other] = found and self._index[found.scene]
        return self._met[one, other]

    def _causes(self, state: State) -> list[Unit]:
        """What may have brought a state about, the likeliest first."""
        most = self._settings["units"]
        reached = moment(state.valid_from)
        first, first_shown = state.evidence[0], float("inf")
        if first.kind == "span" and first.scene == state.valid_from.scene:
            reached = (reached[0], max(reached[1], first.end))
            first_shown = first.start
        about: set[str | None] = {one for one in (state.character, state.target) if one is not None}
        here = [
            unit
            for unit in self._in_scene.get(state.valid_from.scene, ())
            if self._at[unit.id] < reached
            and (about & {part.entity for part in unit.participants} or self._at[unit.id][1] >= first_shown)
        ]
        near = here[::-1][:most]
        found = [self.units[state.catalyst]] if state.catalyst in self.units else []
        if state.aspect == "role":
            found += self._said(state)
        found += near
        for unit in near:
            episode = self._episode.get(unit.id)
            for source in islice(self._into.get(episode.id, ()) if episode else (), most):
                found += self._taking_part(source, about)
        kept = {unit.id: unit for unit in found if self._at[unit.id] < reached}
        return list(kept.values())[:most]

    def _said(self, state: State) -> list[Unit]:
        """Where a title is given before anybody is called by it: the last unit before its first mention."""
        number = self._index[state.valid_from.scene]
        for scene_id in self._order[max(0, number - 1 - self._settings["back"]) : number]:
            place = self._scenes[scene_id].text.find(state.value)
            if place >= 0:
                return [unit for unit in self._in_scene.get(scene_id, ()) if self._at[unit.id][1] <= place][-1:]
        return []

    def _taking_part(self, episode: Episode, about: set[str | None]) -> list[Unit]:
        found = [self.units[unit] for unit in episode.units if unit in self.units]
        return [unit for unit in found if about & {part.entity for part in unit.participants}]

    def _consequences(self, state: State) -> list[Unit]:
        """What may show a state in a later scene, the likeliest first."""
        most = self._settings["units"]
        found: list[Unit] = []
        near = [unit for unit in self._in_scene.get(state.valid_from.scene, ()) if self._concerns(unit, state)]
        for unit in near[:most]:
            episode = self._episode.get(unit.id)
            for target in islice(self._onto.get(episode.id, ()) if episode else (), most):
                found += [one for one in self._taking_part(target, {state.character}) if self._shows(one, state)]
        own = self._of.get(state.character, [])
        start = bisect_right(self._moments.get(state.character, []), (*moment(state.valid_from)[:1], float("inf")))
        found += islice((unit for unit in own[start : start + _AHEAD] if self._shows(unit, state)), most)
        later = [unit for unit in found if moment(begins(unit))[0] > moment(state.valid_from)[0]]
        return list({unit.id: unit for unit in later}.values())[:most]

    def _concerns(self, unit: Unit, state: State) -> bool:
        return state.character in {part.entity for part in unit.participants}

    def _shows(self, unit: Unit, state: State) -> bool:
        """Whether the unit has the state's other end in it, or enough of its words."""
        if state.target and state.target in {part.entity for part in unit.participants}:
            return True
        if state.aspect == "role":
            return any(state.value in part.name for part in unit.participants)
        names = (terms(part.name, self._language) for part in unit.participants)
        shared = (terms(unit.summary, self._language) & self._words(state)).difference(*names)
        return len(shared) >= (1 if state.aspect == "physical" else 2)

    def _words(self, state: State) -> frozenset[str]:
        names = [alias.surface for alias in self.entities[state.character].aliases]
        return terms(state.value, self._language).difference(*(terms(name, self._language) for name in names))


def _scenes_of(entity: Entity) -> set[str]:
    return {evidence.scene for evidence in entity.evidence if evidence.scene}
