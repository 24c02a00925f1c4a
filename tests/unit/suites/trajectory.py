"""Records of a trajectory for tests: checkpoints and what Task I is put together from."""

from typing import Any

import factories
from factories import span, state

from linedscript.records.character import Anchor, State
from linedscript.records.stage import Observation
from linedscript.records.trajectory import Access, Checkpoint, Development


def anchor(scene: int, offset: int = 0) -> Anchor:
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def checkpoint(number: int, at: Anchor, **changes: Any) -> Checkpoint:
    return factories.checkpoint(number, **dict(kind="change", anchor=at) | changes)


def held(number: int, claim: str, begins: Anchor, ends: Anchor | None = None, **changes: Any) -> State:
    """A state whose evidence ends where it begins to hold, four characters long."""
    return state(
        number,
        **dict(
            claim=claim,
            value=claim,
            valid_from=begins,
            valid_to=ends,
            catalyst=None,
            evidence=(span(begins.scene, begins.offset, begins.offset + 4),),
        )
        | changes,
    )


def development(number: int, claim: str, at: Anchor, **changes: Any) -> Development:
    evidence = (span(at.scene, at.offset, at.offset + 4),)
    return factories.development(number, **dict(claim=claim, catalyst=None, at=at, evidence=evidence) | changes)


def access(number: int, fact: str, mode: str = "unknown", gained: Anchor | None = None) -> Access:
    return factories.access(number, fact=fact, mode=mode, gained=gained)


def observation(number: int, text: str, scene: int = 1, start: int = 0, end: int = 4, **changes: Any) -> Observation:
    evidence = (span(f"s{scene:04d}", start, end),)
    return factories.observation(number, **dict(at=anchor(scene, start), text=text, evidence=evidence) | changes)
