import json

import pytest
from evaluated import targets

from linedscript.evaluation.prediction_file import check_predictions
from linedscript.suites.stage.task_ii import TASK

OWN = {target.id: target for target in targets()}
KNOWN = {"en-0001": OWN}


def line(**changes) -> str:
    return json.dumps(
        {
            "film": "en-0001",
            "target": "t2-0001",
            "sample": 1,
            "item_sha256": OWN["t2-0001"].sha256,
            "reply": {"kind": "answer", "text": "Bob"},
        }
        | changes
    )


def checked(tmp_path, *lines, generations=1):
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"".join((one if isinstance(one, bytes) else one.encode()) + b"\n" for one in lines))
    return check_predictions(path, KNOWN, TASK, generations)


def test_a_sound_line_is_a_prediction(tmp_path):
    found = checked(tmp_path, line())
    assert found.faults == [] and [one.id for one in found.predictions["en-0001"]] == ["t2-0001#1"]


@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        ("{", "invalid-line", "isn't JSON"),
        (b'{"film": "\xff"}', "not-text", "UTF-8"),
        (b"\xef\xbb\xbf{}", "not-text", "byte order mark"),
        (line(extra=1), "invalid-line", "extra"),
        ("{}", "invalid-line", "film"),
        (line(sample="1"), "invalid-line", "sample"),
        (line(sample=0), "invalid-line", "sample"),
        (line(item_sha256="abc"), "invalid-line", "item_sha256"),
        (line(film="en-0002"), "unknown-film", "en-0001"),
        (line(target="t2-0009"), "unknown-target", "t2-000"),
        (line(reply={"kind": "speech", "turns": ["Hi."]}), "wrong-kind", "answer"),
        (line(sample=2), "wrong-sample", "sample 2 of 1"),
        (line(reply={"kind": "answer", "text": "x" * 1001}), "unfit-reply", "length <= 1000"),
        (line().replace('"sample": 1', '"sample": 1, "sample": 1'), "invalid-line", "gives sample twice"),
        (line().replace('"text": "Bob"', '"text": "Eve", "text": "Bob"'), "invalid-line", "gives text twice"),
        (line(target="t2-" + "0" * 99999), "unknown-target", "100,0"),
        (line(target="t2\x1b[31m"), "unknown-target", "t2\\x1b[31m"),
    ],
)
def test_what_is_wrong_in_a_line_is_told_with_its_place(tmp_path, wrong, code, said):
    found = checked(tmp_path, line(target="t2-0002", item_sha256=OWN["t2-0002"].sha256), wrong)
    (fault,) = found.faults
    assert fault.code == code and "mine.jsonl:2" in fault.place and said in str(fault)
    assert len(found.predictions["en-0001"]) == 1


def test_every_line_is_looked_at(tmp_path):
    assert len(checked(tmp_path, "{", line(film="zh-0009"), "[]").faults) == 3


def test_a_repeated_line_names_the_first(tmp_path):
    (fault,) = checked(tmp_path, line(), line()).faults
    assert fault.code == "repeated-line" and "line 1" in fault.problem


def test_an_empty_file_is_a_fault(tmp_path):
    assert [fault.code for fault in checked(tmp_path, "").faults] == ["empty-file"]


def test_an_answer_to_what_the_item_was_before_is_noted_as_stale(tmp_path):
    found = checked(tmp_path, line(item_sha256="0" * 64))
    assert found.faults == [] and "stale" in found.notes[0] and ":1" in found.notes[0]


def test_missing_generations_and_null_replies_are_counted(tmp_path):
    notes = checked(tmp_path, line(reply=None)).notes
    assert notes == [
        "en-0001: 3 of 4 generations have no line; they count as missing",
        "en-0001: 1 replies are null; they count as missing",
    ]
