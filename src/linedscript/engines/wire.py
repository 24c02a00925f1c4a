"""A request as the body of a chat completion, and what a completion says, for any OpenAI-compatible server."""

import json
from typing import Any, Literal, NamedTuple

from linedscript.engines.requests import request_hash
from linedscript.engines.saying import kept, plain_name
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
    """Why there is no reply, as ``told_problem`` writes it."""


REFUSED = "refused"
"""The code of a request that the server refuses for its own sake: asked again it would be refused again."""


def told_problem(code: str, said: object = "") -> str:
    """What a transcript keeps of a failed attempt: a code, and in a few words what the server or the decoder says."""
    return f"[{code}] {kept(said)}".rstrip()


def is_refused(error: str | None) -> bool:
    """Whether a failed attempt is one that another can't better."""
    return error is not None and error.startswith(f"[{REFUSED}] ")


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
        return Completion(None, {}, {}, told_problem("no-object", "the answer isn't a JSON object"))
    usage = data.get("usage")
    usage = {
        key: value
        for key, value in (usage.items() if isinstance(usage, dict) else ())
        if key in _USAGE and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
    }
    engine = {}
    if fingerprint := plain_name(data.get("system_fingerprint")):
        engine["system_fingerprint"] = fingerprint
    named = data.get("id")
    if echoes and not (isinstance(named, str) and named.endswith(request_id(request))):
        return Completion(None, usage, engine, told_problem("other-request", "the answer is to another request"))
    reply, problem = content_of(data)
    return Completion(reply, usage, engine, problem)


def content_of(data: Any) -> tuple[Any, str | None]:
    """The JSON of an answer's only choice; null with what is wrong, where there is none."""
    choice = _choice(data)
    if choice is None:
        return None, told_problem("no-choice", "the answer has not one choice")
    content = text_of(data)
    if choice.get("finish_reason") == "length":
        return None, told_problem("cut", "cut at the token limit")
    if not content.strip():
        return None, told_problem("empty", "the answer is empty")
    try:
        value = json.loads(content.translate(_BLANKS), parse_constant=_no_constant)
        # "\ud83d" alone and 1e999 are JSON, and no text and no number
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        return value, None
    except (ValueError, RecursionError) as error:
        return None, told_problem("no-json", f"no JSON: {_fault(error)}")


def text_of(data: Any) -> str:
    """What an answer's only choice says; empty where it says nothing."""
    message = (_choice(data) or {}).get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, str) else ""


def _choice(data: Any) -> dict[str, Any] | None:
    choices = data.get("choices") if isinstance(data, dict) else None
    one = isinstance(choices, list) and len(choices) == 1 and isinstance(choices[0], dict)
    return choices[0] if one else None


def _fault(error: Exception) -> str:
    """What is wrong with a reply's form, in no word of the reply."""
    if isinstance(error, RecursionError):
        return "nested too deep"
    if isinstance(error, UnicodeError):
        return (
            f"half a surrogate pair at character {error.start}" if isinstance(error, UnicodeEncodeError) else "no text"
        )
    return str(error)


_BLANKS = dict.fromkeys(range(32), " ")
"""vLLM's grammars let control characters into strings as they are, which JSON doesn't."""
_MOST = 2**53
"""Of a count that any reader of JSON gets right."""
_USAGE = frozenset(("prompt_tokens", "completion_tokens", "total_tokens"))


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
