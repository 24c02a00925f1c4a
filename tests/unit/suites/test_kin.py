"""Task II: who is whose kin, said from either end or by a word for both."""

import pytest
from factories import alias, entity, item

from linedscript.records.run import Answer
from linedscript.suites.stage.answers import names_of
from linedscript.suites.stage.kin import same_kin
from linedscript.suites.stage.task_ii import TASK


def people(number: int, *names: str):
    return entity(number, names[0], aliases=tuple(alias(name) for name in names))


EN = names_of(
    [
        people(1, "Ines Calloway", "Ines"),
        people(2, "Tom Poe", "Tom", "Tom's son"),
        people(3, "Stoker"),
        people(4, "Ward"),
        people(5, "mother"),
    ],
    "en",
)
ZH = names_of([people(1, "林广福"), people(2, "林晚秋", "晚秋"), people(3, "阿豆"), people(4, "爹")], "zh")


@pytest.mark.parametrize(
    "said",
    [
        *("Ines is Tom's mother.", "Ines is the mother of Tom.", "The mother of Tom is Ines.", "Tom's mother is Ines"),
        *("Tom is her son", "Tom is Ines's son.", "Tom is the son of Ines Calloway.", "Ines Calloway is his mother."),
        *("mother and son", "They are mother and son.", "Ines and Tom are mother and son.", "Mother/son."),
        *("Tom and Ines are son and mother", "Tom and Ines are mother and son", "A mother and her son."),
        *("It is a mother-son relationship.", "Their relationship is that of mother and son.", "Tom's mom"),
        "INES IS TOM'S MOTHER.",
        *("Tom’s the son of Ines.", "Ines is Tom's parent.", "parent and child", "She is his mother.", "He's her son."),
        *(
            "Ines is the mother and Tom is the son.",
            "Ines is Tom's mother; Tom is her son.",
            "The two are mother & son",
        ),
    ],
)
def test_kinship_in_other_words_is_right(said):
    assert same_kin(said, "Ines is Tom's mother.", EN)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "Tom is Ines's mother",
            "Tom is the mother of Ines.",
            "Ines is Tom's son",
            "Ines is the son",
            "Tom is mother",
        ),
        *("Ines is Tom's sister.", "brother and sister", "mother and daughter", "father and son", "Ines and Tom"),
        *("She is her mother", "He is his mother", "Tom is his son", "Ines is his mother or aunt", "mother", "cousins"),
        *("Ines isn't Tom's mother", "Is Ines Tom's mother?", "Stoker is Tom's mother", "Ines is Stoker's mother", ""),
        *("Ines is Tom's mother and his aunt", "Ines is Tom's grandmother", "They are family", "Ines Tom mother"),
        *("Ines is Tom's mother and Tom is her nephew", "They aren't mother and son", "Ines is Tom's stepmother"),
        *("A mother's son", "Tom is the mother and Ines is the son", "Ines is Tom's mother's mother"),
    ],
)
def test_another_kinship_or_the_reverse_of_it_is_wrong(said):
    assert not same_kin(said, "Ines is Tom's mother.", EN)


def test_where_nobody_tells_the_gender_the_order_of_the_names_tells_who_is_who():
    reference = "Stoker is Ward's father."
    assert same_kin("Stoker and Ward are father and daughter", reference, EN)
    assert same_kin("Stoker and Ward are father and son", reference, EN)
    assert not same_kin("Ward and Stoker are father and son", reference, EN)
    assert same_kin("Ward is Stoker's child", reference, EN)
    assert not same_kin("Ward is Stoker's father", reference, EN)


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        ("Ines is Tom's wife", ("husband and wife", "a married couple", "Tom is her husband"), ("siblings",)),
        ("Tom is Ines's brother", ("brother and sister", "siblings", "She is his sister"), ("brothers", "sisters")),
        ("Ines is Stoker's aunt", ("Stoker is the nephew of Ines", "Stoker is her niece"), ("Stoker is her uncle",)),
        (
            "Ines and Tom are siblings",
            ("Tom is her brother", "brother and sister", "siblings"),
            ("cousins", "brothers"),
        ),
        ("Tom is Stoker's daughter", ("She is Stoker's daughter", "Stoker is her parent"), ("Tom is Stoker's son",)),
        ("mother and son", ("They are mother and son", "son and mother"), ("Ines is Tom's mother", "father and son")),
    ],
)
def test_each_kinship_is_read_by_its_two_ends(reference, right, wrong):
    assert [one for one in right if not same_kin(one, reference, EN)] == []
    assert [one for one in wrong if same_kin(one, reference, EN)] == []


@pytest.mark.parametrize(
    "said",
    [
        *(
            "父女",
            "父女关系",
            "他们是父女。",
            "两人是父女关系",
            "林广福和晚秋是父女",
            "晚秋和林广福是父女俩",
            "一对父女",
        ),
        *("晚秋是林广福的女儿", "林晚秋是他的女儿。", "林广福是她爸爸", "林广福是晚秋的爹", "林晚秋的父亲是林广福"),
        *(
            "父亲和女儿",
            "林广福是父亲，林晚秋是女儿。",
            "他是她的父亲",
            "答案是父女",
            "林晚秋是林广福的孩子",
            "晚秋她爹",
        ),
        *(
            "父女两人",
            "他俩是父女",
            "林广福与林晚秋系父女",
            "他们之间的关系是父女",
            "父亲和女儿的关系",
            "林广福跟晚秋是父女",
        ),
        *("这两个人是父女。", "林广福和林晚秋是父亲和女儿", "他们的关系是父女", "二人是亲生父女", "林广福是林晚秋父亲"),
    ],
)
def test_chinese_kinship_in_other_words_is_right(said):
    assert same_kin(said, "林广福是林晚秋的父亲", ZH)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "林晚秋是林广福的父亲",
            "林广福是林晚秋的女儿",
            "母女",
            "兄妹",
            "夫妻",
            "亲人",
            "林广福是林晚秋的叔叔",
            "爷孙",
        ),
        *(
            "不是父女",
            "林晚秋是父亲",
            "阿豆是林晚秋的父亲",
            "父亲",
            "林广福、林晚秋",
            "父女或者兄妹",
            "他们不是父女",
            "",
        ),
        *("林广福是父亲，林晚秋是妹妹", "父女，夫妻", "父亲的女儿"),
    ],
)
def test_another_chinese_kinship_is_wrong(said):
    assert not same_kin(said, "林广福是林晚秋的父亲", ZH)


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        ("林广福是林晚秋的哥哥", ("兄妹", "林晚秋是他妹妹"), ("姐弟", "姐妹", "林晚秋是他姐姐")),
        ("林广福是阿豆的儿子", ("父子", "母子", "阿豆是林广福的父亲"), ("父女", "阿豆是林广福的儿子")),
        ("林广福是林晚秋的丈夫", ("夫妻", "夫妇", "林晚秋是他老婆", "两口子"), ("父女", "兄妹")),
        ("林广福是林晚秋的爷爷", ("爷孙", "祖孙", "林晚秋是他的孙女"), ("父女", "爷爷")),
        ("林广福和阿豆是父子", ("父子", "父子关系"), ("阿豆是林广福的父亲", "父女", "母子")),
        ("林广福和阿豆是兄弟", ("兄弟", "他们是兄弟"), ("阿豆是林广福的哥哥", "姐弟")),
        ("林广福是林晚秋的舅舅", ("舅甥", "林晚秋是他外甥女"), ("叔侄", "姑侄")),
    ],
)
def test_each_chinese_kinship_is_read_by_its_two_ends(reference, right, wrong):
    assert [one for one in right if not same_kin(one, reference, ZH)] == []
    assert [one for one in wrong if same_kin(one, reference, ZH)] == []


def test_the_judge_reads_kinship_by_its_meaning():
    one = item(1, question="What kin are these two to each other?", answer="Ines is Tom's mother.")
    family = [entity(1, "Ines", aliases=(alias("Ines"),)), entity(2, "Tom", aliases=(alias("Tom"),))]
    (target,) = TASK.targets("en-0001", "en", {"items": [one], "entities": family})
    labels = {
        said: [one.label for one in TASK.exact(target, Answer(text=said))] for said in ("Mother and son.", "Aunt.")
    }
    assert labels == {"Mother and son.": ["correct", "supported"], "Aunt.": ["incorrect", "unsupported"]}


@pytest.mark.parametrize("said", ["Is Ines Tom's mother?", "Mother and son?", "Ines is Tom's mother？ "])
def test_a_question_back_is_no_answer(said):
    one = item(1, question="What kin are these two to each other?", answer="Ines is Tom's mother.")
    family = [entity(1, "Ines", aliases=(alias("Ines"),)), entity(2, "Tom", aliases=(alias("Tom"),))]
    (target,) = TASK.targets("en-0001", "en", {"items": [one], "entities": family})
    assert TASK.exact(target, Answer(text=said))[0].label == "incorrect"


def test_a_chinese_question_back_is_no_answer_but_the_words_of_one_are():
    asks, quotes = (
        item(1, question="这两个人是什么亲人？", answer="父女", language="zh"),
        item(2, question="她先说什么？", answer="你去哪儿了？", language="zh"),
    )
    for one, said, label in (
        (asks, "父女吗", "incorrect"),
        (asks, "是父女？", "incorrect"),
        (quotes, "“你去哪儿了？”", "correct"),
    ):
        (target,) = TASK.targets("zh-0001", "zh", {"items": [one], "entities": []})
        assert TASK.exact(target, Answer(text=said))[0].label == label
