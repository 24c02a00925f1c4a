"""The same script in several formats: its scenes, cues and speech are those of its source."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from exports import Script, script_of, to_fdx, to_fountain, to_html, to_markdown, unmarked
from printed import plain_text, to_pdf, to_plain
from unit.screenplay.reading import read

from linedscript.screenplay.read import Reading

SAMPLES = Path(__file__).parents[3] / "samples" / "scripts"
FORMATS: dict[str, Callable[[Script], bytes]] = {
    "fountain": to_fountain,
    "fdx": to_fdx,
    "markdown": to_markdown,
    "plain text in pages": to_plain,
    "plain text without pages": lambda script: to_plain(script, breaks=False),
    "pdf": to_pdf,
    "pdf with continued scenes": lambda script: to_pdf(script, continued=True, header="REVISED DRAFT 3/14/25"),
    "html with classes": to_html,
    "html with pre": lambda script: to_html(script, plain_text(script, breaks=False)),
    "html with pre and pages": lambda script: to_html(script, plain_text(script)),
}
SHOWN_IN_TURN = frozenset(name for name in FORMATS if name.startswith(("plain", "html with pre", "markdown")))
"""Formats into which dual dialogue is exported as one speech after the other."""


@cache
def source(name: str) -> Reading:
    return read((SAMPLES / name).read_bytes(), name[:2])


@cache
def exported(name: str, format: str) -> Reading:
    return read(FORMATS[format](script_of(source(name))), name[:2])


def words(text: str, reading: Reading) -> str:
    """Without emphasis and line ends. Chinese has no blanks between words, so that none of them counts."""
    return re.sub(r"\s+", "" if reading.validation.language == "zh" else " ", unmarked(text)).strip()


def headings(reading: Reading) -> list[str]:
    return [words(scene.heading.text, reading) if scene.heading else "" for scene in reading.scenes]


def speeches(reading: Reading) -> list[tuple]:
    """Name, extensions, side, and the speech with its lyrics."""
    found: list[list] = []
    for scene in reading.scenes:
        for element in scene.elements:
            if element.cue:
                found.append([words(element.cue.name, reading), element.cue.extensions, element.dual, ""])
            elif element.kind in ("dialogue", "lyric"):
                found[-1][3] += " " + scene.text[slice(*element.content)]
    return [(name, extensions, dual, words(speech, reading)) for name, extensions, dual, speech in found]


@pytest.fixture(params=[path.name for path in sorted(SAMPLES.iterdir())])
def name(request) -> str:
    return request.param


@pytest.fixture(params=FORMATS)
def format(request) -> str:
    return request.param


def test_each_format_gives_the_scenes_of_the_source(name, format):
    assert headings(exported(name, format)) == headings(source(name))


def test_each_format_gives_the_cues_and_speech_of_the_source(name, format):
    expected, found = speeches(source(name)), speeches(exported(name, format))
    if format in SHOWN_IN_TURN:
        expected, found = ([(*speech[:2], speech[3]) for speech in side] for side in (expected, found))
    assert found == expected


def test_no_format_lets_a_contact_of_the_title_page_into_a_scene(name, format):
    text = "".join(scene.text for scene in exported(name, format).scenes)
    assert "@example" not in text and "WGA" not in text and "登记号" not in text


def test_scene_numbers_survive_in_each_format_that_shows_them(format):
    numbers = [scene.heading.number for scene in exported("en-0002.fountain", format).scenes if scene.heading]
    if not format.startswith("html with classes"):
        assert numbers == [str(number) for number in range(1, 21)]
