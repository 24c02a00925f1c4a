"""What closes a state, and what stays open."""

import pytest
from factories import cite, entity, made, span, state
from hypothesis import given
from hypothesis import strategies as st

from linedscript.characters.intervals import Observed, faded, ledger, moment, slot
from linedscript.records.character import Anchor


def seen(aspect, value, scene=1, offset=0, ends=False, **changes):
    at = Anchor(scene=f"s{scene:04d}", offset=offset)
    held = state(
        aspect=aspect,
        value=value,
        valid_from=at,
        evidence=(span(at.scene, offset, offset + 4),),
        cites=(cite("entities", entity(), "name"),),
        **changes,
    )
    return Observed(state=held, ends=ends, made=made())


def shape(states):
    return [(s.id, s.value, s.valid_to and s.valid_to.scene, s.after) for s in states]


def test_a_later_state_of_the_slot_closes_the_earlier():
    found = ledger([seen("physical", "injured", 1), seen("physical", "recovered", 4)])
    assert shape(found) == [("cs-0001", "injured", "s0004", None), ("cs-0002", "recovered", None, "cs-0001")]


def test_states_of_other_slots_stay_open():
    found = ledger([seen("physical", "injured", 1), seen("location", "the ward", 2, target="ent-0003")])
    assert [s.valid_to for s in found] == [None, None]


def test_an_end_closes_and_opens_nothing():
    found = ledger(
        [seen("possession", "key", 1, target="ent-0005"), seen("possession", "key", 3, ends=True, target="ent-0005")]
    )
    assert shape(found) == [("cs-0001", "key", "s0003", None)]


def test_a_thing_that_changes_hands_leaves_the_former_holder():
    found = ledger(
        [
            seen("possession", "key", 1, target="ent-0005"),
            seen("possession", "key", 2, target="ent-0005", character="ent-0002"),
            seen("possession", "key", 6, target="ent-0005"),
        ]
    )
    assert shape(found) == [
        ("cs-0001", "key", "s0002", None),
        ("cs-0002", "key", "s0006", None),
        ("cs-0003", "key", None, "cs-0001"),
    ]


def test_a_repeated_value_adds_evidence_only():
    found = ledger([seen("role", "pilot", 1), seen("role", "pilot", 3)])
    assert [(s.valid_from.scene, len(s.evidence)) for s in found] == [("s0001", 2)]


def test_what_is_known_stays_known():
    found = ledger([seen("knowledge", "Peter lives", 1), seen("knowledge", "August lied", 2)])
    assert [s.valid_to for s in found] == [None, None]


def test_an_invariant_neither_closes_nor_is_closed():
    found = ledger(
        [
            seen("relationship", "father", 1, invariant=True, target="ent-0002"),
            seen("relationship", "at odds", 2, target="ent-0002"),
            seen("relationship", "on good terms", 3, target="ent-0002"),
        ]
    )
    assert [(s.value, s.valid_to and s.valid_to.scene) for s in found] == [
        ("father", None),
        ("at odds", "s0003"),
        ("on good terms", None),
    ]


def test_relationships_with_two_people_are_two_slots():
    found = ledger(
        [
            seen("relationship", "at odds", 1, target="ent-0002"),
            seen("relationship", "on good terms", 2, target="ent-0003"),
        ]
    )
    assert [s.valid_to for s in found] == [None, None]


OBSERVED = st.lists(
    st.builds(
        seen,
        st.sampled_from(("physical", "possession", "relationship", "knowledge", "role")),
        st.sampled_from("abc"),
        st.integers(1, 6),
        st.integers(0, 3),
        st.booleans(),
        character=st.sampled_from(("ent-0001", "ent-0002")),
        target=st.sampled_from(("ent-0007", "ent-0008")),
        invariant=st.booleans(),
    ),
    max_size=20,
)


@given(OBSERVED)
def test_no_two_states_of_a_slot_hold_at_one_time(observed):
    states = [s for s in ledger(observed) if not s.invariant]
    for one in states:
        for two in states:
            if one.id < two.id and slot(one) == slot(two):
                assert one.valid_to is not None and moment(one.valid_to) <= moment(two.valid_from)


@given(OBSERVED)
def test_every_interval_runs_forward_and_every_predecessor_exists(observed):
    states = ledger(observed)
    by_id = {s.id: s for s in states}
    assert all(s.valid_to is None or moment(s.valid_from) < moment(s.valid_to) for s in states)
    assert all(s.after is None or moment(by_id[s.after].valid_from) < moment(s.valid_from) for s in states)


@given(OBSERVED, st.randoms())
def test_the_ledger_does_not_depend_on_the_order_of_observations(observed, random):
    mixed = list(observed)
    random.shuffle(mixed)

    def key(s):
        return (s.value, s.valid_from.scene, s.valid_from.offset, s.character, s.aspect, s.target or "", s.invariant)

    assert sorted(map(key, ledger(mixed))) == sorted(map(key, ledger(observed)))


FILM_SCENES = [f"s{number:04d}" for number in range(1, 9)]


def test_a_possession_ends_with_the_last_scene_in_which_the_thing_stands():
    found = ledger([seen("possession", "coat", 2, target="ent-0005")], FILM_SCENES, {"ent-0005": "s0004"})
    assert [s.valid_to for s in found] == [Anchor(scene="s0005", offset=0)]


def test_a_possession_of_a_thing_that_stands_in_the_last_scene_stays_open():
    found = ledger([seen("possession", "key", 2, target="ent-0005")], FILM_SCENES, {"ent-0005": "s0008"})
    assert [s.valid_to for s in found] == [None]


def test_a_thing_that_changed_hands_left_the_first_hand_then_and_not_where_it_is_shown_last():
    observed = [
        seen("possession", "key", 1, target="ent-0005"),
        seen("possession", "key", 2, 9, target="ent-0005", character="ent-0002"),
    ]
    found = ledger(observed, FILM_SCENES, {"ent-0005": "s0003"})
    assert [(s.valid_to.scene, s.valid_to.offset, faded(s)) for s in found] == [("s0002", 9, False), ("s0004", 0, True)]


def test_what_ends_a_quarrel_doesnt_end_the_friendship_that_came_after_it():
    observed = [
        seen("relationship", "on good terms", 2, target="ent-0002"),
        seen("relationship", "at odds", 3, ends=True, target="ent-0002"),
    ]
    assert [s.valid_to for s in ledger(observed, FILM_SCENES)] == [None]


SCENES = [f"s{number:04d}" for number in range(1, 7)]


def test_an_aim_ends_behind_the_next_scene_in_which_its_character_is_seen():
    (aim,) = ledger(
        [seen("goal", "to say so", 1, catalyst=None)], SCENES, present={"ent-0001": ["s0001", "s0003", "s0005"]}
    )
    assert aim.valid_to == Anchor(scene="s0004", offset=0) and faded(aim)


def test_an_aim_that_shows_again_goes_on_from_there():
    again = [seen("goal", "to say so", 1, catalyst=None), seen("goal", "to say so", 3, catalyst=None)]
    (aim,) = ledger(again, SCENES, present={"ent-0001": ["s0001", "s0003", "s0005"]})
    assert aim.valid_to == Anchor(scene="s0006", offset=0)


def test_an_aim_of_somebody_who_is_not_seen_again_and_a_promise_stay_open():
    kept = [seen("goal", "to say so", 5, catalyst=None), seen("goal", "to come", 1, catalyst="s0001.u01")]
    assert [s.valid_to for s in ledger(kept, SCENES, present={"ent-0001": ["s0001", "s0003", "s0005"]})] == [None, None]


def odds(scene, offset=4, ends=False):
    return seen("relationship", "at odds", scene, offset, ends=ends, target="ent-0002")


@pytest.mark.parametrize(
    ("later", "until"),
    [
        ([], ("s0003", 0)),
        ([odds(5, ends=True)], ("s0005", 4)),
        ([odds(5)], None),
        ([odds(5), odds(6, 0, ends=True)], ("s0006", 0)),
    ],
)
def test_a_footing_lapses_at_a_scenes_beginning_where_nothing_ends_or_renews_it_later(later, until):
    (state,) = ledger([odds(1), odds(3, 0, ends=True), *later])
    assert (state.valid_to and (state.valid_to.scene, state.valid_to.offset)) == until
    assert faded(state) == (until is not None and until[1] == 0)


def test_a_thing_that_somebody_without_a_ledger_comes_by_is_no_longer_had():
    taken = [("ent-0005", Anchor(scene="s0002", offset=7))]
    (state,) = ledger([seen("possession", "key", target="ent-0005")], taken=taken)
    assert state.valid_to == taken[0][1]
