"""Recorded answers, found by the hash of their request, and the journal that they arrive in."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from linedscript.engines.quoting import with_quotes
from linedscript.engines.requests import request_hash
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode
from linedscript.io.files import named, read_bytes
from linedscript.records.engine import RecordedLine, Request, Role, TranscriptLine
from linedscript.records.params import Annotator, Model

L = TypeVar("L", bound=TranscriptLine)
_BLOCK = 65536
"""Bytes."""
_ANEW = "fetch the recording again; one that a run here wrote may be deleted: the journal has its answers"


class Answers:
    """The answers of one run: ``<folder>/<run>/<layer>/<film>.jsonl`` of each recordings folder, then the journal.

    A file is read at the first request of its layer and film. Where two places answer one request, the first wins; a
    failed attempt is no answer beside one that was made again and came.
    Words of the question that a recording left out of an answer are back in it (``quoting``).
    """

    def __init__(
        self, run: str, recordings: Sequence[Path], journal: Path | None, retry_from: int | None = None
    ) -> None:
        """``retry_from``: failed attempts from this number on are no answers, and it is said on stderr of how many."""
        self.run = run
        self._retry_from = retry_from
        self._places = [(folder, False) for folder in recordings] + ([(journal, True)] if journal else [])
        self._known: dict[tuple[str, str], dict[str, RecordedLine | TranscriptLine]] = {}

    def paths(self, layer: str, film: str) -> list[Path]:
        """Where an answer is looked for, in order."""
        return [folder / self.run / layer / f"{film}.jsonl" for folder, _ in self._places]

    def find(self, request: Request) -> TranscriptLine | None:
        place = (request.layer, request.film)
        if place not in self._known:
            known: dict[str, RecordedLine | TranscriptLine] = {}
            for path, (_, journal) in zip(self.paths(*place), self._places, strict=True):
                lines = read_answers(path, journal=journal, kind=TranscriptLine if journal else RecordedLine)
                taken = [line for line in lines if not self._is_retried(line)]
                if again := len(lines) - len(taken):
                    print(f"{path}: last attempts that failed and are made again: {again}", file=sys.stderr)
                for line in taken:
                    if known.setdefault(line.request, line).error is not None and line.error is None:
                        known[line.request] = line
            self._known[place] = known
        line = self._known[place].get(request_hash(request))
        return with_quotes(line, request.payload) if isinstance(line, RecordedLine) else line

    def _is_retried(self, line: TranscriptLine) -> bool:
        return self._retry_from is not None and line.error is not None and line.attempt >= self._retry_from

    def keep(self, request: Request, line: TranscriptLine) -> None:
        """Know an answer that came just now, so that the same question isn't asked twice and answered otherwise."""
        self.find(request)
        self._known[request.layer, request.film].setdefault(line.request, line)

    def checked(
        self, request: Request, names: Mapping[Role, str], reply: type[msgspec.Struct]
    ) -> TranscriptLine | None:
        """``find``, but for an answer of another model than ``names`` has for the role, ``other-annotator``, and for
        one that isn't valid under ``reply``, ``invalid-answer``: only valid ones are kept, so that somebody changed
        it."""
        line = self.find(request)
        if line is not None and line.annotator != names[request.role]:
            raise LinedscriptError(
                "other-annotator",
                _name(request),
                f"the run {self.run} recorded {line.annotator}, the settings name {names[request.role]}",
                "give the run another name, or name the model that it recorded",
            )
        if line is not None and line.error is None:
            try:
                msgspec.convert(line.reply, reply)
            except (msgspec.ValidationError, RecursionError) as error:
                raise LinedscriptError(
                    "invalid-answer",
                    _name(request),
                    f"the answer that the run {self.run} recorded isn't one: {error}",
                    f"take the line of request {line.request[:12]}… out of the journal, where it will be asked again; "
                    "of a recording, fetch it anew",
                ) from None
        return line


def models_of(run: Annotator) -> dict[Role, Model]:
    """The models of a run of construction, by role."""
    return {"construct": run.models.construct, "judge": run.models.judge}


def model_names(models: Mapping[Role, Model]) -> dict[Role, str]:
    """Who speaks in each role."""
    return {role: annotator(model) for role, model in models.items()}


def speaker(lines: Sequence[TranscriptLine], role: Role, run: str, place: str) -> str:
    """Who answered in a role; the run's name where nobody was asked. Two are an error, ``several-annotators``."""
    who = sorted({line.annotator for line in lines if line.role == role})
    if len(who) > 1:
        raise LinedscriptError("several-annotators", place, f"{', '.join(who)} as {role} in one transcript")
    return who[0] if who else run


def annotator(model: Model) -> str:
    """How records name a model."""
    return name_of(model.model, model.revision)


def name_of(model: str, revision: str | None) -> str:
    """As ``annotator`` says it; without a revision the name alone."""
    return f"{model}@{revision}" if revision else model


class ReplayEngine:
    """Answers from recordings alone; a request without one is an error."""

    deterministic = False
    """A retry is another request, with an answer of its own."""

    def __init__(self, names: Mapping[Role, str], answers: Answers) -> None:
        """``names``: of each role that is asked, the one that makes records first."""
        self.annotator = next(iter(names.values()))
        self._names = names
        self._answers = answers

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        faults: list[LinedscriptError] = []
        lines: list[TranscriptLine] = []
        missing: dict[tuple[str, str, str], list[Request]] = {}
        for request in requests:
            try:
                line = self._answers.checked(request, self._names, reply)
            except LinedscriptError as error:
                faults.append(error)
                continue
            if line is None:
                missing.setdefault((request.film, request.layer, request.role), []).append(request)
            else:
                lines.append(line)
        raise_all([*faults, *map(self._missing, missing.values())])
        return lines

    def _missing(self, held: Sequence[Request]) -> LinedscriptError:
        """``held``: all of one film, layer and role that lack an answer, which one line tells."""
        request, more = held[0], len(held) - 1
        keys = list(dict.fromkeys(one.key for one in held if one.key != request.key))
        named = ", ".join(keys[:3]) + (", …" if len(keys) > 3 else "") if keys else "further samples of it"
        looked = ", ".join(str(path) for path in self._answers.paths(request.layer, request.film)) or "no folder given"
        return LinedscriptError(
            "answer-missing",
            _name(request),
            f"no recorded answer to request {request_hash(request)} in run {self._answers.run}; looked at {looked}"
            + (f"; nor to {more} more of {request.film}/{request.layer} {request.role}: {named}" if more else ""),
            "fetch the run's recordings, or annotate with an engine that asks; a changed payload, prompt or "
            "decoding is another request",
        )


def _name(request: Request) -> str:
    return (
        f"{request.film}/{request.layer} {request.role} {request.key} sample {request.sample} attempt {request.attempt}"
    )


def read_answers(path: Path, *, journal: bool, kind: type[L] = TranscriptLine) -> list[L]:
    """The lines of ``path``. A file that isn't there holds none.

    A recording holds failed attempts too, so that a replay has the ledger of the run that it records. Of a journal they
    are left out and asked again; a last line that a killed process left unfinished is reported on stderr and left out.
    Anything else that can't be read is an error.
    """
    return parsed(read_bytes(path), path, journal=journal, kind=kind) if os.path.lexists(path) else []


def parsed(data: bytes, path: Path, *, journal: bool, kind: type[L] = TranscriptLine) -> list[L]:
    """``read_answers``, of a file's bytes."""
    decoder = msgspec.json.Decoder(kind)
    pieces = data.split(b"\n")
    torn = pieces.pop()
    if journal and _is_whole(torn):
        pieces.append(torn)
        torn = b""
    hint = "take the line out: its answer will be asked again" if journal else _ANEW
    faults: list[LinedscriptError] = []
    answers: list[L] = []
    for number, piece in enumerate(pieces, 1):
        try:
            line = decoder.decode(piece)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            faults.append(LinedscriptError("invalid-record", f"{path}:{number}", str(error), hint))
            continue
        if line.error is None and line.reply is None and not journal:
            problem = "has neither a reply nor an error"
            faults.append(LinedscriptError("invalid-record", f"{path}:{number}", problem, hint))
        elif not journal or (line.error is None and line.reply is not None):
            answers.append(line)
    if torn and journal:
        print(
            f"{path}:{len(pieces) + 1}: unfinished last line ignored; its answer will be asked again", file=sys.stderr
        )
    elif torn:
        faults.append(LinedscriptError("torn-file", str(path), "the last line has no line end", _ANEW))
    raise_all(faults)
    return answers


def append(path: Path, lines: Sequence[TranscriptLine]) -> None:
    """Add lines to a journal and flush them to disk. An unfinished last line of a killed process is cut off first,
    under a lock: else it might be one that another process is writing. One that lacks its line end alone gets it."""
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    with named(path), path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed
        size = file.seek(0, os.SEEK_END)
        tail = _tail(file, size)
        if _is_whole(tail):
            file.write(b"\n")
        elif tail:
            file.truncate(size - len(tail))
        file.write(b"".join(encode(line) + b"\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def _tail(file: BinaryIO, size: int) -> bytes:
    """What stands behind the last line end. Not all is read for it: a film's journal gets a line per answer."""
    tail = b""
    while len(tail) < size:
        start = max(0, size - len(tail) - _BLOCK)
        file.seek(start)
        piece = file.read(size - len(tail) - start)
        before, end, behind = piece.rpartition(b"\n")
        tail = behind + tail
        if end:
            break
    return tail


def _is_whole(line: bytes) -> bool:
    """Whether a line is there but for its end: half an object is no JSON."""
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
