"""Every film's title, looked for at once: the same finds as title by title."""

import re

import pytest
from factories import entity
from hypothesis import given
from hypothesis import strategies as st

from linedscript.release.gates.titles import Title, Titles, flat, pattern, said_title

FILMS = (
    Title(film="en-0001", forms=("A Widow's Fathom", "Fathoms")),
    Title(film="en-0002", forms=("The Her", "Her")),
    Title(film="en-0003", forms=("Élan No. 7",)),
    Title(film="en-0004", forms=("!!",)),
    Title(film="zh-0001", forms=("雪落——不封箱", "xue luo")),
    Title(film="zh-0002", forms=("A 计划",)),
)
PIECES = (
    *(
        "A",
        "a",
        "widow",
        "WIDOW'S",
        "widow’s",
        "Widows",
        "s",
        "Fathom",
        "fathoms",
        "Fathoms",
        "the",
        "The",
        "her",
        "Her",
    ),
    *(
        "HER",
        "élan",
        "Élan",
        "E\u0301lan",
        "no",
        "No",
        "7",
        "７",
        "雪落",
        "——",
        "不封箱",
        "xue",
        "luo",
        "计划",
        "ı",
        "x",
    ),
    *(" ", "-", "_", ".", "\n", "'"),
)


def one_by_one(text: str) -> list[tuple[str, str]]:
    found = []
    for title in FILMS:
        wanted = pattern(title.forms)
        if wanted is not None and (match := wanted.search(flat(text))):
            found.append((title.film, match[0]))
    return found


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_all_titles_at_once_are_found_where_each_of_them_is(text: str) -> None:
    assert list(Titles(FILMS).find(text)) == one_by_one(text)


@given(st.sampled_from(FILMS), st.data())
def test_a_title_is_found_in_any_case_and_between_any_words(title: Title, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(title.forms))
    changed = re.sub(r"[ '—-]+", lambda match: data.draw(st.sampled_from((match[0], match[0] * 2))), form)
    text = f"x. {data.draw(st.sampled_from((changed, changed.upper())))}, x"
    assert list(Titles(FILMS).find(text)) == one_by_one(text)


def test_no_title_is_found_where_there_is_none() -> None:
    assert list(Titles(()).find("A Widow's Fathom")) == []


@pytest.mark.parametrize(
    ("title", "text", "found"),
    [
        ("Who", "Who hides the key?", None),
        ("Who", "In Who, what is hidden?", "Who"),
        ("After", "After Ann waits, who sings? After that, who dances?", None),
        ("After", "Seen AFTER?", "AFTER"),
        ("Money", "Who hides the money?", None),
        ("Money", "Who hides the key in Money?", "Money"),
        ("A", "A lamp breaks.", None),
        ("无名", "谁在《无名》里出门？", "无名"),
    ],
)
def test_a_title_that_questions_begin_with_or_that_is_a_common_word_leaves_them_to_be_asked(title, text, found):
    assert said_title([title], [])(text) == found


def test_a_title_that_is_a_characters_name_is_no_title_in_a_question():
    assert said_title(["Alice"], [entity(1, "Alice")])("What does Alice hide?") is None
