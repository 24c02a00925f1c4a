"""What a date says: read from the tokens of an answer, and compared with what a film's own dates tell of it."""

import datetime
from collections.abc import Collection, Sequence
from typing import NamedTuple

_AROUND = frozenset(("of", "on", "in", "在", "于"))
"""What may stand about a date."""


class Date(NamedTuple):
    month: str
    """``m:<n>``"""
    day: str
    year: str | None
    weekday: str | None
    """``w:<n>``, Monday being 1."""


def date_of(tokens: Sequence[str]) -> Date | None:
    """A month, a day and perhaps a year and a day of the week, and nothing else."""
    held = [token for token in tokens if token not in _AROUND]
    months = [token for token in held if token.startswith("m:")]
    weekdays = [token for token in held if token.startswith("w:")]
    numbers = [token for token in held if token.isdigit()]
    if len(months) != 1 or len(weekdays) > 1 or len(months) + len(weekdays) + len(numbers) != len(held):
        return None
    days = [number for number in numbers if _is_day(number)]
    years = [number for number in numbers if len(number) > 2]
    if len(days) != 1 or len(years) > 1 or len(days) + len(years) != len(numbers):
        return None
    return Date(months[0], days[0], years[0] if years else None, weekdays[0] if weekdays else None)


def date_places(tokens: Sequence[str]) -> set[int]:
    """Where dates stand: a month beside a number of a day or year, with what goes with it. "June" beside 10 is a month,
    even where June is somebody's name."""
    found: set[int] = set()
    for place, token in enumerate(tokens):
        if not token.startswith("m:"):
            continue
        first = last = place
        while first and _goes_with(tokens[first - 1]):
            first -= 1
        while last + 1 < len(tokens) and _goes_with(tokens[last + 1]):
            last += 1
        if any(_is_day(one) or len(one) == 4 for one in tokens[first : last + 1] if one.isdigit()):
            found.update(range(first, last + 1))
    return found


def dates_agree(one: Date | None, reference: Date | None, known: Collection[Date], with_year: bool) -> bool:
    """``known``: the dates that the film tells. ``with_year``: the question asks for the year. Otherwise month and day
    do, unless the film has that day in two years; a year or a day of the week that is said must be right."""
    if one is None or reference is None or (one.month, one.day) != (reference.month, reference.day):
        return False
    alike = {date for date in known if (date.month, date.day) == (one.month, one.day)} | {reference}
    weekdays = {reference.weekday} - {None} or {date.weekday for date in alike} - {None}
    if one.weekday is not None and weekdays and one.weekday not in weekdays:
        return False
    if one.year is None:
        return reference.year is None or not (with_year or len({date.year for date in alike} - {None}) > 1)
    if reference.year is not None:
        return one.year == reference.year
    return one.year in _years(reference, known, weekdays) or not any(date.year for date in known)


def _years(reference: Date, known: Collection[Date], weekdays: Collection[str | None]) -> set[str]:
    """In which the reference may lie: the film's years; where some have it on its day of the week, those alone."""
    years = {date.year for date in known if date.year is not None}
    return {year for year in years if _weekday(reference, year) in weekdays} or years


def _weekday(date: Date, year: str) -> str | None:
    try:
        return f"w:{datetime.date(int(year), int(date.month[2:]), int(date.day)).isoweekday()}"
    except ValueError:
        return None


def _is_day(token: str) -> bool:
    return token.isdigit() and len(token) < 3 and 1 <= int(token) <= 31


def _goes_with(token: str) -> bool:
    return token.startswith("w:") or token.isdigit() or token in _AROUND
