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
        (b"INT. A - DAY \x1a\n", "binary-file"),
        (b"INT. A - DAY \x1b[0m\n", "binary-file"),
        (b"INT. A - DAY \x00 more of it\n", "binary-file"),
        (bytes(range(256)) * 4, "binary-file"),
    ],
)
def test_what_is_no_text_is_refused(data, code):
    assert fails(data).code == code


def test_an_unknown_encoding_in_the_index_is_named():
    assert fails(b"INT. A", encoding="klingon").code == "unknown-encoding"


@pytest.mark.parametrize("encoding", ["rot13", "base64", "hex"])
def test_a_codec_that_gives_no_text_is_refused(encoding):
    assert fails(b"INT. A", encoding=encoding).code == "unknown-encoding"


@pytest.mark.parametrize("control", ["\t", "\f", "\v"])
def test_blanks_that_control_the_page_are_text(control):
    assert decode(f"INT. A - DAY{control}\n".encode(), "en-0001").text == f"INT. A - DAY{control}\n"


@pytest.mark.parametrize(
    "mark", list("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\ufeff")
)
def test_marks_of_direction_and_width_are_kept_where_they_stand(mark):
    text = f"INT. A - DAY\n\nShe {mark}waits.\n\nANN\nGo{mark} on.\n"
    reading = read(text)
    assert reading.text == text
    assert "".join(scene.text for scene in reading.scenes) == text


@pytest.mark.parametrize("ends", ["\r", "\r\n", "\n"])
def test_the_line_of_a_bad_byte_is_counted_by_the_files_own_line_ends(ends):
    data = f"INT. A - DAY{ends}{ends}Caf\u00e9.{ends}".encode() + b"\xff" + "\u00e9\u00e9\u00e9".encode()
    assert "(line 4)" in fails(data).problem


def test_mixed_line_ends_stay_as_they_are():
    text = "INT. A - DAY\r\n\rHum.\n\r\nANN\rHi.\r\n"
    assert decode(text.encode(), "en-0001").text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        CHINESE,
        TRADITIONAL,
        "INT. A - DAY\n\nHi.\n",
        "\u0418\u041d\u0422. \u0414\u041e\u041c - \u0414\u0415\u041d\u042c\n",
    ],
)
def test_utf16_without_its_mark_is_found_at_both_ends(text, encoding):
    found = decode(text.encode(encoding), "zh-0001")
    assert (found.text, found.encoding, found.by) == (text, encoding, "detected")


def test_utf16_without_its_mark_and_without_one_ascii_character_is_found():
    text = CHINESE.replace("\n", "\u3000")
    assert decode(text.encode("utf-16-le"), "zh-0001").text == text


def test_utf16_that_ends_in_half_a_unit_is_an_error_with_its_offset():
    data = "INT. A - DAY\n\nHi.\n".encode("utf-16-le") + b"\x41"
    error = fails(data)
    assert error.code == "undecodable-byte" and f"offset {len(data) - 1} " in error.problem


def test_a_lone_surrogate_in_utf16_is_an_error_with_its_offset():
    data = "\ufeffINT. A\n".encode("utf-16-le") + b"\x00\xd8" + "B\n".encode("utf-16-le")
    error = fails(data)
    assert error.code == "undecodable-byte" and "offset 16 " in error.problem and "(line 2)" in error.problem


def test_iso_2022_is_named_not_called_binary():
    error = fails("\u5834\u6240\uff1a\u6771\u4eac\n".encode("iso-2022-jp"))
    assert error.code == "ambiguous-encoding" and "iso-2022-jp" in error.hint


UNSURE = "INT. CAF\xe9 - DAY\n\nRain \xff\xfe\x81.\n".encode("latin-1")


@pytest.mark.parametrize("data", [UNSURE, "INT. A\n\u6771\u4eac\n".encode("iso-2022-jp"), b"INT. A\n\x81\xff\xff\n"])
def test_an_encoding_that_is_not_found_names_the_option_that_tells_it(data):
    error = fails(data)
    assert error.code in ("ambiguous-encoding", "undecodable-byte") and "--encoding" in error.hint


def test_a_confidence_and_the_way_it_was_found_are_recorded():
    source = read(CHINESE.encode("gbk"), "zh").source
    assert (source.encoding, source.encoding_by) == ("gb18030", "detected") and source.encoding_confidence > 0.99
    assert read(CHINESE, "zh").source.encoding_confidence == 1.0


@pytest.mark.parametrize(
    "encoding", ["idna", "punycode", "unicode_escape", "undefined", "utf_7", "zlib", "\x00", "utf-8\n"]
)
@pytest.mark.parametrize("errors", ["strict", "replace"])
def test_no_encoding_that_the_index_may_name_fails_in_words_not_ours(encoding, errors):
    for data in (b"INT. A\n\xff\xfe\\u12 xn--\n", b"INT. A - DAY\n"):
        try:
            assert isinstance(decode(data, "en-0001", encoding, errors).text, str)
        except LinedscriptError as error:
            assert error.code in ("unknown-encoding", "undecodable-byte", "binary-file", "empty-file")
