"""All findings of one file. Nothing that a file may hold makes this raise."""

from linedscript.errors import LinedscriptError
from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_cuts import boneyards, notes
from linedscript.screenplay.kept import Cut, Kept
from linedscript.screenplay.lint import marks, speech, structure, surface
from linedscript.screenplay.lint.findings import Finding, Source, View
from linedscript.screenplay.lint.lined import Lined
from linedscript.screenplay.read import take_apart


def lint(data: bytes, encoding: str | None = None) -> list[Finding]:
    """What is wrong in a Fountain file, in order of line and column. ``encoding``: null finds it out."""
    source, readable = surface.opened(data, encoding)
    if readable:
        _check(source)
    return sorted(source.findings, key=lambda found: (found.line, found.column, found.code))


def _check(source: Source) -> None:
    mark = [Cut(0, 1, "byte_order_mark")] if source.text.startswith("\ufeff") else []
    noted = Kept(source.text, mark)
    noted = noted.without(boneyards(noted.text))
    marks.check_boneyards(source)
    marks.check_notes(View(source, noted))
    before = noted.without(notes(noted.text))
    surface.check_lines(source, marks.check_title_page(View(source, before), noted))
    try:
        kept, stretches = take_apart(source.text, FOUNTAIN)
    except LinedscriptError as error:
        source.add(error.code, 0, error.problem)
        return
    view, lined = View(source, kept), Lined(kept, stretches)
    marks.check_emphasis(view, stretches)
    marks.check_forced(view, stretches)
    structure.check_headings(view, lined)
    structure.check_lookalikes(view, lined)
    structure.check_transitions(view, lined)
    structure.check_sections(view, lined)
    speech.check_cues(view, lined)
    speech.check_lookalikes(view, lined)
