"""The pages of a PDF as runs of characters, read by a process of its own, and what is said where it can't be read."""

import subprocess
import sys
from typing import NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers import _pdf_runs

PAGES = 3000
"""A script has some hundreds."""
CHARS = 10_000_000
MEMORY = 1 << 30
"""Bytes that the reading process may take beyond the file; it takes about 0.1 GB."""
SECONDS = 60
"""Of CPU time; 200 pages take one."""
_PASSWORD = 4
_SAVE = "open the file in a PDF reader and save or print it as a new PDF, then bring that"


class Run(msgspec.Struct, array_like=True, frozen=True):
    """Characters side by side on one line. Points, from the bottom left of the page's space."""

    text: str
    left: float
    base: float
    right: float
    size: float


class Page(msgspec.Struct, frozen=True):
    box: tuple[float, float, float, float]
    """Left, bottom, right, top of what is shown of the page."""
    runs: tuple[Run, ...]
    turned: str
    """Text at another angle than the rest: a watermark."""
    count: int
    lost: int
    """Characters for which the file has no Unicode value; -1 for a page that can't be read."""


class _Head(msgspec.Struct, frozen=True):
    library: str
    pages: int
    error: int


class Pages(NamedTuple):
    library: str
    """Name and version."""
    pages: list[Page]


def read_pages(data: bytes, place: str) -> Pages:
    """Raises ``encrypted-file``, ``damaged-file``, ``too-large`` or ``no-text``, in bounded time and memory."""
    command = [sys.executable, "-P", _pdf_runs.__file__, *map(str, (PAGES, CHARS, MEMORY, SECONDS))]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    lines = done.stdout.split(b"\n")
    if done.returncode == 0:
        head = msgspec.json.decode(lines[0], type=_Head)
        pages = [msgspec.json.decode(line, type=Page) for line in lines[1:-1]]
        _refuse(head, pages, place)
        return Pages(head.library, pages)
    if b"ModuleNotFoundError" in done.stderr:
        raise LinedscriptError(
            "missing-library", place, "PDF files are read with pypdfium2, which isn't installed", "install pypdfium2"
        )
    raise LinedscriptError(
        "damaged-file",
        place,
        f"the PDF can't be read within {SECONDS} s and {MEMORY >> 20} MB: it is damaged, or made to exhaust its reader",
        _SAVE,
    )


def _refuse(head: _Head, pages: list[Page], place: str) -> None:
    if head.error == _PASSWORD:
        raise LinedscriptError(
            "encrypted-file", place, "the PDF asks for a password", "save it without a password in a PDF reader first"
        )
    if head.error or not head.pages:
        problem = f"the PDF library can't open it (error {head.error})" if head.error else "the PDF has no page"
        raise LinedscriptError("damaged-file", place, problem, _SAVE)
    if head.pages > PAGES:
        raise LinedscriptError(
            "too-large", place, f"{head.pages} pages; a screenplay's PDF has at most {PAGES}", "bring one film's script"
        )
    if sum(page.count for page in pages) > CHARS:
        raise LinedscriptError(
            "too-large", place, f"more than {CHARS} characters on {len(pages)} pages", "bring one film's script"
        )
    if bad := [number for number, page in enumerate(pages, 1) if page.lost < 0]:
        raise LinedscriptError("damaged-file", f"{place}: page {bad[0]}", "the PDF library can't read this page", _SAVE)
    letters = sum(len(run.text.strip()) for page in pages for run in page.runs)
    lost = sum(page.lost for page in pages)
    if not letters:
        raise LinedscriptError(
            "no-text",
            place,
            f"no text on {head.pages} page{'s' * (head.pages > 1)}: they are pictures of pages, as a scanner makes",
            "add a text layer with OCR software and bring that PDF, or a text file",
        )
    if lost * 3 > letters:
        raise LinedscriptError(
            "no-text",
            place,
            f"{lost} of {letters} characters have no Unicode value: the PDF's fonts don't say which letters they draw",
            "bring the file that the PDF was made from, or read the pages with OCR software",
        )
