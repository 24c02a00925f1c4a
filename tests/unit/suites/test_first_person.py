"""Claims in the mouth of the character that they are about."""

import pytest
from factories import span

from linedscript.records.stage import Claim
from linedscript.suites.stage.first_person import DENIALS, again, answer, first_person

NAMES = ["Ann Lee", "Ann"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Ann Lee is Deputy Pilot.", "I am Deputy Pilot."),
        ("Ann has the lamp.", "I have the lamp."),
        ("Ann Lee is told by Bo: “I lied.”", "I am told by Bo: “I lied.”"),
        ("Ann Lee and Bo are family (father).", "Bo and I are family (father)."),
        ("Ann wants to leave.", "I want to leave."),
        ("Bo accuses Ann: “You lied.”", "Bo accuses me: “You lied.”"),
        ("Bo takes Ann's lamp to Annfield.", "Bo takes my lamp to Annfield."),
        ("Bo waits.", "Bo waits."),
    ],
)
def test_an_english_claim_in_the_first_person(claim, said):
    assert first_person(claim, NAMES, "en") == said


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("林晚秋在石桥。", "我在石桥。"),
        ("林晚秋与林广福是亲人（父亲）。", "我与林广福是亲人（父亲）。"),
        ("邵平告诉晚秋：“是我。”", "邵平告诉我：“是我。”"),
    ],
)
def test_a_chinese_claim_in_the_first_person(claim, said):
    assert first_person(claim, ["林晚秋", "晚秋"], "zh") == said


def claim(text, role="supporting", source="states/cs-0001"):
    return Claim(id="rp-0001.s01", text=text, role=role, source=source, evidence=(span(),))


def test_an_answer_holds_what_supports_it():
    assert (
        answer([claim("Ann is a clerk."), claim("Ann is the boss.", "future_negative")], NAMES, "en") == "I am a clerk."
    )


def test_an_answer_with_nothing_to_support_it_denies():
    assert answer([claim("Ann is the boss.", "future_negative")], NAMES, "en") == DENIALS["en"]


def test_an_answer_about_what_cannot_be_known_denies():
    assert answer([claim("Bo lied.", "unknown", "access/ac-0001")], NAMES, "en") == DENIALS["en"]


def test_a_fact_that_is_known_by_then_is_told_as_known():
    told = answer([claim("Bo burns Ann's letter.", source="access/ac-0001")], NAMES, "en")
    assert told == "I know about it: Bo burns my letter."


def test_the_last_turn_holds_to_the_first():
    assert again("I am a clerk.", "en") == "Yes, I stand by that. I am a clerk."


def test_a_denial_takes_up_the_request_in_one_sentence():
    unknown = [claim("Bo lied.", "unknown", "access/ac-0001")]
    said = answer(unknown, NAMES, "en", "You saw Bo. What did he say?")
    assert said == "No. I don't know anything of what you ask: You saw Bo, What did he say."
    assert answer(unknown, NAMES, "zh", "邵平呢？说吧！") == "没有，你问的这种事我不知道：邵平呢，说吧。"
