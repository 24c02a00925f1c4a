"""How a model judges a reply of Task I: what it is shown, what it says, and which labels that comes to.

Two questions per reply: how far it covers each reference claim, and which of its claims are contradicted. The judge
sees sentences alone: no answerer, setting, view, checkpoint or id.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.records.base import Language
from linedscript.records.stage import Rubric
from linedscript.suites.stage.scores.coverage import Label
from linedscript.suites.stage.task_i import MOST_DEVELOPMENTS, MOST_STATES, Update

COVERAGE_PROMPT = "task_i_coverage"
CONTRADICTION_PROMPT = "task_i_contradiction"
_MOST = MOST_STATES + MOST_DEVELOPMENTS
_Number = Annotated[int, Meta(ge=1, le=_MOST)]


class CoverageVerdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: _Number
    """Of the reference claim."""
    label: Label


class CoverageReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    verdicts: Annotated[tuple[CoverageVerdict, ...], Meta(max_length=_MOST)]


class ContradictionVerdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: _Number
    """Of the predicted claim."""
    contradicted: bool


class ContradictionReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    verdicts: Annotated[tuple[ContradictionVerdict, ...], Meta(max_length=_MOST)]


def _shown(update: Update) -> list[str]:
    """To a judge, each on a line of its own: behind a line end a claim would go on as another one."""
    return [" ".join(claim.split()) for claim in predicted(update)]


def predicted(update: Update) -> list[str]:
    """The claims of a reply in the order in which judges number them."""
    return [*update.states, *update.developments]


def coverage_payload(language: Language, character: str, rubric: Rubric, update: Update) -> dict[str, Any]:
    """Both pools in one question: states first, then developments. ``character``: its name in this view."""
    return {
        "language": language,
        "character": character,
        "references": [claim.text for claim in (*rubric.states, *rubric.developments)],
        "predicted": _shown(update),
    }


def contradiction_payload(language: Language, character: str, rubric: Rubric, update: Update) -> dict[str, Any]:
    return {
        "language": language,
        "character": character,
        "holding": [claim.text for claim in (*rubric.states, *rubric.developments, *rubric.invariants)],
        "later": [claim.text for claim in rubric.future_negatives],
        "predicted": _shown(update),
    }


def coverage_labels(reply: CoverageReply, count: int) -> list[Label | None]:
    """A label for each of ``count`` reference claims; null where the judge gave none, or two that differ."""
    return _by_number([(one.number, one.label) for one in reply.verdicts], count)


def contradiction_labels(reply: ContradictionReply, count: int) -> list[bool | None]:
    return _by_number([(one.number, one.contradicted) for one in reply.verdicts], count)


def _by_number(said: Sequence[tuple[int, Any]], count: int) -> list[Any]:
    found: list[set[Any]] = [set() for _ in range(count)]
    for number, label in said:
        if number <= count:
            found[number - 1].add(label)
    return [next(iter(labels)) if len(labels) == 1 else None for labels in found]
