"""Where a quote stands in a text: at word boundaries, or anywhere where it stands at none."""

import unicodedata

Place = tuple[int, int]
"""Half-open, in code points."""


def places(text: str, quote: str, low: int = 0, high: int | None = None) -> list[Place]:
    """Non-overlapping places of ``quote`` in ``text[low:high]``, left to right, word boundaries or not."""
    high = len(text) if high is None else high
    found: list[Place] = []
    if not quote:
        return found
    start = text.find(quote, low, high)
    while start >= 0:
        found.append((start, start + len(quote)))
        start = text.find(quote, start + len(quote), high)
    return found


def preferred(text: str, found: list[Place]) -> list[Place]:
    """Those at word boundaries; all of them where none is."""
    return [place for place in found if bounded(text, *place)] or found


def bounded(text: str, start: int, end: int) -> bool:
    """False where an alphabetic word goes on at either end, were it by an accent alone."""
    return not (
        (end < len(text) and text[end] > "\u02ff" and unicodedata.combining(text[end]) > 0)
        or (start > 0 and _joins(text[start - 1]) and _joins(text[start]))
        or (end < len(text) and _joins(text[end - 1]) and _joins(text[end]))
    )


def occurrence(text: str, start: int, quote: str) -> int:
    """Which of the preferred places of ``quote`` begins at ``start``, 1-based; the nearest one before it otherwise."""
    return max(1, sum(1 for low, _ in preferred(text, places(text, quote)) if low <= start))


def _joins(char: str) -> bool:
    return char.isalnum() and not is_wide(char)


def is_wide(char: str) -> bool:
    """Han characters, kana and full-width forms: written without blanks between words."""
    return char >= "⺀" and unicodedata.east_asian_width(char) in "WF"
