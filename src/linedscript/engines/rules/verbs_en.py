"""Which tokens of an English sentence head its clauses, and where those clauses begin."""

from typing import NamedTuple

from linedscript.engines.rules.cast_en import Ref
from linedscript.engines.rules.english import Token
from linedscript.engines.rules.language_en import (
    ADVERBS,
    CONJUNCTIONS,
    DETERMINERS,
    GROUPS,
    HE,
    LEMMAS,
    NOUNS,
    PARTICLES,
    POSSESSIVES,
    PREPOSITIONS,
    SHE,
    THIRD,
)

CONTENT = frozenset("what how where whether".split())
"""Words that make a clause the object of another verb."""
_GOVERNORS = CONTENT | frozenset("who that which whom whose if because though until so since".split())
_BETWEEN = CONJUNCTIONS | frozenset("he she it they we you i then what how".split())
_TAKEN = frozenset("this his its is was has does less yes us across always".split()) | frozenset(THIRD)


def find_verbs(words: list[Token], refs: list[Ref]) -> list[int]:
    """Positions of the tokens that head a clause: present-tense forms where no noun can stand."""
    found: list[int] = []
    named = {place for ref in refs for place in range(ref.start, ref.end)}
    for position, word in enumerate(words):
        if not word.word or word.owner or word.start in named or (word.capital and not word.text.isupper()):
            continue
        before = words[position - 1] if position else None
        if word.low in ("does", "do") and position + 1 < len(words) and words[position + 1].low == "not":
            continue
        if word.low in THIRD and word.text != word.text.upper():
            if before is None or not _noun_follows(before, words, position):
                if before is None or before.word or before.text in (",", ";", "--", "—", "-", ")"):
                    if not (before is not None and before.low == "to"):
                        found.append(position)
        elif word.low in LEMMAS and before is not None:
            if before.low in ("they", "we", "you") or (
                before.low in ("not", "n't") or before.low in ("doesn't", "don't")
            ):
                found.append(position)
            elif _together(words, position, refs):
                found.append(position)
            elif before.word and (
                before.low.endswith("s")
                and not before.low.endswith("ss")
                and before.start not in named
                or before.low in GROUPS | {"people"}
            ):
                if (
                    not _noun_follows(before, words, position)
                    and before.low not in _TAKEN
                    and (not found or word.low not in NOUNS and _opens(words, position))
                    and not before.owner
                ):
                    found.append(position)
    return _apart(words, found, named)


def _together(words: list[Token], position: int, refs: list[Ref]) -> bool:
    """Whether two persons joined by "and" stand before a plural verb: "Anna and Paul run"."""
    while position and (words[position - 1].low in ADVERBS or words[position - 1].low.endswith("ly")):
        position -= 1
    last = next((ref for ref in refs if position and ref.start <= words[position - 1].start < ref.end), None)
    if last is None or last.owner:
        return False
    first = next((number for number, word in enumerate(words) if word.start >= last.start), 0)
    if first and words[first - 1].low == "and" and first > 1:
        return any(ref.start <= words[first - 2].start < ref.end and not ref.owner for ref in refs)
    return False


def _opens(words: list[Token], position: int) -> bool:
    """Whether the plural noun before the verb begins a clause of its own: behind ", and", ";" or "as"."""
    for back in range(position - 2, max(position - 5, 0), -1):
        if words[back].low in ("as", "while", "when") or words[back].text == ";":
            return True
        if words[back].low in ("and", "but"):
            return words[back - 1].text == ","
        if not words[back].word or words[back].low in PREPOSITIONS:
            return False
    return False


def _apart(words: list[Token], found: list[int], named: set[int]) -> list[int]:
    """Without nouns: between two verbs of a sentence stands a conjunction, a stop, a pronoun or a name. Of two without
    any, one is a noun: what is as often one, else the second ("waits on the church steps")."""
    kept: list[int] = []
    for position in found:
        if kept and not any(
            not word.word or word.low in _BETWEEN or word.start in named for word in words[kept[-1] + 1 : position]
        ):
            one, two = (THIRD.get(words[at].low, words[at].low) for at in (kept[-1], position))
            if one in NOUNS and two not in NOUNS:
                kept[-1] = position
            continue
        kept.append(position)
    return kept


def _noun_follows(before: Token, words: list[Token], position: int) -> bool:
    """Whether the word before makes a noun of what follows it."""
    return (
        before.low in DETERMINERS | POSSESSIVES | PREPOSITIONS - PARTICLES - {"than", "as"}
        and before.low not in HE | SHE - {"her"}
        or before.owner
        or before.low.isdigit()
        or (before.low in PREPOSITIONS & PARTICLES and position > 1 and words[position - 2].low in THIRD)
        or (before.low.endswith("ing") and position > 1 and words[position - 2].low in DETERMINERS | POSSESSIVES)
    )


class Start(NamedTuple):
    """Where a clause begins; ``begin`` is null where another word governs it, which stands at ``governor``."""

    begin: int | None
    governor: int = 0
    word: str = ""


def clause_start(words: list[Token], low: int, high: int) -> Start:
    """Where the clause of the verb at ``high`` begins, after the last conjunction or comma; governed behind a relative
    pronoun or a subordinating conjunction other than "as", "while", "when"."""
    for position in range(high - 1, low - 1, -1):
        word = words[position]
        if word.low in _GOVERNORS and not (word.low in ("that", "what", "so") and position == 0):
            return Start(None, position, word.low)
        if word.low in ("and", "but", "then", "while", "as", "when", "or") or word.text in (",", ";", "--", "—", ":"):
            semicolon = next((back for back in range(position, low - 1, -1) if words[back].text == ";"), None)
            if word.text == "," and semicolon is not None:
                return Start(semicolon + 1)  # "Ann waits; Bo, in an apron, sings"
            return Start(position + 1)
    return Start(None, low, "that") if low else Start(0)  # "the way he walks", "he thinks she lies"
