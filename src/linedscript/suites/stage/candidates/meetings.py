"""Candidates over where a story goes on: the next meeting of two people, a later scene of whoever did something."""

from bisect import bisect_left
from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.backbone.episodes import unit_end, unit_start
from linedscript.suites.stage.candidates.base import Candidate, Rejected, called, name_cites, unit_cites, unit_step
from linedscript.suites.stage.candidates.scene_grounding import final_acts
from linedscript.suites.stage.story import Moment, Story

_REACH = 8
"""Scenes within which the next meeting, or the later scene, lies."""


def next_meeting(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The first thing that one of two people does in the next scene that has both, after a scene in which the two have
    to do with each other."""
    for scene in story.scenes:
        for moment in story.anchors(scene.id, 2):
            named = [person for person in moment.people if story.entity[person].named]
            if len(named) != 2 or len(moment.people) != 2:
                rejected["next_meeting", "nobody"] += 1
                continue
            there = _where_next(story, moment, named)
            if there is None:
                rejected["next_meeting", "not-unique"] += 1
                continue
            for who, other in (named, reversed(named)):
                first = _first_act(story, there, who)
                if first is None:
                    rejected["next_meeting", "no-clause"] += 1
                    continue
                people = tuple(dict.fromkeys((*moment.people, *first.people)))
                yield Candidate(
                    "next_meeting",
                    "Narrative Progression",
                    None,
                    None,
                    {"event": moment.clause, "who": called(story, who), "other": called(story, other)},
                    first.clause,
                    people,
                    (unit_step(moment), unit_step(first)),
                    sort_citations([*unit_cites(moment, first), *name_cites(story, *people)]),
                    28 + (moment.weight + first.weight) / 4,
                    (moment.unit.id, first.unit.id),
                )


def _where_next(story: Story, moment: Moment, pair: list[str]) -> str | None:
    """The next scene in which both are and speak or act; null where one before it so much as names both, or none is
    near."""
    both = set(pair)
    for scene in story.scenes_between(moment.scene, moment.scene + _REACH + 1):
        if both <= set(story.active.get(scene.id, ())) and all(story.trace(scene.id, person) for person in pair):
            return scene.id
        if both <= story.traced.get(scene.id, set()):
            return None
    return None


def _first_act(story: Story, scene: str, person: str) -> Moment | None:
    """What the person does first in the scene, talk aside; null where something of the person may come before it."""
    acts = [moment for moment in story.of_scene.get(scene, []) if moment.doer == person and moment.unit.kind == "Event"]
    if not acts:
        return None
    first = acts[0]
    if any(
        part.entity == person and part.role == "agent"
        for unit in story.units_of(scene)
        if unit.id != first.unit.id and unit_start(unit) <= first.start
        for part in unit.participants
    ):
        return None
    before = story.directions_before(scene, first.start)
    if f"e:{person}" in story.passages.terms(before):
        return None
    directed = (one for one in story.spoken[scene] if one.directed and one.start < first.start)
    return None if any(one.speaker in (person, None) for one in directed) else first


def what_the_doer_does(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The last thing that somebody does in a scene, of whom only a deed of an earlier scene is told."""
    for scene in story.scenes:
        last = final_acts(story, scene.id)
        for person, end in last.items():
            anchor = _before(story, scene.id, person, end)
            if anchor is None:
                rejected["doer_later", "anchor-not-unique"] += 1
                continue
            deed = _earlier_deed(story, person, end)
            if deed is None:
                rejected["doer_later", "no-clause"] += 1
                continue
            people = tuple(dict.fromkeys((person, *deed.people, *anchor.people, *end.people)))
            yield Candidate(
                "doer_later",
                "Role-Relation Continuity",
                None,
                "distributed_role",
                {"first": story.deed(deed) or "", "second": anchor.clause},
                end.clause,
                people,
                (unit_step(deed), unit_step(anchor), unit_step(end)),
                sort_citations([*unit_cites(deed, anchor, end), *name_cites(story, *people)]),
                26 + (deed.weight + end.weight) / 4,
                (deed.unit.id, end.unit.id),
            )


def _before(story: Story, scene: str, person: str, end: Moment) -> Moment | None:
    """A moment of the scene before the act that doesn't name its doer."""
    for one in story.anchors(scene, 3):
        if one.unit.id != end.unit.id and unit_end(one.unit) <= end.start and not story.names(person, one.clause):
            return one
    return None


def _earlier_deed(story: Story, person: str, end: Moment) -> Moment | None:
    """The deed of the person, some scenes before, that stands out most and is one phrase."""
    told = story.of_doer.get(person, [])
    low, high = (bisect_left(told, scene, key=lambda moment: moment.scene) for scene in (end.scene - _REACH, end.scene))
    deeds = [moment for moment in told[low:high] if "," not in (story.deed(moment) or ",")]
    return max(deeds, key=lambda moment: (moment.weight, -moment.scene), default=None)
