"""A corpus of many films with runs of Task II whose scores are given, for tests of what tables do with them."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
from evaluated import settings

from linedscript.evaluation.control_runs import control_manifest, control_runs
from linedscript.evaluation.results import ScoredRun
from linedscript.evaluation.scoring import Scores
from linedscript.evaluation.tasks import Target
from linedscript.records.run import Answerer
from linedscript.records.source import Votes
from linedscript.statistics.columns import Observation
from linedscript.suites.stage.task_ii import TASK
from linedscript.tables.corpus import Corpus

Given = Mapping[str, Sequence[float | None]]
"""Film to its questions' scores, None where one is missing."""


class Scored(Corpus):
    """Without releases: films of which a row holds language and votes, and the runs."""

    def __init__(self, films: Mapping[str, int | None], runs: Sequence[ScoredRun]) -> None:
        self.evaluation = settings()
        self.films = [
            SimpleNamespace(
                id=film,
                language=film[:2],
                votes=None if count is None else Votes(count=count, source="IMDb", date="2026-01-02"),
            )
            for film, count in films.items()
        ]
        self.runs = list(runs)


def run_of(release: Any, view: str, given: Given, name: str = "model") -> ScoredRun:
    how = settings()
    run = next(one for one in control_runs(how) if one.condition.view == view and one.condition.setting == "context")
    manifest = msgspec.structs.replace(
        control_manifest(run, how, release, "linedscript/1", False),
        id=f"{name}-{view}",
        films=tuple(given),
        generations=1,
        answerer=Answerer(kind="model", name=name, revision=None, quantization=None, decoding={}, served=()),
    )
    record = SimpleNamespace(category="Temporal Reasoning", path=())
    keys = [(film, f"t2-{number:04d}") for film, values in given.items() for number in range(1, len(values) + 1)]
    values = dict(zip(keys, [one for held in given.values() for one in held], strict=True))
    return ScoredRun(
        manifest,
        TASK,
        Scores(
            targets=[Target(item, film, film[:2], "0" * 64, record, None) for film, item in keys],
            observations={"correct": [Observation(*key, values[key]) for key in keys]},
            samples={"correct": {key: [values[key]] for key in keys}},
            generations=1,
            missing={key: ["unusable"] for key in keys if values[key] is None},
            reverted={},
            retrieved={},
        ),
    )


def cells(table: Any) -> dict[str, dict[str, Any]]:
    """Row's label to column to value."""
    heads = [column.name for column in table.columns]
    return {row[0].value: dict(zip(heads, [cell.value for cell in row], strict=True)) for row in table.rows}
