"""Runs with their scores, and which of them stand side by side as the two views of one protocol."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.evaluation.comparing import FIELDS, common_films
from linedscript.evaluation.scoring import Scores, score_run
from linedscript.evaluation.soundness import require_sound
from linedscript.evaluation.tasks import Task, task_named
from linedscript.evaluation.tree import runs_in
from linedscript.io.canonical import encode
from linedscript.records.base import FilmId
from linedscript.records.run import RunManifest, Setting, TaskNumber
from linedscript.release.tree import Release
from linedscript.statistics.columns import Observation
from linedscript.statistics.paired import majority, of_films


class ScoredRun(NamedTuple):
    manifest: RunManifest
    task: Task
    scores: Scores

    @property
    def answerer(self) -> str:
        one = self.manifest.answerer
        return one.name + (f"@{one.revision}" if one.revision else "")

    def of(self, measure: str, films: Collection[FilmId]) -> list[Observation]:
        return of_films(self.scores.observations[measure], sorted(films))

    def majorities(self, measure: str, films: Collection[FilmId]) -> list[Observation]:
        """Each target's majority verdict over its generations, as 0 or 1 (D8)."""
        samples = self.scores.samples[measure]
        found = []
        for one in self.of(measure, films):
            verdicts = [None if value is None else value > 0 for value in samples[one.film, one.item]]
            found.append(one._replace(value=majority(verdicts)))
        return found


class Side(NamedTuple):
    """One row of a paired table: the runs of a protocol in the two views; one may be missing."""

    label: str
    parent: ScoredRun | None
    pseudonymized: ScoredRun | None

    @property
    def runs(self) -> list[ScoredRun]:
        return [run for run in (self.parent, self.pseudonymized) if run is not None]

    @property
    def films(self) -> list[FilmId]:
        """What the row is over: of a pair, the films that both cover."""
        if self.parent is not None and self.pseudonymized is not None:
            return common_films(self.parent.manifest, self.pseudonymized.manifest)
        return sorted(film for run in self.runs for film in run.manifest.films)


def scored_runs(folder: Path, parent: Release, pseudonymized: Release) -> list[ScoredRun]:
    """Every run below ``folder``, scored against the release of its view as that is now."""
    found = []
    for run in runs_in(folder):
        require_sound(run)
        manifest = run.manifest()
        task = task_named(manifest.task)
        release = parent if manifest.condition.view == "parent" else pseudonymized
        found.append(ScoredRun(manifest, task, score_run(run, release, task)))
    return found


def sides(runs: Sequence[ScoredRun], task: TaskNumber, setting: Setting) -> list[Side]:
    """The runs of a task in one setting, those that differ in nothing but the view together.

    Controls stand first. Where a protocol was run twice in a view, each of its runs has a row of its own, unpaired:
    which of them belong together nobody can say.
    """
    groups: dict[bytes, dict[str, list[ScoredRun]]] = {}
    for run in runs:
        if run.manifest.task == task and run.manifest.condition.setting == setting:
            key = encode([field(run.manifest) for field in FIELDS.values()])
            groups.setdefault(key, {}).setdefault(run.manifest.condition.view, []).append(run)
    found: list[Side] = []
    for group in groups.values():
        one, other = group.get("parent", []), group.get("pseudonymized", [])
        if len(one) < 2 and len(other) < 2:
            found.append(Side("", *(side[0] if side else None for side in (one, other))))
        else:
            found += [Side("", run, None) for run in one] + [Side("", None, run) for run in other]
    found.sort(key=_order)
    return _labelled(found)


def _order(side: Side) -> tuple[bool, int, str]:
    run = side.runs[0].manifest
    controls = ("reference", "empty", "shuffled")
    place = controls.index(run.answerer.name) if run.answerer.name in controls else len(controls)
    return run.answerer.kind != "control", place, run.id


def _labelled(found: Sequence[Side]) -> list[Side]:
    """Named by the answerer; where two have one name, also by retrieval and memory; then by their runs."""
    for name in (_plain, _with_retrieval, _with_runs):
        labels = [name(side) for side in found]
        if len(set(labels)) == len(labels):
            break
    return [side._replace(label=label) for side, label in zip(found, labels, strict=True)]


def _plain(side: Side) -> str:
    return side.runs[0].answerer


def _with_retrieval(side: Side) -> str:
    run = side.runs[0].manifest
    what = [run.retrieval.kind if run.retrieval else "", run.condition.memory or "", run.evaluator.judge]
    return f"{_plain(side)} ({', '.join(one for one in what if one)})"


def _with_runs(side: Side) -> str:
    return f"{_plain(side)} ({', '.join(run.manifest.id for run in side.runs)})"
