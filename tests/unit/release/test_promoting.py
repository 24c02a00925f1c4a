"""A recording is a build's transcripts, whole; what repeats a script stays private."""

import pytest
from source_rows import film, source

from linedscript.errors import Faults, LinedscriptError
from linedscript.io.canonical import encode, write_records
from linedscript.records.engine import TranscriptLine
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.release import QuoteLimit
from linedscript.release.promoting import promote
from linedscript.release.publish import read_recordings
from linedscript.screenplay.read import read_screenplay

SCRIPT = "INT. MILL - DAY\n\n" + " ".join(f"word{number}" for number in range(60)) + ".\n"
LIMIT = QuoteLimit(en_words=25, en_counted=6, zh_chars=50, zh_counted=12, share=0.25)


def line(reply, **changes):
    fields = dict(
        request="a" * 64,
        layer="units",
        key="s0001",
        role="construct",
        sample=1,
        attempt=1,
        annotator="m@1",
        engine={},
        usage={"prompt_tokens": 100, "completion_tokens": 7},
        reply=reply,
        error=None,
    )
    return TranscriptLine(**fields | changes)


@pytest.fixture
def build(tmp_path):
    """A build whose transcripts have one answer and one failed attempt each."""
    scenes = read_screenplay(SCRIPT.encode(), "en-0001", "en", budget=500).scenes
    (tmp_path / "build/scenes").mkdir(parents=True)
    write_records(tmp_path / "build/scenes/en-0001.jsonl", scenes)
    for layer in ENGINE_LAYERS:
        say(tmp_path / "build", {"labels": ["Ann waits"]}, layer)
    return tmp_path / "build"


def say(build, reply, layer="units"):
    path = build / "transcripts" / layer / "en-0001.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [line(reply), line(None, request="b" * 64, error="cut at the token limit", attempt=2)]
    path.write_bytes(b"".join(encode(one) + b"\n" for one in lines))
    return path


def promoted(build, limit=LIMIT, run="r1"):
    films = [film(sources=(source(SCRIPT),))]
    return promote(build, build.parent / "recordings", run, films, limit, build.parent / "recordings.jsonl")


def test_every_transcript_is_kept_byte_for_byte_and_named_by_its_hash(build):
    promoted(build)
    kept = build.parent / "recordings/r1/units/en-0001.jsonl"
    assert kept.read_bytes() == (build / "transcripts/units/en-0001.jsonl").read_bytes()
    assert {row[1] for row in read_recordings(build.parent / "recordings.jsonl")} == set(ENGINE_LAYERS)


def test_answers_failed_attempts_and_tokens_are_counted(build):
    done = promoted(build)
    layers = len(ENGINE_LAYERS)
    assert (done.answers, done.failed) == (layers, layers)
    assert done.tokens == {"m@1": {"prompt_tokens": 200 * layers, "completion_tokens": 14 * layers}}


@pytest.mark.parametrize(("words", "refused"), [(25, False), (26, True)])
def test_a_reply_that_repeats_more_than_the_limit_is_refused_in_public(build, words, refused):
    say(build, {"inner": [{"quote": " ".join(f"word{number}" for number in range(words))}]})
    if refused:
        with pytest.raises(LinedscriptError, match="quotes-script.*units/en-0001.*26 consecutive words"):
            promoted(build)
        assert not (build.parent / "recordings").exists() and not (build.parent / "recordings.jsonl").exists()
    else:
        promoted(build)


def test_in_private_it_is_kept(build):
    say(build, {"quote": SCRIPT})
    assert promoted(build, None).answers == len(ENGINE_LAYERS)


def test_missing_transcripts_are_named_all_at_once_and_nothing_is_kept(build):
    for layer in list(ENGINE_LAYERS)[:2]:
        (build / "transcripts" / layer / "en-0001.jsonl").unlink()
    with pytest.raises(Faults) as caught:
        promoted(build)
    assert len(caught.value.faults) == 2 and not (build.parent / "recordings").exists()


def test_a_film_s_rows_of_the_same_run_are_replaced_and_those_of_others_stay(build):
    promoted(build, run="r0")
    promoted(build)
    say(build, {"labels": []})
    promoted(build)
    rows = read_recordings(build.parent / "recordings.jsonl")
    assert len(rows) == 2 * len(ENGINE_LAYERS) and len({row[3] for row in rows if row[1:3] == ("units", "r1")}) == 1
