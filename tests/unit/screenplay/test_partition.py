"""The partition holds for whatever a file may hold: random elements, line ends, encodings, cuts at any byte."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.formats.recognize import FORMATS
from linedscript.screenplay.normalize import normalize
from linedscript.screenplay.validation import rebuild

LINES = [
    "",
    "",
    "",
    "  ",
    "\t",
    "INT. HOUSE - DAY",
    "EXT. QUAY -- NIGHT #3#",
    ".FORCED",
    "...dots",
    "ANN",
    "BEN ^",
    "ANN (CONT'D)",
    "@Mac",
    "(beat)",
    "Hello there.",
    "she goes on",
    "CUT TO:",
    "> OUT:",
    "> END <",
    "~La la",
    "# Act",
    "= Synopsis",
    "===",
    "!BANG",
    "A [[note]] inside",
    "[[open",
    "closed]]",
    "/* bone",
    "*/",
    "/* a */",
    "(MORE)",
    "CONTINUED:",
    "                                  (CONTINUED)",
    "                                      12.",
    "A TITLE - Rev. 1",
    "Title: X",
    "Contact: a@example.com",
    "FADE IN:",
    "THE END",
    "                    ANN",
    "          Speech set in.",
    "7   INT. BARN - DAY      7",
    "ANN: inline speech",
    "ANN.",
    "ACT I",
    "SCENE 2. A wood.",
    "\f",
    "\f 3.",
    "第一场　内景　客厅　夜",
    "第二幕",
    "△雨。",
    "林：（画外音）好。",
    "林 走吧。",
    "林上。",
    "（笑）",
    "剧名：雪",
    "人物表",
    "【闪回】",
    "（剧终）",
    "1-2 客厅 日 内",
    "字幕：夜。",
    "www.example.com 电子书下载",
    "\u2028odd\u2029",
    "a\u0301\u200fbidi",
    "😀",
    "*** START OF THIS X ***",
    "End of Project Gutenberg's X",
]
SCRIPTS = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)),
    max_size=40,
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def proven(data: bytes, **options) -> None:
    """Read or refused in our own words; what is read rebuilds exactly."""
    try:
        reading = read(data, "zh", **options)
    except LinedscriptError as error:
        assert error.code in (
            "no-scene",
            "empty-file",
            "binary-file",
            "undecodable-byte",
            "unsupported-format",
            "ambiguous-encoding",
            "damaged-file",
        )
        return
    assert rebuild(reading.scenes, reading.removed, reading.text) == reading.text
    for scene in reading.scenes:
        assert "".join(scene.text[element.start : element.end] for element in scene.elements) == scene.text
        for element in scene.elements:
            assert sum(end - start for start, end in element.source) == element.end - element.start


@pytest.mark.parametrize("name", [None, *FORMATS])
@given(lines=SCRIPTS, end=ENDS, budget=st.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_random_scripts_are_partitioned_exactly(name, lines, end, budget):
    proven((end.join(lines)).encode(), format=name, budget=budget)


@given(lines=SCRIPTS, ends=st.lists(ENDS, min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_mixed_line_ends_are_partitioned_exactly(lines, ends):
    proven("".join(line + ends[number % len(ends)] for number, line in enumerate(lines)).encode())


@given(lines=SCRIPTS, codec=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gb18030"]), cut=st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_a_file_cut_at_any_byte_is_read_or_refused(lines, codec, cut):
    data = "\n".join(lines).encode(codec)
    proven(data[: round(len(data) * cut)])


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_bytes_are_read_or_refused(data):
    proven(data)


@given(lines=SCRIPTS, end=ENDS)
@settings(max_examples=60, deadline=None)
def test_the_normalized_form_is_its_own_normalized_form_and_ignores_line_ends(lines, end):
    once = normalize(end.join(lines))
    assert normalize(once) == once == normalize("\ufeff" + "\n".join(lines) + "\n\n")
