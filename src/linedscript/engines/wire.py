"""A request as the body of a chat completion, and what a completion says, for any OpenAI-compatible server."""

import json
from typing import Any, Literal, NamedTuple

from linedscript.engines.requests import request_hash
from linedscript.records.engine import Request

Mode = Literal["response_format", "structured_outputs"]
"""How the reply's schema is sent. Current servers ignore ``guided_json``, which older ones took, without a word."""
MODES: tuple[Mode, ...] = ("response_format", "structured_outputs")


class Completion(NamedTuple):
    reply: Any
    """The decoded JSON; null where there is none."""
    usage: dict[str, int]
    engine: dict[str, Any]
    problem: str | None
    """Why there is no reply: cut at the token limit, no JSON, another request's."""


def constrained(schema: dict[str, Any], name: str, mode: Mode) -> dict[str, Any]:
    """The fields that bind a completion to a schema."""
    if mode == "structured_outputs":
        return {"structured_outputs": {"json": schema}}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}}


def body(
    request: Request, messages: list[dict[str, str]], schema: dict[str, Any], model: str, mode: Mode
) -> dict[str, Any]:
    """The body of a chat completion: model, messages, seed, the decoding that params name, and the schema.

    Decoding changes nothing by which the request is told from others.
    """
    return {
        **request.decoding,
        "model": model,
        "messages": messages,
        "seed": request.seed,
        "n": 1,
        "stream": False,
        **constrained(schema, request.reply, mode),
    }


def request_id(request: Request) -> str:
    """Sent as ``X-Request-Id``; vLLM names its completion after it."""
    return request_hash(request)[:32]


def read_completion(data: Any, request: Request, echoes: bool) -> Completion:
    """What a server's answer says. ``data`` is the decoded body of a response with status 200.

    ``echoes``: whether the server names its answers after the request, so that one of another name is another's.
    """
    if not isinstance(data, dict):
        return Completion(None, {}, {}, "the answer isn't a JSON object")
    usage = data.get("usage")
    usage = {
        key: value
        for key, value in (usage.items() if isinstance(usage, dict) else ())
        if key in _USAGE and isinstance(value, int) and not isinstance(value, bool)
    }
    engine = {"served_model": data["model"]} if isinstance(data.get("model"), str) else {}
    if isinstance(data.get("system_fingerprint"), str):
        engine["system_fingerprint"] = data["system_fingerprint"]
    if echoes and not str(data.get("id")).endswith(request_id(request)):
        return Completion(None, usage, engine, f"the answer is to another request: {str(data.get('id'))[:80]}")
    reply, problem = content_of(data)
    return Completion(reply, usage, engine, problem)


def content_of(data: Any) -> tuple[Any, str | None]:
    """The JSON of an answer's only choice; null with what is wrong, where there is none."""
    choices = data.get("choices") if isinstance(data, dict) else None
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
        return None, "the answer has not one choice"
    message = choices[0].get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if choices[0].get("finish_reason") == "length":
        return None, "cut at the token limit"
    if not isinstance(content, str) or not content.strip():
        return None, "the answer is empty"
    try:
        value = json.loads(content.translate(_BLANKS), parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()  # "\ud83d" alone is JSON, and no text
        return value, None
    except (ValueError, RecursionError) as error:
        return None, f"no JSON ({error}): {content[:60]!r}"


_BLANKS = dict.fromkeys(range(32), " ")
"""vLLM's grammars let control characters into strings as they are, which JSON doesn't."""
_USAGE = frozenset(("prompt_tokens", "completion_tokens", "total_tokens"))


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
