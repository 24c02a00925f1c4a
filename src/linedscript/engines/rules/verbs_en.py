"""Which tokens of an English sentence head its clauses, and where those clauses begin."""

from linedscript.engines.rules.cast_en import Ref
from linedscript.engines.rules.english import Token
from linedscript.engines.rules.language_en import (
    DETERMINERS,
    GROUPS,
    HE,
    LEMMAS,
    PARTICLES,
    POSSESSIVES,
    PREPOSITIONS,
    SHE,
    THIRD,
)

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
            elif before.word and (
                before.low.endswith("s")
                and not before.low.endswith("ss")
                and before.start not in named
                or before.low in GROUPS | {"people"}
            ):
                if (
                    not _noun_follows(before, words, position)
                    and before.low not in _TAKEN
                    and not found
                    and not before.owner
                ):
                    found.append(position)
    return found


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


def clause_start(words: list[Token], low: int, high: int) -> int | None:
    """Where the clause of the verb at ``high`` begins, after the last conjunction or comma; null where it is governed
    by a relative pronoun or a subordinating conjunction other than "as", "while", "when"."""
    for position in range(high - 1, low - 1, -1):
        word = words[position]
        if word.low in (
            "who",
            "that",
            "which",
            "whom",
            "whose",
            "what",
            "how",
            "where",
            "if",
            "because",
            "though",
            "until",
            "till",
            "so",
            "since",
        ):
            return None
        if word.low in ("and", "but", "then", "while", "as", "when", "or") or word.text in (",", ";", "--", "—", ":"):
            return position + 1
    return None
