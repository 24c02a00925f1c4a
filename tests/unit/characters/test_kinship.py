"""Who is whose father, and what the child is to him."""

import pytest
from drawn_states import draw, of, qualified
from story import story

from linedscript.engines.rules.kinship import back, gender_of


@pytest.mark.parametrize(
    ("kind", "gender", "word"),
    [
        ("father", "female", "daughter"),
        ("father", None, "child"),
        ("sister", "male", "brother"),
        ("wife", "male", "husband"),
        ("母亲", "male", "儿子"),
        ("父亲", None, "孩子"),
        ("姐姐", "female", "妹妹"),
        ("godfather", "male", None),
    ],
)
def test_the_word_for_the_way_back(kind, gender, word):
    assert back(kind, gender) == word


@pytest.mark.parametrize(
    ("name", "texts", "gender"),
    [
        ("Ines Calloway", ["Ines sets her duffel down."], "female"),
        ("Uncle Pat", ["Pat kisses her sister."], "male"),
        ("Mrs. Stoker", [], "female"),
        ("Henry Lowe", [], "male"),
        ("Stoker", [], None),
        ("Stoker", ["Stoker drops her keys.", "Stoker wipes his nose."], None),
        ("晚秋", ["晚秋坐下，她的手抖了。"], "female"),
        ("晚秋", ["晚秋看着他们。"], None),
    ],
)
def test_gender_by_given_name_or_by_the_words_about_the_person_alone(name, texts, gender):
    assert gender_of(name, texts) == gender


def kin(text, one, other, quote, kind, language="en"):
    scenes = story(text)
    made = of("kinship_with", one, other, scenes, 1, quote, **qualified("kind", kind))
    outcome, _, _ = draw(scenes, (one, other), (one, other), relations=[made], language=language)
    return {state.claim: state.value for state in outcome.records if state.invariant}


def test_each_of_two_relatives_is_told_what_the_other_is():
    text = "INT. A - DAY\nHarriet waves. Bo is Harriet's father."
    assert kin(text, "Harriet", "Bo", "Bo is Harriet's father", "father") == {
        "Bo is Harriet's father.": "father",
        "Harriet is Bo's daughter.": "daughter",
    }


def test_a_name_in_s_has_an_apostrophe_alone():
    text = "INT. A - DAY\nWren is Agnes' niece."
    assert "Wren is Agnes' niece." in kin(text, "Agnes", "Wren", "Wren is Agnes' niece", "niece")


def test_each_of_two_chinese_relatives_is_told_what_the_other_is():
    text = "内景 后台\n林广福是晚秋的父亲。"
    assert kin(text, "晚秋", "林广福", "林广福是晚秋的父亲", "父亲", "zh") == {
        "林广福是晚秋的父亲。": "父亲",
        "晚秋是林广福的孩子。": "孩子",
    }
