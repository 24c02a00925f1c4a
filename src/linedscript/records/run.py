"""Runs of the evaluation: who was asked what under which protocol, what came back, and what judges say of it."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from linedscript.records.base import FilmId, Offset, Prose, Record, SceneRef, Sha256
from linedscript.records.evaluation import Control, Count, Generations, Kind, RetrievalSettings
from linedscript.records.params import Model
from linedscript.records.release import Version, View

RunName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,99}$(?!\n)")]
TaskNumber = Literal["I", "II", "III"]
Setting = Literal["rsu", "asu", "context", "closed_book", "single", "multi"]
"""Task I: reference-state or autoregressive update. Task II: with screenplay evidence, or the question alone.
Task III: one turn, or several."""
Memory = Literal["persona_only", "full_memory", "bm25", "dense", "hybrid"]
MissingReason = Literal["no_prediction", "stale", "unusable", "not_run", "not_judged", "unusable_verdict"]
"""Why there is no score: nothing was predicted; the item changed since; the reply or the verdict can't be read; the
answerer gave none and said so; no judge looked."""


class Condition(Record):
    view: View
    setting: Setting
    memory: Memory | None
    """Of Task III; null elsewhere."""


class Retrieval(Record):
    """How the context of a question was chosen."""

    kind: Kind
    tokenizer: str
    settings: RetrievalSettings


class Passage(Record):
    """A stretch of a view's scene text or, in the graph index, a record read as sentences. Text isn't released."""

    scene: SceneRef
    start: Offset | None
    end: Offset | None
    """``[start, end)`` in code points of the view's scene text; null for a record."""
    sha256: Sha256 | None
    """Of the passage's text in this view; null for a record."""
    record: str | None
    """``<layer>/<id>``."""
    score: float
    """BM25 weight, cosine, or fused rank; comparable within one kind."""


class Retrieved(Record):
    """The frozen context of one question: the best first, ties in order of the story."""

    id: str
    """The target's."""
    film: FilmId
    view: View
    kind: Kind
    query_sha256: Sha256
    passages: tuple[Passage, ...]


class Answer(Record, tag_field="kind", tag="answer"):
    """A reply of Task II."""

    text: Prose


class StateUpdate(Record, tag_field="kind", tag="state_update"):
    """A reply of Task I."""

    states: Annotated[tuple[Prose, ...], Meta(max_length=8)]
    developments: Annotated[tuple[Prose, ...], Meta(max_length=4)]


class Speech(Record, tag_field="kind", tag="speech"):
    """A reply of Task III: what the character says, turn by turn."""

    turns: tuple[Prose, ...]


Reply = Answer | StateUpdate | Speech
SampleId = Annotated[str, Meta(pattern=r"^[^#\n]+#[0-9]+$(?!\n)")]


class Prediction(Record):
    """One generation for one target."""

    id: SampleId
    """``<target>#<sample>``."""
    film: FilmId
    target: str
    sample: Count
    item_sha256: Sha256
    """Of what the target was when it was asked: where it changed since, the prediction is stale."""
    reply: Reply | None
    missing: MissingReason | None
    detail: str | None
    """Of a missing reply, what was wrong."""
    request: Sha256 | None
    """The key of its recording; null where nothing was asked."""


class Judgement(Record):
    """One label of one judge for one generation."""

    id: Annotated[str, Meta(pattern=r"^[^#\n]+#[0-9]+/.+$(?!\n)")]
    """``<target>#<sample>/<dimension>``."""
    film: FilmId
    target: str
    sample: Count
    dimension: str
    """What is judged: ``correct``, a claim's id, ``fidelity``."""
    label_set: str
    """Name and version of the labels."""
    label: str | None
    missing: MissingReason | None
    judge: str
    item_sha256: Sha256
    reply_sha256: Sha256 | None
    """Of the judged reply's canonical JSON; null where there was none."""
    raw: str | None
    """The verdict as the judge gave it."""


class PromptUse(Record):
    name: str
    sha256: Sha256


class Answerer(Record):
    kind: Literal["control", "model", "file"]
    """``file``: predictions that were made elsewhere."""
    name: str
    revision: str | None
    quantization: str | None
    decoding: dict[str, Any]
    served: tuple[str, ...]
    """What the servers said of themselves, each account once, as JSON; empty where nothing was asked."""


class Evaluator(Record):
    judge: str
    """``exact/1``, which is deterministic, or a model's name."""
    revision: str | None
    quantization: str | None
    decoding: dict[str, Any]
    prompts: tuple[PromptUse, ...]
    label_sets: tuple[str, ...]


class ReleaseRef(Record):
    name: str
    version: Version
    sums_sha256: Sha256
    """Of its ``SHA256SUMS``."""


class RunManifest(Record):
    """One answerer under one condition. Two runs may stand in a paired comparison only where they differ in nothing
    but the view (``evaluation.comparing``)."""

    id: RunName
    suite: Literal["stage"]
    task: TaskNumber
    condition: Condition
    release: ReleaseRef
    films: tuple[FilmId, ...]
    left_out: tuple[FilmId, ...]
    """Films of the release that the run doesn't cover."""
    answerer: Answerer
    prompts: tuple[PromptUse, ...]
    """That the answerer was asked by; empty for controls."""
    generations: Generations
    retrieval: Retrieval | None
    budget: Count | None
    """Content tokens of evidence in one prompt, at most; null without evidence."""
    tools: tuple[str, ...]
    retries: Annotated[int, Meta(ge=0, le=10)]
    """After a reply that can't be read."""
    seed: Annotated[int, Meta(ge=0, lt=2**32)] | None
    """Of a shuffled control."""
    evaluator: Evaluator
    metric: str
    """Name and version."""


class RunConfig(Record):
    """What ``linedscript evaluate run`` is told: a strict YAML file without defaults."""

    run: RunName
    """Each condition's run is named ``<run>-<condition>``."""
    suite: Literal["stage"]
    task: TaskNumber
    conditions: Annotated[tuple[Condition, ...], Meta(min_length=1)]
    films: tuple[FilmId, ...] | None
    """Null: all of the release."""
    generations: Generations
    answerer: Control | Model
    judge: Literal["exact/1"] | Model
    retrieval: Kind | None
    """Of conditions with evidence."""
    budget: Count | None
    retries: Annotated[int, Meta(ge=0, le=10)]


class PredictionLine(Record):
    """A line of a prediction file that was made elsewhere. No line, or a null reply: the generation is missing."""

    film: FilmId
    target: str
    sample: Count
    """1 to the number of generations."""
    item_sha256: Sha256
    """As ``linedscript evaluate questions`` gives it."""
    reply: Reply | None


class FileConfig(Record):
    """What is to be known of predictions that were made elsewhere, to score and compare them."""

    run: RunName
    suite: Literal["stage"]
    task: TaskNumber
    condition: Condition
    generations: Generations
    answerer: Answerer
    prompts: tuple[PromptUse, ...]
    retrieval: Retrieval | None
    budget: Count | None
    tools: tuple[str, ...]
    retries: Annotated[int, Meta(ge=0, le=10)]
    judge: Literal["exact/1"] | Model


def condition_name(task: TaskNumber, condition: Condition) -> str:
    """As tables print it: ``O+C``, ``A-C``; ``O rsu``; ``A single bm25``."""
    view = "O" if condition.view == "parent" else "A"
    if task == "II":
        return f"{view}{'+' if condition.setting == 'context' else '-'}C"
    return " ".join((view, condition.setting, *([condition.memory] if condition.memory else [])))


def run_name(base: str, task: TaskNumber, condition: Condition) -> str:
    """``<base>-<view>-<setting>``, with the memory where there is one."""
    parts = (base, task.lower(), condition.view, condition.setting, condition.memory or "")
    return "-".join(part.replace("_", "-") for part in parts if part)
