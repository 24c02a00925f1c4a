"""Whether a sentence about a scene is whole and points at nobody outside it."""

import pytest
from factories import alias, entity

from linedscript.suites.stage.whole import cut_off, gender, introduces, lacks_its_object, points_outside


@pytest.mark.parametrize(
    ("clause", "text", "cut"),
    [
        ("Ann stares at the way", "Ann stares at the way he walks.", True),
        ("Ann stares at the boat", "Ann stares at the boat.", False),
        ("Ann opens the drawer", "Ann opens the drawer and lifts out a lamp.", False),
        ("Ann looks at the box", "Ann looks at the box as if it had spoken.", False),
        ("Ann walks into the place", "Ann walks into the place where it lay.", True),
        ("Ann opens a small drawer", "Ann opens a small drawer that nobody has opened before.", False),
        ("Ann counts the leaves", "Ann counts the leaves of the book.", True),
        ("Ann drops a box on her desk, and dust", "Ann drops a box on her desk, and dust jumps from it.", True),
        ("Ann lifts out a lamp, long", "Ann lifts out a lamp, long as a forearm.", True),
        ("Ann reads the column down to the last", "Ann reads the column down to the last one.", True),
        ("Ann takes a key, plain brass, worn thin", "Ann takes a key, plain brass, worn thin.", False),
        ("Ann warns Bo, “Stay, Bo”", "Stay, Bo. I mean it.", False),
        ("Ann gives up at last", "Ann gave up the boat that day.", False),
        ("Ann counts coins at the", "Ann counts coins at the till.", True),
        ("Ann looks into Bo's", "Ann looks into Bo's face.", True),
        ("Ann wipes her", "Ann wipes her.", False),
        ("Ann walks in", "Ann walks in.", False),
        ("Ann shows Bo the inside", "Ann shows Bo the inside: burned in the leather, two letters.", True),
        ("Ann scrapes the underside", "Ann scrapes the underside.", True),
        ("Ann waits on the outside", "Ann waits on the outside.", False),
        ("Ann scrapes the inside of the lamp", "Ann scrapes the inside of the lamp.", False),
    ],
)
def test_an_english_clause_is_cut_off_where_its_sentence_goes_on(clause, text, cut):
    ends = [place for place in range(len(text) + 1) if text[:place].endswith(clause.split(" ")[-1].strip("”"))]
    assert cut_off(clause, text, ends[0] if ends else len(text), "en") is cut


@pytest.mark.parametrize(
    ("clause", "text", "cut"),
    [
        ("安看着船", "安看着船走远。", True),
        ("安看着船", "安看着船，不说话。", False),
        ("安走向", "安走向，", True),
        ("安露出里面", "安露出里面。", True),
        ("安看着背面", "安看着背面。", True),
        ("安走到屋子里面", "安走到屋子里面。", False),
    ],
)
def test_a_chinese_clause_is_cut_off_where_no_stop_comes_behind_it(clause, text, cut):
    assert cut_off(clause, text, len(clause), "zh") is cut


@pytest.mark.parametrize(
    ("clause", "doer", "outside"),
    [
        ("Tom notices the lamp under her arm", "m", True),
        ("Tom notices the lamp under his arm", "m", False),
        ("Tom asks Ann, “Is it her boat?”", "m", False),
        ("Ash notices the lamp under her arm", None, False),
    ],
)
def test_a_possessive_of_the_other_gender_points_outside_an_english_clause(clause, doer, outside):
    assert points_outside(clause, doer, "en") is outside


@pytest.mark.parametrize(
    ("clause", "outside"), [("林安站在他身后", True), ("林安看着他自己的影子", False), ("林安问：“他呢”", False)]
)
def test_a_pronoun_points_outside_a_chinese_clause_unless_it_is_reflexive(clause, outside):
    assert points_outside(clause, None, "zh") is outside


def test_a_gender_comes_from_given_names_and_titles_that_agree():
    forms = ("Tobias Lund", "Toby", "Mr. Lund")
    assert gender(entity(1, "Tobias Lund", aliases=tuple(alias(form) for form in forms))) == "m"
    assert gender(entity(2, "Ash Quill")) is None


@pytest.mark.parametrize(
    ("clause", "lacks"),
    [("邵平放在桌上", True), ("邵平把工牌放在桌上", False), ("邵平坐在桌上", False), ("邵平塞进棉袄里", True)],
)
def test_a_chinese_clause_about_a_thing_that_it_leaves_out_lacks_its_object(clause, lacks):
    assert lacks_its_object(clause, ["邵平", "平"]) is lacks


@pytest.mark.parametrize(
    ("language", "clause", "brings_in"),
    [
        ("en", "Maeve walks with ROSS-LEE, 35, her husband", True),
        ("en", "Maeve meets DR. YU (40s) at the gate", True),
        ("en", "Maeve gives 35 coins to Ross", False),
        ("en", "Maeve tells Ross, “MAY, 35, is dead”", False),
        ("zh", "周小雨扶着老周（六十岁）", True),
        ("zh", "周小雨扶着老周", False),
    ],
)
def test_a_clause_that_brings_somebody_in_is_no_wording_of_a_question(language, clause, brings_in):
    assert introduces(clause, language) is brings_in
