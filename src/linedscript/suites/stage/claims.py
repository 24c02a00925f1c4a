"""The deterministic judge of Task I: by key terms, with names resolved, in English and Chinese.

A baseline, called so in every table. It sees sentences as bags of key terms and whether they deny; what is
said in other words it misses.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.suites.stage.passages import Terms
from linedscript.suites.stage.scores.coverage import Label

SHARES = {"full": 0.75, "partial": 0.4}
"""Part of the judge: other shares are another judge."""
_DENIES = {
    "en": Pattern(r"\b(?:not|no longer|never|nobody|nothing|without|cannot|doesn't know|unaware)\b|n't\b", 2),
    "zh": Pattern(r"不再|并不|不是|没有|没|未|从不|绝不|不(?!久|过|仅|但|管|论|得不|断)|别(?!人|的|墅)|无(?!论)"),
}
"""2: any case."""


class _Read(NamedTuple):
    terms: frozenset[str]
    denies: bool


class ClaimsJudge:
    """Judges replies about one film's characters in one view."""

    def __init__(self, entities: Sequence[Entity], language: Language, settings: dict[str, Any]) -> None:
        """``settings``: ``full`` and ``partial``, the shares in (0, 1] of a reference claim's key terms from which on a
        predicted claim covers it in full or in part."""
        self._terms = Terms(entities, language)
        self._language = language
        self._full, self._partial = settings["full"], settings["partial"]

    def coverage(self, character: str, reference: str, predicted: Sequence[str]) -> Label:
        """How far the reply covers a reference claim: by the predicted claim that holds most of its key terms and
        agrees with it on whether it is so. ``character``: id of whom all of them are about; its name says nothing."""
        wanted = self._read(character, reference)
        share = max((_share(wanted, self._read(character, claim)) for claim in predicted), default=0.0)
        return "full" if share >= self._full else "partial" if share >= self._partial else "none"

    def contradicted(self, character: str, predicted: str, holding: Sequence[str], later: Sequence[str]) -> bool:
        """Whether a predicted claim denies what holds (current states, developments, invariants) or asserts what holds
        only ``later``: it is closer to that than to anything that holds."""
        said = self._read(character, predicted)
        known = [self._read(character, claim) for claim in holding]
        against = [one._replace(denies=not one.denies) for one in known]
        against += [self._read(character, claim) for claim in later]
        support = max((_likeness(one, said) for one in known), default=0.0)
        closest = max((_likeness(one, said) for one in against if _share(one, said) >= self._full), default=0.0)
        return closest > support

    def _read(self, character: str, text: str) -> _Read:
        denial = _DENIES[self._language]
        bare, denials = denial.subn(" ", text.replace("’", "'"))
        terms = self._terms.of(bare) - {f"e:{character}"}
        return _Read(terms or self._terms.plain(bare), denials > 0)


def _share(wanted: _Read, said: _Read) -> float:
    """Of the wanted terms, those that are said; 0 where one denies and the other doesn't."""
    if wanted.denies != said.denies or not wanted.terms:
        return 0.0
    return len(wanted.terms & said.terms) / len(wanted.terms)


def _likeness(one: _Read, other: _Read) -> float:
    """Of the terms of both, those that they share."""
    if one.denies != other.denies or not one.terms | other.terms:
        return 0.0
    return len(one.terms & other.terms) / len(one.terms | other.terms)
