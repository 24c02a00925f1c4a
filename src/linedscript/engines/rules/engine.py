"""The ``rules`` engine: deterministic annotators over the same payloads that a model gets. No model, no network."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from linedscript.engines.requests import answered
from linedscript.records.engine import Request, TranscriptLine

Annotate = Callable[[dict[str, Any]], Any]
"""From a request's payload to the reply as plain JSON data."""


class RulesEngine:
    """Answers by the annotator of the request's role. Its ``annotators`` are those of one layer."""

    annotator = "rules"
    deterministic = True

    def __init__(self, annotators: Mapping[str, Annotate]) -> None:
        self._annotators = annotators

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        return [
            answered(request, self.annotator, reply=self._annotators[request.role](request.payload))
            for request in requests
        ]
