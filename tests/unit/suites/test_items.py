"""Task II items: candidates, the D5 gate, and the count of what was rejected."""

import datetime
from collections import Counter

import pytest
from factories import alias, checkpoint, entity, span, state, step
from scripted import Scripted
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, ENTITIES, SETTINGS, THE_LEAD, TO_BO, TO_CY, told

from linedscript.engines.rules import items as rules
from linedscript.engines.rules import items_en, items_zh, reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.character import Anchor
from linedscript.suites.stage.candidates.base import Candidate, in_one_form
from linedscript.suites.stage.candidates.contrast import state_change
from linedscript.suites.stage.candidates.dates import dated_scenes, days_between, on_which_date, read_date
from linedscript.suites.stage.candidates.objects import holdings, next_holder, thing_chain
from linedscript.suites.stage.candidates.progress import which_first
from linedscript.suites.stage.candidates.roles import in_both_scenes, who_it_was
from linedscript.suites.stage.candidates.scene_grounding import last_act, last_word
from linedscript.suites.stage.items import draw_items
from linedscript.suites.stage.rejections import candidate_fault, path_fault
from linedscript.suites.stage.story import Story

RULES = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})


def dated_film():
    scenes = scenes_of(
        "INT. OFFICE - MORNING\nSUPER: MONDAY, MAY 5, 2025\nAnn hands the brass lead to Bo across the counter.\n",
        "EXT. DOCK - NIGHT\nBo hides a torn letter under the red boat.\n",
        "INT. HALL - MORNING\nSUPER: THURSDAY, MAY 8\nCy steals the brass lead from a wooden drawer.\n",
    )
    units = [
        told(
            scenes, 1, "Ann hands the brass lead to Bo across the counter.", ANN_ACTS, TO_BO, THE_LEAD, trigger="hand"
        ),
        told(scenes, 2, "Bo hides a torn letter under the red boat.", BO_ACTS, trigger="hide"),
        told(scenes, 3, "Cy steals the brass lead from a wooden drawer.", CY_ACTS, THE_LEAD, trigger="steal"),
    ]
    return scenes, units


def story(scenes, units, entities=ENTITIES, language="en"):
    return Story(language, scenes, units, entities, [], [], [], [], SETTINGS)


NOTHING: tuple[list, ...] = ([],) * 8
"""Relations, Episodes, links, storylines, states, developments, access, checkpoints."""


def draw(scenes, units, entities=ENTITIES, engine=RULES, language="en", **settings):
    return draw_items("en-0001", language, scenes, units, entities, *NOTHING, engine, SETTINGS | settings)


@pytest.mark.parametrize(
    ("text", "date", "words"),
    [
        ("MONDAY, SEPTEMBER 30, 2024", datetime.date(2024, 9, 30), "September 30, 2024"),
        ("WEDNESDAY, OCTOBER 2", datetime.date(2025, 10, 2), "October 2"),
        ("二〇二五年十二月十五日，星期一。", datetime.date(2025, 12, 15), "二〇二五年十二月十五日"),
        ("十二月二十一日", datetime.date(2025, 12, 21), "十二月二十一日"),
    ],
)
def test_dates_are_read(text, date, words):
    assert read_date(text, 2025) == (date, words)


@pytest.mark.parametrize("text", ["SIX WEEKS LATER", "FEBRUARY 31, 2024", "三天以后"])
def test_what_is_no_date_is_not_read(text):
    assert read_date(text, 2025) is None


def test_a_date_holds_for_the_scenes_after_it():
    dates = dated_scenes(story(*dated_film()))
    assert [dates[f"s000{n}"].date.day for n in (1, 2, 3)] == [5, 5, 8]


def test_a_date_ends_where_the_time_of_day_runs_backwards():
    scenes = scenes_of("INT. A - NIGHT\nSUPER: MAY 5, 2025\nAnn sits.\n", "INT. B - MORNING\nAnn sits.\n")
    assert list(dated_scenes(story(scenes, []))) == ["s0001"]


def test_a_title_without_a_date_ends_the_date():
    scenes = scenes_of(
        "INT. A - DAY\nSUPER: MAY 5, 2025\nAnn sits.\n", "INT. B - DAY\nSUPER: SIX WEEKS LATER\nAnn sits.\n"
    )
    assert list(dated_scenes(story(scenes, []))) == ["s0001"]


def test_days_between_two_events_are_counted():
    found = {candidate.answer for candidate in days_between(story(*dated_film()), Counter())}
    assert found == {"Three days"}


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
    assert (candidate.answer, candidate.asks["count"]) == ("Cy, then Ann", "two")


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


@pytest.mark.parametrize(
    ("category", "places", "code"),
    [
        ("Scene Grounding", [("units/a", "s0001", 0), ("units/b", "s0001", 9)], None),
        ("Scene Grounding", [("units/a", "s0001", 0), ("units/b", "s0002", 9)], "path-leaves-its-scene"),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/b", "s0002", 9)], None),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/b", "s0001", 9)], "path-in-one-scene"),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/a", "s0002", 9)], "single-unit"),
    ],
)
def test_a_path_needs_two_support_units_in_the_right_places(category, places, code):
    steps = [(record, where, span(where, start, start + 4)) for record, where, start in places]
    assert path_fault(category, steps) == code


def test_items_have_ids_paths_and_citations():
    outcome = draw(*dated_film())
    assert [item.id for item in outcome.records] == [f"t2-{n:04d}" for n in range(1, len(outcome.records) + 1)]
    assert all(len(item.path) >= 2 and item.cites for item in outcome.records)
    assert {"Temporal Reasoning", "Role-Relation Continuity"} <= {item.category for item in outcome.records}


def test_one_item_more_rewords_none_of_another_way_of_asking():
    scenes, units = dated_film()
    few = {item.answer: item.question for item in draw(scenes, units[1:]).records}
    more = {item.answer: item.question for item in draw(scenes, units).records}
    assert len(more) > len(few) and few["May 5, 2025"] == more["May 5, 2025"]


def test_a_title_close_by_an_event_makes_no_question_of_its_date():
    scenes, units = dated_film()
    rejected = Counter()
    asked = [one.asks["event"] for one in on_which_date(story(scenes, units), rejected)]
    assert asked == ["Bo hides a torn letter under the red boat"]
    assert rejected["event_date", "single-passage"] == 2


def test_no_question_holds_a_film_id():
    assert not any("0001" in item.question for item in draw(*dated_film()).records)


def test_rejected_candidates_are_counted_by_kind_and_reason():
    scenes, units = dated_film()
    units[2] = told(scenes, 3, "Cy steals the brass lead from a wooden drawer.", THE_LEAD, trigger="steal")
    entry = next(entry for entry in draw(scenes, units).ledger if entry.key == "candidates:next_holder")
    assert (entry.code, entry.count, entry.outcome) == ("holder-unknown", 1, "refused_record")


def test_no_more_items_than_the_caps():
    scenes, units = dated_film()
    assert len(draw(scenes, units, items=1).records) == 1
    kinds = [item.category for item in draw(scenes, units, per_category=1).records]
    assert len(kinds) == len(set(kinds))


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


def test_a_state_that_replaced_another_is_asked_for_by_its_value():
    scenes, units = dated_film()
    states = ranks(units)
    (candidate,) = state_change(over_time(scenes, units, states, AT_EACH), Counter())
    assert (candidate.answer, candidate.asks["event"]) == ("Deputy Pilot", "Ann is Chief Pilot")
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "states/cs-0002"]
    assert [one.id for one in candidate.checkpoints] == ["cp-0001-01", "cp-0001-02"]


def test_a_change_is_asked_about_only_where_a_checkpoint_stands_in_each_of_its_two_states():
    scenes, units = dated_film()
    rejected = Counter()
    assert list(state_change(over_time(scenes, units, ranks(units), AT_EACH[1:]), rejected)) == []
    assert rejected["state_change", "not-valid-at-checkpoint"] == 1


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


def over_time(scenes, units, states, checkpoints, **more):
    return Story("en", scenes, units, ENTITIES, [], [], [], states, SETTINGS, checkpoints=checkpoints, **more)


def test_two_states_that_replace_the_same_one_make_no_question():
    scenes, units = dated_film()
    first = state(1, aspect="role", value="Deputy Pilot", evidence=(units[0].evidence[0],))
    heirs = [
        state(number, aspect="role", value=value, after="cs-0001", evidence=(units[2].evidence[0],))
        for number, value in ((2, "Chief Pilot"), (3, "Captain"))
    ]
    rejected = Counter()
    assert (
        list(state_change(Story("en", scenes, units, ENTITIES, [], [], [], [first, *heirs], SETTINGS), rejected)) == []
    )
    assert rejected["state_change", "not-unique"] == 2


def test_a_giver_who_is_not_the_last_known_holder_comes_in_between():
    scenes = scenes_of(
        "INT. A - DAY\nAnn steals the brass lead.\n", "INT. B - DAY\nBo gives the brass lead to Cy with a shrug.\n"
    )
    units = [
        told(scenes, 1, "Ann steals the brass lead.", ANN_ACTS, THE_LEAD, trigger="steal"),
        told(scenes, 2, "Bo gives the brass lead to Cy with a shrug.", BO_ACTS, TO_CY, THE_LEAD, trigger="give"),
    ]
    assert [one.holder for one in holdings(story(scenes, units))["ent-0004"]] == ["ent-0001", "ent-0002", "ent-0003"]


@pytest.mark.parametrize(
    "sentence", ["She hides it under them.", "Ann hides it under the red boat.", "Bo asks Ann: “Who is there?”"]
)
def test_a_sentence_that_points_at_nobody_it_names_is_no_clause(sentence):
    scenes = scenes_of(f"INT. A - DAY\n{sentence}\n")
    units = [told(scenes, 1, sentence, kind="Interaction")]
    assert story(scenes, units).moments == {}


def spoken_film(final):
    """A scene in which Ann begins an exchange that ``final`` ends."""
    scenes = scenes_of(
        "INT. OFFICE - DAY\nCy locks the green cabinet by the window.\n@ANN: Where is the letter?\n"
        f"@BO: Under the boat.\n@{final}: Fetch it.",
        "INT. HALL - DAY\n@CY: Nothing.",
        "INT. DOCK - DAY\n@CY: Nothing at all.",
    )
    units = [
        told(scenes, 1, "Cy locks the green cabinet by the window.", CY_ACTS, trigger="lock"),
        told(
            scenes,
            1,
            "Fetch it.",
            ("Ann", "ent-0001", "speaker"),
            ("Bo", "ent-0002", "addressee"),
            number=2,
            trigger="talk",
            kind="Interaction",
        ),
    ]
    return scenes, units


def test_the_last_word_is_the_last_cues():
    scenes, units = spoken_film("BO")
    (candidate,) = last_word(story(scenes, units), Counter())
    assert candidate.answer == "Bo" and candidate.steps[1].statement == "Bo: “Fetch it.”"
    span_of = candidate.steps[1].evidence
    assert scenes[0].text[span_of.start : span_of.end] == "Fetch it."


@pytest.mark.parametrize(
    ("cue", "named", "code"),
    [("BO (V.O.)", True, "not-unique"), ("NOBODY", True, "not-unique"), ("BO", False, "answer-not-normalized")],
)
def test_no_last_word_is_asked_for_of_a_voice_over_a_stranger_or_nobody(cue, named, code):
    scenes, units = spoken_film(cue)
    others = [one for one in ENTITIES if one.id != "ent-0002"]
    rejected = Counter()
    assert list(last_word(story(scenes, units, (*others, entity(2, "Bo", named=named))), rejected)) == []
    assert rejected["last_word", code] == 1


def ending(*more, act="Ann locks the green cabinet by the window.", people=ENTITIES):
    """A scene in which Ann acts behind something else, and what comes then; she acts in another scene too."""
    scenes = scenes_of(
        f"INT. OFFICE - DAY\nBo counts forty silver coins twice.\n@CY: Good.\n{act}\n" + "\n".join(more),
        "INT. HALL - DAY\nAnn whistles.\n",
    )
    units = [
        told(scenes, 1, "Bo counts forty silver coins twice.", BO_ACTS, trigger="count"),
        told(scenes, 1, "Ann locks the green cabinet by the window", ANN_ACTS, number=2, trigger="lock"),
        told(scenes, 2, "Ann whistles.", ANN_ACTS, trigger="whistle"),
    ]
    rejected = Counter()
    answers = [one.answer for one in last_act(story(scenes, units, people), rejected) if one.asks["who"] == "Ann"]
    return answers, rejected


@pytest.mark.parametrize("more", [(), ("@ANN: There.",), ("Rain falls.",)])
def test_the_last_act_is_what_nothing_but_talk_follows(more):
    assert ending(*more)[0] == ["Ann locks the green cabinet by the window"]


@pytest.mark.parametrize(
    "more",
    [
        ("She sighs.",),
        ("Cy and Ann lift the box.",),
        ("@ANN: There.", "(picks up the lid)"),
        ("@NOBODY: There.", "(picks up the lid)"),
    ],
)
def test_no_last_act_is_asked_for_where_its_doer_may_do_more(more):
    answers, rejected = ending(*more)
    assert answers == [] and rejected["last_act", "not-unique"] >= 1


def test_no_last_act_is_asked_for_whose_sentence_goes_on():
    assert ending(act="Ann locks the green cabinet by the window, then pockets the key.")[0] == []


def test_no_last_act_is_asked_for_of_somebody_without_a_name():
    others = [one for one in ENTITIES if one.id != "ent-0001"]
    answers, rejected = ending(people=(*others, entity(1, "Ann", named=False)))
    assert answers == [] and rejected["last_act", "answer-not-normalized"] >= 1


def test_what_somebody_does_last_in_a_scene_is_asked_once_however_its_doer_is_told_of():
    scenes = scenes_of(
        "INT. YARD - DAY\nAnn steals a lamp from the chapel.\n",
        "INT. SHED - DAY\nBo hides a torn letter under the red boat.\n"
        f"@CY: {'Say what you like. ' * 12}\nAnn burns a broken oar with Cy.\n",
    )
    units = [
        told(scenes, 1, "Ann steals a lamp from the chapel.", ANN_ACTS, trigger="steal"),
        told(scenes, 2, "Bo hides a torn letter under the red boat.", BO_ACTS, trigger="hide"),
        told(scenes, 2, "Ann burns a broken oar with Cy.", ANN_ACTS, TO_CY, number=2, trigger="burn"),
    ]
    drawn = draw(scenes, units)
    assert [item.answer for item in drawn.records].count("Ann burns a broken oar with Cy.") == 1
    refused = {(entry.key, entry.code) for entry in drawn.ledger if entry.key.endswith(("last_act", "doer_later"))}
    assert refused & {("candidates:last_act", "duplicate"), ("candidates:doer_later", "duplicate")}


@pytest.mark.parametrize("turn", range(len(items_en.TEMPLATES["doer_later"])))
def test_the_scene_of_what_somebody_does_last_is_never_pointed_at_as_that_one(turn):
    asks = {"first": "lights a lamp", "second": "Bo counts coins"}
    worded = rules.annotate(
        {"language": "en", "kind": "doer_later", "variant": turn, "asks": asks, "answer": "Ann mends an oar"}
    )
    assert "in the scene in which Bo counts coins" in worded["question"].replace("In the", "in the")


def test_the_right_one_of_three_events_stands_at_no_fixed_place():
    deeds = [
        f"Ann {verb} the {thing} behind the chapel."
        for verb, thing in zip(
            "paints hides mends counts burns sells".split(), "fence ledger oar coins letter clock".split(), strict=True
        )
    ]
    scenes = scenes_of(*(f"INT. ROOM {number} - DAY\n{deed}\n" for number, deed in enumerate(deeds, 1)))
    units = [told(scenes, number, deed, ANN_ACTS) for number, deed in enumerate(deeds, 1)]
    places = [list(one.asks.values()).index(one.answer) for one in which_first(story(scenes, units), Counter())]
    assert set(places) == {0, 1, 2}
