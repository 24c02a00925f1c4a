"""Judgements of one film's predictions: by the deterministic judge, by a model, and of names that came back."""

from collections.abc import Mapping, Sequence

from linedscript.evaluation.asking import Asker
from linedscript.evaluation.tasks import Paired, Target, Task
from linedscript.identity.matching import Matcher
from linedscript.io.canonical import digest
from linedscript.records.run import Judgement, MissingReason, Prediction
from linedscript.records.walk import prose

EXACT = "exact/1"
REVERSION = "reversion/1"
"""Label set and judge of the look for original names in the pseudonymized view."""
_REVERSION = "reversion"
_REVERTED = {True: "reverted", False: "kept"}


def judged(
    task: Task,
    targets: Sequence[Target],
    predictions: Sequence[Prediction],
    judge: Asker | None,
    names: Matcher | None = None,
) -> list[Judgement]:
    """Every dimension of every prediction, in order. ``judge``: null for ``exact/1``. A prediction without a reply, or
    of a target that has changed, isn't shown to a judge: its judgements are missing, and say why.

    ``names``: the compiled name map of the film, for predictions of its pseudonymized view.
    """
    known = {target.id: target for target in targets}
    ours = [one for one in predictions if one.target in known]
    faulty = {one.id: reason for one in ours if (reason := _fault(one, known))}
    sound = [(known[one.target], one) for one in ours if one.id not in faulty]
    if judge is None:
        found = [judgement for target, one in sound for judgement in _exact(task, target, one)]
        found += _pairs(task, sound)
    else:
        found = task.judge(sound, judge) if sound else []
    by = EXACT if judge is None else judge.annotator
    for one in ours:
        if one.id in faulty:
            target = known[one.target]
            found += [
                _judgement(target, one, dimension, label_set, None, faulty[one.id], by)
                for dimension, label_set in task.dimensions(target)
            ]
    if names is not None:
        found += [_reversion(known[one.target], one, names, faulty.get(one.id)) for one in ours]
    return sorted(found, key=lambda one: one.id)


def labels_of(task: Task) -> dict[str, tuple[str, ...]]:
    """Of every label set that a run of the task may have."""
    return {**task.labels, REVERSION: tuple(_REVERTED.values())}


def _fault(prediction: Prediction, known: Mapping[str, Target]) -> MissingReason | None:
    if prediction.item_sha256 != known[prediction.target].sha256:
        return "stale"
    return (prediction.missing or "unusable") if prediction.reply is None else None


def _exact(task: Task, target: Target, prediction: Prediction) -> list[Judgement]:
    if prediction.reply is None:
        return []
    return [
        _judgement(target, prediction, one.dimension, one.label_set, one.label, None, EXACT)
        for one in task.exact(target, prediction.reply)
    ]


def _pairs(task: Task, sound: Sequence[tuple[Target, Prediction]]) -> list[Judgement]:
    """Of a task that judges pairs, the labels of each reply beside the earlier one of its generation."""
    if not isinstance(task, Paired):
        return []
    replies = {one.id: one.reply for _, one in sound}
    found = []
    for target, one in sound:
        other = replies.get(f"{task.earlier(target)}#{one.sample}")
        if other is not None and one.reply is not None:
            verdicts = task.exact_pair(target, one.reply, other)
            found += [
                _judgement(target, one, said.dimension, said.label_set, said.label, None, EXACT) for said in verdicts
            ]
    return found


def _reversion(target: Target, prediction: Prediction, names: Matcher, fault: MissingReason | None) -> Judgement:
    label = None
    if fault is None and prediction.reply is not None:
        label = _REVERTED[any(names.find(text) for _, text in prose(prediction.reply))]
    return _judgement(target, prediction, _REVERSION, REVERSION, label, fault, REVERSION)


def _judgement(
    target: Target,
    prediction: Prediction,
    dimension: str,
    label_set: str,
    label: str | None,
    missing: MissingReason | None,
    judge: str,
) -> Judgement:
    return Judgement(
        id=f"{prediction.id}/{dimension}",
        film=prediction.film,
        target=target.id,
        sample=prediction.sample,
        dimension=dimension,
        label_set=label_set,
        label=label,
        missing=missing,
        judge=judge,
        item_sha256=target.sha256,
        reply_sha256=None if prediction.reply is None else digest(prediction.reply),
        raw=None,
    )
