"""A run's scores: each target's mean over its generations, and what is missing, with its reasons."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from linedscript.evaluation.judging import REVERSION
from linedscript.evaluation.tasks import Target, Task
from linedscript.evaluation.tree import RunTree
from linedscript.records.base import FilmId
from linedscript.records.run import Judgement, MissingReason, Prediction, Retrieved
from linedscript.release.tree import Release
from linedscript.statistics.columns import Observation


class Scores(NamedTuple):
    targets: Sequence[Target]
    """Of the run's films in the release."""
    observations: Mapping[str, list[Observation]]
    """By measure, one for each target: its mean over the generations that have a score."""
    samples: Mapping[str, Mapping[tuple[FilmId, str], list[float | None]]]
    """By measure and ``(film, target)``: each generation's score, None where it is missing."""
    generations: int
    missing: Mapping[tuple[FilmId, str], list[MissingReason]]
    """``(film, target)`` to why its generations without a score have none."""
    reverted: Mapping[tuple[FilmId, str], list[bool]]
    """``(film, target)`` to whether each generation that was looked at uses an original name."""
    retrieved: Mapping[tuple[FilmId, str], Retrieved]

    def missing_rate(self, keys: Collection[tuple[FilmId, str]], *reasons: MissingReason) -> float | None:
        """Share of the targets' generations that are missing, for the named reasons or any. Null without a target."""
        found = [reason for key in keys for reason in self.missing.get(key, ()) if not reasons or reason in reasons]
        return len(found) / (len(keys) * self.generations) if keys else None

    def reversion_rate(self, keys: Collection[tuple[FilmId, str]]) -> float | None:
        """Share of the generations that were looked at in which an original name stands. Null where none was."""
        looked = [said for key in keys for said in self.reverted.get(key, ())]
        return sum(looked) / len(looked) if looked else None


def score_run(run: RunTree, release: Release, task: Task) -> Scores:
    """The scores of a run against the release of its view, as it is now."""
    manifest = run.manifest()
    languages = {film.id: film.language for film in release.films()}
    films = [film for film in manifest.films if film in languages]
    targets: list[Target] = []
    samples: dict[str, dict[tuple[FilmId, str], list[float | None]]] = {measure: {} for measure in task.measures}
    missing: dict[tuple[FilmId, str], list[MissingReason]] = {}
    reverted: dict[tuple[FilmId, str], list[bool]] = {}
    retrieved: dict[tuple[FilmId, str], Retrieved] = {}
    for film in films:
        rows = {layer: release.rows(layer, film) for layer in task.layers}
        own = task.targets(film, languages[film], rows, manifest.condition.setting)
        targets += own
        predictions = {one.id: one for one in run.predictions(film)}
        labels: dict[str, dict[str, Judgement]] = {}
        for judgement in run.judgements(film):
            labels.setdefault(f"{judgement.target}#{judgement.sample}", {})[judgement.dimension] = judgement
        retrieved |= {(film, one.id): one for one in run.retrieved(film)}
        for target in own:
            for sample in range(1, manifest.generations + 1):
                name = f"{target.id}#{sample}"
                held = labels.get(name, {})
                reason, values = generation_values(task, target, predictions.get(name), held)
                if reason is not None:
                    missing.setdefault((film, target.id), []).append(reason)
                for measure, value in values.items():
                    samples[measure].setdefault((film, target.id), []).append(value)
                looked = next((one.label for one in held.values() if one.label_set == REVERSION), None)
                if looked is not None and reason is None:
                    reverted.setdefault((film, target.id), []).append(looked == "reverted")
    observations = {
        measure: [
            Observation(target.film, target.id, _mean(samples[measure][target.film, target.id]), task.group(target))
            for target in targets
        ]
        for measure in task.measures
    }
    return Scores(targets, observations, samples, manifest.generations, missing, reverted, retrieved)


def generation_values(
    task: Task, target: Target, prediction: Prediction | None, held: Mapping[str, Judgement]
) -> tuple[MissingReason | None, dict[str, float | None]]:
    """Why a generation has no score, and by measure its score. ``held``: its judgements by dimension."""
    reason = _missing(target, prediction, held, task)
    given = {one.dimension: one.label for one in held.values() if one.label is not None}
    values = {measure: task.value(target, given, measure) if reason is None else None for measure in task.measures}
    return reason, values


def _missing(
    target: Target, prediction: Prediction | None, held: Mapping[str, Judgement], task: Task
) -> MissingReason | None:
    """Why a generation has no score; the first reason in the order in which things are made."""
    if prediction is None:
        return "no_prediction"
    if prediction.item_sha256 != target.sha256:
        return "stale"
    if prediction.reply is None:
        return prediction.missing or "unusable"
    for dimension, _ in task.dimensions(target):
        one = held.get(dimension)
        if one is None:
            return "not_judged"
        if one.item_sha256 != target.sha256:
            return "stale"
        if one.label is None:
            return one.missing or "unusable_verdict"
    return None


def _mean(values: Sequence[float | None]) -> float | None:
    held = [value for value in values if value is not None]
    return math.fsum(held) / len(held) if held else None
