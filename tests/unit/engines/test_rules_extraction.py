"""The deterministic annotators of units, mentions and relations, in English and Chinese."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from read_scenes import ZH, drawn, labels, payload, related

from linedscript.engines.rules import mentions, units
from linedscript.engines.rules.chinese import Cast as ChineseCast
from linedscript.engines.rules.english import readable, sentences, tokens

ROOT = Path(__file__).resolve().parents[3]


def test_a_sentence_with_two_verbs_is_two_units():
    assert labels("- Anna opens the box and reads the letter.", names=["ANNA"]) == [
        ("Event", "Anna opens the box"),
        ("Event", "Anna reads the letter"),
    ]


def test_a_thing_given_to_somebody_is_an_interaction():
    assert labels("- Anna hands the letter to Paul.", names=["ANNA", "PAUL"]) == [
        ("Interaction", "Anna hands the letter to Paul")
    ]


def test_a_pronoun_subject_is_the_last_person_of_its_gender():
    found = labels("- Anna enters. Paul waits.", "- She sits down.", names=["ANNA", "PAUL"])
    assert ("Event", "Anna sits down") in found


def test_a_pronoun_that_nobody_fits_makes_no_unit():
    assert labels("- Paul waits. She sits down.", names=["PAUL"]) == [("Event", "Paul waits")]


def test_a_negated_verb_is_a_negative_unit():
    (unit,) = units.annotate(payload("- Anna does not answer.", names=["ANNA"]))["units"]
    assert unit["polarity"] == "negative"


def test_an_attempt_is_intended_not_actual():
    (unit,) = units.annotate(payload("- Anna tries to open the door.", names=["ANNA"]))["units"]
    assert (unit["trigger"], unit["modality"]) == ("open", "intended")


def test_a_noun_after_a_determiner_is_no_verb():
    assert labels("- The steps and the hands of the watches.") == []


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("I promise you, I will come back.", "Anna promises Paul"),
        ("You lied to all of us.", "Anna accuses Paul"),
        ("Thank you for the coat.", "Anna thanks Paul"),
        ("You're fired.", "Anna dismisses Paul"),
        ("I lied about the money.", "Anna confesses to Paul"),
        ("Agreed.", "Anna agrees with Paul"),
        ("Peter Grey was my father.", "Anna tells Paul"),
        ("I'm your sister.", "Anna tells Paul"),
        ("Give me the money, now.", "Anna orders Paul"),
    ],
)
def test_a_speech_act_is_read_off_its_words(line, label):
    assert ("Interaction", label) in labels("PAUL: Good evening.", f"ANNA: {line}")


def test_a_promise_told_of_is_no_promise():
    assert ("Interaction", "Anna promises Paul") not in labels("PAUL: Well?", "ANNA: I promised him.")


@pytest.mark.parametrize("line", ["That was my father.", "Peter was my father's friend.", "Is Peter my father?"])
def test_not_every_word_of_a_relative_tells_who_one_is(line):
    assert ("Interaction", "Anna tells Paul") not in labels("PAUL: Well?", f"ANNA: {line}")


def test_who_comes_in_only_then_was_not_spoken_to_before():
    found = labels("ANNA: Paul Grey, 1931.", "- Paul enters.", "PAUL: Wait.", names=["ANNA", "PAUL"])
    assert ("Event", "Anna speaks") in found


def test_two_speakers_of_an_exchange_talk():
    assert ("Interaction", "Anna and Paul talk") in labels("ANNA: Good evening.", "PAUL: Good evening.")


def test_a_voice_over_talks_with_nobody():
    found = labels("ANNA (over): It was a long winter.", "PAUL: Is anyone here?")
    assert ("Event", "Anna is heard") in found
    assert not any("talk" in label for _, label in found)


def test_a_caption_names_an_occasion_that_is_held_and_dialogue_one_that_is_spoken_of():
    (held,) = units.annotate(payload("- SUPER: FRIDAY. THE HARVEST SUPPER"))["units"]
    spoken = next(
        unit
        for unit in units.annotate(payload("ANNA: Come to the Harvest Supper."))["units"]
        if unit["kind"] == "Occasion"
    )
    assert (held["label"], held["modality"], spoken["modality"]) == ("Harvest Supper", "actual", "reported")


def test_labels_and_summaries_stay_within_twenty_words():
    long = "- Anna carries " + " and ".join(f"the box of number {n}" for n in range(30)) + "."
    for unit in units.annotate(payload(long, "ANNA: " + "word " * 60, "PAUL: Yes?", names=["ANNA"]))["units"]:
        assert len(unit["summary"].split()) <= 20


def test_every_quote_stands_in_its_element():
    given = payload("- Anna opens the\nbox. Anna waits.", "ANNA: I promise. I promise you that.", names=["ANNA"])
    for unit in units.annotate(given)["units"]:
        for quote in unit["quotes"]:
            assert quote["text"] in given["elements"][quote["element"]]["text"]


def test_persons_are_cue_names_introductions_titles_and_known_names():
    found = drawn("- BRUNO HALE, 41, enters with Mrs. Gray.", "ANNA: Where is Hale?")
    assert [name for name, types in found.items() if types == ["Character"]] == [
        "Bruno Hale",
        "Mrs. Gray",
        "Anna",
        "Hale",
    ]


def test_a_month_that_is_also_a_name_is_told_apart_by_its_neighbours():
    found = mentions.annotate(payload("- June waits.", "JUNE: I came in June. It was June 3.", names=["JUNE"]))[
        "mentions"
    ]
    assert sorted(
        (mention["normalized"], mention["types"][0]) for mention in found if "June" in mention["normalized"]
    ) == [("June", "Character"), ("June", "TimePoint"), ("June 3", "TimePoint")]


def test_the_institution_of_a_heading_is_an_organization_and_a_place():
    found = drawn("- Rain.", place="NORTH CLINIC - WARD")
    assert found["North Clinic"] == ["Organization", "Location"]
    assert found["North Clinic - Ward"] == ["Location"]


def test_what_somebody_takes_is_an_object_without_its_article():
    assert drawn("- Anna takes the silver watch.", names=["ANNA"])["silver watch"] == ["Object"]


def test_a_part_of_the_body_is_no_object():
    assert "hand" not in drawn("- Anna raises her hand.", names=["ANNA"])


def test_a_description_stays_in_its_scene():
    (mention,) = (
        m for m in mentions.annotate(payload("- An old man enters."))["mentions"] if m["normalized"] == "old man"
    )
    assert (mention["named"], mention["scope"], mention["mergeable"]) == (False, "scene", False)


@pytest.mark.parametrize(
    "line",
    [
        "- All of Brightwater waits.",
        "- The label doesn't say *Deputy*.",
        "ANNA: There were Novembers when it rained.",
        "ANNA: I looked up Brightwater.",
        "- They stare at the wall like people at a shop window.",
        "- He holds on to it as a drowning man does.",
        "- He speaks as though the lamp had been a witness.",
        "- A man can sleep through anything.",
        "- The guard on the saw is loose.",
        "ANNA: Great Plains Mutual wrote to us.",
        "ANNA: He is buried behind Saint Anselm's.",
    ],
)
def test_what_is_no_persons_name_or_description_is_no_person(line):
    found = {name for name, types in drawn(line).items() if "Character" in types}
    assert found <= {"Anna"}


def test_a_possessive_behind_a_preposition_names_a_place():
    assert drawn("ANNA: He is buried behind Saint Anselm's.")["Saint Anselm"] == ["Location"]


def test_who_acts_is_at_the_headings_place_and_a_voice_over_is_not():
    found = related("- Anna waits.", "PAUL (over): I was far away.", names=["ANNA", "PAUL"])
    assert ("Anna", "located_at", "Office") in found
    assert ("Paul", "located_at", "Office") not in found


def test_who_is_shown_at_the_other_end_of_a_line_is_not_at_the_headings_place():
    lines = ("- Anna waits.", "PAUL (over): (over radio) I see nothing.", "- Paul falls.")
    found = related(*lines, names=["ANNA", "PAUL"])
    assert ("Anna", "located_at", "Office") in found
    assert ("Paul", "located_at", "Office") not in found


def test_who_is_given_a_thing_has_it():
    assert ("Paul", "possesses", "letter") in related("- Anna hands the letter to Paul.", names=["ANNA", "PAUL"])


def test_a_kinship_word_in_address_joins_speaker_and_addressee():
    assert ("Anna", "kinship_with", "Paul") in related("ANNA: Dad, listen.", "PAUL: I am listening.")


def test_my_brother_with_a_name_is_the_speakers_kin():
    assert ("Anna", "kinship_with", "Paul") in related("ANNA: My brother Paul came home.", names=["PAUL"])


def test_an_office_at_an_institution_is_an_affiliation_with_its_role():
    given = ("- NORA HALE, 58, chair of the Harbor Commission, sits.",)
    assert ("Nora Hale", "affiliated_with", "Harbor Commission") in related(*given)


def test_a_part_of_a_heading_is_part_of_the_place_before_it():
    assert ("North Clinic - Ward", "part_of", "North Clinic") in related("- Rain.", place="NORTH CLINIC - WARD")


def test_an_occasion_in_a_caption_is_held_here_and_on_its_date_with_those_present():
    found = related("- SUPER: FRIDAY, JUNE 13. THE HARVEST SUPPER", "- Anna waits.", names=["ANNA"])
    assert {
        ("Harvest Supper", "occurs_at", "Office"),
        ("Harvest Supper", "occurs_on", "Friday, June 13"),
        ("Anna", "participates_in", "Harvest Supper"),
    } <= set(found)


def test_no_annotator_joins_a_mention_to_itself():
    assert all(left != right for left, _, right in related("- Anna hugs Anna.", "ANNA: Anna, Dad!", names=["ANNA"]))


def test_a_chinese_clause_carries_its_subject_on():
    assert labels("- 王小明推门进来，站了很久，打开箱子。", **ZH) == [
        ("Event", "王小明推门进来"),
        ("Event", "王小明站了很久"),
        ("Event", "王小明打开箱子"),
    ]


def test_a_thing_moved_with_ba_is_the_object():
    (unit,) = units.annotate(payload("- 王小明把钥匙放在桌上。", **ZH))["units"]
    assert ("钥匙", "theme") in [(part["name"], part["role"]) for part in unit["participants"]]


def test_a_thing_given_in_chinese_is_an_interaction():
    found = labels("- 王小明递给李建国一把钥匙。", names=["王小明", "李建国"], **ZH)
    assert found == [("Interaction", "王小明递给李建国一把钥匙")]


def test_a_negated_chinese_verb_is_a_negative_unit():
    (unit,) = units.annotate(payload("- 王小明不说话。", **ZH))["units"]
    assert (unit["participants"][0]["name"], unit["polarity"]) == ("王小明", "negative")


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("我答应你，一定回来。", "王小明答应李建国"),
        ("你骗了我。", "王小明指责李建国"),
        ("谢谢你。", "王小明感谢李建国"),
        ("钱是我偷的。", "王小明向李建国承认"),
        ("小心！", "王小明提醒李建国"),
    ],
)
def test_a_chinese_speech_act_is_read_off_its_words(line, label):
    assert ("Interaction", label) in labels("李建国: 你来了。", f"王小明: {line}", **ZH)


def test_a_chinese_question_is_asked_only_where_the_other_answers():
    assert ("Interaction", "王小明问李建国") in labels("王小明: 你去哪里了？", "李建国: 河边。", **ZH)
    assert ("Interaction", "李建国问王小明") not in labels("王小明: 你好。", "李建国: 你去哪里了？", **ZH)


def test_stage_directions_bring_everybody_listed_on():
    found = labels("- 国王、王后及侍从上。", language="zh", place="大厅", time=None)
    assert [label for _, label in found] == ["国王、王后及侍从上", "王后上", "侍从上"]


def test_a_common_word_that_is_a_surname_names_nobody():
    assert ChineseCast(payload("- 麻绳断了。水落下来。全场静下来。", **ZH)).found == []


def test_a_chinese_heading_holds_an_institution_and_its_room():
    found = drawn("- 下雨。", **ZH)
    assert (found["春风医院"], found["春风医院病房"]) == (["Organization", "Location"], ["Location"])


def test_chinese_dates_are_times():
    found = drawn("- 字幕：二〇二五年十二月十五日，星期一。", **ZH)
    assert found["二〇二五年十二月十五日，星期一"] == ["TimePoint"]


def test_a_chinese_kinship_word_in_address_joins_speaker_and_addressee():
    assert ("王小明", "kinship_with", "王建国") in related("王小明: 爹，你看。", "王建国: 看什么？", **ZH)


def test_chinese_labels_and_summaries_stay_within_forty_characters():
    long = "- 王小明把" + "很长很长的绳子" * 20 + "放在桌上。"
    for unit in units.annotate(payload(long, "王小明: " + "说了很多话" * 20, "李建国: 嗯。", **ZH))["units"]:
        assert len(unit["summary"]) <= 40 and len(unit["label"]) <= 40


def test_a_title_ends_no_sentence():
    text = "Mr. Hale waits. Dr. Gray sits."
    assert [text[low:high].strip() for low, high in sentences(text)] == ["Mr. Hale waits.", "Dr. Gray sits."]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ANNA", "Anna"),
        ("MRS. O'NEILL", "Mrs. O'Neill"),
        ("ROSA MCADAMS", "Rosa McAdams"),
        ("BLESSING OF THE LAMPS", "Blessing of the Lamps"),
        ("HENRY VIII", "Henry VIII"),
        ("Anna", "Anna"),
        ("ELI'S ROOM", "Eli's Room"),
    ],
)
def test_a_name_in_capitals_is_made_readable(name, shown):
    assert readable(name) == shown


def test_a_possessive_is_known_and_left_out_of_the_word():
    assert [(token.low, token.owner) for token in tokens("Anna's hat")] == [("anna", True), ("hat", False)]


def test_the_annotators_answer_alike_under_every_hash_seed():
    script = (
        "import json, sys; sys.path[:0] = ['src', 'tests', 'tests/unit/engines']; from test_rules_extraction import *;"
        "given = payload('- Anna hands the letter to Paul. June waits at the Harvest Supper.', 'ANNA: Dad, I promise.',"
        " 'PAUL: Is it June?',"
        " names=['ANNA', 'PAUL', 'JUNE']);"
        "zh = payload('- 王小明递给李建国一把钥匙，走了。', '王小明: 爹，你看。', '李建国: 好。', **ZH);"
        "print(json.dumps([f(p) for p in (given, zh) for f in (units.annotate, mentions.annotate)]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "7")
    }
    assert len(said) == 1
