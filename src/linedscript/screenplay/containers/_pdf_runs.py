"""The characters of a PDF on standard input, as lines of JSON: a program of its own, with limits.

A PDF is a program for a C++ library. Here that library may crash, or run into its limits, without taking the reader
along. The first line is the document, each further line one page; ``_pdf_file`` starts this and reads them.
"""

import ctypes
import json
import math
import sys
from collections.abc import Iterator

_SAMPLE = 40
"""Characters of a page from which its reading direction is told."""
_LOST = "\ufffd"
_SHOWN = (
    dict.fromkeys((*range(32), *range(127, 160), 0xFFFF), _LOST)
    | dict.fromkeys((9, 10, 13, 0x85, 0xA0, 0x2028, 0x2029), " ")
    | dict.fromkeys((2, 0xFFFE), "-")
)
"""The library marks a hyphen at a line's end; control characters mean nothing on paper."""
_LIGATURES = ("ff", "fi", "fl", "st")
"""Letters that one glyph may draw: the library gives them the same place."""
_FAR = 20_000.0
"""Points from which a place is on no page: the largest page is 14,400 wide."""


def main(pages: int, chars: int, memory: int, seconds: int) -> int:
    """Limits: pages of a document, characters of all pages, bytes of memory beyond the file, seconds of CPU time."""
    data = sys.stdin.buffer.read()
    _limit(memory + 4 * len(data), seconds)
    import pypdfium2.raw as pdfium
    from pypdfium2.version import PYPDFIUM_INFO

    library = f"pypdfium2/{PYPDFIUM_INFO.tag}"
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        print(json.dumps({"library": library, "pages": 0, "error": pdfium.FPDF_GetLastError()}))
        return 0
    try:
        count = pdfium.FPDF_GetPageCount(document)
        print(json.dumps({"library": library, "pages": count, "error": 0}))
        left = chars
        for number in range(count if count <= pages else 0):
            page = pdfium.FPDF_LoadPage(document, number)
            if not page:
                print(json.dumps({"box": [0, 0, 0, 0], "runs": [], "turned": "", "count": 0, "lost": -1}))
                continue
            try:
                answer = _page(pdfium, page, left)
            finally:
                pdfium.FPDF_ClosePage(page)
            left -= answer["count"]
            print(json.dumps(answer))
            if left < 0:
                break
    finally:
        pdfium.FPDF_CloseDocument(document)
    return 0


def _limit(memory: int, seconds: int) -> None:
    try:
        import resource
    except ImportError:
        return
    for kind, soft, hard in (
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        most = resource.getrlimit(kind)[1]  # that only root may raise
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(kind, (soft, hard))


def _page(pdfium, page, most: int) -> dict:
    """One page: its visible box, its runs ``[text, left, baseline, right, size]`` in the order of the file, and what
    is written in another direction than most of it. Points; a page that is read sideways is turned upright."""
    bounds = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, bounds)
    textpage = pdfium.FPDFText_LoadPage(page)
    try:
        count = max(0, pdfium.FPDFText_CountChars(textpage))
        if count > most:
            return {"box": [0, 0, 0, 0], "runs": [], "turned": "", "count": count, "lost": 0}
        text = _text(pdfium, textpage, count)
        boxes = _boxes(pdfium, textpage, count)
        quarter = _direction(pdfium, textpage, text)
        matrix = pdfium.FS_MATRIX()
        x, y = ctypes.c_double(), ctypes.c_double()
        runs: list[list] = []
        turned: list[str] = []
        for start, end, left, right, height, gap in _stretches(text, boxes, quarter):
            piece = text[start:end]
            pdfium.FPDFText_GetMatrix(textpage, start, matrix)
            if _quarter(matrix) != quarter or not -_FAR < left <= right < _FAR:
                turned.append(" " * (gap is None or gap > 2 * height) + piece)
                continue
            pdfium.FPDFText_GetCharOrigin(textpage, start, x, y)
            base = _upright(x.value, y.value, quarter)[1]
            size = pdfium.FPDFText_GetFontSize(textpage, start) * math.hypot(matrix.c, matrix.d)
            runs.append([piece, left, base if -_FAR < base < _FAR else _FAR, right, min(_FAR, max(1.0, abs(size)))])
    finally:
        pdfium.FPDFText_ClosePage(textpage)
    corners = _upright(bounds.left, bounds.bottom, quarter), _upright(bounds.right, bounds.top, quarter)
    (one, low), (other, high) = corners
    return {
        "box": [min(one, other), min(low, high), max(one, other), max(low, high)],
        "runs": [[piece, *(round(number, 2) for number in rest)] for piece, *rest in runs],
        "turned": "".join(turned).strip(),
        "count": count,
        "lost": text.count(_LOST),
    }


def _text(pdfium, textpage, count: int) -> str:
    """One code point for each character of the page."""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(textpage, 0, count, buffer) if count else 0
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", errors="replace")
    if len(text) != count or "\ufffd" in text:
        codes = (pdfium.FPDFText_GetUnicode(textpage, number) for number in range(count))
        text = "".join(chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else _LOST for code in codes)
    return text.translate(_SHOWN)


def _boxes(pdfium, textpage, count: int) -> list[float]:
    """Left, top, right and bottom of each character's cell, four numbers a character."""
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    cell = prototype(ctypes.cast(pdfium.FPDFText_GetLooseCharBox, ctypes.c_void_p).value)
    handle = ctypes.cast(textpage, ctypes.c_void_p).value
    numbers = (ctypes.c_float * (4 * count))()
    base = ctypes.addressof(numbers)
    for number in range(count):
        cell(handle, number, base + 16 * number)
    return list(numbers)


def _quarter(matrix) -> int | None:
    """Quarter turns counter-clockwise from upright; null for text at a slant."""
    turns = math.atan2(matrix.b, matrix.a) / (math.pi / 2)
    return round(turns) % 4 if abs(turns - round(turns)) < 0.03 else None


def _direction(pdfium, textpage, text: str) -> int:
    matrix = pdfium.FS_MATRIX()
    turns: list[int] = []
    for number in range(0, len(text), max(1, len(text) // _SAMPLE)):
        if not text[number].isspace() and pdfium.FPDFText_GetMatrix(textpage, number, matrix):
            quarter = _quarter(matrix)
            turns += [] if quarter is None else [quarter]
    return max(range(4), key=lambda quarter: (turns.count(quarter), -quarter))


def _upright(x: float, y: float, quarter: int) -> tuple[float, float]:
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter]


def _stretches(text: str, boxes: list[float], quarter: int) -> Iterator[tuple]:
    """Characters side by side on one line, as ``(start, end, left, right, height, gap before)``; the gap is null behind
    a blank that the library put between two pieces of text.

    A blank that the file has is a character; one that the library adds has no width and ends a stretch.
    """
    start, low, last, height, begin, gap, blank = 0, 0.0, 0.0, 0.0, 0.0, None, True
    opened = False
    cells = iter(boxes)
    for number, (left, top, right, bottom) in enumerate(zip(cells, cells, cells, cells, strict=True)):
        if quarter:
            (one, foot), (other, head) = _upright(left, bottom, quarter), _upright(right, top, quarter)
            left, right, bottom, top = min(one, other), max(one, other), min(foot, head), max(foot, head)
        if right - left < 0.01 and text[number].isspace():
            if opened:
                yield start, number, begin, last, height, gap
            opened, blank = False, True
            continue
        apart = left - last
        if opened and text[number - 1 : number + 1] in _LIGATURES and right == last and apart < 0:
            continue
        if opened and -0.15 * height < apart < 0.15 * height and abs(bottom - low) < 0.02 * height:
            last = right
            continue
        if opened:
            yield start, number, begin, last, height, gap
        gap = None if blank else apart
        start, begin, last, low, height, opened, blank = number, left, right, bottom, top - bottom, True, False
    if opened:
        yield start, len(text), begin, last, height, gap


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
