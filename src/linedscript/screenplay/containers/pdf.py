"""PDF scripts by their layout: where each character stands gives lines, columns, blank lines, pages."""

from msgspec.structs import replace

from linedscript.screenplay.containers._pdf_file import read_pages
from linedscript.screenplay.containers._pdf_lines import measure, sheet
from linedscript.screenplay.containers._pdf_text import Composed, Side, compose
from linedscript.screenplay.formats.plain_cuts import front_matter
from linedscript.screenplay.formats.recognize import recognize
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.layer import Layer, Run
from linedscript.screenplay.stretch import Format, Stretch

READER = "pdf/1"
_SPOKEN = frozenset(("cue", "dialogue", "parenthetical", "lyric"))


def open_pdf(data: bytes, place: str) -> Layer:
    """The text of a PDF, as an indented plain text whose pages are set apart by form feeds.

    The text is one run over the whole file: a PDF is compressed, and has no place for a character. The confidence is
    the share of characters for which the file has a Unicode value. Errors: ``_pdf_file.read_pages``.
    """
    library, pages = read_pages(data, place)
    grid = measure(pages)
    composed = compose([sheet(page, grid) for page in pages], grid)
    kept = Kept(composed.text, composed.cuts)
    grammar = _by_layout(recognize(kept.text, place), composed)
    chars = sum(page.count for page in pages)
    lost = sum(page.lost for page in pages)
    return Layer(
        text=composed.text,
        container="pdf",
        encoding="pdf",
        by="declared",
        confidence=round(1 - lost / chars, 6),
        runs=(Run(0, len(composed.text), 0, len(data)),),
        cuts=tuple(composed.cuts),
        grammar=grammar,
        reader=f"{READER} {library}",
    )


def _by_layout(grammar: Format, composed: Composed) -> Format:
    """The grammar without its search for what the layout has found: page furniture and, where there are any, title
    pages. Cues that their column tells are shown to it in capitals, and dual dialogue gets its sides."""
    shown = list(composed.text)
    for start, end in composed.cues:
        if len(capitals := composed.text[start:end].upper()) == end - start:
            shown[start:end] = capitals
    sides = {at: side for start, end, side in composed.duals for at in range(start, end)}

    def stretches(kept: Kept) -> list[Stretch]:
        if not composed.cues and not sides:
            return grammar.stretches(kept)
        found = grammar.stretches(Kept("".join(shown), kept.cuts))
        return [_as_written(stretch, kept, sides) if stretch.kind in _SPOKEN else stretch for stretch in found]

    known = (furniture, front_matter) if composed.titled else (furniture,)
    passes = tuple(find for find in grammar.passes if find not in known)
    return grammar._replace(passes=passes, stretches=stretches)


def _as_written(stretch: Stretch, kept: Kept, sides: dict[int, Side]) -> Stretch:
    low, high = stretch.content
    if low == high:
        return stretch
    name = kept.text[low:high]
    cue = stretch.cue
    if cue and cue.name != name and cue.name == name.upper():
        cue = replace(cue, name=name)
    return stretch._replace(cue=cue, dual=sides.get(kept.ranges(low, low + 1)[0][0]))
