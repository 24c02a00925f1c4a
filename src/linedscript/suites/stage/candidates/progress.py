"""Candidates over links, storylines and states: what a deed leads to, and how somebody's state changes."""

from collections.abc import Iterator

from linedscript.backbone.citing import citation, sort_citations
from linedscript.suites.stage.candidates.base import Candidate, Rejected, called, name_cites, unit_cites, unit_step
from linedscript.suites.stage.story import Story

_ASKED = {
    "reverses": ("Narrative Progression", "change_trigger"),
    "resolves": ("Narrative Progression", "delayed_consequence"),
    "reveals": ("Character Understanding", "knowledge_acquisition"),
    "causes": ("Causal-Motivational Reasoning", "delayed_consequence"),
}
_SURE = 0.6
"""Links below this confidence are no ground for a question."""


def what_follows(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Which later deed reverses, resolves, reveals or follows from an earlier one."""
    rivals: dict[tuple[str, str], int] = {}
    for link in story.links:
        key = (link.bridge.units[0] if link.bridge.units else link.source, link.type)
        rivals[key] = rivals.get(key, 0) + 1
    for link in story.links:
        if link.type not in _ASKED or link.distance < 1 or len(link.bridge.units) != 2 or link.confidence < _SURE:
            continue
        first, second = (story.moments.get(unit) for unit in link.bridge.units)
        if first is None or second is None:
            rejected["what_follows", "no-clause"] += 1
            continue
        if rivals[link.bridge.units[0], link.type] > 1:
            rejected["what_follows", "not-unique"] += 1
            continue
        if not story.points_at_its_scene(first):
            rejected["what_follows", "anchor-not-unique"] += 1
            continue
        about = [entity for entity in link.bridge.entities if entity in story.entity]
        things = [entity for entity in about if "Character" not in story.entity[entity].types]
        if not things:
            rejected["what_follows", "nothing-shared"] += 1
            continue
        category, family = _ASKED[link.type]
        people = tuple(dict.fromkeys((*about, *first.people, *second.people)))
        yield Candidate(
            f"follows_{link.type}",
            category,
            family,
            "causal_turning_point" if link.type in ("causes", "reverses") else None,
            {"event": first.clause, "about": called(story, things[0])},
            second.clause,
            people,
            (unit_step(first), unit_step(second)),
            sort_citations(
                [
                    *unit_cites(first, second),
                    *name_cites(story, *people),
                    citation("links", link, "source", "type", "target", "bridge"),
                ]
            ),
            30 + 20 * link.confidence + first.weight / 4,
            (first.unit.id, second.unit.id),
        )


def which_first(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The order of three events of three scenes that share a person, given out of order."""
    picked = [moment for scene in story.scenes for moment in story.anchors(scene.id, 1)]
    for place, first in enumerate(picked):
        later = [
            moment
            for moment in picked[place + 1 : place + 9]
            if moment.unit.scene != first.unit.scene and set(moment.people) & set(first.people)
        ]
        if len({moment.unit.scene for moment in later}) < 2:
            rejected["which_first", "no-shared-person"] += 1
            continue
        second, third = later[0], later[-1]
        if _flashback(story, first.unit.scene, second.unit.scene, third.unit.scene):
            rejected["which_first", "flashback"] += 1
            continue
        people = tuple(dict.fromkeys((*first.people, *second.people, *third.people)))
        offered = [second.clause, third.clause]
        offered.insert(first.scene % 3, first.clause)  # the right one stands at no fixed place
        yield Candidate(
            "which_first",
            "Temporal Reasoning",
            None,
            None,
            dict(zip(("first", "second", "third"), offered, strict=True)),
            first.clause,
            people,
            tuple(unit_step(moment) for moment in (first, second, third)),
            sort_citations([*unit_cites(first, second, third), *name_cites(story, *people)]),
            first.weight + second.weight + third.weight - 20,
            (first.unit.id, second.unit.id, third.unit.id),
        )


def _flashback(story: Story, *scenes: str) -> bool:
    return any(
        heading and any("flash" in word.casefold() or "闪回" in word for word in heading.modifiers)
        for heading in (story.scene[scene].heading for scene in scenes)
    )
