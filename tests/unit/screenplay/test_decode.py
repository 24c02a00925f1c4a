import pytest
from unit.screenplay.reading import read, removed

from linedscript.errors import LinedscriptError
from linedscript.screenplay.decode import decode

CHINESE = "第一场　内景　客厅　夜\n\n林晚秋：这是谁的？我们走吧，天已经黑了。\n"
TRADITIONAL = "第一場　內景　客廳　夜\n\n林晚秋：這是誰的？我們走吧，天已經黑了。\n"


def fails(data: bytes, **options) -> LinedscriptError:
    with pytest.raises(LinedscriptError) as caught:
        decode(data, "zh-0001", **options)
    return caught.value


@pytest.mark.parametrize(
    ("text", "codec", "encoding", "by"),
    [
        ("A naïve café", "utf-8", "utf-8", "utf-8"),
        ("\ufeffINT. A", "utf-8", "utf-8", "bom"),
        ("\ufeffINT. A", "utf-16-le", "utf-16-le", "bom"),
        ("\ufeff第一场", "utf-16-be", "utf-16-be", "bom"),
        ("INT. A - DAY\n\nHi.\n", "utf-16-le", "utf-16-le", "detected"),
        (CHINESE, "gbk", "gb18030", "detected"),
        (TRADITIONAL, "big5", "big5hkscs", "detected"),
        ("The caf\xe9 is clos\xe9d, se\xf1or.\n", "latin-1", "iso-8859-1", "detected"),
        ("Ann\u2019s caf\xe9 \u2014 closed\u2026\n", "cp1252", "cp1252", "detected"),
    ],
)
def test_each_encoding_is_found_and_recorded(text, codec, encoding, by):
    found = decode(text.encode(codec), "zh-0001")
    assert (found.text, found.encoding, found.by) == (text, encoding, by)
    assert 0.5 < found.confidence <= 1


def test_a_four_byte_gb18030_character_in_a_short_text_is_decoded():
    data = bytes.fromhex("b5dad2bbb3a1a1a1bfcdccfc0a81308436")
    reading = read(data, "zh")
    assert reading.source.encoding == "gb18030" and reading.scenes[0].heading.place == "客厅"


def test_the_byte_order_mark_is_a_removed_region():
    reading = read("\ufeffINT. LAB - DAY\n\nHum.\n")
    assert removed(reading)[0] == ("byte_order_mark", "\ufeff")
    assert reading.scenes[0].elements[0].source[0][0] == 1


def test_a_stray_byte_in_utf8_is_an_error_with_its_offset():
    error = fails(CHINESE.encode() + b"\xff\n" + CHINESE.encode())
    assert error.code == "undecodable-byte" and f"offset {len(CHINESE.encode())} " in error.problem and error.hint


def test_a_stray_byte_is_replaced_where_the_index_says_so():
    found = decode(CHINESE.encode() + b"\xff\n", "zh-0001", "utf-8", "replace")
    assert found.text.endswith("\ufffd\n") and found.by == "index"


def test_a_torn_gbk_character_is_an_error_with_its_offset():
    data = CHINESE.encode("gbk")[:-1].rstrip(b"\n")[:-1]
    assert f"offset {len(data) - 1} " in fails(data).problem


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b" \r\n\n", "empty-file"),
        (b"\xef\xbb\xbf\n", "empty-file"),
        (b"INT. A\x00\x01\x02", "binary-file"),
        (b"INT. A - DAY \x07\n", "binary-file"),
    ],
)
def test_what_is_no_text_is_refused(data, code):
    assert fails(data).code == code


def test_an_unknown_encoding_in_the_index_is_named():
    assert fails(b"INT. A", encoding="klingon").code == "unknown-encoding"


@pytest.mark.parametrize("encoding", ["rot13", "base64", "hex"])
def test_a_codec_that_gives_no_text_is_refused(encoding):
    assert fails(b"INT. A", encoding=encoding).code == "unknown-encoding"
