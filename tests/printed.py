"""The script of a reading as it is printed: pages of 54 lines in the standard columns, as plain text and as PDF."""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from exports import Item, Script, cue_text, printed, unmarked

DEPTH = 54
"""Lines of a page, its number apart."""
_ACTION, _SPEECH, _BRACKET, _CUE, _RIGHT = 15, 25, 31, 37, 75
_NUMBERS = (8, 76)
_WIDE = 32
"""Full-width characters in a line of Chinese."""


class Cell(NamedTuple):
    """Text at a column of ten to the inch; full-width characters take 1.6 of it."""

    column: int
    text: str
    kind: str


Row = tuple[Cell, ...]


class _Block(NamedTuple):
    rows: list[Row]
    kind: str
    cue: Item | None
    """Of speech: who goes on on the next page."""


def _plainly(script: Script) -> list[Item]:
    return [item._replace(text=unmarked(item.text)) for item in printed(script)]


def _wrapped(text: str, width: int) -> list[str]:
    return [
        line
        for part in text.split("\n")
        for line in textwrap.wrap(part, width, break_on_hyphens=False, break_long_words=False) or [""]
    ]


def _blocks(script: Script, side_by_side: bool) -> Iterator[_Block]:
    items = _plainly(script)
    at = 0
    while at < len(items):
        item = items[at]
        last = at + 1
        if item.kind == "cue":
            while last < len(items) and items[last].kind in ("parenthetical", "dialogue", "lyric"):
                last += 1
            if item.dual == "left" and side_by_side:
                split = last
                last += 1
                while last < len(items) and items[last].kind in ("parenthetical", "dialogue", "lyric"):
                    last += 1
                yield _Block(_dual(items[at:split], items[split:last]), "dual", None)
            else:
                yield _Block(list(_speech(items[at:last])), "speech", item)
        else:
            yield _Block(_rows(item), item.kind, None)
        at = last


def _rows(item: Item) -> list[Row]:
    kind, text = item.kind, item.text
    if kind == "heading":
        rows = [(Cell(_ACTION, line, kind),) for line in _wrapped(text, 57)]
        if item.number:
            left, right = (Cell(column, item.number, "number") for column in _NUMBERS)
            rows[0] = (left, *rows[0], right)
        return rows
    if kind == "transition":
        column = _ACTION if re.match("FADE IN", text) else max(_ACTION, _RIGHT - len(text))
        return [(Cell(column, text, kind),)]
    if kind in ("centered", "section"):
        return [(Cell(max(_ACTION, 45 - len(line) // 2), line, kind),) for line in _wrapped(text, 60)]
    return [(Cell(_ACTION, line, kind),) for line in _wrapped(text, 60)]


def _speech(items: Sequence[Item], shift: int = 0, width: int = 35) -> Iterator[Row]:
    for item in items:
        if item.kind == "cue":
            yield (Cell(_CUE + shift, cue_text(item, False), "cue"),)
        elif item.kind == "parenthetical":
            for number, line in enumerate(_wrapped(item.text, width - 10)):
                yield (Cell(_BRACKET + shift + bool(number), line, item.kind),)
        else:
            for line in _wrapped(item.text, width):
                yield (Cell(_SPEECH + shift, line, item.kind),)


def _dual(left: Sequence[Item], right: Sequence[Item]) -> list[Row]:
    """Two speeches beside each other, as Final Draft prints them: 28 columns each."""
    sides = []
    for items, base in ((left, 15), (right, 46)):
        rows = []
        for item in items:
            column = base + {"cue": 9, "parenthetical": 4}.get(item.kind, 0)
            text = cue_text(item, False) if item.kind == "cue" else item.text
            rows += [Cell(column, line, item.kind) for line in _wrapped(text, 28)]
        sides.append(rows)
    depth = max(map(len, sides))
    return [tuple(rows[at] for rows in sides if at < len(rows)) for at in range(depth)]


def pages(script: Script, side_by_side: bool = True, continued: bool = False) -> list[list[Row]]:
    """Rows page by page, an empty row for a blank line. A heading and a cue stay with what follows; speech over a page
    end is marked (MORE) and NAME (CONT'D). ``continued``: a scene over a page end is marked too, with its number."""
    out: list[list[Row]] = [[]]
    number: str | None = None
    blocks = list(_blocks(script, side_by_side))

    def turn(inside: bool) -> None:
        if continued and inside:
            out[-1] += [(), (Cell(62, "(CONTINUED)", "continued"),)]
        out.append([])
        if continued and inside:
            margins = [Cell(column, number, "number") for column in _NUMBERS] if number else []
            out[-1] += [(*margins[:1], Cell(_ACTION, "CONTINUED:", "continued"), *margins[1:])]

    for block, after in pairwise([*blocks, _Block([], "end", None)]):
        depth = DEPTH - 3 * continued
        lead = 1 if out[-1] else 0
        room = depth - len(out[-1]) - lead
        need = len(block.rows)
        if block.kind == "heading":
            need += 1 + min(2, len(after.rows))
        if need > room and block.kind in ("speech", "action") and min(room - (block.kind == "speech"), need - 2) >= 3:
            taken = min(room - (block.kind == "speech"), need - 2)
            out[-1] += [()] * lead + block.rows[:taken]
            if block.cue:
                out[-1].append((Cell(_CUE, "(MORE)", "continued"),))
            turn(True)
            if block.cue:
                again = block.cue._replace(extensions=tuple(dict.fromkeys((*block.cue.extensions, "CONT'D"))))
                out[-1] += [()] * bool(out[-1]) + [(Cell(_CUE, cue_text(again, False), "cue"),)]
            elif out[-1]:
                out[-1].append(())
            out[-1] += block.rows[taken:]
        else:
            if need > room:
                turn(block.kind != "heading")
                lead = 1 if out[-1] else 0
            out[-1] += [()] * lead + block.rows
        if block.kind == "heading":
            number = next((cell.text for row in block.rows for cell in row if cell.kind == "number"), None)
    return out


def _chinese_lines(script: Script) -> Iterator[str]:
    """The lines of a Chinese script: △ action, 名字（画外音）：台词."""
    opened = False
    for item in _plainly(script):
        if item.kind in ("dialogue", "lyric", "parenthetical") and opened:
            yield "\a" + item.text
            continue
        opened = item.kind == "cue"
        if item.kind == "heading":
            yield ""
            yield item.text
        elif item.kind == "cue":
            yield cue_text(item, True) + "："
        else:
            yield ("△" if item.kind == "action" else "") + item.text


def chinese_paragraphs(script: Script) -> list[str]:
    """One line for a heading, an action, or a cue with its speech."""
    return "\n".join(_chinese_lines(script)).replace("\n\a", "").split("\n")


def _title_rows(script: Script) -> list[Row]:
    values = [unmarked(value) for _, value in script.front if value]
    head, contact = values[:4], values[4:]
    middle = [(Cell(max(_ACTION, 42 - len(line) // 2), line, "title"),) for line in head]
    rows: list[Row] = [()] * 16
    for row in middle:
        rows += [row, ()]
    rows += [()] * max(0, DEPTH - 2 - len(rows) - len(contact))
    return rows + [(Cell(_ACTION, line, "title"),) for line in contact]


def to_plain(script: Script, breaks: bool = True) -> bytes:
    """Indented plain text. ``breaks``: in pages with numbers, form feeds and (MORE)."""
    return plain_text(script, breaks).encode()


def plain_text(script: Script, breaks: bool = True) -> str:
    if script.chinese:
        front = [f"{key}：{value}" if key else value for key, value in script.front]
        return "\n".join([*front, "", *(f"{line}\n" for line in chinese_paragraphs(script))])
    title = "\n".join(_line(row) for row in _title_rows(script)).strip("\n") if script.front else ""
    if not breaks:
        rows = [row for block in _blocks(script, False) for row in ((), *block.rows)]
        return title + "\n\n\n" + "\n".join(map(_line, rows)) + "\n"
    out = [title] if title else []
    for number, page in enumerate(pages(script, side_by_side=False), 1):
        head = " " * 72 + f"{number}.\n\n" if number > 1 else ""
        out.append(head + "\n".join(map(_line, page)) + "\n")
    return "\n\f".join(out)


def _line(row: Row) -> str:
    text = ""
    for cell in row:
        text = text.ljust(cell.column) + cell.text
    return text


def to_pdf(
    script: Script,
    *,
    continued: bool = False,
    header: str | None = None,
    on_page: Callable[[object, int], None] | None = None,
    compress: bool = True,
) -> bytes:
    """Courier 12 on letter paper: 1.5 inches at the left, number at the top right of each page but the first.

    ``continued``: with (CONTINUED) and CONTINUED: at page ends. ``header``: a line on top of each page. ``on_page``
    may draw on a page: it is given the FPDF object, after the page's text, and the page's number.
    """
    from fpdf import FPDF

    pdf = FPDF(unit="pt", format="letter")
    pdf.set_compression(compress)
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(datetime(2025, 1, 1, tzinfo=UTC))
    pdf.core_fonts_encoding = "windows-1252"
    font = "Courier"
    rows = list(_wide_pages(script) if script.chinese else pages(script, continued=continued))
    if script.chinese:
        font = "Wide"
        with NamedTemporaryFile(suffix=".ttf") as file:
            file.write(wide_font("".join(cell.text for page in rows for row in page for cell in row)))
            file.flush()
            pdf.add_font(font, fname=file.name)
    pdf.set_font(font, size=12)
    if script.front and not script.chinese:
        pdf.add_page()
        _draw(pdf, _title_rows(script))
    for number, page in enumerate(rows, 1):
        pdf.add_page()
        if header:
            pdf.text(108, 48, header)
        if number > 1:
            pdf.text(72 * 7.25, 48, f"{number}.")
        _draw(pdf, page)
        if on_page:
            on_page(pdf, number)
    return bytes(pdf.output())


def _draw(pdf: object, rows: Sequence[Row]) -> None:
    for number, row in enumerate(rows):
        for cell in row:
            pdf.text(cell.column * 7.2, 84 + 12 * number, cell.text)


def _wide_pages(script: Script) -> Iterator[list[Row]]:
    lines: list[str] = [f"{key}：{value}" if key else value for key, value in script.front]
    lines += [""] if lines else []
    for paragraph in chinese_paragraphs(script):
        lines += [paragraph[at : at + _WIDE] for at in range(0, len(paragraph), _WIDE)] or [""]
    for at in range(0, len(lines), DEPTH // 2):
        page: list[Row] = []
        for line in lines[at : at + DEPTH // 2]:
            page += [(Cell(12, line, "wide"),) if line else (), ()]
        yield page


def wide_font(text: str) -> bytes:
    """A font with a box for each character of the text, as wide as it is high where the character is full-width."""
    from unicodedata import east_asian_width

    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    chars = sorted(set(text) | set(" .0123456789"))
    names = {ord(char): f"u{ord(char):04X}" for char in chars}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)

    def box(width: int) -> object:
        pen = TTGlyphPen(None)
        pen.moveTo((50, 0))
        for corner in ((50, 700), (width - 50, 700), (width - 50, 0)):
            pen.lineTo(corner)
        pen.closePath()
        return pen.glyph()

    widths = {names[ord(char)]: 1000 if east_asian_width(char) in "WFA" else 500 for char in chars} | {".notdef": 500}
    builder.setupGlyf({name: box(width) for name, width in widths.items()})
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    font = BytesIO()
    builder.save(font)
    return font.getvalue()
