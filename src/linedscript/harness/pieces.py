"""What one sample of a harness is: a question, a character's trajectory, or a role-play prompt, with all it needs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.engines.views import Forbidden
from linedscript.evaluation.asking import Heard
from linedscript.evaluation.judging import EXACT
from linedscript.evaluation.names_at_hand import map_finder
from linedscript.evaluation.prediction_file import OTHER
from linedscript.evaluation.running import Engines, Running, checked_config, look_through, manifest_of, prepare
from linedscript.evaluation.scoring import generation_values
from linedscript.evaluation.settings import in_params
from linedscript.evaluation.tasks import Target, Task
from linedscript.evaluation.texts_at_hand import text_finder
from linedscript.identity.matching import Matcher
from linedscript.records.base import FilmId, Language
from linedscript.records.run import Condition, Judgement, Prediction, RunConfig, RunManifest, TaskNumber
from linedscript.release.sums import require_whole
from linedscript.release.tree import Release

_SOMEBODY = {"model": "somebody", "revision": "unknown", "quantization": None, "context": 1, "decoding": {}}
"""Whoever inspect_ai has for the role."""


class Asked(NamedTuple):
    """What a person tells a task, under the names of its parameters."""

    release: str
    setting: str
    memory: str | None = None
    films: str = ""
    generations: int = 1
    retrieval: str | None = None
    budget: int | None = None
    retries: int = 2
    texts: str = ""
    params: str = "params.yaml"
    identity: str = "manifests/identity.json"


class Piece(NamedTuple):
    id: str
    """``<film>/<target>``, of Task I ``<film>/<character>``."""
    film: FilmId
    language: Language
    targets: tuple[Target, ...]
    contexts: Mapping[str, Sequence[str]]
    forbidden: Forbidden
    names: Matcher | None


class Opened(NamedTuple):
    task: Task
    condition: Condition
    pieces: tuple[Piece, ...]
    measures: tuple[str, ...]
    """Those that have a value in this setting."""
    protocol: dict[str, Any]
    """What of a prediction file's configuration doesn't hang on who answers."""


def open_pieces(number: TaskNumber, asked: Asked, judged: bool) -> Opened:
    """Everything that a run asks about, looked up and looked through before anything is asked. ``judged``: by a model.

    Raises ``invalid-config`` for parameters that don't go together, every leak of what would be shown, and what opening
    a release raises.
    """
    release = Release(Path(asked.release))
    require_whole([release.root])
    view = release.manifest().view
    condition = {"view": view, "setting": asked.setting, "memory": asked.memory}
    config = _config(number, asked, condition, judged)
    settings, tokenizer = in_params(Path(asked.params))
    texts = text_finder(
        {view: Path(asked.texts) if asked.texts else None}, {view: release.root, OTHER[view]: release.root}
    )
    names = map_finder(Path(asked.identity))
    running = Running(config, {view: release}, settings, tokenizer, texts, names, Engines(None, None))
    one = config.conditions[0]
    prepared = [prepare(running, one, *film) for film in running.films(one)]
    look_through(running, one, prepared)
    pieces: list[Piece] = []
    for film in prepared:
        groups: dict[str, list[Target]] = {}
        for target in film.targets:
            groups.setdefault(running.task.group(target) or target.id, []).append(target)
        pieces += [
            Piece(
                f"{film.film}/{name}", film.film, film.language, tuple(own), film.contexts, film.forbidden, film.names
            )
            for name, own in groups.items()
        ]
    manifest = manifest_of(running, one, [film for film, _ in running.films(one)], Heard(), False)
    return Opened(running.task, one, tuple(pieces), _valued(running.task, pieces), _protocol(manifest))


def _protocol(manifest: RunManifest) -> dict[str, Any]:
    """The part of a prediction file's configuration that doesn't hang on who answers (``records.run.FileConfig``)."""
    return msgspec.to_builtins(
        {
            "suite": manifest.suite,
            "task": manifest.task,
            "condition": manifest.condition,
            "prompts": manifest.prompts,
            "retrieval": manifest.retrieval,
            "budget": manifest.budget,
            "tools": (),
            "retries": manifest.retries,
        }
    )


def _config(number: TaskNumber, asked: Asked, condition: dict[str, Any], judged: bool) -> RunConfig:
    films = [film for film in str(asked.films).replace(",", " ").split() if film]
    given = {
        "run": "harness",
        "suite": "stage",
        "task": number,
        "conditions": [condition],
        "films": films or None,
        "generations": asked.generations,
        "answerer": _SOMEBODY,
        "judge": _SOMEBODY if judged else EXACT,
        "retrieval": asked.retrieval,
        "budget": asked.budget,
        "retries": asked.retries,
    }
    return checked_config(given, f"stage_task_{number.lower()}")


def _valued(task: Task, pieces: Sequence[Piece]) -> tuple[str, ...]:
    """The measures that the reference has in a piece alone: pairs lie across pieces."""
    found: set[str] = set()
    for piece in pieces:
        for target in piece.targets:
            labels = {one.dimension: one.label for one in task.exact(target, task.reference(target))}
            found |= {measure for measure in task.measures if task.value(target, labels, measure) is not None}
    return tuple(measure for measure in task.measures if measure in found)


def scores_of(
    opened: Opened, piece: Piece, predictions: Sequence[Prediction], judgements: Sequence[Judgement]
) -> tuple[dict[str, float | None], list[str]]:
    """Of one generation by measure the mean over the piece's targets; ``missing``, the share without a score; and why
    they have none."""
    made = {one.target: one for one in predictions}
    held: dict[str, dict[str, Judgement]] = {}
    for one in judgements:
        held.setdefault(one.target, {})[one.dimension] = one
    reasons: list[str] = []
    values: dict[str, list[float]] = {measure: [] for measure in opened.measures}
    for target in piece.targets:
        reason, found = generation_values(opened.task, target, made.get(target.id), held.get(target.id, {}))
        if reason is not None:
            reasons.append(f"{target.id}: {reason}")
        for measure in opened.measures:
            if (value := found[measure]) is not None:
                values[measure].append(value)
    means = {measure: sum(own) / len(own) if own else None for measure, own in values.items()}
    return means | {"missing": len(reasons) / len(piece.targets)}, reasons
