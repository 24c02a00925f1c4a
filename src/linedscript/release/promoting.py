"""From a build's transcripts to a recording that is kept: checked, freed of script text, named in the manifest."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.engines.quoting import without_quotes
from linedscript.engines.recordings import model_names, models_of, parsed
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode, read_records, unreadable
from linedscript.io.files import read_bytes, write_bytes
from linedscript.records.engine import RecordedLine, Request, Role, TranscriptDigest, TranscriptLine
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.params import Annotator
from linedscript.records.release import QuoteLimit
from linedscript.records.scene import Scene
from linedscript.records.source import Film
from linedscript.release.gates.quotes import Script, bounds
from linedscript.release.gather import digest_of
from linedscript.release.publish import recorded
from linedscript.release.recording_scan import Public, repeated, scanned


class Promoted(NamedTuple):
    rows: list[TranscriptDigest]
    """What the manifest gets, by film and layer."""
    answers: int
    failed: int
    """Attempts without a usable reply; they are part of the recording."""
    tokens: dict[str, dict[str, int]]
    """By model: ``prompt_tokens`` and ``completion_tokens``."""


Heard = Callable[[Request, TranscriptLine], None]
"""Gets each question of a run with its answer."""
Replays = Callable[[str, Mapping[str, Sequence[TranscriptLine]], Heard], Iterable[LinedscriptError]]
"""Of a film and its answers by layer: what there is wrong with them as the answers to the run's questions."""


def promote(
    build: Path,
    target: Path,
    run: Annotator,
    films: Iterable[Film],
    public: Public | None,
    manifest: Path,
    replays: Replays,
) -> Promoted:
    """Keep every transcript of the films as ``<target>/<run>/<layer>/<film>.jsonl`` and put its digest in ``manifest``.

    ``public``: what the recording may hold, which is made without the words of its questions (``quoting``); null for a
    private one, a copy. Nothing is written unless every transcript is there, answers the questions of this run by its
    models, and passes ``recording_scan``. The faults of all films are raised together.
    """
    faults: list[LinedscriptError] = []
    found: list[tuple[bytes, TranscriptDigest]] = []
    spent: dict[str, dict[str, int]] = {}
    answers = failed = 0
    for film in films:
        before = len(faults)
        said: dict[str, tuple[Path, bytes, Sequence[TranscriptLine]]] = {}
        for layer in ENGINE_LAYERS:
            path = build / "transcripts" / layer / f"{film.id}.jsonl"
            try:
                data = read_bytes(path, "build the backbone first: snakemake -- backbone")
                lines = parsed(data, path, journal=False)
            except LinedscriptError as error:
                faults.append(error)
                continue
            said[layer] = path, data, lines
            faults += _strange(lines, path, layer, model_names(models_of(run)))
        kept = _Kept(public is not None)
        if len(faults) == before:
            faults += replays(film.id, {layer: lines for layer, (_, _, lines) in said.items()}, kept.hear)
        if len(faults) > before:  # what isn't this run's isn't looked through
            continue
        script = _script(build, film, public.limit) if public else None
        for layer, (path, data, lines) in said.items():
            recorded_lines = [kept.of(line) for line in lines]
            faults += scanned(recorded_lines, path, film, public, script)
            out = data if public is None else b"".join(encode(line) + b"\n" for line in recorded_lines)
            found.append((out, digest_of(lines, data, film.id, layer, run.run, str(path))))
            for line in lines:
                answers += line.error is None
                failed += line.error is not None
                of_model = spent.setdefault(line.annotator, {"prompt_tokens": 0, "completion_tokens": 0})
                for name in of_model:
                    of_model[name] += line.usage.get(name, 0)
        if public is not None and script is not None:
            faults += repeated(film, public, script)
    raise_all(faults)
    rows = [row for _, row in found]
    noted = _noted(manifest, run.run, rows)
    for data, row in found:
        write_bytes(target / run.run / row.layer / f"{row.film}.jsonl", data)
    write_bytes(manifest, noted)
    return Promoted(rows, answers, failed, spent)


class _Kept:
    """A film's answers as its recording will have them."""

    def __init__(self, public: bool) -> None:
        self._public = public
        self._lines: dict[tuple[str, str], RecordedLine] = {}

    def hear(self, request: Request, line: TranscriptLine) -> None:
        if self._public:
            self._lines[line.layer, line.request] = without_quotes(line, request.payload)

    def of(self, line: TranscriptLine) -> TranscriptLine:
        return self._lines.get((line.layer, line.request), line)


def _strange(
    lines: Sequence[TranscriptLine], path: Path, layer: str, names: Mapping[Role, str]
) -> Iterator[LinedscriptError]:
    """Answers of another layer, or of other models than the run names, and second ones to one request: of those a
    replay would take one, and what was checked may be the other."""
    hint = "build with the params that name this run, then promote"
    first: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        if (before := first.setdefault(line.request, number)) != number:
            yield LinedscriptError("answered-twice", place, f"line {before} answers the same request", hint)
        if line.layer != layer:
            yield LinedscriptError(
                "other-layer", place, f"an answer of the layer {line.layer} in that of {layer}", hint
            )
        if line.annotator != names[line.role]:
            problem = f"{line.annotator} answered as {line.role}; the run names {names[line.role]}"
            yield LinedscriptError("other-annotator", place, problem, hint)


def _script(build: Path, film: Film, limit: QuoteLimit) -> Script:
    scenes = read_records(build / "scenes" / f"{film.id}.jsonl", Scene)
    return Script([scene.text for scene in scenes], film.language, bounds(limit, film.language)[1])


def _noted(manifest: Path, run: str, rows: Sequence[TranscriptDigest]) -> bytes:
    """The manifest with the run's rows in the place of those that it had of it for the same films."""
    films = {row.film for row in rows}
    old = recorded(manifest)
    kept = [row for row in old if row.run != run or row.film not in films]
    every = sorted([*kept, *rows], key=lambda row: (row.run, row.film, row.layer))
    raise_all(unreadable(every, str(manifest)))
    return b"".join(encode(row) + b"\n" for row in every)
