"""How the text of an FDX file is tied to its bytes, in any encoding."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.fdx_files import bytes_of_runs, document, opened, paragraph, speech
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.validation import rebuild

CAFE = document(paragraph("Scene Heading", "INT. CAFÉ - DAY"), speech("ANN", "“Oui” — non."))
RUSSIAN = document(paragraph("Action", "Идёт дождь."))
HAN = document(paragraph("Scene Heading", "内景 客厅 夜"), speech("林", "走吧。😀"))


def declared(name: str, file: str = CAFE) -> str:
    return f'<?xml version="1.0" encoding="{name}" standalone="no"?>\n{file}'


def test_an_entity_is_a_run_of_its_own():
    file = document("<Paragraph Type='Action'><Text>a &amp; b&#8217;s&#x1F600;</Text></Paragraph>").encode()
    assert bytes_of_runs(file) == [
        ("a ", b"a "), ("&", b"&amp;"), (" b", b" b"), ("’", b"&#8217;"), ("s", b"s"), ("😀", b"&#x1F600;"),
    ]  # fmt: skip


def test_a_line_end_of_two_bytes_within_a_text_is_one_character():
    file = document(paragraph("Action", "one\r\ntwo\nthree\rfour")).encode()
    assert bytes_of_runs(file) == [
        ("one", b"one"), ("\n", b"\r\n"), ("two\nthree", b"two\nthree"), ("\n", b"\r"), ("four", b"four"),
    ]  # fmt: skip


def test_an_ampersand_in_a_cdata_section_is_no_entity():
    file = document("<Paragraph Type='Action'><Text>a<![CDATA[ &amp; ]]>b</Text></Paragraph>").encode()
    assert bytes_of_runs(file) == [("a", b"a"), (" &amp; ", b" &amp; "), ("b", b"b")]


def test_a_summary_keeps_its_bytes_though_it_comes_behind_its_heading():
    inside = f"<SceneProperties><Summary>{paragraph(None, 'Sum.')}</Summary></SceneProperties>"
    file = document(paragraph("Scene Heading", "INT. BARN", inside=inside)).encode()
    assert bytes_of_runs(file) == [("INT. BARN", b"INT. BARN"), ("Sum.", b"Sum.")]


@pytest.mark.parametrize(
    ("data", "encoding", "by"),
    [
        (CAFE.encode(), "utf-8", "utf-8"),
        (CAFE.encode("utf-8-sig"), "utf-8", "bom"),
        (declared("UTF-8").encode(), "utf-8", "declared"),
        (declared("utf-8").encode("utf-8-sig"), "utf-8", "bom"),
        (declared("windows-1252").encode("cp1252"), "cp1252", "declared"),
        (declared("UTF-16").encode("utf-16"), "utf-16-le", "bom"),
        (declared("UTF-16").encode("utf-16-be"), "utf-16-be", "detected"),
        (declared("utf-16").encode(), "utf-8", "utf-8"),
        (CAFE.encode("cp1252"), "cp1252", "detected"),
        (declared("koi8-r", RUSSIAN).encode("koi8-r"), "koi8-r", "declared"),
        (declared("GB18030", HAN).encode("gb18030"), "gb18030", "declared"),
        (declared("Big5", document(paragraph("Action", "林走了。"))).encode("big5"), "big5", "declared"),
    ],
)  # fmt: skip
def test_the_byte_order_mark_the_declaration_or_content_tell_the_encoding(data, encoding, by):
    layer = opened(data)
    assert (layer.encoding, layer.by) == (encoding, by)
    for run in layer.runs:
        text = layer.text[run.start : run.start + run.length]
        assert data[run.raw : run.raw + run.raw_length] == (text.encode(encoding) if run.raw_length else b"")
    again = opened(data, encoding=layer.encoding, errors="replace")
    assert (again.text, again.runs) == (layer.text, layer.runs)


def test_xml_without_a_declaration_is_utf8_where_its_bytes_are_however_few_they_are():
    assert "a\u00a6" in opened(document(paragraph("Action", "a\u00a6"))).text


def test_the_indexs_word_goes_before_the_declaration():
    data = declared("UTF-8").encode("cp1252")
    layer = opened(data, encoding="cp1252")
    assert (layer.encoding, layer.by, "CAFÉ" in layer.text) == ("cp1252", "index", True)


def test_a_byte_that_is_not_in_the_declared_encoding_is_named_with_its_offset():
    data = declared("UTF-8").encode("cp1252")
    with pytest.raises(LinedscriptError, match=rf"byte 0xC9 at offset {data.index(0xC9)} ") as caught:
        opened(data)
    assert caught.value.code == "undecodable-byte"


def test_a_damaged_byte_is_replaced_where_the_index_says_so_and_keeps_its_place():
    data = declared("UTF-8").encode().replace("É".encode(), b"\xc3")
    layer = opened(data, errors="replace")
    run = layer.runs[0]
    assert layer.text[: run.length] == "INT. CAF\ufffd - DAY"
    assert data[run.raw : run.raw + run.raw_length] == b"INT. CAF\xc3 - DAY"


def test_many_damaged_bytes_are_replaced_in_their_places():
    data = (
        document(paragraph("Action", "x" * 5000 + "É" * 3000 + "\ufffdend")).encode().replace("É".encode(), b"\xc3\x28")
    )
    (run, _) = opened(data, errors="replace").runs
    assert data[run.raw : run.raw + run.raw_length] == b"x" * 5000 + b"\xc3\x28" * 3000 + "\ufffdend".encode()


@pytest.mark.parametrize("name", ["klingon", "base64", "rot13", "unicode_escape", "utf-7"])
def test_an_encoding_that_ties_no_bytes_to_characters_is_refused(name):
    body = document(paragraph("Action", "Ein Weg \\ud800 +2D8-"))
    with pytest.raises(LinedscriptError) as caught:
        opened(declared(name, body).encode("ascii"))
    assert caught.value.code in ("unknown-encoding", "undecodable-byte", "broken-xml", "empty-file")


MARKS = [
    "INT. BARN - DAY", "ANN (V.O.)", "(MORE)", "(CONTINUED)", "7.", "[[", "]]", "[[x]]", " ", "\t", "a\u2028b", "&<>",
    "\n", "FADE IN:", "ANN (CONT'D)", "内景 客厅 夜", "a@example.com", "#1#",
]  # fmt: skip
TYPES = [
    None, "", "Scene Heading", "Action", "Character", "Parenthetical", "Dialogue", "Transition", "General", "Lyrics",
    "Title", "More", "Cast List", "New Act", "End of Act", "Outline Body", "Note", "Other",
]  # fmt: skip
WRAPS = [
    "<DualDialogue>{}</DualDialogue>",
    "<Paragraph><DualDialogue>{}</DualDialogue></Paragraph>",
    "<Paragraph Type='Scene Heading'><SceneProperties><Summary>{}</Summary></SceneProperties></Paragraph>",
    "<Paragraph Type='Scene Heading'><Text>OMITTED</Text><OmittedScene>{}</OmittedScene></Paragraph>",
    "<Paragraph Type='Action'><Text>b<ScriptNote>{}</ScriptNote>c</Text> d</Paragraph>",
    "<TitlePage><Content>{}</Content></TitlePage>",
    "<HeaderAndFooter>{}</HeaderAndFooter>",
    "<Unknown>{}</Unknown>",
    "x{}y",
    "<!-- c -->{}<?pi?>",
]
TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12) | st.sampled_from(MARKS)
NUMBERS = st.sampled_from([{}, {"Number": "4"}])
PLAIN = st.builds(
    lambda type, runs, number: paragraph(type, *runs, **number),
    st.sampled_from(TYPES),
    st.lists(TEXT, max_size=4),
    NUMBERS,
)
PARTS = st.recursive(
    PLAIN,
    lambda part: st.builds(
        lambda wrap, parts: wrap.format("".join(parts)), st.sampled_from(WRAPS), st.lists(part, max_size=4)
    ),
    max_leaves=12,
)
FILES = st.builds(
    lambda parts, after: document(*parts, after="".join(after)),
    st.lists(PARTS, max_size=10),
    st.lists(PARTS, max_size=2),
)
OURS = (
    "no-scene",
    "broken-xml",
    "binary-file",
    "undecodable-byte",
    "unsupported-format",
    "empty-file",
    "xml-entity",
    "nested-xml",
    "unknown-encoding",
    "ambiguous-encoding",
)


def proven(data: bytes) -> None:
    try:
        reading = read(data, "zh", format="fdx", budget=50)
    except LinedscriptError as error:
        assert error.code in OURS
        return
    assert rebuild(reading.scenes, reading.removed, reading.text) == reading.text
    for scene in reading.scenes:
        assert "".join(scene.text[element.start : element.end] for element in scene.elements) == scene.text


@given(file=FILES, codec=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be"]))
@settings(max_examples=100, deadline=None)
def test_random_files_are_partitioned_exactly_and_tied_to_their_bytes(file, codec):
    data = file.encode(codec)
    proven(data)
    layer = opened(data)
    literal = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(codec, codec)
    for run in layer.runs:
        text, raw = layer.text[run.start : run.start + run.length], data[run.raw : run.raw + run.raw_length]
        written = raw.decode(literal)
        assert written == text or (run.length == 1 and written[:1] in ("&", "\r")) or (not raw and not text.strip("\n"))


@given(file=FILES, codec=st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]), cut=st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_file_cut_at_any_byte_is_refused_in_our_own_words(file, codec, cut):
    data = file.encode(codec)
    proven(data[: int(len(data) * cut)])


@given(file=FILES, at=st.floats(0, 1), byte=st.integers(0, 255))
@settings(max_examples=60, deadline=None)
def test_a_file_with_one_byte_changed_is_read_or_refused(file, at, byte):
    data = bytearray(file.encode())
    data[int((len(data) - 1) * at)] = byte
    proven(bytes(data))
