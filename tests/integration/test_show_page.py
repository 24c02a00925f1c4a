"""The page of ``linedscript show`` in a real browser: nothing runs but its own script, nothing is lost, it prints.

Needs Chromium (Debian: ``apt-get install chromium``): ``python -m pytest tests/integration/test_show_page.py``.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from shown import Page, look

from linedscript.screenplay.showing.page import page_of

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs chromium")

SCRIPT = """Title: <b>The Mill</b>

# Part Two

INT. MILL - NIGHT

Rain & <script>document.title = "broken"</script> more. [[check </div>]]
He says \u202egnorts\u202c.\x85

ANN (V.O.)
<img src=x onerror="document.title='broken'">

ANN
Left.

BEN ^
Right.
"""


def browse(folder: Path, page: str, *options: str) -> tuple[str, str]:
    """What the browser writes: the document, and its log."""
    path = folder / "page.html"
    path.write_bytes(page.encode())
    command = [
        str(BROWSER),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",  # a container may have little of it
        "--enable-logging=stderr",
        f"--user-data-dir={folder / 'profile'}",
        "--window-size=1400,1600",
        *options,
        path.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, timeout=600, check=True)
    return done.stdout.decode(), done.stderr.decode(errors="replace")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_browser_keeps_every_character_of_the_source(tmp_path: Path, end: str):
    text = SCRIPT.replace("\n", end)
    dom, _ = browse(tmp_path, page_of(look(tmp_path, text)), "--dump-dom")
    assert "".join(Page(dom).source) == text


def test_the_page_s_script_runs_and_the_script_s_text_does_not(tmp_path: Path):
    dom, log = browse(tmp_path, page_of(look(tmp_path, SCRIPT)), "--dump-dom")
    assert re.search(r"<html[^>]* data-ready", dom) and "<title>broken" not in dom
    assert "Content Security Policy" not in log and "Uncaught" not in log


def test_the_page_is_painted(tmp_path: Path):
    picture = tmp_path / "page.png"
    browse(tmp_path, page_of(look(tmp_path, SCRIPT)), f"--screenshot={picture}")
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 20_000


def test_the_printed_page_holds_the_script_and_not_the_tools(tmp_path: Path):
    pdfium = pytest.importorskip("pypdfium2")
    printed = tmp_path / "page.pdf"
    browse(tmp_path, page_of(look(tmp_path, SCRIPT)), f"--print-to-pdf={printed}", "--no-pdf-header-footer")
    with pdfium.PdfDocument(printed) as document:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    assert "Rain &" in text and "check </div>" in text and "Point at a piece" not in text


def test_a_script_of_two_hundred_pages_opens_whole(tmp_path: Path):
    scene = SCRIPT.partition("# Part Two")[2]
    text = "# Part Two" + scene * 600
    dom, _ = browse(tmp_path, page_of(look(tmp_path, text)), "--dump-dom")
    assert "".join(Page(dom).source) == text
