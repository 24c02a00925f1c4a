"""Other parsers' heading suites, where they are at hand: each case agrees, or differs on purpose."""

import json
from pathlib import Path

import pytest
from unit.screenplay.reading import elements

from linedscript.screenplay.headings import find_slug, scene_heading

SUITES = Path(__file__).parents[3].parent / "shared" / "data" / "conformance"
pytestmark = pytest.mark.skipif(not SUITES.exists(), reason="needs ../shared/data")
DIFFERENCES = {"heading/9": "ANOTHER DAY is one time of day, not two"}
CUES = {
    "cue/DOING?": "Fountain: any line in capitals between a blank line and one of text is a cue",
    "cue/I...": "the same: no rule of Fountain or of layout tells it from a name",
    "cue/I WILL SPLIT UP MY FATHER'S": "the same",
}


def cases(suite: str, field: str) -> list:
    if not SUITES.exists():
        return []
    lines = (SUITES / suite / "cases.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines) if field in case]


def times(case: dict) -> tuple[list[str], list[str]]:
    """Theirs, which hold what we call modifiers but not the region before INT; and ours, in the same form."""
    heading = scene_heading(case["input"])
    ours = [*([heading.time] if heading.time else []), *heading.modifiers]
    before = (case["region"] or "").partition(".")[0]
    return [time.strip("()") for time in case["time"]], [time for time in ours if time != before]


@pytest.mark.parametrize("case", cases("smashcut-headings", "is_heading"))
def test_smashcut_headings_are_told_from_other_lines(case):
    assert bool(find_slug(case["input"])) == case["is_heading"]


@pytest.mark.parametrize("case", cases("smashcut-headings", "is_heading"))
def test_smashcut_regions_places_and_times_agree(case):
    heading = scene_heading(case["input"])
    if case["region"]:
        word = case["region"].upper()
        expected = "int/ext" if "INT" in word and "EXT" in word else "int" if "INT" in word else "ext"
        assert heading.interior == expected
    if case["location"]:
        assert heading.place == case["location"]
    if case["time"] and case["id"] not in DIFFERENCES:
        theirs, ours = times(case)
        assert ours == theirs


@pytest.mark.parametrize("id", DIFFERENCES)
def test_a_case_that_differs_on_purpose_still_does(id):
    (case,) = [param.values[0] for param in cases("smashcut-headings", "is_heading") if param.id == id]
    theirs, ours = times(case)
    assert ours != theirs
    assert " ".join(ours) == " ".join(theirs)


@pytest.mark.parametrize("case", cases("smashcut-headings", "is_character"))
def test_smashcut_cues_are_told_from_other_lines_where_speech_follows(case):
    kinds = [kind for kind, _ in elements(f"INT. BARN - DAY\n\nHay.\n\n{case['input']}\nHello there.\n")]
    assert (kinds[2] == "cue") == (case["is_character"] != (case["id"] in CUES))


@pytest.mark.parametrize("case", cases("smashcut-headings", "is_character"))
def test_smashcut_lines_that_stand_alone_are_no_cues(case):
    kinds = [kind for kind, _ in elements(f"INT. BARN - DAY\n\nHay.\n\n{case['input']}\n\nHello there.\n")]
    assert "cue" not in kinds


@pytest.mark.parametrize("case", cases("open-fdx-sluglines", "location"))
def test_open_fdx_sluglines_agree(case):
    heading = scene_heading(case["input"])
    assert heading.interior == case["interior_exterior"].lower()
    if case["location"]:
        assert (heading.place or "").removesuffix(f" - {heading.subplace}") == case["location"]
        assert heading.subplace == case["set_name"]
        assert (heading.time or "") == case["time_of_day"]


@pytest.mark.parametrize("case", cases("open-fdx-sluglines", "narrative"))
def test_open_fdx_narrative_modes_are_modifiers(case):
    modifiers = [modifier.replace(" ", "").lower() for modifier in scene_heading(case["input"]).modifiers]
    assert modifiers == ([case["narrative"]] if case["narrative"] else [])
