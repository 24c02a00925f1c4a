"""Small records of the character temporal graph and of Task III; see ``factories``."""

from typing import Any

from factories import FILM, made, span

from linedscript.records.character import Anchor
from linedscript.records.stage import Claim, Pack, Prompt, RolePackage, Scaffold
from linedscript.records.trajectory import Access, Checkpoint, Exemplar, Memory, Phase, StyleScores, Tie, Trait

ABSENCE = span(kind="absence", start=None, end=None, sha256=None, source=(), grounding=None, record="entities/ent-0001")


def at(scene: int = 1, offset: int = 0) -> Anchor:
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def checkpoint(number: int = 1, scene: int = 1, offset: int = 100, **changes: Any) -> Checkpoint:
    return Checkpoint(
        **dict(
            id=f"cp-0001-{number:02d}",
            film=FILM,
            character="ent-0001",
            kind="change",
            anchor=at(scene, offset),
            states=(),
            developments=(),
            facts=(),
            scenes=(),
            cites=(),
            made=made(),
        )
        | changes
    )


def trait(number: int = 1, text: str = "Ann is stubborn.", **changes: Any) -> Trait:
    return Trait(
        **dict(
            id=f"tr-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="trait",
            text=text,
            valid_from=at(1, 4),
            valid_to=None,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def exemplar(number: int = 1, **changes: Any) -> Exemplar:
    return Exemplar(
        **dict(
            id=f"ex-{number:04d}",
            film=FILM,
            character="ent-0001",
            at=at(1, 0),
            rank=number,
            scores=StyleScores(distinctiveness=0.5, salience=0.5, independence=0.5, composite=0.5),
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def memory(number: int = 1, scene: int = 1, text: str = "I waited.", **changes: Any) -> Memory:
    return Memory(
        **dict(
            id=f"mm-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="did",
            text=text,
            at=at(scene, 0),
            units=("s0001.u01",),
            evidence=(span(f"s{scene:04d}"),),
            cites=(),
            made=made(),
        )
        | changes
    )


def phase(claim: str = "Ann is on good terms with Bo.", **changes: Any) -> Phase:
    return Phase(**dict(claim=claim, valid_from=at(1, 0), valid_to=None, source="states/cs-0001") | changes)


def tie(number: int = 1, *phases: Phase, **changes: Any) -> Tie:
    return Tie(
        **dict(id=f"tie-{number:04d}", film=FILM, character="ent-0001", other="ent-0002", phases=phases or (phase(),))
        | changes
    )


def access(number: int = 1, **changes: Any) -> Access:
    return Access(
        **dict(
            id=f"ac-{number:04d}",
            film=FILM,
            character="ent-0001",
            fact="s0001.u01",
            mode="unknown",
            gained=None,
            via=None,
            teller=None,
            confidence=0.8,
            evidence=(
                span(kind="absence", start=None, end=None, sha256=None, source=(), grounding=None, record="x/y"),
            ),
            cites=(),
            made=made(),
        )
        | changes
    )


def prompt(number: int = 1, **changes: Any) -> Prompt:
    return Prompt(
        **dict(
            id=f"rp-{number:04d}",
            film=FILM,
            character="ent-0001",
            checkpoint="cp-0001-01",
            condition="evolving",
            mode="single",
            turns=("How are things between you and Bo?",),
            stance="Answers as one who is at odds with Bo.",
            about=("states/cs-0001",),
            pair=None,
            cites=(),
            made=made(),
        )
        | changes
    )


def claim(number: int = 1, **changes: Any) -> Claim:
    return Claim(
        **dict(
            id=f"rp-0001.s{number:02d}",
            text="Ann is injured.",
            role="supporting",
            source="states/cs-0001",
            evidence=(span(),),
        )
        | changes
    )


def scaffold(number: int = 1, **changes: Any) -> Scaffold:
    return Scaffold(
        **dict(
            id=f"rp-{number:04d}",
            film=FILM,
            character="ent-0001",
            checkpoint="cp-0001-01",
            kind="baseline",
            condition="evolving",
            stance="Answers as one who is at odds with Bo.",
            supporting=(claim(),),
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
            film=FILM,
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
    return RolePackage(**dict(id=character, film=FILM, checkpoints=2, low_yield=("prompts",)) | counts | changes)
