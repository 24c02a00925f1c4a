"""Candidates over where something comes from: how somebody came by a thing, and what an injury was caused by."""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.backbone.episodes import unit_end, unit_start
from linedscript.engines.rules.acts import acts_of
from linedscript.engines.rules.wording import without_stop
from linedscript.patterns import Pattern
from linedscript.records.character import State
from linedscript.records.unit import Unit
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    called,
    checkpoint_cites,
    name_cites,
    state_cites,
    state_step,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.candidates.contrast import HURT
from linedscript.suites.stage.candidates.objects import holdings
from linedscript.suites.stage.story import Moment, Story

_REACH = 8
"""Scenes within which a later moment is looked for."""
_HE = Pattern(r"[他她]")
_HIM = Pattern(r"\b(?:him|her|his)\b")


def came_by(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """From whom, and how, a thing came to somebody who has to do with something else in a later scene; of a thing that
    changes hands more than once, so that the moment decides which time is meant."""
    for thing, line in holdings(story).items():
        for place, holding in enumerate(line):
            if holding.holder is None or not holding.clause or len(line) < 2:
                rejected["came_by", "holder-unknown" if holding.holder is None else "no-clause"] += 1
                continue
            got = holding.moment
            if not set(got.people) - {holding.holder}:
                rejected["came_by", "low-value-evidence"] += 1  # that somebody takes a thing says how it came there
                continue
            until = line[place + 1].moment if place + 1 < len(line) else None
            later = _later(story, holding.holder, thing, got, until)
            if later is None:
                rejected["came_by", "anchor-not-unique"] += 1
                continue
            people = tuple(dict.fromkeys((thing, holding.holder, *later.people, *got.people)))
            yield Candidate(
                "came_by",
                "Causal-Motivational Reasoning",
                "change_trigger",
                None,
                {"event": later.clause, "who": called(story, holding.holder), "thing": called(story, thing)},
                got.clause,
                people,
                (unit_step(got), unit_step(later)),
                sort_citations([*unit_cites(got, later), *name_cites(story, *people)]),
                42 + later.weight / 4,
                (got.unit.id, later.unit.id),
            )


def _later(story: Story, holder: str, thing: str, got: Moment, until: Moment | None) -> Moment | None:
    """A moment of the holder's, in a later scene but before the thing goes on, that doesn't speak of it."""
    end = (until.scene, until.start) if until else (got.scene + _REACH, 0)
    best: Moment | None = None
    for moment in story.lived(holder, (got.scene + 1, 0)):
        if (moment.scene, moment.start) >= end or moment.scene > got.scene + _REACH:
            break
        if best is not None and moment.weight <= best.weight or f"e:{thing}" in story.passages.terms(moment.clause):
            continue
        if story.points_at_its_scene(moment):
            best = moment
    return best


def hurt_by(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """What has caused the injury of the one person who is hurt in a later scene, given by something else in it."""
    over = story.over_time
    hurt = [state for state in over.states if state.aspect == "physical" and HURT.search(state.value.casefold())]
    known = {state.id for state in hurt}
    of_person: dict[str, list[State]] = {}
    for state in hurt:
        of_person.setdefault(state.character, []).append(state)
    for state in hurt:
        if state.character not in story.entity or state.after in known:
            continue
        cause = _cause(story, state)
        if cause is None:
            rejected["hurt_by", "no-clause"] += 1
            continue
        later = _where_hurt(story, state.character, of_person, cause[0])
        if later is None:
            rejected["hurt_by", "not-unique"] += 1
            continue
        anchor = over.while_holding(state)
        if anchor is None:
            rejected["hurt_by", "not-valid-at-checkpoint"] += 1
            continue
        unit, clause = cause
        people = tuple(dict.fromkeys((state.character, *later.people)))
        end = Moment(unit, story.index[unit.scene], clause, None, (), (), 0, unit_start(unit), unit_end(unit))
        yield Candidate(
            "hurt_by",
            "Causal-Motivational Reasoning",
            "delayed_consequence",
            "causal_turning_point",
            {"event": later.clause},
            clause,
            people,
            (unit_step(end), state_step(state), unit_step(later)),
            sort_citations(
                [*unit_cites(end, later), *state_cites(state), *name_cites(story, *people), *checkpoint_cites(anchor)]
            ),
            54,
            (unit.id, later.unit.id),
            (anchor,),
        )


def _cause(story: Story, state: State) -> tuple[Unit, str] | None:
    """The event that the state's first evidence lies in and by which somebody is hurt, and its clause, with the name of
    the one who is hurt for the one pronoun that it has."""
    evidence = state.evidence[0]
    for unit in story.units_of(evidence.scene or ""):
        if unit_start(unit) >= (evidence.end or 0) or unit_end(unit) <= (evidence.start or 0):
            continue
        if unit.polarity != "positive" or "hurt" not in acts_of(unit.trigger or "", unit.summary, story.language):
            continue
        clause = without_stop(unit.summary, story.language)
        name = story.name(state.character)
        pronouns = (_HE if story.language == "zh" else _HIM).findall(clause)
        if story.names(state.character, clause) and not pronouns:
            return unit, clause
        if len(pronouns) == 1 and not any(story.is_a(part.entity, "Character") for part in unit.participants):
            owner = name if story.language == "zh" or pronouns[0] == "him" else f"{name}'s"
            return unit, clause.replace(pronouns[0], owner) if story.language == "zh" else _HIM.sub(owner, clause)
    return None


def _where_hurt(story: Story, person: str, hurt: dict[str, list[State]], cause: Unit) -> Moment | None:
    """A moment of a later scene in which the person, and nobody else, is hurt, and which doesn't name the person."""
    first = story.index[cause.scene]
    for scene in story.scenes_between(first, first + _REACH + 1):
        if story.trace(scene.id, person) is None:
            continue
        at = (scene.index, 0)
        injured = {
            one
            for one in story.traced.get(scene.id, ())
            if any(story.over_time.holds(state, at) for state in hurt.get(one, ()))
        }
        for moment in story.anchors(scene.id, 3):
            if injured == {person} and not story.names(person, moment.clause):
                return moment
    return None
