"""Which claims a spoken answer asserts, by their key terms: what the deterministic judge of Task III goes by.

It reads words, not meaning: a paraphrase without a claim's terms isn't heard, and a claim whose terms all belong to
another one can't be told from it. Tables name the judge.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from linedscript.engines.rules.states_words import SENTENCE
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.stage import Claim
from linedscript.suites.stage.bearers import told_apart
from linedscript.suites.stage.first_person import first_person
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.places import Places

SHARE = 0.6
"""Of a claim's terms, where it has more than ``FEW``; of fewer, all."""
FEW = 3
_NEGATION = {
    "en": Pattern(r"(?i)\b(?:not|no|never|nobody|nothing|none|neither|nor|cannot)\b|n['’]t\b"),
    "zh": Pattern(r"[不没未别莫无]"),
}
_NO = Pattern(r"(?i)^\s*(?:no|not at all|不|不是|没有)\s*[,，;；—-]+")
"""Says no to what was asked, and goes on."""
_DENIAL = {
    "en": Pattern(
        r"(?i)(?:\b(?:not|never|cannot)|n['’]t) (?:really |ever |even )?"
        r"(?:know|known|hear|heard|see|seen|say|tell|told|recall|remember|aware|have|got|find|found)\b"
        r"|\bno (?:idea|clue|notion|news|one|longer|such)\b|\bnothing (?:of|about|like|i|that i)\b|\bnews to me\b|^no\b"
    ),
    "zh": Pattern(r"不(?:知道|晓得|清楚|了解|记得|明白|在|是)|没(?:有|听|见|人)|说不(?:上|准|好)|哪(?:知道|晓得)|未曾"),
}


class Heard(NamedTuple):
    asserted: frozenset[str]
    """Key terms of the sentences that deny nothing."""
    all: frozenset[str]
    denies: bool
    """A sentence says that something isn't so or isn't known."""
    text: str
    """Without case and marks at its ends."""

    @property
    def silent(self) -> bool:
        return not self.text


class Ear:
    """Hears what answers in one film's view say."""

    def __init__(self, language: Language, entities: Sequence[Entity]) -> None:
        self.language = language
        people = [_by_name(entity) for entity in told_apart(entities)]
        self._places = Places(entities, language)
        self._words = Passages((), people, language, 1, 1.0)
        self._names = {entity.id: [entity.name, *(alias.surface for alias in entity.aliases)] for entity in people}

    def terms(self, text: str) -> frozenset[str]:
        return self._words.terms(text)

    def named(self, text: str) -> frozenset[str]:
        """Terms that stand for entities; places as they are written and as they are meant."""
        found = self.terms(text) | self.terms(self._places.named(text))
        return frozenset(term for term in found if term.startswith("e:"))

    def names(self, character: str) -> list[str]:
        """The character's forms of name, without bare titles and roles: those are what a claim may say of it."""
        return self._names.get(character, [])

    def hear(self, text: str) -> Heard:
        read = self._places.named(text)
        sentences = [match.group() for match in SENTENCE[self.language].finditer(read) if match.group().strip()]
        plain = [one for one in sentences if not _NEGATION[self.language].search(_NO.sub("", one))]
        denial = any(_DENIAL[self.language].search(one.strip()) for one in sentences)
        asserted = frozenset().union(*map(self.terms, plain))
        return Heard(asserted, frozenset().union(*map(self.terms, sentences)), denial, _flat(text))

    def asserts(self, heard: Heard, claim: Claim, character: str, beside: Iterable[Claim] = ()) -> bool:
        """Whether the answer says the claim. ``beside``: claims that are so; what only repeats them isn't heard as
        this one."""
        own = f"e:{character}"
        wanted = self.terms(claim.text) - {own}
        if not wanted:
            return _flat(first_person(claim.text, self.names(character), self.language)) in heard.text
        pool = heard.all if _NEGATION[self.language].search(claim.text) else heard.asserted
        if len(wanted & pool) < _least(wanted):
            return False
        others = [one for one in beside if one.text != claim.text]
        if not others:
            return True
        apart = wanted.difference(*(self.terms(one.text) for one in others))
        return bool(apart) and len(apart & pool) >= _least(apart)


def _by_name(entity: Entity) -> Entity:
    """A person without the titles and roles by which the script calls it too."""
    if "Character" not in entity.types:
        return entity
    kept = tuple(alias for alias in entity.aliases if alias.kind not in ("title", "role", "description"))
    return msgspec.structs.replace(entity, aliases=kept)


def _least(terms: frozenset[str]) -> int:
    return len(terms) if len(terms) <= FEW else math.ceil(SHARE * len(terms))


def _flat(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。!！?？…")
