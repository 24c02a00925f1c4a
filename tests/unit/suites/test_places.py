"""Places said in prose are the slug line's places."""

import pytest
from factories import alias, at, checkpoint, entity, state
from role_factories import prompt

from linedscript.suites.stage.places import Places
from linedscript.suites.stage.scaffolds import assemble_scaffold, evaluator_side
from linedscript.suites.stage.scores.fidelity import Case, score
from linedscript.suites.stage.scores.hearing import Ear

PLACES = [
    entity(1, "Ann Lee"),
    entity(2, "Pilot Station - Commission Room", types=("Location",)),
    entity(3, "Pilot Station", types=("Location",), aliases=(alias("Pilot Station"), alias("the Station"))),
    entity(4, "Old Harbor - the Mole", types=("Location",)),
    entity(5, "Carrow Reach - Aboard the Maude", types=("Location",)),
    entity(6, "Ann's House - Kitchen", types=("Location",)),
    entity(7, "Bo's House - Kitchen", types=("Location",)),
    entity(8, "Pilot Station - Chief Pilot's Office", types=("Location",)),
    entity(9, "Sheriff's Office", types=("Location",)),
    entity(10, "Lee House", types=("Location",)),
    entity(11, "House of Cards", types=("Location",)),
]
PLACES_ZH = [
    entity(1, "林晚秋"),
    entity(2, "春泉戏院", types=("Location",)),
    entity(3, "春泉戏院后台", types=("Location",)),
    entity(4, "柳桥镇", types=("Location",)),
    entity(5, "柳桥镇卫生院", types=("Location",)),
    entity(6, "柳桥镇卫生院病房", types=("Location",)),
    entity(7, "悦来客栈", types=("Location",)),
    entity(8, "悦来客栈后院", types=("Location",)),
    entity(9, "春泉戏院后院", types=("Location",)),
    entity(10, "春泉戏院团长办公室", types=("Location",)),
    entity(11, "镇文旅公司", types=("Location",)),
]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("I'm in the Commission Room of the Pilot Station.", "I'm in the Pilot Station - Commission Room."),
        ("I'm at the Station, in the commission room.", "I'm at the Pilot Station - Commission Room."),
        ("It's the Pilot Station's commission room.", "It's the Pilot Station - Commission Room."),
        ("I'm in the commission room.", "I'm in the Pilot Station - Commission Room."),
        ("He waits on the mole of Old Harbor.", "He waits on the Old Harbor - the Mole."),
        ("She is aboard the Maude in Carrow Reach.", "She is at Carrow Reach - Aboard the Maude."),
        ("I'm in the kitchen at Bo's House.", "I'm in the Bo's House - Kitchen."),
        ("I'm at Pilot Station - Commission Room.", "I'm at Pilot Station - Commission Room."),
    ],
)
def test_a_place_in_prose_is_that_place_in_any_order_of_its_parts(said, read):
    assert Places(PLACES, "en").named(said) == read


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Ann is in the office of the Chief Pilot.", "Ann is in the Pilot Station - Chief Pilot's Office."),
        (
            "I'm at the Pilot Station, in the office of the Chief Pilot.",
            "I'm at the Pilot Station - Chief Pilot's Office.",
        ),
        ("I'm in the Chief Pilots' office.", "I'm in the Pilot Station - Chief Pilot's Office."),
        ("I'm in the office of the sheriff.", "I'm in the Sheriff's Office."),
        ("I'm at the house of Lee.", "I'm at the Lee House."),
        ("I'm at Lee's house.", "I'm at Lee House."),
        ("I'm in the kitchen of the house of Bo.", "I'm in the Bo's House - Kitchen."),
        ("I'm in the Cards' House.", "I'm in the House of Cards."),
    ],
)
def test_the_words_of_a_places_name_come_in_either_order(said, read):
    assert Places(PLACES, "en").named(said) == read


@pytest.mark.parametrize(
    "said", ["I'm in the office of the Mayor.", "I'm in the Chief's office.", "The Chief Pilot of the office is here."]
)
def test_other_words_in_that_order_are_another_place(said):
    assert Places(PLACES, "en").named(said) == said


@pytest.mark.parametrize("said", ["I'm in the kitchen.", "The Commission Room paper is dull.", "I'm at the Station."])
def test_part_of_a_place_that_may_be_another_one_or_none_is_no_place(said):
    assert Places(PLACES, "en").named(said) == said


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("我在春泉戏院的后台。", "我在春泉戏院后台。"),
        ("我在戏院后台。", "我在春泉戏院后台。"),
        ("我在后台。", "我在春泉戏院后台。"),
        ("我在卫生院的病房里。", "我在柳桥镇卫生院病房里。"),
        ("我在悦来客栈里的后院。", "我在悦来客栈后院。"),
        ("我在后院。", "我在后院。"),
        ("我在团长的办公室。", "我在春泉戏院团长办公室。"),
        ("我在戏院团长的办公室里。", "我在春泉戏院团长办公室里。"),
        ("我在镇的文旅公司。", "我在镇文旅公司。"),
    ],
)
def test_chinese_places_are_read_alike(said, read):
    assert Places(PLACES_ZH, "zh").named(said) == read


@pytest.mark.parametrize(
    ("language", "entities", "claim", "asked", "said"),
    [
        (
            "en",
            PLACES,
            "Ann Lee is at Pilot Station - Commission Room.",
            "Where are you?",
            "I'm in the Commission Room",
        ),
        ("zh", PLACES_ZH, "林晚秋在春泉戏院后台。", "你在哪里？", "我在后台，就在春泉戏院"),
    ],
)
def test_a_place_in_prose_takes_the_stance_and_is_within_the_boundary(language, entities, claim, asked, said):
    ear = Ear(language, entities)
    here = state(1, aspect="position", claim=claim, valid_from=at(1, 0))
    side = evaluator_side([checkpoint(1, 2, 50), checkpoint(2, 4, 50)], [here], [], [])
    scaffold = assemble_scaffold(prompt(about=("states/cs-0001",), turns=(asked,)), side, {"future": 0})
    case = Case(scaffold, "single", (asked,), (scaffold.supporting,), ear.named(asked))
    more = " of the Pilot Station." if language == "en" else "。"
    assert scaffold.supporting and set(score(case, [said + more], ear).values()) == {5}


@pytest.mark.parametrize(
    ("language", "wide", "name"), [("en", "Barn (Old", "Barn (Old - Loft [2"), ("zh", "老屋(东院", "老屋(东院后房")]
)
def test_a_place_may_hold_any_sign(language, wide, name):
    places = [entity(1, wide, types=("Location",)), entity(2, name, types=("Location",))]
    assert Places(places, language).named("Nobody / 没有人") == "Nobody / 没有人"
