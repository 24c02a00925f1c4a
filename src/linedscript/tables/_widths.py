"""How wide columns are set, so that no table is wider than the text: what is long is wrapped, the rest scaled.

Widths are estimates in points for Computer Modern at ten points, over rather than under; a text wider than LaTeX's own,
as of most journals, has room to spare.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

_TEXT = 345.0
"""Width of the text of LaTeX's ``article`` at ten points, on A4 and on letter paper."""
_GAP = 12.0
"""Two ``\\tabcolsep``."""
_LINE = 75.0
"""No line of wrapped text is narrower, about fifteen letters."""
_NEARLY = 1.4 * _TEXT
"""A table of no more is scaled without wrapping: letters of seven points at least, and a page holds its rows."""
_SCALED = 1.5 * _TEXT
"""What wrapped text is given in a table that has to be scaled: letters of about seven points."""
_WORD = re.compile(r"[\u2e80-\uffef]|[^\s/\u2e80-\uffef-]+[/-]?|[/-]")
_NARROW, _BROAD = frozenset(" fijlrtI.,;:!|()[]'’‘`/-"), frozenset("mwMW—…−×±≤≥≈→")


class Widths(NamedTuple):
    shares: tuple[float | None, ...]
    """Share of the text's width that a column's lines have; null where nothing is wrapped."""
    scaled: bool
    """Whether all of the table has to be scaled to the width of the text."""


def widths(columns: Sequence[tuple[str, Sequence[str], bool]]) -> Widths:
    """``(head, cells, whether they are text)`` of each column. Heads may be wrapped everywhere, cells of text only."""
    whole = [max(map(_width, (head, *cells))) for head, cells, _ in columns]
    gaps = _GAP * len(columns)
    if sum(whole) + gaps <= _NEARLY:
        return Widths((None,) * len(columns), scaled=sum(whole) + gaps > _TEXT)
    least = [min(full, _least(*column)) for full, column in zip(whole, columns, strict=True)]
    needed = sum(least) + gaps
    room = (_TEXT if needed <= _TEXT else max(needed, min(_SCALED, sum(whole) + gaps))) - needed
    wanted = sum(whole) - sum(least)
    part = min(1.0, room / wanted) if wanted else 1.0
    shares = tuple(
        None if full - low < 1 else round((low + part * (full - low)) / _TEXT, 3)
        for low, full in zip(least, whole, strict=True)
    )
    return Widths(shares, scaled=needed > _TEXT)


def _least(head: str, cells: Sequence[str], text: bool) -> float:
    longest = max(
        (_width(word) for one in ((head, *cells) if text else (head,)) for word in _WORD.findall(one)), default=0
    )
    return max(longest, _LINE) if text else max(longest, *map(_width, cells)) if cells else longest


def _width(text: str) -> float:
    return sum(map(_sign, text))


def _sign(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 10.0
    if sign in _BROAD:
        return 9.5
    return 3.9 if sign in _NARROW else 7.5 if sign.isupper() else 5.4
