"""Candidates about who somebody is or what joins two scenes: distributed identification of a person."""

import re
from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.backbone.normalization import name_key, split_kin
from linedscript.backbone.normalization_words import TITLES
from linedscript.suites.stage.candidates.base import Candidate, Rejected, called, name_cites, unit_cites, unit_step
from linedscript.suites.stage.story import Moment, Story

_REACH = 10
"""Anchors of later scenes that one anchor is paired with."""


def in_both_scenes(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The one person, besides those whom the question names, who speaks or acts in two scenes.

    Unique only where nobody else is so much as named in both.
    """
    picked = [moment for scene in story.scenes for moment in story.anchors(scene.id, 1)]
    for place, first in enumerate(picked):
        for second in picked[place + 1 : place + 1 + _REACH]:
            one, other = first.unit.scene, second.unit.scene
            asked = f"{first.clause}; {second.clause}"
            if one == other:
                continue
            named = {*first.people, *second.people}
            named |= {person for person in story.traced.get(one, ()) if story.names(person, asked)}
            both = (story.traced.get(one, set()) & story.traced.get(other, set())) - named
            acting = [
                person
                for person in story.active.get(one, {})
                if person in story.active.get(other, {}) and person not in named
            ]
            if len(acting) != 1 or len(both) != 1:
                rejected["in_both_scenes", "not-unique" if len(both) > 1 else "nobody"] += 1
                continue
            who = acting[0]
            if not story.entity[who].named:
                rejected["in_both_scenes", "answer-not-normalized"] += 1
                continue
            if any(_maybe_one(story.name(who), story.name(person)) for person in named):
                rejected["in_both_scenes", "maybe-named"] += 1
                continue
            ends = [_trace(story, scene, who) for scene in (one, other)]
            if None in ends:
                rejected["in_both_scenes", "no-trace"] += 1
                continue
            people = tuple(dict.fromkeys((who, *first.people, *second.people)))
            moments = (first, ends[0], second, ends[1])
            yield Candidate(
                "in_both_scenes",
                "Role-Relation Continuity",
                None,
                "distributed_role",
                {"first": first.clause, "second": second.clause},
                called(story, who),
                people,
                tuple(unit_step(moment) for moment in moments if moment),
                sort_citations(
                    [
                        *unit_cites(*{moment.unit.id: moment for moment in moments if moment}.values()),
                        *name_cites(story, *people),
                    ]
                ),
                first.weight + second.weight,
                (first.unit.id, second.unit.id),
            )


def _maybe_one(name: str, other: str) -> bool:
    """Whether one name is a part of the other, titles aside, as of two entities that resolution left apart."""
    if not name.isascii():
        return name in other or other in name
    one, two = (
        {word for word in re.findall(r"[^\W_]+", said.casefold()) if word not in TITLES} for said in (name, other)
    )
    return bool(one and two) and (one <= two or two <= one)


def _trace(story: Story, scene: str, person: str) -> Moment | None:
    unit = story.trace(scene, person)
    return None if unit is None else Moment(unit, story.index[scene], "", person, (person,), (), 0, 0, 0)


def who_it_was(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The name, learnt in a later scene, of somebody whom an earlier scene only describes."""
    for entity in story.entity.values():
        if "Character" not in entity.types or not entity.named:
            continue
        plain = [
            alias
            for alias in entity.aliases
            if alias.kind in ("description", "role", "title") and split_kin(name_key(alias.surface)) is None
        ]
        proper = [alias for alias in entity.aliases if alias.kind in ("name", "short_name", "nickname")]
        if not plain or not proper:
            continue
        born = min(proper, key=lambda alias: story.index.get(alias.first_scene, 10**6))
        reveal = story.index.get(born.first_scene)
        if reveal is None or any(story.index.get(alias.first_scene, 10**6) >= reveal for alias in plain[:1]):
            rejected["who_it_was", "named-at-once"] += 1
            continue
        named_in = next(
            (
                unit
                for unit in story.units_of(born.first_scene)
                if any(part.entity == entity.id for part in unit.participants)
            ),
            None,
        )
        before = [
            moment
            for moment in story.of_doer.get(entity.id, [])
            if moment.scene < reveal and entity.id in moment.people
        ]
        if named_in is None or not before:
            rejected["who_it_was", "no-trace"] += 1
            continue
        end = Moment(named_in, reveal, "", entity.id, (entity.id,), (), 0, 0, 0)
        for moment in sorted(before, key=lambda moment: (-moment.weight, moment.scene))[:2]:
            clause = _described(moment.unit.summary, moment.clause, story, plain[0].surface, entity.name)
            if clause is None:
                rejected["who_it_was", "answer-in-question"] += 1
                continue
            people = tuple(dict.fromkeys((entity.id, *moment.people)))
            yield Candidate(
                "who_it_was",
                "Character Understanding",
                "knowledge_acquisition",
                "distributed_role",
                {"event": clause, "described": plain[0].surface},
                entity.name,
                people,
                (unit_step(moment), unit_step(end)),
                sort_citations([*unit_cites(moment, end), *name_cites(story, *people)]),
                45 + moment.weight,
                (moment.unit.id,),
            )


def _described(summary: str, clause: str, story: Story, description: str, name: str) -> str | None:
    """The clause with the description for its doer; null where the name stands elsewhere in it."""
    lower = description if story.language == "zh" else description.casefold().removeprefix("the ").removeprefix("a ")
    subject = lower if story.language == "zh" else f"the {lower}"
    if clause.startswith(name):
        clause = subject + clause[len(name) :]
    elif clause.casefold().startswith(subject.casefold()):
        clause = subject + clause[len(subject) :]
    return None if name in clause or not clause.startswith(subject) else clause
