"""Whether two runs may be compared pair by pair: in nothing but the identity view may they differ (stage.txt)."""

from collections.abc import Callable, Iterator
from typing import Any

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode
from linedscript.records.base import FilmId
from linedscript.records.run import RunManifest

FIELDS: dict[str, Callable[[RunManifest], Any]] = {
    "suite": lambda run: run.suite,
    "task": lambda run: run.task,
    "setting": lambda run: run.condition.setting,
    "memory": lambda run: run.condition.memory,
    "model": lambda run: (run.answerer.kind, run.answerer.name),
    "model revision": lambda run: (run.answerer.revision, run.answerer.quantization),
    "prompt": lambda run: run.prompts,
    "decoding": lambda run: run.answerer.decoding,
    "generations": lambda run: run.generations,
    "retrieval": lambda run: run.retrieval,
    "budget": lambda run: run.budget,
    "tools": lambda run: run.tools,
    "retries": lambda run: run.retries,
    "evaluator": lambda run: (
        run.evaluator.judge, run.evaluator.revision, run.evaluator.quantization, run.evaluator.decoding,
        run.evaluator.prompts, tuple(name for name in run.evaluator.label_sets if not name.startswith("reversion")),
    ),
    "metric": lambda run: run.metric,
}  # fmt: skip
"""What a paired comparison holds fixed, by the name that it is told by."""


def differing(one: RunManifest, other: RunManifest) -> list[str]:
    """The names of the fields in which the two differ, in order of ``FIELDS``."""
    return [name for name, field in FIELDS.items() if encode(field(one)) != encode(field(other))]


def require_pair(one: RunManifest, other: RunManifest) -> None:
    """Raise ``unpaired-runs`` for each field that a paired comparison holds fixed and in which the two differ, and
    ``same-run`` for one run with itself. Two runs of one view are a pair: what lies between repetitions is what an
    effect of the view is held against."""
    if one.id == other.id:
        raise LinedscriptError("same-run", one.id, "is compared with itself", "name two runs")
    raise_all(list(_faults(one, other)))


def _faults(one: RunManifest, other: RunManifest) -> Iterator[LinedscriptError]:
    for name in differing(one, other):
        field = FIELDS[name]
        yield LinedscriptError(
            "unpaired-runs",
            f"{one.id} and {other.id}",
            f"differ in {name}: {encode(field(one)).decode()} and {encode(field(other)).decode()}",
            "run one of them again as the other was run; only the identity view may differ in a paired comparison",
        )


def common_films(one: RunManifest, other: RunManifest) -> list[FilmId]:
    """The films that both cover, which is what a comparison uses and prints."""
    return sorted(set(one.films) & set(other.films))
