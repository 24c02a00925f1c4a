"""Who does what in action: subjects, objects and pronouns as the rules read them, in English and Chinese."""

import pytest
from read_scenes import ZH, labels, payload, people, related

from linedscript.engines.rules import units
from linedscript.engines.rules.cast_en import Cast
from linedscript.engines.rules.chinese import Cast as ChineseCast

NAMES = ["ANNA", "PAUL", "OLD MAN", "NURSE WITH BASKET"]


def told(*elements, names=NAMES, **options):
    return [label for _, label in labels(*elements, names=names, **options)]


def summaries(*elements, names=NAMES, **options):
    return [unit["summary"] for unit in units.annotate(payload(*elements, names=names, **options))["units"]]


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("The girl with the lantern stops.", "The girl with the lantern stops"),
        ("A truck the colour of rust stops.", "A truck the colour of rust stops"),
        ("The patch on Paul's sleeve tears.", "The patch on Paul's sleeve tears"),
        ("A boy in a straw hat waves.", "A boy in a straw hat waves"),
        ("A soldier wearing a red sash salutes.", "A soldier wearing a red sash salutes"),
        ("On the pier a woman in a raincoat whistles.", "A woman in a raincoat whistles"),
        ("The doctor's lamp flickers.", "The doctor's lamp flickers"),
        ("Paul's kettle whistles.", "Paul's kettle whistles"),
        ("Three hundred people cheer.", "Three hundred people cheer"),
        ("One of the nurses laughs.", "One of the nurses laughs"),
        ("The woman at the till whistles.", "The woman at the till whistles"),
    ],
)
def test_a_subject_is_the_head_of_its_noun_phrase_with_all_that_belongs_to_it(sentence, label):
    assert told(f"- {sentence}") == [label]


@pytest.mark.parametrize(
    ("sentence", "name", "role"),
    [
        ("The girl with the lantern stops.", "girl", "agent"),
        ("A truck the colour of rust stops.", "truck", "theme"),
        ("The patch on Paul's sleeve tears.", "patch", "theme"),
        ("On the pier a woman in a raincoat whistles.", "woman", "agent"),
        ("The nurse with the basket stops.", "Nurse with Basket", "agent"),
        ("The man behind Paul coughs.", "man", "agent"),
        ("The woman beside him coughs.", "woman", "agent"),
    ],
)
def test_who_acts_is_the_head_and_no_word_of_what_describes_it(sentence, name, role):
    (found,) = people(f"- {sentence}", names=NAMES)
    assert found[1] == [(name, role)]


def test_a_described_person_keeps_the_article():
    found = told("- The stranger enters. He sits down.", names=["STRANGER"])
    assert found == ["The stranger enters", "The stranger sits down"]


def test_a_title_ends_no_clause():
    assert told("- Anna thanks Mrs. Gray for the soup.") == ["Anna thanks Mrs. Gray"]


def test_what_somebody_is_called_in_a_relative_clause_is_nobodys_act():
    found = told("- PAUL, 40, whom the whole street calls BEAR, shuts the gate.")
    assert found == ["Paul shuts the gate"]


def test_the_subject_goes_on_behind_a_relative_clause():
    assert told("- Anna, who hates dogs, climbs the wall.") == ["Anna climbs the wall"]


def test_a_clause_ends_where_another_subject_begins():
    assert summaries("- Anna shuts the trunk, and moths rise from it.")[0] == "Anna shuts the trunk."


def test_what_is_seen_or_thought_belongs_to_the_clause():
    assert summaries("- Paul stares at what he has written, and tears up the letter.") == [
        "Paul stares at what he has written.",
        "Paul tears up the letter.",
    ]


def test_a_noun_of_a_compound_heads_no_clause():
    assert told("- Anna waits on the church steps.") == ["Anna waits on the church steps"]


def test_an_adjective_or_verb_behind_an_object_is_no_part_of_it():
    found = dict(
        people("- Anna pushes the door open. Paul watches a cat lick the bowl. Anna opens the crate marked B.")
    )
    assert [parts[-1][0] for parts in found.values()] == ["door", "cat", "crate"]


def test_two_names_do_what_their_verb_says_together():
    (unit,) = units.annotate(payload("- Anna and Paul run to the window.", names=NAMES))["units"]
    assert [(part["name"], part["role"]) for part in unit["participants"]] == [("Anna", "agent"), ("Paul", "agent")]


def test_a_pronoun_after_somebodys_thing_is_its_owner():
    assert "Anna answers it" in told("PAUL: Well?", "- Anna's telephone rings. She answers it.", names=["ANNA", "RUTH"])


def test_a_pronoun_in_a_sentence_is_its_subject_before_that_of_the_sentence_before():
    found = told("- Paul throws a rope to Karl. Karl has no time: he is holding the ladder.", names=["PAUL", "KARL"])
    assert found[-1] == "Karl is holding the ladder"


def test_a_pronoun_after_a_line_is_whoever_said_it():
    found = told("KARL: Hello.", "MAYOR SIMON WEST: Supper is paid.", "- He drops a coin and leaves.")
    assert "Mayor Simon West leaves" in found


def test_a_pronoun_isnt_resolved_past_somebody_nearer_who_may_be_meant():
    found = told("- Paul waits. The stranger enters.", "- He sits down.", names=["PAUL", "STRANGER"])
    assert "Paul sits down" not in found


def test_a_pronoun_after_somebody_unnamed_is_nobody_known():
    found = told("PAUL: I did it.", "- Somebody whistles. Somebody else shouts him down.")
    assert not any("Paul" in label for label in found if "shouts" in label)


@pytest.mark.parametrize(
    ("introduction", "gender"),
    [
        ("Judge waits. Anna knocks with her cane.", None),
        ("JUDGE waits for KARL, who drops his hat.", None),
        ("Judge waits. Anna nods at him. She knocks.", "m"),
        ("Judge waits in his chair. Anna knocks.", "m"),
        ("JUDGE KARL VANE, 60, waits. He knocks.", "m"),
        ("JUDGE, 60, called BEAR by his friends, waits.", "m"),
    ],
)
def test_a_pronoun_behind_anothers_name_says_nothing_of_whom_a_text_introduces(introduction, gender):
    given = payload("JUDGE: Order.")
    given["names"] = [{"name": "JUDGE", "scenes": 2, "introduction": introduction}]
    assert Cast(given).gender("Judge") == gender


def test_a_title_with_a_surname_has_the_gender_of_the_full_name():
    found = told("- CAPTAIN RUTH VANE, 40, waits.", "CAPTAIN VANE: Sail.", "- She turns the wheel.")
    assert "Captain Vane turns the wheel" in found


def test_a_family_name_of_two_has_no_gender():
    assert Cast(payload(names=["ANNA VANE", "PAUL VANE"])).gender("Vane") is None


def 人(*elements, **options):
    return people(*elements, **dict(ZH, names=["王小明", "李建国", "赵敏"]) | options)


@pytest.mark.parametrize(
    ("sentence", "name", "role"),
    [
        ("墙上挂着一幅旧地图。", "旧地图", "theme"),
        ("桌上放着那封信和一支笔。", "信", "theme"),
        ("船上走下来一个老人。", "老人", "agent"),
        ("远处传来一声枪响。", "枪响", "theme"),
        ("门口停着三辆卡车。", "卡车", "theme"),
    ],
)
def test_what_a_chinese_sentence_of_place_shows_is_what_stands_behind_its_verb(sentence, name, role):
    ((_, parts),) = 人(f"- {sentence}")
    assert parts == [(name, role)]


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("王小明停下脚步，侧耳听。", "王小明侧耳听"),
        ("王小明放下碗，抬手擦嘴。", "王小明抬手擦嘴"),
        ("王小明站住，手搭凉棚往远处看。", "王小明手搭凉棚往远处看"),
        ("王小明躺在床上，左腿打着石膏。", "王小明左腿打着石膏"),
        ("王小明走过来，双手捧着一只碗。", "王小明双手捧着一只碗"),
    ],
)
def test_a_gesture_or_a_part_of_the_body_goes_on_with_its_person(sentence, label):
    assert label in [label for label, _ in 人(f"- {sentence}")]


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [
        ("王小明吹茶杯里的热气。", "热气"),
        ("王小明看窗外的雨。", "雨"),
        ("王小明把柜子上的一个木盒推给赵敏。", "木盒"),
        ("王小明把那截铁丝捏在手里。", "铁丝"),
        ("王小明把箱子一只只搬上车。", "箱子"),
        ("王小明穿着一身旧军装。", "旧军装"),
    ],
)
def test_a_chinese_thing_is_the_head_of_its_phrase(sentence, thing):
    ((_, parts),) = 人(f"- {sentence}")
    assert (thing, "theme") in parts


def test_where_a_thing_is_put_is_no_thing_that_is_had():
    found = related("- 王小明拿出钥匙，塞进大衣里。", **ZH)
    assert ("王小明", "possesses", "钥匙") in found and ("王小明", "possesses", "大衣") not in found


def test_who_puts_a_thing_on_somebody_else_does_not_have_it():
    found = related("- 王小明替赵敏把围巾戴上。", **dict(ZH, names=["王小明", "赵敏"]))
    assert ("王小明", "possesses", "围巾") not in found


def test_the_head_of_a_chinese_subject_has_no_verb_in_it():
    assert 人("- 赵敏的歌声跟着响起来。")[0][1] == [("赵敏的歌声", "theme")]


def test_two_chinese_names_do_what_their_verb_says_together():
    ((_, parts),) = 人("- 王小明和赵敏搬起箱子。")
    assert parts[:2] == [("王小明", "agent"), ("赵敏", "agent")]


def test_all_of_a_gathering_act():
    assert 人("- 所有人都看着赵敏。")[0][1] == [("所有人", "agent"), ("赵敏", "patient")]


def test_a_chinese_pronoun_is_nobody_of_whom_only_a_thing_was_named():
    found = 人("- 赵敏的帽子挂在墙上。", "- 王小明走进来。镜子里的王小明看着他。")
    assert not any(("赵敏", "patient") in parts for _, parts in found)


def test_a_form_of_address_shows_a_persons_gender():
    found = 人("- 赵敏收起伞。", "王大爷: 敏姐，坐。", "- 她坐下。", names=["赵敏", "王大爷"])
    assert "赵敏坐下" in [label for label, _ in found]


@pytest.mark.parametrize(
    ("introduction", "gender"), [("王小明坐着。赵敏走来，坐在他旁边。", "m"), ("王小明坐着。赵敏收起她的伞。", None)]
)
def test_a_chinese_pronoun_behind_anothers_name_is_that_ones_unless_it_stands_beside_her(introduction, gender):
    given = payload("王小明: 来了。", "赵敏: 来了。", **ZH)
    given["names"] = [{"name": "王小明", "scenes": 2, "introduction": introduction}]
    assert ChineseCast(given).gender("王小明") == gender


@pytest.mark.parametrize(
    ("sentence", "summary"),
    [
        ("Paul counts coins at the till.", "Paul counts coins at the till."),
        ("Paul opens his till and whistles.", "Paul opens his till."),
        ("Paul watches her till she sleeps.", "Paul watches her."),
        ("Paul waits till Anna sleeps.", "Paul waits."),
    ],
)
def test_a_till_behind_an_article_or_a_possessive_is_a_thing(sentence, summary):
    assert summaries(f"- {sentence}")[0] == summary


def test_who_stands_behind_a_semicolon_with_an_apposition_does_what_follows():
    found = labels("- Anna waits; Paul, in an apron, sets the table.", names=["ANNA", "PAUL"])
    assert ("Event", "Paul sets the table") in found
