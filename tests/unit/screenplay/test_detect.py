"""Which encoding bytes without a declaration are in, and when that can't be said."""

import pytest
from ending import ending
from unit.screenplay.encoding_texts import FOREIGN, TEXTS

from linedscript.errors import LinedscriptError
from linedscript.screenplay.decode import LEAST, decode
from linedscript.screenplay.detect import detect

HELD = [(language, encoding) for language, (encodings, _) in TEXTS.items() for encoding in encodings]


@pytest.mark.parametrize(("language", "encoding"), HELD)
def test_a_script_in_each_encoding_is_read_as_it_was_written(language, encoding):
    text = TEXTS[language][1].encode(encoding, "ignore").decode(encoding)
    found = decode(text.encode(encoding), "film")
    assert found.text == text and found.by == "detected" and found.confidence >= LEAST


@pytest.mark.parametrize("language", FOREIGN)
def test_other_writings_are_told_from_those_of_scripts(language):
    encoding, text = FOREIGN[language]
    assert detect(text.encode(encoding))[0].encoding == encoding


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("第一场　客厅\n", "gb18030"),
        ("内景 客厅 日\n", "gb18030"),
        ("林晚：你好。\n", "gb18030"),
        ("第一場　客廳\n", "big5hkscs"),
        ("○台所・夜\n", "cp932"),
        ("○台所・夜\n", "euc_jp"),
        ("ДЕНЬ. Входит Анна.\n", "cp1251"),
        ("ДЕНЬ. Входит Анна.\n", "koi8-r"),
        ("안녕하세요, 선생님.\n", "cp949"),
        ("INT. CAFÉ - DAY\n", "iso-8859-1"),
        ("“Don’t.”\n", "cp1252"),
        ("Tomás\n", "iso-8859-1"),
    ],
)
def test_a_line_of_a_few_characters_is_enough(text, encoding):
    found = decode(text.encode(encoding), "film")
    assert (found.text, found.encoding) == (text, encoding)


@pytest.mark.parametrize("text", ["石头", "太太", "摇头", "抬头", "微微一笑"])
def test_chinese_that_is_valid_utf8_by_chance_is_not_read_as_such(text):
    data = text.encode("gbk")
    assert data.decode("utf-8") != text
    found = decode(data, "film")
    assert (found.text, found.encoding, found.by) == (text, "gb18030", "detected")


@pytest.mark.parametrize("text", ["café", "Да", "naïve — «да»", "Ü", "½", "©", "é", "ñ\n", "Ζωή", "שלום"])
def test_short_utf8_stays_utf8(text):
    found = decode(text.encode(), "film")
    assert (found.text, found.by, found.confidence) == (text, "utf-8", 1.0)


def test_what_may_be_either_is_refused_with_the_candidates():
    data = "Może to żart?".encode("iso-8859-2")
    with pytest.raises(LinedscriptError) as caught:
        decode(data, "film")
    assert caught.value.code == "ambiguous-encoding"
    assert "iso-8859" in caught.value.problem and "(0." in caught.value.problem and "index" in caught.value.hint


def test_the_index_ends_the_doubt():
    data = "Może to żart?".encode("iso-8859-2")
    assert decode(data, "film", "iso-8859-2").text == "Może to żart?"


def test_bytes_that_are_no_text_are_refused_with_an_offset():
    data = bytes(range(0x80, 0x100)) * 3
    with pytest.raises(LinedscriptError) as caught:
        decode(data, "film")
    assert caught.value.code == "undecodable-byte" and "offset" in caught.value.problem


@pytest.mark.parametrize(
    ("language", "encoding"), [("simplified", "gb18030"), ("japanese", "cp932"), ("traditional", "big5hkscs")]
)
@pytest.mark.parametrize("stray", [b"\xff", b"\x80"])
def test_a_stray_byte_does_not_turn_a_script_into_another_encoding(language, encoding, stray):
    data = TEXTS[language][1].encode(encoding, "ignore")
    lines = data.splitlines(keepends=True)
    broken = b"".join([*lines[:5], stray + b"\n", *lines[5:]])
    try:
        broken.decode(encoding)
    except UnicodeDecodeError as error:
        with pytest.raises(LinedscriptError) as caught:
            decode(broken, "film")
        assert caught.value.code == "undecodable-byte"
        assert f"offset {error.start} (line 6) isn't {encoding}" in caught.value.problem
        assert decode(broken, "film", errors="replace").encoding == encoding


def test_no_line_end_in_fifty_megabytes_takes_little_time():
    with ending():
        assert detect(b"a" * 50_000_000 + "é".encode("latin-1") + b" b")[0].encoding == "iso-8859-1"
        assert detect(("我" * 5_000_000).encode("gbk"))[0].encoding == "gb18030"


def test_the_first_bytes_beyond_ascii_may_come_late():
    data = b"INT. ROOM - DAY\n\nNothing.\n\n" * 5000 + "Zo\xeb came in.\n".encode("latin-1")
    assert decode(data, "film").text.endswith("Zo\xeb came in.\n")


SCRIPT = b"INT. ROOM - DAY\n\nBob walks in and looks at the window.\n\nBOB\nHello there.\n\n" * 20


@pytest.mark.parametrize(
    "stray",
    [
        b"caf\xe9 \xff \x81",
        b"\xff",
        b"a\xff",
        b"\x81",
        b"\xe9",
        b"caf\x8e",
        b"caf\x82",
        b"\xe4\xee\xec",
        b"\x80\x80\x80",
        b"\xbc\xd2",
    ],
)
def test_a_few_bytes_that_make_no_word_are_refused_with_their_offset(stray):
    data = SCRIPT + stray + b"\n"
    with pytest.raises(LinedscriptError) as caught:
        decode(data, "film")
    assert caught.value.code in ("undecodable-byte", "ambiguous-encoding")
    first = len(SCRIPT) + next(at for at, byte in enumerate(stray) if byte > 0x7F)
    assert f"offset {first} (line 141)" in caught.value.problem


@pytest.mark.parametrize(
    "word", ["café", "naïve", "Zoë", "don’t", "“Hi”", "À la carte", "25°C", "5€", "© 2020", "— wait…"]
)
def test_a_few_bytes_that_make_a_word_are_western(word):
    data = SCRIPT + word.encode("cp1252") + b"\n"
    assert decode(data, "film").text.endswith(f"{word}\n")


@pytest.mark.parametrize("stray", [b"\xff \xff \xff \xff \xff", b"a\xffb a\xffb a\xffb a\xffb a\xffb"])
def test_a_rare_code_page_needs_letters_in_words(stray):
    with pytest.raises(LinedscriptError) as caught:
        decode(SCRIPT + stray, "film")
    assert (
        caught.value.code == "ambiguous-encoding"
        and f"offset {len(SCRIPT) + stray.index(0xFF)} " in caught.value.problem
    )


def test_a_rare_code_page_with_letters_in_words_is_found():
    assert decode(SCRIPT + "résumé, café, noël".encode("mac-roman"), "film").text.endswith("résumé, café, noël")
    assert decode(SCRIPT + "Входит Анна.".encode("cp1251"), "film").text.endswith("Входит Анна.")


def test_a_stray_byte_in_utf_8_with_few_others_is_named():
    with pytest.raises(LinedscriptError) as caught:
        decode(SCRIPT + "é ".encode() + b"\xff\n", "film")
    assert caught.value.code == "undecodable-byte" and "isn't utf-8" in caught.value.problem
