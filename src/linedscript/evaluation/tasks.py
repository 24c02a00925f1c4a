"""What the evaluation asks of a task: its targets, its references, how a model and a judge are asked, and its scores.

A suite gives one object per task (``suites.stage.task_ii.TASK``); everything else here is the same for all.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, get_args, runtime_checkable

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.evaluation.asking import Asker
from linedscript.records.base import FilmId, Language
from linedscript.records.evaluation import RetrievalSettings
from linedscript.records.run import Condition, Judgement, Memory, Prediction, Reply, Retrieved, Setting, TaskNumber

Rows = Mapping[str, Sequence[Any]]
"""A film's records in one view, by layer."""


class Target(NamedTuple):
    """One thing that is predicted: a question, a checkpoint, a role-play request."""

    id: str
    film: FilmId
    language: Language
    sha256: str
    """Of everything that a prediction or a verdict rests on: where it changes, both are stale."""
    record: Any
    known: Any
    """What the task needs besides, of the film."""


class Verdict(NamedTuple):
    dimension: str
    label_set: str
    label: str


class Task(Protocol):
    number: TaskNumber
    metric: str
    """Name and version, such as ``accuracy/1``."""
    settings: tuple[Setting, ...]
    evidence: frozenset[Setting]
    """The settings in which passages of the film's text are retrieved."""
    layers: tuple[str, ...]
    """Of a release, that ``targets`` reads."""
    named_in: tuple[str, ...]
    """Layers with a record of a target's id: where one of them is withheld or ended, so is the target."""
    controls: tuple[Condition, ...]
    """The conditions under which the controls are run with the release."""
    labels: Mapping[str, tuple[str, ...]]
    """Of each label set that its judges use."""
    reply: type
    """Of its replies, one of ``records.run.Reply``."""
    measures: tuple[str, ...]
    """The headline first."""

    def targets(self, film: FilmId, language: Language, rows: Rows, setting: Setting | None = None) -> list[Target]:
        """In order of their ids; of one setting, where settings have targets of their own and one is named."""
        ...

    def query(self, target: Target) -> str:
        """What retrieval over the film's text is asked; empty where the task retrieves none of it."""
        ...

    def material(self, targets: Sequence[Target], texts: Mapping[str, str]) -> dict[str, list[str]]:
        """By target what a model is shown of the screenplay where nothing is retrieved; empty where it is nothing.

        ``texts``: a scene's text in the view, by its id. Read only where a text is asked for.
        """
        ...

    def reference(self, target: Target) -> Reply: ...

    def empty(self, target: Target) -> Reply:
        """A readable reply with nothing in it: the floor, and not missing."""
        ...

    def misfit(self, target: Target, reply: Reply) -> str | None:
        """Why a reply of the right kind is none that a model could give to the target; null where it is one."""
        ...

    def same(self, target: Target) -> str:
        """Equal for targets whose references are equal: ``shuffled`` gives a target no reference like its own."""
        ...

    def predict(
        self, condition: Condition, targets: Sequence[Target], contexts: Mapping[str, Sequence[str]], asker: Asker
    ) -> list[Prediction]:
        """A model's generations. ``contexts``: by target the texts of its frozen passages, in order of the story; where
        the setting retrieves none, what ``material`` gives."""
        ...

    def exact(self, target: Target, reply: Reply) -> list[Verdict]:
        """The deterministic judge: a label for each dimension of the target."""
        ...

    def dimensions(self, target: Target) -> Sequence[tuple[str, str]]:
        """``(dimension, label set)`` of all that is judged of one generation."""
        ...

    def judge(self, pairs: Sequence[tuple[Target, Prediction]], asker: Asker) -> list[Judgement]:
        """A model judge's labels; condition, view and answerer are hidden from it."""
        ...

    def value(self, target: Target, labels: Mapping[str, str], measure: str) -> float | None:
        """One generation's score by its labels; null where the measure has nothing to count, or a label is missing."""
        ...

    def group(self, target: Target) -> str:
        """What the target is averaged in before its film is; empty: nothing."""
        ...

    def prompts(self, language: Language) -> dict[str, tuple[str, ...]]:
        """Names of the templates that are asked by: by setting those of ``predict``, under ``judge`` those of
        ``judge``."""
        ...


@runtime_checkable
class Paired(Protocol):
    """A task that also judges a reply beside another one of the same generation."""

    def earlier(self, target: Target) -> str | None:
        """The target whose reply is the other one; null where there is none."""
        ...

    def exact_pair(self, target: Target, reply: Reply, other: Reply) -> list[Verdict]:
        """The deterministic judge's labels of the pair, each a dimension of ``target``."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A task whose material is chosen under a memory setting."""

    def remember(
        self, condition: Condition, targets: Sequence[Target], settings: RetrievalSettings, texts: Mapping[str, str]
    ) -> tuple[list[Retrieved], dict[str, list[str]]]:
        """What is chosen, frozen, and the contexts that ``predict`` gets; in place of ``material``."""
        ...


def unlike(reply: Any, wanted: type, asked: str = "", filed: str = "") -> str | None:
    """Why a reply isn't one that a model's schema allows; null where it is. ``asked``: the field of the model's schema
    that a prediction file has as ``filed`` of its reply; without it their names are the same."""
    try:
        msgspec.convert(reply, wanted)
    except msgspec.ValidationError as error:
        return str(error).replace(f"`$.{asked}", f"`$.reply.{filed}")
    return None


def condition_faults(task: Task, condition: Condition) -> Iterator[tuple[str, str]]:
    """Why a task has no such condition, each reason with what there is."""
    if condition.setting not in task.settings:
        yield f"Task {task.number} has no setting {condition.setting}", f"it has {', '.join(task.settings)}"
    if condition.memory is None and task.number == "III":
        yield "Task III needs a memory setting", f"one of {', '.join(get_args(Memory))}"
    if condition.memory is not None and task.number != "III":
        yield "a memory setting goes with Task III alone", "null elsewhere"


TASKS: tuple[TaskNumber, ...] = ("I", "II", "III")
"""Those that can be evaluated."""


def task_named(number: TaskNumber) -> Task:
    """Raises LinedscriptError ``unknown-task``."""
    from linedscript.suites.stage import evaluated_i, task_ii, task_iii

    found: dict[str, Task] = {"I": evaluated_i.TASK, "II": task_ii.TASK, "III": task_iii.TASK}
    if number not in found:
        raise LinedscriptError("unknown-task", f"Task {number}", "can't be evaluated", f"there are: {', '.join(found)}")
    return found[number]


def task_with(number: TaskNumber, setting: Setting | None) -> Task:
    """A task that has the setting which a command names. Raises LinedscriptError ``wrong-usage``."""
    task = task_named(number)
    if setting not in (None, *task.settings):
        problem = f"Task {number} has no setting {setting}"
        raise LinedscriptError("wrong-usage", "--setting", problem, f"it has {', '.join(task.settings)}")
    return task
