"""From a build's transcripts to a recording that is kept: copied, scanned for script text, named in the manifest."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode, read_records, unreadable
from linedscript.io.files import write_bytes
from linedscript.records.engine import TranscriptDigest, TranscriptLine
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.release import QuoteLimit
from linedscript.records.scene import Scene
from linedscript.records.source import Film
from linedscript.release.gates.quotes import Script, bounds, tokens
from linedscript.release.gather import transcript_digest
from linedscript.release.publish import recorded


class Promoted(NamedTuple):
    rows: list[TranscriptDigest]
    """What the manifest gets, by film and layer."""
    answers: int
    failed: int
    """Attempts without a usable reply; they are part of the recording."""
    tokens: dict[str, dict[str, int]]
    """By model: ``prompt_tokens`` and ``completion_tokens``."""


def promote(
    build: Path, target: Path, run: str, films: Sequence[Film], limit: QuoteLimit | None, manifest: Path
) -> Promoted:
    """Copy every transcript of the films to ``<target>/<run>/<layer>/<film>.jsonl`` and put its digest in ``manifest``.

    ``limit``: how much consecutive script text a reply may hold; null for a private recording. Nothing is written
    unless every transcript is there and within the limit. Raises ``missing-file`` and ``quotes-script``.
    """
    faults: list[LinedscriptError] = []
    found: list[tuple[Path, TranscriptDigest]] = []
    spent: dict[str, dict[str, int]] = {}
    answers = failed = 0
    for film in films:
        script = _script(build, film, limit) if limit else None
        for layer in ENGINE_LAYERS:
            path = build / "transcripts" / layer / f"{film.id}.jsonl"
            try:
                lines = read_transcript(path)
            except LinedscriptError as error:
                faults.append(error)
                continue
            if script is not None and limit is not None:
                faults += _quoting(lines, script, bounds(limit, film.language)[0], film, path)
            for line in lines:
                answers += line.error is None
                failed += line.error is not None
                of_model = spent.setdefault(line.annotator, {"prompt_tokens": 0, "completion_tokens": 0})
                for name in of_model:
                    of_model[name] += line.usage.get(name, 0)
            found.append((path, transcript_digest(path, film.id, layer, run)))
    raise_all(faults)
    rows = [row for _, row in found]
    noted = _noted(manifest, run, rows)
    for path, row in found:
        write_bytes(target / run / row.layer / f"{row.film}.jsonl", path.read_bytes())
    write_bytes(manifest, noted)
    return Promoted(rows, answers, failed, spent)


def read_transcript(path: Path) -> list[TranscriptLine]:
    """Every line of a build's transcript, failed attempts included."""
    try:
        return [msgspec.json.decode(line, type=TranscriptLine) for line in path.read_bytes().splitlines()]
    except FileNotFoundError:
        raise LinedscriptError(
            "missing-file", str(path), "no such transcript", "build the backbone first: snakemake -- backbone"
        ) from None
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LinedscriptError("invalid-record", str(path), str(error)) from None


def _script(build: Path, film: Film, limit: QuoteLimit) -> Script:
    scenes = read_records(build / "scenes" / f"{film.id}.jsonl", Scene)
    return Script([scene.text for scene in scenes], film.language, bounds(limit, film.language)[1])


def _quoting(
    lines: Iterable[TranscriptLine], script: Script, longest: int, film: Film, path: Path
) -> Iterator[LinedscriptError]:
    unit = "characters" if film.language == "zh" else "words"
    for line in lines:
        length = max((script.longest(tokens(text, film.language))[0] for text in _texts(line.reply)), default=0)
        if length > longest:
            yield LinedscriptError(
                "quotes-script",
                f"{path}#{line.key} {line.role} attempt {line.attempt}",
                f"the reply repeats {length} consecutive {unit} of the script; {longest} are allowed in public",
                "keep this run under private/: linedscript recordings promote --private",
            )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _noted(manifest: Path, run: str, rows: Sequence[TranscriptDigest]) -> bytes:
    """The manifest with the run's rows in the place of those that it had of it for the same films."""
    films = {row.film for row in rows}
    old = recorded(manifest)
    kept = [row for row in old if row.run != run or row.film not in films]
    every = sorted([*kept, *rows], key=lambda row: (row.run, row.film, row.layer))
    raise_all(unreadable(every, str(manifest)))
    return b"".join(encode(row) + b"\n" for row in every)
