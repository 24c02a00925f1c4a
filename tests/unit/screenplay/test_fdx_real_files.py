"""Real FDX files, where they are at hand."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from unit.screenplay.fdx_files import opened
from unit.screenplay.reading import contents, cues, read, removed

from linedscript.errors import LinedscriptError

DATA = Path(__file__).parents[3].parent / "shared" / "data"
PLAYS = DATA / "screenplays"
TOOLS = DATA / "conformance" / "screenplay-tools" / "files"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
FILES = [*sorted(PLAYS.glob("*.fdx")), *sorted(TOOLS.glob("*.fdx"))] if DATA.exists() else []
REARVIEW = "sfingali_open-fdx-toolkit__tests_fixtures_rearview.fdx"
NATIONAL = "alexc-hollywood_screenjson-cli__National.Stupidity-A.New.British.Initiative-by.Alex.Cameron.fdx"


def paragraphs_of(path: Path) -> list[str]:
    """The paragraphs of Content by another parser: each one's own text, run after run."""
    content = ElementTree.parse(path).getroot().find("Content")
    own = ["".join(text.text or "" for text in one.findall("Text")) for one in content.iter("Paragraph")]
    return [text.strip() for text in own if text.strip()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name[-40:])
def test_every_paragraph_is_there_once_with_no_word_split_or_joined(path):
    """Another parser says which paragraphs there are; of a cue's it has the whole, we the name."""
    reading = read(path.read_bytes())
    left = paragraphs_of(path)
    for kind, text in contents(reading):
        if kind != "cue":
            left.remove(text)
    assert [re.split(r"\s*\(", text)[0] for text in left] == [cue.name for cue in cues(reading)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name[-40:])
def test_every_run_is_the_bytes_that_it_is_tied_to(path):
    data = path.read_bytes()
    layer = opened(data)
    for run in layer.runs:
        text, raw = layer.text[run.start : run.start + run.length], data[run.raw : run.raw + run.raw_length].decode()
        assert (
            raw == text or raw == escape(text, {"'": "&apos;", '"': "&quot;"}) or (raw == "" and text.strip("\n") == "")
        )


def test_rearview_has_207_scenes_and_its_contacts_are_removed():
    reading = read((PLAYS / REARVIEW).read_bytes())
    assert len(reading.scenes) == 207
    assert ("contact", "writer.one@example.com\nwriter.two@example.com\n") in removed(reading)
    assert not any("@" in scene.text for scene in reading.scenes)
    assert [scene.heading.number for scene in reading.scenes].count(None) == 13


def test_rearview_has_its_dual_dialogue():
    reading = read((PLAYS / REARVIEW).read_bytes())
    sides = [
        (element.cue.name, element.dual)
        for scene in reading.scenes
        for element in scene.elements
        if element.cue and element.dual
    ]
    assert sides == [("RAY", "left"), ("LORY", "right")]


def test_national_stupidity_has_its_scenes_summaries_and_contacts():
    reading = read((PLAYS / NATIONAL).read_bytes())
    kinds = [kind for kind, _ in contents(reading)]
    assert (len(reading.scenes), kinds.count("synopsis"), kinds.count("cue"), kinds.count("dialogue")) == (
        26,
        22,
        84,
        84,
    )
    assert [reason for reason, _ in removed(reading)] == ["page_header", "title_page", "contact"]


@pytest.mark.parametrize("name", ["FD", "FI"])
def test_an_export_gives_the_scenes_cues_and_speech_of_its_fountain(name):
    ours = read((PLAYS / f"wildwinter_screenplay-tools__tests_TestFDX-{name}.fdx").read_bytes())
    same = read((TOOLS / f"TestFDX-{name}.fountain").read_bytes())
    assert [*contents(ours)] == [*contents(same)]
    assert [scene.heading for scene in ours.scenes] == [scene.heading for scene in same.scenes]
    assert cues(ours) == cues(same)


@pytest.mark.parametrize("name", ["cpp", "csharp", "js", "py"])
def test_every_writers_export_gives_the_same(name):
    ours = read((TOOLS / f"TestFDX-FD-Write-{name}.fdx").read_bytes())
    same = read((TOOLS / "TestFDX-FD.fdx").read_bytes())
    assert [*contents(ours)] == [*contents(same)]


def test_the_empty_file_of_the_slugline_suite_has_no_scene():
    cases = map(json.loads, (DATA / "conformance" / "open-fdx-sluglines" / "cases.jsonl").read_text().splitlines())
    (case,) = [case for case in cases if "expected_scenes" in case]
    with pytest.raises(LinedscriptError) as caught:
        read(case["input"])
    assert (caught.value.code, case["expected_scenes"]) == ("no-scene", 0)
