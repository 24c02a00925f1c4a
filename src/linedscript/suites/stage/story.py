"""A film as the makers of Task II candidates see it: units with clauses that can stand in a question, who is where."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from linedscript.backbone.episodes import unit_end, unit_start
from linedscript.engines.rules.acts import acts, weight
from linedscript.engines.rules.wording import begins_with_pronoun, first_sentence, inline, length, named
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.character import State
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode, Link, Storyline
from linedscript.records.scene import Element, Scene
from linedscript.records.trajectory import Access, Checkpoint, Development
from linedscript.records.unit import Unit
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.trajectories import Trajectories

_QUOTED = Pattern(r"[“‘\"][^”’\"]*[”’\"]$")
_LOOSE = Pattern(
    r"\b(I|I'm|I’m|me|my|you|your|we|our|us|it|them|they|him|[Ss]ome(?:body|one))\b|[\"“”:;?!]|\.{2,}|…|—|--"
)
"""Words of an English clause that point at nobody whom it names."""
_LOOSE_ZH = Pattern(r"[我你您咱它“”「」：？！；]|…|——")


_QUESTIONS = ("?”", "？”", "?’", "？’")
"""Ends of a clause that would end the question in the middle."""
_NO_ACT = ("talk", "谈话", "说话")
_BEGINS = Pattern(r"; \S.* begins|先说：$")


class Moment(NamedTuple):
    """A unit that a question can point at."""

    unit: Unit
    scene: int
    clause: str
    """The unit's sentence as a clause that names its doer; lower case at its start but for a name."""
    doer: str | None
    people: tuple[str, ...]
    acts: tuple[str, ...]
    weight: int
    start: int
    end: int


class Story:
    """The records of one film with the indices that candidates need. Building is linear in the records."""

    def __init__(
        self,
        language: Language,
        scenes: Sequence[Scene],
        units: Sequence[Unit],
        entities: Sequence[Entity],
        episodes: Sequence[Episode],
        links: Sequence[Link],
        storylines: Sequence[Storyline],
        states: Sequence[State],
        settings: dict[str, Any],
        *,
        developments: Sequence[Development] = (),
        access: Sequence[Access] = (),
        checkpoints: Sequence[Checkpoint] = (),
    ) -> None:
        self.language = language
        self.scenes = sorted(scenes, key=lambda scene: scene.index)
        self.index = {scene.id: scene.index for scene in scenes}
        self.scene = {scene.id: scene for scene in scenes}
        self.unit = {unit.id: unit for unit in units}
        self.entity = {entity.id: entity for entity in entities}
        self.episode = {episode.id: episode for episode in episodes}
        self.links = sorted(links, key=lambda link: id_key(link.id))
        self.storylines = sorted(storylines, key=lambda storyline: id_key(storyline.id))
        self.over_time = Trajectories(self.index, states, developments, access, checkpoints)
        window, share = settings["passage_words" if language == "en" else "passage_chars"], settings["passage_share"]
        self.passages = Passages(self.scenes, entities, language, window, share)
        self._clause_bounds = (4, 16) if language == "en" else (6, 34)
        self._names = {alias.surface for entity in entities if entity.named for alias in entity.aliases}
        self.ordered = sorted(units, key=lambda unit: (self.index[unit.scene], unit_start(unit), id_key(unit.id)))
        self.moments: dict[str, Moment] = {}
        self._pointing: dict[str, bool] = {}
        for unit in self.ordered:
            if unit.kind != "Occasion" and unit.polarity == "positive" and unit.modality == "actual":
                moment = self._moment(unit)
                if moment is not None:
                    self.moments[unit.id] = moment
        self.of_scene: dict[str, list[Moment]] = {}
        for moment in self.moments.values():
            self.of_scene.setdefault(moment.unit.scene, []).append(moment)
        self.of_doer: dict[str, list[Moment]] = {}
        for moment in self.moments.values():
            if moment.doer:
                self.of_doer.setdefault(moment.doer, []).append(moment)
        self.of_person: dict[str, list[Moment]] = {}
        """Moments that somebody has a part in, in story order."""
        for moment in self.moments.values():
            for person in moment.people:
                self.of_person.setdefault(person, []).append(moment)
        self._units_of: dict[str, list[Unit]] = {}
        for unit in self.ordered:
            if unit.kind != "Occasion":
                self._units_of.setdefault(unit.scene, []).append(unit)
        self.active, self.traced = self._presence()
        self.active_in = Counter(person for people in self.active.values() for person in people)
        """In how many scenes a character speaks or acts."""

    def lived(self, person: str, low: tuple[int, int], most: int = 60) -> list[Moment]:
        """The person's moments from a place of the story on, at most so many: enough for one question."""
        moments = self.of_person.get(person, [])
        start = bisect_left(moments, low, key=lambda moment: (moment.scene, moment.start))
        return moments[start : start + most]

    def units_of(self, scene: str) -> list[Unit]:
        """Events and Interactions of a scene in text order."""
        return self._units_of.get(scene, [])

    def name(self, entity: str) -> str:
        return self.entity[entity].name

    def is_a(self, entity: str | None, kind: str) -> bool:
        return entity in self.entity and kind in self.entity[entity].types

    def is_cued(self, entity: str, cue: Element) -> bool:
        """Whether a cue element names the entity by one of its forms."""
        return cue.cue is not None and cue.cue.name.casefold() in {
            alias.surface.casefold() for alias in self.entity[entity].aliases
        }

    def anchors(self, scene: str, most: int = 3) -> list[Moment]:
        """The scene's moments that stand out and that nothing in another scene fits, the best first."""
        ranked = sorted(self.of_scene.get(scene, []), key=lambda moment: (-moment.weight, moment.start))
        most += len(ranked) // 10  # a long scene holds more that can be asked
        kept: list[Moment] = []
        for moment in ranked[: 3 * most]:
            if self.points_at_its_scene(moment):
                kept.append(moment)
                if len(kept) == most:
                    break
        return kept

    def points_at_its_scene(self, moment: Moment) -> bool:
        """Whether the clause names somebody, says enough, and no passage of another scene holds most of its terms."""
        if moment.unit.id not in self._pointing:
            self._pointing[moment.unit.id] = self._points(moment)
        return self._pointing[moment.unit.id]

    def _points(self, moment: Moment) -> bool:
        terms = self.passages.terms(moment.clause)
        named_ones = [term for term in terms if term.startswith("e:")]
        if not named_ones or len(terms) - len(named_ones) < (2 if self.language == "en" else 3):
            return False
        return not self.passages.held_elsewhere(moment.clause, moment.unit.scene, 0.75)

    def _moment(self, unit: Unit) -> Moment | None:
        data = {
            "kind": unit.kind,
            "summary": unit.summary,
            "trigger": unit.trigger,
            "polarity": unit.polarity,
            "modality": unit.modality,
            "participants": [
                {"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants
            ],
        }
        names = {
            entity: self.entity[entity].name for part in unit.participants if (entity := part.entity) in self.entity
        }
        text = named(first_sentence(unit.summary, self.language), data, names, self.language)
        clause = self._clause(unit, text)
        if clause is None:
            return None
        doer = next(
            (part.entity for part in unit.participants if part.role in ("agent", "speaker") and part.entity in names),
            None,
        )
        people = tuple(dict.fromkeys(entity for entity in names if "Character" in self.entity[entity].types))
        return Moment(
            unit,
            self.index[unit.scene],
            clause,
            doer,
            people,
            acts(data, self.language),
            weight(data, self.language),
            unit_start(unit),
            unit_end(unit),
        )

    def _clause(self, unit: Unit, text: str) -> str | None:
        """The sentence as a clause; null where it points at somebody it doesn't name, or is too short or too long."""
        clause = inline(text, self.language)
        clause = clause.replace(": “", ", “") if self.language == "en" else clause
        told = _QUOTED.sub("", clause)
        loose = (_LOOSE if self.language == "en" else _LOOSE_ZH).search(
            told.rstrip("：") if self.language == "zh" else told
        )
        low, high = self._clause_bounds
        if begins_with_pronoun(clause, self.language) or loose or "…" in clause or clause.endswith(_QUESTIONS):
            return None
        if unit.trigger in _NO_ACT or _BEGINS.search(told):
            return None  # that two people talk points at no moment
        if not low <= length(clause, self.language) <= high:
            return None
        return self._with_article(unit, clause) if self.language == "en" else clause

    def _with_article(self, unit: Unit, clause: str) -> str:
        """ "the Stranger" where the scene's text says so and the sentence left the article out."""
        evidence = unit.evidence[0]
        word = clause.split(" ", 1)[0]
        written = self.scene[evidence.scene].text[evidence.start : evidence.end] if evidence.kind == "span" else ""
        if not written.startswith("The ") or not written.casefold().startswith(f"the {word.casefold()}"):
            return clause
        return clause if word in self._names else "the " + clause

    def _presence(self) -> tuple[dict[str, dict[str, None]], dict[str, set[str]]]:
        """Per scene, the characters that speak or act in it, and those that it so much as names."""
        active: dict[str, dict[str, None]] = {}
        traced: dict[str, set[str]] = {}
        for unit in self.ordered:
            for part in unit.participants:
                if self.is_a(part.entity, "Character"):
                    traced.setdefault(unit.scene, set()).add(part.entity)
                    if part.role in ("agent", "speaker") and unit.kind != "Occasion" and unit.modality == "actual":
                        active.setdefault(unit.scene, {})[part.entity] = None
        for entity in self.entity.values():
            if "Character" in entity.types:
                for evidence in entity.evidence:
                    if evidence.scene:
                        traced.setdefault(evidence.scene, set()).add(entity.id)
        return active, traced
