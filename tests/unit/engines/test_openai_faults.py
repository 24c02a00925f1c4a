"""The openai engine before servers that fail: what is tried again, which replica is asked, what ends it all."""

import pytest
from chat_server import ChatServer
from unit.engines.chats import GOOD, HALF, Reply, asked, draw, good, kept, order, right

from linedscript.engines.client import Reach
from linedscript.engines.openai import OpenAIEngine
from linedscript.engines.reaching import Reached
from linedscript.engines.recordings import Answers
from linedscript.errors import LinedscriptError


def test_a_connection_that_breaks_in_mid_answer_is_tried_again(prompts, run):
    with ChatServer(lambda request: good(request) if request.number > 1 else ("reset",)) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


def test_where_one_replica_refuses_connections_the_others_are_asked_without_a_pause(tmp_path, prompts):
    with ChatServer(good) as gone:
        pass
    with ChatServer(good) as server:
        reach = Reach((gone.address, server.address), None, 4, 60.0, 2, 3600.0)
        models = {role: Reached("m", "m@1", reach) for role in ("construct", "judge")}
        engine = OpenAIEngine(models, Answers("r1", [], tmp_path / "journal"), tmp_path / "journal", prompts)
        lines = engine.ask([asked(prompts, f"s{number:04d}") for number in range(1, 9)], Reply)
    assert [line.error for line in lines] == [None] * 8 and len(server.asked) == 8


def test_a_server_that_hangs_is_given_up_and_another_replica_is_asked(prompts, run):
    with ChatServer(lambda request: ("hang",)) as first, ChatServer(good) as second:
        lines = run(*order(first.address, second.address), timeout=2.0, tries=20).ask([asked(prompts)], Reply)
        assert [line.error for line in lines] == [None]


def test_a_refused_connection_names_request_and_address(prompts, run):
    with ChatServer(good) as server:
        address = server.address
    with pytest.raises(LinedscriptError, match="engine-unreachable") as caught:
        run(address).ask([asked(prompts)], Reply)
    assert address in str(caught.value)


def test_a_body_that_is_no_json_is_tried_again(prompts, run):
    with ChatServer(lambda request: good(request) if request.number > 1 else ("raw", b"<html>")) as server:
        (line,) = run(server.address).ask([asked(prompts)], Reply)
    assert line.error is None


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
        lines = run(*order(first.address, second.address), timeout=10.0, tries=2, concurrency=8).ask(requests, Reply)
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
