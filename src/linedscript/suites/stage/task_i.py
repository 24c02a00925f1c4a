"""Task I: from the state at one checkpoint and what an interval shows to the state at the next (stage.txt, Task I).

Two settings read the same intervals with the same words. Reference-state update (``rsu``) is given the reviewed state
of the checkpoint before; autoregressive update (``asu``) the state that the model itself last predicted. Both get it as
sentences alone. Developments aren't handed on: they say what changed, not what holds.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.records.base import FilmId, Language
from linedscript.records.stage import Rubric

Setting = Literal["rsu", "asu"]
SETTINGS: tuple[Setting, ...] = ("rsu", "asu")
UPDATE_PROMPT = "task_i_update"
MOST_STATES = 8
MOST_DEVELOPMENTS = 4
"""Claims that a reply may hold (stage.txt, Task I)."""
_Sentence = Annotated[str, Meta(min_length=1, max_length=400)]


class Update(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reply."""

    states: Annotated[tuple[_Sentence, ...], Meta(max_length=MOST_STATES)]
    """What holds of the character now."""
    developments: Annotated[tuple[_Sentence, ...], Meta(max_length=MOST_DEVELOPMENTS)]
    """What changed since the preceding state."""


class Step(NamedTuple):
    """One checkpoint to be predicted. Of it, only sentences and the character's name reach a model."""

    film: FilmId
    target: str
    sample: int
    """Which of several generations, from 1."""
    language: Language
    character: str
    """Its name in this view."""
    memory: tuple[str, ...]
    """The interval's observations, in the order of the text."""
    before: tuple[str, ...]
    """The reviewed states of the checkpoint before; none at the first."""


class Trajectory(NamedTuple):
    film: FilmId
    character: str
    """Its id."""
    steps: tuple[Step, ...]


class Question(NamedTuple):
    step: Step
    payload: dict[str, Any]
    """What a prompt is filled with."""


class Missing(NamedTuple):
    """Why there is no usable reply."""

    reason: str


class Outcome(NamedTuple):
    """What came of one step."""

    film: FilmId
    target: str
    sample: int
    reply: Update | Missing


Answer = Callable[[Sequence[Question]], Sequence[Update | Missing]]


def payload(step: Step, preceding: Sequence[str]) -> dict[str, Any]:
    """What a model is shown: the preceding state and the interval as sentences, whom they are about, and how much it
    may say. No id, no checkpoint, no scene, nothing of the evaluator's."""
    return {
        "language": step.language,
        "character": step.character,
        "preceding": list(preceding),
        "memory": list(step.memory),
        "bounds": {"states": MOST_STATES, "developments": MOST_DEVELOPMENTS},
    }


def question(step: Step, preceding: Sequence[str]) -> Question:
    return Question(step, payload(step, preceding))


def reference(rubric: Rubric) -> Update:
    """The reply that covers a rubric in full."""
    return Update(
        states=tuple(claim.text for claim in rubric.states),
        developments=tuple(claim.text for claim in rubric.developments),
    )


def next_preceding(preceding: tuple[str, ...], reply: Update | Missing) -> tuple[str, ...]:
    """What the next autoregressive step is given: the states of the last usable reply (D6)."""
    return preceding if isinstance(reply, Missing) else reply.states


def run(paths: Sequence[Trajectory], setting: Setting, answer: Answer) -> list[Outcome]:
    """Outcomes of all steps, in their order. ``answer`` is given many questions at once: under ``rsu`` all of them,
    under ``asu`` every trajectory's next step."""
    found: dict[tuple[int, int], Outcome] = {}
    preceding: dict[int, tuple[str, ...]] = {}
    every = [(number, at) for number, path in enumerate(paths) for at in range(len(path.steps))]
    depth = max((len(path.steps) for path in paths), default=0)
    for wave in [every] if setting == "rsu" else [[one for one in every if one[1] == at] for at in range(depth)]:
        asked = []
        for number, at in wave:
            step = paths[number].steps[at]
            asked.append(question(step, step.before if setting == "rsu" else preceding.get(number, ())))
        for (number, at), one, reply in zip(wave, asked, answer(asked), strict=True):
            found[number, at] = Outcome(one.step.film, one.step.target, one.step.sample, reply)
            preceding[number] = next_preceding(preceding.get(number, ()), reply)
    return [found[one] for one in every]
