import pytest
from factories import alias, entity

from linedscript.suites.stage.answers import names_of, normalized
from linedscript.suites.stage.wordings import answers

DATE = "What date is it, going by the titles on the screen?"
WHICH = "Which date does the script give for the day on which June waits?"
LATER = "June waits, “a year before I left, how many days before”. How many days later is it that Ines waits?"
EARLIER = "June waits. How many days before that does it happen that Ines waits?"
DEED = "In the scene in which Captain Calloway warns Ines, what is the last that we see Ines do, words apart?"
WHO = "Which person not named here takes part in both scenes?"
FLASK = "Ines watches the flask."


def people(number: int, *names: str, **changes):
    return entity(number, names[0], aliases=tuple(alias(name) for name in names), **changes)


def time(number: int, *names: str):
    return people(number, *names, types=("TimePoint",))


EN = names_of(
    [
        people(1, "Ines Calloway", "Ines", "Deputy Pilot", "Chief Pilot Ines Calloway"),
        people(2, "August Calloway", "Captain Calloway", "August"),
        people(3, "June Hargrove", "June"),
        people(4, "Chief Pilot"),
        time(5, "Thursday, October 3"),
        time(6, "October"),
        time(7, "Thursday"),
        time(8, "Saturday, October 5, 2024"),
        time(9, "Saturday, October 7, 2017"),
        time(10, "June"),
        time(11, "June 10, 1994"),
        time(12, "June 10, 2025"),
        time(13, "Two days later"),
    ],
    "en",
)
ZH = names_of(
    [
        people(1, "林晚秋", "晚秋"),
        people(2, "阿豆"),
        people(3, "林广福", "团长"),
        time(4, "二〇二五年十二月十五日,星期一"),
        time(5, "二〇二六年三月二十日"),
        time(6, "星期一"),
        time(7, "三天后"),
    ],
    "zh",
)
ZH_DATE = "照剧本里的字幕，那一天是几月几日？"
ZH_LATER = "何敬之把一份合同推过桌面。几天以后，邵平把镜子扣过去？"
ZH_EARLIER = "邵平看着水里自己的影子。“邵平用拇指敲了敲鼓面”是几天以前的事？"
ZH_DEED = "林广福抬头看了一眼灯架。除了说话，阿豆在这场戏里的最后一个举动是什么？"
ZH_FULL = "二〇二五年十二月十五日"


def right(said: str, reference: str, question: str, names=EN, choice: bool = False) -> bool:
    return answers(normalized(said, names), normalized(reference, names), question, names, choice)


@pytest.mark.parametrize(
    ("said", "reference", "question"),
    [
        *(
            (said, "October 3", DATE)
            for said in (
                *("October 3, 2024", "3 October in 2024", "Thursday, October 3", "THURSDAY, OCTOBER 3", "2024-10-03"),
                *("It is October 3.", "It's October 3rd", "The answer is October 3.", "The date is October 3, 2024."),
                "That day is the third of October",
            )
        ),
        ("October 5", "October 5, 2024", WHICH),
        ("It was Saturday, October 5", "October 5, 2024", WHICH),
        ("10 June 2025", "June 10, 2025", WHICH),
        ("June 12", "12 June", WHICH),
        *(
            (said, "Two days", LATER)
            for said in (
                *("Two days later", "2 days later.", "After two days", "It is two days.", "It takes two days", "2"),
                *("In two days", "The answer is two days.", "It happens two days later", "Two days after that"),
            )
        ),
        ("The next day", "One day", LATER),
        ("Two days before that", "Two days", EARLIER),
        ("Two days earlier", "Two days", EARLIER),
        ("One day earlier", "One day", EARLIER),
        ("She watches the flask.", FLASK, DEED),
        ("Watches the flask", FLASK, DEED),
        ("Deputy Pilot Ines Calloway watches the flask.", FLASK, DEED),
        ("She watches the flask.", FLASK, "What does the person who sets the duffel down do last in that scene?"),
        ("Deputy Pilot Ines Calloway", "Ines Calloway", WHO),
        ("Chief Pilot Ines", "Ines Calloway", WHO),
        ("It is Captain August Calloway", "August Calloway", WHO),
        ("She is a doctor.", "Doctor", "Which position has this person had all along?"),
        ("She is June.", "June Hargrove", WHO),
        ("The person is Ms. June Hargrove.", "June Hargrove", WHO),
    ],
)
def test_an_answer_with_more_than_the_reference_is_right(said, reference, question):
    assert right(said, reference, question)


@pytest.mark.parametrize(
    ("said", "reference", "question"),
    [
        *(
            (said, "October 3", DATE)
            for said in (
                *("October 4", "not October 3", "It is not October 3", "October 3 or October 4", "October 3 and 4"),
                *("October", "Thursday", "Friday, October 3", "October 3, 2017", "October 3, 1999", "November 3", "3"),
                *("October 3, 2024 2017", "It", "The date", "before October 3", "June 3", "Ines", ""),
            )
        ),
        ("October 5, 2017", "October 5, 2024", WHICH),
        ("October 5", "October 5, 2024", "On what date, and in which year, does June wait?"),
        ("June 10", "June 10, 2025", WHICH),
        ("June 10, 1994", "June 10, 2025", WHICH),
        *(
            (said, "Two days", LATER)
            for said in (
                *("Two days earlier", "Two days before", "Three days later", "Two weeks later", "More than two days"),
                *("About two days", "Not two days", "Two or three days later", "The next day", "After October 2"),
                *("Two hours later", "It is 3", "Two", "Two days later, three days later")[:-2],
            )
        ),
        ("That day", "One day", LATER),
        ("The same day", "One day", LATER),
        ("The next day", "One day", EARLIER),
        ("Two days later", "Two days", EARLIER),
        ("After two days", "Two days", EARLIER),
        ("She drops the flask.", FLASK, DEED),
        ("August watches the flask.", FLASK, DEED),
        ("Captain Calloway watches the flask", FLASK, DEED),
        ("She doesn't watch the flask", FLASK, DEED),
        ("She watches the flask.", FLASK, "Which later deed goes against it?"),
        ("She", FLASK, DEED),
        ("She isn't a doctor", "Doctor", "Which position has this person had all along?"),
        ("Deputy Pilot August Calloway", "August Calloway", WHO),
        ("Ines and August", "August Calloway", WHO),
        ("Not Ines", "Ines Calloway", WHO),
        ("Captain", "August Calloway", WHO),
        ("Chief Pilot", "Ines Calloway", WHO),
        ("then Ines", "June Hargrove, then Ines", "Who are the two next holders of June's lead?"),
    ],
)
def test_an_answer_that_says_something_else_is_wrong(said, reference, question):
    assert not right(said, reference, question)


def test_a_pronoun_names_none_of_several_listed_events():
    question = "Which comes first: Ines watches the flask; August watches the flask?"
    assert not right("She watches the flask.", FLASK, question, choice=True)


@pytest.mark.parametrize(
    ("said", "reference", "question"),
    [
        *(
            (said, ZH_FULL, ZH_DATE)
            for said in (
                *(
                    "二〇二五年十二月十五日，星期一",
                    "2025年12月15日",
                    "十二月十五日",
                    "12月15日，星期一",
                    "是十二月十五日。",
                ),
                *("答案是十二月十五日", "那一天是12月15号", "那天是2025年12月15日", "十二月十五日那天"),
            )
        ),
        ("2025年十二月十七日", "十二月十七日", ZH_DATE),
        *(
            (said, "三天", ZH_LATER)
            for said in ("三天后", "3天以后", "过了三天", "三天之后", "是三天。", "答案是三天", "一共三天", "三日后")
        ),
        ("第二天", "一天", ZH_LATER),
        ("两天前", "两天", ZH_EARLIER),
        ("往前数两天", "两天", ZH_EARLIER),
        ("他看看团长的背影。", "阿豆看看团长的背影。", ZH_DEED),
        ("看看团长的背影", "阿豆看看团长的背影。", ZH_DEED),
        ("团长林广福", "林广福", "这人是谁？"),
        ("林晚秋老师", "林晚秋", "这人是谁？"),
        ("这个人是晚秋。", "林晚秋", "这人是谁？"),
    ],
)
def test_a_chinese_answer_with_more_than_the_reference_is_right(said, reference, question):
    assert right(said, reference, question, ZH)


@pytest.mark.parametrize(
    ("said", "reference", "question"),
    [
        *(
            (said, ZH_FULL, ZH_DATE)
            for said in (
                *("十二月十六日", "不是十二月十五日", "2026年12月15日", "十二月十五日，星期二", "十二月十五日或十六日"),
                *("星期一", "十二月", "答案", "二〇二五年"),
            )
        ),
        ("十二月十五日", ZH_FULL, "那一天是哪年哪月哪日？"),
        *(
            (said, "三天", ZH_LATER)
            for said in ("三天前", "两天后", "不到三天", "不是三天", "三个月后", "三四天后", "三天后又三天", "第三天")
        ),
        ("两天后", "两天", ZH_EARLIER),
        ("他看看团长的手。", "阿豆看看团长的背影。", ZH_DEED),
        ("晚秋看看团长的背影。", "阿豆看看团长的背影。", ZH_DEED),
        ("团长", "林晚秋", "这人是谁？"),
        ("团长林晚秋", "林晚秋", "这人是谁？"),
        ("不是晚秋", "林晚秋", "这人是谁？"),
    ],
)
def test_a_chinese_answer_that_says_something_else_is_wrong(said, reference, question):
    assert not right(said, reference, question, ZH)


def test_june_is_a_person_where_no_day_stands_beside_it():
    assert normalized("June waits", EN)[0] == "e:ent-0003"
