"""Candidates over dated scenes: on which date something happens, and how many days lie between two events.

A title on the screen (``SUPER:``, 字幕) dates its scene and those after it, as long as the headings' time of day
doesn't run backwards without a new title.
"""

import datetime
import re
from collections.abc import Iterator
from typing import NamedTuple

from linedscript.backbone.citing import sort_citations
from linedscript.backbone.grounding import span_evidence
from linedscript.engines.rules.wording import length
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence
from linedscript.records.scene import Scene
from linedscript.suites.stage.candidates.base import Candidate, Rejected, name_cites, scene_step, unit_cites, unit_step
from linedscript.suites.stage.story import Moment, Story

_TITLE = Pattern(
    r"^[△▲\s!]*(?:SUPER(?:IMPOSE)?|TITLE(?: CARD)?|CARD|字幕|叠印|黑场字幕)\s*[:：]\s*(?P<text>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
_ENGLISH = Pattern(
    rf"(?P<month>{'|'.join(_MONTHS)})\s+(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>[0-9]{{4}}))?",
    re.IGNORECASE,
)
_DIGITS = "〇一二三四五六七八九"
_CHINESE = Pattern(
    r"(?:(?P<year>[0-9〇零一二三四五六七八九]{4})年)?(?P<month>[0-9一二三四五六七八九十]{1,3})月(?P<day>[0-9一二三四五六七八九十]{1,3})[日号]"
)
_RANK = {
    "dawn": 0,
    "sunrise": 0,
    "morning": 1,
    "noon": 3,
    "midday": 3,
    "afternoon": 4,
    "late afternoon": 5,
    "dusk": 6,
    "sunset": 6,
    "evening": 7,
    "night": 8,
    "midnight": 9,
    "黎明": 0,
    "清晨": 0,
    "晨": 0,
    "早晨": 1,
    "早": 1,
    "上午": 2,
    "中午": 3,
    "午": 3,
    "下午": 4,
    "傍晚": 6,
    "黄昏": 6,
    "晚": 7,
    "夜": 8,
    "深夜": 9,
}
"""Times of day in their order. "Day" says nothing about where in the day a scene lies."""


class Dated(NamedTuple):
    date: datetime.date
    text: str
    """As the title writes it."""
    scene: str
    """Where the title stands."""
    evidence: Evidence


def dated_scenes(story: Story) -> dict[str, Dated]:
    """The date of every scene that has one."""
    dates: dict[str, Dated] = {}
    current: Dated | None = None
    year: int | None = None
    reached = -1
    for scene in story.scenes:
        rank = _RANK.get((scene.heading.time or "").strip().casefold(), -1) if scene.heading else -1
        if scene.heading and any("flash" in word.casefold() or "闪回" in word for word in scene.heading.modifiers):
            continue
        titled = [
            (element, match.group("text").strip())
            for element in scene.elements
            if element.kind in ("action", "centered")
            for match in [_TITLE.match(scene.text[element.content[0] : element.content[1]])]
            if match
        ]
        read = None
        for element, text in titled:
            found = read_date(text, year)
            if found is not None:
                start, end = element.content[0], element.content[1]
                read = Dated(found[0], found[1], scene.id, span_evidence(scene, start, end))
        if read is not None:
            current, year, reached = read, read.date.year, rank
        elif titled:
            current = None  # a title that names no date, such as "six weeks later"
        elif 0 <= rank < reached:
            current = None
        elif rank >= 0:
            reached = rank
        if current is not None:
            dates[scene.id] = current
    return dates


def read_date(text: str, year: int | None) -> tuple[datetime.date, str] | None:
    """A date and its words. Without a year in the text, ``year`` is the one of the title before."""
    match = _ENGLISH.search(text)
    if match:
        month, day = _MONTHS[match.group("month").casefold()], int(match.group("day"))
        words = " ".join(word.capitalize() if word.isalpha() else word for word in match.group().split())
    else:
        match = _CHINESE.search(text)
        if not match:
            return None
        month, day, words = _number(match.group("month")), _number(match.group("day")), match.group()
    given = match.group("year")
    number = (
        int("".join(str(_DIGITS.find(c)) if c in _DIGITS else "0" if c == "零" else c for c in given))
        if given
        else year
    )
    try:
        return (datetime.date(number, month, day), words) if number else None
    except ValueError:
        return None


def _number(text: str) -> int:
    if text.isascii():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    unit = _DIGITS.find(ones) if ones else 0
    return (max(_DIGITS.find(tens), 0) if tens else 1) * 10 + unit if ten else unit


def on_which_date(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """The title is one support unit, the event another: of one scene (Scene Grounding) or two (Temporal Reasoning)."""
    dates = dated_scenes(story)
    for scene in story.scenes:
        dated = dates.get(scene.id)
        if dated is None:
            continue
        for moment in story.anchors(scene.id, 2):
            inside = dated.scene == scene.id
            if inside and moment.start < dated.evidence.end:
                rejected["event_date", "before-its-date"] += 1
                continue
            if inside and _near(story, scene, dated.evidence.end or 0, moment.start):
                rejected["event_date", "single-passage"] += 1
                continue
            yield Candidate(
                "event_date",
                "Scene Grounding" if inside else "Temporal Reasoning",
                None if inside else "change_trigger",
                None,
                {"event": moment.clause},
                dated.text,
                moment.people,
                (scene_step(dated.scene, dated.text, dated.evidence), unit_step(moment)),
                sort_citations([*unit_cites(moment), *name_cites(story, *moment.people)]),
                moment.weight + (0 if inside else 4),
                (moment.unit.id,),
            )


def _near(story: Story, scene: Scene, title: int, event: int) -> bool:
    """Whether a passage or two hold both the title and the event: then there is nothing to bring together."""
    return length(scene.text[title:event], story.language) < 2 * story.window


def days_between(story: Story, rejected: Rejected) -> Iterator[Candidate]:
    """Two events on two dates, at most a fortnight apart, that share a person."""
    dates = dated_scenes(story)
    picked: list[tuple[Moment, Dated]] = [
        (moment, dates[scene.id])
        for scene in story.scenes
        if scene.id in dates
        for moment in story.anchors(scene.id, 2)
    ]
    for place, (first, before) in enumerate(picked):
        for second, after in picked[place + 1 : place + 17]:
            days = (after.date - before.date).days
            if days <= 0 or first.unit.scene == second.unit.scene:
                continue
            if days > 14:
                rejected["days_between", "too-far-apart"] += 1
                continue
            shared = [person for person in first.people if person in second.people]
            steps = (
                scene_step(before.scene, before.text, before.evidence),
                unit_step(first),
                scene_step(after.scene, after.text, after.evidence),
                unit_step(second),
            )
            people = tuple(dict.fromkeys((*first.people, *second.people)))
            yield Candidate(
                "days_between",
                "Temporal Reasoning",
                None,
                None,
                {"first": first.clause, "second": second.clause},
                _days(days, story.language),
                people,
                steps,
                sort_citations([*unit_cites(first, second), *name_cites(story, *people)]),
                first.weight + second.weight + 4 * bool(shared) + 2 * (days > 1),
                (first.unit.id, second.unit.id),
            )


def _days(days: int, language: str) -> str:
    if language == "zh":
        words = "零一二三四五六七八九"
        number = words[days] if days < 10 else "十" + (words[days - 10] if days > 10 else "")
        return f"{'两' if days == 2 else number}天"
    words = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()
    return f"{words[days].capitalize()} {'day' if days == 1 else 'days'}"
