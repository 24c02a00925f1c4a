"""From a file's bytes to its text layer: a container is told by its first bytes or by the index's word."""

import re

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.decode import decode
from linedscript.screenplay.layer import Layer
from linedscript.screenplay.raw_offsets import text_runs
from linedscript.screenplay.refusals import refuse_binary

CONTAINERS = ("fdx", "html", "pdf")
MOST_CHARS = 5_000_000
"""Characters of a text that is read: a screenplay has some 200,000."""
MOST_LINES = 200_000
"""Lines of a text that is read: a screenplay has some 10,000. Each line takes about a kilobyte while it is read."""
MOST_REGIONS = 50_000
"""Stretches of a text that may be cut out of it: a screenplay has some hundred."""
MOST_BYTES = {"fdx": 100_000_000, "html": 100_000_000, "pdf": 500_000_000}
"""Of a container, whose markup may be many times its text; any other file has four bytes a character at most."""
_LEAD = Pattern(r"(?>\s+|<\?xml[^>]*+>|<!--(?>[^-]+|-(?!->))*+-->)*+")
_FDX = Pattern(r"<(?:!DOCTYPE\s+FinalDraft\b[^>]*+>\s*+<)?FinalDraft\b", re.IGNORECASE)
_HTML = Pattern(
    r"<(?:!DOCTYPE\s+html|html|head|title|meta|link|style|script|body|pre|table|tr|td|div|p|br|hr|h[1-6]|center|font|span|"
    r"article|main|section|b|i|u|em|strong|a|ul|ol|dl|form|nav|header)(?=[\s/>])",
    re.IGNORECASE,
)


def open_layer(
    data: bytes, place: str, format: str | None = None, encoding: str | None = None, errors: str = "strict"
) -> Layer:
    """The text of a file. ``format`` and ``encoding`` are the index's word; null lets content decide.

    Raises LinedscriptError, which names ``place``, where the file is no text, or of a kind that isn't read.
    """
    container = format if format in CONTAINERS else container_of(data) if format is None else None
    if len(data) > (most := MOST_BYTES.get(container, 4 * MOST_CHARS)):
        raise too_large(place, f"{len(data):,} bytes; a screenplay's {container or 'text'} file has at most {most:,}")
    layer = _open(data, place, container, encoding, errors)
    refuse_large(layer.text, place)
    return layer


def refuse_large(text: str, place: str) -> None:
    """Raise ``too-large`` where a text has more characters or lines than any screenplay."""
    if len(text) > MOST_CHARS:
        raise too_large(place, f"{len(text):,} characters; a screenplay has at most {MOST_CHARS:,}")
    if len(text) > MOST_LINES:
        lines = text.count("\n") + text.count("\r") - text.count("\r\n") + 1
        if lines > MOST_LINES:
            raise too_large(place, f"{lines:,} lines; a screenplay has at most {MOST_LINES:,}")


def too_large(place: str, problem: str) -> LinedscriptError:
    return LinedscriptError("too-large", place, problem, "bring one film's script")


def _open(data: bytes, place: str, container: str | None, encoding: str | None, errors: str) -> Layer:
    if container == "pdf":
        from linedscript.screenplay.containers.pdf import open_pdf

        return open_pdf(data, place)
    if container == "fdx":
        from linedscript.screenplay.containers.fdx import open_fdx

        return open_fdx(data, place, encoding, errors)
    refuse_binary(data, place)
    if container == "html":
        from linedscript.screenplay.containers.html import open_html
        from linedscript.screenplay.containers.html_encoding import decode_page

        return open_html(*decode_page(data, place, encoding, errors), place, data)
    text, name, by, confidence = decode(data, place, encoding, errors)
    runs = text_runs(text, data, name)
    return Layer(text, None, name, by, confidence, runs)


def container_of(data: bytes) -> str | None:
    """``pdf``, ``fdx`` or ``html`` by the first bytes; null where the file is text, or anything else."""
    head = data[:16_384]
    if head[:1024].lstrip().startswith(b"%PDF-"):
        return "pdf"
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = head[: len(head) // 2 * 2].decode("utf-16", errors="replace")
    else:
        text = head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    at = _LEAD.match(text).end()
    return "fdx" if _FDX.match(text, at) else "html" if _HTML.match(text, at) else None
