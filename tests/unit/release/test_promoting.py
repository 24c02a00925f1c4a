"""A recording is a build's transcripts, whole but for the words of their questions; what repeats a script otherwise
stays private."""

import msgspec
import pytest
from source_rows import film, source

from linedscript.engines.asking import Reflection
from linedscript.engines.requests import make_request
from linedscript.errors import Faults, LinedscriptError
from linedscript.io.canonical import encode, write_records
from linedscript.io.files import sha256
from linedscript.records.engine import TranscriptLine
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.params import Annotator, Model, Models
from linedscript.records.release import QuoteLimit
from linedscript.release.promoting import promote
from linedscript.release.publish import read_recordings
from linedscript.release.recording_scan import Public
from linedscript.screenplay.read import read_screenplay

SCRIPT = "INT. MILL - DAY\n\n" + " ".join(f"word{number}" for number in range(60)) + ".\n"
LIMIT = QuoteLimit(en_words=25, en_counted=6, zh_chars=50, zh_counted=12, share=1.0)
QUOTE = " ".join(f"word{number}" for number in range(26))
MODEL = Model(model="m", revision="1", quantization=None, context=8192, decoding={})
JUDGE = Model(model="j", revision="1", quantization=None, context=8192, decoding={})


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


def say(build, reply, layer="units", **changes):
    failed = line(None, layer=layer, request="b" * 64, error="cut at the token limit", attempt=2)
    return write(build, layer, line(reply, **{"layer": layer} | changes), failed)


def write(build, layer, *lines):
    path = build / "transcripts" / layer / "en-0001.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode(one) + b"\n" for one in lines))
    return path


def promoted(build, limit=LIMIT, run="r1", allowed=(), replays=lambda film, answers, heard: [], model=MODEL):
    films = [film(sources=(source(SCRIPT),))]
    public = None if limit is None else Public(limit, allowed)
    annotator = Annotator(run=run, models=Models(construct=model, judge=JUDGE))
    target, manifest = build.parent / "recordings", build.parent / "recordings.jsonl"
    return promote(build, target, annotator, films, public, manifest, replays)


def refused(build, code, limit=LIMIT, **options):
    """The fault's message; nothing is kept beside it."""
    with pytest.raises(LinedscriptError) as caught:
        promoted(build, limit, **options)
    assert code in {fault.code for fault in getattr(caught.value, "faults", [caught.value])}
    assert not (build.parent / "recordings").exists() and not (build.parent / "recordings.jsonl").exists()
    return str(caught.value)


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


def test_quotations_that_add_up_to_more_than_the_share_are_refused_in_public_and_kept_in_private(build):
    """Each is within the limit of one quotation, and all layers' are counted together, each word once."""
    words = [f"word{number}" for number in range(60)]
    say(build, {"quotes": [" ".join(words[start : start + 10]) for start in (0, 10)]})
    say(build, {"quotes": [" ".join(words[start : start + 10]) for start in (10, 20)]}, "mentions")
    few, many = (msgspec.structs.replace(LIMIT, share=share) for share in (0.4, 0.5))
    assert "en-0001" in refused(build, "repeats-script", few)
    promoted(build, many)
    promoted(build, None)


def asking(payload):
    """Every answer is one to a question about this."""

    def replays(film, answers, heard):
        for one in (one for lines in answers.values() for one in lines):
            asked = make_request(
                layer=one.layer,
                film=film,
                key=one.key,
                role=one.role,
                prompt=None,
                prompt_sha256=None,
                payload=payload,
                reply=Reflection,
                decoding={},
            )
            heard(asked, one)
        return []

    return replays


def test_what_a_reply_quotes_of_its_question_is_kept_as_places_and_no_quotation(build):
    say(build, {"quote": QUOTE, "text": f"Ann reads: {QUOTE[:60]}"})
    promoted(build, msgspec.structs.replace(LIMIT, share=0.0), replays=asking({"elements": [SCRIPT]}))
    kept = (build.parent / "recordings/r1/units/en-0001.jsonl").read_text()
    assert "word1" not in kept and '"text":"Ann reads: "' in kept


def test_the_manifest_names_the_transcript_that_a_replay_makes(build):
    data = say(build, {"quote": QUOTE}).read_bytes()
    promoted(build, replays=asking({"elements": [SCRIPT]}))
    rows = {row[1]: row[3] for row in read_recordings(build.parent / "recordings.jsonl")}
    assert rows["units"] == sha256(data)
    assert (build.parent / "recordings/r1/units/en-0001.jsonl").read_bytes() != data


def test_a_private_recording_is_a_copy(build):
    data = say(build, {"quote": QUOTE}).read_bytes()
    promoted(build, None, replays=asking({"elements": [SCRIPT]}))
    assert (build.parent / "recordings/r1/units/en-0001.jsonl").read_bytes() == data


def test_a_script_s_words_that_the_question_does_not_hold_still_count(build):
    """A model may know the film."""
    say(build, {"quote": QUOTE})
    refused(build, "quotes-script", replays=asking({"elements": ["INT. MILL - DAY"]}))
    say(build, {"quote": " ".join(QUOTE.split()[:20])})
    refused(build, "repeats-script", msgspec.structs.replace(LIMIT, share=0.2), replays=asking({"elements": []}))


def test_a_story_s_own_number_in_a_quotation_is_no_contact_detail(build):
    say(build, {"quote": "Call me under 212-555-0142 tonight"})
    refused(build, "phone", replays=asking({"elements": []}))
    promoted(build, replays=asking({"elements": ["Call me under 212-555-0142 tonight, will you?"]}))


@pytest.mark.parametrize("mark", ["\u00ad", "\u200b", "\u202c"])
def test_marks_that_show_nothing_hide_no_quotation(build, mark):
    say(build, {"quote": QUOTE.replace("word", f"wo{mark}rd")})
    refused(build, "quotes-script")


def test_full_width_letters_hide_no_quotation(build):
    say(build, {"quote": "".join(chr(ord(char) + 0xFEE0) if char.isalnum() else char for char in QUOTE)})
    refused(build, "quotes-script")


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


@pytest.mark.parametrize(
    "change", [{"annotator": "other@2"}, {"annotator": "m@2"}, {"annotator": "j@1"}, {"role": "judge"}]
)
def test_an_answer_of_another_model_or_role_is_refused(build, change):
    say(build, {"labels": []}, **change)
    assert "units/en-0001.jsonl:1" in refused(build, "other-annotator")


@pytest.mark.parametrize("reply", [{"labels": ["Ann waits"]}, {"labels": ["Bo waits"]}])
def test_two_answers_to_one_request_are_refused(build, reply):
    write(build, "units", line({"labels": ["Ann waits"]}), line(reply))
    assert "units/en-0001.jsonl:2" in refused(build, "answered-twice")


def test_a_transcript_of_another_layer_s_file_is_refused(build):
    answers = (build / "transcripts/mentions/en-0001.jsonl").read_bytes()
    (build / "transcripts/units/en-0001.jsonl").write_bytes(answers)
    refused(build, "other-layer")


def test_answers_that_this_run_does_not_ask_for_are_refused(build):
    def replays(film, answers, heard):
        assert film == "en-0001" and set(answers) == set(ENGINE_LAYERS)
        return [LinedscriptError("unasked-answer", one.request, "asked by nobody") for one in answers["units"]]

    assert refused(build, "unasked-answer", replays=replays).count("unasked-answer") == 2


FIELDS = {
    "reply": lambda text: {"reply": {"labels": [text]}},
    "reply's key": lambda text: {"reply": {text: 1}},
    "error": lambda text: {"reply": None, "error": text},
    "engine": lambda text: {"engine": {"root": text}},
    "engine, inside": lambda text: {"engine": {"a": [{"b": text}]}},
    "engine's key": lambda text: {"engine": {text: 1}},
    "usage's key": lambda text: {"usage": {text: 1}},
    "key": lambda text: {"key": text},
}
SECRETS = {
    "quotes-script": QUOTE,
    "e-mail": "write to ann@poe.org now",
    "api-key": "sk-proj-abcdefghij0123456789",
    "machine-path": "no file /home/ann/models/m",
    "password": "http://ann:hunter22@server:8000/v1",
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("code", SECRETS)
def test_whatever_lands_in_a_public_recording_is_looked_through(build, field, code):
    say(build, **{"reply": {"labels": []}} | FIELDS[field](SECRETS[code]))
    told = refused(build, code)
    assert "hunter22" not in told and "abcdefghij" not in told


def test_a_story_s_own_address_may_stand_in_a_recording(build):
    say(build, {"labels": ["write to ann@poe.org now"]})
    assert promoted(build, allowed=("ann@poe.org",)).answers


@pytest.mark.parametrize("field", ["engine", "error"])
@pytest.mark.parametrize("code", ["api-key", "machine-path", "password"])
def test_what_a_server_says_of_itself_is_looked_through_in_private_too(build, field, code):
    say(build, **{"reply": {"labels": []}} | FIELDS[field](SECRETS[code]))
    refused(build, code, limit=None)


def test_an_answer_without_reply_and_error_is_refused(build):
    say(build, None)
    refused(build, "invalid-record")


def test_a_torn_transcript_is_refused(build):
    path = build / "transcripts/units/en-0001.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    refused(build, "torn-file")


def test_a_folder_where_a_transcript_belongs_is_told(build):
    (build / "transcripts/units/en-0001.jsonl").unlink()
    (build / "transcripts/units/en-0001.jsonl").mkdir()
    refused(build, "not-a-file")


def named(build, model):
    """Every answer by it."""
    for layer in ENGINE_LAYERS:
        write(build, layer, line({"labels": []}, layer=layer, annotator=f"{model.model}@{model.revision}"))
    return {"model": model}


def test_a_model_with_a_dotted_revision_is_no_mail_address(build):
    model = msgspec.structs.replace(MODEL, revision="v1.2")
    assert promoted(build, **named(build, model)).answers == len(ENGINE_LAYERS)


def test_a_model_that_is_named_by_its_path_is_refused_in_public(build):
    model = msgspec.structs.replace(MODEL, model="/home/ann/models/m")
    assert "its annotator" in refused(build, "machine-path", **named(build, model))
