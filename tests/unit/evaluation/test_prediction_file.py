import bz2
import gzip
import json
import lzma
from types import SimpleNamespace

import pytest
from evaluated import targets

from linedscript.evaluation.prediction_file import check_predictions, ended_of, told
from linedscript.evaluation.tasks import task_named
from linedscript.records.check import Withheld
from linedscript.records.review import Stale, Tombstone
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
        (
            line(item_sha256="abc"),
            "invalid-line",
            "Expected a SHA-256 of 64 digits (0 to 9, a to f) - at `$.item_sha256`",
        ),
        (line(film="EN1"), "invalid-line", "Expected a film's id such as en-0001 - at `$.film`"),
        (line(film="en-0002"), "unknown-film", "en-0001"),
        (line(target="t2-0009"), "unknown-target", "t2-000"),
        (line(reply={"kind": "speech", "turns": ["Hi."]}), "wrong-kind", "answer"),
        (line(sample=2), "wrong-sample", "sample 2 of 1"),
        (line(reply={"kind": "answer", "text": "x" * 1001}), "unfit-reply", "length <= 1000 - at `$.reply.text`"),
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


ENDED = {"en-0001": {"t2-0008": "ended by patch pt-0010 (reject)"}}


def answered(tmp_path, *lines, generations=1):
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(f"{one}\n" for one in lines))
    return check_predictions(path, KNOWN, TASK, generations, ended=ENDED)


def test_answers_to_a_target_that_a_patch_has_ended_are_noted_and_left_out(tmp_path):
    found = answered(tmp_path, line(), line(target="t2-0008"), line(target="t2-0008", sample=2), generations=2)
    assert found.faults == [] and [one.target for one in found.predictions["en-0001"]] == ["t2-0001"]
    said = "en-0001: 2 lines answer targets that are ended by patch pt-0010 (reject): t2-0008; they aren't scored"
    assert said in found.notes


def test_an_id_that_never_was_a_target_stays_a_fault_beside_ended_ones(tmp_path):
    (fault,) = answered(tmp_path, line(target="t2-0008"), line(target="t2-9999")).faults
    assert fault.code == "unknown-target" and ":2" in fault.place


class Patched:
    """A release of one film after patches."""

    ROWS = {
        "withheld": [Withheld(id="items/t2-0031", film="en-0001", code="not-unique", detail="twice")],
        "stale": [Stale(id="prompts/rp-0053", film="en-0001", because=("memories/mm-0001",), patches=("pt-0002",))],
        "tombstones": [
            Tombstone(id=f"{layer}/{name}", film="en-0001", patch="pt-0010", action=action, successors=())
            for layer, name, action in (
                ("items", "t2-0009", "reject"),
                ("checkpoints", "cp-0006-01", "drop"),
                ("audits", "t2-0010", "drop"),
            )
        ],
    }

    def films(self):
        return [SimpleNamespace(id="en-0001")]

    def rows(self, layer, film):
        return self.ROWS[layer]


@pytest.mark.parametrize(
    ("task", "ended"),
    [
        ("I", {"cp-0006-01": "ended by patch pt-0010 (drop)"}),
        ("II", {"t2-0009": "ended by patch pt-0010 (reject)", "t2-0031": "withheld (not-unique)"}),
        ("III", {"rp-0053": "withheld as stale by patch pt-0002"}),
    ],
)
def test_of_each_task_the_release_says_which_targets_patches_ended_and_which_are_withheld(task, ended):
    assert ended_of(Patched(), task_named(task)) == {"en-0001": ended}


def test_a_file_of_answers_to_ended_targets_alone_has_nothing_to_score(tmp_path):
    (fault,) = answered(tmp_path, line(target="t2-0008")).faults
    assert fault.code == "empty-file" and "withheld or ended" in fault.problem


SPOKEN = [line(target=f"rp-{number:04}", reply={"kind": "speech", "turns": ["Hi."]}) for number in (1, 2, 3)]


def test_a_file_of_another_task_is_told_once_with_the_task_that_it_answers(tmp_path):
    (fault,) = checked(tmp_path, *SPOKEN, line(target="rp-0004", reply=None)).faults
    assert fault.code == "other-task" and "answers Task III; Task II is named" in fault.problem


def test_a_reply_of_a_wrong_kind_to_a_target_of_the_task_is_told_in_its_line(tmp_path):
    found = checked(tmp_path, *SPOKEN[:1], line(reply={"kind": "speech", "turns": ["Hi."]}))
    assert [fault.code for fault in found.faults] == ["unknown-target", "wrong-kind", "wrong-kind"]


def test_missing_generations_and_null_replies_are_counted(tmp_path):
    notes = checked(tmp_path, line(reply=None)).notes
    assert notes == [
        "en-0001: 3 of 4 generations have no line; they count as missing",
        "en-0001: 1 replies are null; they count as missing",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (gzip.compress(b"{}"), "compressed (gzip)"),
        (bz2.compress(b"{}"), "compressed (bzip2)"),
        (lzma.compress(b"{}"), "compressed (xz)"),
        ("{}\n{}".encode("utf-16"), "UTF-16"),
        ("{}\n{}".encode("utf-16-be"), "not-text"),
    ],
)
def test_a_file_that_is_no_text_is_told_once(tmp_path, data, said):
    (tmp_path / "mine").write_bytes((b"\xfe\xff" if data.startswith(b"\x00") else b"") + data)
    (fault,) = check_predictions(tmp_path / "mine", KNOWN, TASK, 1).faults
    assert said in str(fault) and fault.place == str(tmp_path / "mine")


def test_of_many_faults_of_a_kind_the_first_are_told_and_how_many_more_there_are(tmp_path):
    faults = checked(tmp_path, *["{}"] * 1000, line(film="en-0009")).faults
    few = told(faults)
    assert len(faults) == 1001 and len(few) == 22
    assert "980 more" in few[-1].problem and few[-1].place.endswith(":1000")


def test_of_many_stale_lines_the_first_are_noted_and_how_many_more_there_are(tmp_path):
    notes = checked(tmp_path, *(line(sample=n, item_sha256="0" * 64) for n in range(1, 51)), generations=50).notes
    assert len([note for note in notes if "mine.jsonl" in note]) == 21 and "30 more lines" in notes[20]
