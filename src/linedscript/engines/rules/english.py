"""English text for the ``rules`` annotators: tokens, sentences, capitalized runs, readable names."""

import re
from typing import NamedTuple

from linedscript.engines.rules.language_en import DETERMINERS, NO_NAMES, POSSESSIVES, TITLES

_TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?(?=\W|$)|[^\W_]+|[^\s\w*_]+")
_END = re.compile(r"[.!?…]+[\"”'’)*_]*(?=\s+[\"“‘'(*_]*[A-Z0-9])|\n\s*\n")
_SHORT = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Capt|Lt|Sgt|No|vs|a\.m|p\.m)|\b[A-Z]|\b[A-Z]\.[A-Z])\.$", re.IGNORECASE
)
_BEFORE_NOUNS = frozenset(("the", "a", "an", *POSSESSIVES - {"her"}))
_MARK = re.compile(r"[*_](?:(?:The|A|An|THE)\s+)?$")
ROMAN = frozenset("II III IV VI VII VIII IX".split())


class Token(NamedTuple):
    text: str
    low: str
    """Lower case, without a possessive ending; "until" for "till" that is no noun."""
    start: int
    end: int
    owner: bool
    """Ends with a possessive ``'s`` or ``s'``."""

    @property
    def word(self) -> bool:
        return self.text[0].isalnum()

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def tokens(text: str, low: int = 0, high: int | None = None) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(text, low, len(text) if high is None else high):
        said = match.group()
        bare, owner = said.replace("’", "'"), False
        if bare.endswith(("'s", "'S")):
            bare, owner = bare[:-2], True
        elif bare.endswith(("s'", "S'")):
            bare, owner = bare[:-1], True
        elif bare.endswith("'"):
            bare = bare[:-1]
        plain = bare.lower()
        if plain == "till" and not (found and found[-1].low in _BEFORE_NOUNS):
            plain = "until"  # what a shop's money lies in stands behind an article
        found.append(Token(said, plain, match.start(), match.end(), owner))
    return found


def name_end(token: Token) -> int:
    """Where the token's word ends, possessive ending left out."""
    bare = token.text.replace("’", "'")
    return token.end - (2 if bare.endswith(("'s", "'S")) else 1 if bare.endswith("'") else 0)


def sentences(text: str) -> list[tuple[int, int]]:
    """Sentences as ``[start, end)``. A full stop after a title or an initial ends none."""
    found = []
    start = 0
    for match in _END.finditer(text):
        if match.group().startswith(".") and _SHORT.search(text[start : match.start() + 1]):
            continue
        found.append((start, match.end()))
        start = match.end()
    found.append((start, len(text)))
    return [(low, high) for low, high in found if text[low:high].strip()]


def readable(name: str, text: str = "") -> str:
    """An all-capitals name in ordinary case, in the mixed case in which ``text`` has it where it has it."""
    name = " ".join(name.split())
    if not name.isupper():
        return name
    seen = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    while seen and seen.group().isupper():
        seen = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text[seen.end() :], re.IGNORECASE)
        break
    if seen and not seen.group().isupper() and seen.group()[0].isupper():
        return seen.group()
    return " ".join(_word_case(word, first=number == 0) for number, word in enumerate(name.split(" ")))


def _word_case(word: str, first: bool) -> str:
    if word in ROMAN or re.fullmatch(r"(?:[A-Z]\.)+", word):
        return word
    if not first and word.lower() in {"of", "the", "and", "in", "on", "at", "with", "a", "an", "by", "for", "to"}:
        return word.lower()
    if word.startswith("MC") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    return re.sub(r"[^\W\d_]+(?:['’](?:S|T|LL|RE|VE|D|M)\b)?", lambda match: match.group().capitalize(), word)


class Run(NamedTuple):
    """Capitalized words that follow each other."""

    words: tuple[Token, ...]
    start: int
    end: int
    first: bool
    """Stands at the beginning of its sentence."""
    before: str
    """The word before, in lower case; empty at the sentence's beginning and after punctuation."""
    owner: bool
    upper: bool
    """All in capitals."""
    marked: bool
    """In emphasis marks."""

    @property
    def lows(self) -> tuple[str, ...]:
        return tuple(word.low for word in self.words)


def runs(text: str, low: int, high: int) -> list[Run]:
    """Capitalized runs of one sentence. A run goes on over "of" and "of the" where a capital follows."""
    found: list[Run] = []
    words = tokens(text, low, high)
    position = 0
    while position < len(words):
        if not _begins(words[position]) or (
            words[position].low in NO_NAMES | DETERMINERS | POSSESSIVES and not _titled(words, position)
        ):
            position += 1
            continue
        stop = position + 1
        while (
            stop < len(words)
            and not words[stop - 1].owner
            or (stop < len(words) and words[stop - 1].text.endswith(("s'", "s’", "S'", "S’")))
        ):
            if (
                _begins(words[stop])
                and text[words[stop - 1].end : words[stop].start].strip(" \n\r\t") == ""
                and (words[stop].low not in NO_NAMES or words[stop].text.isupper() and len(words[stop].text) > 2)
            ):
                stop += 1
            elif (
                words[stop].text == "."
                and dotted(words[stop - 1])
                and stop + 1 < len(words)
                and _begins(words[stop + 1])
            ):
                stop += 2
            elif words[stop].low == "of" and stop + 1 < len(words):
                skip = 2 if words[stop + 1].low == "the" else 1
                if stop + skip < len(words) and _begins(words[stop + skip]) and words[stop + skip].low not in NO_NAMES:
                    stop += skip + 1
                else:
                    break
            else:
                break
        held = words[position:stop]
        names = tuple(word for word in held if word.word)
        start, end = names[0].start, name_end(names[-1])
        previous = words[position - 1] if position else None
        found.append(
            Run(
                names,
                start,
                end,
                previous is None or (not previous.word and position <= 1),
                previous.low if previous is not None and previous.word else "",
                names[-1].owner,
                text[start:end].isupper() and end - start > 1,
                bool(_MARK.search(text[max(0, start - 6) : start])) and end < len(text) and text[end] in "*_",
            )
        )
        position = stop
    return found


def _begins(token: Token) -> bool:
    return token.word and token.capital


def dotted(token: Token) -> bool:
    """Whether a full stop behind the token belongs to it: a title, an initial."""
    return token.low in TITLES or len(token.low) == 1 or token.low in ("st", "jr", "sr")


def _titled(words: list[Token], position: int) -> bool:
    return words[position].low in TITLES
