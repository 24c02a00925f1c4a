"""What a character can be asked about between its checkpoints."""

import pytest
from factories import access, alias, at, checkpoint, entity, span, state, unaware, unit

from linedscript.suites.stage.topics import called, ledgers, topics

POINTS = [checkpoint(number, scene, 100) for number, scene in ((1, 1), (2, 3), (3, 5))]
PEOPLE = {one.id: one for one in (entity(1, "Ann"), entity(2, "Bo"))}
FACT = unit(1, id="s0002.u01", scene="s0002", evidence=(span("s0002", 10, 20),))


def found(states=(), known=(), points=POINTS, entities=PEOPLE):
    (ledger,) = ledgers(points, states, known).values()
    return topics(ledger, {FACT.id: FACT}, entities)


def sides(topic):
    return [
        (side.checkpoint.id[-2:], side.condition, side.value)
        for side in (topic.earlier, topic.later)
        if side is not None
    ]


def role(number, value, start, end=None, **changes):
    return state(number, aspect="role", value=value, valid_from=start, valid_to=end, **changes)


def evolving(states):
    return [topic for topic in found(states) if topic.earlier.condition == "evolving"]


def test_a_state_that_gives_way_to_another_is_asked_about_before_and_after():
    (topic,) = evolving([role(1, "clerk", at(1), at(4)), role(2, "boss", at(4))])
    assert sides(topic) == [("02", "evolving", "clerk"), ("03", "evolving", "boss")]


def test_a_state_that_begins_is_asked_about_before_it_is_there():
    (topic,) = evolving([role(1, "boss", at(4))])
    assert sides(topic) == [("02", "evolving", None), ("03", "evolving", "boss")]


def test_a_possession_that_only_begins_is_no_topic():
    assert evolving([state(1, aspect="possession", value="key", valid_from=at(4))]) == []


def test_a_possession_that_ends_is_asked_about_before_and_after():
    (topic,) = evolving([state(1, aspect="possession", value="key", valid_from=at(1), valid_to=at(4, 20))])
    assert sides(topic) == [("02", "evolving", "key"), ("03", "evolving", None)]


def test_a_possession_that_only_goes_out_of_sight_is_no_topic():
    assert evolving([state(1, aspect="possession", value="key", valid_from=at(1), valid_to=at(4))]) == []


def test_a_change_without_a_checkpoint_before_it_is_no_topic():
    assert evolving([role(1, "boss", at(1))]) == []


def test_a_state_that_lasts_is_asked_about_at_its_first_and_last_checkpoint():
    (topic,) = found([role(1, "boss", at(1))])
    assert sides(topic) == [("01", "invariant", "boss"), ("03", "invariant", "boss")]


def test_kinship_is_told_from_how_two_people_get_along():
    kin = state(1, aspect="relationship", value="father", target="ent-0002", invariant=True)
    assert [topic.kind for topic in found([kin])] == ["kinship"]


def test_a_constant_is_asked_about_only_when_the_other_one_has_a_name():
    late = PEOPLE | {"ent-0002": entity(2, "Bo", aliases=(alias("Bo", first_scene="s0002"),))}
    kin = state(1, aspect="relationship", value="father", target="ent-0002", invariant=True)
    assert sides(found([kin], entities=late)[0])[0][0] == "02"


def test_a_fact_that_is_learnt_late_is_asked_about_before_and_after_that():
    (topic,) = found(known=[access(1, fact="s0002.u01", mode="told", gained=at(4))])
    assert sides(topic) == [("02", "inaccessible", None), ("03", "post_disclosure", FACT.summary)]


def test_a_fact_that_is_never_learnt_is_asked_about_twice():
    (topic,) = found(known=[unaware(1, fact="s0002.u01")])
    assert sides(topic) == [("02", "inaccessible", None), ("03", "inaccessible", None)]


def test_a_fact_is_never_asked_about_before_it_happened():
    assert found(known=[unaware(1, fact="s0002.u01")], points=POINTS[:1]) == []


def test_a_fact_that_the_character_saw_is_no_topic():
    assert found(known=[access(1, fact="s0002.u01", mode="witnessed", gained=at(2, 20))]) == []


def test_a_person_known_by_a_bare_title_has_no_name_yet():
    bo = entity(2, "Bo Lund", aliases=(alias("Captain", kind="title"), alias("Bo Lund", first_scene="s0003")))
    assert [called(bo, at(scene)) for scene in (1, 3)] == [None, "Bo Lund"]


def test_a_thing_is_called_by_what_it_was_described_as_first():
    key = entity(
        3,
        "master key",
        types=("Object",),
        aliases=(alias("a key", kind="description"), alias("master key", first_scene="s0003")),
    )
    assert called(key, at(1)) == "a key"


def test_a_position_that_nothing_brought_about_was_held_before_it_was_said():
    assert evolving([role(1, "boss", at(4), catalyst=None)]) == []


def test_a_position_that_something_brought_about_is_new():
    (topic,) = evolving([role(1, "boss", at(4), catalyst="s0004.u01")])
    assert sides(topic) == [("02", "evolving", None), ("03", "evolving", "boss")]


def test_an_aim_is_no_constant_unless_it_shows_again():
    once = state(1, aspect="goal", value="to leave", valid_from=at(1), evidence=(span("s0001", 0, 4),))
    again = state(1, aspect="goal", value="to leave", valid_from=at(1), evidence=(span("s0001"), span("s0003")))
    assert [len(found([one])) for one in (once, again)] == [0, 1]


def test_a_constant_is_asked_about_in_two_scenes():
    points = [checkpoint(1, 1, 50), checkpoint(2, 1, 75)]
    assert found([state(1, aspect="possession", value="key")], points=points) == []


def test_a_fact_that_is_never_learnt_is_asked_about_once_where_its_checkpoints_share_a_scene():
    points = [checkpoint(1, 3, 50), checkpoint(2, 3, 75)]
    (topic,) = found(known=[unaware(1, fact=FACT.id)], points=points)
    assert topic.later is None


@pytest.mark.parametrize("value", ["suspended", "fired", "resigned", "被开除", "被停职", "辞职"])
def test_to_be_out_of_a_position_is_no_constant(value):
    assert [topic.earlier.condition for topic in found([role(1, value, at(2), catalyst="s0002.u01")])] == ["evolving"]
