"""Small inputs that break parsers of Chinese and of encodings, each with its right result."""

import json
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, cues, read, removed

from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.decode import decode
from linedscript.screenplay.raw_offsets import byte_offset

DATA = Path(__file__).parents[3].parent / "shared" / "data"
CASES = DATA / "parser-cases.jsonl"
DRAMAS = DATA / "dramabench" / "continuation_60.jsonl"
needs_cases = pytest.mark.skipif(not CASES.exists(), reason="needs ../shared/data")


def case(number: str) -> str:
    rows = map(json.loads, CASES.read_text("utf-8").rstrip("\n").split("\n"))
    return next(row["input"] for row in rows if row["id"] == number)


@needs_cases
def test_b11_a_byte_order_mark_does_not_hide_the_first_heading():
    data = case("B11").encode()
    reading = read(data)
    assert reading.scenes[0].heading.text == "INT. LAB - DAY" and len(reading.scenes) == 1
    assert removed(reading) == [("byte_order_mark", "\ufeff")]
    start = reading.scenes[0].elements[0].source[0][0]
    assert start == 1 and byte_offset(data, open_layer(data, "film"), start) == 3


@needs_cases
@pytest.mark.parametrize("more", ["", "81308436"])
def test_b59_a_short_gbk_text_is_gb18030(more):
    stated = case("B59").split(" (GBK")[0].removeprefix("bytes:")
    data = bytes.fromhex(stated.replace(" ", "")) + bytes.fromhex(more)
    found = decode(data, "film")
    assert (found.encoding, found.by) == ("gb18030", "detected") and 0.9 <= found.confidence <= 1
    heading = read(data, "zh").scenes[0].heading
    assert (heading.number, heading.place) == ("一", "客厅")


@needs_cases
def test_b61_fountain_in_chinese_has_title_page_heading_action_and_cue():
    reading = read(case("B61"), "zh")
    assert [reason for reason, _ in removed(reading)] == ["title_page"]
    heading = reading.scenes[0].heading
    assert (heading.text, heading.interior, heading.place, heading.time) == ("外景. 小巷 - 清晨", "ext", "小巷", "清晨")
    assert list(contents(reading))[1:] == [("action", "猫在走。\n它停下。"), ("cue", "猫"), ("dialogue", "早。")]


@pytest.mark.parametrize(
    "slug", ["外景. 小巷 - 清晨", "外景。 小巷－清晨", "外景：小巷 清晨", "外景，小巷，清晨", "EXT. 小巷 - 清晨"]
)
def test_chinese_fountain_headings_of_the_same_kind(slug):
    reading = read(f"标题: 猫\n作者: 某人\n\n{slug}\n\n猫在走。\n\n@猫\n早。\n", "zh")
    assert (reading.scenes[0].heading.interior, reading.scenes[0].heading.time) == ("ext", "清晨")
    assert [cue.name for cue in cues(reading)] == ["猫"]


@pytest.mark.skipif(not DRAMAS.exists(), reason="needs ../shared/data")
def test_each_short_drama_has_a_scene_for_each_slugline_and_no_cue_without_speech():
    rows = [json.loads(line) for line in DRAMAS.read_text("utf-8").rstrip("\n").split("\n")]
    assert len(rows) == 60
    for row in rows:
        text = f"{row['context']}\n{row['continuation']}"
        reading = read(text, budget=5000)
        slugs = [line for line in text.splitlines() if line.startswith(("INT.", "EXT."))]
        assert [scene.heading.text for scene in reading.scenes if scene.heading] == slugs, row["id"]
        kinds = [element.kind for scene in reading.scenes for element in scene.elements]
        assert all(after != "action" for kind, after in zip(kinds, kinds[1:], strict=False) if kind == "cue"), row["id"]
        assert [reason for reason, _ in removed(reading)] == ["title_page"]


@pytest.mark.skipif(not DRAMAS.exists(), reason="needs ../shared/data")
def test_each_half_of_a_short_drama_is_read_alone():
    for row in map(json.loads, DRAMAS.read_text("utf-8").rstrip("\n").split("\n")):
        for part in (row["context"], row["continuation"]):
            assert read(part, budget=5000).text == part
