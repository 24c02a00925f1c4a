import pytest
from evaluated import people
from factories import alias, entity

from linedscript.suites.stage.answers import equal, holds, names_of, normalized

EN = names_of(people(), "en")
ZH = names_of([entity(1, "林晚秋", aliases=(alias("林晚秋"), alias("晚秋")))], "zh")


def same(one: str, other: str, names=EN) -> bool:
    return equal(normalized(one, names), normalized(other, names))


@pytest.mark.parametrize(
    ("said", "reference"),
    [
        ("captain poe", "Ann Poe"),
        ("It's Bob", "It’s Bob."),
        ("2 days", "Two days"),
        ("2", "Two days"),
        ("Twenty-one days", "21 days"),
        ("2 October", "October 2"),
        ("Oct. 2nd", "October 2"),
        ("October 2, 2024", "October 2"),
        ("the 2nd of October", "October 2"),
        ("On 2 October", "October 2"),
        ("October the second", "2 October"),
        ("the fourteenth of June", "June 14"),
        ("twenty-first of May", "May 21"),
        ("Friday, October 2", "October 2"),
        ("October 2", "Fri., 2 October"),
        ("2 October 2026", "October 2, 2026"),
        ("2026-10-02", "October 2, 2026"),
        ("2026/10/2", "2 October"),
        ("Bob, then Ann", "Bob, Captain Poe"),
        ("She WAITS", "She waits."),
    ],
)
def test_answers_that_say_the_same_are_equal(said, reference):
    assert same(said, reference)


@pytest.mark.parametrize(
    ("said", "reference"),
    [
        ("", "Bob"),
        ("Ann", "Bob"),
        ("Ann, then Bob", "Bob, then Ann"),
        ("3 days", "Two days"),
        ("October 3", "October 2"),
        ("October 2, 2023", "October 2, 2024"),
        ("October 2", "October 2, 2024"),
        ("2 October", "October 2, 2024"),
        ("2024-10-02", "October 2, 2026"),
        ("Thursday, October 2", "Friday, October 2"),
        ("October", "October 2"),
        ("October 2 or 3", "October 2"),
        ("a second", "two"),
        ("02/10/2026", "October 2, 2026"),
        ("Bob and somebody else", "Bob"),
        ("2 weeks", "Two days"),
    ],
)
def test_answers_that_differ_are_not(said, reference):
    assert not same(said, reference)


@pytest.mark.parametrize(
    ("said", "reference"),
    [
        ("晚秋", "林晚秋"),
        ("5天", "五天"),
        ("3月20日", "三月二十日"),
        ("2026年3月20日", "二〇二六年三月二十日"),
        ("2026年3月20号", "三月二十日"),
        ("两百一十天", "210天"),
        ("2026-03-20", "二〇二六年三月二十日"),
        ("三月二十日，星期五", "3月20日"),
        ("3月20日", "三月二十号（周五）"),
    ],
)
def test_chinese_names_numbers_and_dates_are_read_by_value(said, reference):
    assert same(said, reference, ZH)


@pytest.mark.parametrize(
    ("said", "reference"),
    [
        ("三月二十一日", "三月二十日"),
        ("三月二十日", "2026年三月二十日"),
        ("三月二十日星期四", "三月二十日星期五"),
        ("三月", "三月二十日"),
    ],
)
def test_another_date_is_another_answer_in_chinese(said, reference):
    assert not same(said, reference, ZH)


def test_an_alias_that_two_entities_bear_is_neither_of_them():
    names = names_of(
        [entity(1, "Ann", aliases=(alias("Miss Poe"),)), entity(2, "Eve", aliases=(alias("Miss Poe"),))], "en"
    )
    assert normalized("Miss Poe", names) == ("e:ent-0001,ent-0002",)


def test_a_part_is_held_in_one_piece_alone():
    assert holds(("a", "b", "c"), ("b", "c")) and not holds(("a", "b", "c"), ("a", "c")) and not holds(("a",), ())
