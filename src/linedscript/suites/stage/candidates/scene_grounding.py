"""Candidates within one scene whose two support units stand in different passages (Scene Grounding)."""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.suites.stage.candidates.base import Candidate, Rejected, called, name_cites, unit_cites, unit_step
from linedscript.suites.stage.story import Moment, Story


def last_act(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The last thing that somebody does in the scene in which something else happens."""
    for scene in story.scenes:
        last = _last_acts(story, scene.id)
        for moment in story.anchors(scene.id, 2):
            for person, end in last.items():
                if end.start <= moment.end or end.unit.id == moment.unit.id:
                    continue
                if story.active_in[person] < 2:
                    rejected["last_act", "single-scene-subject"] += 1
                    continue
                if _speaks_after(story, scene.id, person, end):
                    rejected["last_act", "not-unique"] += 1
                    continue
                people = tuple(dict.fromkeys((*moment.people, person)))
                yield Candidate(
                    "last_act",
                    "Scene Grounding",
                    None,
                    None,
                    {"event": moment.clause, "who": called(story, person)},
                    end.clause,
                    people,
                    (unit_step(moment), unit_step(end)),
                    sort_citations([*unit_cites(moment, end), *name_cites(story, *people)]),
                    moment.weight + end.weight,
                    (moment.unit.id, end.unit.id),
                )


def _last_acts(story: Story, scene: str) -> dict[str, Moment]:
    last: dict[str, Moment] = {}
    for moment in story.of_scene.get(scene, []):
        if (
            moment.doer is not None
            and story.is_a(moment.doer, "Character")
            and moment.unit.kind == "Event"
            and not spoken(moment)
        ):
            last[moment.doer] = moment
    return last


def spoken(moment: Moment) -> bool:
    """Whether the clause quotes somebody."""
    return any(mark in moment.clause for mark in '“‘"')


def _speaks_after(story: Story, scene: str, person: str, end: Moment) -> bool:
    """Whether a later unit of the scene, also one that no question can point at, has the person for its doer."""
    return any(
        part.entity == person and part.role in ("agent", "speaker")
        for unit in story.units_of(scene)
        if unit.id != end.unit.id and min((e.start or 0 for e in unit.evidence), default=0) >= end.end
        for part in unit.participants
    )


def last_word(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Who has the last word in the scene in which something happens."""
    for scene in story.scenes:
        cues = [element for element in scene.elements if element.kind == "cue"]
        if not cues:
            continue
        talk = [unit for unit in story.units_of(scene.id) if any(part.role == "speaker" for part in unit.participants)]
        if not talk:
            continue
        final = max(talk, key=lambda unit: max((e.end or 0 for e in unit.evidence), default=0))
        speaker = next(part.entity for part in final.participants if part.role == "speaker")
        spoken = max((e.end or 0 for e in final.evidence), default=0)
        if not story.is_a(speaker, "Character") or spoken < cues[-1].end or not story.is_cued(speaker, cues[-1]):
            rejected["last_word", "not-unique"] += 1
            continue
        for moment in story.anchors(scene.id, 1):
            if moment.end > min(e.start or 0 for e in final.evidence) or speaker in moment.people:
                rejected["last_word", "answer-in-question"] += 1
                continue
            people = tuple(dict.fromkeys((*moment.people, speaker)))
            end = Moment(final, moment.scene, "", speaker, (speaker,), (), 0, 0, 0)
            yield Candidate(
                "last_word",
                "Scene Grounding",
                None,
                None,
                {"event": moment.clause},
                called(story, speaker),
                people,
                (unit_step(moment), unit_step(end)),
                sort_citations([*unit_cites(moment, end), *name_cites(story, *people)]),
                moment.weight - 4,
                (moment.unit.id,),
            )
