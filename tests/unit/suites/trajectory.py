"""Records of a trajectory for tests: checkpoints and what Task I is put together from."""

from typing import Any

from factories import FILM, made, span, state

from linedscript.records.character import Anchor, State
from linedscript.records.stage import Observation
from linedscript.records.trajectory import Access, Checkpoint, Development


def anchor(scene: int, offset: int = 0) -> Anchor:
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def checkpoint(number: int, at: Anchor, **changes: Any) -> Checkpoint:
    return Checkpoint(
        **dict(
            id=f"cp-0001-{number:02d}",
            film=FILM,
            character="ent-0001",
            kind="change",
            anchor=at,
            states=(),
            developments=(),
            facts=(),
            scenes=(),
            cites=(),
            made=made(),
        )
        | changes
    )


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
    return Development(
        **dict(
            id=f"dv-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="physical",
            claim=claim,
            before=None,
            catalyst=None,
            after="cs-0001",
            consequence=None,
            at=at,
            evidence=(span(at.scene, at.offset, at.offset + 4),),
            cites=(),
            made=made(),
        )
        | changes
    )


def access(number: int, fact: str, mode: str = "unknown", gained: Anchor | None = None, **changes: Any) -> Access:
    return Access(
        **dict(
            id=f"ac-{number:04d}",
            film=FILM,
            character="ent-0001",
            fact=fact,
            mode=mode,
            gained=gained,
            via=None,
            teller=None,
            confidence=0.8,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def observation(number: int, text: str, scene: int = 1, start: int = 0, end: int = 4, **changes: Any) -> Observation:
    return Observation(
        **dict(
            id=f"ob-{number:05d}",
            film=FILM,
            character="ent-0001",
            at=anchor(scene, start),
            text=text,
            quoted=False,
            evidence=(span(f"s{scene:04d}", start, end),),
            made=made(),
        )
        | changes
    )
