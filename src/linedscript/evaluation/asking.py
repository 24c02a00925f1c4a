"""A model's questions about one film: five generations are five questions, and an unreadable reply is asked again."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.engines.prompts import load_prompt
from linedscript.engines.protocol import Engine
from linedscript.engines.requests import make_request, request_hash
from linedscript.records.base import FilmId, Language
from linedscript.records.engine import Request, Role, TranscriptLine


class Question(NamedTuple):
    key: str
    """Unique with ``sample`` within a film's layer; never shown."""
    sample: int
    payload: dict[str, Any]
    """What the prompt is filled with: nothing else of the film reaches the model."""


class Asked(NamedTuple):
    reply: Any
    """Of the reply type; null where no attempt could be read."""
    problem: str | None
    request: str
    """Hash of the last attempt's request."""
    raw: Any


class Asker:
    """Asks one role about one film. ``retries``: attempts after a reply that can't be read."""

    def __init__(
        self, engine: Engine, role: Role, layer: str, film: FilmId, language: Language, decoding: dict[str, Any],
        retries: int, generations: int,
    ) -> None:  # fmt: skip
        self.engine = engine
        self.role = role
        self.layer = layer
        self.film = film
        self.language = language
        self.decoding = decoding
        self.retries = retries
        self.generations = generations

    @property
    def annotator(self) -> str:
        return self.engine.annotator

    def ask(self, prompt: str, questions: Sequence[Question], reply: type[msgspec.Struct]) -> list[Asked]:
        """In the order of the questions. ``prompt``: the template's name without its language."""
        name, sha256 = load_prompt(f"{prompt}.{self.language}")
        done: dict[int, Asked] = {}
        for attempt in range(1, self.retries + 2):
            pending = [place for place in range(len(questions)) if place not in done or done[place].reply is None]
            if not pending:
                break
            requests = [self._request(questions[place], name, sha256, reply, attempt) for place in pending]
            answers = self.engine.ask(requests, reply)
            for place, request, answer in zip(pending, requests, answers, strict=True):
                done[place] = _asked(request, answer, reply)
            if self.engine.deterministic:
                break
        return [done[place] for place in range(len(questions))]

    def _request(
        self, question: Question, name: str, sha256: str, reply: type[msgspec.Struct], attempt: int
    ) -> Request:
        return make_request(
            layer=self.layer,
            film=self.film,
            key=question.key,
            role=self.role,
            prompt=name,
            prompt_sha256=sha256,
            payload=question.payload,
            reply=reply,
            decoding=self.decoding,
            sample=question.sample,
            attempt=attempt,
        )


def _asked(request: Request, answer: TranscriptLine, reply: type[msgspec.Struct]) -> Asked:
    if answer.error is not None or answer.reply is None:
        return Asked(None, answer.error or "no reply", request_hash(request), None)
    try:
        return Asked(msgspec.convert(answer.reply, reply), None, request_hash(request), answer.reply)
    except msgspec.ValidationError as error:
        return Asked(None, str(error), request_hash(request), None)
