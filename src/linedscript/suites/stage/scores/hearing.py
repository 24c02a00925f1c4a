"""Which claims a spoken answer asserts, by their key terms: what the deterministic judge of Task III goes by.

It reads words, not meaning: a paraphrase without a claim's terms isn't heard, and a claim whose terms all belong to
another one can't be told from it. Tables name the judge.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


_QUOTED = Pattern(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』")
_WHOM = {
    "en": (Pattern(r"(?i)\b(?:he|she|him|they|them)\b"), Pattern(r"(?i)\b(?:it|that|this|those|these)\b")),
    "zh": (Pattern(r"[他她]"), Pattern(r"它|这|那")),
}
"""Pronouns of persons and of things."""
_HAVING = {
    "en": Pattern(r"(?i)\b(?:have|['’]ve|got|carry|carrying|hold|holding|keep|keeping|with me|on me)\b"),
    "zh": Pattern(r"有|拿|带|收|持|在[我你]"),
}
_HOLDS: dict[Language, frozenset[str]] = {"en": frozenset(), "zh": frozenset({"w:持"})}
"""What a claim of having has for a key term (持有); however it is said."""
_YES = {
    "en": Pattern(r"(?i)^\W*(?:yes|yeah|yep|aye|of course|i do|i have)(?:\W+(?:indeed|i do|i have|sir|ma['’]am))?\W*$"),
    "zh": Pattern(r"^\W*(?:是|是的|对|对的|有|有的|嗯|当然|在)(?:[，,](?:有|是|有的|是的|在))?\W*$"),
}
_YES_OR_NO = {
    "en": Pattern(r"(?i)^\W*(?:do|does|did|is|are|am|was|were|have|has|had|would|will|can|could)\b[^?]*\?\s*$"),
    "zh": Pattern(r"[吗么][？?]?\s*$|是不是|有没有|在不在"),
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
        self._persons = {f"e:{entity.id}" for entity in people if "Character" in entity.types}
        self._titled = Passages((), _titled(told_apart(entities)), language, 1, 1.0)
        self._words = Passages((), people, language, 1, 1.0)
        self._names = {entity.id: [entity.name, *(alias.surface for alias in entity.aliases)] for entity in people}

    def terms(self, text: str) -> frozenset[str]:
        """Content words and entities; a title with a name is that person's."""
        return self._titled.terms(text)

    def _said(self, text: str) -> frozenset[str]:
        """With the words of titles too, which may be what is said of somebody."""
        return self.terms(text) | {term for term in self._words.terms(text) if not term.startswith("e:")}

    def named(self, text: str) -> frozenset[str]:
        """Terms that stand for entities; places as they are written and as they are meant."""
        found = self.terms(text) | self.terms(self._places.named(text))
        return frozenset(term for term in found if term.startswith("e:"))

    def names(self, character: str) -> list[str]:
        """The character's forms of name, without bare titles and roles: those are what a claim may say of it."""
        return self._names.get(character, [])

    def hear(self, text: str, asked: str = "", character: str = "") -> Heard:
        """``asked``: the request that it answers. A pronoun is the one person or thing that the request names beside
        the character; a bare yes says what a question of yes or no asks."""
        read = self._places.named(text)
        sentences, plain = self._sentences(read)
        denial = any(_DENIAL[self.language].search(one.strip()) for one in sentences)
        meant = self._meant(_QUOTED.sub(" ", read), asked, character) if asked else frozenset()
        asserted = meant.union(*map(self._said, plain))
        if any(_HAVING[self.language].search(one) for one in plain):
            asserted |= _HOLDS[self.language]
        return Heard(asserted, meant.union(*map(self._said, sentences)), denial, _flat(text))

    def _sentences(self, text: str) -> tuple[list[str], list[str]]:
        """All, and those that deny nothing."""
        every = [match.group() for match in SENTENCE[self.language].finditer(text) if match.group().strip()]
        return every, [one for one in every if not _NEGATION[self.language].search(_NO.sub("", one))]

    def _meant(self, text: str, asked: str, character: str) -> frozenset[str]:
        sentences, plain = self._sentences(text)
        named = self.named(asked) - {f"e:{character}"}
        persons, things = named & self._persons, named - self._persons
        person, thing = _WHOM[self.language]
        found: set[str] = set()
        for one in plain:
            if len(persons) == 1 and person.search(one):
                found |= persons
            if len(things) == 1 and thing.search(one) and _HAVING[self.language].search(one):
                found |= things
        if len(sentences) == len(plain) == 1 and _YES[self.language].search(plain[0]):
            if _YES_OR_NO[self.language].search(asked):
                found |= self.terms(asked)
                found |= _HOLDS[self.language] if _HAVING[self.language].search(asked) else frozenset()
        return frozenset(found)

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


def _titled(entities: Sequence[Entity]) -> list[Entity]:
    """Persons with the titles that hold one of their names, unless two persons bear the title."""
    bearers = Counter(
        surface
        for one in entities
        if "Character" in one.types
        for surface in {alias.surface.casefold() for alias in one.aliases}
    )
    return [_with_titles(one, bearers) for one in entities]


def _with_titles(entity: Entity, bearers: Mapping[str, int]) -> Entity:
    own = _by_name(entity)
    if own is entity:
        return entity
    names = _marks(*(alias.surface for alias in own.aliases), entity.name)
    kept = tuple(
        alias
        for alias in entity.aliases
        if alias.kind == "title" and bearers[alias.surface.casefold()] == 1 and names & _marks(alias.surface)
    )
    return msgspec.structs.replace(own, aliases=(*own.aliases, *kept))


def _marks(*names: str) -> set[str]:
    """Words; of a Chinese name its first character, the family's."""
    return {word.casefold() if word.isascii() else word[0] for name in names for word in name.split()}


def _least(terms: frozenset[str]) -> int:
    return len(terms) if len(terms) <= FEW else math.ceil(SHARE * len(terms))


def _flat(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。!！?？…")
