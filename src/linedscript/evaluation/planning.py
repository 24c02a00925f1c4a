"""What a run would ask, before it asks: calls and tokens by condition and role."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from linedscript.engines.grammar import grammar
from linedscript.engines.recordings import Answers
from linedscript.engines.rendering import messages
from linedscript.engines.requests import answered
from linedscript.records.engine import Request, Role, TranscriptLine
from linedscript.records.params import Model


class Asking(msgspec.Struct):
    """One role's questions under one condition."""

    calls: int = 0
    recorded: int = 0
    """Calls that a recording or the journal answers."""
    prompt_tokens: int = 0
    """Of the calls that none answers, as the project's tokenizer counts messages."""
    reply_tokens: int | None = 0
    """Of those calls at most, by the decoding's limit; null where it sets none."""

    @property
    def asked(self) -> int:
        return self.calls - self.recorded


class PlanningEngine:
    """Answers from recordings and journal, and with the least that a schema allows where neither does: what is asked
    after a stand-in is an estimate. Asks nobody."""

    deterministic = False
    """Behind a recorded attempt that failed comes the next one."""

    def __init__(self, role: Role, name: str, model: Model, answers: Answers, tokens: Callable[[str], int]) -> None:
        self.annotator = name
        self.asking = Asking()
        self._role: Role = role
        self._model = model
        self._answers = answers
        self._tokens = tokens

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        return [self._line(request, reply) for request in requests]

    def _line(self, request: Request, reply: type[msgspec.Struct]) -> TranscriptLine:
        self.asking.calls += 1
        line = self._answers.checked(request, {self._role: self.annotator}, reply)
        if line is not None:
            self.asking.recorded += 1
            return line
        self.asking.prompt_tokens += sum(self._tokens(message["content"]) for message in messages(request))
        limit = self._model.decoding.get("max_tokens", self._model.decoding.get("max_completion_tokens"))
        if isinstance(limit, int) and self.asking.reply_tokens is not None:
            self.asking.reply_tokens += limit
        else:
            self.asking.reply_tokens = None
        return answered(request, self.annotator, reply=least(grammar(reply), str(request.sample)))


def least(schema: dict[str, Any], word: str) -> Any:
    """The least value that a grammar allows, its texts ``word``, so that generations differ as a model's do, and one
    item in each list: a judge isn't asked about a reply that says nothing."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return least(schema["anyOf"][0], word)
    kind = schema.get("type")
    if kind == "object":
        return {name: least(inner, word) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [least(schema["items"], word)] * max(1, schema.get("minItems", 0))
    if kind == "string":
        return word[: schema.get("maxLength", len(word))].ljust(schema.get("minLength", 0), ".")
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    return {"boolean": False, "null": None}[kind or "null"]
