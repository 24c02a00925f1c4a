"""A candidate: everything about a Task II item but its final wording."""

import re
from collections import Counter
from typing import NamedTuple

from linedscript.backbone.citing import citation
from linedscript.patterns import Pattern
from linedscript.records.base import Citation, Evidence
from linedscript.records.character import State
from linedscript.records.item import Category, Family, SchemaFamily, Step
from linedscript.records.trajectory import Checkpoint
from linedscript.records.unit import Unit
from linedscript.suites.stage.story import Moment, Story

Rejected = Counter
"""Counts of rejected candidates by ``(kind, code)``."""


class Candidate(NamedTuple):
    kind: str
    """Names the maker and the wording."""
    category: Category
    family: Family | None
    schema_family: SchemaFamily | None
    asks: dict[str, str]
    """What the question speaks of."""
    answer: str
    """The normalized answer; a wording may only shape it."""
    subjects: tuple[str, ...]
    steps: tuple[Step, ...]
    cites: tuple[Citation, ...]
    score: float
    leans: tuple[str, ...]
    """Units that the question leans on: not many items may lean on one."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """At which what is asked about holds, in story order; none where it isn't about a character's trajectory."""


def unit_step(moment: Moment) -> Step:
    """A moment as a support unit, on its first span."""
    return Step(
        record=f"units/{moment.unit.id}",
        scene=moment.unit.scene,
        statement=moment.unit.summary,
        evidence=moment.unit.evidence[0],
    )


def bare(story: Story, unit: Unit) -> Moment:
    """A unit as a support unit, with no clause that could stand in a question."""
    people = tuple(dict.fromkeys(part.entity for part in unit.participants if story.is_a(part.entity, "Character")))
    return Moment(unit, story.index[unit.scene], "", people[0] if people else None, people, (), 0, 0, 0)


def state_step(state: State) -> Step:
    """A state as a support unit, where its first piece of evidence shows it."""
    evidence = state.evidence[0]
    return Step(
        record=f"states/{state.id}",
        scene=evidence.scene or state.valid_from.scene,
        statement=state.claim,
        evidence=evidence,
    )


def state_cites(*states: State) -> list[Citation]:
    return [citation("states", state, "claim", "value", "valid_from", "valid_to", "after") for state in states]


def checkpoint_cites(*checkpoints: Checkpoint) -> list[Citation]:
    return [citation("checkpoints", one, "anchor") for one in {one.id: one for one in checkpoints}.values()]


def scene_step(scene: str, statement: str, evidence: Evidence) -> Step:
    return Step(record=f"scenes/{scene}", scene=scene, statement=statement, evidence=evidence)


def unit_cites(*moments: Moment) -> list[Citation]:
    return [citation("units", moment.unit, "summary", "participants") for moment in moments]


def name_cites(story: Story, *entities: str) -> list[Citation]:
    return [citation("entities", story.entity[entity], "name") for entity in dict.fromkeys(entities)]


def in_one_form(story: Story, candidate: Candidate) -> Candidate:
    """The candidate with each person whom its clauses name called as they call the person: "Toby" has no second name
    in one question. The longest name that stands in a clause, else the longest title, of the first clause with one."""
    clauses = [text for key, text in candidate.asks.items() if key not in _NAMED]
    asks = dict(candidate.asks)
    for key in _PEOPLE & asks.keys():
        person = next(
            (one for one in candidate.subjects if one in story.entity and called(story, one) == asks[key]), None
        )
        form = next(filter(None, (_form_in(story, person, clause) for clause in clauses)), None) if person else None
        asks[key] = form or asks[key]
    return candidate._replace(asks=asks)


_QUOTED = Pattern(r"“[^”]*”|「[^」]*」")
_FORMS = {"name": 0, "short_name": 0, "nickname": 0, "title": 1}
"""Kinds of forms, a name before a title."""
_PEOPLE = frozenset(("who", "other", "one"))
_NAMED = frozenset((*_PEOPLE, "about", "count", "described", "thing"))


def _form_in(story: Story, person: str, clause: str) -> str | None:
    forms = [
        (_FORMS[alias.kind], -len(alias.surface), alias.surface)
        for alias in story.entity[person].aliases
        if alias.kind in _FORMS
    ]
    told = _QUOTED.sub(" ", clause)
    for _, _, form in sorted(forms):
        if story.language == "zh" and form in told:
            return form
        if story.language == "en" and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", told):
            return form
    return None


def called(story: Story, entity: str) -> str:
    """How a question calls an entity."""
    return story.calls(entity)
