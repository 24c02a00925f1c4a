"""The frozen contexts of a film's targets, and their texts again."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from linedscript.errors import LinedscriptError
from linedscript.evaluation.film_rows import build_rows
from linedscript.evaluation.retrieval.building import GRAPH_LAYERS, Source, build_index, stretches
from linedscript.evaluation.retrieval.passages import Stretch
from linedscript.evaluation.retrieval.ranking import retrieve
from linedscript.evaluation.tasks import TASKS, Target, Task, task_named
from linedscript.io.canonical import read_records
from linedscript.io.files import sha256_text
from linedscript.records.base import FilmId, Language
from linedscript.records.evaluation import Kind, RetrievalSettings
from linedscript.records.release import View
from linedscript.records.run import Retrieved
from linedscript.records.scene import Scene
from linedscript.screenplay.tokens import tokenizer_named


def retrieve_film(
    film: FilmId,
    language: Language,
    view: View,
    kind: Kind,
    scenes: Path,
    roots: Sequence[Path],
    settings: RetrievalSettings,
    tokenizer: str,
) -> list[Retrieved]:
    """For the targets of every task that retrieves passages of the film's text, read from a build's folders."""
    source = source_of(kind, language, read_records(scenes, Scene), build_rows(_layers(kind), roots, film))
    asked: list[tuple[str, str]] = []
    for task in map(task_named, TASKS):
        asked += queries(task, task.targets(film, language, build_rows(task.layers, roots, film)))
    return retrieve(film, view, asked, build_index(kind, source, settings, tokenizer), settings.top_k)


def _layers(kind: Kind) -> tuple[str, ...]:
    return GRAPH_LAYERS if kind == "graph" else ()


def source_of(kind: Kind, language: Language, scenes: Sequence[Scene], rows: Mapping[str, Sequence[Any]]) -> Source:
    """``rows``: of the graph's layers, where the kind needs them."""
    ordered = sorted(scenes, key=lambda scene: scene.index)
    return Source(language, ordered, **{layer: rows[layer] for layer in _layers(kind)})


def queries(task: Task, targets: Iterable[Target]) -> list[tuple[str, str]]:
    """``(target, question)`` of the targets that are retrieved for."""
    return [(target.id, query) for target in targets if (query := task.query(target)).strip()]


def contexts(
    rows: Sequence[Retrieved], source: Source, settings: RetrievalSettings, tokenizer: str, budget: int
) -> dict[str, list[str]]:
    """Target to the texts of its passages: the best that fit into ``budget`` content tokens, in order of the story.

    Raises ``changed-passage`` where the text at hand isn't what the context was frozen over.
    """
    count = tokenizer_named(tokenizer).count
    texts = {scene.id: scene.text for scene in source.scenes}
    records: dict[str, Stretch] = {}
    order: dict[str, int] = {scene.id: scene.index for scene in source.scenes}
    if any(passage.record for row in rows for passage in row.passages):
        records = {one.record or "": one for one in stretches("graph", source, settings, tokenizer)}
    found: dict[str, list[str]] = {}
    for row in rows:
        held: list[tuple[tuple[int, int], str]] = []
        room = budget
        for rank, passage in enumerate(row.passages):
            if passage.record is not None:
                text = records[passage.record].text if passage.record in records else None
            else:
                text = texts.get(passage.scene, "")[passage.start : passage.end]
                text = text if sha256_text(text) == passage.sha256 else None
            if text is None:
                raise LinedscriptError(
                    "changed-passage",
                    f"{row.film}/{row.id}, passage {rank + 1}",
                    f"isn't in the text of {passage.scene} at hand",
                    "name the scene texts of the view and version that were indexed, or retrieve again",
                )
            size = count(text)
            if size > room:
                continue
            room -= size
            held.append(((order.get(passage.scene, 0), passage.start if passage.start is not None else rank), text))
        found[row.id] = [text for _, text in sorted(held)]
    return found
