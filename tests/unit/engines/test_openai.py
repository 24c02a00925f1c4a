"""The openai engine against a server that fails in every way: nothing is lost, nothing invalid is kept."""

import json
import threading
import zlib
from typing import Annotated

import msgspec
import pytest
from chat_server import ChatServer
from factories import unit
from msgspec import Meta

from linedscript.engines.asking import Accepted, Gates, Reflection, Task, Voice, ask_layer
from linedscript.engines.client import Key, Reach
from linedscript.engines.openai import OpenAIEngine
from linedscript.engines.prompts import load_prompt
from linedscript.engines.reaching import Reached
from linedscript.engines.recordings import Answers, ReplayEngine, read_answers
from linedscript.engines.requests import make_request
from linedscript.engines.wire import body
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    labels: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(max_length=5)]


TEMPLATE = (
    "{% block system %}Say what happens.{% endblock %}"
    "{% block user %}{{ fence }}\n{{ text }}\n{{ fence }}{% endblock %}"
)
GOOD = '{"labels": ["Ann waits"]}'


@pytest.fixture
def prompts(tmp_path):
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts/units.en.j2").write_text(TEMPLATE)
    (tmp_path / "prompts/reflection.en.j2").write_text(TEMPLATE.replace("{{ text }}", "{{ kept }}"))
    return tmp_path / "prompts"


@pytest.fixture
def run(tmp_path, prompts):
    """An engine of its own each time it is called, over the same journal."""

    def engine(*addresses, tries=3, timeout=5.0, concurrency=4, names=("m", "m"), judges=(), key=None):
        construct = Reach(addresses, key, concurrency, timeout, tries, 0.0)
        judge = Reach(judges or addresses, key, concurrency, timeout, tries, 0.0)
        models = {
            "construct": Reached(names[0], f"{names[0]}@1", construct),
            "judge": Reached(names[1], f"{names[1]}@1", judge),
        }
        return OpenAIEngine(models, Answers("r1", [], tmp_path / "journal"), tmp_path / "journal", prompts)

    return engine


def asked(prompts, key="s0001", **changes):
    name, sha256 = load_prompt("units.en", prompts)
    options = dict(
        layer="units",
        film="en-0001",
        key=key,
        role="construct",
        prompt=name,
        prompt_sha256=sha256,
        payload={"text": f"Ann waits in {key}."},
        reply=Reply,
        decoding={"temperature": 0, "max_tokens": 64},
    )
    return make_request(**options | changes)


def kept(tmp_path):
    return read_answers(tmp_path / "journal/r1/units/en-0001.jsonl", journal=True)


def good(request):
    return request.completion(GOOD)


def test_a_question_is_answered_and_kept(tmp_path, prompts, run):
    with ChatServer(good) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.reply == {"labels": ["Ann waits"]} and line.annotator == "m@1" and line.error is None
    assert line.usage == {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    assert kept(tmp_path) == [line]


def test_a_request_holds_schema_seed_decoding_and_messages(prompts, run):
    with ChatServer(good) as server:
        request = asked(prompts)
        run(server.address).ask([request], Reply)
        body = server.asked[0].body
    assert body["seed"] == request.seed and body["max_tokens"] == 64 and body["model"] == "m"
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["labels"] and schema["properties"]["labels"]["maxItems"] == 5


def test_what_is_kept_is_asked_no_second_time(prompts, run):
    with ChatServer(good) as server:
        first = run(server.address).ask([asked(prompts)], Reply)
        again = run(server.address).ask([asked(prompts), asked(prompts, "s0002")], Reply)
        assert [request.text.count("s0002") for request in server.asked] == [0, 1]
    assert again[0] == first[0]


@pytest.mark.parametrize("in_the_way", ["journal", "journal/r1/units", "journal/r1/units/en-0001.jsonl"])
def test_nothing_is_asked_where_no_answer_could_be_kept(tmp_path, prompts, run, in_the_way):
    path = tmp_path / in_the_way
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir() if path.suffix else path.write_text("")
    with ChatServer(lambda request: request.completion(GOOD)) as server:
        with pytest.raises((OSError, LinedscriptError)):
            run(server.address).ask([asked(prompts)], Reply)
        assert server.asked == [] and server.probes == 0


def test_five_generations_of_one_question_are_five_answers_and_replay_as_five(tmp_path, prompts, run):
    requests = [asked(prompts, sample=number) for number in range(1, 6)]
    with ChatServer(lambda request: request.completion(json.dumps({"labels": [str(request.body["seed"])]}))) as server:
        lines = run(server.address).ask(requests, Reply)
    assert len({encode(line.reply) for line in lines}) == 5
    replay = ReplayEngine({"construct": "m@1", "judge": "m@1"}, Answers("r1", [], tmp_path / "journal"))
    assert replay.ask(requests, Reply) == lines


def test_a_connection_that_breaks_in_mid_answer_is_tried_again(prompts, run):
    with ChatServer(lambda request: good(request) if request.number > 1 else ("reset",)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


def test_where_one_replica_refuses_connections_the_others_are_asked_without_a_pause(tmp_path, prompts):
    with ChatServer(good) as gone:
        pass
    with ChatServer(good) as server:
        reach = Reach((gone.address, server.address), None, 4, 5.0, 2, 3600.0)
        models = {role: Reached("m", "m@1", reach) for role in ("construct", "judge")}
        engine = OpenAIEngine(models, Answers("r1", [], tmp_path / "journal"), tmp_path / "journal", prompts)
        lines = engine.ask([asked(prompts, f"s{number:04d}") for number in range(1, 9)], Reply)
    assert [line.error for line in lines] == [None] * 8 and len(server.asked) == 8


def test_a_server_that_hangs_is_given_up_and_another_replica_is_asked(prompts, run):
    release = threading.Event()

    def stuck(request):
        release.wait(20)
        return ("status", 500)

    with ChatServer(stuck) as first, ChatServer(good) as second:
        lines = run(first.address, second.address, timeout=2.0, tries=2).ask([asked(prompts)], Reply)
        release.set()
    assert [line.error for line in lines] == [None]


def test_a_refused_connection_names_request_and_address(prompts, run):
    with ChatServer(good) as server:
        address = server.address
    with pytest.raises(LinedscriptError, match="engine-unreachable") as caught:
        run(address).ask([asked(prompts)], Reply)
    assert address in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda request: request.completion('{"labels": ["An', "length"), "cut at the token limit"),
        (lambda request: request.completion("{labels"), "no JSON"),
        (lambda request: request.completion('{"labels": ["\\ud83d"]}'), "no JSON"),
        (lambda request: request.completion('{"labels": [], "\\ud83d": 1}'), "no JSON"),
        (lambda request: request.completion('{"labels": [NaN]}'), "no JSON"),
        (lambda request: request.completion('{"labels": [1e999]}'), "no JSON"),
        (lambda request: request.completion('{"labels": "Ann"}'), "not as its schema"),
        (lambda request: request.completion('{"labels": ["' + "x" * 41 + '"]}'), "not as its schema"),
        (lambda request: request.completion('{"labels": [], "more": 1}'), "not as its schema"),
        (lambda request: request.completion(""), "empty"),
        (lambda request: request.completion(GOOD, id="chatcmpl-" + "0" * 32), "another request"),
        (lambda request: request.completion(GOOD, id=["chatcmpl"]), "another request"),
        (lambda request: request.completion(GOOD, choices=[]), "not one choice"),
        (lambda request: ("status", 400), "HTTP 400"),
        (lambda request: ("raw", b"[]"), "isn't a JSON object"),
    ],
)
def test_a_reply_that_is_no_answer_is_told_and_never_kept(tmp_path, prompts, run, answer, problem):
    with ChatServer(answer) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert problem in line.error and line.reply is None
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    "content",
    [
        '{"labels": ["' + "Ann waits in the mill. " * 9 + '"]}',
        "Ann waits in the mill. " * 9,
        '{"Ann waits in the mill": 1}',
        '{"labels": ["/home/ann/m"]',
    ],
)
def test_what_is_kept_of_a_failed_attempt_repeats_no_reply(prompts, run, content):
    with ChatServer(lambda request: request.completion(content)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert "mill. Ann" not in line.error and "/home" not in line.error and len(line.error) < 200


@pytest.mark.parametrize(
    "said",
    [
        "no file /home/ann/models/m/config.json",
        "key sk-proj-abcdefghij0123456789 is out of credit",
        "'content': 'INT. MILL - NIGHT " + "Ann waits in the mill. " * 20,
        "\ud83d",
    ],
)
def test_what_a_server_says_of_a_refused_request_is_kept_short_and_clean(prompts, run, said):
    body = json.dumps({"error": {"message": said}})
    with ChatServer(lambda request: ("raw", body.encode(), 400)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error.startswith("[refused] HTTP 400: ") and len(line.error) < 200 and encode(line)
    assert "/home" not in line.error and "abcdefghij" not in line.error


def test_no_path_of_the_server_s_machine_is_kept(prompts, run):
    rows = [{"id": "m", "root": "/home/ann/models/m", "owned_by": "/home/ann", "max_model_len": 8192}]
    with ChatServer(good, rows=rows) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.engine == {"max_model_len": 8192, "schema_by": "response_format"}


def test_a_control_character_that_a_grammar_lets_into_a_string_is_a_blank(tmp_path, prompts, run):
    with ChatServer(lambda request: request.completion('{"labels":\n["Ann\twaits", "\x00", "a\\nb"]}')) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None and line.reply == {"labels": ["Ann waits", " ", "a\nb"]}
    assert kept(tmp_path) == [line]


def test_a_body_that_is_no_json_is_tried_again(prompts, run):
    with ChatServer(lambda request: good(request) if request.number > 1 else ("raw", b"<html>")) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


def test_a_server_that_dies_half_way_loses_nothing_and_a_restart_asks_only_what_is_missing(tmp_path, prompts, run):
    requests = [asked(prompts, f"s{number:04d}") for number in range(1, 21)]
    with ChatServer(lambda request: good(request) if request.number <= 10 else ("reset",)) as server:
        with pytest.raises(LinedscriptError, match="engine-unreachable"):
            run(server.address, concurrency=1, tries=2).ask(requests, Reply)
    assert len(kept(tmp_path)) == 10
    with ChatServer(good) as server:
        lines = run(server.address).ask(requests, Reply)
        assert len(server.asked) == 10
    assert [line.key for line in lines] == [request.key for request in requests]


def test_as_many_requests_are_under_way_as_wanted_and_no_more(prompts, run):
    together = threading.Barrier(3, timeout=30)

    def answer(request):
        together.wait()
        return good(request)

    with ChatServer(answer) as server:
        run(server.address, concurrency=3).ask([asked(prompts, f"s{number:04d}") for number in range(1, 31)], Reply)
        assert server.most_under_way == 3


def test_structured_outputs_are_used_where_response_format_does_not_bind(prompts, run):
    with ChatServer(good, binds="structured_outputs") as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
        assert "structured_outputs" in server.asked[0].body and "response_format" not in server.asked[0].body
    assert line.engine["schema_by"] == "structured_outputs"


def test_a_server_that_binds_no_schema_is_refused_before_any_question(prompts, run):
    with ChatServer(good, binds=None) as server:
        with pytest.raises(LinedscriptError, match="schema-not-bound.*Blue"):
            run(server.address).ask([asked(prompts)], Reply)
        assert server.asked == []


def test_a_model_that_is_not_served_is_named_with_those_that_are(prompts, run):
    with ChatServer(good, models=("other",)) as server:
        with pytest.raises(LinedscriptError, match="unknown-model.*serves other"):
            run(server.address).ask([asked(prompts)], Reply)


@pytest.mark.parametrize(
    ("fault", "second"), [("schema-not-bound", {"binds": None}), ("unknown-model", {"models": ("other",)})]
)
def test_each_replica_is_probed_before_its_first_request(prompts, run, fault, second):
    requests = [asked(prompts, f"s{number:04d}") for number in range(1, 9)]
    with ChatServer(lambda request: ("reset",)) as first, ChatServer(good, **second) as other:
        places = order(first.address, other.address)
        with pytest.raises(LinedscriptError, match=fault) as caught:
            run(*places, concurrency=1).ask(requests, Reply)
        assert other.asked == [] and other.address in caught.value.place


def order(first, second):
    """Two replicas, so that a film's requests go to ``first`` before the other."""
    return (first, second) if zlib.crc32(b"en-0001") % 2 == 0 else (second, first)


def test_a_replica_that_binds_otherwise_is_asked_in_its_own_way(prompts, run):
    with ChatServer(lambda request: ("status", 503)) as first, ChatServer(good, binds="structured_outputs") as second:
        (line,) = run(*order(first.address, second.address)).ask([asked(prompts)], Reply)
        assert "response_format" in first.asked[0].body and "structured_outputs" in second.asked[0].body
    assert line.engine["schema_by"] == "structured_outputs"


def test_requests_that_come_together_share_one_probe_of_an_address(prompts, run):
    with ChatServer(good) as server:
        run(server.address, concurrency=8).ask([asked(prompts, f"s{number:04d}") for number in range(1, 20)], Reply)
        assert server.probes == 1


def test_a_replica_whose_probe_hangs_is_given_up_once_and_not_for_each_request(prompts, run):
    with ChatServer(good, probe=("hang",)) as first, ChatServer(good) as second:
        requests = [asked(prompts, f"s{number:04d}") for number in range(1, 9)]
        lines = run(*order(first.address, second.address), timeout=3.0, tries=2, concurrency=8).ask(requests, Reply)
        assert [line.error for line in lines] == [None] * 8 and first.probes == 1


def test_an_answer_by_another_model_is_refused_and_not_kept(tmp_path, prompts, run):
    with ChatServer(lambda request: request.completion(GOOD, model="other")) as server:
        with pytest.raises(LinedscriptError, match="other-model.*asked m, and other answered"):
            run(server.address).ask([asked(prompts)], Reply)
    assert kept(tmp_path) == []


def test_a_server_that_answers_its_probe_by_another_model_is_asked_nothing(prompts, run):
    with ChatServer(good, probe={"model": "other"}) as server:
        with pytest.raises(LinedscriptError, match="other-model"):
            run(server.address).ask([asked(prompts)], Reply)
        assert server.asked == []


def test_an_answer_that_names_no_model_is_taken(prompts, run):
    with ChatServer(lambda request: request.completion(GOOD, model=None)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


FINAL = [204, 301, 302, 307, 308, 401, 402, 403, 404, 405, 406, 407, 410, 415, 418, 426, 451, 501, 505]


@pytest.mark.parametrize("status", FINAL)
def test_a_status_that_no_request_can_get_past_ends_all_at_once(prompts, run, status):
    with ChatServer(lambda request: ("status", status)) as server:
        with pytest.raises(LinedscriptError, match=f"engine-refused.*HTTP {status}"):
            run(server.address, concurrency=1).ask([asked(prompts), asked(prompts, "s0002")], Reply)
        assert len(server.asked) == 1


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 520, 529])
def test_a_status_that_may_pass_is_tried_again(prompts, run, status):
    with ChatServer(lambda request: good(request) if request.number > 1 else ("status", status)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


@pytest.mark.parametrize("status", [400, 413, 414, 422, 431])
def test_a_request_that_is_refused_for_its_own_sake_is_attempted_once_and_others_go_on(prompts, run, status):
    def answer(request):
        return ("status", status) if "s0001" in request.text else right(request)

    with ChatServer(answer) as server:
        outcome = draw(run(server.address), prompts, ["s0001", "s0002"], retries=3)
        assert len(server.asked) == 3
    first, second = outcome.coverage
    assert (first.status, first.attempts, second.status) == ("failed", 1, "answered")
    assert first.reason.startswith(f"[refused] HTTP {status}")


KEY = Key("correct-horse")


@pytest.mark.parametrize("status", [400, 401, 402, 503])
def test_a_key_that_a_server_repeats_is_in_no_message_and_no_transcript(prompts, run, status):
    def answer(request):
        assert request.headers["Authorization"] == "Bearer correct-horse"
        return ("raw", json.dumps({"error": "no such key: correct-horse, sk-abcdefghij0123456789"}).encode(), status)

    with ChatServer(answer) as server:
        try:
            (line,) = run(server.address, key=KEY, tries=1).ask([asked(prompts)], Reply)
            told = line.error
        except LinedscriptError as error:
            told = f"{error} {error!r}"
    assert f"HTTP {status}" in told and "no such key: …, …" in told and "horse" not in told and "abcdefghij" not in told


def test_a_key_that_a_server_repeats_in_its_names_is_in_no_message(prompts, run):
    with ChatServer(good, models=("correct-horse",)) as server:
        with pytest.raises(LinedscriptError, match="unknown-model") as caught:
            run(server.address, key=KEY).ask([asked(prompts)], Reply)
    assert "horse" not in str(caught.value)


def test_a_key_that_a_server_gives_for_its_version_is_not_kept(prompts, run):
    with ChatServer(lambda request: request.completion(GOOD, system_fingerprint="correct-horse")) as server:
        (line,) = run(server.address, key=KEY).ask([asked(prompts)], Reply)
    assert "horse" not in str(line)


NESTED = b"[" * 200_000


@pytest.mark.parametrize("status", [200, 400, 402, 503])
def test_a_body_that_is_nested_too_deep_is_told(prompts, run, status):
    with ChatServer(lambda request: ("raw", NESTED, status)) as server:
        try:
            (line,) = run(server.address, tries=2).ask([asked(prompts)], Reply)
            assert status == 400 and line.error.startswith("[refused]")
        except LinedscriptError as error:
            assert error.code == ("engine-refused" if status == 402 else "engine-unreachable")


def test_a_list_of_models_that_is_nested_too_deep_is_told(prompts, run):
    with ChatServer(good, rows=[{"id": [["m"]]}, {"id": {}}, 7]) as server:
        with pytest.raises(LinedscriptError, match="unknown-model.*no model"):
            run(server.address).ask([asked(prompts)], Reply)


HALF = "\ud83d"


@pytest.mark.parametrize(
    "fields",
    [
        {"system_fingerprint": HALF},
        {"id": HALF},
        {"model": HALF},
        {"usage": {HALF: 1, "prompt_tokens": 3}},
        {"object": HALF},
        {"choices": [{"message": {"content": GOOD}, "finish_reason": HALF}]},
        {"choices": [{"message": {"content": HALF}, "finish_reason": "stop"}]},
        {"id": 7},
        {"id": None},
        {"system_fingerprint": "/home/ann/build"},
    ],
)
def test_half_a_surrogate_pair_anywhere_in_an_answer_is_kept_nowhere(prompts, run, fields):
    with ChatServer(lambda request: request.completion(GOOD, **fields)) as server:
        try:
            (line,) = run(server.address).ask([asked(prompts)], Reply)
            assert b"home" not in encode(line)
        except LinedscriptError as error:
            assert error.code == "other-model" and str(error).encode()


@pytest.mark.parametrize("where", ["rows", "probe", "error"])
def test_half_a_surrogate_pair_in_what_is_said_before_an_answer_can_be_printed(prompts, run, where):
    servers = {
        "rows": dict(rows=[{"id": HALF}]),
        "probe": dict(probe={"choices": [{"message": {"content": HALF}}]}),
        "error": dict(probe=("raw", b'{"error": "\\ud83d"}', 401)),
    }
    with ChatServer(good, **servers[where]) as server:
        with pytest.raises(LinedscriptError) as caught:
            run(server.address).ask([asked(prompts)], Reply)
    assert str(caught.value).encode()


@pytest.mark.parametrize("count", [-1, 2**70, True, 1.5, "7", None, [1]])
def test_a_count_of_tokens_that_is_none_is_left_out(prompts, run, count):
    usage = {"prompt_tokens": count, "completion_tokens": 5}
    with ChatServer(lambda request: request.completion(GOOD, usage=usage)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.usage == {"completion_tokens": 5} and encode(line)


@pytest.mark.parametrize("length", [2**70, -1, True, 1.5, HALF])
def test_a_context_that_is_none_is_left_out(prompts, run, length):
    with ChatServer(good, rows=[{"id": "m", "max_model_len": length}]) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.engine == {"schema_by": "response_format"} and encode(line)


def accept(reply, made):
    return Accepted(
        tuple(unit(number, label=label, made=made) for number, label in enumerate(reply.labels, 1)), (), reply.labels
    )


def draw(engine, prompts, keys, retries=1):
    tasks = [Task(key, {"text": f"Ann waits in {key}.", "language": "en"}, accept) for key in keys]
    construct, judge = (Voice(load_prompt(name, prompts), {}) for name in ("units.en", "reflection.en"))
    return ask_layer(
        "units", "en-0001", tasks, engine, Reply, Gates(6.0, retries, 200), construct=construct, judge=judge
    )


def test_two_models_of_one_run_are_each_asked_only_their_own_requests(prompts, run):
    verdict = '{"score": 9, "critical": false, "feedback": ""}'
    with (
        ChatServer(good, models=("writer",)) as writer,
        ChatServer(lambda request: request.completion(verdict), models=("judge",)) as judge,
    ):
        outcome = draw(run(writer.address, names=("writer", "judge"), judges=(judge.address,)), prompts, ["s0001"])
        assert [request.body["model"] for request in writer.asked] == ["writer"]
        assert [request.body["model"] for request in judge.asked] == ["judge"]
    assert [line.annotator for line in outcome.transcript] == ["writer@1", "judge@1"]


KEYS = [f"s{number:04d}" for number in range(1, 9)]
VERDICT = '{"score": 9, "critical": false, "feedback": ""}'


def right(request):
    judged = request.body["response_format"]["json_schema"]["name"] == "Reflection"
    return request.completion(VERDICT if judged else GOOD)


def dies(request):
    request.server.stop()
    return ("reset",)


FAULTS = {
    "refused": dies,
    "reset": lambda request: ("reset",),
    "429": lambda request: ("status", 429),
    "500": lambda request: ("status", 500),
    "503": lambda request: ("status", 503),
    "hang": lambda request: ("hang",),
    "no JSON body": lambda request: ("raw", b"<html>"),
    "cut": lambda request: request.completion('{"labels": ["An', "length"),
    "invalid JSON": lambda request: request.completion("{labels"),
    "wrong schema": lambda request: request.completion('{"labels": "Ann"}'),
    "other request": lambda request: right(request) | {"id": "chatcmpl-" + "0" * 32},
}
ANSWERED = ("cut", "invalid JSON", "wrong schema", "other request")
"""Faults of a reply: the layer goes on. After the others the server is taken for gone, and the build ends."""


def names(asked):
    return [request.headers["X-Request-Id"] for request in asked]


def adds_up(outcome):
    tried = [line for line in outcome.transcript if line.role == "construct"]
    refused = [entry for entry in outcome.ledger if entry.outcome == "refused_reply"]
    judged = [entry for entry in outcome.ledger if entry.gate == "reflection"]
    assert len(tried) == sum(row.attempts for row in outcome.coverage) == len(refused) + len(judged)
    assert len(judged) == sum(line.role == "judge" for line in outcome.transcript)
    assert [row.key for row in outcome.coverage] == KEYS
    assert len(outcome.records) == sum(row.records for row in outcome.coverage)


def test_every_attempt_of_a_weak_model_is_accounted_for(prompts, run):
    def weak(request):
        said = right(request)
        judged = said["choices"][0]["message"]["content"] == VERDICT
        return said if judged or request.number % 2 else request.completion("{")

    with ChatServer(weak) as server:
        outcome = draw(run(server.address, concurrency=1), prompts, KEYS)
    adds_up(outcome)
    assert any(entry.outcome == "refused_reply" for entry in outcome.ledger)
    assert all((row.status == "failed") == (row.best_score is None) for row in outcome.coverage)


@pytest.mark.parametrize("first", [3, 11], ids=["an answer", "a verdict"])
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_goes_wrong_half_way_a_restart_asks_just_what_is_missing(tmp_path, prompts, run, fault, first):
    bad = set()

    def answer(request):
        name = request.headers["X-Request-Id"]
        if request.number in (first, first + 3):
            bad.add(name)
        return FAULTS[fault](request) if name in bad else right(request)

    with ChatServer(answer) as server:
        engine = run(server.address, concurrency=1, tries=2, timeout=2.0)
        if fault in ANSWERED:
            adds_up(draw(engine, prompts, KEYS))
        else:
            with pytest.raises(LinedscriptError, match="engine-unreachable"):
                draw(engine, prompts, KEYS)
        sent = set(names(server.asked))
    lines = read_answers(tmp_path / "journal/r1/units/en-0001.jsonl", journal=False)
    had = {line.request[:32] for line in lines}
    assert bad and had == sent - bad and len(lines) == len(had)
    for line in lines:
        msgspec.convert(line.reply, Reply if line.role == "construct" else Reflection)
    with ChatServer(right) as server:
        outcome = draw(run(server.address), prompts, KEYS)
        again = names(server.asked)
    assert sorted(again) == sorted({line.request[:32] for line in outcome.transcript} - had)
    adds_up(outcome)
    assert {row.status for row in outcome.coverage} == {"answered"} and len(outcome.records) == len(KEYS)


def test_decoding_changes_nothing_by_which_a_request_is_told_from_others(prompts):
    request = asked(prompts)
    odd = msgspec.structs.replace(
        request, decoding={"model": "other", "seed": -1, "n": 2, "stream": True, "top_p": 0.5}
    )
    sent = body(odd, [], {}, "m", "response_format")
    assert (sent["model"], sent["seed"], sent["n"], sent["stream"]) == ("m", request.seed, 1, False)
    assert sent["top_p"] == 0.5


def test_one_engine_asks_one_question_once_and_gives_its_first_answer_again(prompts, run):
    """Two conditions of an evaluation may put one question to the judge."""

    def counted(request):
        return request.completion(json.dumps({"labels": [str(request.number)]}))

    with ChatServer(counted) as server:
        engine = run(server.address)
        first, again = (engine.ask([asked(prompts)], Reply) for _ in range(2))
        assert len(server.asked) == 1
    assert first == again
