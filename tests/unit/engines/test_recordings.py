"""Recorded answers are found by the hash of their request, and nowhere else."""

import errno
import fcntl
import subprocess
import sys
import threading

import msgspec
import pytest
from factories import ASKING

from linedscript.backbone.mentions import MentionsReply
from linedscript.backbone.units import UnitsReply
from linedscript.engines import recordings
from linedscript.engines.opening import asking_options, open_engine
from linedscript.engines.prompts import load_prompt
from linedscript.engines.recordings import Answers, ReplayEngine, append, read_answers
from linedscript.engines.requests import answered, make_request, request_hash
from linedscript.errors import Faults, LinedscriptError
from linedscript.io.canonical import encode


class Loose(msgspec.Struct):
    """Any object is one."""


def request(**changes):
    return make_request(
        **dict(
            layer="units",
            film="en-0001",
            key="s0001",
            role="construct",
            prompt="units.en",
            prompt_sha256="a" * 64,
            payload={"text": "Ann waits."},
            reply=UnitsReply,
            decoding={"temperature": 0},
        )
        | changes
    )


def answer(asked, reply=None, **changes):
    line = answered(asked, "m@1", reply={"units": []} if reply is None else reply)
    return msgspec.structs.replace(line, **changes)


def hollow(asked):
    return msgspec.structs.replace(answer(asked), reply=None)


def record(folder, *lines, run="r1", layer="units", film="en-0001"):
    path = folder / run / layer / f"{film}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode(line) + b"\n" for line in lines))
    return path


def replay(*folders, journal=None):
    return ReplayEngine({"construct": "m@1", "judge": "j@1"}, Answers("r1", list(folders), journal))


def test_a_recorded_request_is_answered(tmp_path):
    record(tmp_path, answer(request(), {"units": [1]}))
    assert replay(tmp_path).ask([request()], Loose)[0].reply == {"units": [1]}


def test_five_samples_of_one_question_are_five_recordings(tmp_path):
    asked = [request(sample=number) for number in range(1, 6)]
    record(tmp_path, *(answer(one, {"n": one.sample}) for one in asked))
    assert len({request_hash(one) for one in asked}) == 5
    assert [line.reply["n"] for line in replay(tmp_path).ask(asked, Loose)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "change",
    [
        {"payload": {"text": "Ann leaves."}},
        {"prompt_sha256": "b" * 64},
        {"decoding": {"temperature": 1}},
        {"attempt": 2},
        {"sample": 2},
        {"role": "judge"},
        {"reply": MentionsReply},
    ],
)
def test_a_changed_request_misses(tmp_path, change):
    record(tmp_path, answer(request()))
    with pytest.raises(LinedscriptError) as caught:
        replay(tmp_path).ask([request(**change)], UnitsReply)
    assert caught.value.code == "answer-missing"


def test_a_missing_answer_names_the_request_and_the_places_looked_at(tmp_path):
    asked = request(key="s0007", sample=3, attempt=2)
    with pytest.raises(LinedscriptError) as caught:
        replay(tmp_path / "recordings", tmp_path / "private", journal=tmp_path / "journal").ask([asked], UnitsReply)
    text = str(caught.value)
    for part in (
        "units",
        "s0007",
        "sample 3",
        "attempt 2",
        request_hash(asked),
        "recordings/r1/units/en-0001.jsonl",
        "private/r1/units/en-0001.jsonl",
        "journal/r1/units/en-0001.jsonl",
        "hint:",
    ):
        assert part in text


def test_every_missing_answer_is_named_at_once(tmp_path):
    with pytest.raises(Faults) as caught:
        replay(tmp_path).ask([request(), request(key="s0002"), request(layer="mentions")], UnitsReply)
    assert [fault.code for fault in caught.value.faults] == ["answer-missing"] * 2
    assert "nor to 1 more of en-0001/units construct: s0002" in str(caught.value)


def test_recordings_come_before_private_ones_and_these_before_the_journal(tmp_path):
    for name in ("journal", "private", "public"):
        record(tmp_path / name, answer(request(), {"from": name}))
    places = dict(journal=tmp_path / "journal")
    assert replay(tmp_path / "public", tmp_path / "private", **places).ask([request()], Loose)[0].reply == {
        "from": "public"
    }
    assert replay(tmp_path / "private", **places).ask([request()], Loose)[0].reply == {"from": "private"}
    assert replay(**places).ask([request()], Loose)[0].reply == {"from": "journal"}


def test_another_run_has_other_answers(tmp_path):
    record(tmp_path, answer(request()), run="r2")
    with pytest.raises(LinedscriptError):
        replay(tmp_path).ask([request()], UnitsReply)


def test_missing_answers_of_one_role_are_one_line_with_their_number(tmp_path):
    with pytest.raises(LinedscriptError) as caught:
        replay(tmp_path).ask([request(sample=number) for number in range(1, 41)], UnitsReply)
    assert str(caught.value).count("answer-missing") == 1 and "nor to 39 more of en-0001/units" in str(caught.value)


def test_a_question_that_lacks_several_samples_is_named_once(tmp_path):
    asked = [request(key=key, sample=sample) for key in ("s0001", "s0002", "s0003") for sample in (1, 2, 3)]
    with pytest.raises(LinedscriptError, match=r"nor to 8 more of en-0001/units construct: s0002, s0003\b") as caught:
        replay(tmp_path).ask(asked, UnitsReply)
    assert str(caught.value).count("s0002") == 1


def test_a_failed_attempt_in_the_journal_is_no_answer(tmp_path):
    record(tmp_path, answer(request(), error="timed out"))
    with pytest.raises(LinedscriptError):
        replay(journal=tmp_path).ask([request()], UnitsReply)


def test_a_failed_attempt_of_a_recording_is_replayed_as_one(tmp_path):
    record(tmp_path, answer(request(), error="cut at the token limit"))
    assert replay(tmp_path).ask([request()], UnitsReply)[0].error == "cut at the token limit"


def test_a_line_with_neither_a_reply_nor_an_error_is_no_answer(tmp_path):
    record(tmp_path, hollow(request()))
    with pytest.raises(LinedscriptError, match="answer-missing"):
        replay(journal=tmp_path).ask([request()], UnitsReply)
    with pytest.raises(LinedscriptError, match="invalid-record.*:1: .*neither"):
        replay(tmp_path).ask([request()], UnitsReply)


@pytest.mark.parametrize("kind", ["recording", "journal"])
def test_a_folder_where_answers_belong_is_told(tmp_path, kind):
    (tmp_path / "r1/units/en-0001.jsonl").mkdir(parents=True)
    places = {"journal": tmp_path} if kind == "journal" else {}
    with pytest.raises(LinedscriptError, match="not-a-file.*en-0001.jsonl"):
        replay(*[tmp_path] * (kind == "recording"), **places).ask([request()], UnitsReply)


def test_an_answer_of_another_model_than_the_settings_name_is_refused(tmp_path):
    record(tmp_path, answer(request(), annotator="other@2"))
    with pytest.raises(LinedscriptError) as caught:
        replay(tmp_path).ask([request()], UnitsReply)
    assert caught.value.code == "other-annotator"


@pytest.mark.parametrize("reply", [{"units": "none"}, {"units": [], "more": 1}, ["units"], "units"])
def test_an_answer_that_somebody_made_invalid_is_refused_and_names_its_request(tmp_path, reply):
    record(tmp_path, answer(request(), reply))
    with pytest.raises(LinedscriptError) as caught:
        replay(journal=tmp_path).ask([request()], UnitsReply)
    assert (caught.value.code, "s0001" in caught.value.place) == ("invalid-answer", True)
    assert request_hash(request())[:12] in caught.value.hint


def test_a_torn_last_line_of_a_journal_is_reported_and_left_out(tmp_path, capsys):
    path = record(tmp_path, answer(request()))
    path.write_bytes(path.read_bytes() + b'{"request":"ab')
    assert replay(journal=tmp_path).ask([request()], UnitsReply)[0].reply == {"units": []}
    assert f"{path}:2" in capsys.readouterr().err


def test_a_torn_recording_is_an_error(tmp_path):
    path = record(tmp_path, answer(request()))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(LinedscriptError) as caught:
        read_answers(path, journal=False)
    assert caught.value.code == "torn-file"


def test_a_broken_line_in_the_middle_of_a_journal_is_an_error(tmp_path):
    path = record(tmp_path, answer(request()))
    path.write_bytes(b"{}\n" + path.read_bytes())
    with pytest.raises(LinedscriptError) as caught:
        read_answers(path, journal=True)
    assert caught.value.place == f"{path}:1"


def test_appending_after_a_torn_line_loses_no_whole_answer(tmp_path):
    path = record(tmp_path, answer(request()))
    path.write_bytes(path.read_bytes() + b'{"request":"ab')
    append(path, [answer(request(key="s0002"))])
    assert [line.key for line in read_answers(path, journal=False)] == ["s0001", "s0002"]


def test_a_journal_line_that_lacks_its_line_end_alone_is_an_answer_and_stays_one(tmp_path, capsys):
    """As an editor leaves the last one, and a process that is killed between two writes."""
    path = record(tmp_path, answer(request()), answer(request(key="s0002"), {"units": ["x" * 99]}))
    path.write_bytes(path.read_bytes()[:-1])
    assert [line.key for line in read_answers(path, journal=True)] == ["s0001", "s0002"]
    append(path, [answer(request(key="s0003"))])
    assert [line.key for line in read_answers(path, journal=True)] == ["s0001", "s0002", "s0003"]
    assert not capsys.readouterr().err


@pytest.mark.parametrize("torn", [b'{"request":"ab', b'{"request":"' + b"a" * 200_000, b"7", b'"x"', b"\xff"])
@pytest.mark.parametrize("before", [0, 1])
def test_a_torn_line_of_any_length_is_cut_off(tmp_path, torn, before):
    path = record(tmp_path, *[answer(request(), {"units": ["x" * 70_000]})] * before)
    path.write_bytes(path.read_bytes() + torn)
    append(path, [answer(request(key="s0002"))])
    assert [line.key for line in read_answers(path, journal=False)] == ["s0001"] * before + ["s0002"]


def test_a_journal_with_the_line_ends_of_another_system_is_read(tmp_path):
    path = record(tmp_path, answer(request()), answer(request(key="s0002")))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert len(read_answers(path, journal=True)) == 2


def test_of_a_journal_only_the_end_is_read_to_add_to_it(tmp_path, monkeypatch):
    path = record(tmp_path, *[answer(request(), {"units": ["x" * 1000]})] * 500)
    read, tail = [], recordings._tail

    class Counted:
        def __init__(self, file):
            self.seek = file.seek
            self.read = lambda size: read.append(size) or file.read(size)

    monkeypatch.setattr(recordings, "_tail", lambda file, size: tail(Counted(file), size))
    append(path, [answer(request(key="s0002"))])
    assert sum(read) < path.stat().st_size / 4


@pytest.mark.parametrize(("journal", "hint"), [(True, "take the line out"), (False, "fetch the recording again")])
def test_a_line_that_cannot_be_read_says_what_to_do(tmp_path, journal, hint):
    path = record(tmp_path, answer(request()))
    path.write_bytes(b"\n" + path.read_bytes())
    with pytest.raises(LinedscriptError) as caught:
        read_answers(path, journal=journal)
    assert caught.value.place == f"{path}:1" and hint in caught.value.hint


WRITER = """
import sys
from pathlib import Path
from linedscript.engines.recordings import append
from linedscript.records.engine import TranscriptLine
path, name = Path(sys.argv[1]), sys.argv[2]
sys.stdin.readline()
for number in range(150):
    fields = dict(request="a" * 64, layer="units", key=f"{name}-{number}", role="construct", sample=1, attempt=1)
    rest = dict(annotator="m@1", engine={}, usage={}, reply={"text": "x" * 20_000}, error=None)
    append(path, [TranscriptLine(**fields, **rest)])
"""


def test_two_processes_that_write_one_journal_lose_no_line_of_each_other(tmp_path):
    path = tmp_path / "journal/r1/units/en-0001.jsonl"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], stdin=subprocess.PIPE, text=True)
        for name in ("ann", "bob")
    ]
    for writer in writers:
        writer.stdin.write("\n")
        writer.stdin.flush()
    assert [writer.wait() for writer in writers] == [0, 0]
    for writer in writers:
        writer.stdin.close()
    lines = read_answers(path, journal=False)
    assert sorted(line.key for line in lines) == sorted(f"{name}-{n}" for name in ("ann", "bob") for n in range(150))


def test_a_line_that_another_writer_has_half_written_is_waited_for_and_not_cut_off(tmp_path, monkeypatch):
    path = record(tmp_path, answer(request()))
    whole, lock, reached = encode(answer(request(key="s0002"))) + b"\n", fcntl.flock, threading.Event()
    with path.open("ab", buffering=0) as held:
        lock(held, fcntl.LOCK_EX)
        held.write(whole[:40])
        monkeypatch.setattr(fcntl, "flock", lambda *asked: (reached.set(), lock(*asked)))
        writer = threading.Thread(target=append, args=(path, [answer(request(key="s0003"))]))
        writer.start()
        assert reached.wait(600)
        held.write(whole[40:])
    writer.join(600)
    assert [line.key for line in read_answers(path, journal=False)] == ["s0001", "s0002", "s0003"]


def test_a_retry_is_asked_of_a_replayed_run():
    assert replay().deterministic is False


def test_a_missing_prompt_names_its_file(tmp_path):
    with pytest.raises(LinedscriptError, match="prompts/units.en.j2"):
        load_prompt("units.en", tmp_path)


def test_a_prompt_is_named_with_the_hash_of_its_bytes(tmp_path):
    (tmp_path / "units.en.j2").write_bytes(b"x")
    name, digest = load_prompt("units.en", tmp_path)
    assert (name, digest[:8]) == ("units.en", "2d711642")


def test_rules_need_no_prompt_and_no_recording():
    settings = {
        "annotator": "rules",
        "gates": {"threshold": 6, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
        "asking": ASKING,
    }
    assert asking_options("units", "en", settings)["construct"].prompt is None
    assert open_engine("units", settings, None).annotator == "rules"


@pytest.mark.parametrize("settings", [{}, {"annotator": "gpt"}, {"annotator": {"run": "r1"}}])
def test_settings_that_name_no_annotator_are_refused(settings):
    with pytest.raises(LinedscriptError) as caught:
        open_engine("units", settings, None)
    assert caught.value.code == "invalid-settings"


def test_a_journal_that_can_not_be_written_is_named(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(recordings.os, "fsync", full)
    with pytest.raises(OSError) as error:
        append(tmp_path / "journal.jsonl", [answer(request())])
    assert error.value.filename == str(tmp_path / "journal.jsonl")
