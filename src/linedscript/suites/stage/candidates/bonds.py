"""Candidates over what two people do to each other from scene to scene: how they make up, and how they fall out."""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    called,
    checkpoint_cites,
    name_cites,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.story import Moment, Story

_WARM = frozenset(("bond", "agree", "promise", "mend", "reveal"))
_COLD = frozenset(("clash", "hurt", "lie"))
_REACH = 12
"""Scenes within which the next turn of two people is looked for."""


def turns(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """After a clash the first act by which one of the two comes up to the other, in a later scene; after such an act
    the first clash."""
    for pair, moments in _pairs(story).items():
        for first, second in zip(moments, moments[1:], strict=False):
            warm = tone(first)
            kind = "falls_out" if warm else "makes_up"
            if tone(second) == warm or second.scene - first.scene > _REACH:
                rejected[kind, "no-turn"] += 1
                continue
            if second.scene == first.scene:
                rejected[kind, "one-scene"] += 1
                continue
            if _meet_between(story, pair, first, second):
                rejected[kind, "not-unique"] += 1
                continue
            if not story.points_at_its_scene(first):
                rejected[kind, "anchor-not-unique"] += 1
                continue
            anchors = story.over_time.around(pair, (first.scene, first.start), (second.scene, second.start))
            if anchors is None:
                rejected[kind, "not-valid-at-checkpoint"] += 1
                continue
            people = tuple(dict.fromkeys((*first.people, *second.people)))
            yield Candidate(
                kind,
                "Role-Relation Continuity",
                "goal_relationship_development",
                "relationship_trajectory",
                {"event": first.clause, "who": called(story, pair[0]), "other": called(story, pair[1])},
                second.clause,
                people,
                (unit_step(first), unit_step(second)),
                sort_citations([*unit_cites(first, second), *name_cites(story, *people), *checkpoint_cites(*anchors)]),
                48 + (first.weight + second.weight) / 4,
                (first.unit.id, second.unit.id),
                anchors,
            )


def _meet_between(story: Story, pair: tuple[str, str], first: Moment, second: Moment) -> bool:
    """Whether a scene between has both of them: there they may have done already what is asked about."""
    return any(
        set(pair) <= set(story.active.get(scene.id, ())) for scene in story.scenes_between(first.scene, second.scene)
    )


def _pairs(story: Story) -> dict[tuple[str, str], list[Moment]]:
    """Acts of one person towards one other that are warm or cold, in story order."""
    found: dict[tuple[str, str], list[Moment]] = {}
    for moment in story.moments.values():
        if len(moment.people) == 2 and moment.doer in moment.people and tone(moment) is not None:
            pair = tuple(sorted(moment.people))
            found.setdefault((pair[0], pair[1]), []).append(moment)
    return found


def tone(moment: Moment) -> bool | None:
    """Warm or cold; null for neither or both."""
    acts = set(moment.acts)
    warm, cold = bool(acts & _WARM), bool(acts & _COLD)
    return warm if warm != cold else None
