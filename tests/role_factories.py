"""Small records of Task III; all others are made by ``factories``."""

from typing import Any

import factories as make

from linedscript.records.stage import Claim, Pack, Prompt, RolePackage, Scaffold


def prompt(number: int = 1, **changes: Any) -> Prompt:
    return Prompt(
        **dict(
            id=f"rp-{number:04d}",
            film=make.FILM,
            character="ent-0001",
            checkpoint="cp-0001-01",
            condition="evolving",
            mode="single",
            turns=("How are things between you and Bo?",),
            stance="Answers as one who is at odds with Bo.",
            about=("states/cs-0001",),
            pair=None,
            cites=(),
            made=make.made(),
        )
        | changes
    )


def supporting(number: int = 1, **changes: Any) -> Claim:
    """A claim of a scaffold."""
    named = dict(id=f"rp-0001.s{number:02d}", text="Ann is injured.", role="supporting")
    return make.claim(number, **named | changes)


def scaffold(number: int = 1, **changes: Any) -> Scaffold:
    return Scaffold(
        **dict(
            id=f"rp-{number:04d}",
            film=make.FILM,
            character="ent-0001",
            checkpoint="cp-0001-01",
            kind="baseline",
            condition="evolving",
            stance="Answers as one who is at odds with Bo.",
            supporting=(supporting(),),
            contradicting=(),
            unknown=(),
            future_negatives=(),
            pair=None,
        )
        | changes
    )


def pack(number: int = 1, **changes: Any) -> Pack:
    return Pack(
        **dict(
            id=f"rp-{number:04d}",
            film=make.FILM,
            character="ent-0001",
            checkpoint="cp-0001-01",
            identity="Ann.",
            traits=(),
            exemplars=(),
            memories=(),
            ties=(),
            phases=(),
            tokenizer="linedscript/1",
            budget=400,
            tokens=10,
            left_out=(),
        )
        | changes
    )


def role_package(character: str = "ent-0001", **changes: Any) -> RolePackage:
    counts = dict.fromkeys(("items", "prompts", "pairs", "episodes", "traits", "exemplars", "memories"), 0)
    return RolePackage(**dict(id=character, film=make.FILM, checkpoints=2, low_yield=("prompts",)) | counts | changes)
