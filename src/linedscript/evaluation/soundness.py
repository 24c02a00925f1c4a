"""Whether a run's rows are a run's: sums can be taken anew by whoever changes a row, labels and digests hold each
other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from linedscript.engines.recordings import name_of
from linedscript.errors import LinedscriptError, folded, raise_all
from linedscript.evaluation.judging import EXACT, REVERSION, labels_of
from linedscript.evaluation.tasks import TASKS, Task, condition_faults, task_named
from linedscript.evaluation.tree import JUDGEMENTS, PREDICTIONS, RETRIEVAL, FilmRun, RunTree
from linedscript.io.canonical import digest
from linedscript.records.base import FilmId
from linedscript.records.evaluation import CONTROLS
from linedscript.records.run import Judgement, Prediction, RunManifest, run_name

_HINT = "make the run's files again, or get them again"
Fault = tuple[str, str, str]
"""Code, row or field, problem."""


def require_sound(run: RunTree) -> None:
    """Raise what is wrong in a run's manifest and rows: ``invalid-run``, ``duplicate-id``, ``other-film``,
    ``incomplete-run``, ``wrong-sample``, ``wrong-kind``, ``unknown-label``, ``other-reply``."""
    manifest = run.manifest()
    task = task_named(manifest.task)
    found = [
        LinedscriptError(code, f"{run.root}/manifest.json#{place}", problem, _HINT)
        for code, place, problem in _of_manifest(manifest, task)
    ]
    raise_all(found)
    for film in manifest.films:
        rows = FilmRun(run.predictions(film), run.judgements(film), run.retrieved(film))
        found += [
            LinedscriptError(code, f"{run.root}/{place}", problem, _HINT)
            for code, place, problem in _of_film(manifest, task, film, rows)
        ]
    raise_all(folded(found))


def _of_manifest(manifest: RunManifest, task: Task) -> Iterator[Fault]:
    for film, count in Counter((*manifest.films, *manifest.left_out)).items():
        if count > 1:
            yield "invalid-run", "films", f"{film} stands {count} times in films and left_out"
    for problem, _ in condition_faults(task, manifest.condition):
        yield "invalid-run", "condition", problem
    if manifest.answerer.kind == "control" and manifest.answerer.name not in CONTROLS:
        yield "invalid-run", "answerer", f"{manifest.answerer.name!r} is no control; there are {', '.join(CONTROLS)}"
    control = manifest.answerer.kind == "control" and manifest.evaluator.judge == EXACT
    if problem := taken(manifest.id, manifest.answerer.name if control else None):
        yield "invalid-run", "id", problem
    for name in manifest.evaluator.label_sets:
        if name not in labels_of(task):
            yield "unknown-label", "evaluator.label_sets", f"Task {task.number} has no label set {name!r}"


def taken(run: str, control: str | None) -> str | None:
    """Why a run can't bear its name: those of the controls are the build's, which publishes its own over them.
    ``control``: the one that answers, under ``exact/1``."""
    tasks = map(task_named, TASKS)
    conditions = [(task.number, condition) for task in tasks for condition in task.controls]
    if run not in {run_name(one, *condition) for one in CONTROLS if one != control for condition in conditions}:
        return None
    return f"{run} is the name of a control's run, which every build makes and publishes"


def _of_film(manifest: RunManifest, task: Task, film: FilmId, rows: FilmRun) -> Iterator[Fault]:
    for kind, held in ((PREDICTIONS, rows.predictions), (JUDGEMENTS, rows.judgements), (RETRIEVAL, rows.retrieved)):
        file = f"{kind}/{film}.jsonl"
        for name, count in Counter(row.id for row in held).items():
            if count > 1:
                yield "duplicate-id", f"{file}:{name}", f"{count} rows have this id"
        for row in held:
            if row.film != film:
                yield "other-film", f"{file}:{row.id}", f"is a row of {row.film}"
    yield from _predictions(manifest, task, f"{PREDICTIONS}/{film}.jsonl", rows.predictions)
    predicted = {row.id: row for row in rows.predictions}
    yield from _judgements(manifest, task, f"{JUDGEMENTS}/{film}.jsonl", rows.judgements, predicted)
    for name in sorted(predicted.keys() - {f"{row.target}#{row.sample}" for row in rows.judgements}):
        yield "incomplete-run", f"{PREDICTIONS}/{film}.jsonl:{name}", "has no judgement"
    for row in rows.retrieved:
        if row.view != manifest.condition.view:
            yield "invalid-run", f"{RETRIEVAL}/{film}.jsonl:{row.id}", f"is a context of the {row.view} view"


def _predictions(manifest: RunManifest, task: Task, file: str, rows: Sequence[Prediction]) -> Iterator[Fault]:
    for row in rows:
        place = f"{file}:{row.id}"
        if row.id != f"{row.target}#{row.sample}":
            yield "invalid-run", place, f"is called otherwise than its target and sample, {row.target}#{row.sample}"
        if row.sample > manifest.generations:
            yield "wrong-sample", place, f"sample {row.sample} of {manifest.generations}"
        if row.reply is not None and not isinstance(row.reply, task.reply):
            yield "wrong-kind", place, f"isn't a reply of Task {task.number}"
        if (row.reply is None) == (row.missing is None):
            yield "invalid-run", place, "has a reply and a reason why it is missing, or neither"


def _judgements(
    manifest: RunManifest, task: Task, file: str, rows: Sequence[Judgement], predicted: Mapping[str, Prediction]
) -> Iterator[Fault]:
    labels = labels_of(task)
    replies = {name: None if one.reply is None else digest(one.reply) for name, one in predicted.items()}
    evaluator = name_of(manifest.evaluator.judge, manifest.evaluator.revision)
    for row in rows:
        place, name = f"{file}:{row.id}", f"{row.target}#{row.sample}"
        if row.id != f"{name}/{row.dimension}":
            yield "invalid-run", place, f"is called otherwise than what it judges, {name}/{row.dimension}"
        if name not in predicted:
            yield "incomplete-run", place, "is judged, but wasn't predicted"
            continue
        if row.label_set not in manifest.evaluator.label_sets or row.label_set not in labels:
            yield "unknown-label", place, f"the run's evaluator has no label set {row.label_set!r}"
        elif row.label is not None and row.label not in labels[row.label_set]:
            yield (
                "unknown-label",
                place,
                f"{row.label!r} is none of {row.label_set}: {', '.join(labels[row.label_set])}",
            )
        if (row.label is None) == (row.missing is None):
            yield "invalid-run", place, "has a label and a reason why it is missing, or neither"
        if row.judge != (wanted := REVERSION if row.label_set == REVERSION else evaluator):
            yield "invalid-run", place, f"{row.judge} judged it, and not the run's evaluator, {wanted}"
        if row.reply_sha256 != replies[name]:
            yield "other-reply", place, "judges another reply than the one that was predicted"
        if row.label is not None and row.item_sha256 != predicted[name].item_sha256:
            yield "other-reply", place, "judges an answer to what the target was at another time"
