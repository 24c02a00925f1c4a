"""Files that aren't FDX, are broken, or are made to break a reader: a clear error, in bounded time and memory."""

import tracemalloc

import pytest
from unit.screenplay.fdx_files import document, opened, paragraph, speech
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError

HEADING = paragraph("Scene Heading", "INT. BARN - DAY")


def refused(data: str | bytes) -> LinedscriptError:
    with pytest.raises(LinedscriptError) as caught:
        read(data, format="fdx")
    assert caught.value.place.startswith("en-0001")
    assert caught.value.hint
    return caught.value


BOMB = (
    "".join(f'<!ENTITY {one} "{f"&{two};" * 10}">' for one, two in zip("abcdefgh", "bcdefghi", strict=True))
    + '<!ENTITY i "lol">'
)


@pytest.mark.parametrize(
    "declarations",
    [
        f"[{BOMB}]",
        f'[<!ENTITY a "{"x" * 100_000}">]',
        '[<!ENTITY a SYSTEM "file:///etc/hostname">]',
        '[<!ENTITY % a SYSTEM "http://example.invalid/a.dtd"> %a;]',
        'SYSTEM "http://example.invalid/a.dtd"',
    ],
)
def test_declared_entities_are_refused_and_never_expanded_or_fetched(declarations):
    file = f"<!DOCTYPE FinalDraft {declarations}>" + document(
        "<Paragraph Type='Action'><Text>&a;&a;</Text></Paragraph>"
    )
    assert refused(file).code == "xml-entity"


def test_a_document_type_without_entities_is_read():
    assert len(read("<!DOCTYPE FinalDraft>" + document(HEADING), format="fdx").scenes) == 1


def test_an_entity_that_nothing_declares_is_named_with_its_line():
    error = refused(document("\n<Paragraph Type='Action'><Text>&nbsp;</Text></Paragraph>"))
    assert error.code == "broken-xml"
    assert "line 2, column" in error.problem and "undefined entity" in error.problem


@pytest.mark.parametrize("depth", [300, 10_000, 1_000_000])
def test_elements_nested_too_deep_are_refused(depth):
    assert refused("<FinalDraft><Content>" + "<Paragraph>" * depth + "</Paragraph>" * depth).code == "nested-xml"


def test_a_truncated_file_is_refused_with_line_and_column_and_not_half_read():
    whole = document(HEADING, *(paragraph("Action", "Hay.") + "\n" for _ in range(5)))
    error = refused(whole[: whole.rindex("Hay")])
    assert error.code == "broken-xml"
    assert "line 5, column 32" in error.problem


def test_blank_lines_above_the_xml_declaration_are_no_fault_and_lines_are_counted_with_them():
    whole = '\n\n<?xml version="1.0" encoding="UTF-8"?>\n' + document(HEADING)
    assert len(read(whole).scenes) == 1
    assert "line 4, column" in refused(whole[:-3]).problem


@pytest.mark.parametrize("junk", ["</Content>", "<x/>", "text"])
def test_junk_behind_the_document_is_refused(junk):
    assert refused(document(HEADING) + junk).code == "broken-xml"


@pytest.mark.parametrize("root", ["html", "document", "finaldraft", "Content"])
def test_another_root_is_named(root):
    error = refused(f"<{root}><Content>{HEADING}</Content></{root}>")
    assert error.code == "unsupported-format"
    assert f"<{root}>" in error.problem


@pytest.mark.parametrize(
    "content", ["", "<Paragraph Type='Action'/>", "<Paragraph Type='Action'><Text> </Text></Paragraph>"]
)
def test_a_file_without_text_has_no_scene(content):
    assert refused(document(content)).code == "no-scene"


def test_a_file_of_nothing_but_its_root_has_no_scene():
    assert refused("<FinalDraft/>").code == "no-scene"


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04rest",
        b"\x89PNG\r\n\x1a\n",
        bytes(range(256)) * 20,
        b"\x00" * 500,
        b"",
        b" \n",
        b"plain text",
        b"%PDF-1.4",
    ],
)
def test_binary_or_other_data_that_the_index_calls_fdx_is_refused(data):
    refused(data)


def test_a_line_of_many_megabytes_is_read_in_bounded_memory():
    data = document(HEADING, paragraph("Action", "Wind. " * 1_500_000)).encode()
    tracemalloc.start()
    layer = opened(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(layer.text) > 9_000_000
    assert peak < 8 * len(data)


@pytest.mark.parametrize("type", ["Scene Heading", "Character", "Transition", "Parenthetical", "Title", "New Act"])
@pytest.mark.parametrize("piece", ["(", "A - ", " ", "[[", ". ", "-", "((a) ", "1 "])
def test_an_overlong_paragraph_of_any_type_is_read_in_linear_time(type, piece):
    long = piece * (100_000 // len(piece)) + "x"
    reading = read(document(HEADING, speech("ANN", "Hi."), paragraph(type, long)))
    assert long in reading.text


def test_many_attributes_and_many_runs_are_read():
    many = " ".join(f'a{number}="x"' for number in range(20_000))
    runs = "".join(f"<Text {many if number == 5 else ''}>a</Text>" for number in range(50_000))
    layer = opened(document(HEADING, f"<Paragraph Type='Action'>{runs}</Paragraph>"))
    assert "a" * 50_000 in layer.text
