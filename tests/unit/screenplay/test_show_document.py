"""The JSON document: every record's fields, with texts and bytes by which another program can check them."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import look

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.records.scene import Element, Scene
from linedscript.screenplay.showing import emphasized
from linedscript.screenplay.showing.document import Document, document

SCRIPT = (
    "\ufeffTitle: T\n\n# One\n\nINT. CAFÉ - DAY\n\nÉté. [[no]] *Now*.\n\nANN (V.O.)\n(low)\nMail ann@example.org.\n"
)


def shown(folder: Path, text: str | bytes, name: str = "a.fountain", **options) -> dict:
    return msgspec.json.decode(encode(document(look(folder, text, name, **options))))


def rebuilt(told: dict) -> str:
    parts = [(region["source"][0], region["text"]) for region in told["removed"]]
    for scene in told["scenes"]:
        for piece in scene["segments"]:
            parts.append((piece["source"], scene["text"][piece["start"] : piece["start"] + piece["length"]]))
    return "".join(text for _, text in sorted(parts))


def test_scenes_and_removed_regions_give_the_source_back(tmp_path: Path):
    assert rebuilt(shown(tmp_path, SCRIPT)) == SCRIPT


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_the_bytes_of_elements_and_removed_regions_are_the_file_in_its_order(tmp_path: Path, encoding: str):
    data = SCRIPT.removeprefix("\ufeff").encode(encoding)
    told = shown(tmp_path, data, encoding=None if encoding == "utf-16" else encoding)
    ranges = [span for scene in told["scenes"] for element in scene["elements"] for span in element["raw"]]
    ranges += [region["raw"] for region in told["removed"]]
    assert b"".join(data[start:end] for start, end in sorted(ranges)) == data


def test_an_element_tells_its_own_text(tmp_path: Path):
    texts = [element["text"] for element in shown(tmp_path, SCRIPT)["scenes"][0]["elements"]]
    assert texts == ["One", "INT. CAFÉ - DAY", "Été.  *Now*.", "ANN", "(low)", "Mail ann@example.org."]


def test_emphasis_is_given_in_offsets_of_the_scene(tmp_path: Path):
    scene = shown(tmp_path, SCRIPT)["scenes"][0]
    spans = [(span["style"], span["start"], span["end"]) for span in scene["elements"][2]["emphasis"]]
    assert [(style, scene["text"][start:end]) for style, start, end in spans] == [("italic", "Now")]


def test_an_element_of_more_signs_than_a_script_has_is_shown_as_it_is_written(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(emphasized, "_MOST", 3)
    elements = shown(tmp_path, "INT. A - DAY\n\nA *b*.\n\nA *b* *c*.\n")["scenes"][0]["elements"]
    assert [len(element["emphasis"]) for element in elements] == [0, 1, 0]


def test_a_plain_script_has_no_marks_of_emphasis(tmp_path: Path):
    told = shown(tmp_path, "INT. A - DAY\n\nA *star* stays.\n", "a.txt", read_as="plain")
    assert told["scenes"][0]["elements"][1]["emphasis"] == []


def test_a_scene_tells_its_sections(tmp_path: Path):
    assert shown(tmp_path, SCRIPT)["scenes"][0]["sections"] == ["One"]


def test_no_field_of_a_record_is_left_out_but_the_film(tmp_path: Path):
    told = shown(tmp_path, SCRIPT)
    assert set(Scene.__struct_fields__) - {"film"} <= set(told["scenes"][0])
    assert set(Element.__struct_fields__) <= set(told["scenes"][0]["elements"][0])
    assert "film" not in msgspec.json.encode(told).decode().replace("linedscript", "")


def test_the_document_fits_its_schema(tmp_path: Path):
    line = encode(document(look(tmp_path, SCRIPT)))
    assert encode(msgspec.json.decode(line, type=Document)) == line


def test_the_language_is_the_one_that_was_named(tmp_path: Path):
    told = shown(tmp_path, "INT. A - DAY\n\nOne two.\n", language="zh")
    assert (told["language"], told["language_guessed"]) == ("zh", False)
    assert shown(tmp_path, "第一场 内景 客厅 夜\n\n张三来了。\n", "a.txt")["language"] == "zh"


@settings(max_examples=80, deadline=None)
@given(body=st.text(st.sampled_from("ab \n\r\téЖ字[]/*!@#.~^=>\u202e\U0001f600"), max_size=80))
def test_any_script_is_given_back_in_text_and_in_bytes(tmp_path_factory: pytest.TempPathFactory, body: str):
    data = f"INT. A - DAY\n\n{body}".encode()
    try:
        told = shown(tmp_path_factory.mktemp("document"), data, encoding="utf-8")
    except LinedscriptError:
        return
    assert rebuilt(told).encode() == data
    ranges = [span for scene in told["scenes"] for element in scene["elements"] for span in element["raw"]]
    ranges += [region["raw"] for region in told["removed"]]
    assert b"".join(data[start:end] for start, end in sorted(ranges)) == data


def test_who_is_present_is_told_with_the_element_that_shows_it(tmp_path: Path):
    scene = shown(tmp_path, SCRIPT)["scenes"][0]
    one = scene["appearances"][0]
    assert (one["character"], one["present"], scene["elements"][one["element"]]["kind"]) == ("ANN", False, "cue")


def test_the_fields_of_a_title_page_are_told(tmp_path: Path):
    told = shown(tmp_path, "Title: The Mill\nAuthor:\n    A. Day\n    B. Night\n\nINT. A - DAY\n\nX.\n")
    assert told["title_page"] == [{"key": "Title", "value": "The Mill"}, {"key": "Author", "value": "A. Day\nB. Night"}]
