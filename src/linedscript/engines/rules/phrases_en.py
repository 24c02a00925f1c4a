"""Objects and recipients of an English clause: persons, pronouns that resolve, noun phrases."""

from linedscript.engines.rules.cast_en import Ref
from linedscript.engines.rules.english import Token
from linedscript.engines.rules.language_en import (
    ADVERBS,
    CONJUNCTIONS,
    DEALING,
    DETERMINERS,
    HE,
    KIN,
    LEMMAS,
    MOTION,
    NOUNS,
    PARTICLES,
    PAST,
    PERSONS,
    POSSESSIVES,
    PREPOSITIONS,
    SHE,
    TRANSFER,
)
from linedscript.engines.rules.parts import Discourse, Part

_OBJECT_PRONOUNS = frozenset("him her them".split())
_PRONOUNS = HE | SHE | frozenset("it they them we us you i".split())
_PERCEIVE = frozenset("see watch hear feel let make help notice have".split())
_RESULTS = frozenset(
    """
    open shut flat wrong loose free clean dry straight tight wide still square upright empty aside closed alight alive
    """.split()
)
"""Adjectives that say what becomes of a thing: "pushes the door open"."""


def pronoun_gender(pronoun: str) -> str | None:
    return "m" if pronoun in HE else "f" if pronoun in SHE else None


def find_objects(
    text: str,
    words: list[Token],
    position: int,
    end: int,
    lemma: str,
    subject: Part | None,
    refs: list[Ref],
    discourse: Discourse,
) -> tuple[Part | None, Part | None]:
    """Direct object and recipient or goal person."""
    mine = subject.name if subject else None
    target = (
        None
        if lemma in MOTION and (position >= end or words[position].low not in HE | SHE)
        else _phrase(text, words, position, end, refs, discourse, mine, lemma in _PERCEIVE)
    )
    recipient = None
    if target is not None and target.person:
        after = next((number for number in range(position, end) if words[number].start >= target.end), end)
        if lemma in TRANSFER and after < end and (words[after].low in DETERMINERS | POSSESSIVES):
            recipient, target = target, _phrase(text, words, after, end, refs, discourse, mine)
    for number in range(position, end - 1):
        if recipient is None and words[number].low in (
            "to",
            "at",
            "with",
            "for",
            "from",
            "by",
            "on",
            "towards",
            "toward",
            "around",
            "behind",
            "beside",
        ):
            person = _phrase(text, words, number + 1, end, refs, discourse, mine)
            if person is not None and person.person and person.name != mine:
                if words[number].low == "to" or (
                    target is None
                    and lemma in DEALING
                    and words[number].low in ("at", "with", "to", "toward", "towards", "on", "by", "behind", "beside")
                ):
                    if words[number].low == "to":
                        recipient = person
                    else:
                        target = person
    return target, recipient


def _phrase(
    text: str,
    words: list[Token],
    position: int,
    end: int,
    refs: list[Ref],
    discourse: Discourse,
    other_than: str | None,
    perceived: bool = False,
) -> Part | None:
    """The noun phrase at a token: a person's name, a pronoun that resolves, or a determiner with its noun."""
    if position >= end or not words[position].word:
        return None
    start = words[position]
    for ref in refs:
        if (
            ref.start <= start.end
            and start.start <= ref.start
            and not ref.owner
            and (ref.start == start.start or start.low in DETERMINERS and text[start.end : ref.start].strip() == "")
        ):
            return Part(ref.name, True, ref.start, ref.end, True)
    if start.low in _OBJECT_PRONOUNS and (position + 1 >= end or not _nominal(words[position + 1])):
        name = discourse.resolve(pronoun_gender(start.low), other_than)
        return Part(name, True, start.start, start.end, False) if name else None
    if start.low in ("that", "this") and position + 1 < end and words[position + 1].low in _PRONOUNS:
        return None
    if start.low not in DETERMINERS | POSSESSIVES and not start.owner and not start.low.isdigit():
        return None
    stop = position + 1
    while stop < end and words[stop].word and _nominal(words[stop]) and stop - position < 6:
        if stop > position + 1 and _behind(words, stop, end, perceived):
            break
        stop += 1
    if stop == position + 1:
        return None
    noun = words[stop - 1]
    return Part(
        " ".join(text[words[position + 1].start : noun.end].replace("*", "").split()),
        noun.low in KIN or noun.low in PERSONS,
        words[position + 1].start,
        noun.end,
        True,
    )


def _behind(words: list[Token], position: int, end: int, perceived: bool) -> bool:
    """Whether a word behind a noun says something of it and is no part of its phrase: "the door open", "a cat lick"."""
    word = words[position]
    after = words[position + 1] if position + 1 < end else None
    if word.low in _RESULTS:
        return after is None or not after.word or after.low in PREPOSITIONS | CONJUNCTIONS | ADVERBS
    if perceived and word.low in LEMMAS - NOUNS:
        return True
    if word.low in PAST and after is not None:
        return after.low in PREPOSITIONS or after.low.isdigit() or (after.capital and len(after.text) == 1)
    return False


def _nominal(word: Token) -> bool:
    return (
        word.word
        and word.low not in PREPOSITIONS | CONJUNCTIONS | DETERMINERS | POSSESSIVES | PARTICLES | ADVERBS
        and not word.low.endswith("ly")
    )
