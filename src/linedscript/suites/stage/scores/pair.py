"""``pair/1``: two frozen responses of one character to one request, at two checkpoints (D9).

Evolving and post-disclosure: the expected change is realized or not. Invariant: what stays is kept or has drifted.
Inaccessible: what can't be known is kept out or has leaked; a response that speaks of something else has kept nothing
out, it is no answer. The responses were made apart; they meet here alone.
"""

from typing import Literal, NamedTuple

from linedscript.records.stage import Condition, Scaffold
from linedscript.suites.stage.scores.hearing import Ear, Heard

METRIC = "pair/1"
Label = Literal["realized", "not_realized", "kept", "drifted", "leaked", "no_answer"]
LABELS: tuple[Label, ...] = ("realized", "not_realized", "kept", "drifted", "leaked", "no_answer")
CONDITIONS: tuple[Condition, ...] = ("evolving", "invariant", "inaccessible", "post_disclosure")
VALUES: dict[Label, float] = {
    "realized": 1.0,
    "kept": 1.0,
    "not_realized": 0.0,
    "drifted": 0.0,
    "leaked": 0.0,
    "no_answer": 0.0,
}


class Findings(NamedTuple):
    """What a judge says of a pair, without knowing its condition."""

    earlier_true: bool
    """The earlier response is true to its own moment."""
    later_true: bool
    leaks: bool
    """A response says what its moment doesn't let the character know."""


def verdict(condition: Condition, findings: Findings) -> Label:
    """The label of a pair whose later prompt has the condition."""
    both = findings.earlier_true and findings.later_true
    if condition == "evolving":
        return "realized" if both and not findings.leaks else "not_realized"
    if condition == "post_disclosure":
        return "realized" if findings.later_true else "not_realized"
    if condition == "invariant":
        return "kept" if both else "drifted"
    return "leaked" if findings.leaks else "kept" if both else "no_answer"


def judge_pair(earlier: tuple[Scaffold, str], later: tuple[Scaffold, str], ear: Ear, asked: str = "") -> Label:
    """The deterministic judge's label. ``no_answer``: one of the responses is empty. ``asked``: the request of both."""
    heard = [(scaffold, ear.hear(text, asked, scaffold.character)) for scaffold, text in (earlier, later)]
    if any(one.silent for _, one in heard):
        return "no_answer"
    true = [_true(scaffold, one, ear) for scaffold, one in heard]
    leaks = any(_leaks(scaffold, one, ear) for scaffold, one in heard)
    return verdict(later[0].condition, Findings(true[0], true[1], leaks))


def _true(scaffold: Scaffold, heard: Heard, ear: Ear) -> bool:
    """It asserts something that supports the stance, or denies where nothing does, and nothing that has ended or is
    beyond the moment."""
    own = scaffold.character
    if scaffold.supporting:
        takes = any(ear.asserts(heard, claim, own) for claim in scaffold.supporting)
    else:
        takes = heard.denies
    past = any(ear.asserts(heard, claim, own, scaffold.supporting) for claim in scaffold.contradicting)
    return takes and not past and not _leaks(scaffold, heard, ear)


def _leaks(scaffold: Scaffold, heard: Heard, ear: Ear) -> bool:
    beyond = (*scaffold.unknown, *scaffold.future_negatives)
    return any(ear.asserts(heard, claim, scaffold.character, scaffold.supporting) for claim in beyond)
