"""Inputs from public reports of parsers' faults, where they are at hand."""

import json
from pathlib import Path

import pytest
from unit.screenplay.fdx_files import elements, opened, stretches

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")


def case(id: str) -> str:
    lines = DATA.read_text(encoding="utf-8").strip("\n").split("\n")
    (found,) = [case for case in map(json.loads, lines) if case["id"] == id]
    return found["input"]


def test_b49_every_run_of_a_paragraph_is_read():
    assert elements(case("B49")) == [("action", "The merchant smiles.")]


def test_b51_a_line_separator_is_one_character_of_its_paragraph():
    file = case("B51")
    ((kind, text),) = elements(file)
    assert kind == "action"
    assert text.count("\u2028") == file.count("\u2028")
    assert opened(file).text == text + "\n"


def test_b53_paragraphs_in_a_dual_dialogue_are_read_and_its_wrapper_gives_none():
    assert [(stretch.kind, text, stretch.dual) for stretch, text in stretches(case("B53"))] == [
        ("cue", "ANN", "left"), ("dialogue", "Left.", "left"), ("cue", "BEN", "right"), ("dialogue", "Right.", "right"),
    ]  # fmt: skip
