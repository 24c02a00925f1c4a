"""Recorded answers, found by the hash of their request, and the journal that they arrive in."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from linedscript.engines.requests import request_hash
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode
from linedscript.records.engine import Request, TranscriptLine


class Answers:
    """The answers of one run: ``<folder>/<run>/<layer>/<film>.jsonl`` of each recordings folder, then the journal.

    A file is read at the first request of its layer and film. Where two places answer one request, the first wins.
    """

    def __init__(self, run: str, recordings: Sequence[Path], journal: Path | None) -> None:
        self.run = run
        self._places = [(folder, False) for folder in recordings] + ([(journal, True)] if journal else [])
        self._known: dict[tuple[str, str], dict[str, TranscriptLine]] = {}

    def paths(self, layer: str, film: str) -> list[Path]:
        """Where an answer is looked for, in order."""
        return [folder / self.run / layer / f"{film}.jsonl" for folder, _ in self._places]

    def find(self, request: Request) -> TranscriptLine | None:
        place = (request.layer, request.film)
        if place not in self._known:
            known: dict[str, TranscriptLine] = {}
            for path, (_, torn_allowed) in zip(self.paths(*place), self._places, strict=True):
                for line in read_answers(path, torn_allowed=torn_allowed):
                    known.setdefault(line.request, line)
            self._known[place] = known
        return self._known[place].get(request_hash(request))


class ReplayEngine:
    """Answers from recordings alone; a request without one is an error."""

    deterministic = False
    """A retry is another request, with an answer of its own."""

    def __init__(self, run: str, annotator: str, recordings: Sequence[Path], journal: Path | None) -> None:
        self.annotator = annotator
        self._answers = Answers(run, recordings, journal)

    def ask(self, requests: Sequence[Request]) -> list[TranscriptLine]:
        faults: list[LinedscriptError] = []
        lines: list[TranscriptLine] = []
        for request in requests:
            line = self._answers.find(request)
            if line is None:
                faults.append(self._missing(request))
            elif request.role == "construct" and line.annotator != self.annotator:
                faults.append(
                    LinedscriptError(
                        "other-annotator",
                        _name(request),
                        f"the run {self._answers.run} recorded {line.annotator}, the settings name {self.annotator}",
                        "give the run another name, or name the model that it recorded",
                    )
                )
            else:
                lines.append(line)
        raise_all(faults)
        return lines

    def _missing(self, request: Request) -> LinedscriptError:
        looked = ", ".join(str(path) for path in self._answers.paths(request.layer, request.film)) or "no folder given"
        return LinedscriptError(
            "answer-missing",
            _name(request),
            f"no recorded answer to request {request_hash(request)} in run {self._answers.run}; looked at {looked}",
            "fetch the run's recordings, or annotate with an engine that asks; a changed payload, prompt or "
            "decoding is another request",
        )


def _name(request: Request) -> str:
    return (
        f"{request.film}/{request.layer} {request.role} {request.key} sample {request.sample} attempt {request.attempt}"
    )


def read_answers(path: Path, *, torn_allowed: bool) -> list[TranscriptLine]:
    """The lines of ``path`` that are answers: those whose error is null. A file that isn't there holds none.

    With ``torn_allowed`` a last line that a killed process left unfinished is reported on stderr and left out;
    anything else that can't be read is an error.
    """
    if not path.is_file():
        return []
    decoder = msgspec.json.Decoder(TranscriptLine)
    pieces = path.read_bytes().split(b"\n")
    torn = pieces.pop()
    faults: list[LinedscriptError] = []
    answers: list[TranscriptLine] = []
    for number, piece in enumerate(pieces, 1):
        try:
            line = decoder.decode(piece)
        except (msgspec.MsgspecError, RecursionError) as error:
            faults.append(LinedscriptError("invalid-record", f"{path}:{number}", str(error)))
            continue
        if line.error is None:
            answers.append(line)
    if torn and torn_allowed:
        print(
            f"{path}:{len(pieces) + 1}: unfinished last line ignored; its answer will be asked again", file=sys.stderr
        )
    elif torn:
        faults.append(
            LinedscriptError("torn-file", str(path), "the last line has no line end", "fetch the recording again")
        )
    raise_all(faults)
    return answers


def append(path: Path, lines: Sequence[TranscriptLine]) -> None:
    """Add lines to a journal and flush them to disk. An unfinished last line of a killed process is cut off first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(0)
            whole = file.read().rfind(b"\n") + 1
            if whole < size:
                file.truncate(whole)
        file.write(b"".join(encode(line) + b"\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())
