"""Candidates over what holds of a character at two checkpoints: other things, or throughout the same one."""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.engines.rules.wording import without_stop
from linedscript.patterns import Pattern
from linedscript.records.character import State
from linedscript.records.item import Category, Family, SchemaFamily
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
from linedscript.suites.stage.passages import content_terms
from linedscript.suites.stage.story import Moment, Story

ASPECTS = ("role", "physical", "relationship", "possession", "goal", "knowledge")
"""Aspects whose changes are worth a question: where somebody is, and a mood, change with every scene."""
OUT_OF_OFFICE = Pattern(r"\b(?:fired|dismissed|suspended|expelled|resigned)\b|被(?:开除|解职|停职|撤职|赶走)")
"""Values of a role that are no position."""
HURT = Pattern(
    r"\b(?:sling|plaster|cast|crutch(?:es)?|bandaged?|wheelchair|splint|injur|wound|broken|hurt)|"
    r"石膏|绷带|拐杖|轮椅|夹板|受伤|骨折|包扎"
)
"""What says of a body that it is hurt, and how it is nursed."""


def belongs_to(aspect: str) -> tuple[Category, Family, SchemaFamily | None]:
    """How a question about a change of this aspect is filed."""
    if aspect == "relationship":
        return "Role-Relation Continuity", "goal_relationship_development", "relationship_trajectory"
    if aspect == "goal":
        return "Character Understanding", "goal_relationship_development", "failed_redirected_goal"
    if aspect == "knowledge":
        return "Character Understanding", "knowledge_acquisition", None
    return "Character Understanding", "state_contrast", None


def state_change(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """What a state of somebody replaced, by two states of two scenes that each hold at a checkpoint of its own."""
    for before, after in _pairs(story, rejected, "state_change"):
        anchors = _checkpoints(story, before, after)
        if anchors is None:
            rejected["state_change", "not-valid-at-checkpoint"] += 1
            continue
        if _told_with(story, before, after):
            rejected["state_change", "single-passage"] += 1
            continue
        if story.over_time.place(after.valid_from)[0] == story.over_time.place(before.valid_from)[0]:
            rejected["state_change", "one-scene"] += 1
            continue
        category, family, schema = belongs_to(after.aspect)
        people, other = people_of(story, after)
        yield Candidate(
            f"state_{after.aspect}",
            category,
            family,
            schema,
            {"event": without_stop(after.claim, story.language), "who": called(story, after.character), "other": other},
            before.value,
            people,
            (state_step(before), state_step(after)),
            sort_citations([*state_cites(before, after), *name_cites(story, *people), *checkpoint_cites(*anchors)]),
            50,
            (before.id, after.id),
            anchors,
        )


def contrast(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """What holds of somebody at one moment and what at a later one, of the same matter."""
    for before, after in _whole(story, _pairs(story, rejected, "contrast")):
        if OUT_OF_OFFICE.search(before.value) or OUT_OF_OFFICE.search(after.value):
            rejected["contrast", "answer-not-normalized"] += 1
            continue
        anchors = _checkpoints(story, before, after)
        if anchors is None:
            rejected["contrast", "not-valid-at-checkpoint"] += 1
            continue
        if _told_with(story, before, after):
            rejected["contrast", "single-passage"] += 1
            continue
        ends = [shown_while(story, state) for state in (before, after)]
        if ends[0] is None or ends[1] is None:
            rejected["contrast", "no-clause"] += 1
            continue
        category, family, schema = belongs_to(after.aspect)
        people, other = people_of(story, after)
        joined = "，后来是" if story.language == "zh" else ", then "
        yield Candidate(
            f"contrast_{after.aspect}",
            category,
            family,
            schema,
            {"first": ends[0].clause, "second": ends[1].clause, "who": called(story, after.character), "other": other},
            joined.join((before.value, after.value)),
            tuple(dict.fromkeys((*people, *ends[0].people, *ends[1].people))),
            (state_step(before), unit_step(ends[0]), state_step(after), unit_step(ends[1])),
            sort_citations(
                [
                    *state_cites(before, after),
                    *unit_cites(*ends),
                    *name_cites(story, *people, *ends[0].people, *ends[1].people),
                    *checkpoint_cites(*anchors),
                ]
            ),
            52,
            (ends[0].unit.id, ends[1].unit.id, before.id, after.id),
            anchors,
        )


def _pairs(story: Story, rejected: Rejected, kind: str) -> Iterator[tuple[State, State]]:
    """States that follow one another in one matter, fit for a question about the change."""
    over = story.over_time
    for after in over.states:
        before = over.state.get(after.after) if after.after else None
        if before is None or after.character not in story.entity:
            continue
        if after.aspect not in ASPECTS:
            rejected[kind, "low-value-evidence"] += 1
        elif before.target != after.target or _alike(story, before, after):
            rejected[kind, "no-contrast"] += 1
        elif before.invariant:
            rejected[kind, "invariant-contradicted"] += 1
        elif len(over.heirs[before.id]) > 1:
            rejected[kind, "not-unique"] += 1
        else:
            yield before, after


def _alike(story: Story, before: State, after: State) -> bool:
    """Whether the two values are one, or speak of one hurt: of a broken leg the leg and the shin, or the crutch."""
    if before.value.casefold() == after.value.casefold():
        return True
    one, other = (content_terms(state.value, story.language) for state in (before, after))
    hurt = all(HURT.search(state.value.casefold()) for state in (before, after))
    return before.aspect == "physical" and (bool(one & other) or hurt)


def _whole(story: Story, pairs: Iterator[tuple[State, State]]) -> Iterator[tuple[State, State]]:
    """The pairs, and of a matter that changed more than once its first state with its last."""
    for before, after in pairs:
        yield before, after
        root = _root(story, before)
        ends = after.id not in story.over_time.heirs and root is not before
        if ends and root.value.casefold() != after.value.casefold():
            yield root, after


def _root(story: Story, state: State) -> State:
    """The first state of the matter: as long as each replaced just one."""
    over = story.over_time
    while state.after in over.state and len(over.heirs[state.after]) == 1:
        state = over.state[state.after]
    return state


def _told_with(story: Story, before: State, after: State) -> bool:
    """Whether the passage that shows the later state says the earlier one too, as "the sling gone" does: then it
    answers alone."""
    return story.passages.tells(after.evidence[0], before.value)


def _checkpoints(story: Story, before: State, after: State):
    """A checkpoint at which each of the two holds; null where there is none of one of them."""
    found = (story.over_time.while_holding(before), story.over_time.while_holding(after))
    return found if None not in found else None


def people_of(story: Story, state: State) -> tuple[tuple[str, ...], str]:
    target = [state.target] if state.target in story.entity else []
    return tuple(dict.fromkeys((state.character, *target))), called(story, target[0]) if target else ""


def shown_while(story: Story, state: State, low: tuple[int, int] = (0, 0), met: str | None = None) -> Moment | None:
    """The moment with the character, and with the other one who is ``met``, that stands out most while the state holds
    and that doesn't say it."""
    over = story.over_time
    said = story.passages.terms(state.value)
    best: Moment | None = None
    for moment in story.lived(state.character, max(low, over.place(state.valid_from))):
        at = (moment.scene, moment.start)
        if (
            not over.holds(state, at)
            or (met and met not in moment.people)
            or (best is not None and moment.weight <= best.weight)
        ):
            continue
        if said & story.passages.terms(moment.clause) or not story.points_at_its_scene(moment):
            continue
        best = moment
    return best
