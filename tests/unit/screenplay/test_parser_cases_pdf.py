"""Inputs from public bug reports that break readers of PDF scripts, with the right result of each."""

import json
from pathlib import Path

import pytest
from unit.screenplay.pdf_files import pdf_of
from unit.screenplay.reading import contents, read, removed

CASES = Path(__file__).parents[4] / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.exists(), reason="needs ../shared/data")


def case(name: str) -> str:
    rows = map(json.loads, CASES.read_text("utf-8").strip().split("\n"))
    return next(row["input"] for row in rows if row["id"] == name)


@pytest.mark.parametrize("made", [str.encode, lambda text: pdf_of(*text.split("\f"))], ids=["text", "pdf"])
def test_b55_a_scene_over_a_page_end_is_there_once(made):
    reading = read(made(case("B55")))
    assert [scene.heading.number for scene in reading.scenes] == ["7"]
    assert [text for kind, text in contents(reading) if kind == "action"] == [
        "The wheel turns, empty.",
        "Its lights go out one by one.",
    ]
    assert {reason for reason, _ in removed(reading)} >= {"continued_mark", "page_number"}
