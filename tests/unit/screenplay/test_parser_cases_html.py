"""The public list of inputs that break parsers: the one in HTML. Its kind is tested on pages of our own elsewhere."""

import json
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, read, removed

from linedscript.screenplay.containers.opening import open_layer

DATA = Path(__file__).parents[4] / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")


def rows() -> list[dict]:
    return [json.loads(line) for line in DATA.read_text("utf-8").rstrip().split("\n")]


def case(name: str) -> str:
    return next(row["input"] for row in rows() if row["id"] == name)


def test_every_case_in_html_has_its_test_here():
    assert {row["id"] for row in rows() if row["format"] == "html"} == {"B57"}


def test_b57_a_script_right_in_a_cell_is_found_without_its_navigation():
    reading = read(case("B57"))
    assert len(reading.scenes) == 1
    assert list(contents(reading)) == [
        ("heading", "INT. DINER - NIGHT"),
        ("action", "Neon & rain."),
        ("cue", "SAL"),
        ("dialogue", "More coffee?"),
    ]
    assert [(reason, text.strip()) for reason, text in removed(reading)] == [("site_banner", "Back to index")]


def test_b57_offsets_point_into_the_pages_bytes_and_an_entity_counts_as_its_source():
    data = case("B57").encode()
    layer = open_layer(data, "en-0001")
    at = layer.text.index("& rain")
    run = next(run for run in layer.runs if run.start == at)
    assert (run.length, data[run.raw : run.raw + run.raw_length]) == (1, b"&amp;")
    after = next(run for run in layer.runs if run.start == at + 1)
    assert data[after.raw :].startswith(b" rain.")
