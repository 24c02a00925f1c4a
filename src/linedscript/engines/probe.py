"""Proof that a server binds replies to a schema: servers ignore fields that they don't know, without a word."""

from typing import Any, NamedTuple

from linedscript.engines.client import Failed, Server
from linedscript.engines.saying import plain_name, told
from linedscript.engines.wire import MODES, Mode, constrained, content_of, text_of
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import digest

_WORD = digest("linedscript probe")[:16]
"""Nothing that a model says of itself: only the schema has it."""
_SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "enum": [_WORD]}},
    "required": ["word"],
    "additionalProperties": False,
}
_QUESTION = "Name a colour, in one word."
_ID = digest("linedscript probe id")[:32]
_TOKENS = 200
"""Enough for the reply in any tokenizer, with blanks."""


class Binding(NamedTuple):
    mode: Mode
    echoes: bool
    """Whether the server names its answers after the request."""
    facts: dict[str, Any]
    """What every answer says of how it came."""


async def probed(server: Server, model: str) -> Binding:
    """The first way of sending a schema to which the server's reply holds.

    Raises ``unknown-model`` where the server doesn't serve the model, ``other-model`` where another one answers, and
    ``schema-not-bound`` where no way holds.
    """
    facts = await _served(server, model)
    said = []
    for mode in MODES:
        sent = {
            "model": model,
            "messages": [{"role": "user", "content": _QUESTION}],
            "temperature": 0,
            "max_tokens": _TOKENS,
            "seed": 0,
            **constrained(_SCHEMA, "Probe", mode),
        }
        answer = await server.post("/chat/completions", sent, f"probe of {mode}", _ID)
        if isinstance(answer, Failed):
            said.append(f"{mode}: {answer.problem}")
            continue
        refuse_another(answer, model, server.address, f"probe of {mode}", server.key)
        found, _ = content_of(answer)
        if found == {"word": _WORD}:
            echoes = isinstance(answer.get("id"), str) and answer["id"].endswith(_ID)
            return Binding(mode, echoes, {**facts, "schema_by": mode})
        said.append(f"{mode}: replied {server.told(text_of(answer))[:80]!r}")
    raise LinedscriptError(
        "schema-not-bound",
        f"{model} at {server.address}",
        f"the server holds replies to no schema; {'; '.join(said)}",
        "start it with structured outputs on (vLLM: --structured-outputs-config), or use a server that has them",
    )


def refuse_another(answer: Any, model: str, address: str, name: str, key: str | None) -> None:
    """Raise ``other-model`` where an answer names another model than was asked. One that names none is taken as its
    server's word in the probe was."""
    said = answer.get("model") if isinstance(answer, dict) else None
    if isinstance(said, str) and said != model:
        raise LinedscriptError(
            "other-model",
            address,
            f"{name}: asked {model}, and {told(said, key)} answered",
            "name the model in params.yaml as its answers do, a dated version and not its short name; behind one "
            "address there is one model",
        )


async def _served(server: Server, model: str) -> dict[str, Any]:
    """What the server says of the model. Servers without a list of models are taken at their word.

    Not ``root``: it is where the model lies on the server's machine.
    """
    answer = await server.get("/models")
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        return {}
    named = {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)}
    if model not in named:
        raise LinedscriptError(
            "unknown-model",
            f"{model} at {server.address}",
            f"the server serves {server.told(', '.join(sorted(named))) or 'no model'}",
            "name the model in params.yaml as the server names it",
        )
    row = named[model]
    facts: dict[str, Any] = {"owned_by": plain_name(row.get("owned_by"))} if plain_name(row.get("owned_by")) else {}
    length = row.get("max_model_len")
    return facts | ({"max_model_len": length} if type(length) is int and 0 < length < 2**53 else {})
