"""How an actor is asked: one call for each turn, over a frozen input, with nothing of the evaluator's side.

A response is made alone. A turn of an episode sees the earlier turns of that episode and no other response.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.records.base import Language
from linedscript.suites.stage.cases import Played, Remembered

MEMORIES = ("persona_only", "full_memory", "bm25", "dense", "hybrid")
"""Nothing remembered, all that the pack holds, or the best few by an index (D9)."""
TOP = 4
Choose = Callable[[Sequence[Remembered], str], Sequence[str]]
"""Memories and what was said; the ids of the best ``TOP``."""


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
    lines: Mapping[str, str],
    memories: Sequence[str],
    number: int,
    earlier: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """What the prompt is filled with: no id, no checkpoint, no stance. ``lines``: the exemplars' words by id, out of
    the view's own scenes."""
    return {
        "language": language,
        "name": played.name,
        "identity": played.identity,
        "persona": list(played.persona),
        "exemplars": [lines[one] for one in played.exemplars if one in lines],
        "relationships": list(played.relationships),
        "memories": list(memories),
        "earlier": [{"asked": asked, "said": said} for asked, said in earlier],
        "turns": [played.turns[number]],
    }


def remembered(memory: str, played: Played, said: str, choose: Choose | None) -> list[str]:
    """The texts under a memory setting, in the order of acquiring. ``said``: what the index is asked."""
    if memory == "persona_only":
        return []
    if memory == "full_memory":
        return [one.text for one in played.memories]
    if choose is None:
        raise ValueError(f"{memory}: no index")
    acquired = (*played.left_out, *played.memories)
    best = set(choose(acquired, said))
    return [one.text for one in acquired if one.id in best]


def play(
    cases: Sequence[Played],
    language: Language,
    memory: str,
    lines: Mapping[str, str],
    answer: Answer,
    choose: Choose | None = None,
) -> list[Spoken]:
    """Every prompt played, in waves of turns: all first turns at once, then all second ones, and so on."""
    said: list[list[str]] = [[] for _ in cases]
    requests: list[list[str]] = [[] for _ in cases]
    problems: dict[int, str] = {}
    for number in range(max((len(one.turns) for one in cases), default=0)):
        wave = []
        for place, played in enumerate(cases):
            if number < len(played.turns) and place not in problems:
                earlier = list(zip(played.turns, said[place], strict=False))
                held = remembered(memory, played, played.turns[number], choose)
                wave.append(Turn(place, number, payload(language, played, lines, held, number, earlier)))
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
