"""A model of inspect_ai as an engine: the tasks ask it as they ask a server, with the same prompts and checks."""

from collections.abc import Sequence
from typing import Any

import anyio.from_thread
import msgspec
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.util import JSONSchema, collect

from linedscript.engines.grammar import grammar
from linedscript.engines.rendering import messages
from linedscript.engines.requests import answered
from linedscript.engines.wire import content_of, told_problem
from linedscript.records.engine import Request, TranscriptLine


class InspectEngine:
    """For one sample, from a worker thread of the event loop that inspect_ai runs in.

    Nothing is journalled here: the log of inspect_ai keeps every call. ``structured``: whether the reply's grammar is
    sent along, where the provider takes one.
    """

    deterministic = False

    def __init__(self, model: Model, structured: bool) -> None:
        self.annotator = str(model)
        self._model = model
        self._structured = structured
        self.outputs: list[ModelOutput] = []

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        return anyio.from_thread.run(self._all, requests, reply)

    async def _all(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        return list(await collect(*(self._line(request, reply) for request in requests)))

    async def _line(self, request: Request, reply: type[msgspec.Struct]) -> TranscriptLine:
        output = await self._model.generate(_chat(request), config=self._config(request, reply))
        self.outputs.append(output)
        said, problem = _said(output)
        if problem is None:
            try:
                msgspec.convert(said, reply)
            except (msgspec.ValidationError, RecursionError) as error:
                problem = told_problem("not-as-schema", f"not as its schema: {error}")
        return answered(request, self.annotator, reply=said if problem is None else None, error=problem)

    def _config(self, request: Request, reply: type[msgspec.Struct]) -> GenerateConfig:
        if not self._structured:
            return GenerateConfig()
        schema = JSONSchema.model_validate(grammar(reply))
        return GenerateConfig(response_schema=ResponseSchema(name=request.layer, json_schema=schema, strict=True))


def _chat(request: Request) -> list[ChatMessage]:
    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser}
    return [kinds[message["role"]](content=message["content"]) for message in messages(request)]


def _said(output: ModelOutput) -> tuple[Any, str | None]:
    """The JSON of the reply, read as a server's is."""
    if output.error:
        return None, told_problem("provider", output.error)
    ends = {"max_tokens": "length", "model_length": "length"}
    choice = {"message": {"content": output.completion}, "finish_reason": ends.get(output.stop_reason, "stop")}
    return content_of({"choices": [choice]})
