"""Questions without a reflection gate: each is asked until a reply is valid, at most as often as the gates allow."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.engines.asking import RULES, Outcome, Voice
from linedscript.engines.opening import named_run, voice
from linedscript.engines.protocol import Engine
from linedscript.engines.requests import made_by, make_request
from linedscript.engines.views import NOTHING, View, leaks, withheld
from linedscript.records.base import Made
from linedscript.records.engine import Coverage, LedgerEntry, Role


class Question(NamedTuple):
    key: str
    payload: dict[str, Any]
    view: View
    """What of it the role may be shown."""


class Heard(NamedTuple):
    reply: Any
    """Null where no attempt was valid."""
    made: Made | None
    problem: str | None
    """Of the last attempt, where none was valid."""


class Asking:
    """A layer's questions about one film, with their account in ``outcome``."""

    def __init__(self, layer: str, film: str, language: str, engine: Engine, settings: dict[str, Any]) -> None:
        """``settings``: ``annotator`` and ``gates``."""
        self.outcome = Outcome()
        self._layer, self._film, self._language = layer, film, language
        self._engine, self._settings = engine, settings
        self._attempts: dict[str, int] = {}

    def ask(
        self, role: Role, prompt: str, questions: Sequence[Question], reply: type[msgspec.Struct]
    ) -> dict[str, Heard]:
        """By key. A model is asked with ``prompts/<prompt>.<language>.j2``. A question that would show what its role
        mustn't see isn't asked, and has a problem."""
        voice = self._voice(role, prompt)
        heard: dict[str, Heard] = {}
        pending = []
        for question in questions:
            if found := leaks(question.view, question.payload, NOTHING):
                heard[question.key] = Heard(None, None, withheld(found))
                self._refused(question.key, 0, "engine", withheld(found))
            else:
                pending.append(question)
        for attempt in range(1, self._settings["gates"]["retries"] + 2):
            requests = [
                make_request(
                    layer=self._layer,
                    film=self._film,
                    key=question.key,
                    role=role,
                    prompt=voice.prompt and voice.prompt[0],
                    prompt_sha256=voice.prompt and voice.prompt[1],
                    payload=question.payload,
                    reply=reply,
                    decoding=voice.decoding,
                    attempt=attempt,
                )
                for question in pending
            ]
            answers = self._engine.ask(requests, reply)
            self.outcome.transcript.extend(answers)
            again = []
            for question, request, answer in zip(pending, requests, answers, strict=True):
                self._attempts[question.key] = self._attempts.get(question.key, 0) + 1
                problem = answer.error or (None if answer.reply is not None else "no reply")
                if problem is None:
                    try:
                        found = msgspec.convert(answer.reply, reply)
                        heard[question.key] = Heard(found, made_by(request, answer.annotator, None, True), None)
                        continue
                    except msgspec.ValidationError as error:
                        problem = str(error)
                heard[question.key] = Heard(None, None, problem)
                self._refused(question.key, attempt, "engine" if answer.error else "schema", problem)
                again.append(question)
            pending = [] if self._engine.deterministic else again
            if not pending:
                break
        return heard

    def settle(self, key: str, records: int, problem: str | None) -> None:
        """The key's coverage record: failed where there is a ``problem``."""
        self.outcome.coverage.append(
            Coverage(
                id=f"{self._layer}:{key}",
                film=self._film,
                layer=self._layer,
                key=key,
                status="answered" if problem is None else "failed",
                attempts=self._attempts.get(key, 0),
                records=records,
                best_score=None,
                reason=problem,
            )
        )

    def _voice(self, role: Role, prompt: str) -> Voice:
        if self._settings["annotator"] == "rules":
            return RULES
        models = named_run(self._layer, self._settings["annotator"]).models
        return voice(f"{prompt}.{self._language}", getattr(models, role))

    def _refused(self, key: str, attempt: int, gate: str, problem: str) -> None:
        self.outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(self.outcome.ledger) + 1:05d}",
                film=self._film,
                layer=self._layer,
                key=key,
                attempt=attempt,
                gate=gate,
                outcome="refused_reply",
                count=1,
                code=gate,
                detail=problem,
            )
        )
