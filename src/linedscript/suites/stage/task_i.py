"""Task I: from the state at one checkpoint and what an interval shows to the state at the next (stage.txt, Task I).

Two settings read the same intervals with the same words. Reference-state update (``rsu``) is given the reviewed state
of the checkpoint before; autoregressive update (``asu``) the state that the model itself last predicted. Both get it as
sentences alone. Developments aren't handed on: they say what changed, not what holds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.io.canonical import digest
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
    asked: str
    """Digest of the payload: an outcome answers this question and no other."""
    reply: Update | Missing


Answer = Callable[[Question], Awaitable[Update | Missing]]
AnswerMany = Callable[[Sequence[Question]], Sequence[Update | Missing]]
Keep = Callable[[Outcome], None]
Key = tuple[FilmId, str, int, str]
"""Film, target, sample, and the digest of the question: the first fields of an ``Outcome``."""
Done = Mapping[Key, Outcome]
"""Of an interrupted run."""


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


async def run(
    paths: Sequence[Trajectory], setting: Setting, answer: Answer, done: Done | None = None, keep: Keep | None = None
) -> list[Outcome]:
    """Outcomes of all steps, in their order. All characters go on at once; an autoregressive trajectory waits for each
    of its steps. ``done``: of an interrupted run, asked about no more; ``keep`` is given each new outcome."""
    kept = done or {}

    async def settle(step: Step, preceding: tuple[str, ...]) -> Outcome:
        asked = question(step, preceding)
        key = _key(asked)
        if key in kept:
            return kept[key]
        outcome = Outcome(*key, await answer(asked))
        if keep is not None:
            keep(outcome)
        return outcome

    async def follow(path: Trajectory) -> list[Outcome]:
        if setting == "rsu":
            return list(await asyncio.gather(*(settle(step, step.before) for step in path.steps)))
        outcomes: list[Outcome] = []
        preceding: tuple[str, ...] = ()
        for step in path.steps:
            outcomes.append(await settle(step, preceding))
            preceding = next_preceding(preceding, outcomes[-1].reply)
        return outcomes

    return [outcome for followed in await asyncio.gather(*map(follow, paths)) for outcome in followed]


def run_in_waves(
    paths: Sequence[Trajectory],
    setting: Setting,
    answer: AnswerMany,
    done: Done | None = None,
    keep: Keep | None = None,
) -> list[Outcome]:
    """As ``run``, of an answerer that takes many questions at once: every character's next step in one wave, and under
    ``rsu`` all steps in the first."""
    known = dict(done or {})
    preceding: dict[int, tuple[str, ...]] = {}
    found: dict[tuple[int, int], Outcome] = {}
    every = [(number, at) for number, path in enumerate(paths) for at in range(len(path.steps))]
    depth = max((len(path.steps) for path in paths), default=0)
    waves = [every] if setting == "rsu" else [[one for one in every if one[1] == at] for at in range(depth)]
    for wave in waves:
        asked = {}
        for number, at in wave:
            step = paths[number].steps[at]
            asked[number, at] = question(step, step.before if setting == "rsu" else preceding.get(number, ()))
        new = {key: one for one in asked.values() if (key := _key(one)) not in known}
        for key, reply in zip(new, answer(list(new.values())) if new else (), strict=True):
            known[key] = Outcome(*key, reply)
            if keep is not None:
                keep(known[key])
        for (number, at), one in asked.items():
            found[number, at] = outcome = known[_key(one)]
            preceding[number] = next_preceding(preceding.get(number, ()), outcome.reply)
    return [found[one] for one in every]


def _key(asked: Question) -> Key:
    return asked.step.film, asked.step.target, asked.step.sample, digest(asked.payload)
