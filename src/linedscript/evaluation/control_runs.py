"""The runs of controls that are built with a release: which there are, and their manifests."""

from typing import NamedTuple

from linedscript.evaluation.judging import EXACT, REVERSION
from linedscript.evaluation.tasks import TASKS, Task, task_named
from linedscript.io.files import sha256_file
from linedscript.records.evaluation import Control, EvaluationSettings
from linedscript.records.run import Answerer, Condition, Evaluator, ReleaseRef, Retrieval, RunManifest, run_name
from linedscript.release.tree import SUMS, Release


class ControlRun(NamedTuple):
    name: str
    control: Control
    task: Task
    condition: Condition

    @property
    def retrieves(self) -> bool:
        """Whether it carries frozen contexts of the film's text."""
        return self.condition.setting in self.task.evidence


def control_runs(settings: EvaluationSettings) -> list[ControlRun]:
    """Of every task, under each of its conditions, in order."""
    return [
        ControlRun(run_name(control, task.number, condition), control, task, condition)
        for task in map(task_named, TASKS)
        for condition in task.controls
        for control in settings.controls
    ]


def generations(control: Control, settings: EvaluationSettings) -> int:
    """One where all would be the same; a shuffled generation has a permutation of its own."""
    return settings.generations if control == "shuffled" else 1


def release_ref(release: Release) -> ReleaseRef:
    manifest = release.manifest()
    return ReleaseRef(name=manifest.name, version=manifest.version, sums_sha256=sha256_file(release.root / SUMS))


def control_manifest(
    run: ControlRun, settings: EvaluationSettings, release: Release, tokenizer: str, reversion: bool
) -> RunManifest:
    """``reversion``: whether the film's name maps were at hand."""
    label_sets = (*run.task.labels, *((REVERSION,) if reversion else ()))
    return RunManifest(
        id=run.name,
        suite="stage",
        task=run.task.number,
        condition=run.condition,
        release=release_ref(release),
        films=release.manifest().films,
        left_out=(),
        answerer=Answerer(kind="control", name=run.control, revision=None, quantization=None, decoding={}, served=()),
        prompts=(),
        generations=generations(run.control, settings),
        retrieval=Retrieval(kind=settings.control_retrieval, tokenizer=tokenizer, settings=settings.retrieval)
        if run.retrieves
        else None,
        budget=settings.budget if run.retrieves else None,
        tools=(),
        retries=0,
        seed=settings.seed if run.control == "shuffled" else None,
        evaluator=Evaluator(
            judge=EXACT, revision=None, quantization=None, decoding={}, prompts=(), label_sets=label_sets
        ),
        metric=run.task.metric,
    )
