"""Where in a text a contact detail may be: found without looking at each character, as most of it has none."""

import re
from collections.abc import Iterator
from typing import AnyStr

from linedscript.contacts import NUMBER_WORDS, TOP_LEVEL
from linedscript.patterns import Pattern

_ENDING = Pattern(rf"\.{TOP_LEVEL}\b")
_LETTER = Pattern(r"\w")
_WIDE_DIGITS = Pattern(r"[０-９]{3}|[〇零一二三四五六七八九幺]{3}")
_NUMBERS = Pattern(rf"(?:{NUMBER_WORDS})(?:\W+(?:{NUMBER_WORDS})){{6}}\b", re.IGNORECASE)
_ALONE = Pattern(r"(?<![\d+(])\d{4}(?!\d)(?![^\d\n]{0,9}\d)")
"""Four digits with none near behind them, such as a year."""
_NEAR = Pattern(r"\d[^\d\n]{0,9}$")
_OTHER = b"?"
"""In a text as Latin-1, each character that Latin-1 hasn't."""
_DIGITS = bytes(ord("0") if chr(byte) in "0123456789" else byte for byte in range(256))
_SPELLED = bytes(
    ord(".") if chr(byte) in f"{NUMBER_WORDS}{NUMBER_WORDS.upper()}\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0,.;-?" else 0
    for byte in range(256)
)
"""Tables that make one sign of all digits, and of all that a telephone number in words is made of."""
_LEAST = b"." * len("oh oh oh oh oh oh oh")


def contact_signs(text: str) -> list[int]:
    """Sorted offsets. A mail or web address or a telephone number has at least one of them in it."""
    latin = text.encode("latin-1", "replace")
    lower = latin.lower()
    signs = [*_all(text, "@"), *_all(text, "＠"), *_all(lower, b"://"), *_all(lower, b"www.")]
    signs += (at for at in _all(lower, b"dot") if not _LETTER.match(text, at + 3))
    signs += (match.start() for match in _ENDING.finditer(text))
    digits = latin.translate(_DIGITS)
    signs += [at for at in _all(digits, b"000") if not _is_year(text, at)]
    signs += _all(digits, b"+0")
    if _OTHER * 3 in latin:
        signs += (match.start() for match in _WIDE_DIGITS.finditer(text))
    signs += _numbers_in_words(text, latin.translate(_SPELLED) + b"\0")
    return sorted(signs)


def _all(text: AnyStr, sign: AnyStr) -> Iterator[int]:
    at = text.find(sign)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1)


def _is_year(text: str, at: int) -> bool:
    """Whether the three digits at ``at`` are of four that stand far from any others: no telephone number has so few."""
    start = at - (at > 0 and text[at - 1].isdecimal())
    return _ALONE.match(text, start) is not None and not _NEAR.search(text[max(0, start - 10) : start])


def _numbers_in_words(text: str, spelled: bytes) -> Iterator[int]:
    """Where as many numbers follow one another as a telephone number has."""
    at = spelled.find(_LEAST)
    while at >= 0:
        end = spelled.find(b"\0", at)
        yield from (match.start() for match in _NUMBERS.finditer(text, at, end + 1))
        at = spelled.find(_LEAST, end)
