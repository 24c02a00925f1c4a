"""A model's questions about one film: five generations are five questions, and an unreadable reply is asked again."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.engines.prompts import load_prompt
from linedscript.engines.protocol import Engine
from linedscript.engines.quoting import without_quotes
from linedscript.engines.recordings import read_answers
from linedscript.engines.rendering import own_words
from linedscript.engines.requests import make_request, request_hash
from linedscript.engines.views import NOTHING, Forbidden, View, leaks, leaks_later, template_leaks
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode
from linedscript.io.files import write_bytes
from linedscript.records.base import Evidence, FilmId, Language
from linedscript.records.character import Anchor
from linedscript.records.engine import RecordedLine, Request, Role, TranscriptLine


class Question(NamedTuple):
    key: str
    """Unique with ``sample`` within a film's layer; never shown."""
    sample: int
    payload: dict[str, Any]
    """What the prompt is filled with: nothing else of the film reaches the model."""
    view: View
    """What of it the role may be shown."""
    later: tuple[str, ...] = ()
    reference: tuple[str, ...] = ()
    """Sentences that its words mustn't hold (``engines.views.Forbidden``)."""
    moment: Anchor | None = None
    grounds: tuple[tuple[str, tuple[Evidence, ...]], ...] = ()
    """Of each record that is shown its evidence, none of which may stand behind ``moment``."""


class Asked(NamedTuple):
    reply: Any
    """Of the reply type; null where no attempt could be read."""
    problem: str | None
    request: str
    """Hash of the last attempt's request."""
    raw: Any


class Heard:
    """Every answer that was taken, failed attempts too: what a replay of the run needs."""

    def __init__(self) -> None:
        self.lines: defaultdict[tuple[str, FilmId], dict[str, RecordedLine]] = defaultdict(dict)
        """By layer and film, then by request, in the order asked; without words of their questions."""

    def add(self, other: "Heard") -> None:
        for place, lines in other.lines.items():
            self.lines[place] |= lines

    def served(self, role: Role) -> tuple[str, ...]:
        """What the servers of a role said of themselves, each account once, as JSON."""
        lines = (line for held in self.lines.values() for line in held.values())
        return tuple(sorted({encode(line.engine).decode() for line in lines if line.role == role and line.engine}))


class Asker:
    """Asks one role about one film. ``retries``: attempts after a reply that can't be read. ``forbidden``: the film's
    titles and original names, as far as anybody can say."""

    def __init__(
        self, engine: Engine, role: Role, layer: str, film: FilmId, language: Language, decoding: dict[str, Any],
        retries: int, generations: int, forbidden: Forbidden = NOTHING,
    ) -> None:  # fmt: skip
        self.engine = engine
        self.role = role
        self.layer = layer
        self.film = film
        self.language = language
        self.decoding = decoding
        self.retries = retries
        self.generations = generations
        self.heard = Heard()
        self._forbidden = forbidden

    @property
    def annotator(self) -> str:
        return self.engine.annotator

    def look(self, questions: Sequence[Question]) -> None:
        """Raise everything that the questions would show and mustn't (``engines.views``), each payload's once."""
        faults: dict[tuple[str, str, str], LinedscriptError] = {}
        for one in questions:
            forbidden = self._forbidden._replace(later=one.later, reference=one.reference)
            found = leaks(one.view, one.payload, forbidden)
            if one.moment is not None:
                found += [fault for name, held in one.grounds for fault in leaks_later(name, held, one.moment)]
            for leak in found:
                place = f"{self.film}/{one.key}, {leak.place}"
                fault = LinedscriptError(leak.code, place, leak.problem, leak.hint)
                faults.setdefault((leak.code, place, leak.problem), fault)
        raise_all(list(faults.values()))

    def look_at_template(self, prompt: str) -> None:
        """Raise what the template's own words tell and mustn't, and what is sent along as decoding."""
        name = f"{prompt}.{self.language}"
        sent = "\n".join(_texts(self.decoding))
        raise_all(
            [
                LinedscriptError(leak.code, f"{self.film}, {place}", leak.problem, leak.hint)
                for place, said in ((f"prompts/{name}.j2", own_words(name)), ("decoding", sent))
                for leak in template_leaks(place, said, self._forbidden)
            ]
        )

    def ask(self, prompt: str, questions: Sequence[Question], reply: type[msgspec.Struct]) -> list[Asked]:
        """In the order of the questions, none of which is asked where one leaks (``look``), or their template does.
        ``prompt``: the template's name without its language."""
        self.look_at_template(prompt)
        self.look(questions)
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
                kept = without_quotes(answer, request.payload)
                self.heard.lines[self.layer, self.film][answer.request] = kept
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


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from (name, *_texts(inner))
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _texts(inner)


class Looker(Asker):
    """Looks questions through and asks nobody."""

    annotator = "nobody"

    def __init__(self, film: FilmId, language: Language, decoding: dict[str, Any], forbidden: Forbidden) -> None:
        self.film, self.language, self.decoding, self.generations = film, language, decoding, 1
        self._forbidden = forbidden

    def ask(self, prompt: str, questions: Sequence[Question], reply: type[msgspec.Struct]) -> list[Asked]:
        self.look_at_template(prompt)
        self.look(questions)
        return [Asked(None, "nobody was asked", "0" * 64, None) for _ in questions]


def _asked(request: Request, answer: TranscriptLine, reply: type[msgspec.Struct]) -> Asked:
    if answer.error is not None or answer.reply is None:
        return Asked(None, answer.error or "no reply", request_hash(request), None)
    try:
        return Asked(msgspec.convert(answer.reply, reply), None, request_hash(request), answer.reply)
    except msgspec.ValidationError as error:
        return Asked(None, str(error), request_hash(request), None)


def failed_for_good(heard: Heard, retries: int) -> int:
    """Questions whose last attempt failed."""
    lines = (line for held in heard.lines.values() for line in held.values())
    return sum(line.error is not None and line.attempt > retries for line in lines)


def keep_heard(folder: Path, heard: Heard) -> None:
    """Write the answers as a recording of the run, ``<folder>/<layer>/<film>.jsonl``, beside those that it holds."""
    for (layer, film), lines in heard.lines.items():
        path = folder / layer / f"{film}.jsonl"
        held = {line.request: line for line in read_answers(path, journal=False, kind=RecordedLine)}
        write_bytes(path, b"".join(encode(line) + b"\n" for line in (held | lines).values()))
