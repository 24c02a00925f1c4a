"""A film as the makers of Task II candidates see it: units with clauses that can stand in a question, who is where."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from linedscript.backbone.episodes import unit_end, unit_start
from linedscript.engines.rules.acts import acts, weight
from linedscript.engines.rules.wording import begins_with_pronoun, first_sentence, inline, length, named
from linedscript.engines.views import Find
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.character import State
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode, Link, Storyline
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Access, Checkpoint, Development
from linedscript.records.unit import Unit
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.speeches import Speech, cue_names, does_what_it_is_called, is_said_to, speeches
from linedscript.suites.stage.trajectories import Trajectories
from linedscript.suites.stage.whole import cut_off, gender, introduces, lacks_its_object, points_outside

_QUOTED = Pattern(r"[“‘\"][^”’\"]*[”’\"]$")
_LOOSE = Pattern(
    r"\b(I|I'm|I’m|me|my|you|your|we|our|us|it|them|they|him|the other|[Ss]ome(?:body|one))\b|[\"“”:;?!]|\.{2,}|…|—|--"
)
"""Words of an English clause that point at nobody whom it names."""
_LOOSE_ZH = Pattern(r"[我你您咱它“”「」：？！；]|…|——")


_QUESTIONS = ("?”", "？”", "?’", "？’")
"""Ends of a clause that would end the question in the middle."""
_SAYS = Pattern(r"[“”\"「」]")
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
        titles: Find | None = None,
    ) -> None:
        """``titles``: finds the film's title in words about it."""
        self.language = language
        self.titles = titles
        self.scenes = sorted(scenes, key=lambda scene: scene.index)
        self.index = {scene.id: scene.index for scene in scenes}
        self.scene = {scene.id: scene for scene in scenes}
        self.unit = {unit.id: unit for unit in units}
        self.entity = {entity.id: entity for entity in entities}
        self.episode = {episode.id: episode for episode in episodes}
        self.links = sorted(links, key=lambda link: id_key(link.id))
        self.storylines = sorted(storylines, key=lambda storyline: id_key(storyline.id))
        self.over_time = Trajectories(self.index, states, developments, access, checkpoints)
        self.window = settings["passage_words" if language == "en" else "passage_chars"]
        """Words or characters of a passage that must not answer alone."""
        self.passages = Passages(self.scenes, entities, language, self.window, settings["passage_share"])
        self._clause_bounds = (4, 16) if language == "en" else (6, 34)
        self._names = {alias.surface for entity in entities if entity.named for alias in entity.aliases}
        owners = cue_names(entities)
        self.spoken: dict[str, tuple[Speech, ...]] = {scene.id: speeches(scene, owners) for scene in scenes}
        """The speeches of each scene."""
        self.ordered = sorted(units, key=lambda unit: (self.index[unit.scene], unit_start(unit), id_key(unit.id)))
        self.moments: dict[str, Moment] = {}
        self._pointing: dict[str, bool] = {}
        self._deeds: dict[str, str | None] = {}
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

    def scenes_between(self, first: int, second: int) -> list[Scene]:
        """The scenes behind one and before another, by their numbers."""
        low = bisect_right(self.scenes, first, key=lambda scene: scene.index)
        return self.scenes[low : bisect_left(self.scenes, second, key=lambda scene: scene.index)]

    def trace(self, scene: str, person: str) -> Unit | None:
        """The first unit of the scene that the person speaks or acts in, not as a voice alone (D12: a letter read aloud
        may be 画外音 too)."""
        voices = [(speech.start, speech.end) for speech in self.spoken[scene] if speech.voice != "on"]
        for unit in self.units_of(scene):
            at = unit.evidence[0].start or 0
            if any(
                part.entity == person and part.role in ("agent", "speaker") for part in unit.participants
            ) and not any(start <= at < end for start, end in voices):
                return unit
        return None

    def name(self, entity: str) -> str:
        return self.entity[entity].name

    def is_a(self, entity: str | None, kind: str) -> bool:
        return entity in self.entity and kind in self.entity[entity].types

    def names(self, person: str, text: str) -> bool:
        """Whether a text names the person, by any form or by the given name alone."""
        if f"e:{person}" in self.passages.terms(text):
            return True
        forms = [alias.surface for alias in self.entity[person].aliases if alias.kind in ("name", "nickname")]
        words = self.passages.plain(text)
        return self.language == "en" and any(self.passages.plain(form.split(" ")[0]) & words for form in forms)

    def directions_before(self, scene: str, offset: int) -> str:
        """What the scene's action and the directions within its speeches say up to an offset."""
        text = self.scene[scene].text
        return "\n\n".join(
            text[element.content[0] : min(element.content[1], offset)]
            for element in self.scene[scene].elements
            if element.kind in ("action", "parenthetical") and element.content[0] < offset
        )

    def directions_after(self, scene: str, offset: int) -> str:
        """What the scene's action and the directions within its speeches say from an offset on."""
        text = self.scene[scene].text
        return "\n\n".join(
            text[max(element.content[0], offset) : element.content[1]]
            for element in self.scene[scene].elements
            if element.kind in ("action", "parenthetical") and element.content[1] > offset
        )

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

    def calls(self, entity: str) -> str:
        """How a question calls an entity: by its name; in English with an article where that is a description."""
        name = self.name(entity)
        if self.language == "zh" or self.entity[entity].named:
            return name
        words = name.split(" ")
        if words[0].casefold() in ("the", "a", "an"):
            words = words[1:]
        return name if words[0].endswith(("'s", "’s")) else " ".join(["the", *words])

    def deed(self, moment: Moment) -> str | None:
        """What the doer does, without the name: "cuts his meat by feel". Null where the clause doesn't begin with the
        name, quotes somebody, names the doer once more, or fits other scenes too."""
        if moment.unit.id not in self._deeds:
            self._deeds[moment.unit.id] = self._deed(moment)
        return self._deeds[moment.unit.id]

    def _deed(self, moment: Moment) -> str | None:
        if moment.doer is None or _SAYS.search(moment.clause):
            return None
        forms = [alias.surface for alias in self.entity[moment.doer].aliases]
        form = max((form for form in forms if moment.clause.startswith(form)), key=len, default=None)
        rest = moment.clause[len(form) :] if form else ""
        if not rest or self.language == "en" and not rest.startswith(" ") or self.names(moment.doer, rest):
            return None
        terms = self.passages.terms(rest)
        content = [term for term in terms if not self._is_person(term)]
        if len(content) < (2 if self.language == "en" else 3):
            return None
        return None if self.passages.held_elsewhere(rest, moment.unit.scene, 0.75) else rest.strip()

    def _is_person(self, term: str) -> bool:
        return term.startswith("e:") and self.is_a(term[2:], "Character")

    def points_at_its_scene(self, moment: Moment) -> bool:
        """Whether the clause names somebody, says enough, and no passage of another scene holds most of its terms."""
        if moment.unit.id not in self._pointing:
            self._pointing[moment.unit.id] = self._points(moment)
        return self._pointing[moment.unit.id]

    def _points(self, moment: Moment) -> bool:
        terms = self.passages.terms(moment.clause)
        named_ones = [term for term in terms if self._is_person(term)]
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
        doer = next(
            (part.entity for part in unit.participants if part.role in ("agent", "speaker") and part.entity in names),
            None,
        )
        clause = self._clause(unit, text)
        if clause is None or not self._is_sound(unit, clause, doer):
            return None
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

    def _is_sound(self, unit: Unit, clause: str, doer: str | None) -> bool:
        """Whether the clause is whole, points at nobody outside it, and the script bears out what it says was said."""
        evidence = unit.evidence[0]
        names = [alias.surface for alias in self.entity[doer].aliases] if doer else []
        if self.language == "zh" and lacks_its_object(clause, names):
            return False
        if introduces(clause, self.language):
            return False
        if points_outside(clause, gender(self.entity[doer]) if doer else None, self.language):
            return False
        if evidence.kind != "span" or evidence.scene not in self.scene:
            return True
        if cut_off(clause, self.scene[evidence.scene].text, evidence.end, self.language):
            return False
        if not does_what_it_is_called(unit.trigger, unit.summary, self.language):
            return False
        to = next((part.entity for part in unit.participants if part.role == "addressee"), None)
        if unit.kind != "Interaction" or to not in self.entity:
            return True
        forms = {alias.surface for alias in self.entity[to].aliases}
        return is_said_to(self.spoken[evidence.scene], (evidence.start, evidence.end), to, forms, self.language)

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
