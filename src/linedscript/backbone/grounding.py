"""Where a quote stands in its scene: exactly, or after normalization; the stored span is the source's own text."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from linedscript.engines.places import bounded, is_wide, places
from linedscript.io.files import sha256_text
from linedscript.records.base import Evidence, Grounding, Range
from linedscript.records.scene import Scene

HIDDEN = "\uffff"
"""Stands for each character that a part of a scene leaves out: no blank, over which a quote would go on."""
_MARKS = frozenset("*_")
"""Emphasis marks of Fountain: a quote without them still names the marked text."""
_SHORTEST = 12
_SAME = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "‟": '"',
        "«": '"',
        "»": '"',
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "‛": "'",
        "`": "'",
        "´": "'",
        "′": "'",
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "–": "-",
        "—": "-",
        "―": "-",
        "−": "-",
    }
)


def source_ranges(scene: Scene, start: int, end: int) -> tuple[Range, ...]:
    """Scene-text ``[start, end)`` as ranges of the decoded source, neighbours joined."""
    ranges: list[Range] = []
    for segment in scene.segments:
        low, high = max(start, segment.start), min(end, segment.start + segment.length)
        if low >= high:
            continue
        piece = (segment.source + low - segment.start, segment.source + high - segment.start)
        if ranges and ranges[-1][1] == piece[0]:
            ranges[-1] = (ranges[-1][0], piece[1])
        else:
            ranges.append(piece)
    return tuple(ranges)


def span_evidence(scene: Scene, start: int, end: int, grounding: Grounding = "exact") -> Evidence:
    """Evidence for scene-text code points ``[start, end)``. Raises ValueError for a span outside the scene or empty."""
    if not 0 <= start < end <= len(scene.text):
        raise ValueError(f"{scene.id}: [{start}, {end}) is no span of {len(scene.text)} code points")
    return Evidence(
        kind="span",
        scene=scene.id,
        start=start,
        end=end,
        sha256=sha256_text(scene.text[start:end]),
        source=source_ranges(scene, start, end),
        grounding=grounding,
        record=None,
    )


def scene_evidence(scene_id: str) -> Evidence:
    """Evidence that is the whole scene."""
    return Evidence(
        kind="scene", scene=scene_id, start=None, end=None, sha256=None, source=(), grounding=None, record=None
    )


def ground(scene: Scene, quote: str, occurrence: int = 1, within: Range | None = None) -> Evidence | None:
    """The ``occurrence``-th (1-based) place of ``quote`` in the scene; null where there is none.

    ``within`` narrows the search to a part of the scene's text. Exact text wins over normalized text (blanks, case,
    quotes, dashes, full-width forms, emphasis marks). Places at word boundaries win over places inside a word, which
    count only where there is no other.
    """
    if occurrence < 1:
        return None
    for found, grounding in _found(scene.text, quote, within or (0, len(scene.text))):
        if len(found) >= occurrence:
            return span_evidence(scene, *found[occurrence - 1], grounding)
    return None


def ground_alike(scene: Scene, quote: str, least: float, within: Range | None = None) -> Evidence | None:
    """The stretch of whole words most like the quote; null where its likeness is under ``least``, 0 to 1.

    Likeness is the Indel similarity of the normalized texts: 1 less insertions and deletions over both lengths. Quotes
    under 12 characters aren't looked for: one letter more or less makes another word of them.
    """
    low, high = within or (0, len(scene.text))
    normal, offsets = _normalized(scene.text[low:high])
    wanted = _normalized(quote.strip())[0].strip()
    if least >= 1 or len(wanted) < _SHORTEST or len(wanted) > len(normal):
        return None
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(wanted, normal, score_cutoff=100 * least)
    if found is None or HIDDEN in normal[found.dest_start : found.dest_end]:
        return None
    start, end = _whole_words(normal, found.dest_start, found.dest_end)
    if fuzz.ratio(wanted, normal[start:end]) < 100 * least:
        return None
    return span_evidence(scene, low + offsets[start], low + offsets[end - 1] + 1, "fuzzy")


def _whole_words(text: str, start: int, end: int) -> Range:
    """The stretch without the blanks at its ends, and with the rest of the words that it cuts."""
    while text[start].isspace():
        start += 1
    while text[end - 1].isspace():
        end -= 1
    while start and _joined(text[start - 1], text[start]):
        start -= 1
    while end < len(text) and (_accented(text, end) or _joined(text[end - 1], text[end])):
        end += 1
    return start, end


def _joined(one: str, other: str) -> bool:
    return one.isalnum() and other.isalnum() and not (is_wide(one) or is_wide(other))


def ground_all(scene: Scene, quote: str) -> list[Evidence]:
    """Every place of ``quote`` at word boundaries (exact ones, else normalized ones), in text order."""
    for found, grounding in _found(scene.text, quote, (0, len(scene.text))):
        if found:
            return [span_evidence(scene, *place, grounding) for place in found]
    return []


def _found(text: str, quote: str, within: Range) -> Iterator[tuple[list[Range], Grounding]]:
    """Places in the order of preference: exact then normalized at word boundaries, then the same inside words."""
    quote = quote.strip()
    if HIDDEN in quote:
        return
    exact = places(text, quote, *within)
    at_words = [place for place in exact if bounded(text, *place)]
    yield at_words, "exact"
    low, high = within
    normal, offsets = _normalized(text[low:high])
    wanted = _normalized(quote)[0].strip()
    loose = [
        (low + offsets[start], low + offsets[end - 1] + 1)
        for start, end in places(normal, wanted)
        if not _accented(normal, end)
    ]
    loose_at_words = [place for place in loose if bounded(text, *place)]
    yield loose_at_words, "normalized"
    if not at_words and not loose_at_words:
        yield exact, "exact"
        yield loose, "normalized"


def _parted(piece: str) -> str:
    """With accents apart from their letters, as some systems write all of them; other signs stay whole."""
    if piece.isascii():
        return piece
    parts = unicodedata.normalize("NFD", piece)
    return parts if any(map(unicodedata.combining, parts)) else piece


def _accented(text: str, end: int) -> bool:
    """Whether an accent stands behind ``[…, end)``: what ends there is another letter."""
    return end < len(text) and unicodedata.combining(text[end]) > 0


@lru_cache(maxsize=64)
def _normalized(text: str) -> tuple[str, tuple[int, ...]]:
    """The text without differences that don't matter, and for each of its characters the index in ``text``."""
    chars: list[str] = []
    offsets: list[int] = []
    for index, char in enumerate(text):
        if char in _MARKS or (not char.isascii() and unicodedata.category(char) == "Cf"):
            continue  # soft hyphens, zero-width and bidirectional marks show nothing
        for piece in _parted(unicodedata.normalize("NFKC", char.translate(_SAME)).translate(_SAME).casefold()):
            blank = piece.isspace()
            if blank and (not chars or chars[-1] == " "):
                continue
            if piece == "-" and chars and chars[-1] == "-":
                continue
            if not blank and len(chars) > 1 and chars[-1] == " " and is_wide(chars[-2]) and is_wide(char):
                chars.pop()  # a line break inside Chinese text separates nothing
                offsets.pop()
            chars.append(" " if blank else piece)
            offsets.append(index)
    return "".join(chars), tuple(offsets)
