"""Candidates over what stays as it is of a character at two checkpoints: a position, a footing with somebody, kinship.

The people whose position or kinship is asked for are given by what they do in two scenes, not by name: else the one
passage that says what somebody is would answer.
"""

from collections.abc import Iterator

from linedscript.backbone.citing import sort_citations
from linedscript.engines.rules.wording import without_stop
from linedscript.records.character import State
from linedscript.records.trajectory import Checkpoint
from linedscript.suites.stage.candidates.base import (
    Candidate,
    Rejected,
    checkpoint_cites,
    name_cites,
    state_cites,
    state_step,
    unit_cites,
    unit_step,
)
from linedscript.suites.stage.candidates.bonds import tone
from linedscript.suites.stage.candidates.contrast import OUT_OF_OFFICE, people_of
from linedscript.suites.stage.story import Moment, Story

_APART = 2
"""Scenes that lie at least between two moments of which the same is asked."""
_MOMENTS = 24
"""Moments of a person that are looked through for one that can stand for the person."""
_UNSETTLES = {
    "role": {"appoint", "clash", "leave", "close"},
    "relationship": {"clash", "bond", "agree", "lie", "hurt", "mend", "promise", "reveal"},
}
"""Acts towards somebody after which a state of the aspect may not hold any more."""


def unchanged(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """What holds of somebody at two moments alike, two checkpoints and several scenes apart, with nothing in between
    that speaks against it."""
    over = story.over_time
    for state in over.states:
        if state.aspect not in _UNSETTLES or state.invariant or state.character not in story.entity:
            continue
        kind = f"unchanged_{state.aspect}"
        if OUT_OF_OFFICE.search(state.value):
            rejected[kind, "answer-not-normalized"] += 1
            continue
        first, second = _two_moments(story, state)
        if first is None or second is None:
            rejected[kind, "no-clause"] += 1
            continue
        if state.aspect == "relationship" and not _goes_on(story, state, second):
            rejected[kind, "not-valid-at-checkpoint"] += 1
            continue
        if _unsettled(story, state, (second.scene, second.start)):
            rejected[kind, "invariant-contradicted"] += 1
            continue
        anchors = _anchors(story, state, over.place(state.valid_from), second)
        if anchors is None:
            rejected[kind, "not-valid-at-checkpoint"] += 1
            continue
        who, other = people_of(story, state)
        asks = {"first": first.clause, "second": second.clause, "who": story.calls(state.character), "other": other}
        if state.aspect == "role":
            asks = {"first": story.deed(first) or "", "second": story.deed(second) or ""}
        yield _constant(story, kind, state, asks, state.value, who, (first, second), anchors, 30)


def kin(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """How two people are related of whom each is given by a deed, two checkpoints and several scenes apart. Two kin of
    one kind, as two fathers, speak against each other."""
    over = story.over_time
    for state in over.states:
        if not state.invariant or state.aspect != "relationship" or state.character not in story.entity:
            continue
        if state.target not in story.entity or not story.entity[state.target].named:
            rejected["unchanged_kin", "nobody"] += 1
            continue
        if any(len(over.kin.get((person, state.value), ())) > 1 for person in (state.character, state.target)):
            rejected["unchanged_kin", "invariant-contradicted"] += 1
            continue
        found = _two_doers(story, state.character, state.target)
        if found is None:
            rejected["unchanged_kin", "no-clause"] += 1
            continue
        anchors = _anchors(story, state, over.place(state.valid_from), found[1])
        if anchors is None:
            rejected["unchanged_kin", "not-valid-at-checkpoint"] += 1
            continue
        asks = {"first": story.deed(found[0]) or "", "second": story.deed(found[1]) or ""}
        who, _ = people_of(story, state)
        answer = without_stop(state.claim, story.language)
        yield _constant(story, "unchanged_kin", state, asks, answer, who, found, anchors, 38)


def _constant(
    story: Story,
    kind: str,
    state: State,
    asks: dict[str, str],
    answer: str,
    who: tuple[str, ...],
    moments: tuple[Moment, Moment],
    anchors: tuple[Checkpoint, Checkpoint],
    score: float,
) -> Candidate:
    first, second = moments
    everybody = tuple(dict.fromkeys((*who, *first.people, *second.people)))
    return Candidate(
        kind,
        "Role-Relation Continuity" if state.aspect == "relationship" else "Character Understanding",
        "invariant_control",
        None,
        asks,
        answer,
        everybody,
        (state_step(state), unit_step(first), unit_step(second)),
        sort_citations(
            [
                *state_cites(state),
                *unit_cites(first, second),
                *name_cites(story, *everybody),
                *checkpoint_cites(*anchors),
            ]
        ),
        score + min(second.scene - first.scene, 10),
        (first.unit.id, second.unit.id),
        anchors,
    )


def _two_moments(story: Story, state: State) -> tuple[Moment | None, Moment | None]:
    """The first moment while the state holds, and of those some scenes behind it the one that stands out most: of a
    position, deeds that can stand for the character's name; of two people, the second with both
    and no clash or friendly act itself."""
    said = story.passages.terms(state.value)
    shown = [
        moment
        for moment in story.lived(state.character, story.over_time.start(state.evidence[0], state.valid_from))
        if story.over_time.holds(state, (moment.scene, moment.start))
        and not said & story.passages.terms(moment.clause)
        and (_is_deed(story, state, moment) if state.aspect == "role" else story.points_at_its_scene(moment))
    ]
    later = [
        moment
        for moment in shown
        if moment.scene >= shown[0].scene + _APART
        and (state.aspect == "role" or state.target in moment.people and tone(moment) is None)
    ]
    return (shown[0], max(later, key=lambda moment: moment.weight)) if later else (None, None)


def _is_deed(story: Story, state: State, moment: Moment) -> bool:
    return moment.doer == state.character and story.deed(moment) is not None


def _two_doers(story: Story, one: str, other: str) -> tuple[Moment, Moment] | None:
    """A deed of each of the two, in story order, that neither names; of those some scenes apart the first."""
    deeds = [
        [
            moment
            for moment in story.of_doer.get(person, [])[:_MOMENTS]
            if story.deed(moment) and not _names(story, moment, one, other)
        ]
        for person in (one, other)
    ]
    for first in deeds[0]:
        for second in deeds[1]:
            if abs(first.scene - second.scene) >= _APART:
                return (first, second) if first.scene < second.scene else (second, first)
    return None


def _names(story: Story, moment: Moment, *people: str) -> bool:
    return any(story.names(person, story.deed(moment) or "") for person in people)


def _anchors(story: Story, state: State, low: tuple[int, int], second: Moment) -> tuple[Checkpoint, Checkpoint] | None:
    """Two checkpoints of the character while the state holds: before the second moment, and from its scene on."""
    over = story.over_time
    high = None if state.valid_to is None else over.place(state.valid_to)
    one = over.between(state.character, low, (second.scene, second.start))
    other = over.between(state.character, max(low, (second.scene, 0)), high)
    return None if one is None or other is None or one == other else (one, other)


def _goes_on(story: Story, state: State, second: Moment) -> bool:
    """Whether an act of the kind by which the two came to stand so follows the second moment while they do: that
    nothing tells of a quarrel's end doesn't say that it lasts."""
    over = story.over_time
    acts = [moment for moment in _between(story, state) if tone(moment) is not None]
    later = [moment for moment in acts if (moment.scene, moment.start) > (second.scene, second.start)]
    return bool(later) and tone(later[0]) == tone(acts[0]) and over.holds(state, (later[0].scene, later[0].start))


def _between(story: Story, state: State) -> list[Moment]:
    """Moments with both people of a relationship, from where it shows first."""
    low = story.over_time.start(state.evidence[0], state.valid_from)
    return [moment for moment in story.lived(state.character, low) if state.target in moment.people]


def _unsettled(story: Story, state: State, until: tuple[int, int]) -> bool:
    """Whether evidence between the state's beginning and ``until`` may have ended it: of two people an act of the other
    kind, of a position an act towards its holder."""
    if state.aspect == "relationship":
        acts = [moment for moment in _between(story, state) if set(moment.acts) & _UNSETTLES["relationship"]]
        return any(tone(moment) != tone(acts[0]) for moment in acts if (moment.scene, moment.start) < until)
    start = story.over_time.start(state.evidence[0], state.valid_from)
    for moment in story.lived(state.character, start, most=10**6):
        if (moment.scene, moment.start) >= until:
            break
        towards = {part.entity for part in moment.unit.participants}
        if state.character in towards and moment.doer != state.character and set(moment.acts) & _UNSETTLES["role"]:
            return True
    return False
