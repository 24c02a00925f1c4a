"""From a build's transcripts to a recording that is kept: checked, copied, named in the manifest."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.engines.recordings import model_names, models_of, parsed
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode, read_records, unreadable
from linedscript.io.files import read_bytes, write_bytes
from linedscript.records.engine import Role, TranscriptDigest, TranscriptLine
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


Replays = Callable[[str, Mapping[str, Sequence[TranscriptLine]]], Iterable[LinedscriptError]]
"""Of a film and its answers by layer: what there is wrong with them as the answers to the run's questions."""


def promote(
    build: Path,
    target: Path,
    run: Annotator,
    films: Sequence[Film],
    public: Public | None,
    manifest: Path,
    replays: Replays,
) -> Promoted:
    """Copy every transcript of the films to ``<target>/<run>/<layer>/<film>.jsonl`` and put its digest in ``manifest``.

    ``public``: what the recording may hold; null for a private one. Nothing is written unless every transcript is
    there, answers the questions of this run by its models, and passes ``recording_scan``. All faults are raised
    together.
    """
    faults: list[LinedscriptError] = []
    found: list[tuple[bytes, TranscriptDigest]] = []
    spent: dict[str, dict[str, int]] = {}
    answers = failed = 0
    for film in films:
        script = _script(build, film, public.limit) if public else None
        said: dict[str, Sequence[TranscriptLine]] = {}
        for layer in ENGINE_LAYERS:
            path = build / "transcripts" / layer / f"{film.id}.jsonl"
            try:
                data = read_bytes(path, "build the backbone first: snakemake -- backbone")
                lines = parsed(data, path, journal=False)
            except LinedscriptError as error:
                faults.append(error)
                continue
            said[layer] = lines
            strange = list(_strange(lines, path, layer, model_names(models_of(run))))
            faults += strange
            if not strange:
                found.append((data, digest_of(lines, data, film.id, layer, run.run, str(path))))
            faults += scanned(lines, path, film, public, script)
            for line in lines:
                answers += line.error is None
                failed += line.error is not None
                of_model = spent.setdefault(line.annotator, {"prompt_tokens": 0, "completion_tokens": 0})
                for name in of_model:
                    of_model[name] += line.usage.get(name, 0)
        if public is not None and script is not None:
            faults += repeated(film, public, script)
        if not faults:  # else the draw would say the same once more, in other words
            faults += replays(film.id, said)
    raise_all(faults)
    rows = [row for _, row in found]
    noted = _noted(manifest, run.run, rows)
    for data, row in found:
        write_bytes(target / run.run / row.layer / f"{row.film}.jsonl", data)
    write_bytes(manifest, noted)
    return Promoted(rows, answers, failed, spent)


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
