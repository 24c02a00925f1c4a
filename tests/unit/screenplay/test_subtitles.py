"""SRT and WebVTT files: cues, times, removed regions, encodings, faults."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.subtitling import partitioned, srt, subtitles

from linedscript.errors import LinedscriptError

SHARED = Path(__file__).parents[4] / "shared" / "data" / "screenplays"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
TIME = "00:00:01,000 --> 00:00:02,000"


def texts(text, **options):
    return [cue.text for cue in subtitles(text, **options).cues]


def refused(text, **options):
    with pytest.raises(LinedscriptError) as caught:
        subtitles(text, **options)
    return caught.value


def test_a_cue_has_its_number_times_and_text():
    (cue,) = subtitles("7\n01:02:03,450 --> 01:02:05,000\nThe tide turns.\n").cues
    assert (cue.id, cue.index, cue.start, cue.end, cue.text) == ("c0001", 7, 3723.45, 3725.0, "The tide turns.")


def test_a_cue_without_a_number_is_read():
    assert [(cue.index, cue.text) for cue in subtitles(f"{TIME}\nOne\n\n{TIME}\nTwo\n").cues] == [
        (None, "One"),
        (None, "Two"),
    ]


def test_numbers_stay_as_printed_and_ids_follow_the_file():
    text = srt("One", "Two", "Three").replace("2\n00", "9\n00").replace("3\n00", "9\n00")
    assert [(cue.id, cue.index) for cue in subtitles(text).cues] == [("c0001", 1), ("c0002", 9), ("c0003", 9)]


@pytest.mark.parametrize("inside", ["2", "1984", " 42 "])
def test_a_bare_number_between_blank_lines_is_text_unless_a_time_line_is_next(inside):
    (first, second) = subtitles(f"1\n{TIME}\nI bet\n\n{inside}\n\n2\n{TIME}\nOK\n").cues
    assert (first.text, second.index) == (f"I bet\n\n{inside.strip()}", 2)


def test_a_number_at_the_end_of_a_cue_that_a_blank_line_follows_is_text():
    assert texts(f"1\n{TIME}\nHow many?\n12\n\n2\n{TIME}\nTwelve.\n") == ["How many?\n12", "Twelve."]


def test_a_missing_blank_line_between_cues_joins_nothing():
    assert texts(f"1\n{TIME}\nOne\n2\n{TIME}\nTwo\n") == ["One", "Two"]


def test_empty_cues_take_nothing_of_the_next():
    found = subtitles(f"1\n{TIME}\n\n2\n{TIME}\n3\n{TIME}\n\n\nLast\n")
    assert [(cue.index, cue.text, cue.kind) for cue in found.cues] == [
        (1, "", "empty"),
        (2, "", "empty"),
        (3, "Last", "speech"),
    ]


def test_a_file_with_a_blank_line_after_every_line_keeps_its_numbers():
    found = subtitles(srt("One", "Two", "Three").replace("\n", "\n\n"))
    assert [(cue.index, cue.text) for cue in found.cues] == [(1, "One"), (2, "Two"), (3, "Three")]


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("00:00:01.500 --> 00:00:02.250", 1.5, 2.25),
        ("00:01,500 --> 00:02,250", 1.5, 2.25),
        ("0:0:1,5 --> 0:0:2,25", 1.5, 2.25),
        ("00:00:01:500 --> 00:00:02:250", 1.5, 2.25),
        ("00:00:01 --> 00:00:02", 1.0, 2.0),
        ("00:00:01;500 --> 00:00:02;250", 1.5, 2.25),
        ("00;00;01;500 --> 00;00;02;250", 1.5, 2.25),
        ("00.00.01.500 --> 00.00.02.250", 1.5, 2.25),
        ("00.00.01,500 --> 00.00.02,250", 1.5, 2.25),
        ("00:00.01,500 --> 00:00.02,250", 1.5, 2.25),
        ("00,00,01,500 --> 00,00,02,250", 1.5, 2.25),
        ("00.01.500 --> 00.02.250", 1.5, 2.25),
        ("00;00;01 --> 00;00;02", 1.0, 2.0),
        ("00：00：01，500 --> 00：00：02，250", 1.5, 2.25),
        ("００:００:０１,５００ --> ００:００:０２,２５０", 1.5, 2.25),
        ("00:01.50 --> 00:02.25", 1.5, 2.25),
        ("  00:00:01,500-->00:00:02,250  ", 1.5, 2.25),
        ("00:00:01,500 -> 00:00:02,250", 1.5, 2.25),
        ("00:00:01,500000 --> 00:00:02,250000", 1.5, 2.25),
        ("00:00:01,500 --> 00:00:02,250 X1:100 X2:200 Y1:10 Y2:20", 1.5, 2.25),
        ("10:00:00,000 --> 100:00:00,000", 36000.0, 360000.0),
        ("00:00:01,000 --> 00:00:01,000", 1.0, 1.0),
    ],
)
def test_times_are_read_however_they_are_written(line, start, end):
    (cue,) = subtitles(f"1\n{line}\nHello\n").cues
    assert (cue.start, cue.end, cue.text) == (start, end, "Hello")


def test_text_on_the_time_line_is_text():
    assert texts(f"1\n{TIME} Hello there\nagain\n") == ["Hello there\nagain"]


@pytest.mark.parametrize(
    "text", ["2.345.678 people.", "At 10:30 --", "see --> there", "5:00, sharp.", "10.30 --> 11.45", "v1.2 -> v1.3"]
)
def test_speech_with_numbers_is_no_time(text):
    assert texts(srt(text)) == [text]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("-00:00:01,000 --> 00:00:02,000", "impossible-time"),
        ("00:00:01,000 --> -00:00:02,000", "impossible-time"),
        ("00:75:01,000 --> 00:76:02,000", "impossible-time"),
        ("00:00:61,000 --> 00:00:62,000", "impossible-time"),
        ("00.00.61.000 --> 00.00.62.000", "impossible-time"),
        ("00;00;05;000 --> 00;00;04;000", "impossible-time"),
        ("00:00:05,000 --> 00:00:04,000", "impossible-time"),
        ("00:00:05,000 --> ", "invalid-time"),
        ("00:00:05,000 --> soon", "invalid-time"),
    ],
)
def test_a_time_that_cannot_be_is_an_error_with_its_line(line, code):
    error = refused(f"1\n{TIME}\nOne\n\n2\n{line}\nTwo\n")
    assert (error.code, error.place) == (code, "film.srt:6")


def test_all_faults_of_a_file_are_told_at_once():
    error = refused(f"1\n-{TIME}\nOne\n\n2\n00:00:09,000 --> 00:00:01,000\nTwo\n")
    assert [fault.place for fault in error.faults] == ["film.srt:2", "film.srt:6"]


def test_many_faults_are_told_in_few_lines():
    assert len(refused("00:00:09,000 --> 00:00:01,000\n" * 500).faults) == 21


def test_cues_out_of_order_and_overlapping_stay_as_they_are():
    found = subtitles("00:00:09,000 --> 00:00:12,000\nB\n\n00:00:01,000 --> 00:00:10,000\nA\n")
    assert [(cue.text, cue.start) for cue in found.cues] == [("B", 9.0), ("A", 1.0)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_line_end_ends_a_line(end):
    found = subtitles(srt("One\nmore", "Two", end=end))
    assert [cue.text for cue in found.cues] == ["One\nmore", "Two"]
    assert partitioned(found)


def test_lines_are_those_of_the_file():
    assert [cue.lines for cue in subtitles(srt("One\nmore", "Two")).cues] == [(1, 5), (6, 8)]


def test_a_byte_order_mark_hides_no_number():
    found = subtitles("\ufeff" + srt("你好"))
    assert [cue.index for cue in found.cues] == [1]
    assert [region.reason for region in found.removed] == ["byte_order_mark"]


def test_a_byte_order_mark_in_mid_file_hides_no_number():
    assert [cue.index for cue in subtitles(srt("One") + "\n\ufeff" + srt("Two")).cues] == [1, 1]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_subtitles_are_decoded(codec):
    found = subtitles(srt("河面上的雾还没有散，他已经走了。", "我们在桥头等你，等到天黑。").encode(codec))
    assert [cue.text for cue in found.cues] == ["河面上的雾还没有散，他已经走了。", "我们在桥头等你，等到天黑。"]


def test_bytes_that_no_encoding_fits_are_an_error_that_says_what_to_do():
    error = refused(srt("Hello").encode() + b"\n3\n00:00:09,000 --> 00:00:10,000\n\xff\xfe\x81 caf\xe9 \x81\n")
    assert error.code in ("undecodable-byte", "ambiguous-encoding")
    assert "--encoding" in error.hint


def test_the_named_encoding_is_taken():
    found = subtitles(srt("Привет").encode("cp1251"), encoding="cp1251")
    assert (found.cues[0].text, found.file.encoding_by) == ("Привет", "index")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_an_error(data):
    assert refused(data).code == "empty-file"


@pytest.mark.parametrize("text", ["Just some words.\n", "WEBVTT\n", "WEBVTT\n\nNOTE nothing here\n", "1\n2\n3\n"])
def test_a_file_with_no_cue_is_an_error(text):
    assert refused(text).code == "no-cue"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[Script Info]\nTitle: x\n", "SubStation Alpha"),
        ("{25}{50}Hello\n", "MicroDVD"),
        ('<?xml version="1.0"?>\n<tt xmlns="x"></tt>', "TTML"),
        ("0:00:01.000,0:00:02.000\nHello\n", "SubViewer"),
    ],
)
def test_subtitles_of_another_kind_are_named(text, name):
    error = refused(text)
    assert error.code == "unsupported-format"
    assert name in error.problem


def test_text_above_the_first_cue_is_a_removed_region():
    found = subtitles("made on a rainy day\n\n" + srt("One"))
    assert [(region.reason, region.lines) for region in found.removed] == [("stray_text", (1, 2))]
    assert [cue.index for cue in found.cues] == [1]


VTT = """WEBVTT - harbour
Kind: captions

STYLE
::cue { color: lime }

REGION
id:fred

NOTE made by hand
on two lines

intro
00:01.000 --> 00:02.500 align:start position:10%
<v Wren>Lamps <i>out</i>.</v>

2
00:00:03.000 --> 00:00:04.000
Fish &amp; chips &lt;here&gt;

NOTE the end

stray words

00:00:05.000 --> 00:00:06.000
Last.
"""


def test_webvtt_has_names_settings_and_hours_that_may_be_missing():
    found = subtitles(VTT)
    assert found.file.format == "vtt"
    assert [(cue.name, cue.index, cue.start, cue.text) for cue in found.cues] == [
        ("intro", None, 1.0, "Lamps out."),
        (None, 2, 3.0, "Fish & chips <here>"),
        (None, None, 5.0, "Last."),
    ]


def test_what_webvtt_does_not_show_is_removed_with_its_reason():
    assert [region.reason for region in subtitles(VTT).removed] == [
        "header",
        "style",
        "region",
        "note",
        "note",
        "stray_text",
    ]


def test_a_webvtt_speaker_is_the_turns_speaker():
    assert subtitles(VTT).cues[0].turns[0].speaker == "Wren"


def test_webvtt_is_partitioned():
    assert partitioned(subtitles(VTT))


@needs_shared
def test_a_public_gbk_file_keeps_its_even_numbers():
    found = subtitles(next(SHARED.glob("*gb2312.srt")).read_bytes())
    assert [cue.index for cue in found.cues] == [2, 4, 6]
    assert found.file.encoding == "gb18030"
    assert found.cues[2].text == "轻轻一跳就能飞跃高楼"


@needs_shared
def test_a_public_english_file_is_read_whole():
    found = subtitles(next(SHARED.glob("*sintel_en.srt")).read_bytes())
    assert (len(found.cues), found.cues[-1].end, found.removed) == (26, 659.8, [])
    assert {cue.kind for cue in found.cues} == {"speech"}
    assert partitioned(found)


PARTS = st.sampled_from(
    [
        "",
        "",
        " ",
        "1",
        "27",
        TIME,
        "00:00:03.000 --> 00:00:04.500 align:start",
        "01:00.000 --> 01:02.000",
        TIME + " Hello",
        "WEBVTT",
        "NOTE x",
        "STYLE",
        "\ufeff",
        "- Hi. - Hey.",
        "- Hi.",
        "MAN: (sighs) Fine.",
        "[BELLS",
        "RINGING]",
        "(a) [b] 【c】",
        "♪ la la",
        "la ♪",
        "♪♪",
        "# hum #",
        "<i>so</i> <b>",
        "{\\an8}Up",
        "a\\Nb",
        "<v Ann Lee>Yes</v>",
        "<v ></v><v.x B>n",
        "&amp;&lt;i&gt; &nbsp; &#10; &bogus;",
        "女：你好",
        "【门铃】谁呀？",
        ">> NEXT",
        "Subtitles by Someone",
        "www.example.com",
        "-",
        "--",
        "a\u2028b",
        "*laughs*",
        "(on phone): x",
        "[(])",
    ]
)


@given(st.lists(PARTS, max_size=30), st.sampled_from(["\n", "\r\n", "\r", "\r\r\n"]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_whatever_a_file_holds_it_is_partitioned_or_refused(parts, end, header):
    text = ("WEBVTT\n\n" if header else "") + "\n".join(parts)
    try:
        found = subtitles(text.replace("\n", end))
    except LinedscriptError as error:
        assert error.code in ("no-cue", "empty-file")
        return
    assert partitioned(found)
    assert all(cue.turns for cue in found.cues if cue.kind != "empty")


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_in_a_cue_is_partitioned_or_refused(one, two):
    try:
        found = subtitles(srt(one, two), encoding="utf-8")
    except LinedscriptError as error:
        assert error.code in ("binary-file", "invalid-time", "impossible-time")
        return
    except UnicodeEncodeError:
        return
    assert partitioned(found)


@given(st.binary(max_size=120), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_damaged_bytes_are_read_or_refused(data, cut):
    try:
        assert partitioned(subtitles(srt("One", "Two").encode()[:cut] + data))
    except LinedscriptError:
        pass
