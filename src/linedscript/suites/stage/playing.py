"""How an actor is asked: one call for each turn, over a frozen input, with nothing of the evaluator's side.

A response is made alone. A turn of an episode sees the earlier turns of that episode and no other response.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.records.base import Language
from linedscript.suites.stage.cases import Played


class SpeechReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    says: Annotated[str, Meta(min_length=1, max_length=2000)]


class Turn(NamedTuple):
    """One question to the actor."""

    case: int
    """Place of the prompt among those played."""
    number: int
    payload: dict[str, Any]


class Spoken(NamedTuple):
    """What came of one prompt. ``problem``: why there is no response; an episode ends with its first lost turn."""

    turns: tuple[str, ...] | None
    problem: str | None
    requests: tuple[str, ...]
    """Of the turns asked."""


Answer = Callable[[Sequence[Turn]], Sequence[tuple[str | None, str | None, str]]]
"""Of each turn the response, or null and the problem, and the request's hash."""


def payload(
    language: Language,
    played: Played,
    lines: Sequence[str],
    memories: Sequence[str],
    number: int,
    earlier: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """What the prompt is filled with: no id, no checkpoint, no stance. ``lines``: the exemplars' words."""
    return {
        "language": language,
        "name": played.name,
        "identity": played.identity,
        "persona": list(played.persona),
        "exemplars": list(lines),
        "relationships": list(played.relationships),
        "memories": list(memories),
        "earlier": [{"asked": asked, "said": said} for asked, said in earlier],
        "turns": [played.turns[number]],
    }


def play(
    cases: Sequence[Played],
    language: Language,
    memories: Callable[[int, int], Sequence[str]],
    lines: Callable[[int], Sequence[str]],
    answer: Answer,
) -> list[Spoken]:
    """Every prompt played, in waves of turns: all first turns at once, then all second ones, and so on. ``memories``
    of a prompt's place and turn, ``lines`` of its place."""
    said: list[list[str]] = [[] for _ in cases]
    requests: list[list[str]] = [[] for _ in cases]
    problems: dict[int, str] = {}
    for number in range(max((len(one.turns) for one in cases), default=0)):
        wave = []
        for place, played in enumerate(cases):
            if number < len(played.turns) and place not in problems:
                earlier = list(zip(played.turns, said[place], strict=False))
                held = memories(place, number)
                wave.append(Turn(place, number, payload(language, played, lines(place), held, number, earlier)))
        replies = answer(wave) if wave else ()
        for turn, (response, problem, request) in zip(wave, replies, strict=True):
            requests[turn.case].append(request)
            if response is None:
                problems[turn.case] = problem or "no reply"
            else:
                said[turn.case].append(response)
    return [
        Spoken(None if place in problems else tuple(said[place]), problems.get(place), tuple(requests[place]))
        for place in range(len(cases))
    ]
