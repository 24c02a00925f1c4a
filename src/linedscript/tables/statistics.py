"""Table 1: what a release holds of the three tasks."""

from collections.abc import Callable, Iterable
from typing import Any, get_args

from linedscript.records.trajectory import CheckpointKind
from linedscript.tables.corpus import LANGUAGES, Corpus, refs
from linedscript.tables.model import Cell, Column, Table

_SINGLE = "single"


def _counted() -> Iterable[tuple[str, str, str, Callable[[Any], bool]]]:
    """Task, what is counted, layer, and which of its records count."""
    yield "Task I", "focal-character trajectories", "trajectories", lambda row: bool(row.checkpoints)
    yield "Task I", "checkpoints", "rubrics", lambda row: True
    for kind in get_args(CheckpointKind):
        yield "Task I", f"of these {kind.replace('_', ' ')}", "rubrics", lambda row, kind=kind: row.kind == kind
    yield "Task II", "questions", "items", lambda row: True
    yield "Task III", "single-turn prompts", "prompts", lambda row: row.mode == _SINGLE
    yield "Task III", "single-turn pairs", "prompts", lambda row: row.mode == _SINGLE and row.pair is not None
    yield "Task III", "episodes of several turns", "prompts", lambda row: row.mode != _SINGLE


def release_statistics(corpus: Corpus) -> Table:
    """Films, then trajectories and checkpoints (those with a rubric), questions, and interactions, by language."""
    by_language = [[film for film in corpus.films if film.language == code] for code in corpus.languages]
    everything = [corpus.films, *by_language]
    rows = [
        (
            Cell("Films"),
            Cell("screenplays"),
            *(Cell(len(films), tuple(film.id for film in films)) for films in everything),
        )
    ]
    for task, what, layer, holds in _counted():
        found = [[row for film in films for row in corpus.rows(layer, film.id) if holds(row)] for films in everything]
        rows.append((Cell(task), Cell(what), *(Cell(len(held), refs(layer, held)) for held in found)))
    return Table(
        "release_statistics",
        "The release's films and what it holds of each task; a pair is counted at its later prompt.",
        (
            Column("task", "Task", "text"),
            Column("what", "Counted", "text"),
            Column("all", "All", "count"),
            *(Column(code, LANGUAGES[code], "count") for code in corpus.languages),
        ),
        tuple(rows),
        f"n = {len(corpus.films)} films",
        total=False,
    )
