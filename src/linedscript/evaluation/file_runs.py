"""A prediction file that was made elsewhere as a run: checked, judged, with a manifest of what is known of it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from linedscript.engines.protocol import Engine
from linedscript.errors import LinedscriptError, raise_all
from linedscript.evaluation.asking import Asker, Heard
from linedscript.evaluation.control_runs import release_ref
from linedscript.evaluation.judging import judged
from linedscript.evaluation.names_at_hand import forbidden_in
from linedscript.evaluation.prediction_file import OTHER, at_hand, check_predictions, ended_of, targets_of, told
from linedscript.evaluation.running import Names, evaluator_of
from linedscript.evaluation.soundness import taken
from linedscript.evaluation.tasks import condition_faults, task_named
from linedscript.evaluation.tree import FilmRun
from linedscript.io import yaml
from linedscript.records.base import FilmId
from linedscript.records.params import Model
from linedscript.records.release import View
from linedscript.records.run import FileConfig, RunManifest
from linedscript.release.tree import Release


class FileRun(NamedTuple):
    manifest: RunManifest
    films: dict[FilmId, FilmRun]
    notes: list[str]
    heard: Heard


def read_file_config(path: Path) -> FileConfig:
    """Strictly. Raises ``invalid-config`` with every field that doesn't go with the others."""
    try:
        config = msgspec.convert(yaml.load(path), FileConfig)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-config", str(path), str(error), "docs/evaluation.md has an example of every key"
        ) from None
    raise_all([LinedscriptError("invalid-config", f"{path}#{where}", why, hint) for where, why, hint in _odd(config)])
    return config


def _odd(config: FileConfig) -> Iterator[tuple[str, str, str]]:
    for why, hint in condition_faults(task_named(config.task), config.condition):
        yield "condition", why, hint
    if problem := taken(config.run, None):
        yield "run", problem, "name it after your system"
    if config.answerer.kind != "file":
        problem = f"is {config.answerer.kind}, which is said of runs that were made here"
        yield "answerer.kind", problem, "of predictions made elsewhere it is file"


def run_of_file(
    path: Path,
    config: FileConfig,
    releases: Mapping[View, Release],
    judge: Engine | None,
    names: Names,
    watch: Callable[..., object],
) -> FileRun:
    """The run of a sound file. Raises every fault of its lines, and ``other-view`` for a release of the other view."""
    release, other = releases[config.condition.view], releases[OTHER[config.condition.view]]
    view = release.manifest().view
    if view != config.condition.view:
        raise LinedscriptError(
            "other-view", str(release.root), f"is the {view} view, the file's is {config.condition.view}", "name it"
        )
    task = task_named(config.task)
    known = targets_of(release, task, config.condition.setting)
    checked = check_predictions(
        path,
        known,
        task,
        config.generations,
        lambda: at_hand(other, task, config.condition.setting),
        ended_of(release, task),
    )
    raise_all(told(checked.faults))
    languages = {film.id: film.language for film in release.films()}
    films: dict[FilmId, FilmRun] = {}
    heard = Heard()
    looked = False
    for film in watch(sorted(checked.predictions), config.run):
        targets = list(known[film].values())
        found = names(film) if view == "pseudonymized" else None
        looked = looked or found is not None
        asker = None
        if judge is not None and isinstance(config.judge, Model):
            layer, decoding = f"task_{config.task.lower()}_judge", config.judge.decoding
            own = next(one for one in release.films() if one.id == film)
            forbidden = forbidden_in(own, release.rows("entities", film), found)
            asker = Asker(
                judge, "judge", layer, film, languages[film], decoding, config.retries, config.generations, forbidden
            )
        predictions = checked.predictions[film]
        films[film] = FilmRun(predictions, judged(task, targets, predictions, asker, found), [])
        if asker is not None:
            heard.add(asker.heard)
    manifest = RunManifest(
        id=config.run,
        suite=config.suite,
        task=config.task,
        condition=config.condition,
        release=release_ref(release),
        films=tuple(films),
        left_out=tuple(film for film in release.manifest().films if film not in films),
        answerer=config.answerer,
        prompts=config.prompts,
        generations=config.generations,
        retrieval=config.retrieval,
        budget=config.budget,
        tools=config.tools,
        retries=config.retries,
        seed=None,
        evaluator=evaluator_of(config.judge, task, sorted({languages[film] for film in films}), looked),
        metric=task.metric,
    )
    return FileRun(manifest, films, checked.notes, heard)
