"""Whatever goes wrong half way, the openai engine loses nothing, and a restart asks just what is missing."""

import msgspec
import pytest
from chat_server import ChatServer
from unit.engines.chats import VERDICT, Reply, asked, draw, good, kept, right

from linedscript.engines.asking import Reflection
from linedscript.engines.recordings import read_answers
from linedscript.errors import LinedscriptError

KEYS = [f"s{number:04d}" for number in range(1, 9)]


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
        engine = run(server.address, concurrency=1, tries=2, timeout=5.0 if fault == "hang" else 60.0)
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
