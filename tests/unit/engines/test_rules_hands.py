"""What passes from hand to hand in Chinese action, who is meant by a pronoun, and what names are."""

import pytest
from read_scenes import labels, payload, related

from linedscript.engines.rules import mentions, units
from linedscript.engines.rules.addressing import Talk
from linedscript.engines.rules.scene_zh import SceneReader

NAMES = ["周海", "吴婷", "马军"]


def read(*elements, names=NAMES):
    return payload(*elements, names=names, language="zh")


def summaries(*elements, names=NAMES):
    return [unit["summary"] for unit in units.annotate(read(*elements, names=names))["units"]]


def parts(*elements, names=NAMES):
    return {
        unit["summary"]: [(part["name"], part["role"]) for part in unit["participants"]]
        for unit in units.annotate(read(*elements, names=names))["units"]
    }


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("周海拿出怀表，塞进棉袄里。", "周海把怀表塞进棉袄里。"),
        ("周海掏出信封，递给吴婷。", "周海把信封递给吴婷。"),
        ("周海抱着木板，一块一块靠在墙上。", "周海把木板一块一块靠在墙上。"),
        ("周海拿起怀表，站起来，放进抽屉里。", "周海把怀表放进抽屉里。"),
    ],
)
def test_a_clause_that_leaves_its_thing_out_is_about_the_one_before(sentence, told):
    assert told in summaries(f"- {sentence}")


@pytest.mark.parametrize("sentence", ["周海打着手电，用锯子锯下一块板，装进袋子里。", "周海看看怀表，放在桌上。"])
def test_what_may_be_another_thing_is_not_filled_in(sentence):
    assert not any("把手电" in told or "把怀表" in told for told in summaries(f"- {sentence}"))


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [
        ("周海把怀表放在马军手里。", "怀表"),
        ("周海拿出怀表，放在马军手里。", "怀表"),
        ("周海替马军把围巾围上。", "围巾"),
    ],
)
def test_a_thing_in_anothers_hands_or_on_anothers_body_is_received(sentence, thing):
    found = parts(f"- {sentence}")
    assert any(("马军", "recipient") in held and (thing, "theme") in held for held in found.values())


def test_nobody_receives_handcuffs():
    found = related("- 吴婷给马军戴上手铐。", names=NAMES, language="zh")
    assert not [relation for relation in found if "possesses" in relation]


def test_he_beside_the_one_who_acts_is_who_has_just_spoken():
    assert "吴婷看着马军。" in summaries("马军: 我不知道。", "- 吴婷看着他。")
    assert not any("看着马军" in told for told in summaries("马军: 我不知道。", "- 周海走过来，吴婷看着他。"))


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("周海站在门口，手里提着一条鱼。", "周海手里提着一条鱼。"),
        ("周海站在门口，不敢进来。", "周海不敢进来。"),
        ("周海走进来，四下看了看。", "周海四下看了看。"),
    ],
)
def test_how_something_is_done_goes_on_with_the_person_before(sentence, told):
    assert told in summaries(f"- {sentence}")


def test_what_is_only_about_to_be_done_is_not_told():
    assert not any("砸" in told for told in summaries("- 周海举起酒瓶，正要砸在船头上。"))


def test_whose_thing_a_sentence_is_about_is_meant_by_the_pronoun_of_the_next():
    assert "周海把怀表扔给马军。" in summaries("- 周海手里的杯子掉在地上。他掏出怀表，扔给马军。")


@pytest.mark.parametrize(
    ("line", "name"),
    [("小棠姐，对不起。", "陈小棠"), ("郑经理，报纸你看了吗？", "郑国栋"), ("陈小棠，你来。", "陈小棠")],
)
def test_who_has_no_line_is_called_all_the_same(line, name):
    scene = read("- 陈小棠和郑国栋坐着。", f"马军: {line}", "吴婷: 嗯。", names=["马军", "吴婷", "陈小棠", "郑国栋"])
    assert Talk(scene, SceneReader(scene)).to(0, line) == name


def test_last_year_is_no_order():
    assert not [
        kind for kind, _ in labels("马军: 去年您当给我的。", "吴婷: 嗯。", names=NAMES, language="zh") if "吩咐" in kind
    ]


def test_keep_your_word_promises_nothing():
    found = summaries("马军: 清明，一定。", "吴婷: 说话算数。")
    assert "马军答应吴婷：“清明，一定。”" in found and not any("吴婷答应" in told for told in found)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("周海卸下茶馆的门板。", set()),
        ("听说有人要接茶馆？", set()),
        ("您欠银行的钱。", set()),
        ("吴婷在县医院上班。", {"县医院"}),
        ("春水茶馆关了门。", {"春水茶馆"}),
    ],
)
def test_an_institutions_name_holds_no_verb_and_no_person(text, names):
    found = mentions.annotate(read(f"- {text}"))["mentions"]
    assert {held["normalized"] for held in found if "Organization" in held["types"] and held["named"]} == names


def test_somebodys_office_makes_no_place_of_them():
    scene = read("- 周海坐着。")
    scene["heading"] = {"text": "内景 罗厂长办公室 日", "place": "罗厂长办公室", "time": "日"}
    scene["elements"].insert(0, {"kind": "heading", "text": "内景 罗厂长办公室 日", "cue": None})
    found = mentions.annotate(scene)["mentions"]
    assert "罗厂长" not in {held["normalized"] for held in found if "Location" in held["types"]}
