"""Candidates over how somebody came by a thing, and over what an injury was caused by."""

from collections import Counter

import pytest
from factories import checkpoint, entity, state
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, THE_LEAD, TO_BO, TO_CY, told
from unit.suites.asked_films import rooms, story

from linedscript.records.character import Anchor
from linedscript.suites.stage.candidates.causes import came_by, hurt_by

GIVES = "Ann hands the brass lead to Bo across the counter."
GIVES_ON = "Bo gives the brass lead to Cy with a shrug."
COUNTS = "Bo counts forty silver coins twice."
WRITES = "Cy writes a long report at the desk."


def handed(*more):
    scenes = rooms(GIVES, COUNTS, *more)
    units = [
        told(scenes, 1, GIVES, ANN_ACTS, TO_BO, THE_LEAD, trigger="hand"),
        told(scenes, 2, COUNTS, BO_ACTS, trigger="count"),
    ]
    if GIVES_ON in more:
        units.append(told(scenes, 3, GIVES_ON, BO_ACTS, TO_CY, THE_LEAD, trigger="give"))
    rejected = Counter()
    film = story(scenes, units)
    return list(came_by(film, rejected)), rejected


def test_how_a_thing_that_changes_hands_came_to_somebody_is_asked_by_a_later_moment():
    (candidate,), _ = handed(GIVES_ON)
    assert (candidate.asks["event"], candidate.answer) == (COUNTS[:-1], GIVES[:-1])
    assert (candidate.category, candidate.family) == ("Causal-Motivational Reasoning", "change_trigger")


def test_of_a_thing_that_changes_hands_once_the_one_passage_would_answer():
    found, rejected = handed()
    assert found == [] and rejected["came_by", "no-clause"] == 1


FALLS = "The heavy beam hits his leg."
HURT = {"aspect": "physical", "value": "injured leg", "claim": "Bo is injured: the leg.", "character": "ent-0002"}


def hurt(*changes, sentence=FALLS, third=None, language="en", value="injured leg"):
    later = f"{WRITES}\nBo groans." + (f"\n{third}" if third else "")
    scenes = rooms(sentence, COUNTS, later)
    units = [
        told(scenes, 1, sentence, trigger=sentence.split(" ")[3]),
        told(scenes, 2, COUNTS, ANN_ACTS),
        told(scenes, 3, WRITES, CY_ACTS),
        told(scenes, 3, "Bo groans.", BO_ACTS, number=2),
    ]
    if third:
        units.append(told(scenes, 3, third, ANN_ACTS, number=3))
    start = Anchor(scene="s0001", offset=0)
    states = [state(1, valid_from=start, evidence=(units[0].evidence[0],), **HURT | {"value": value})]
    states += [
        state(number, valid_from=start, evidence=(units[0].evidence[0],), **HURT | {"character": who})
        for number, who in enumerate(changes, 2)
    ]
    stops = [checkpoint(1, character="ent-0002", anchor=Anchor(scene="s0002", offset=900))]
    rejected = Counter()
    film = story(scenes, units, language=language, states=states, checkpoints=stops)
    return list(hurt_by(film, rejected)), rejected


def test_what_hurt_somebody_is_asked_by_a_later_scene_that_names_neither_the_person_nor_the_wound():
    (candidate,), _ = hurt()
    assert candidate.asks == {"event": WRITES[:-1]} and candidate.answer == "The heavy beam hits Bo's leg"
    assert (candidate.category, candidate.family) == ("Causal-Motivational Reasoning", "delayed_consequence")
    assert [step.record for step in candidate.steps] == ["units/s0001.u01", "states/cs-0001", "units/s0003.u01"]


def test_where_two_are_hurt_no_one_injury_is_asked_about():
    found, rejected = hurt("ent-0001", third="Ann whistles at the old dog.")
    assert found == [] and rejected["hurt_by", "not-unique"] >= 1


@pytest.mark.parametrize("sentence", ["The heavy beam misses his leg."])
def test_an_injury_without_an_event_that_hurts_has_no_cause(sentence):
    found, rejected = hurt(sentence=sentence)
    assert found == [] and rejected["hurt_by", "no-clause"] == 1


def test_who_has_recovered_is_not_hurt():
    assert hurt(value="recovered")[0] == []


def test_a_chinese_pronoun_of_the_cause_gives_way_to_the_name():
    scenes = scenes_of(
        "第一场 内景 舞台 夜\n灯架砸在他右腿上。\n",
        "第二场 内景 街上 日\n波走过石桥。\n",
        "第三场 内景 病房 夜\n韩大夫在床尾写一份病历。\n波叹了一口长气。\n",
    )
    people = (entity(2, "波"), entity(3, "韩大夫"))
    units = [
        told(scenes, 1, "灯架砸在他右腿上。", trigger="砸在"),
        told(scenes, 3, "韩大夫在床尾写一份病历。", ("韩大夫", "ent-0003", "agent")),
        told(scenes, 3, "波叹了一口长气。", ("波", "ent-0002", "agent"), number=2),
    ]
    row = {"value": "右腿受伤", "claim": "波右腿受伤。", "valid_from": Anchor(scene="s0001", offset=0)}
    states = [state(1, evidence=(units[0].evidence[0],), **HURT | row)]
    stops = [checkpoint(1, character="ent-0002", anchor=Anchor(scene="s0002", offset=900))]
    film = story(scenes, units, people, "zh", states, checkpoints=stops)
    (candidate,) = hurt_by(film, Counter())
    assert candidate.answer == "灯架砸在波右腿上"
