"""Questions to the openai engine, what a served model answers, and a layer that is drawn of it."""

import zlib
from typing import Annotated

import msgspec
from factories import unit
from msgspec import Meta

from linedscript.engines.asking import Accepted, Gates, Task, Voice, ask_layer
from linedscript.engines.prompts import load_prompt
from linedscript.engines.recordings import read_answers
from linedscript.engines.requests import make_request


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    labels: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(max_length=5)]


TEMPLATE = (
    "{% block system %}Say what happens.{% endblock %}"
    "{% block user %}{{ fence }}\n{{ text }}\n{{ fence }}{% endblock %}"
)
GOOD = '{"labels": ["Ann waits"]}'
HALF = "\ud83d"
"""Of a surrogate pair: no text in UTF-8 has it."""
VERDICT = '{"score": 9, "critical": false, "feedback": ""}'


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


def right(request):
    judged = request.body["response_format"]["json_schema"]["name"] == "Reflection"
    return request.completion(VERDICT if judged else GOOD)


def order(first, second):
    """Two replicas, so that a film's requests go to ``first`` before the other."""
    return (first, second) if zlib.crc32(b"en-0001") % 2 == 0 else (second, first)


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
