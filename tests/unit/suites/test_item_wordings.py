"""How a question is worded: by which name and clause, in which language, and which wording is refused."""

import pytest
from factories import alias, entity, step
from scripted import Scripted
from story import story as scenes_of
from telling import SETTINGS, told
from unit.suites.asked_films import dated_film, draw, story

from linedscript.engines.rules import items as rules
from linedscript.engines.rules import items_en, items_zh
from linedscript.suites.stage.candidates.base import Candidate, in_one_form
from linedscript.suites.stage.rejections import candidate_fault


def test_a_wording_whose_answer_is_another_is_refused():
    outcome = draw(*dated_film(), engine=Scripted({"question": "Who?", "answer": "Nobody at all"}))
    assert "answer-not-the-candidate's" in {entry.code for entry in outcome.ledger}


def test_a_wording_that_one_passage_answers_is_refused():
    scenes, units = dated_film()
    engine = Scripted({"question": "Who steals the brass lead from the wooden drawer?", "answer": "Cy"})
    outcome = draw(scenes, units, engine=engine)
    assert "single-passage" in {entry.code for entry in outcome.ledger}
    assert not any(item.answer == "Cy" for item in outcome.records)


def test_an_answer_beyond_the_limit_is_refused():
    outcome = draw(*dated_film(), engine=Scripted({"question": "Who?", "answer": "Cy " * 31}))
    assert {entry.code for entry in outcome.ledger if entry.gate == "registry" and entry.attempt == 1} == {
        "answer-too-long"
    }


def test_chinese_items_are_worded_in_chinese():
    scenes = scenes_of(
        "第一场 内景 后台 日\n字幕：二〇二五年十二月十五日。\n林晚秋把银簪锁进红漆衣箱。\n",
        "第二场 内景 河边 日\n字幕：十二月十八日。\n邵平偷走银簪，躲到石桥底下。\n",
    )
    lin, ping = entity(1, "林晚秋"), entity(2, "邵平")
    units = [
        told(scenes, 1, "林晚秋把银簪锁进红漆衣箱。", ("林晚秋", "ent-0001", "agent")),
        told(scenes, 2, "邵平偷走银簪，躲到石桥底下。", ("邵平", "ent-0002", "agent")),
    ]
    questions = [item.question for item in draw(scenes, units, (lin, ping), language="zh").records]
    assert questions and all("？" in question for question in questions)


def test_one_question_calls_a_person_by_one_name():
    scenes = scenes_of("INT. A - DAY\nToby paints the crooked fence.\n")
    toby = entity(1, "Tobias Lund", aliases=(alias("Tobias Lund"), alias("Toby", kind="nickname")))
    units = [told(scenes, 1, "Toby paints the crooked fence.", ("Toby", "ent-0001", "agent"))]
    asked = Candidate(
        "last_act",
        "Scene Grounding",
        None,
        None,
        {"event": "Toby paints the crooked fence", "who": "Tobias Lund"},
        "",
        ("ent-0001",),
        (),
        (),
        0,
        (),
    )
    assert in_one_form(story(scenes, units, (toby,)), asked).asks["who"] == "Toby"


def test_a_name_within_a_title_is_what_the_question_calls_a_person_by():
    scenes = scenes_of("INT. A - DAY\nChief Pilot Ann Lee paints the crooked fence.\n")
    forms = (alias("Ann Lee"), alias("Chief Pilot Ann Lee", kind="title"), alias("Mrs. Lee", kind="title"))
    film = story(scenes, [], (entity(1, "Ann Lee", aliases=forms),))
    for clause, form in (("Chief Pilot Ann Lee waits", "Ann Lee"), ("Bo sees Mrs. Lee", "Mrs. Lee")):
        asks = {"event": clause, "who": "Ann Lee"}
        asked = Candidate("last_act", "Scene Grounding", None, None, asks, "", ("ent-0001",), (), (), 0, ())
        assert in_one_form(film, asked).asks["who"] == form


def test_an_answer_whose_signs_all_stand_in_a_chinese_question_is_given_away():
    scenes = scenes_of("第一场 内景 后台 日\n林安答应波：“我让你打第一板。”\n", "第二场 内景 舞台 日\n波打下第一板。\n")
    people = (entity(1, "林安"), entity(2, "波"))
    film = story(scenes, [], people, language="zh")
    asked = Candidate(
        "goal_kept_told",
        "Narrative Progression",
        None,
        None,
        {"event": "林安答应波：“我让你打第一板”"},
        "波打下第一板",
        (),
        (step("units/s0001.u01", "s0001"), step("units/s0002.u01", "s0002")),
        (),
        0,
        (),
    )
    assert candidate_fault(film, asked, SETTINGS) == "answer-in-question"


def test_a_stop_behind_a_quotation_that_has_ended_its_sentence_is_left_out():
    reply = rules.annotate(
        {
            "language": "en",
            "kind": "last_act",
            "variant": 2,
            "answer": "Bo waits",
            "asks": {"event": "Ann orders Bo, “Come!”", "who": "Bo"},
        }
    )
    assert reply["question"].startswith("Ann orders Bo, “Come!” Apart")


@pytest.mark.parametrize("templates", [items_en.TEMPLATES, items_zh.TEMPLATES])
def test_every_way_of_asking_that_a_maker_knows_is_worded_in_both_languages(templates):
    assert templates.keys() == items_en.TEMPLATES.keys()
    assert all("这件事" not in text for texts in templates.values() for text in texts)


@pytest.mark.parametrize("templates", [items_en.TEMPLATES, items_zh.TEMPLATES])
def test_next_holders_are_asked_for_after_the_one_who_has_it(templates):
    assert all(
        "after {who}" in text.casefold() or "{who}之后" in text or "离开{who}" in text
        for text in templates["thing_chain"]
    )


@pytest.mark.parametrize(
    "sentence", ["She hides it under them.", "Ann hides it under the red boat.", "Bo asks Ann: “Who is there?”"]
)
def test_a_sentence_that_points_at_nobody_it_names_is_no_clause(sentence):
    scenes = scenes_of(f"INT. A - DAY\n{sentence}\n")
    units = [told(scenes, 1, sentence, kind="Interaction")]
    assert story(scenes, units).moments == {}


@pytest.mark.parametrize("turn", range(len(items_en.TEMPLATES["doer_later"])))
def test_the_scene_of_what_somebody_does_last_is_never_pointed_at_as_that_one(turn):
    asks = {"first": "lights a lamp", "second": "Bo counts coins"}
    worded = rules.annotate(
        {"language": "en", "kind": "doer_later", "variant": turn, "asks": asks, "answer": "Ann mends an oar"}
    )
    assert "in the scene in which Bo counts coins" in worded["question"].replace("In the", "in the")


@pytest.mark.parametrize("title", ["The Wooden Drawer", "Wooden", "wooden drawer"])
def test_a_wording_that_says_the_films_title_is_refused(title):
    scenes, units = dated_film()
    engine = Scripted({"question": "In The Wooden Drawer, who of the Wooden ones?", "answer": "Cy"})
    codes = {entry.code for entry in draw(scenes, units, engine=engine, titles=(title,)).ledger}
    assert ("title-in-question" in codes) is (title != "wooden drawer")
