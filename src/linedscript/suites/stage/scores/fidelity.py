"""``fidelity/1``: the dimensions of a response in Task III, each an integer from 1 to 5 (D9).

One turn: character fidelity, memory faithfulness, boundary compliance, naturalness. Several turns add cross-turn
consistency and follow-up compatibility. A response that can't be read, or a verdict that can't, is missing and never a
score. The judge below is deterministic; a model judge is asked once for each dimension.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from linedscript.engines.rules.wording import length
from linedscript.engines.views import ids_in
from linedscript.patterns import Pattern
from linedscript.records.stage import Claim, Mode, Scaffold
from linedscript.suites.stage.scores.hearing import Ear, Heard

METRIC = "fidelity/1"
Dimension = Literal["fidelity", "faithfulness", "boundary", "naturalness", "consistency", "compatibility"]
SINGLE: tuple[Dimension, ...] = ("fidelity", "faithfulness", "boundary", "naturalness")
"""The headline first."""
MULTI: tuple[Dimension, ...] = (*SINGLE, "consistency", "compatibility")
LABELS = ("1", "2", "3", "4", "5")
_FIRST = {
    "en": Pattern(r"(?i)\b(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|me|my|mine|myself|we|us|our|you|your)\b"),
    "zh": Pattern(r"[我咱俺你您]"),
}
_ASSISTANT = Pattern(
    r"(?i)\bas an ai\b|\blanguage model\b|\bthe character\b|\bthe screenplay\b|\bcheckpoint\b"
    r"|作为(?:一个)?(?:人工智能|语言模型|AI)|该角色|剧本里"
)
_IDLE = {
    "en": "know knew known anything something nothing idea hear heard tell told say said remember recall aware kind",
    "zh": "知道。晓得。清楚。了解。记得。明白。听说。说。件事。事情。种事。事。点。回事。",
}
"""What every refusal says takes up nothing of a request."""
_LONG = {"en": 150, "zh": 300}
"""Words and characters above which a spoken answer is a speech."""


class Case(NamedTuple):
    """What a response is held against."""

    scaffold: Scaffold
    mode: Mode
    turns: tuple[str, ...]
    """What was asked."""
    topics: tuple[tuple[Claim, ...], ...]
    """The claims that each turn is about; the last turn of an episode comes back to the first topic."""
    seen: frozenset[str]
    """Entities that the actor's input names, as ``Ear.named`` gives them."""


def dimensions(mode: Mode) -> tuple[Dimension, ...]:
    return SINGLE if mode == "single" else MULTI


def score(case: Case, responses: Sequence[str], ear: Ear) -> dict[Dimension, int]:
    """Of every dimension. A turn without a response counts as an empty one; an answer that is empty as a whole has 1
    throughout."""
    said = [*responses, *[""] * len(case.turns)][: len(case.turns)]
    text = " ".join(one for one in said if one.strip())
    own = case.scaffold.character
    heard = ear.hear(text)
    if heard.silent:
        return dict.fromkeys(dimensions(case.mode), 1)
    turns = [ear.hear(one, asked, own) for one, asked in zip(said, case.turns, strict=True)]
    asserted = heard.asserted.union(*(one.asserted for one in turns))
    heard = heard._replace(asserted=asserted, all=heard.all.union(*(one.all for one in turns)))
    found = _Found(case.scaffold, heard, ear)
    scores: dict[Dimension, int] = {
        "fidelity": found.fidelity(),
        "faithfulness": found.faithfulness(),
        "boundary": _boundary(case, found, ear),
        "naturalness": _naturalness(case, said, ear),
    }
    if case.mode == "multi":
        scores["consistency"] = _consistency(case, turns, ear)
        scores["compatibility"] = _compatibility(case, turns, ear)
    return scores


class _Found:
    """What of the scaffold a response asserts."""

    def __init__(self, scaffold: Scaffold, heard: Heard, ear: Ear) -> None:
        self.scaffold, self.heard = scaffold, heard
        supporting = scaffold.supporting

        def said(claims: Sequence[Claim], beside: Sequence[Claim]) -> int:
            return sum(ear.asserts(heard, claim, scaffold.character, beside) for claim in claims)

        self.true = said(supporting, ())
        self.past = said(scaffold.contradicting, supporting)
        self.beyond = said((*scaffold.unknown, *scaffold.future_negatives), supporting)

    def fidelity(self) -> int:
        """Whether it takes the stance that the moment asks for."""
        wanted = len(self.scaffold.supporting)
        value = _share(self.true, wanted) if wanted else 5 if self.heard.denies else 2
        if self.scaffold.unknown and wanted and not self.heard.denies:
            value = min(value, 3)
        return min(value, 2) if self.past or self.beyond else value

    def faithfulness(self) -> int:
        """Whether what it tells is what the character has of it; an answer that draws on nothing has 2."""
        told = self.true + self.past + self.beyond
        if told:
            return _share(self.true, told)
        return 5 if self.heard.denies and not self.scaffold.supporting else 2


def _share(part: int, whole: int) -> int:
    return 1 + (8 * part + whole) // (2 * whole)


def _boundary(case: Case, found: _Found, ear: Ear) -> int:
    """Whether it keeps to what can be known then: nothing unknown or later, nobody that the actor has never met. To
    deny what the character does know keeps nothing out."""
    if found.beyond:
        return 1
    scaffold = case.scaffold
    if scaffold.supporting and found.heard.denies and not found.true:
        return 2
    known = case.seen | {f"e:{scaffold.character}"}
    for claim in scaffold.supporting:
        known |= ear.named(claim.text)
    if {term for term in found.heard.all if term.startswith("e:")} - known:
        return 3
    return 4 if scaffold.unknown and not found.heard.denies else 5


def _naturalness(case: Case, said: Sequence[str], ear: Ear) -> int:
    """Whether it is spoken by somebody, to what was asked."""
    text = " ".join(said)
    if ids_in(text) or _ASSISTANT.search(text):
        return 1
    value = 5
    own = case.scaffold.character
    heard = [ear.hear(one, asked, own) for one, asked in zip(said, case.turns, strict=True)]
    if not _FIRST[ear.language].search(text):
        value -= 2
    if not all(_answers(case, turn, heard, ear) for turn in range(len(heard))):
        value -= 2
    if any(length(one, ear.language) > _LONG[ear.language] for one in said):
        value -= 1
    return max(value, 1)


def _answers(case: Case, turn: int, heard: Sequence[Heard], ear: Ear) -> bool:
    """The turn says something of its topic or its request; a denial suffices where there is nothing to take up."""
    if heard[turn].silent:
        return False
    back = turn == len(heard) - 1 and turn > 0
    topic = case.topics[0 if back else turn % len(case.topics)]
    own = ear.terms(_IDLE[ear.language]) | {f"e:{case.scaffold.character}"}
    asked = ear.terms(" ".join((case.turns[turn], case.turns[0]) if back else (case.turns[turn],))) - own
    near = asked.union(*(ear.terms(claim.text) for claim in topic if claim.role != "unknown")) - own
    return bool(heard[turn].all & near) or heard[turn].denies and not asked


def _consistency(case: Case, heard: Sequence[Heard], ear: Ear) -> int:
    """No turn takes back what another one holds, and the last holds to what the first said."""
    scaffold = case.scaffold
    if any(one.silent for one in heard):
        return 1
    true = [_any(one, scaffold.supporting, scaffold, ear) for one in heard]
    false = [_any(one, (*scaffold.contradicting, *scaffold.future_negatives), scaffold, ear) for one in heard]
    if any(true) and any(false):
        return 1
    first, last = heard[0], heard[-1]
    topic = [claim for claim in case.topics[0] if claim.role == "supporting"]
    if topic:
        held = [_any(one, topic, scaffold, ear) for one in (first, last)]
        return 5 if all(held) else 2 if any(held) else 3
    if first.text == last.text and not all(_answers(case, turn, heard, ear) for turn in (0, len(heard) - 1)):
        return 3
    return 5 if first.denies and last.denies else 2 if first.denies or last.denies else 3


def _compatibility(case: Case, heard: Sequence[Heard], ear: Ear) -> int:
    """Of the turns after the first, those that take up what was said and don't say an earlier answer again, be it that
    one doesn't know."""
    later = range(1, len(heard))
    kept = sum(
        _answers(case, turn, heard, ear) and heard[turn].text not in {one.text for one in heard[:turn]}
        for turn in later
    )
    return _share(kept, len(later)) if later else 5


def _any(heard: Heard, claims: Sequence[Claim], scaffold: Scaffold, ear: Ear) -> bool:
    beside = () if claims and claims[0].role == "supporting" else scaffold.supporting
    return any(ear.asserts(heard, claim, scaffold.character, beside) for claim in claims)
