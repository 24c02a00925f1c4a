"""What a server says is repeated without keys, and in a recording without what may be a script or a path."""

import pytest

from linedscript.engines.saying import kept, plain_name, told
from linedscript.io.canonical import encode

KEY = "correct-horse"


@pytest.mark.parametrize("say", [told, kept])
@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {KEY}.",
        "Incorrect API key provided: sk-proj-a1b2c3d4e5f6g7h8.",
        "Incorrect API key provided: sk-p***g7h8.",
        "no route to http://ann:hunter22@server/v1",
    ],
)
def test_no_key_and_no_password_is_repeated(say, text):
    said = say(text, KEY, None)
    assert said.endswith("…") or said.endswith("….")
    for secret in (KEY, "a1b2c3", "g7h8", "hunter22"):
        assert secret not in said


def test_a_message_stays_readable():
    text = "This model's maximum context length is 8192 tokens, and max_completion_tokens_per_request is too large."
    assert told(text) == kept(text) == text


@pytest.mark.parametrize("text", ["no such file /home/ann/m", "no such file C:\\models\\m"])
def test_a_recording_holds_no_path(text):
    assert told(text) == text and kept(text) == "no such file …"


def test_a_recording_holds_little_of_a_script():
    assert kept("错误 夜。磨坊 400") == "… … 400" and len(kept("word " * 99)) == 160 and len(told("word " * 99)) == 300


@pytest.mark.parametrize("say", [told, kept])
def test_half_a_surrogate_pair_and_a_line_end_can_be_printed_and_kept(say):
    assert encode(say("a\ud83d\nb")) == b'"a? b"'


@pytest.mark.parametrize("value", ["fp_44709d6fcb", "vllm", "0.11.0+cpu", "NVIDIA H200"])
def test_a_name_or_version_is_taken(value):
    assert plain_name(value) == value


@pytest.mark.parametrize("value", ["/models/m", "a\nb", "\ud83d", "", "x" * 65, "k" * 20 + "1", 7, None, ["vllm"]])
def test_what_is_no_name_is_left_out(value):
    assert plain_name(value) is None
