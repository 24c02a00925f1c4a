"""Candidates over an object that changes hands from scene to scene (Role-Relation Continuity)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from linedscript.backbone.citing import sort_citations
from linedscript.engines.rules.acts import acts_of
from linedscript.records.base import Language
from linedscript.records.unit import Unit
from linedscript.suites.stage.candidates.base import Candidate, Rejected, called, name_cites, unit_cites, unit_step
from linedscript.suites.stage.story import Moment, Story

NUMBERS = {"en": ("no", "one", "two", "three"), "zh": ("零", "一", "两", "三")}


class Holding(NamedTuple):
    """Somebody has the object from this unit on; null where it can't be told who."""

    holder: str | None
    moment: Moment
    clause: bool
    """Whether the moment's clause can stand in a question: it tells how the object came to the holder."""


class Told(Protocol):
    """What of a story tells who has an object."""

    language: Language
    ordered: Sequence[Unit]
    moments: Mapping[str, Moment]
    index: Mapping[str, int]

    def is_a(self, entity: str | None, kind: str) -> bool: ...


def holdings(story: Told) -> dict[str, list[Holding]]:
    """Per object who has it, in story order.

    Who gives away an object had it: a giver who isn't the last known holder comes in between, by the same unit.
    """
    held: dict[str, list[Holding]] = {}
    for unit in story.ordered:
        if unit.kind == "Occasion" or unit.modality != "actual" or unit.polarity != "positive":
            continue
        things = [
            part.entity
            for part in unit.participants
            if story.is_a(part.entity, "Object") and not story.is_a(part.entity, "Character")
        ]
        act = next(
            (act for act in acts_of(unit.trigger or "", unit.summary, story.language) if act in ("give", "take")), None
        )
        if act is None or len(things) != 1:
            continue
        doer = _first(story, unit, ("agent", "speaker"))
        receiver = _first(story, unit, ("recipient", "addressee", "patient"))
        moment = story.moments.get(unit.id)
        bare = moment or Moment(unit, story.index[unit.scene], "", doer, (), (), 0, 0, 0)
        line = held.setdefault(things[0], [])
        if act == "give":
            if line and doer and line[-1].holder != doer:
                line.append(Holding(doer, bare, False))
            line.append(Holding(receiver if receiver != doer else None, bare, moment is not None))
        else:
            line.append(Holding(doer, bare, moment is not None))
    return held


def _first(story: Told, unit: Unit, roles: tuple[str, ...]) -> str | None:
    return next(
        (part.entity for part in unit.participants if part.role in roles and story.is_a(part.entity, "Character")), None
    )


def next_holder(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Who has the object next, in a later scene, once somebody has been given or has taken it."""
    for thing, line in holdings(story).items():
        for one, other in zip(line, line[1:], strict=False):
            if other.holder is None or one.holder is None:
                rejected["next_holder", "holder-unknown"] += 1
                continue
            if one.moment.scene == other.moment.scene or one.holder == other.holder:
                rejected["next_holder", "no-new-holder"] += 1
                continue
            if not one.clause:
                rejected["next_holder", "no-clause"] += 1
                continue
            if other.holder in one.moment.people:
                rejected["next_holder", "answer-in-question"] += 1
                continue
            people = tuple(dict.fromkeys((thing, *one.moment.people, other.holder)))
            yield Candidate(
                "next_holder",
                "Role-Relation Continuity",
                "state_contrast",
                None,
                {"event": one.moment.clause, "thing": called(story, thing)},
                story.name(other.holder),
                people,
                (unit_step(one.moment), unit_step(other.moment)),
                sort_citations([*unit_cites(one.moment, other.moment), *name_cites(story, *people)]),
                40 + min(other.moment.scene - one.moment.scene, 8),
                (one.moment.unit.id, other.moment.unit.id),
            )


def thing_chain(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Through whose hands an object goes, in order: three holders or more, over two scenes or more."""
    for thing, line in holdings(story).items():
        known: list[Holding] = []
        for holding in line:
            if holding.holder is None:
                break  # whoever comes after it may not be the next
            if not known and not holding.clause or known and known[-1].holder == holding.holder:
                continue
            known.append(holding)
        known = known[:4]
        if len(known) < 3 or len({holding.moment.scene for holding in known}) < 2:
            rejected["thing_chain", "too-few-holders"] += 1
            continue
        names = [story.name(holding.holder) for holding in known[1:]]
        people = tuple(dict.fromkeys((thing, *known[0].moment.people, *(holding.holder for holding in known))))
        moments = list({holding.moment.unit.id: holding.moment for holding in known}.values())
        yield Candidate(
            "thing_chain",
            "Role-Relation Continuity",
            "state_contrast",
            None,
            {
                "event": known[0].moment.clause,
                "who": called(story, known[0].holder),
                "thing": called(story, thing),
                "count": NUMBERS[story.language][len(names)],
            },
            ("，然后是" if story.language == "zh" else ", then ").join(names),
            people,
            tuple(unit_step(moment) for moment in moments),
            sort_citations([*unit_cites(*moments), *name_cites(story, *people)]),
            60,
            tuple(moment.unit.id for moment in moments),
        )
