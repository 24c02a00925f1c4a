"""Which encoding undeclared bytes are in: each candidate's reading is measured as a text of its writings."""

import codecs
from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.likelihood import Measure, likelihood

_LEAST_FIT = {
    "latin": -9.4,
    "cyrillic": -5.0,
    "greek": -5.0,
    "hebrew": -5.0,
    "arabic": -5.0,
    "thai": -5.0,
    "chinese": -9.0,
    "japanese": -9.0,
    "korean": -9.0,
}
"""Of ``Measure.fit``: below it a reading is no text of the writing."""
_SLACK = 3.0
_ALL = tuple(_LEAST_FIT)
CANDIDATES: tuple[tuple[str, float, tuple[str, ...]], ...] = (
    ("utf-8", 0.3, _ALL),
    ("gb18030", 0.3, ("chinese",)),
    ("iso-8859-1", 0.1, ("latin",)),
    ("cp1252", 0.2, ("latin",)),
    ("big5hkscs", 0.08, ("chinese",)),
    ("cp932", 0.06, ("japanese",)),
    ("euc_jp", 0.03, ("japanese",)),
    ("cp1251", 0.05, ("cyrillic",)),
    ("koi8-r", 0.015, ("cyrillic",)),
    ("koi8-u", 0.005, ("cyrillic",)),
    ("cp866", 0.005, ("cyrillic",)),
    ("iso-8859-5", 0.002, ("cyrillic",)),
    ("cp949", 0.02, ("korean",)),
    ("cp1250", 0.01, ("latin",)),
    ("iso-8859-2", 0.005, ("latin",)),
    ("cp1254", 0.005, ("latin",)),
    ("mac-roman", 0.005, ("latin",)),
    ("cp850", 0.003, ("latin",)),
    ("cp1253", 0.005, ("greek",)),
    ("cp1255", 0.003, ("hebrew",)),
    ("cp1256", 0.004, ("arabic",)),
    ("cp874", 0.003, ("thai",)),
    ("utf-16-le", 0.005, _ALL),
    ("utf-16-be", 0.005, _ALL),
)
"""Name, share of files before anything was seen, and writings. Of readings that agree the first names the encoding."""
_WESTERN = frozenset(("utf-8", "iso-8859-1", "cp1252"))
_FEW = 4
"""Bytes beyond ASCII, and letters of a rare code page, below which no encoding is told by them alone."""
_DAMAGED = 100
"""ASCII letters of a text with a few other bytes, from which these are damage or western: in other encodings more would
be written."""
_WIDE = frozenset(("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "utf-16-le", "utf-16-be"))
_UNTOLD = 0.5
"""The most confidence in an encoding for which too little speaks."""
_APART = frozenset(("cyrillic", "greek", "hebrew", "arabic"))
_WORD = Pattern(r"[^\x00-\x7f\W\d_]{2,}")
"""Two letters or more beyond ASCII."""
_IN_WORD = Pattern(
    r"(?<=[A-Za-z])[^\x00-\x7f\W\d_]|[^\x00-\x7f\W\d_](?=[A-Za-z])|(?<=[A-Za-z])’(?=[a-z])|“(?=[A-Z])|(?<=[.?!,])”"
)
"""A letter beyond ASCII in a word of others, or a quotation mark in its place."""
_LETTER = Pattern(r"[^\x00-\x7f\W\d_]")
_UNLIKELY = Pattern(
    r"[ÿŸ]|(?<=[a-z])[À-ÖØ-ÞŠŒŽ]|(?<![^\W\d_])(?![àÀªº](?![^\W\d_]))[^\x00-\x7f\W\d_]+(?![^\W\d_])|(?<=[^\W\d_])[¿¡](?=[^\W\d_])|"
    r"([€£§½¼¾©®™°«»×¿¡])\1|[^\x00-\x7f\w’‘“”–—…·•©®™°£€§½¼¾¡¿«»„×\xa0]"
)
"""What hardly stands in a western text: a capital behind a small letter, a word of such letters alone, a rare sign."""
_ASCII_LETTERS = Pattern(rb"[A-Za-z]+")
_HIGH = Pattern(rb"[\x80-\xff]")
_C1 = Pattern(rb"[\x80-\x9f]")
_SAMPLE = 2048
"""Bytes that are measured; the whole file is decoded in what they give."""
_BEFORE = 200
"""Of a line, the ASCII characters that are measured before its first other one."""
_STRAY = -25.0
"""What a byte that doesn't decode costs, in logarithms."""
_MOST_STRAY = 20
"""One character in so many that is a byte that doesn't decode: the reading isn't measured."""
_NEAR = 14.0
"""How far behind the best a reading may be and still be tried on the whole file."""
_HEAT = 3.0
"""By which likelihoods are divided, as characters of a text aren't drawn apart: measured, so that of the answers given
with confidence p about the share p is right."""


class Guess(NamedTuple):
    encoding: str
    confidence: float
    """0 to 1: of the weight of all readings, that of those that give the same text; at most ``_UNTOLD`` where the bytes
    are too few to tell."""


def detect(data: bytes, only: Sequence[str] = ()) -> list[Guess]:
    """The encodings that fit, best first; empty where none does. ``only`` names the candidates, if not all.

    At most ``_SAMPLE`` bytes are measured, of lines with bytes beyond ASCII. The best may still have bytes that don't
    decode: then it is the one that the file is damaged in.
    """
    wide = len(data) % 2 == 0 and _is_wide(data[:_SAMPLE])
    part = data[:_SAMPLE] if wide or only else _sample(data)
    whole = len(part) == len(data)
    few = not wide and _count(_HIGH, data, _FEW) < _FEW
    damaged = few and _count(_ASCII_LETTERS, data, _DAMAGED) >= _DAMAGED
    readings: dict[str, tuple[str, float, float]] = {}
    for name, share, writings in CANDIDATES:
        if only and name not in only or not only and not wide and name.startswith("utf-16"):
            continue
        if damaged and name not in _WESTERN:
            continue
        if name == "iso-8859-1" and _C1.search(data):
            continue
        text = codecs.getincrementaldecoder(name)("replace").decode(part, whole)
        if text in readings:
            first, weight, score = readings[text]
            readings[text] = (first, weight + share, score)
            continue
        stray = text.count("\ufffd")
        if stray > 3 and stray * _MOST_STRAY > len(text):
            continue
        measures = ((likelihood(text, writing), _LEAST_FIT[writing]) for writing in writings)
        totals = [measure.total for measure, least in measures if _fits(measure, least)]
        if totals:
            readings[text] = (name, share, max(totals) + stray * _STRAY)
    untold = {name for text, (name, _, _) in readings.items() if _is_untold(text, name, few)}
    guesses = _weighed(data, [(log(share) + score / _HEAT, name) for name, share, score in readings.values()])
    return [
        guess._replace(confidence=min(guess.confidence, _UNTOLD)) if guess.encoding in untold else guess
        for guess in guesses
    ]


def _count(pattern: Pattern, data: bytes, enough: int) -> int:
    """How many bytes of the pattern there are; ``enough`` or more once that is reached."""
    count = 0
    for match in pattern.finditer(data):
        count += match.end() - match.start()
        if count >= enough:
            break
    return count


def _is_untold(text: str, name: str, few: bool) -> bool:
    """Whether too little speaks for a reading: few bytes that make no likely word, a rare code page's few letters."""
    if name == "utf-8" or name in _WIDE:
        return False
    if name in _WESTERN:
        return few and _UNLIKELY.search(text) is not None
    writings = next(writings for known, _, writings in CANDIDATES if known == name)
    if "latin" in writings:
        letters = len(_IN_WORD.findall(text))
    elif _APART.isdisjoint(writings):
        letters = len(_LETTER.findall(text))
    else:
        letters = sum(map(len, _WORD.findall(text)))
    return letters < _FEW


def _weighed(data: bytes, scores: list[tuple[float, str]]) -> list[Guess]:
    if not scores:
        return []
    best = max(scores)[0]
    near = [(score, name) for score, name in scores if score > best - _NEAR]
    whole = [(score, name) for score, name in near if len(near) > 1 and _decodes(data, name)] or near
    total = sum(exp(score - best) for score, _ in whole)
    guesses = [Guess(name, round(exp(score - best) / total, 6)) for score, name in whole]
    return sorted(guesses, key=lambda guess: -guess.confidence)


def _is_wide(data: bytes) -> bool:
    """Whether the bytes may be UTF-16: a text of some writing in it, with no NUL."""
    for name in ("utf-16-le", "utf-16-be"):
        text = codecs.getincrementaldecoder(name)("replace").decode(data)
        if "\x00" not in text and any(_fits(likelihood(text, writing), least) for writing, least in _LEAST_FIT.items()):
            return True
    return False


def _fits(measure: Measure, least: float) -> bool:
    """The fewer the characters, the further may their mean be off."""
    return measure.fit >= least - _SLACK / max(1, measure.beyond)


def _decodes(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def _sample(data: bytes) -> bytes:
    """The first lines with bytes beyond ASCII, and of these the first ``_SAMPLE`` bytes."""
    parts, size, at = [], 0, 0
    while size < _SAMPLE and (high := _HIGH.search(data, at)):
        start = max(data.rfind(b"\n", at, high.start()) + 1, data.rfind(b"\r", at, high.start()) + 1, at)
        start = max(start, high.start() - _BEFORE)
        at = data.find(b"\n", high.end(), start + _SAMPLE) + 1 or min(start + _SAMPLE, len(data))
        parts.append(data[start : min(at, start + _SAMPLE - size)])
        size += len(parts[-1])
    return b"".join(parts)
