"""A candidate: everything about a Task II item but its final wording."""

from collections import Counter
from typing import NamedTuple

from linedscript.backbone.citing import citation
from linedscript.records.base import Citation, Evidence
from linedscript.records.item import Category, Family, SchemaFamily, Step
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
    anchors: tuple[str, ...]
    """Units that the question leans on: not many items may lean on one."""


def unit_step(moment: Moment) -> Step:
    """A moment as a support unit, on its first span."""
    return Step(
        record=f"units/{moment.unit.id}",
        scene=moment.unit.scene,
        statement=moment.unit.summary,
        evidence=moment.unit.evidence[0],
    )


def scene_step(scene: str, statement: str, evidence: Evidence) -> Step:
    return Step(record=f"scenes/{scene}", scene=scene, statement=statement, evidence=evidence)


def unit_cites(*moments: Moment) -> list[Citation]:
    return [citation("units", moment.unit, "summary", "participants") for moment in moments]


def name_cites(story: Story, *entities: str) -> list[Citation]:
    return [citation("entities", story.entity[entity], "name") for entity in dict.fromkeys(entities)]


def called(story: Story, entity: str) -> str:
    """How a question calls an entity: by its name; in English with an article where that is a description."""
    name = story.name(entity)
    if story.language == "zh" or story.entity[entity].named:
        return name
    words = name.split(" ")
    if words[0].casefold() in ("the", "a", "an"):
        words = words[1:]
    return name if words[0].endswith(("'s", "’s")) else " ".join(["the", *words])
