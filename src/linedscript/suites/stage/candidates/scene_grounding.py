"""Candidates within one scene whose two support units stand in different passages (Scene Grounding)."""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.backbone.episodes import unit_start
from linedscript.backbone.grounding import span_evidence
from linedscript.engines.rules.wording import clip, first_sentence
from linedscript.patterns import Pattern
from linedscript.records.item import Step
from linedscript.records.scene import Scene
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    called,
    name_cites,
    scene_step,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.story import Moment, Story

_SENTENCE = Pattern(r"(?:[^.!?。！？\n]|\n(?!\n))*")
_AND = Pattern(r",?\s*(?:and|but|then)\b|,\s*[^\W_]+s\b")
"""A predicate more of the same subject."""
_THEN = Pattern(
    r"\b(?:he|she|they)\b|\b(?:both|together|each other|with (?:him|her))\b"
    r"|(?:^|[。！？△\n]\s*)[他她]|[和跟与同][他她]|[他她]们|两人|二人|一起",
    2,
)


def last_act(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The last thing that somebody does in the scene in which something else happens."""
    for scene in story.scenes:
        last, final = _last_acts(story, scene.id), final_acts(story, scene.id)
        for moment in story.anchors(scene.id, 2):
            for person, end in last.items():
                if end.start <= moment.end or end.unit.id == moment.unit.id:
                    continue
                if not story.entity[person].named:
                    rejected["last_act", "answer-not-normalized"] += 1
                    continue
                if story.active_in[person] < 2:
                    rejected["last_act", "single-scene-subject"] += 1
                    continue
                if person not in final:
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


def final_acts(story: Story, scene: str) -> dict[str, Moment]:
    """By person, the act of the scene behind which the person does nothing more. Only people with names: who somebody
    is that is only described, and may do more under a name, can't be told."""
    return {
        person: end
        for person, end in _last_acts(story, scene).items()
        if story.entity[person].named and not _goes_on(story, scene, person, end)
    }


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


def _goes_on(story: Story, scene: str, person: str, end: Moment) -> bool:
    """Whether the person may do more in the scene: in the rest of the sentence, in a later unit, in a direction within
    a speech, where a later direction names the person, or in a later sentence about a "he" or "she"."""
    if any(
        speech.speaker in (person, None) and speech.directed for speech in story.spoken[scene] if speech.end > end.end
    ):
        return True
    later = [unit for unit in story.units_of(scene) if unit.id != end.unit.id and unit_start(unit) >= end.end]
    if any(part.entity == person and part.role == "agent" for unit in later for part in unit.participants):
        return True
    rest = story.directions_after(scene, end.end)
    ended = story.scene[scene].text[end.end - 1 : end.end] in ".!?。！？"
    same = "" if ended else _SENTENCE.match(rest).group()
    if f"e:{person}" in story.passages.terms(rest) or _THEN.search(rest[len(same) :]):
        return True
    if story.language == "en":
        return bool(_AND.match(same))
    others = [unit for unit in later if unit_start(unit) < end.end + len(same)]
    return not others and any(char.isalnum() for char in same)


def last_word(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Who has the last word in the scene in which something happens: a person with a name, who is there."""
    for scene in story.scenes:
        spoken = story.spoken[scene.id]
        if not spoken or not spoken[-1].words:
            continue
        speaker, final = spoken[-1].speaker, spoken[-1].words[-1]
        if speaker is None or spoken[-1].voice == "over":
            rejected["last_word", "not-unique"] += 1
            continue
        if not story.entity[speaker].named:
            rejected["last_word", "answer-not-normalized"] += 1
            continue
        for moment in story.anchors(scene.id, 3):
            if moment.end > spoken[-1].start or story.names(speaker, moment.clause):
                rejected["last_word", "answer-in-question"] += 1
                continue
            people = tuple(dict.fromkeys((*moment.people, speaker)))
            yield Candidate(
                "last_word",
                "Scene Grounding",
                None,
                None,
                {"event": moment.clause},
                called(story, speaker),
                people,
                (unit_step(moment), _line_step(story, scene, speaker, final)),
                sort_citations([*unit_cites(moment), *name_cites(story, *people)]),
                moment.weight - 4,
                (moment.unit.id,),
            )


def _line_step(story: Story, scene: Scene, speaker: str, line: tuple[int, str]) -> Step:
    """A line of a speech as a support unit."""
    start, text = line
    said = clip(first_sentence(text, story.language), story.language, 12 if story.language == "en" else 24)
    statement = f"{story.name(speaker)}说：“{said}”" if story.language == "zh" else f"{story.name(speaker)}: “{said}”"
    return scene_step(scene.id, statement, span_evidence(scene, start, start + len(text)))
