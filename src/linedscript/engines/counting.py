"""An engine that asks nobody: it answers from recordings, counts what they don't answer, and goes on with stand-ins.

A stand-in is what the ``rules`` annotators would reply, and a judge who accepts: the questions that follow from it are
an estimate, since a model would draw other records.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from linedscript.engines.prompts import ROOT as PROMPTS
from linedscript.engines.recordings import Answers, model_names, models_of
from linedscript.engines.rendering import messages
from linedscript.engines.requests import answered
from linedscript.records.engine import Request, Role, TranscriptLine
from linedscript.records.params import Annotator, Model

LAST = frozenset(("traits", "observations", "prompts", "checks"))
"""Layers of which no other layer is drawn: a stand-in there makes nothing else an estimate."""


class Count(msgspec.Struct, kw_only=True):
    """One role's questions in a layer of a film."""

    film: str
    layer: str
    role: Role
    model: str
    calls: int = 0
    recorded: int = 0
    """Calls that a recording or the journal answers."""
    prompt_tokens: int = 0
    """Of the calls that none answers, as the plan's tokenizer counts messages."""
    largest: int = 0
    """Prompt tokens of the longest of them."""
    too_long: int = 0
    """How many of them are longer than the model's context leaves beside the reply."""
    exact: bool = True
    """False where a stand-in's reply decided what is asked."""

    @property
    def asked(self) -> int:
        return self.calls - self.recorded


class FilmCounts:
    """The questions of one film. Make one engine per layer of it, in the order of the pipeline."""

    def __init__(
        self, film: str, run: Annotator, answers: Answers, tokens: Callable[[str], int], prompts: Path = PROMPTS
    ) -> None:
        self.film = film
        self.names = model_names(models_of(run))
        self.rooms = {role: room(model) for role, model in models_of(run).items()}
        self.answers = answers
        self.tokens = tokens
        self.prompts = prompts
        self.counts: dict[tuple[str, Role], Count] = {}
        self.guessed = False

    def engine(self, layer: str) -> "CountingEngine":
        return CountingEngine(layer, self)


def room(model: Model) -> int:
    """Tokens that a model's context leaves for a prompt, beside the longest reply that its decoding allows."""
    longest = model.decoding.get("max_tokens", model.decoding.get("max_completion_tokens", 0))
    return model.context - (longest if isinstance(longest, int) else 0)


class CountingEngine:
    deterministic = False

    def __init__(self, layer: str, film: FilmCounts) -> None:
        self.annotator = film.names["construct"]
        self._layer = layer
        self._film = film
        self._guessed = False
        rules = import_module(f"linedscript.engines.rules.{layer}")
        self._annotate, self._judge = rules.annotate, getattr(rules, "judge", None)

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        exact = not (self._film.guessed or self._guessed)
        return [self._line(request, reply, exact) for request in requests]

    def _line(self, request: Request, reply: type[msgspec.Struct], exact: bool) -> TranscriptLine:
        film, role = self._film, request.role
        count = film.counts.setdefault(
            (self._layer, role), Count(film=film.film, layer=self._layer, role=role, model=film.names[role])
        )
        count.calls += 1
        count.exact = count.exact and exact
        line = film.answers.checked(request, film.names, reply)
        if line is not None:
            count.recorded += 1
            return line
        tokens = sum(film.tokens(message["content"]) for message in messages(request, film.prompts))
        count.prompt_tokens += tokens
        count.largest = max(count.largest, tokens)
        count.too_long += tokens > film.rooms[role]
        self._guessed = True
        film.guessed = film.guessed or self._layer not in LAST
        return answered(request, film.names[role], reply=self._stand_in(request))

    def _stand_in(self, request: Request) -> Any:
        if request.role == "judge" and self._judge:
            return self._judge(request.payload)
        if request.role == "judge":
            return {"score": 10, "critical": False, "feedback": ""}
        return self._annotate(request.payload)
