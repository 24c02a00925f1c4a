"""The subtitle cases that public bug reports gave; their whole kinds are in test_subtitles and test_subtitle_cues."""

import json
from pathlib import Path

import pytest
from unit.screenplay.subtitling import subtitles

from linedscript.errors import LinedscriptError

CASES = Path(__file__).parents[4] / "shared" / "data" / "parser-cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.exists(), reason="needs ../shared/data")


def case(name):
    return next(row["input"] for row in map(json.loads, CASES.open(encoding="utf-8")) if row["id"] == name)


def test_every_subtitle_case_has_a_test_here():
    rows = [json.loads(line) for line in CASES.open(encoding="utf-8")]
    assert {row["id"] for row in rows if row["format"] == "srt"} == {"B63", "B65", "B67"}


def test_b63_a_byte_order_mark_loses_no_cue():
    assert [(cue.index, cue.text) for cue in subtitles(case("B63")).cues] == [(1, "你好")]


def test_b63_a_gbk_copy_is_decoded_or_refused_and_never_empty():
    data = case("B63").removeprefix("\ufeff").encode("gbk")
    try:
        assert [cue.text for cue in subtitles(data).cues] == ["你好"]
    except LinedscriptError as error:
        assert error.code in ("ambiguous-encoding", "undecodable-byte")
    assert [cue.text for cue in subtitles(data, encoding="gbk").cues] == ["你好"]


def test_b65_an_index_is_only_a_line_directly_above_a_time_line():
    found = subtitles(case("B65"))
    assert [(cue.index, cue.text) for cue in found.cues] == [
        (1, "I bet\n\n2"),
        (2, "2.345.678 people."),
        (3, ""),
        (4, "OK"),
    ]


def test_b67_sounds_turns_and_speakers_are_told_from_speech():
    bells, greeting, sigh = subtitles(case("B67")).cues
    assert (bells.kind, bells.turns[0].sounds) == ("sound", ("CHURCH BELLS",))
    assert [turn.speech for turn in greeting.turns] == ["Hi.", "Hey."]
    assert [(turn.speaker, turn.speech, turn.sounds) for turn in sigh.turns] == [("MAN", "Fine.", ("sighs",))]
