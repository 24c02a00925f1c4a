"""Script pages of the web: the page's text as a browser lays it out, tied to the bytes of the file."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import chain

from linedscript.screenplay.containers.html_layout import Page, lay_out
from linedscript.screenplay.containers.html_marks import bold_names
from linedscript.screenplay.containers.html_region import Mark, cuts_of, marks_of, rows_of
from linedscript.screenplay.containers.html_typed import (
    Paragraph,
    inferred,
    is_typed,
    paragraphs_of,
    typed_cuts,
    typed_grammar,
)
from linedscript.screenplay.containers.raw_places import byte_places
from linedscript.screenplay.kept import Cut, Kept, merged
from linedscript.screenplay.layer import Layer, Run

READER = "html/1"


def open_html(text: str, encoding: str, by: str, confidence: float, place: str, data: bytes) -> Layer:
    """The layer of a page. ``text`` is the file's, decoded. Raises ``no-scene``, ``too-much-markup``, ``too-large``."""
    from linedscript.screenplay.containers.opening import refuse_large
    from linedscript.screenplay.formats.plain import PLAIN, parse
    from linedscript.screenplay.formats.recognize import recognize

    page = lay_out(text, place)
    refuse_large(page.text, place)
    rows = rows_of(page)
    paragraphs = paragraphs_of(page)
    if is_typed(page, paragraphs):
        marks = [
            Mark(
                found.start, found.end, found.block, page.text[found.start : found.end] if found.kind == "cue" else None
            )
            for found in paragraphs
            if found.kind in ("heading", "cue")
        ]
        around = cuts_of(page, rows, marks, place, typed=True)
        paragraphs = [found for found in paragraphs if not _cut(found, around)]
        cuts = merged([*around, *typed_cuts(page, paragraphs)])
        grammar = typed_grammar(paragraphs)
    else:
        names = bold_names(text)
        cuts = cuts_of(page, rows, marks_of(rows, names), place)
        kept = [found for found in paragraphs if not _cut(found, cuts)]
        guessed = inferred(page, kept)
        grammar = typed_grammar(guessed, guessed=True) if guessed else recognize(Kept(page.text, cuts).text, place)
        if names and not guessed and grammar.name in ("fountain", "plain"):
            grammar = PLAIN._replace(stretches=partial(parse, known=names))
    runs = _runs(page, text, data, encoding)
    return Layer(page.text, "html", encoding, by, confidence, runs, tuple(cuts), grammar, READER)


def _cut(paragraph: Paragraph, cuts: Sequence[Cut]) -> bool:
    number = bisect_right(cuts, paragraph.start, key=lambda cut: cut.start) - 1
    return number >= 0 and paragraph.start < cuts[number].end


def _runs(page: Page, text: str, data: bytes, encoding: str) -> tuple[Run, ...]:
    ends = chain.from_iterable((at, at + length) for _, _, at, length in page.runs)
    places = iter(byte_places(text, data, encoding, list(ends)))
    return tuple(
        Run(start, length, raw, stop - raw)
        for (start, length, _, _), raw, stop in zip(page.runs, places, places, strict=True)
    )
