"""What a model's decoding may hold: fields of a chat completion that say how it decodes, and numbers that JSON has."""

from datetime import date

import msgspec
import pytest

from linedscript.records.params import Model


def model(decoding):
    rest = {"model": "m", "revision": "1", "quantization": None, "context": 8192}
    return msgspec.convert(rest | {"decoding": decoding}, Model)


@pytest.mark.parametrize(
    "decoding",
    [
        {},
        {"temperature": 0, "max_tokens": 900, "top_p": 0.9},
        {"stop": ["END"], "repetition_penalty": 1.05},
        {"chat_template_kwargs": {"enable_thinking": False}, "logit_bias": {"50256": -100}},
        {"top_k": None},
    ],
)
def test_how_a_model_decodes_is_taken_as_it_stands(decoding):
    assert model(decoding).decoding == decoding


def deep(levels):
    return [] if levels == 0 else [deep(levels - 1)]


INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("decoding", "said"),
    [
        ({"temperature": INF}, "temperature"),
        ({"temperature": -INF}, "temperature"),
        ({"temperature": NAN}, "temperature"),
        ({"logit_bias": {"1": NAN}}, "logit_bias.1"),
        ({"a": [0, [INF]]}, "a[1][0]"),
        ({"max_tokens": 2**70}, "max_tokens"),
        ({"stop": "\ud83d"}, "stop"),
        ({"\ud83d": 1}, "decoding"),
        ({"": 1}, "decoding"),
        ({"logit_bias": {1: 2}}, "logit_bias"),
        ({"day": date(2026, 1, 1)}, "day"),
        ({"a": deep(400)}, "nested too deep"),
    ],
)
def test_a_value_that_json_has_not_is_refused_with_its_place(decoding, said):
    with pytest.raises(msgspec.ValidationError) as caught:
        model(decoding)
    assert said in str(caught.value) and str(caught.value).encode()


@pytest.mark.parametrize(
    "name",
    "model messages seed n stream stream_options response_format structured_outputs guided_json guided_regex "
    "guided_choice guided_grammar guided_decoding_backend tools tool_choice functions function_call echo".split(),
)
def test_a_field_that_says_what_is_asked_or_binds_the_reply_is_refused(name):
    with pytest.raises(msgspec.ValidationError, match=name):
        model({name: 1})
