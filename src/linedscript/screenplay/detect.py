"""Which encoding undeclared bytes are in: strict decoding, and how likely the characters are."""

import re
from typing import NamedTuple

from linedscript.patterns import Pattern

_HIGH = Pattern(rb"[\x80-\xff]+")
_COMMON_MARKS = "　、。〈〉《》「」『』【】〔〕！（），：；？“”‘’…—·～△"
_WINDOW = 200_000
"""Bytes that are scored; every byte is decoded."""


class Guess(NamedTuple):
    encoding: str
    confidence: float
    """0 to 1."""


def detect(data: bytes) -> Guess | None:
    """The most likely of GB18030, Big5, Windows-1252 and ISO-8859-1; null where none fits.

    Western text has single high bytes between letters: their share of all high bytes is taken. Chinese has runs of
    them, in pairs that decode to common characters. Between the two Chinese encodings the share of common characters
    (first level of GB2312 or Big5) decides.
    """
    runs = _HIGH.findall(data[:_WINDOW])
    single = sum(len(run) == 1 for run in runs) / max(1, sum(map(len, runs)))
    chinese = [
        (score, name)
        for name, common in (("gb18030", _common_gb), ("big5hkscs", _common_big5))
        if (score := _score(data, name, common)) is not None
    ]
    chinese.sort(key=lambda found: (-found[0], found[1] != "gb18030"))
    western = single if runs else 1.0
    if chinese and chinese[0][0] >= 0.5 and western < 0.6:
        margin = chinese[0][0] - (chinese[1][0] if len(chinese) > 1 else 0.0)
        return Guess(chinese[0][1], round(min(1.0, 0.5 * chinese[0][0] + min(0.5, margin)), 6))
    if western >= 0.6:
        for name in ("cp1252", "iso-8859-1"):
            if name == "cp1252" and not re.search(rb"[\x80-\x9f]", data):
                continue
            if name == "iso-8859-1" and re.search(rb"[\x80-\x9f]", data):
                continue
            try:
                data.decode(name)
            except UnicodeDecodeError:
                continue
            return Guess(name, round(western, 6))
    return None


def furthest(data: bytes) -> tuple[str, UnicodeDecodeError]:
    """Of the encodings that all fail, the one that gets furthest, with its error."""
    errors: list[tuple[int, str, UnicodeDecodeError]] = []
    for name in ("utf-8", "gb18030", "big5hkscs", "cp1252"):
        try:
            data.decode(name)
        except UnicodeDecodeError as error:
            errors.append((error.start, name, error))
    _, name, error = max(errors, key=lambda found: found[0])
    return name, error


def _score(data: bytes, encoding: str, common: frozenset[str]) -> float | None:
    """The share of common ones among the characters beyond ASCII; null where the bytes aren't in the encoding."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    wide = [char for char in text[:_WINDOW] if char > "\x7f"]
    return sum(char in common for char in wide) / len(wide) if wide else None


def _level(leads: range, trails: tuple[range, ...], encoding: str) -> frozenset[str]:
    rows = b"".join(bytes((lead, trail)) for lead in leads for span in trails for trail in span)
    return frozenset(rows.decode(encoding, errors="ignore")) | frozenset(_COMMON_MARKS)


_common_gb = _level(range(0xB0, 0xD8), (range(0xA1, 0xFF),), "gb2312")
_common_big5 = _level(range(0xA4, 0xC7), (range(0x40, 0x7F), range(0xA1, 0xFF)), "big5")
