"""The ``openai`` engine: any OpenAI-compatible server, after the recordings and the journal.

The ``vllm`` engine is the same one with a broker, which has the servers and starts them when they are first wanted.
"""

import asyncio
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from linedscript.engines.client import Client, Failed, Reach
from linedscript.engines.grammar import grammar, unbounded
from linedscript.engines.journal import Journal
from linedscript.engines.probe import Binding, probed, refuse_another
from linedscript.engines.prompts import ROOT as PROMPTS
from linedscript.engines.reaching import Reached
from linedscript.engines.recordings import Answers
from linedscript.engines.rendering import messages
from linedscript.engines.requests import answered, request_hash
from linedscript.engines.vllm.handing import Handed, ask_broker
from linedscript.engines.wire import REFUSED, Completion, body, read_completion, request_id, told_problem
from linedscript.io.canonical import encode
from linedscript.records.engine import Request, Role, TranscriptLine

_KEY = 8
"""Characters of a key that is looked for in answers: a shorter one is a stand-in, such as EMPTY."""


class OpenAIEngine:
    """Answers from recordings and journal first; what neither holds is asked, and kept in the journal as it arrives.

    A reply that isn't valid under its type is a failed attempt: it is in the transcript with its error and never in
    the journal.
    """

    deterministic = False

    def __init__(
        self,
        models: Mapping[Role, Reached],
        answers: Answers,
        journal: Path,
        prompts: Path = PROMPTS,
        broker: str | None = None,
    ) -> None:
        """``models``: of each role that is asked, the one that makes records first. ``broker`` is asked for the
        addresses of a role that ``models`` has none for."""
        self.annotator = next(iter(models.values())).annotator
        self._models = models
        self._answers = answers
        self._journal = journal
        self._prompts = prompts
        self._bindings: dict[Role, dict[str, Binding]] = {role: {} for role in models}
        """Of each role's addresses that were asked."""
        self._broker = broker
        self._handed: dict[Role, Handed] = {}

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        """One line per request, in order.

        Raises LinedscriptError ``engine-unreachable`` or ``engine-refused`` where going on makes no sense; what had
        arrived by then is in the journal.
        """
        schema = grammar(reply)
        if open_ended := unbounded(schema):
            raise ValueError(f"{reply.__name__}: no greatest length of {', '.join(open_ended)}")
        names = {role: model.annotator for role, model in self._models.items()}
        lines = {request_hash(request): self._answers.checked(request, names, reply) for request in requests}
        missing = [request for request in requests if lines[request_hash(request)] is None]
        if missing:
            asked = {request_hash(request): request for request in missing}
            for line in asyncio.run(self._fetch(missing, schema, reply)):
                lines[line.request] = line
                if line.error is None:
                    self._answers.keep(asked[line.request], line)
        return [lines[request_hash(request)] for request in requests]

    def _reach(self, role: Role, film: str) -> Reach:
        """How a role is reached; waits for its servers where a broker has them."""
        reach = self._models[role].reach
        if reach.addresses or self._broker is None:
            return reach
        if role not in self._handed:
            self._handed[role] = ask_broker(self._broker, role, film)
        handed = self._handed[role]
        return reach._replace(addresses=handed.addresses, key=handed.key)

    async def _fetch(
        self, requests: Sequence[Request], schema: dict[str, Any], reply: type[msgspec.Struct]
    ) -> list[TranscriptLine]:
        """Ask all at once, as many as each server's limit lets through."""
        first = requests[0]
        path = self._journal / self._answers.run / first.layer / f"{first.film}.jsonl"
        lines: list[TranscriptLine] = []
        roles = dict.fromkeys(request.role for request in requests)
        clients = {role: self._client(role, first.film) for role in roles}
        async with Journal(path) as journal:
            for client in clients.values():
                await client.__aenter__()
            try:

                async def one(request: Request) -> None:
                    line = await self._line(request, schema, reply, clients[request.role])
                    if line.error is None:
                        await journal.keep(line)
                    lines.append(line)

                await _all([one(request) for request in requests])
            finally:
                for client in clients.values():
                    await client.__aexit__(None, None, None)
        return lines

    def _client(self, role: Role, film: str) -> Client:
        """The replica that is asked first is the film's own: the broker's choice, else by the film's id."""
        reach = self._reach(role, film)
        start = 0 if role in self._handed else zlib.crc32(film.encode())
        return Client(reach, lambda server: probed(server, self._models[role].model), self._bindings[role], start)

    async def _line(
        self, request: Request, schema: dict[str, Any], reply: type[msgspec.Struct], client: Client
    ) -> TranscriptLine:
        model = self._models[request.role]

        def sent(binding: Binding) -> dict[str, Any]:  # rendered when its turn comes, while the server is busy
            return body(request, messages(request, self._prompts), schema, model.model, binding.mode)

        address, binding, answer = await client.post("/chat/completions", sent, _name(request), request_id(request))
        if isinstance(answer, Failed):
            done = Completion(None, {}, {}, told_problem(REFUSED, answer.problem))
        else:
            refuse_another(answer, model.model, address, _name(request), client.key)
            done = read_completion(answer, request, binding.echoes)
        problem = done.problem
        if problem is None:
            try:
                msgspec.convert(done.reply, reply)
            except (msgspec.ValidationError, RecursionError) as error:
                problem = told_problem("not-as-schema", f"not as its schema: {error}")
        line = answered(
            request,
            model.annotator,
            reply=done.reply if problem is None else None,
            error=problem,
            engine={**binding.facts, **self._facts(request.role), **done.engine},
            usage=done.usage,
        )
        if client.key and len(client.key) >= _KEY and encode(str(client.key))[1:-1] in encode(line):
            said_key = told_problem("key", "the answer repeats the server's key")
            return msgspec.structs.replace(line, engine={}, reply=None, error=said_key)
        return line

    def _facts(self, role: Role) -> dict[str, Any]:
        return self._handed[role].facts if role in self._handed else {}


def _name(request: Request) -> str:
    return f"{request.film}/{request.layer} {request.role} {request.key} attempt {request.attempt}"


async def _all(work: Sequence[Any]) -> None:
    """Await all. The first error stops the others, and is raised when they have ended."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
