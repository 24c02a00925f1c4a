"""How likely a text is as one in a certain writing: the measure by which undeclared bytes find their encoding.

A text is a walk over groups of characters: small (a) and capital (A) ASCII letters, blanks (s), ASCII marks (p), the
writing's own small (w) and capital (W) letters, its own marks (q), in Latin also signs that stand apart from words (m)
and marks before them (o), and anything else (x). A step leads from one group to the next, and each character has its
share of its group.
"""

from collections.abc import Iterable
from functools import cache
from math import log
from typing import NamedTuple

from linedscript.screenplay import frequent

_GROUPS = "aAspwWqmox"
_CASELESS = (
    "a 78 .4 13 6 .1 .01 .2|A 30 42 12 9 .1 .01 .2|s 2 1 8 8 80 .01 1|p 2 2 50 20 25 .01 1|w .03 .02 19 5 76 .01 .1"
)
_WALKS = {
    "latin": (
        "a 80 .3 12 5.5 1.2 .03 .6 .002 .001|A 35 40 12 8 .4 1.2 .4 .01 .003|s 62 18 10 6 .6 .6 2 .2 .5|"
        "p 28 12 45 12 .3 .3 2 .2 .5|w 74 .1 16 6 1.5 .02 1 .002 .001|W 25 45 10 6 1 3 1 .003 .002|"
        "q 38 15 38 8 1 1 2 .02 .1|m 2 2 60 30 .1 .1 1 1 .1|o 45 50 10 .5 2 2 .5 .1 .3"
    ),
    "greek": (
        "a 78 .4 13 6 .1 .05 .2|A 30 42 12 9 .05 .2 .2|s 2 1 8 8 64 15 2|p 2 2 50 20 12 12 1|"
        "w .03 .02 16 4 80 .1 .3|W .03 .05 8 6 60 25 .5|q 1 1 30 15 20 30 3"
    ),
    "cyrillic": (
        "a 78 .4 13 6 .1 .05 .2|A 30 42 12 9 .05 .2 .2|s 2 1 8 8 60 18 3|p 2 2 50 20 12 12 2|"
        "w .03 .02 13 7 79 .2 .4|W .03 .05 8 6 45 40 .5|q 1 1 30 15 20 30 3"
    ),
    "hebrew": _CASELESS,
    "arabic": _CASELESS,
    "thai": (
        "a 78 .4 13 6 .1 .01 .2|A 30 42 12 9 .1 .01 .2|s 2 1 8 8 80 .01 1|p 2 2 40 20 35 .01 1|w .03 .02 3 2 94 .01 .1"
    ),
    "chinese": (
        "a 75 .5 10 8 5 .01 1|A 6 60 8 8 14 .01 3|s 3 4 30 6 45 .01 12|p 8 8 22 22 35 .01 5|"
        "w .6 1 4 3 80 .01 11|W 1 1 1 1 1 1 1|q .3 1 22 1 70 .01 6"
    ),
    "japanese": (
        "a 75 .5 10 8 5 .01 1|A 6 60 8 8 14 .01 3|s 3 4 30 6 45 .01 12|p 8 8 22 22 35 .01 5|"
        "w .4 .6 4 2 83 .01 9|W 1 1 1 1 1 1 1|q .3 1 22 1 70 .01 6"
    ),
    "korean": (
        "a 75 .5 12 8 3 .01 .5|A 6 60 12 8 8 .01 1|s 3 3 12 8 70 .01 3|p 8 5 45 20 20 .01 2|"
        "w .3 .3 24 9 66 .01 .4|W 1 1 1 1 1 1 1|q 1 1 30 10 55 .01 3"
    ),
}
_ALPHABETS = {
    "cyrillic": frequent.CYRILLIC,
    "greek": frequent.GREEK,
    "hebrew": frequent.HEBREW,
    "arabic": frequent.ARABIC,
    "thai": frequent.THAI,
}
_RARE = 0.01
"""Of a hundred steps, those to a character that the writing doesn't have."""
_UNUSED = 0.02
"""Of a hundred steps, those to a group that the table doesn't give for the writing."""
_USUAL_MARKS = "0123456789,.'\"!?-:()"
_FOREIGN = log(1 / 5000)
_NO_CHARACTER = log(1e-7)
"""Private use, controls and what stands for a byte that can't be decoded."""


class Writing(NamedTuple):
    """One model: the logarithms of its steps and of each character's share."""

    steps: dict[str, float]
    """By the two groups' letters."""
    shares: dict[str, tuple[str, float]]
    """Of each known character: its group and the logarithm of its share of the group."""
    floors: tuple[tuple[int, int, str, float], ...]
    """Ranges of code points for all others, first match counts."""


class Measure(NamedTuple):
    """Of one text in one writing."""

    total: float
    """The logarithm of its probability; comparable between readings of the same bytes."""
    fit: float
    """The mean of what each character beyond ASCII adds to it, U+FFFD left out; 0 where there is none."""
    beyond: int
    """How many these are."""


def likelihood(text: str, name: str) -> Measure:
    """How likely the text is in the writing ``name``, a key of the table above."""
    steps, shares, floors = _writing(name)
    total = beyond = 0.0
    high = 0
    before = "s"
    known = shares.get
    for char in text:
        found = known(char)
        if found is None:
            found = shares[char] = _floor(ord(char), floors)
        group, share = found
        step = steps[before + group] + share
        total += step
        if (char > "\x7f" or group == "x") and char != "\ufffd":
            beyond += step
            high += 1
        before = group
    return Measure(total, beyond / high if high else 0.0, high)


def _floor(point: int, floors: Iterable[tuple[int, int, str, float]]) -> tuple[str, float]:
    for low, high, group, share in floors:
        if low <= point <= high:
            return group, share
    if point < 0x20 or 0x7F <= point < 0xA0 or 0xE000 <= point <= 0xF8FF or point in (0xFFFD, 0xFFFE, 0xFFFF):
        return "x", _NO_CHARACTER
    return "x", _FOREIGN


@cache
def _writing(name: str) -> Writing:
    steps = {before + group: log(1 / len(_GROUPS)) for before in _GROUPS for group in _GROUPS}
    for row in _WALKS[name].split("|"):
        before, *weights = row.split()
        shares = [*map(float, weights), *[_UNUSED] * (len(_GROUPS) - 1 - len(weights)), _RARE]
        for group, weight in zip(_GROUPS, shares, strict=True):
            steps[before + group] = log(weight / sum(shares))
    shares = dict(_ascii())
    if name == "latin":
        shares |= _weighted("w", frequent.LATIN_SMALL) | _weighted("W", frequent.LATIN_CAPITAL)
        shares |= _weighted("q", frequent.LATIN_MARKS) | _weighted("m", frequent.LATIN_SIGNS)
        shares |= _weighted("o", frequent.LATIN_OPENING)
        return Writing(steps, shares, ())
    if name in _ALPHABETS:
        shares |= _weighted("w", _ALPHABETS[name]) | _weighted("q", frequent.CYRILLIC_MARKS)
        capitals = [(char.upper(), share) for char, (group, share) in shares.items() if group == "w"]
        shares |= {char: ("W", share) for char, share in capitals if char not in shares}
        return Writing(steps, shares, ())
    shares |= _weighted("q", frequent.WIDE_MARKS)
    floors: list[tuple[int, int, str, float]] = [
        (0xFF01, 0xFF5E, "q", log(0.02 / 94)),
        (0x3000, 0x303F, "q", log(0.01 / 64)),
        (0x2010, 0x2027, "q", log(0.01 / 24)),
        (0x2460, 0x24FF, "q", log(0.005 / 160)),
        (0x25A0, 0x25FF, "q", log(0.005 / 96)),
    ]
    if name == "chinese":
        for char, share in frequent.chinese().items():
            shares[char] = ("w", log(share))
        floors.append((0x4E00, 0x9FFF, "w", log(0.003 / 15000)))
        floors.append((0x3400, 0x4DBF, "w", log(0.0003 / 6500)))
    elif name == "japanese":
        for char, share in frequent.japanese().items():
            shares[char] = ("w", log(share))
        floors.append((0x4E00, 0x9FFF, "w", log(0.001 / 15000)))
        floors.append((0xFF61, 0xFF9F, "w", log(0.001 / 63)))
    else:
        for char, share in frequent.korean().items():
            shares[char] = ("w", log(share))
        floors.append((0xAC00, 0xD7A3, "w", log(0.002 / 9000)))
        floors.append((0x4E00, 0x9FFF, "w", log(0.01 / 5000)))
    return Writing(steps, shares, tuple(floors))


def _ascii() -> Iterable[tuple[str, tuple[str, float]]]:
    for point in range(0x21, 0x7F):
        char = chr(point)
        if char.isalpha():
            yield char, ("a" if char.islower() else "A", log(1 / 26))
        else:
            yield char, ("p", log(0.9 / len(_USUAL_MARKS) if char in _USUAL_MARKS else 0.1 / 23))
    for char, share in zip(" \n\r\t\f\v\xa0", (0.8, 0.14, 0.04, 0.01, 0.005, 0.003, 0.002), strict=True):
        yield char, ("s", log(share))


def _weighted(group: str, weights: str) -> dict[str, tuple[str, float]]:
    """``é20 è6`` to the share of each character."""
    pairs = [(word[0], float(word[1:])) for word in weights.split(" ") if word]
    total = sum(weight for _, weight in pairs)
    return {char: (group, log(weight / total)) for char, weight in pairs}
