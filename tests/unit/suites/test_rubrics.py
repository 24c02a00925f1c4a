"""What a rubric says of a character at a checkpoint, in which order, and what it leaves out."""

import pytest
from factories import entity, span, unit
from unit.suites.trajectory import access, anchor, checkpoint, development, held

from linedscript.suites.stage.rubrics import Reviewed, make_rubrics

WEIGHTS = {
    "relationship": 1.0,
    "goal": 0.9,
    "knowledge": 0.8,
    "role": 0.7,
    "physical": 0.7,
    "possession": 0.5,
    "emotion": 0.3,
    "location": 0.2,
}
SETTINGS = {"states": 8, "developments": 4, "future_negatives": 8, "weights": WEIGHTS}


def by_id(records):
    return {record.id: record for record in records}


def rubrics(points, states=(), developments=(), known=(), units=(), language="en", name="Ann", **settings):
    reviewed = Reviewed(*map(by_id, (states, developments, known, units, [entity(1, name)])))
    return make_rubrics(points, reviewed, language, SETTINGS | settings)


def texts(claims):
    return [claim.text for claim in claims]


def at(scene):
    """Behind everything that these tests let happen in the scene."""
    return checkpoint(scene, anchor(scene, 50))


def test_what_holds_at_the_anchor_is_a_current_state():
    states = [
        held(1, "Ann is ill.", anchor(1, 10)),
        held(2, "Ann is at the pier.", anchor(1, 10), anchor(2, 5), aspect="location"),
        held(3, "Ann is at home.", anchor(2, 5), aspect="location"),
        held(4, "Ann is well.", anchor(3, 5)),
    ]
    first, second = rubrics([at(1), at(2)], states)
    assert texts(first.states) == ["Ann is ill.", "Ann is at the pier."]
    assert texts(second.states) == ["Ann is at home.", "Ann is ill."]


def test_a_state_whose_evidence_ends_behind_the_anchor_holds_not_yet():
    state = held(1, "Ann is ill.", anchor(1, 10), evidence=(span("s0001", 10, 60),))
    assert [texts(one.states) for one in rubrics([at(1), at(2)], [state])] == [[], ["Ann is ill."]]


def test_a_state_that_ends_at_the_anchor_holds_no_longer():
    state = held(1, "Ann is ill.", anchor(1, 10), anchor(2, 50))
    assert [texts(one.states) for one in rubrics([at(1), at(2)], [state])] == [["Ann is ill."], []]


def test_an_emotion_of_another_scene_is_no_current_state():
    state = held(1, "Ann is in tears.", anchor(1, 10), aspect="emotion")
    assert [texts(one.states) for one in rubrics([at(1), at(2)], [state])] == [["Ann is in tears."], []]


def test_states_are_ordered_by_what_the_checkpoint_is_for_then_what_is_new_then_weight_then_recency():
    states = [
        held(1, "Ann hates Bo.", anchor(1, 10), aspect="relationship", target="ent-0002"),
        held(2, "Ann wants to leave.", anchor(1, 20), aspect="goal"),
        held(3, "Ann wants to stay.", anchor(1, 30), aspect="goal"),
        held(4, "Ann has the key.", anchor(2, 10), aspect="possession", target="ent-0003"),
        held(5, "Ann is at home.", anchor(2, 20), aspect="location"),
    ]
    points = [at(1), checkpoint(2, anchor(2, 50), states=("cs-0005",))]
    assert texts(rubrics(points, states)[1].states) == [
        "Ann is at home.",
        "Ann has the key.",
        "Ann hates Bo.",
        "Ann wants to stay.",
        "Ann wants to leave.",
    ]


def test_what_the_bounds_leave_out_is_counted():
    states = [
        held(number, f"Ann knows {number} things.", anchor(1, number), aspect="knowledge") for number in range(1, 12)
    ]
    changes = [development(number, f"Ann learns thing {number}.", anchor(1, number)) for number in range(1, 7)]
    (rubric,) = rubrics([at(1)], states, changes)
    assert (len(rubric.states), len(rubric.developments), rubric.left_out) == (8, 4, 3 + 2)


def test_an_aspect_of_weight_zero_is_in_no_pool():
    states = [held(1, "Ann is at home.", anchor(1, 10), aspect="location")]
    changes = [development(1, "Ann goes home.", anchor(1, 10), kind="location")]
    (rubric,) = rubrics([at(1)], states, changes, weights=WEIGHTS | {"location": 0})
    assert (rubric.states, rubric.developments, rubric.left_out) == ((), (), 0)


def test_developments_are_those_since_the_checkpoint_before():
    changes = [development(1, "Ann falls ill.", anchor(1, 10)), development(2, "Ann gets well.", anchor(2, 10))]
    assert [texts(one.developments) for one in rubrics([at(1), at(2), at(3)], (), changes)] == [
        ["Ann falls ill."],
        ["Ann gets well."],
        [],
    ]


def test_invariants_stand_apart_once_they_have_been_shown():
    states = [held(1, "Ann is Bo's sister.", anchor(2, 10), invariant=True, aspect="relationship")]
    first, second = rubrics([at(1), at(2)], states)
    assert (first.states, first.invariants, first.future_negatives) == ((), (), ())
    assert (second.states, texts(second.invariants)) == ((), ["Ann is Bo's sister."])


def test_of_what_holds_only_later_the_weightier_comes_first_then_what_ends_the_present():
    states = [
        held(1, "Ann is ill.", anchor(1, 10), anchor(3, 10), value="ill"),
        held(2, "Ann wants to leave.", anchor(2, 10), aspect="goal", value="leave"),
        held(3, "Ann is well.", anchor(3, 10), value="well"),
        held(4, "Ann is a clerk.", anchor(2, 20), aspect="role", value="clerk"),
    ]
    first, _ = rubrics([at(1), at(3)], states)
    assert texts(first.future_negatives) == ["Ann wants to leave.", "Ann is well.", "Ann is a clerk."]


def test_what_comes_back_later_and_holds_now_too_is_no_future_negative():
    states = [
        held(1, "Ann is at home.", anchor(1, 10), anchor(2, 10), aspect="location", value="home"),
        held(2, "Ann is at the pier.", anchor(2, 10), anchor(3, 10), aspect="location", value="pier"),
        held(3, "Ann is back home.", anchor(3, 10), aspect="location", value="home"),
    ]
    assert texts(rubrics([at(1)], states)[0].future_negatives) == ["Ann is at the pier."]


def test_what_held_before_and_comes_back_is_no_future_negative():
    states = [
        held(1, "Ann is at home.", anchor(1, 10), anchor(2, 10), aspect="location", value="home"),
        held(2, "Ann is at the pier.", anchor(2, 10), anchor(3, 10), aspect="location", value="pier"),
        held(3, "Ann is back home.", anchor(3, 10), aspect="location", value="home"),
    ]
    assert rubrics([at(1), at(2)], states)[1].future_negatives == ()


def test_an_emotion_to_come_is_no_future_negative():
    states = [held(1, "Ann is in tears.", anchor(3, 10), aspect="emotion")]
    assert rubrics([at(1)], states)[0].future_negatives == ()


FACT = unit(1, summary="The lamp is broken by Bo.", evidence=(span("s0002", 10, 20),))


@pytest.mark.parametrize(
    ("record", "asserted"),
    [
        (
            access(1, FACT.id),
            [[], ["Ann knows that the lamp is broken by Bo."], ["Ann knows that the lamp is broken by Bo."]],
        ),
        (access(1, FACT.id, "told", anchor(3, 10)), [[], ["Ann knows that the lamp is broken by Bo."], []]),
        (access(1, FACT.id, "witnessed", anchor(2, 20)), [[], [], []]),
    ],
)
def test_a_fact_that_the_character_cannot_know_is_a_future_negative_once_it_has_happened(record, asserted):
    made = rubrics([at(1), at(2), at(3)], known=[record], units=[FACT])
    assert [texts(one.future_negatives) for one in made] == asserted


def test_an_inaccessible_fact_reads_as_a_chinese_sentence():
    fact = unit(1, summary="邵平偷走银簪。", evidence=(span("s0001", 10, 20),))
    (rubric,) = rubrics([at(1)], known=[access(1, fact.id)], units=[fact], language="zh", name="林晚秋")
    assert texts(rubric.future_negatives) == ["林晚秋知道邵平偷走银簪。"]


def test_the_facts_that_a_checkpoint_is_there_for_come_first():
    facts = [
        unit(number, summary=f"Bo breaks lamp {number}.", evidence=(span("s0001", number, number + 1),))
        for number in (1, 2, 3)
    ]
    point = checkpoint(1, anchor(1, 50), facts=("ac-0002",))
    known = [access(number, fact.id) for number, fact in enumerate(facts, 1)]
    (rubric,) = rubrics([point], known=known, units=facts)
    assert [text[-2] for text in texts(rubric.future_negatives)] == ["2", "3", "1"]


def test_a_claim_of_two_records_stands_once():
    states = [
        held(1, "Ann knows of it.", anchor(1, 10), aspect="knowledge"),
        held(2, "Ann knows of it", anchor(1, 20), aspect="knowledge"),
    ]
    (rubric,) = rubrics([at(1)], states)
    assert texts(rubric.states) == ["Ann knows of it."]
    assert rubric.left_out == 0


def test_a_checkpoint_with_nothing_to_ask_for_has_an_empty_rubric():
    (rubric,) = rubrics([at(1)])
    assert (rubric.states, rubric.developments, rubric.invariants, rubric.future_negatives) == ((), (), (), ())


def test_claims_are_numbered_by_their_checkpoint_and_name_their_source():
    (rubric,) = rubrics(
        [at(1)], [held(7, "Ann is ill", anchor(1, 10))], [development(3, "Ann falls ill", anchor(1, 10))]
    )
    assert [(claim.id, claim.text, claim.source) for claim in (*rubric.states, *rubric.developments)] == [
        ("cp-0001-01.s01", "Ann is ill.", "states/cs-0007"),
        ("cp-0001-01.d01", "Ann falls ill.", "developments/dv-0003"),
    ]
