"""What is assembled of reviewed records: how characters stand to each other, and who has a trajectory."""

import pytest
from factories import checkpoint, cite, entity, focal, relation, scene, span, state

from linedscript.characters.ties import draw_ties
from linedscript.characters.trajectories import draw_trajectories
from linedscript.records.character import Anchor
from linedscript.records.review import Stale, Tombstone

PEOPLE = [entity(1, "Ann"), entity(2, "Bo"), entity(3, "key", types=("Object",))]
SCENES = [scene("INT. OFFICE - DAY\n\nAnn likes Bo.\n", number) for number in (1, 2, 3)]


def stands(number, start, end=None, **changes):
    return state(
        number,
        **dict(
            aspect="relationship",
            target="ent-0002",
            claim=f"Ann stands so {number}.",
            valid_from=Anchor(scene=f"s{start:04d}", offset=0),
            valid_to=end and Anchor(scene=f"s{end:04d}", offset=0),
        )
        | changes,
    )


def ties(states=(), relations=(), who=("ent-0001",)):
    return draw_ties("en-0001", SCENES, PEOPLE, relations, [focal(one) for one in who], states)


def likes(number=1, start=1, **changes):
    place = span(f"s{start:04d}", 19, 22)
    told = dict(predicate="affinity_with", description="They like each other.", evidence=(place,))
    return relation(number, **told | changes)


def test_the_phases_of_a_pair_stand_in_the_order_of_the_story():
    (tie,) = ties([stands(2, 3), stands(1, 1, 3)])
    assert (tie.id, tie.character, tie.other) == ("tie-0001", "ent-0001", "ent-0002")
    assert [phase.source for phase in tie.phases] == ["states/cs-0001", "states/cs-0002"]
    assert [phase.valid_to and phase.valid_to.scene for phase in tie.phases] == ["s0003", None]


def test_a_relation_counts_for_each_of_two_focal_characters():
    found = ties(relations=[likes()], who=("ent-0001", "ent-0002"))
    assert [(tie.character, tie.other) for tie in found] == [("ent-0001", "ent-0002"), ("ent-0002", "ent-0001")]


def test_a_relation_of_a_moment_is_over_at_the_end_of_its_passage():
    (tie,) = ties(relations=[likes(persistence="momentary")])
    assert tie.phases[0].valid_to == Anchor(scene="s0001", offset=len(SCENES[0].text))


def test_a_relation_told_as_what_somebody_said_is_over_with_it():
    (tie,) = ties(relations=[likes(persistence="lasting", description="Ann dismisses Bo: “You're fired.”")])
    assert tie.phases[0].valid_to == Anchor(scene="s0001", offset=len(SCENES[0].text))


def test_a_relation_that_a_state_was_read_off_is_told_once():
    said = likes()
    (tie,) = ties([stands(1, 1, cites=(cite("relations", said, "predicate"),))], [said])
    assert [phase.source for phase in tie.phases] == ["states/cs-0001"]


@pytest.mark.parametrize(
    "changes",
    [
        {"polarity": "negative"},
        {"modality": "reported"},
        {"predicate": "located_at"},
        {"object": "ent-0003"},
        {"subject": "ent-0002", "object": "ent-0003"},
    ],
)
def test_what_does_not_hold_between_two_people_is_no_phase(changes):
    assert ties(relations=[likes(**changes)]) == []


def test_states_of_other_aspects_and_of_others_are_no_phase():
    assert ties([stands(1, 1, aspect="location"), stands(2, 1, character="ent-0002", target="ent-0001")]) == []


TWO = (checkpoint(1), checkpoint(2, kind="final"))


def trajectories(checkpoints=(), states=(), stale=(), tombstones=(), who="ent-0001"):
    (found,) = draw_trajectories("en-0001", [focal(who)], states, checkpoints, stale, tombstones)
    return found.checkpoints, found.why_none


def test_a_trajectory_lists_its_checkpoints_in_the_order_of_the_story():
    assert trajectories(TWO[::-1]) == (("cp-0001-01", "cp-0001-02"), None)


def test_a_character_without_a_trajectory_has_a_reason():
    assert trajectories() == ((), "no_state")
    assert trajectories(states=[state(invariant=True)]) == ((), "no_state")
    assert trajectories(states=[state()]) == ((), "one_moment")


def test_a_trajectory_of_which_review_left_less_than_two_checkpoints_is_withheld():
    gone = Stale(id="checkpoints/cp-0001-02", film="en-0001", because=("states/cs-0001",), patches=("pt-0001",))
    assert trajectories(TWO[:1], [state()], [gone]) == ((), "withheld")
    assert trajectories((), [state()], [gone]) == ((), "withheld")


def test_checkpoints_keep_their_names_when_their_character_is_merged():
    merged = Tombstone(
        id="entities/ent-0001", film="en-0001", patch="pt-0001", action="merge", successors=("entities/ent-0002",)
    )
    gone = Stale(id="checkpoints/cp-0001-02", film="en-0001", because=("states/cs-0001",), patches=("pt-0001",))
    told = dict(states=[state(character="ent-0002")], stale=[gone], tombstones=[merged], who="ent-0002")
    assert trajectories(**told) == ((), "withheld")
