"""The public list of inputs that break parsers: those in plain text, and in the text of a PDF. Their kinds are tested
on inputs of our own elsewhere."""

import json
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, elements, read, removed

from linedscript.screenplay.formats.recognize import format_named
from linedscript.screenplay.read import take_apart
from linedscript.screenplay.scenes import build_scenes
from linedscript.screenplay.speeches import silent_cues

DATA = Path(__file__).parents[4] / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")


def case(name: str) -> str:
    return next(
        row["input"] for row in map(json.loads, DATA.read_text("utf-8").rstrip().split("\n")) if row["id"] == name
    )


def test_every_case_in_plain_text_has_its_test_here():
    rows = map(json.loads, DATA.read_text("utf-8").rstrip().split("\n"))
    assert {row["id"] for row in rows if row["format"] in ("plain text", "pdf text")} == {"B15", "B35", "B55"}


def test_b15_prose_that_begins_with_scene_opens_none():
    reading = read(case("B15"))
    heading = reading.scenes[0].heading
    assert len(reading.scenes) == 1
    assert (heading.number, heading.place, heading.time) == ("4", "Kitchen", "Night")
    assert list(contents(reading))[-1] == ("action", "Scene stealing is what she does best.")


def test_b35_two_cues_without_speech_are_flagged_and_nothing_is_raised():
    kept, stretches = take_apart(case("B35"), format_named("plain", "en-0001"))
    scenes = build_scenes("en-0001", "en", kept, stretches)
    assert [len(silent_cues(scene)) for scene in scenes] == [2]
    assert [pair for pair in elements(case("B35"), "plain") if pair[0] == "action"] == [
        ("action", "A siren."),
        ("action", "Boom."),
    ]


def test_b55_a_scene_over_a_page_break_is_one():
    reading = read(case("B55"))
    assert [scene.heading.number for scene in reading.scenes] == ["7"]
    assert [text for kind, text in contents(reading) if kind == "action"] == [
        "The wheel turns, empty.",
        "Its lights go out one by one.",
    ]
    assert {reason for reason, _ in removed(reading)} == {"continued_mark", "page_number"}
