"""STAGE's tasks for inspect_ai: ``inspect eval linedscript/stage_task_ii -T release=releases/parent``.

Each is asked through the task's own protocol (prompts, retries, views and the look for leaks), and scored by the
project's metric: by ``exact/1``, or with ``judge=model`` by the model that has the role ``judge``.
"""

from functools import partial
from typing import Any, Literal

import anyio.to_thread
import msgspec
from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from linedscript.evaluation.asking import Asker
from linedscript.evaluation.judging import EXACT, judged
from linedscript.harness.engine import InspectEngine
from linedscript.harness.pieces import Asked, Opened, Piece, open_pieces, scores_of
from linedscript.records.run import Prediction, TaskNumber

STORED = "predictions"
PROTOCOL = "linedscript"
"""Keys of a sample's store and of a task's metadata."""
Judge = Literal["exact/1", "model"]


@task
def stage_task_i(
    release: str,
    setting: str = "rsu",
    films: str = "",
    generations: int = 1,
    retries: int = 2,
    judge: Judge = "exact/1",
    structured: bool = True,
    texts: str = "",
    params: str = "params.yaml",
    identity: str = "manifests/identity.json",
) -> Task:
    """Task I: states and developments of a character, checkpoint by checkpoint. A sample is a trajectory.

    Args:
        release: Folder of a release; its view is the condition's.
        setting: rsu (the reviewed state before each checkpoint is given) or asu (the model's own last one).
        films: Ids of films, separated by commas; all where empty.
        generations: Trajectories of each character; inspect's epochs.
        retries: Attempts after a reply that can't be read.
        judge: exact/1, or model for the model with the role judge.
        structured: Whether the reply's JSON schema is sent along.
        texts: Folder of the view's scene texts; materialized/<view>/scenes where empty.
        params: The file whose evaluation section is taken.
        identity: Pins of the name maps, by which original names are looked for.
    """
    asked = Asked(release, setting, None, films, generations, None, None, retries, texts, params, identity)
    return _task("I", asked, judge, structured)


@task
def stage_task_ii(
    release: str,
    setting: str = "context",
    films: str = "",
    generations: int = 5,
    retrieval: str = "bm25",
    budget: int = 1200,
    retries: int = 2,
    judge: Judge = "exact/1",
    structured: bool = True,
    texts: str = "",
    params: str = "params.yaml",
    identity: str = "manifests/identity.json",
) -> Task:
    """Task II: a question with retrieved evidence (context) or alone (closed_book). A sample is a question.

    Args:
        release: Folder of a release; its view is the condition's.
        setting: context or closed_book.
        films: Ids of films, separated by commas; all where empty.
        generations: Answers to each question; inspect's epochs.
        retrieval: bm25, dense, graph or hybrid; of context alone.
        budget: Content tokens of evidence in a prompt, at most; of context alone.
        retries: Attempts after a reply that can't be read.
        judge: exact/1, or model for the model with the role judge.
        structured: Whether the reply's JSON schema is sent along.
        texts: Folder of the view's scene texts; materialized/<view>/scenes where empty.
        params: The file whose evaluation section is taken.
        identity: Pins of the name maps, by which original names are looked for.
    """
    evidence = (retrieval, budget) if setting == "context" else (None, None)
    asked = Asked(release, setting, None, films, generations, *evidence, retries, texts, params, identity)
    return _task("II", asked, judge, structured)


@task
def stage_task_iii(
    release: str,
    setting: str = "single",
    memory: str = "full_memory",
    films: str = "",
    generations: int = 1,
    retries: int = 2,
    judge: Judge = "exact/1",
    structured: bool = True,
    texts: str = "",
    params: str = "params.yaml",
    identity: str = "manifests/identity.json",
) -> Task:
    """Task III: speak as a character at a checkpoint, one turn (single) or several (multi). A sample is a request.

    Args:
        release: Folder of a release; its view is the condition's.
        setting: single or multi.
        memory: persona_only, full_memory, bm25, dense or hybrid.
        films: Ids of films, separated by commas; all where empty.
        generations: Responses to each request; inspect's epochs.
        retries: Attempts after a reply that can't be read.
        judge: exact/1, or model for the model with the role judge.
        structured: Whether the reply's JSON schema is sent along.
        texts: Folder of the view's scene texts; materialized/<view>/scenes where empty.
        params: The file whose evaluation section is taken.
        identity: Pins of the name maps, by which original names are looked for.
    """
    asked = Asked(release, setting, memory, films, generations, None, None, retries, texts, params, identity)
    return _task("III", asked, judge, structured)


def _task(number: TaskNumber, asked: Asked, judge: Judge, structured: bool) -> Task:
    if judge not in (EXACT, "model"):
        raise ValueError(f"judge={judge}: it is {EXACT}, or model for the model with the role judge")
    opened = open_pieces(number, asked, judge == "model")
    held = {piece.id: piece for piece in opened.pieces}
    return Task(
        dataset=[_sample(opened, piece) for piece in opened.pieces],
        solver=_protocol(opened, held, asked.retries, structured),
        scorer=_scored(opened, held, judge, asked.retries, structured),
        epochs=Epochs(asked.generations, "mean"),
        metadata={PROTOCOL: opened.protocol},
    )


def _sample(opened: Opened, piece: Piece) -> Sample:
    """What a log shows of a piece: no more than an evaluator's log may. The prompts are the solver's."""
    references = [msgspec.json.encode(opened.task.reference(one)).decode() for one in piece.targets]
    return Sample(
        id=piece.id,
        input=", ".join(opened.task.query(one) or one.id for one in piece.targets),
        target=references,
        metadata={"film": piece.film, "language": piece.language},
    )


def _protocol(opened: Opened, held: dict[str, Piece], retries: int, structured: bool) -> Solver:
    @solver(name="stage_protocol")
    def protocol() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            piece = held[str(state.sample_id)]
            engine = InspectEngine(get_model(), structured)
            asker = _asker(engine, "answer", opened, piece, retries)
            predict = partial(opened.task.predict, opened.condition, piece.targets, piece.contexts, asker)
            predictions = [_of_epoch(one, state.epoch) for one in await anyio.to_thread.run_sync(predict)]
            state.store.set(STORED, msgspec.to_builtins(predictions))
            said = "\n".join(msgspec.json.encode(one.reply).decode() for one in predictions)
            state.output = ModelOutput.from_content(str(get_model()), said)
            return state

        return solve

    return protocol()


def _scored(opened: Opened, held: dict[str, Piece], judge: Judge, retries: int, structured: bool) -> Scorer:
    @scorer(name=opened.task.metric.partition("/")[0], metrics={"*": [mean(), stderr(cluster="film"), film_macro()]})
    def scored() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            piece = held[str(state.sample_id)]
            predictions = [msgspec.convert(one, Prediction) for one in state.store.get(STORED) or ()]
            asker = None
            if judge == "model":
                engine = InspectEngine(get_model(role="judge", required=True), structured)
                asker = _asker(engine, "judge", opened, piece, retries)
            judge_all = partial(judged, opened.task, piece.targets, predictions, asker, piece.names)
            judgements = await anyio.to_thread.run_sync(judge_all)
            values, reasons = scores_of(opened, piece, predictions, judgements)
            return Score(
                value={name: float("nan") if value is None else value for name, value in values.items()},
                answer=state.output.completion,
                explanation="; ".join(reasons) or None,
                metadata={"judgements": msgspec.to_builtins(judgements), "judge": judge},
            )

        return score

    return scored()


def _asker(engine: InspectEngine, role: Any, opened: Opened, piece: Piece, retries: int) -> Asker:
    layer = f"task_{opened.task.number.lower()}" + ("_judge" if role == "judge" else "")
    return Asker(engine, role, layer, piece.film, piece.language, {}, retries, 1, piece.forbidden)


def _of_epoch(prediction: Prediction, epoch: int) -> Prediction:
    return msgspec.structs.replace(prediction, id=f"{prediction.target}#{epoch}", sample=epoch, request=None)


@metric(name="film_macro")
def film_macro() -> Metric:
    """The mean over films of their means."""

    def compute(scores: list[SampleScore]) -> float:
        films: dict[str, list[float]] = {}
        for one in scores:
            films.setdefault((one.sample_metadata or {}).get("film", ""), []).append(one.score.as_float())
        means = [sum(held) / len(held) for held in films.values()]
        return sum(means) / len(means) if means else float("nan")

    return compute
