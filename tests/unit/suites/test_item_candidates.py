"""Candidates about objects and people: who has a thing next, who is in two scenes, what replaced a state."""

from collections import Counter

from factories import alias, checkpoint, entity, span, state
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, ENTITIES, THE_LEAD, TO_BO, TO_CY, told
from unit.suites.asked_films import dated_film, story

from linedscript.records.character import Anchor
from linedscript.suites.stage.candidates.contrast import state_change
from linedscript.suites.stage.candidates.objects import holdings, next_holder, thing_chain
from linedscript.suites.stage.candidates.roles import in_both_scenes, who_it_was


def test_the_next_holder_of_an_object_is_asked_for():
    (candidate,) = next_holder(story(*dated_film()), Counter())
    assert (candidate.answer, candidate.asks["thing"]) == ("Cy", "the brass lead")
    assert [step.record for step in candidate.steps] == ["units/s0001.u01", "units/s0003.u01"]


def test_a_next_holder_whom_the_question_names_is_rejected_and_counted():
    scenes, units = dated_film()
    units[0] = told(
        scenes,
        1,
        "Ann hands the brass lead to Bo across the counter.",
        ANN_ACTS,
        TO_BO,
        THE_LEAD,
        ("Cy", "ent-0003", "present"),
        trigger="hand",
    )
    rejected = Counter()
    assert list(next_holder(story(scenes, units), rejected)) == []
    assert rejected["next_holder", "answer-in-question"] == 1


def test_three_holders_make_a_chain():
    scenes, units = dated_film()
    more = scenes_of("a\n", "b\n", "c\n", "INT. BOAT - DAY\nCy returns the brass lead to Ann with a bow.\n")[3:]
    units.append(
        told(
            [*scenes, *more],
            4,
            "Cy returns the brass lead to Ann with a bow.",
            CY_ACTS,
            ("Ann", "ent-0001", "recipient"),
            THE_LEAD,
            trigger="return",
        )
    )
    (candidate,) = thing_chain(story([*scenes, *more], units), Counter())
    assert (candidate.answer, candidate.asks["count"], candidate.asks["who"]) == ("Cy, then Ann", "two", "Bo")


def test_a_giver_who_is_not_the_last_known_holder_comes_in_between():
    scenes = scenes_of(
        "INT. A - DAY\nAnn steals the brass lead.\n", "INT. B - DAY\nBo gives the brass lead to Cy with a shrug.\n"
    )
    units = [
        told(scenes, 1, "Ann steals the brass lead.", ANN_ACTS, THE_LEAD, trigger="steal"),
        told(scenes, 2, "Bo gives the brass lead to Cy with a shrug.", BO_ACTS, TO_CY, THE_LEAD, trigger="give"),
    ]
    assert [one.holder for one in holdings(story(scenes, units))["ent-0004"]] == ["ent-0001", "ent-0002", "ent-0003"]


def two_scene_film(extra=""):
    scenes = scenes_of(
        "INT. A - DAY\nAnn paints the crooked fence blue again.\nCy whistles.\n",
        "INT. B - DAY\nBo counts forty silver coins twice.\nCy laughs.\n" + extra,
    )
    units = [
        told(scenes, 1, "Ann paints the crooked fence blue again.", ANN_ACTS),
        told(scenes, 1, "Cy whistles.", CY_ACTS, number=2),
        told(scenes, 2, "Bo counts forty silver coins twice.", BO_ACTS),
        told(scenes, 2, "Cy laughs.", CY_ACTS, number=2),
    ]
    return scenes, units


def test_the_one_person_of_two_scenes_is_asked_for():
    (candidate,) = in_both_scenes(story(*two_scene_film()), Counter())
    assert candidate.answer == "Cy" and len({step.scene for step in candidate.steps}) == 2


def test_a_second_person_so_much_as_named_in_both_scenes_makes_the_answer_not_unique():
    scenes, units = two_scene_film()
    dee = entity(5, "Dee", evidence=(span("s0001"), span("s0002")))
    rejected = Counter()
    assert list(in_both_scenes(story(scenes, units, (*ENTITIES, dee)), rejected)) == []
    assert rejected["in_both_scenes", "not-unique"] == 1


def test_nobody_is_asked_for_whom_the_question_may_name_by_another_form():
    """Two entities that resolution left apart: the question would name Ann, the answer be Ann Booles."""
    scenes, units = two_scene_film()
    others = [one for one in ENTITIES if one.id != "ent-0003"]
    rejected = Counter()
    who = entity(3, "Mrs. Ann Booles", aliases=(alias("Cy"), alias("Mrs. Ann Booles")))
    assert list(in_both_scenes(story(scenes, units, (who, *others)), rejected)) == []
    assert rejected["in_both_scenes", "maybe-named"] == 1


def test_nobody_is_asked_for_whom_a_possessive_of_the_question_names():
    scenes = scenes_of(
        "INT. A - DAY\nBo paints the crooked fence behind Ann's house.\nAnn whistles.\n",
        "INT. B - DAY\nBo counts forty silver coins twice.\nAnn laughs.\n",
    )
    units = [
        told(scenes, 1, "Bo paints the crooked fence behind Ann's house.", BO_ACTS),
        told(scenes, 1, "Ann whistles.", ANN_ACTS, number=2),
        told(scenes, 2, "Bo counts forty silver coins twice.", BO_ACTS),
        told(scenes, 2, "Ann laughs.", ANN_ACTS, number=2),
    ]
    ann = entity(1, "Ann Booles", aliases=(alias("Ann Booles"), alias("Ann", kind="short_name")))
    assert list(in_both_scenes(story(scenes, units, (ann, *ENTITIES[1:])), Counter())) == []


def test_a_person_without_a_name_is_no_answer():
    others = [one for one in ENTITIES if one.id != "ent-0003"]
    rejected = Counter()
    scenes, units = two_scene_film()
    assert list(in_both_scenes(story(scenes, units, (*others, entity(3, "Cy", named=False))), rejected)) == []
    assert rejected["in_both_scenes", "answer-not-normalized"] == 1


def test_a_voice_that_is_only_heard_leaves_no_trace_of_a_person():
    scenes, units = two_scene_film("@CY (V.O.): Nothing to see.")
    units[3] = told(scenes, 2, "Nothing to see.", ("Cy", "ent-0003", "speaker"), number=2)
    rejected = Counter()
    assert list(in_both_scenes(story(scenes, units), rejected)) == []
    assert rejected["in_both_scenes", "no-trace"] == 1


def test_a_person_first_described_and_later_named_is_asked_for():
    scenes = scenes_of(
        "INT. A - DAY\nThe Stranger counts forty silver coins twice.\n", "INT. B - DAY\nEli nods at the door.\n"
    )
    eli = entity(6, "Eli", aliases=(alias("the Stranger", kind="description"), alias("Eli", first_scene="s0002")))
    units = [
        told(scenes, 1, "The Stranger counts forty silver coins twice.", ("Stranger", "ent-0006", "agent")),
        told(scenes, 2, "Eli nods at the door.", ("Eli", "ent-0006", "agent")),
    ]
    (candidate,) = who_it_was(story(scenes, units, (eli,)), Counter())
    assert candidate.answer == "Eli" and "Eli" not in candidate.asks["event"]


def ranks(units):
    """Ann is Deputy Pilot in the first scene and Chief Pilot from the third on."""
    ends = [units[0].evidence[0], units[2].evidence[0]]
    before = state(
        1,
        aspect="role",
        claim="Ann is Deputy Pilot.",
        value="Deputy Pilot",
        valid_from=Anchor(scene="s0001", offset=ends[0].start),
        valid_to=Anchor(scene="s0003", offset=ends[1].start),
        evidence=ends[:1],
    )
    after = state(
        2,
        aspect="role",
        claim="Ann is Chief Pilot.",
        value="Chief Pilot",
        valid_from=Anchor(scene="s0003", offset=ends[1].start),
        valid_to=None,
        after="cs-0001",
        evidence=ends[1:],
    )
    return [before, after]


AT_EACH = [
    checkpoint(1, anchor=Anchor(scene="s0002", offset=0)),
    checkpoint(2, anchor=Anchor(scene="s0003", offset=900)),
]


def test_a_state_that_replaced_another_is_asked_for_by_its_value():
    scenes, units = dated_film()
    states = ranks(units)
    (candidate,) = state_change(story(scenes, units, states=states, checkpoints=AT_EACH), Counter())
    assert (candidate.answer, candidate.asks["event"]) == ("Deputy Pilot", "Ann is Chief Pilot")
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "states/cs-0002"]
    assert [one.id for one in candidate.checkpoints] == ["cp-0001-01", "cp-0001-02"]


def test_a_change_is_asked_about_only_where_a_checkpoint_stands_in_each_of_its_two_states():
    scenes, units = dated_film()
    rejected = Counter()
    assert list(state_change(story(scenes, units, states=ranks(units), checkpoints=AT_EACH[1:]), rejected)) == []
    assert rejected["state_change", "not-valid-at-checkpoint"] == 1


def test_two_states_that_replace_the_same_one_make_no_question():
    scenes, units = dated_film()
    first = state(1, aspect="role", value="Deputy Pilot", evidence=(units[0].evidence[0],))
    heirs = [
        state(number, aspect="role", value=value, after="cs-0001", evidence=(units[2].evidence[0],))
        for number, value in ((2, "Chief Pilot"), (3, "Captain"))
    ]
    rejected = Counter()
    assert list(state_change(story(scenes, units, states=[first, *heirs]), rejected)) == []
    assert rejected["state_change", "not-unique"] == 2
