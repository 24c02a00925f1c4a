"""What a model judge of Task III is shown: a dimension at a time; condition, view, setting and answerer are hidden."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.records.stage import Claim
from linedscript.suites.stage.cases import RoleCase
from linedscript.suites.stage.scores.fidelity import Dimension


class Graded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    score: Annotated[int, Meta(ge=1, le=5)]
    reason: Annotated[str, Meta(max_length=400)]


class PairGraded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The judge isn't told what the pair tests: its label follows from the condition (``scores.pair``)."""

    earlier_true: bool
    later_true: bool
    leaks: bool


def prompt_of(dimension: str) -> str:
    """The template's name without its language."""
    return f"task_iii_{dimension}"


def graded_payload(dimension: Dimension, role: RoleCase, responses: Sequence[str]) -> dict[str, Any]:
    """What the dimension is judged by and nothing else."""
    played, scaffold = role.played, role.case.scaffold
    shown: dict[str, Any] = {
        "language": role.language,
        "character": played.name,
        "exchange": [
            {"asked": asked, "said": said}
            for asked, said in zip(role.case.turns, _padded(role, responses), strict=True)
        ],
    }
    memories = [one.text for one in (*played.left_out, *played.memories)]
    more: dict[Dimension, dict[str, Any]] = {
        "fidelity": {
            "identity": played.identity,
            "persona": list(played.persona),
            "relationships": list(played.relationships),
            "stance": scaffold.stance,
        },
        "faithfulness": {
            "memories": memories,
            "holds": _texts(scaffold.supporting),
            "ended": _texts(scaffold.contradicting),
        },
        "boundary": {"memories": memories, "beyond": beyond(role)},
        "naturalness": {},
        "consistency": {"holds": _texts([one for one in role.case.topics[0] if one.role == "supporting"])},
        "compatibility": {},
    }
    return shown | more[dimension]


def pair_payload(earlier: tuple[RoleCase, Sequence[str]], later: tuple[RoleCase, Sequence[str]]) -> dict[str, Any]:
    return {
        "language": later[0].language,
        "character": later[0].played.name,
        "earlier": _side(*earlier),
        "later": _side(*later),
    }


def beyond(role: RoleCase) -> list[str]:
    """What can't be known at the moment, or comes about only later."""
    return _texts((*role.case.scaffold.unknown, *role.case.scaffold.future_negatives))


def _side(role: RoleCase, responses: Sequence[str]) -> dict[str, Any]:
    return {
        "asked": " ".join(role.case.turns),
        "said": " ".join(_padded(role, responses)),
        "stance": role.case.scaffold.stance,
        "beyond": beyond(role),
    }


def _padded(role: RoleCase, responses: Sequence[str]) -> list[str]:
    """Each on one line: behind a line end a response would go on as what was asked, or as a stance."""
    said = [" ".join(one.split()) for one in responses]
    return [*said, *[""] * len(role.case.turns)][: len(role.case.turns)]


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim.text for claim in claims]
