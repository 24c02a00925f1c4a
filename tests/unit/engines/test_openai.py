"""The openai engine asks once, keeps every answer that fits its schema, and keeps it clean."""

import json
import threading

import msgspec
import pytest
from chat_server import ChatServer
from unit.engines.chats import GOOD, HALF, Reply, asked, good, kept

from linedscript.engines.recordings import Answers, ReplayEngine
from linedscript.engines.wire import body
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode


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


def test_as_many_requests_are_under_way_as_wanted_and_no_more(prompts, run):
    together = threading.Barrier(3, timeout=600)

    def answer(request):
        together.wait()
        return good(request)

    with ChatServer(answer) as server:
        run(server.address, concurrency=3).ask([asked(prompts, f"s{number:04d}") for number in range(1, 31)], Reply)
        assert server.most_under_way == 3


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
