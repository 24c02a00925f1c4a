"""Candidates over what somebody promises, threatens, orders or forbids, and the later deed that answers it."""

from collections.abc import Iterator

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


def fates(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The later deed, of whoever the aim is about, that a rare word of what was said ties to it."""
    deeds = _by_word(story)
    for moment in story.moments.values():
        kind = _AIMS.get(moment.unit.trigger or "")
        said = _QUOTED.search(moment.unit.summary)
        if kind is None or said is None:
            continue
        roles = {part.role: part.entity for part in moment.unit.participants if part.entity in story.entity}
        who, other = roles.get("speaker"), roles.get("addressee")
        if who is None or other is None or not story.points_at_its_scene(moment):
            rejected[kind, "anchor-not-unique" if who and other else "nobody"] += 1
            continue
        doers = {other} if kind == "goal_defied" else {who, other}
        named = content_terms(" ".join(story.name(person) for person in (who, other)), story.language)
        found = {
            deed.unit.id: deed
            for word in content_terms(said.group(1), story.language) - named
            for deed in deeds.get(word, ())
            if deed.scene > moment.scene and deed.doer in doers
        }
        if len(found) != 1:
            rejected[kind, "not-unique" if found else "no-deed"] += 1
            continue
        (deed,) = found.values()
        anchors = story.over_time.around((who, other), (moment.scene, moment.start), (deed.scene, deed.start))
        if anchors is None:
            rejected[kind, "not-valid-at-checkpoint"] += 1
            continue
        people = tuple(dict.fromkeys((*moment.people, *deed.people)))
        yield Candidate(
            kind,
            "Narrative Progression",
            "goal_relationship_development",
            "failed_redirected_goal" if kind == "goal_defied" else None,
            {"event": moment.clause, "who": called(story, who), "other": called(story, other)},
            deed.clause,
            people,
            (unit_step(moment), unit_step(deed)),
            sort_citations([*unit_cites(moment, deed), *name_cites(story, *people), *checkpoint_cites(*anchors)]),
            50 + moment.weight / 4,
            (moment.unit.id, deed.unit.id),
            anchors,
        )


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
