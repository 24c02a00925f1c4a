"""The subject of an English clause: a person's name, a pronoun, or a noun phrase by its head."""

from typing import NamedTuple

from linedscript.engines.rules.cast_en import Ref
from linedscript.engines.rules.english import Token, readable
from linedscript.engines.rules.language_en import (
    ADVERBS,
    CONJUNCTIONS,
    DETERMINERS,
    GROUPS,
    KIN,
    LEMMAS,
    PAST,
    PERSONS,
    POSSESSIVES,
    PREPOSITIONS,
    PROGRESSIVE,
)
from linedscript.engines.rules.parts import Discourse, Part
from linedscript.engines.rules.phrases_en import pronoun_gender

COUNTS = frozenset("hundred thousand dozen several few many most".split())
_NOMINATIVE = frozenset("he she they it we who".split())
_AUXILIARIES = frozenset("does doesn't don't do not".split())
_RELATIVES = frozenset("who whom which that whose where".split())
_PARTITIVES = frozenset(
    """
    one two three four five some all both each none half most several many group pair couple number handful row line
    crowd
    """.split()
)
"""Heads with "of" that only count what follows: "one of the nurses" is a nurse."""
_FRONTED = frozenset("somewhere ahead overhead upstairs downstairs nearby meanwhile here there far further".split())
"""Adverbs that open a sentence before its subject."""
INDEFINITE = frozenset("somebody someone anybody anyone nobody everybody everyone".split())
_LONGEST = 9
"""Words of a noun phrase that a readable sentence keeps; a longer one is cut to its head."""


class Subject(NamedTuple):
    part: Part
    shown: str
    """How a readable sentence begins with it."""
    also: tuple[Part, ...] = ()
    """Those who are named beside it: "Anna and Paul"."""
    owner: str | None = None
    """The person whose thing it is."""


def find_subject(
    text: str,
    words: list[Token],
    begin: int,
    verb: int,
    refs: list[Ref],
    discourse: Discourse,
    before: str | None = None,
) -> Subject | None:
    """The subject in ``[begin, verb)``. ``before`` is the person who did what the sentence tells before."""
    while verb > begin and (
        words[verb - 1].low in ADVERBS | _AUXILIARIES or words[verb - 1].low.endswith("ly") or not words[verb - 1].word
    ):
        verb -= 1
    if verb <= begin:
        return None
    last = words[verb - 1]
    if last.low in _NOMINATIVE:
        return _pronoun(last, discourse, before)
    start = _phrase_start(words, begin, verb, refs)
    if words[start].low in ("he", "she"):
        return _pronoun(words[start], discourse, before)
    named = _named(text, words, start, verb, refs, discourse)
    return named or _common(text, words, start, verb, refs)


def _pronoun(word: Token, discourse: Discourse, before: str | None) -> Subject:
    name = discourse.resolve(pronoun_gender(word.low), first=before)
    shown = f"The {name}" if name in discourse.described else name or word.low
    return Subject(Part(name or word.low, name is not None, word.start, word.end, False), shown)


def _phrase_start(words: list[Token], begin: int, verb: int, refs: list[Ref]) -> int:
    """Where the subject's phrase begins: behind adverbs and conjunctions, and behind a fronted phrase."""
    start = begin
    while start < verb - 1 and (
        not words[start].word
        or words[start].low in ADVERBS | _FRONTED | CONJUNCTIONS - {"that"}
        or words[start].low.endswith("ly")
    ):
        start += 1
    if words[start].low not in PREPOSITIONS and words[start].low not in PROGRESSIVE:
        return start
    named = {ref.start for ref in refs if not ref.owner}
    fronted = start
    for position in range(start + 1, verb):
        word, previous = words[position], words[position - 1]
        opens = word.low in DETERMINERS | POSSESSIVES | _NOMINATIVE or word.start in named
        if previous.text in (",", ";", ":", "--", "—"):
            fronted = position
        elif opens and previous.word and previous.low not in PREPOSITIONS | DETERMINERS | {"and"} and fronted == start:
            return position
    return fronted


def _named(
    text: str, words: list[Token], start: int, verb: int, refs: list[Ref], discourse: Discourse
) -> Subject | None:
    """A person's name that opens the phrase, with those joined to it by "and"; or one that ends it behind a comma."""
    mine = [ref for ref in refs if words[start].start <= ref.start < words[verb - 1].end and not ref.owner]
    if not mine:
        return None
    first = mine[0]
    if all(word.low in DETERMINERS or not word.word for word in words[start:verb] if word.start < first.start):
        also = []
        end = first.end
        for ref in mine[1:]:
            joint = text[end : ref.start].replace(",", " ").split()
            if joint not in ([], ["and"]):
                break
            also.append(Part(ref.name, True, ref.start, ref.end, True))
            end = ref.end
        if also and " and " not in text[first.end : also[-1].start]:
            also = []
        article = words[start].text.capitalize() + " " if words[start].low in ("a", "an", "the", "another") else ""
        if article:
            discourse.described.add(first.name)
        names = [article + first.name, *(part.name for part in also)]
        shown = " and ".join([", ".join(names[:-1]), names[-1]]) if also else names[0]
        return Subject(Part(first.name, True, first.start, first.end, True), shown, tuple(also))
    last = mine[-1]
    position = next((number for number in range(start, verb) if words[number].start >= last.start), start)
    if last.end >= words[verb - 1].start and words[position - 1].text == ",":
        return Subject(Part(last.name, True, last.start, last.end, True), last.name)
    return None


def _common(text: str, words: list[Token], start: int, verb: int, refs: list[Ref]) -> Subject | None:
    """A noun phrase: its head stands before the first preposition, participle, comma or second article."""
    opening = start
    while start < verb and (words[start].low in DETERMINERS | POSSESSIVES | COUNTS or words[start].owner):
        if words[start].low in _PARTITIVES and start + 1 < verb and words[start + 1].low == "of":
            break
        start += 1
    stop = start
    while stop < verb and words[stop].word and (stop == start or not _closes(words, stop, verb, refs)):
        stop += 1
    if stop == start or stop > verb or words[start].low in PREPOSITIONS | CONJUNCTIONS:
        return None
    counted = words[stop - 1].low in _PARTITIVES and stop + 1 < verb and words[stop].low == "of"
    if counted:
        stop = next((number for number in range(stop + 1, verb) if _closes(words, number, verb, refs, True)), verb)
    head = words[stop - 1]
    until = next((number for number in range(stop, verb) if not words[number].word), verb)
    if until - opening > _LONGEST or any(word.low in _RELATIVES for word in words[stop:until]):
        until = stop
    person = head.low in PERSONS or head.low in KIN or head.low in GROUPS or head.low.rstrip("s") in PERSONS
    name = " ".join(text[words[start].start : head.end].replace("*", "").split())
    shown = " ".join(text[words[opening].start : words[until - 1].end].replace("*", "").split())
    owner = next((ref.name for ref in refs if ref.owner and words[opening].start <= ref.start < words[start].end), None)
    return Subject(Part(readable(name), person, words[start].start, head.end, True), readable(shown), (), owner)


def _closes(words: list[Token], position: int, verb: int, refs: list[Ref], partitive: bool = False) -> bool:
    """Whether a noun phrase that stands before the word ends there."""
    word = words[position]
    if not word.word or word.low in PREPOSITIONS | CONJUNCTIONS | _RELATIVES:
        return not (partitive and word.low == "of")
    if word.low in DETERMINERS | POSSESSIVES:
        return not partitive
    if word.low in PROGRESSIVE and word.low not in LEMMAS and position + 1 < verb:
        after = words[position + 1]
        return after.low in DETERMINERS | POSSESSIVES | PREPOSITIONS | ADVERBS or not after.word
    return word.low in PAST and position + 1 < verb and words[position + 1].low in PREPOSITIONS | {"up", "down", "out"}
