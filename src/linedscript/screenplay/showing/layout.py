"""Text set in the columns of a terminal: widths of characters, wrapping, padding."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern

_WIDE = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U0001f300-\U0003fffd"
_OPENS = "（「『《〈【〔"
_CLOSES = "，。、；：？！）」』》〉】〕"
_WORD = Pattern(rf"[^\s{_WIDE}]+|\s+|[{_OPENS}]*.[{_CLOSES}]*", re.DOTALL)
"""What a line isn't broken in: a word, or a wide character with the brackets and stops that cling to it."""
_TAB = "        "


class Bit(NamedTuple):
    """A run of characters in one style."""

    text: str
    style: str


Bits = list[Bit]
"""One line of a terminal."""


@lru_cache(maxsize=4096)
def _char(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200c\u200d" or "\ufe00" <= char <= "\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_char, text))


def wrap(bits: Sequence[Bit], columns: int) -> list[Bits]:
    """Lines of at most ``columns`` columns, broken at blanks and between wide characters, else within a word.

    A blank at which a line is broken is left out.
    """
    columns = max(2, columns)
    if sum(len(text) for text, _ in bits) <= columns and all(text.isascii() and "\t" not in text for text, _ in bits):
        return [list(bits)]
    if len(bits) == 1 and bits[0].text.isascii() and "\t" not in bits[0].text:
        text, style = bits[0]
        return [[Bit(match.group().rstrip(), style)] for match in _lines(columns).finditer(text)] or [[]]
    lines: list[Bits] = [[]]
    used = 0
    for text, style in bits:
        for match in _WORD.finditer(text.replace("\t", _TAB)):
            word = match.group()
            size = width(word)
            if used + size > columns and word.isspace():
                lines.append([])
                used = 0
                continue
            if used + size > columns and used:
                _strip(lines[-1])
                lines.append([])
                used = 0
            if size > columns:
                *whole, word = _chunks(word, columns)
                for chunk in whole:
                    lines[-1].append(Bit(chunk, style))
                    lines.append([])
                size = width(word)
            if lines[-1] and lines[-1][-1].style == style:
                lines[-1][-1] = Bit(lines[-1][-1].text + word, style)
            else:
                lines[-1].append(Bit(word, style))
            used += size
    return [line for line in lines if line] or [[]]


@lru_cache(maxsize=64)
def _lines(columns: int) -> re.Pattern[str]:
    """Lines of ASCII text, with the blanks that they are broken at."""
    return re.compile(rf".{{1,{columns}}}(?:\s+|\Z)|\S{{{columns}}}", re.DOTALL)


def _strip(line: Bits) -> None:
    while line and not line[-1].text.rstrip():
        line.pop()
    if line:
        line[-1] = Bit(line[-1].text.rstrip(), line[-1].style)


def _chunks(word: str, columns: int) -> list[str]:
    """A word cut into parts that fit, none of them empty."""
    if word.isascii():
        return [word[at : at + columns] for at in range(0, len(word), columns)]
    chunks, start, used = [], 0, 0
    for number, char in enumerate(word):
        used += _char(char)
        if used > columns and number > start:
            chunks.append(word[start:number])
            start, used = number, _char(char)
    return [*chunks, word[start:]]


def size(line: Sequence[Bit]) -> int:
    return sum(width(bit.text) for bit in line)


def place(line: Bits, indent: int) -> Bits:
    return [Bit(" " * indent, ""), *line] if indent and line else line


def pad(line: Bits, columns: int) -> Bits:
    return [*line, Bit(" " * max(0, columns - size(line)), "")]
