"""What every figure is drawn with: text, and the page with its caption. A figure's bytes depend on its table alone."""

import textwrap
from collections.abc import Sequence

from linedscript.tables.formats import note
from linedscript.tables.model import Table

_CAPTION_CHAR = 6
"""Width of a character of the caption, as wide sans-serif faces have it."""


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def text_at(x: float, y: float, text: str, anchor: str = "start", size: int = 12) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'


def page(table: Table, annotators: str, parts: Sequence[str], width: float, bottom: float) -> bytes:
    """The drawing, ``bottom`` high, with the table's caption below it."""
    caption = note(table, annotators)
    said = textwrap.wrap(caption, int(width / _CAPTION_CHAR))
    height = bottom + 10 + 14 * len(said)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" '
            'font-family="sans-serif" role="img">',
            f"<title>{escape(table.caption)}</title>",
            f"<desc>{escape(caption)}</desc>",
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
            *parts,
            *(text_at(8, bottom + 16 + 14 * number, line, size=10) for number, line in enumerate(said)),
            "</svg>",
            "",
        ]
    ).encode()
