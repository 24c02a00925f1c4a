"""Dates that titles on the screen give, and what is asked of them."""

import datetime
from collections import Counter

import pytest
from story import story as scenes_of
from unit.suites.asked_films import dated_film, story

from linedscript.suites.stage.candidates.dates import dated_scenes, days_between, on_which_date, read_date


@pytest.mark.parametrize(
    ("text", "date", "words"),
    [
        ("MONDAY, SEPTEMBER 30, 2024", datetime.date(2024, 9, 30), "September 30, 2024"),
        ("WEDNESDAY, OCTOBER 2", datetime.date(2025, 10, 2), "October 2"),
        ("二〇二五年十二月十五日，星期一。", datetime.date(2025, 12, 15), "二〇二五年十二月十五日"),
        ("十二月二十一日", datetime.date(2025, 12, 21), "十二月二十一日"),
    ],
)
def test_dates_are_read(text, date, words):
    assert read_date(text, 2025) == (date, words)


@pytest.mark.parametrize("text", ["SIX WEEKS LATER", "FEBRUARY 31, 2024", "三天以后"])
def test_what_is_no_date_is_not_read(text):
    assert read_date(text, 2025) is None


def test_a_date_holds_for_the_scenes_after_it():
    dates = dated_scenes(story(*dated_film()))
    assert [dates[f"s000{n}"].date.day for n in (1, 2, 3)] == [5, 5, 8]


def test_a_date_ends_where_the_time_of_day_runs_backwards():
    scenes = scenes_of("INT. A - NIGHT\nSUPER: MAY 5, 2025\nAnn sits.\n", "INT. B - MORNING\nAnn sits.\n")
    assert list(dated_scenes(story(scenes, []))) == ["s0001"]


def test_a_title_without_a_date_ends_the_date():
    scenes = scenes_of(
        "INT. A - DAY\nSUPER: MAY 5, 2025\nAnn sits.\n", "INT. B - DAY\nSUPER: SIX WEEKS LATER\nAnn sits.\n"
    )
    assert list(dated_scenes(story(scenes, []))) == ["s0001"]


def test_days_between_two_events_are_counted():
    found = {candidate.answer for candidate in days_between(story(*dated_film()), Counter())}
    assert found == {"Three days"}


def test_a_title_close_by_an_event_makes_no_question_of_its_date():
    scenes, units = dated_film()
    rejected = Counter()
    asked = [one.asks["event"] for one in on_which_date(story(scenes, units), rejected)]
    assert asked == ["Bo hides a torn letter under the red boat"]
    assert rejected["event_date", "single-passage"] == 2
