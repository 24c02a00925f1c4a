"""Small PDFs: pages typed as text, drawn in Courier 12 where a typewriter would put them."""

import re
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from tempfile import NamedTemporaryFile

from fpdf import FPDF
from printed import wide_font

from linedscript.screenplay.containers.pdf import open_pdf
from linedscript.screenplay.layer import Layer

TOP, PITCH, COLUMN = 48.0, 12.0, 7.2


def blank_pdf(**options) -> FPDF:
    pdf = FPDF(unit="pt", format="letter", **options)
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(datetime(2025, 1, 1, tzinfo=UTC))
    pdf.core_fonts_encoding = "windows-1252"
    pdf.set_font("Courier", size=12)
    return pdf


def typed(pdf: FPDF, text: str, column: float = COLUMN) -> None:
    """Draw a page: each piece of a line between wide gaps by itself, as programs do."""
    for number, line in enumerate(text.split("\n")):
        for piece in re.finditer(r"\S+(?: {1,2}\S+)*", line):
            pdf.text(piece.start() * column, TOP + PITCH * number, piece.group())


def own_font(pdf: FPDF, text: str) -> None:
    """Draw on with a font of the file's own, which has the text's characters."""
    with NamedTemporaryFile(suffix=".ttf") as file:
        file.write(wide_font(text))
        file.flush()
        pdf.add_font("Own", fname=file.name)
    pdf.set_font("Own", size=12)


def pdf_of(*pages: str, draw: Callable[[FPDF, int], None] | None = None) -> bytes:
    """``draw`` is given each page, numbered from 1, after its text."""
    pdf = blank_pdf()
    for number, page in enumerate(pages, 1):
        pdf.add_page()
        typed(pdf, page)
        if draw:
            draw(pdf, number)
    return bytes(pdf.output())


def layer_of(*pages: str, **options) -> Layer:
    return open_pdf(pdf_of(*pages, **options), "en-0001")


def story_of(layer: Layer) -> str:
    """The text without what the layout says is no story."""
    out, at = [], 0
    for cut in layer.cuts:
        out.append(layer.text[at : cut.start])
        at = cut.end
    return "".join([*out, layer.text[at:]])


def page(*lines: str, number: str = "", depth: int = 0) -> str:
    """A page's text: its number at the top right, two blank lines, then lines at their columns; ``depth`` blank lines
    fill it up."""
    return "\n".join([number.rjust(75), "", "", *lines, *[""] * depth])


def at(column: int, text: str) -> str:
    return " " * column + text


def action(text: str) -> str:
    return at(15, text)


def speech(name: str, *lines: str) -> tuple[str, ...]:
    return (at(37, name), *(at(31 if line.startswith("(") else 25, line) for line in lines))


COURIER = b"<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>"


def stream(data: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (entries, len(packed), packed)


def raw_pdf(
    content: bytes, *more: bytes, font: bytes = COURIER, kids: bytes = b"3 0 R", count: int = 1, resources: bytes = b""
) -> bytes:
    """A PDF of objects: 1 the catalog, 2 the page tree, 3 the page, 4 its font, 5 its content, then ``more``."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>%s>>/Contents 5 0 R>>"
        % resources,
        font,
        content,
        *more,
    )
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return b"%sxref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        out,
        size,
        table,
        size,
        len(out),
    )
