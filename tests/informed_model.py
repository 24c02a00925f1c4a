"""A model that knows what the rules annotators would say: looked up by the messages that it gets.

So a build through a server has rich records, and a question that isn't just the one expected is not answered.
"""

import json
from pathlib import Path

from chat_server import Asked

from linedscript.engines.counting import CountingEngine, FilmCounts
from linedscript.engines.recordings import Answers
from linedscript.engines.rendering import messages
from linedscript.workflow.drawing import draw_film
from linedscript.workflow.plan import Plan


class _Telling(CountingEngine):
    """Keeps what it answers, by the text of its messages."""

    told: dict[str, str]

    def ask(self, requests, reply):
        lines = super().ask(requests, reply)
        for request, line in zip(requests, lines, strict=True):
            text = "\n".join(message["content"] for message in messages(request, self._film.prompts))
            self.told[text] = json.dumps(line.reply, ensure_ascii=False)
        return lines


class InformedModel:
    """An answer for ``ChatServer``, over the films of a project in ``root``."""

    def __init__(self, root: Path) -> None:
        self.told: dict[str, str] = {}
        plan = Plan.load(root, {})
        for film in plan.films:
            counts = FilmCounts(film, plan.params.annotator, Answers("none", [], None), len, root / "prompts")
            draw_film(plan, film, lambda layer, counts=counts: self._engine(layer, counts))

    def _engine(self, layer: str, counts: FilmCounts) -> _Telling:
        engine = _Telling(layer, counts)
        engine.told = self.told
        return engine

    def __call__(self, asked: Asked):
        told = self.told.get(asked.text)
        return asked.completion(told) if told is not None else ("status", 404)
