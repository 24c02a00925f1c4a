"""Candidates over what somebody promises, threatens or forbids, and the later deed that answers it.

What is promised or forbidden isn't said in the question, where the scene has another moment to point at: the deed that
answers it mostly says it again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from linedscript.backbone.citing import sort_citations
from linedscript.engines.rules.wording import length
from linedscript.patterns import Pattern
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    called,
    checkpoint_cites,
    name_cites,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.passages import content_terms
from linedscript.suites.stage.story import Moment, Story

_AIMS = {"promise": "goal_kept", "threaten": "goal_defied", "forbid": "goal_defied", "warn": "goal_defied"}
"""Triggers of the units that set an aim, and what is asked about the deed that comes of it."""
_QUOTED = Pattern(r"[“\"「](.+?)[”\"」]")
_RARE = 3
"""Units of the film in which a word may stand that ties a deed to an aim."""
_MOVES = frozenset(("leave", "arrive"))
_NOT = Pattern(r"\b(?:don['’]t|do not|never|stop|not)\b|别|不要|不准|不许|不得|莫", 2)


class _Aim(NamedTuple):
    kind: str
    who: str
    other: str
    words: frozenset[str]
    """Content terms of what was said, names left out."""


def fates(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The later deed that a rare word of what was said ties to it: of either of the two where it was promised; where it
    was forbidden, of anybody but who forbade it."""
    deeds = _by_word(story)
    for moment in story.moments.values():
        aim = _aim(story, moment)
        if aim is None:
            continue
        if not aim.who or not aim.other:
            rejected[aim.kind, "nobody"] += 1
            continue
        found = {
            deed.unit.id: deed
            for word in sorted(aim.words)
            for deed in deeds.get(word, ())
            if deed.scene > moment.scene and _may_answer(aim, deed)
        }
        if len(found) != 1:
            rejected[aim.kind, "not-unique" if found else "no-deed"] += 1
            continue
        (deed,) = found.values()
        pointed = _pointed_at(story, moment, deed)
        if pointed is None:
            rejected[aim.kind, "anchor-not-unique"] += 1
            continue
        anchors = story.over_time.around((aim.who, aim.other), (moment.scene, moment.start), (deed.scene, deed.start))
        if anchors is None:
            rejected[aim.kind, "not-valid-at-checkpoint"] += 1
            continue
        moments = tuple({one.unit.id: one for one in (pointed, moment, deed)}.values())
        people = tuple(dict.fromkeys(person for one in moments for person in one.people))
        yield Candidate(
            aim.kind if pointed.unit.id != moment.unit.id else f"{aim.kind}_told",
            "Narrative Progression",
            "goal_relationship_development",
            "failed_redirected_goal" if aim.kind == "goal_defied" else None,
            {"event": pointed.clause, "who": called(story, aim.who), "other": called(story, aim.other)},
            deed.clause,
            people,
            tuple(unit_step(one) for one in moments),
            sort_citations([*unit_cites(*moments), *name_cites(story, *people), *checkpoint_cites(*anchors)]),
            50 + moment.weight / 4,
            tuple(one.unit.id for one in moments),
            anchors,
        )


def _aim(story: Story, moment: Moment) -> _Aim | None:
    kind = _AIMS.get(moment.unit.trigger or "")
    said = _QUOTED.search(moment.unit.summary)
    if kind is None or said is None or moment.unit.trigger == "warn" and not _NOT.search(said.group(1)):
        return None
    roles = {part.role: part.entity for part in moment.unit.participants if part.entity in story.entity}
    who, other = roles.get("speaker") or "", roles.get("addressee") or ""
    named = content_terms(" ".join(story.name(person) for person in (who, other) if person), story.language)
    return _Aim(kind, who, other, content_terms(said.group(1), story.language) - named)


def _may_answer(aim: _Aim, deed: Moment) -> bool:
    return deed.doer in (aim.who, aim.other) if aim.kind == "goal_kept" else deed.doer != aim.who


def _pointed_at(story: Story, moment: Moment, deed: Moment) -> Moment | None:
    """Another moment of the scene that shares no word with the deed; else the moment itself; null where neither can
    stand for the scene."""
    told = _words(story, deed)
    for other in sorted(story.anchors(moment.unit.scene, 3), key=lambda one: bool(_QUOTED.search(one.clause))):
        if other.unit.id != moment.unit.id and not told & _words(story, other):
            return other
    return moment if story.points_at_its_scene(moment) else None


def _words(story: Story, moment: Moment) -> set[str]:
    return {term for term in story.passages.terms(moment.clause) if not term.startswith("e:")}


def _by_word(story: Story) -> dict[str, list[Moment]]:
    """Deeds, none of them an aim or a mere coming and going, by the rare words of their clauses."""
    counts: dict[str, int] = {}
    for unit in story.ordered:
        for word in content_terms(unit.summary, story.language):
            counts[word] = counts.get(word, 0) + 1
    found: dict[str, list[Moment]] = {}
    for moment in story.moments.values():
        if moment.unit.trigger in _AIMS or moment.unit.kind != "Event" or set(moment.acts) & _MOVES:
            continue
        if length(moment.clause, story.language) < 3 or moment.doer is None:
            continue
        for word in content_terms(moment.clause, story.language):
            if counts.get(word, 0) <= _RARE:
                found.setdefault(word, []).append(moment)
    return found
