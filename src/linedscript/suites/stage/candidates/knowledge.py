"""Candidates over epistemic access: from whom, or by what, somebody comes to know of what happened elsewhere."""

from collections import Counter
from collections.abc import Iterator

from linedscript.backbone.citing import citation, sort_citations
from linedscript.backbone.episodes import unit_end
from linedscript.patterns import Pattern
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    bare,
    called,
    checkpoint_cites,
    name_cites,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.story import Moment, Story

_OF_ONE = Pattern(r"\b(?:her|his|herself|himself)\b|[他她]")
"""Words by which a clause says whether a man or a woman was there."""
_CROWD = Pattern(
    r"\b(?:everybody|everyone|crowd|audience|people|guests|villagers|townsfolk|fishermen|all of them|both of them|"
    r"the whole (?:room|town|cast|family|crew))\b|所有人|众人|全场|满场|大家|全团|人们|满座|观众|几百",
    2,
)
"""Who else may be in a scene that names not all who are there. 2: any case."""


def learns(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """How a character that wasn't there comes by a fact in a later scene: who tells it, or what gives it away."""
    over = story.over_time
    ways = Counter((one.character, one.fact) for one in over.access)
    for one in over.access:
        if one.mode not in ("told", "inferred") or one.gained is None or one.character not in story.entity:
            continue
        fact, via = story.moments.get(one.fact), story.unit.get(one.via or "")
        if fact is None or via is None or not story.points_at_its_scene(fact):
            rejected["learns", "no-clause" if fact is None or via is None else "anchor-not-unique"] += 1
            continue
        if ways[one.character, one.fact] > 1:
            rejected["learns", "not-unique"] += 1
            continue
        gained = over.place(one.gained)
        anchors = (
            over.between(one.character, (fact.scene, fact.start), gained),
            over.between(one.character, gained, None),
        )
        if anchors[1] is None or gained <= (fact.scene, fact.start):
            rejected["learns", "not-valid-at-checkpoint"] += 1
            continue
        moment = story.moments.get(via.id)
        teller = one.teller if one.mode == "told" and one.teller in story.entity else None
        if teller and moment and story.names(teller, fact.clause):
            teller = None  # who tells it is named already: how it is told is asked for
        if teller is None and moment is None:
            rejected["learns", "no-clause"] += 1
            continue
        if teller is None and moment is not None and moment.doer == one.character and "“" not in via.summary:
            rejected["learns", "low-value-evidence"] += 1  # it shows that it is known, and not by what
            continue
        kind, answer = ("learns_from", called(story, teller)) if teller else ("learns_by", moment.clause)
        found = tuple(anchor for anchor in anchors if anchor is not None)
        end = moment or bare(story, via)
        people = tuple(dict.fromkeys((one.character, *([teller] if teller else ()), *fact.people, *end.people)))
        yield Candidate(
            kind,
            "Character Understanding",
            "knowledge_acquisition",
            None,
            {"event": fact.clause, "who": called(story, one.character)},
            answer,
            people,
            (unit_step(fact), unit_step(end)),
            sort_citations(
                [
                    *unit_cites(fact, end),
                    citation("access", one, "mode", "gained", "via", "teller"),
                    *name_cites(story, *people),
                    *checkpoint_cites(*found),
                ]
            ),
            56 + min(end.scene - fact.scene, 8),
            (fact.unit.id, end.unit.id),
            found,
        )


def knows_already(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Of two who meet in a later scene, the one who was there when something happened of which the other has no
    knowledge."""
    over = story.over_time
    of_fact: dict[str, dict[str, str]] = {}
    record = {(one.character, one.fact): one for one in over.access}
    for one in over.access:
        of_fact.setdefault(one.fact, {})[one.character] = one.mode
    for unit, modes in of_fact.items():
        fact = story.moments.get(unit)
        if fact is None or not story.points_at_its_scene(fact) or _OF_ONE.search(fact.clause):
            rejected["knows_already", "no-clause"] += 1
            continue
        if _CROWD.search(story.directions_after(fact.unit.scene, 0)):
            rejected["knows_already", "not-unique"] += 1  # of whom it is full the script doesn't say
            continue
        named = {*fact.people, *(term[2:] for term in story.passages.terms(fact.clause) if term.startswith("e:"))}
        unaware = [
            person
            for person, mode in modes.items()
            if mode == "unknown" and person not in named and person in story.entity
        ]
        aware = [
            person
            for person, mode in modes.items()
            if mode in ("witnessed", "involved") and person not in named and person in story.entity
        ]
        if len(aware) != 1 or not unaware:
            rejected["knows_already", "not-unique" if len(aware) > 1 else "nobody"] += 1
            continue
        if not _stays(story, aware[0], fact):
            rejected["knows_already", "not-unique"] += 1  # nothing shows that the witness hadn't left
            continue
        met = _where_met(story, aware[0], unaware, fact)
        if met is None:
            rejected["knows_already", "no-clause"] += 1
            continue
        later, other = met
        anchors = tuple(over.between(person, (later.scene, 0), None) for person in (aware[0], other))
        if None in anchors:
            rejected["knows_already", "not-valid-at-checkpoint"] += 1
            continue
        ordered = tuple(sorted(anchors, key=lambda one: (over.place(one.anchor), one.id)))
        people = tuple(dict.fromkeys((aware[0], other, *fact.people, *later.people)))
        names = sorted(called(story, person) for person in (aware[0], other))
        yield Candidate(
            "knows_already",
            "Character Understanding",
            "knowledge_acquisition",
            None,
            {"event": fact.clause, "later": later.clause, "one": names[0], "other": names[1]},
            called(story, aware[0]),
            people,
            (unit_step(fact), unit_step(later)),
            sort_citations(
                [
                    *unit_cites(fact, later),
                    *(citation("access", record[person, unit], "mode", "gained") for person in (aware[0], other)),
                    *name_cites(story, *people),
                    *checkpoint_cites(*ordered),
                ]
            ),
            36 + min(later.scene - fact.scene, 8),
            (fact.unit.id, later.unit.id),
            ordered,
        )


def _stays(story: Story, person: str, fact: Moment) -> bool:
    """Whether the person speaks or has a part in something in the scene when the fact is over."""
    scene = fact.unit.scene
    return any(one.speaker == person and one.start >= fact.end for one in story.spoken[scene]) or any(
        part.entity == person
        for unit in story.units_of(scene)
        if unit.id != fact.unit.id and unit_end(unit) > fact.end
        for part in unit.participants
    )


def _where_met(story: Story, aware: str, unaware: list[str], fact: Moment) -> tuple[Moment, str] | None:
    """The first later scene in which the one who knows meets one who doesn't, by a moment of it, and whom."""
    seen: set[int] = set()
    for moment in story.lived(aware, (fact.scene + 1, 0), most=240):
        if moment.scene in seen:
            continue
        seen.add(moment.scene)
        other = next((person for person in unaware if person in story.active.get(moment.unit.scene, {})), None)
        marks = story.anchors(moment.unit.scene, 1) if other else []
        if other and marks and not _OF_ONE.search(marks[0].clause):
            return marks[0], other
    return None
