"""Candidates over developments: what brings a change about, and in what it shows later."""

from collections.abc import Iterator

from linedscript.backbone.citing import citation, sort_citations
from linedscript.engines.rules.wording import without_stop
from linedscript.records.trajectory import Checkpoint, Development
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
from linedscript.suites.stage.candidates.bonds import tone
from linedscript.suites.stage.candidates.contrast import ASPECTS, belongs_to
from linedscript.suites.stage.story import Moment, Story

_SHOW = ("physical", "relationship", "goal")
"""Aspects whose change shows in one deed: a position, a thing that one has or a sentence that one was told shows in
any."""


def trigger(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """What brings about that one thing holds of somebody and no longer another."""
    over = story.over_time
    for development in _worth(story, rejected, "brought_about"):
        before, after = over.state.get(development.before or ""), over.state[development.after]
        cause = story.moments.get(development.catalyst or "")
        if before is None or cause is None:
            rejected["brought_about", "no-clause" if before else "no-contrast"] += 1
            continue
        if cause.doer is None:
            rejected["brought_about", "low-value-evidence"] += 1
            continue
        anchors = (over.while_holding(before), _effective(story, development))
        if None in anchors:
            rejected["brought_about", "not-valid-at-checkpoint"] += 1
            continue
        if story.passages.tells(cause.unit.evidence[0], f"{before.value}, {after.value}"):
            rejected["brought_about", "single-passage"] += 1
            continue
        people = tuple(dict.fromkeys((development.character, *cause.people)))
        category, _, schema = belongs_to(after.aspect)
        yield Candidate(
            "brought_about",
            "Causal-Motivational Reasoning" if category == "Character Understanding" else category,
            "change_trigger",
            schema or "causal_turning_point",
            {
                "first": without_stop(before.claim, story.language),
                "second": without_stop(after.claim, story.language),
                "who": called(story, development.character),
            },
            cause.clause,
            people,
            (state_step(before), unit_step(cause), state_step(after)),
            sort_citations(
                [
                    *state_cites(before, after),
                    *unit_cites(cause),
                    _development_cite(development),
                    *name_cites(story, *people),
                    *checkpoint_cites(*anchors),
                ]
            ),
            58,
            (cause.unit.id, before.id, after.id),
            anchors,
        )


def delayed(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """In which later deed a change shows that an earlier event brought about, and the other way round."""
    worth = list(_worth(story, rejected, "delayed"))
    causes, effects = _told_once(worth, "catalyst"), _told_once(worth, "consequence")
    for development in worth:
        if development.kind not in _SHOW:
            rejected["delayed", "low-value-evidence"] += 1
            continue
        ends = [story.moments.get(unit or "") for unit in (development.catalyst, development.consequence)]
        if ends[0] is None or ends[1] is None:
            rejected["delayed", "no-clause"] += 1
            continue
        cause, effect = ends
        if development.kind == "relationship" and tone(cause) != tone(effect):
            rejected["delayed", "no-contrast"] += 1  # a friendly act shows no enmity
            continue
        anchor = _effective(story, development, (effect.scene, effect.start))
        if anchor is None:
            rejected["delayed", "not-valid-at-checkpoint"] += 1
            continue
        for kind, asked, answer, first in (
            ("shows_later", cause, effect, causes[cause.unit.id]),
            ("traces_back", effect, cause, effects[effect.unit.id]),
        ):
            if not story.points_at_its_scene(asked):
                rejected[kind, "anchor-not-unique"] += 1
            elif first != development.id:
                rejected[kind, "not-unique"] += 1
            else:
                yield _effect(story, development, kind, (cause, effect), asked, answer, anchor)


def _effect(
    story: Story,
    development: Development,
    kind: str,
    ends: tuple[Moment, Moment],
    asked: Moment,
    answer: Moment,
    anchor: Checkpoint,
) -> Candidate:
    people = tuple(dict.fromkeys((development.character, *ends[0].people, *ends[1].people)))
    after = story.over_time.state[development.after]
    return Candidate(
        kind,
        "Narrative Progression" if kind == "shows_later" else "Causal-Motivational Reasoning",
        "delayed_consequence" if kind == "shows_later" else "change_trigger",
        "causal_turning_point",
        {
            "event": asked.clause,
            "after": without_stop(after.claim, story.language),
            "who": called(story, development.character),
        },
        answer.clause,
        people,
        tuple(unit_step(moment) for moment in ends),
        sort_citations(
            [
                *unit_cites(*ends),
                *state_cites(after),
                _development_cite(development),
                *name_cites(story, *people),
                *checkpoint_cites(anchor),
            ]
        ),
        34 + ends[0].weight / 4 + min(ends[1].scene - ends[0].scene, 8),
        (ends[0].unit.id, ends[1].unit.id),
        (anchor,),
    )


def _told_once(worth: list[Development], field: str) -> dict[str, str | None]:
    """By unit that brings about (or shows) changes, the development to ask about: the first, where all changes of the
    unit show in (or come from) one other unit, as where two become enemies; else null, since there are two answers."""
    other = {"catalyst": "consequence", "consequence": "catalyst"}[field]
    found: dict[str, tuple[str | None, str | None]] = {}
    for development in worth:
        unit, end = getattr(development, field), getattr(development, other)
        if unit is not None and end is not None:
            known = found.setdefault(unit, (end, development.id))
            if known[0] != end:
                found[unit] = (None, None)
    return {unit: first for unit, (_, first) in found.items()}


def _worth(story: Story, rejected: Rejected, kind: str) -> Iterator[Development]:
    over = story.over_time
    for development in over.developments:
        if development.character not in story.entity or development.after not in over.state:
            continue
        if development.kind not in ASPECTS or _says_the_deed(story, development):
            rejected[kind, "low-value-evidence"] += 1
        else:
            yield development


def _says_the_deed(story: Story, development: Development) -> bool:
    """Whether what is known afterwards is no more than that somebody looked or read: then nothing has changed."""
    after = story.over_time.state[development.after]
    return development.kind == "knowledge" and after.value.rstrip(".。") == after.claim.rstrip(".。")


def _effective(story: Story, development: Development, until: tuple[int, int] | None = None) -> Checkpoint | None:
    """The first checkpoint at which the change has taken effect and still holds; ``until``: it has to hold by then."""
    over = story.over_time
    after = over.state[development.after]
    if until is not None and not over.holds(after, until):
        return None
    until_changed = None if after.valid_to is None else over.place(after.valid_to)
    return over.between(development.character, over.place(development.at), until_changed)


def _development_cite(development: Development):
    return citation("developments", development, "before", "catalyst", "after", "consequence", "at")
