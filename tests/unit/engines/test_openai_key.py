"""A server's key is sent to it and stands nowhere else, whatever the server repeats of it."""

import json

import pytest
from chat_server import ChatServer
from unit.engines.chats import GOOD, Reply, asked, good

from linedscript.engines.client import Key
from linedscript.errors import LinedscriptError

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
