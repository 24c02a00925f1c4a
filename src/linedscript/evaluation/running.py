"""A run of a model or a control over a release, condition by condition and film by film.

Every answer is in the journal as it arrives, so a run that was interrupted goes on where it stopped: the same command
asks only what no recording and no journal answers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.engines.prompts import load_prompt
from linedscript.engines.protocol import Engine
from linedscript.engines.views import Forbidden
from linedscript.errors import Faults, LinedscriptError, raise_all
from linedscript.evaluation.asking import Asker, Heard, Looker
from linedscript.evaluation.control_runs import release_ref
from linedscript.evaluation.controls import control_predictions
from linedscript.evaluation.judging import EXACT, REVERSION, judged
from linedscript.evaluation.names_at_hand import forbidden_in
from linedscript.evaluation.retrieval.building import GRAPH_LAYERS, build_index
from linedscript.evaluation.retrieval.ranking import retrieve
from linedscript.evaluation.retrieving import contexts, queries, source_of
from linedscript.evaluation.soundness import taken
from linedscript.evaluation.tasks import Remembering, Target, Task, condition_faults, task_named
from linedscript.evaluation.tree import FilmRun
from linedscript.identity.matching import Matcher
from linedscript.io import yaml
from linedscript.io.files import sha256_text
from linedscript.records.base import FilmId, Language
from linedscript.records.engine import Role
from linedscript.records.evaluation import EvaluationSettings, Kind
from linedscript.records.params import Model
from linedscript.records.release import View
from linedscript.records.run import (
    Answerer,
    Condition,
    Evaluator,
    PromptUse,
    Retrieval,
    Retrieved,
    RunConfig,
    RunManifest,
    run_name,
)
from linedscript.records.scene import Scene
from linedscript.release.tree import Release

Texts = Callable[[View, FilmId], Sequence[Scene]]
"""A film's scenes with the text of a view. Raises where it isn't at hand."""
Names = Callable[[FilmId], Matcher | None]


class Engines(NamedTuple):
    """Who answers, and who judges; null where no model does."""

    answer: Engine | None
    judge: Engine | None


class Running(NamedTuple):
    """Everything that a run's films are run with."""

    config: RunConfig
    releases: Mapping[View, Release]
    settings: EvaluationSettings
    tokenizer: str
    texts: Texts
    names: Names
    engines: Engines

    @property
    def task(self) -> Task:
        return task_named(self.config.task)

    def scenes(self, view: View, film: FilmId) -> Sequence[Scene]:
        """The film's scenes with the view's text. Raises ``other-texts`` where it isn't the text that the release was
        made over: that of the other view holds every name that this one replaces."""
        found = self.texts(view, film)
        release = self.releases[view]
        wanted = {scene.id: scene.sha256 for scene in release.rows("scenes", film)}
        other = sorted(wanted.items() ^ {scene.id: sha256_text(scene.text) for scene in found}.items())
        if other:
            names = list(dict.fromkeys(name for name, _ in other))
            raise LinedscriptError(
                "other-texts",
                f"{film}, {view}",
                f"{len(names)} of {len(wanted)} scenes at hand aren't those of {release.root}, the first {names[0]}",
                "name the scene texts of this view and version, as 'linedscript materialize' makes them of the release",
            )
        return found

    def films(self, condition: Condition) -> list[tuple[FilmId, Language]]:
        """Of the release of the condition's view, those that the config names. Raises ``unknown-film``."""
        known = {film.id: film.language for film in self.releases[condition.view].films()}
        wanted = known if self.config.films is None else self.config.films
        raise_all(
            [
                LinedscriptError("unknown-film", film, f"isn't in {self.releases[condition.view].root}", "name another")
                for film in wanted
                if film not in known
            ]
        )
        return [(film, known[film]) for film in sorted(wanted)]


def read_config(path: Path) -> RunConfig:
    return checked_config(yaml.load(path), str(path))


def checked_config(value: Any, place: str) -> RunConfig:
    """Strictly. Raises ``invalid-config`` with every field that doesn't go with the others."""
    try:
        config = msgspec.convert(value, RunConfig)
    except msgspec.ValidationError as error:
        hint = "schemas/run-config.schema.json lists every key; docs/evaluation.md has an example"
        raise LinedscriptError("invalid-config", place, str(error), hint) from None
    raise_all([LinedscriptError("invalid-config", f"{place}#{where}", why, hint) for where, why, hint in _odd(config)])
    return config


def _odd(config: RunConfig) -> Iterator[tuple[str, str, str]]:
    task = task_named(config.task)
    for number, condition in enumerate(config.conditions):
        place = f"conditions[{number}]"
        yield from ((place, why, hint) for why, hint in condition_faults(task, condition))
        if condition.setting in task.evidence and (config.retrieval is None or config.budget is None):
            yield place, "needs evidence", "name a retrieval (bm25, dense, graph or hybrid) and a budget"
        control = None if isinstance(config.answerer, Model) or isinstance(config.judge, Model) else config.answerer
        if problem := taken(run_name(config.run, config.task, condition), control):
            yield "run", problem, "name it after the model"
        if condition in config.conditions[:number]:
            yield place, "stands twice", "name each condition once"
    if config.films is not None:
        if not config.films:
            yield "films", "names no film", "null takes all of the release"
        for film in sorted({film for film in config.films if config.films.count(film) > 1}):
            yield "films", f"{film} stands twice", "name each film once"


class Done(NamedTuple):
    manifest: RunManifest
    films: dict[FilmId, FilmRun]
    heard: Heard


class Prepared(NamedTuple):
    """A film of a condition, with all that is settled before anything is asked about it."""

    film: FilmId
    language: Language
    targets: Sequence[Target]
    frozen: Sequence[Retrieved]
    contexts: Mapping[str, Sequence[str]]
    forbidden: Forbidden
    names: Matcher | None


def run_condition(running: Running, condition: Condition, watch: Callable[..., Any]) -> Done:
    """One condition's run. ``watch`` shows how far it is, film by film.

    Every film's questions are looked through before the first is asked: raises the leaks of all (``engines.views``).
    """
    name = run_name(running.config.run, running.config.task, condition)
    prepared = [prepare(running, condition, *one) for one in watch(running.films(condition), f"{name}: what is asked")]
    look_through(running, condition, prepared)
    found: dict[FilmId, FilmRun] = {}
    heard = Heard()
    for one in watch(prepared, name):
        found[one.film] = run_film(running, condition, one, heard)
    looked = any(one.names is not None for one in prepared)
    manifest = manifest_of(running, condition, [one.film for one in prepared], heard, looked)
    return Done(manifest, found, heard)


def prepare(running: Running, condition: Condition, film: FilmId, language: Language) -> Prepared:
    task, release = running.task, running.releases[condition.view]
    rows = {layer: release.rows(layer, film) for layer in task.layers}
    targets = task.targets(film, language, rows, condition.setting)
    frozen, contexts = evidence_of(running, condition, film, language, targets)
    names = running.names(film) if condition.view == "pseudonymized" else None
    own = next(one for one in release.films() if one.id == film)
    return Prepared(film, language, targets, frozen, contexts, forbidden_in(own, rows["entities"], names), names)


def look_through(running: Running, condition: Condition, prepared: Sequence[Prepared]) -> None:
    """Raise every leak of what answerer and judge would be shown. A judge is shown the reference in an answer's place:
    what a model says is its own."""
    config, task = running.config, running.task
    faults: list[LinedscriptError] = []
    for one in prepared:
        looks: list[tuple[Model, Callable[[Asker], object]]] = []
        if isinstance(config.answerer, Model):
            looks.append((config.answerer, partial(task.predict, condition, one.targets, one.contexts)))
        if isinstance(config.judge, Model):
            replies = control_predictions("reference", task, one.targets, 1, 0)
            looks.append((config.judge, partial(judged, task, one.targets, replies)))
        for model, look in looks:
            try:
                look(Looker(one.film, one.language, model.decoding, one.forbidden))
            except Faults as error:
                faults += error.faults
            except LinedscriptError as error:
                faults.append(error)
    raise_all(faults)


def run_film(running: Running, condition: Condition, one: Prepared, heard: Heard) -> FilmRun:
    config, task = running.config, running.task
    if isinstance(config.answerer, Model):
        asker = _asker(running, "answer", one)
        predictions = task.predict(condition, one.targets, one.contexts, asker)
        heard.add(asker.heard)
    else:
        predictions = control_predictions(config.answerer, task, one.targets, config.generations, running.settings.seed)
    judge = _asker(running, "judge", one) if isinstance(config.judge, Model) else None
    judgements = judged(task, one.targets, predictions, judge, one.names)
    if judge is not None:
        heard.add(judge.heard)
    return FilmRun(predictions, judgements, one.frozen)


def evidence_of(
    running: Running, condition: Condition, film: FilmId, language: Language, targets: Sequence[Target]
) -> tuple[list[Retrieved], dict[str, list[str]]]:
    """The frozen contexts of a film's targets with their texts within the budget; or what is shown in their place."""
    config = running.config
    if isinstance(running.task, Remembering):
        texts = SceneTexts(lambda: running.scenes(condition.view, film))
        return running.task.remember(condition, targets, running.settings.retrieval, texts)
    if condition.setting not in running.task.evidence or config.retrieval is None or config.budget is None:
        return [], running.task.material(targets, SceneTexts(lambda: running.scenes(condition.view, film)))
    release, kind = running.releases[condition.view], config.retrieval
    graph = kind == "graph"
    scenes = [] if graph else running.scenes(condition.view, film)
    source = source_of(kind, language, scenes, {layer: release.rows(layer, film) for layer in GRAPH_LAYERS if graph})
    settings = running.settings.retrieval
    index = build_index(kind, source, settings, running.tokenizer)
    frozen = retrieve(film, condition.view, queries(running.task, targets), index, settings.top_k)
    return frozen, contexts(frozen, source, settings, running.tokenizer, config.budget)


def _asker(running: Running, role: Role, one: Prepared) -> Asker:
    config = running.config
    engine = running.engines.answer if role == "answer" else running.engines.judge
    model = config.answerer if role == "answer" else config.judge
    if engine is None or not isinstance(model, Model):
        raise ValueError(f"nobody has the role {role}")
    layer = f"task_{config.task.lower()}" + ("_judge" if role == "judge" else "")
    settings = (model.decoding, config.retries, config.generations)
    return Asker(engine, role, layer, one.film, one.language, *settings, one.forbidden)


def manifest_of(
    running: Running, condition: Condition, films: Sequence[FilmId], heard: Heard, looked: bool
) -> RunManifest:
    """``looked``: whether names that came back were looked for."""
    config, task, release = running.config, running.task, running.releases[condition.view]
    languages = sorted({film.language for film in release.films() if film.id in set(films)})
    with_evidence = condition.setting in task.evidence and config.retrieval is not None
    kind = config.retrieval if with_evidence else memory_kind(condition)
    return RunManifest(
        id=run_name(config.run, config.task, condition),
        suite=config.suite,
        task=config.task,
        condition=condition,
        release=release_ref(release),
        films=tuple(films),
        left_out=tuple(film for film in release.manifest().films if film not in set(films)),
        answerer=answerer_of(config, heard),
        prompts=used(task, condition.setting, languages) if isinstance(config.answerer, Model) else (),
        generations=config.generations,
        retrieval=None
        if kind is None
        else Retrieval(kind=kind, tokenizer=running.tokenizer, settings=running.settings.retrieval),
        budget=config.budget if with_evidence else None,
        tools=(),
        retries=config.retries,
        seed=running.settings.seed if config.answerer == "shuffled" else None,
        evaluator=evaluator_of(config.judge, task, languages, looked),
        metric=task.metric,
    )


def memory_kind(condition: Condition) -> Kind | None:
    """The index that a memory setting asks; null where it asks none."""
    return condition.memory if condition.memory in ("bm25", "dense", "hybrid") else None


def answerer_of(config: RunConfig, heard: Heard) -> Answerer:
    model = config.answerer
    if not isinstance(model, Model):
        return Answerer(kind="control", name=model, revision=None, quantization=None, decoding={}, served=())
    return Answerer(
        kind="model",
        name=model.model,
        revision=model.revision,
        quantization=model.quantization,
        decoding=model.decoding,
        served=heard.served("answer"),
    )


def evaluator_of(judge: str | Model, task: Task, languages: Sequence[Language], looked: bool) -> Evaluator:
    label_sets = (*task.labels, *((REVERSION,) if looked else ()))
    if not isinstance(judge, Model):
        return Evaluator(judge=EXACT, revision=None, quantization=None, decoding={}, prompts=(), label_sets=label_sets)
    return Evaluator(
        judge=judge.model,
        revision=judge.revision,
        quantization=judge.quantization,
        decoding=judge.decoding,
        prompts=used(task, "judge", languages),
        label_sets=label_sets,
    )


def used(task: Task, what: str, languages: Sequence[Language]) -> tuple[PromptUse, ...]:
    """The templates of a setting, or of the judge, for these languages."""
    loaded = [load_prompt(name) for language in languages for name in task.prompts(language)[what]]
    return tuple(PromptUse(name=name, sha256=sha256) for name, sha256 in sorted(loaded))


class SceneTexts(Mapping[str, str]):
    """A film's scene texts by scene, read at the first question for one."""

    def __init__(self, read: Callable[[], Sequence[Scene]]) -> None:
        self._read = read
        self._texts: dict[str, str] | None = None

    def _all(self) -> dict[str, str]:
        if self._texts is None:
            self._texts = {scene.id: scene.text for scene in self._read()}
        return self._texts

    def __getitem__(self, scene: str) -> str:
        return self._all()[scene]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
