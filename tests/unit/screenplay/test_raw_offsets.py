"""From characters to bytes: in every encoding that is read, with bytes replaced, and through a container's runs."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.decode import decode
from linedscript.screenplay.layer import Layer, Run, uncovered
from linedscript.screenplay.raw_offsets import RawOffsets, byte_offset, text_runs

ENCODINGS = [
    "utf-8",
    "utf-16-le",
    "utf-16-be",
    "utf-32-le",
    "gb18030",
    "gbk",
    "big5",
    "big5hkscs",
    "cp932",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "cp949",
    "cp1251",
    "cp1252",
    "koi8-r",
    "iso-8859-1",
    "mac-roman",
]
TEXT = st.text(
    st.one_of(
        st.sampled_from("abc \n\r\t.éñЖж第一场「あいアイ가나ｱ≒∪①～—…￥＠"),
        st.characters(exclude_categories=("Cs", "Cc")),
    ),
    max_size=60,
)


def layer_of(data: bytes, encoding: str, errors: str = "strict") -> Layer:
    return open_layer(data, "film", "fountain", encoding, errors)


def walked(data: bytes, encoding: str) -> list[int]:
    """Each character's byte by the other way round: which bytes have to be there for it to come out."""
    decoder = codecs.getincrementaldecoder(encoding)()
    places, begin = [], 0
    for at in range(len(data)):
        found = decoder.decode(data[at : at + 1], at + 1 == len(data))
        places += [begin] * len(found)
        begin = at + 1 if found else begin
    return [*places, len(data)]


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXT, order=st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_every_character_begins_where_decoding_byte_by_byte_says(encoding, text, order):
    data = ("x\n" + text).encode(encoding, "ignore")
    offsets = RawOffsets(data, layer_of(data, encoding))
    expected = walked(data, encoding)
    asked = list(range(len(expected)))
    order.shuffle(asked)
    assert {at: offsets.at(at) for at in asked} == dict(enumerate(expected))


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(data=st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_damaged_bytes_are_runs_of_their_own_and_the_rest_decodes_strictly(encoding, data):
    try:
        layer = layer_of(b"\x20\x41\x0a\x20" * 4 + data, encoding, "replace")
    except LinedscriptError as error:
        assert error.code in ("binary-file", "empty-file", "unsupported-format")
        return
    data = b"\x20\x41\x0a\x20" * 4 + data
    assert uncovered(layer.runs, len(layer.text)) is None
    assert sum(run.raw_length for run in layer.runs) == len(data)
    for run in layer.runs:
        part = data[run.raw : run.raw + run.raw_length]
        own = layer.text[run.start : run.start + run.length]
        assert own == "\ufffd" and run.raw_length == 1 or part.decode(encoding) == own


def test_one_sign_stands_for_each_byte_that_does_not_decode():
    found = decode("好".encode()[:2] + "走".encode() + b"\xff\xfe\n", "film", "utf-8", "replace")
    assert found.text == "\ufffd\ufffd走\ufffd\ufffd\n"


def test_a_sign_that_the_file_itself_has_is_no_replaced_byte():
    data = "a\ufffdb".encode()
    assert text_runs("a\ufffdb", data, "utf-8") == (Run(0, 3, 0, 5),)


def test_offsets_behind_a_replaced_byte_count_it_as_one():
    data = "第一".encode("gb18030") + b"\xff" + "场".encode("gb18030")
    layer = layer_of(data, "gb18030", "replace")
    assert [byte_offset(data, layer, at) for at in range(5)] == [0, 2, 4, 5, 7]


def test_two_codes_of_one_character_are_told_apart_by_their_bytes():
    data = b"\x87\x90\x81\xe0"
    text = data.decode("cp932")
    assert text == "≒≒" and text.encode("cp932") != data
    layer = Layer(text, None, "cp932", "index", 1.0, (Run(0, 2, 0, 4),))
    assert [byte_offset(data, layer, at) for at in (0, 1, 2)] == [0, 2, 4]


def test_a_code_of_two_characters_gives_both_its_own_byte():
    data = b"a\x88\x62b"
    text = data.decode("big5hkscs")
    assert len(text) == 4
    layer = Layer(text, None, "big5hkscs", "index", 1.0, text_runs(text, data, "big5hkscs"))
    assert byte_offset(data, layer, 1) == 1 and byte_offset(data, layer, 3) == 3


def test_an_encoding_with_shift_states_is_followed():
    text = "INT. 店 - 夜\n\n客が来る。\n"
    data = text.encode("iso-2022-jp")
    layer = layer_of(data, "iso-2022-jp")
    places = [byte_offset(data, layer, at) for at in range(len(text) + 1)]
    assert places == sorted(places) and places[-1] == len(data)
    assert data[places[text.index(" - ")] :].startswith((b" - ", b"\x1b(B - "))


def test_runs_of_a_container_lead_to_the_markup_around_the_text():
    data = b"<p>A &amp; caf\xc3\xa9</p><p>B</p>"
    text = "A & café\nB"
    runs = (Run(0, 2, 3, 2), Run(2, 1, 5, 5), Run(3, 5, 10, 6), Run(8, 1, 16, 0), Run(9, 1, 23, 1))
    layer = Layer(text, "html", "utf-8", "utf-8", 1.0, runs)
    offsets = RawOffsets(data, layer)
    assert [offsets.at(at) for at in (0, 2, 3, 7, 8, 9, 10)] == [3, 5, 10, 14, 16, 23, 24]


def test_a_run_that_is_not_the_text_in_the_encoding_leads_to_its_start():
    layer = Layer("abcd", "pdf", "utf-8", "declared", 1.0, (Run(0, 4, 2, 3),))
    assert [byte_offset(b"__[x]__", layer, at) for at in (0, 2, 4)] == [2, 2, 5]


def test_a_long_text_with_rare_codes_is_walked_once():
    data = (b"\x81\xe0" * 500 + b"\x87\x90" + b"a" * 700) * 20
    text = data.decode("cp932")
    layer = Layer(text, None, "cp932", "index", 1.0, (Run(0, len(text), 0, len(data)),))
    offsets = RawOffsets(data, layer)
    assert [offsets.at(at) for at in range(0, len(text), 97)] == walked(data, "cp932")[:-1:97]
