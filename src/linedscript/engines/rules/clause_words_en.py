"""The words of an English clause as a readable sentence quotes them, cut where something ends."""

from linedscript.engines.rules.english import Token
from linedscript.engines.rules.language_en import CONJUNCTIONS, DETERMINERS, PARTICLES, POSSESSIVES, PREPOSITIONS

_LONGEST = 9
"""Words that a sentence quotes after the subject: with more, a release would repeat too much of a script."""
_LABEL = 8
_DANGLING = PREPOSITIONS - PARTICLES | DETERMINERS | POSSESSIVES


def said(text: str, rest: list[Token], pronouns: dict[int, str]) -> str:
    """The clause's words as written; ``pronouns`` names the persons whom those at these places mean."""
    return _as_written(text, _cut(rest, _LONGEST), pronouns)


def short(text: str, rest: list[Token], reach: int, pronouns: dict[int, str]) -> str:
    """The clause's words up to the end of its objects."""
    return _as_written(text, _cut([word for word in rest if word.start < reach], _LABEL), pronouns)


def _cut(rest: list[Token], longest: int) -> list[Token]:
    """At most so many words; where that cuts something, it goes whole, back to its comma or else its preposition."""
    if len(rest) <= longest:
        return _bare(rest, frozenset())
    kept = rest[:longest]
    commas = [position for position in range(3, longest) if kept[position].text == ","]
    opens = [position for position in range(3, longest) if kept[position].low in PREPOSITIONS | CONJUNCTIONS]
    return _bare(kept[: (commas or opens or [longest])[-1]], _DANGLING)


def _bare(rest: list[Token], dangling: frozenset[str]) -> list[Token]:
    kept = list(rest)
    while len(kept) > 1 and (not kept[-1].word or kept[-1].low in CONJUNCTIONS | dangling):
        kept.pop()
    return kept


def _as_written(text: str, rest: list[Token], pronouns: dict[int, str]) -> str:
    """The tokens with resolved pronouns replaced by their names."""
    pieces, position = [], rest[0].start if rest else 0
    for word in rest:
        pieces += [text[position : word.start], pronouns.get(word.start, word.text)]
        position = word.end
    return " ".join("".join(pieces).replace("*", "").replace("_", "").split())


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
