"""What a line of a persona card can rest on: the names, states, relations, repeated acts and lines of a character."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.backbone.grounding import span_evidence
from linedscript.characters.speech_habits import Address, Measure, addresses, measures
from linedscript.characters.spoken import Line
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Language, Record
from linedscript.records.character import Anchor, State
from linedscript.records.entity import Entity
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

_STATES = frozenset(("role", "relationship"))
_RELATIONS = frozenset(("kinship_with", "affiliated_with", "leads", "is_a"))
_PASSAGE = 160
"""Code points of a passage that a question shows."""


class Support(NamedTuple):
    layer: str | None
    """Null for a line of dialogue and for a form of name, which are no records."""
    record: Record | None
    fields: tuple[str, ...]
    """What a trait relies on in it."""
    evidence: tuple[Evidence, ...]
    """The pieces that it can't stand without."""
    since: Anchor | None
    until: Anchor | None
    people: tuple[str, ...]


class Supports(NamedTuple):
    payload: dict[str, Any]
    of: dict[str, Support]
    """By the id that the payload gives."""


def gather(
    chosen: Sequence[Entity],
    entities: Mapping[str, Entity],
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    relations: Sequence[Relation],
    states: Sequence[State],
    lines: Sequence[Line],
    language: Language,
    settings: dict[str, Any],
) -> dict[str, Supports]:
    """By character. ``settings``: ``acts``, ``lines`` and ``facts``, the most that a question shows of each."""
    by_scene = {scene.id: scene for scene in scenes}
    measured, addressed = measures(lines, language), addresses(lines, entities, language)
    of_units: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: id_key(unit.id)):
        for who in {part.entity for part in unit.participants if part.role in ("agent", "speaker") and part.entity}:
            of_units.setdefault(who, []).append(unit)
    of_states: dict[str, list[State]] = {}
    for state in sorted(states, key=lambda state: id_key(state.id)):
        of_states.setdefault(state.character, []).append(state)
    of_relations: dict[str, list[Relation]] = {}
    for relation in sorted(relations, key=lambda relation: id_key(relation.id)):
        for end in {relation.subject, relation.object}:
            of_relations.setdefault(end, []).append(relation)
    of_lines: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if line.speaker is not None and line.voice != "over" and not line.performed:
            of_lines.setdefault(line.speaker, []).append(number)
    found = {}
    for who in chosen:
        builder = _Builder(who, entities, by_scene, lines)
        builder.names()
        builder.states(of_states.get(who.id, ()), settings["facts"])
        builder.relations(of_relations.get(who.id, ()), settings["facts"])
        builder.acts(of_units.get(who.id, ()), settings["acts"])
        builder.habits(measured.get(who.id, ()), addressed.get(who.id, ()))
        builder.lines(of_lines.get(who.id, ()), settings["lines"])
        found[who.id] = Supports(builder.payload, builder.of)
    return found


class _Builder:
    def __init__(
        self, who: Entity, entities: Mapping[str, Entity], scenes: Mapping[str, Scene], lines: Sequence[Line]
    ) -> None:
        self._who, self._entities, self._scenes, self._all = who, entities, scenes, lines
        self.of: dict[str, Support] = {}
        self._shown: dict[int, str] = {}
        self.payload: dict[str, Any] = {
            "character": {"id": who.id, "name": who.name, "aliases": [alias.surface for alias in who.aliases]}
        }

    def names(self) -> None:
        """Other forms of its name, each with the first place at which it is spoken."""
        rows = []
        for alias in self._who.aliases:
            span = alias.spoken and next(self._spoken(alias.spoken, alias.surface), None)
            if span and alias.surface.casefold() != self._who.name.casefold():
                name = f"n{len(rows) + 1:02d}"
                self.of[name] = Support(None, None, (), (span,), None, None, ())
                rows.append({"id": name, "form": alias.surface, "kind": alias.kind, "scene": span.scene})
        self.payload["names"] = rows[:10]

    def _spoken(self, scene_id: str, surface: str) -> Iterator[Evidence]:
        scene = self._scenes[scene_id]
        for element in scene.elements:
            if element.kind == "dialogue":
                at = scene.text.find(surface, element.start, element.end)
                if at >= 0:
                    yield span_evidence(scene, at, at + len(surface))

    def states(self, states: Sequence[State], most: int) -> None:
        rows = []
        for state in [state for state in states if state.aspect in _STATES][:most]:
            spans = [span for span in state.evidence if span.kind == "span"][:1]
            if not spans:
                continue
            fields = ("claim", "value", "target", "valid_from", "valid_to")
            people = (state.target,) if state.target else ()
            since = state.valid_from
            self.of[state.id] = Support("states", state, fields, tuple(spans), since, state.valid_to, people)
            rows.append(
                {
                    "id": state.id,
                    "aspect": state.aspect,
                    "claim": state.claim,
                    "value": state.value,
                    "from": state.valid_from.scene,
                    "to": state.valid_to and state.valid_to.scene,
                    "invariant": state.invariant,
                    "passage": self._passage(spans[0]),
                }
            )
        self.payload["states"] = rows

    def relations(self, relations: Sequence[Relation], most: int) -> None:
        rows = []
        for relation in relations:
            spans = [span for span in relation.evidence if span.kind == "span"][:1]
            actual = relation.polarity == "positive" and relation.modality == "actual"
            if relation.predicate not in _RELATIONS or not actual or not spans or len(rows) == most:
                continue
            fields = ("subject", "predicate", "object", "polarity", "modality", "qualifiers")
            people = tuple(sorted({relation.subject, relation.object} - {self._who.id}, key=id_key))
            self.of[relation.id] = Support("relations", relation, fields, tuple(spans), None, None, people)
            rows.append(
                {
                    "id": relation.id,
                    "subject": self._name(relation.subject),
                    "predicate": relation.predicate,
                    "object": self._name(relation.object),
                    "qualifiers": [{"name": held.name, "value": held.value} for held in relation.qualifiers],
                    "description": relation.description,
                    "passage": self._passage(spans[0]),
                }
            )
        self.payload["relations"] = rows

    def acts(self, units: Sequence[Unit], most: int) -> None:
        """Acts that it does in two scenes or more, the commonest first; of each at most six."""
        of: dict[str, list[Unit]] = {}
        for unit in units:
            happens = unit.modality == "actual" and unit.polarity == "positive" and unit.kind != "Occasion"
            if happens and unit.trigger and any(span.kind == "span" for span in unit.evidence):
                of.setdefault(unit.trigger, []).append(unit)
        rows: list[dict[str, Any]] = []
        shown = 0
        for trigger, held in sorted(of.items(), key=lambda item: (-len(item[1]), item[0])):
            across = len({unit.scene for unit in held})
            if across < 2 or shown >= most:
                continue
            examples = _across(held)[: min(6, most - shown)]
            shown += len(examples)
            rows.append(
                {
                    "trigger": trigger,
                    "times": len(held),
                    "scenes": across,
                    "examples": [self._act(unit) for unit in sorted(examples, key=lambda unit: id_key(unit.id))],
                }
            )
        self.payload["acts"] = rows

    def _act(self, unit: Unit) -> dict[str, Any]:
        spans = tuple(span for span in unit.evidence if span.kind == "span")[:1]
        fields = ("summary", "participants", "polarity", "modality")
        people = tuple(part.entity for part in unit.participants if part.entity and part.entity != self._who.id)
        self.of[unit.id] = Support("units", unit, fields, spans, None, None, people)
        return {"id": unit.id, "summary": unit.summary, "passage": self._passage(spans[0])}

    def habits(self, held: Sequence[Measure], forms: Sequence[Address]) -> None:
        self.payload["style"] = [
            {
                "name": one.name,
                "own": one.own,
                "others": one.others,
                "lines": [self._line(number) for number in one.lines],
            }
            for one in held
        ]
        self.payload["address"] = [
            {
                "to": self._name(one.to),
                "form": one.form,
                "times": one.times,
                "by_name": one.by_name,
                "lines": [self._line(number, one.to) for number in one.lines],
            }
            for one in forms
        ]

    def lines(self, numbers: Sequence[int], most: int) -> None:
        """Lines of dialogue: those that a measure shows, and of the others so many, evenly spread."""
        rest = [number for number in numbers if number not in self._shown]
        count = min(len(rest), max(most - len(self._shown), 0))
        for place in range(count):
            self._line(rest[place * len(rest) // count])
        self.payload["lines"] = [
            {"id": name, "scene": self._all[number].scene, "text": " ".join(self._all[number].text.split())[:_PASSAGE]}
            for number, name in sorted(self._shown.items())
        ]

    def _line(self, number: int, to: str | None = None) -> str:
        line = self._all[number]
        name = self._shown.setdefault(number, f"l{number + 1:05d}")
        people = (*(self.of[name].people if name in self.of else ()), *((to,) if to else ()))
        span = span_evidence(self._scenes[line.scene], line.start, line.end)
        self.of[name] = Support(None, None, (), (span,), None, None, people)
        return name

    def _name(self, entity: str) -> str:
        return self._entities[entity].name if entity in self._entities else entity

    def _passage(self, span: Evidence) -> str:
        text = self._scenes[str(span.scene)].text[span.start : span.end]
        return " ".join(text.split())[:_PASSAGE]


def _across(units: Sequence[Unit]) -> list[Unit]:
    """The first of each scene, then the others."""
    first = {unit.scene: unit for unit in reversed(units)}
    leading = sorted(first.values(), key=lambda unit: id_key(unit.id))
    return leading + [unit for unit in units if unit not in leading]
