"""What isn't read is refused by name, with what to do; nothing is unpacked; odd characters are read exactly."""

import io
import tracemalloc
import zipfile

import pytest
from unit.screenplay.reading import contents, read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.opening import CONTAINERS
from linedscript.screenplay.formats.recognize import FORMATS
from linedscript.screenplay.refusals import refuse_text


def refusal(data: bytes, **options) -> LinedscriptError:
    with pytest.raises(LinedscriptError) as caught:
        read(data, **options)
    return caught.value


def packed(*names: str, text: str = "x", stored: bool = False) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "advice"),
    [
        (packed("[Content_Types].xml", "word/document.xml"), "Word document", "PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "old Word document", "PDF"),
        (packed("mimetype", text="application/vnd.oasis.opendocument.text", stored=True), "OpenDocument", "PDF"),
        (packed("mimetype", text="application/epub+zip", stored=True), "EPUB", "HTML"),
        (packed("META-INF/container.xml", "OEBPS/a.xhtml"), "EPUB", "HTML"),
        (packed("project.rdf", "local.rdf", "script-1.html"), "Celtx", "Final Draft"),
        (packed("document.xml"), "Fade In", "Final Draft"),
        (packed("tide.textbundle/text.md"), "Highland", "Fountain"),
        (packed("scene.txt"), "zip archive", "unpack"),
        (b"{\\rtf1\\ansi INT. A - DAY}", "RTF", "PDF"),
        (b"SQLite format 3\x00" + bytes(50), "database", "Final Draft"),
        (b"\x1f\x8b\x08\x00aaaa", "gzip", "unpack"),
        (b"7z\xbc\xaf\x27\x1caa", "7-zip", "unpack"),
        (b"Rar!\x1a\x07\x01\x00", "RAR", "unpack"),
        (b"a" * 257 + b"ustar\x0000", "tar", "unpack"),
        (b"\x89PNG\r\n\x1a\n", "PNG", "text layer"),
        (b"\xff\xd8\xff\xe0aaaa", "JPEG", "text layer"),
        (b"II*\x00aaaa", "scanned pages", "text layer"),
        (b"AT&TFORM....DJVM", "scanned pages", "text layer"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP", "text layer"),
        (b"\x00\x00\x00\x18ftypheicaaaa", "HEIF", "text layer"),
        (b"%!PS-Adobe-3.0\n", "PostScript", "PDF"),
        (
            b'<?xml version="1.0" encoding="UTF-8"?>\n<document version="12" type="Open Screenplay Format document">',
            "Open Screenplay Format",
            "Fountain",
        ),
        (b'<?xml version="1.0"?>\n<RDF:RDF xmlns:cx="http://celtx.example/NS/v1/"></RDF:RDF>', "Celtx", "Final Draft"),
        (b"<?xml version='1.0'?><w:wordDocument></w:wordDocument>", "word processor", "PDF"),
        (b"<?xml version='1.0'?><play><act/></play>", "XML", "Fountain"),
        (b"<svg xmlns='x'><text>INT. A</text></svg>", "SVG", "text layer"),
        (b"#Version 3\n#Begin-Auto-Completion\n", "Trelby", "Fountain"),
        (b"% a comment\n\n\\documentclass{screenplay}\n", "LaTeX", "PDF"),
        (b"\\begin{document}\n", "LaTeX", "PDF"),
        (b"1\r\n00:00:01,000 --> 00:00:02,000\r\nHi\r\n", "subtitle file (SRT)", "align"),
        (b"00:00:01.000 --> 00:00:02.000\nHi\n", "subtitle file (SRT)", "align"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n", "subtitle file (WebVTT)", "align"),
        (b"[Script Info]\nTitle: x\n", "SubStation", "align"),
        (b"{10}{20}Hi\n", "MicroDVD", "align"),
        (b'{"scenes": []}', "JSON", "Fountain"),
        (b'[{"heading": "INT. A"}]', "JSON", "Fountain"),
        (b'["INT. A", "Hi."]', "JSON", "Fountain"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related\n", "MHTML", "save the page"),
    ],
)
def test_formats_that_are_not_read_are_refused_by_name_with_what_to_do(data, name, advice):
    error = refusal(data)
    assert error.code == "unsupported-format" and name in error.problem and advice in error.hint


def test_a_zip_bomb_behind_a_screenplays_extension_is_named_and_never_unpacked():
    bomb = packed("script.fountain", text="INT. A - DAY\n" * 4_000_000)
    assert len(bomb) < 200_000
    tracemalloc.start()
    error = refusal(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.code == "unsupported-format" and peak < 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "[ANN enters.]\n\nANN\nHi.\n",
        "[[a note]]\n\nINT. A - DAY\n\nHi.\n",
        "{sound of rain}\n\nINT. A - DAY\n\nHi.\n",
        "% of the town\n\nINT. A - DAY\n\nHi.\n",
        "BMW IN THE RAIN\n\nINT. A - DAY\n\nHi.\n",
        "MZUNGU\n\nINT. A - DAY\n\nHi.\n",
        "7z is a file.\n\nINT. A - DAY\n\nHi.\n",
        "1\n\nINT. A - DAY\n\nHi.\n",
    ],
)
def test_a_script_that_only_begins_like_something_else_is_read(text):
    assert read(text).scenes


@pytest.mark.parametrize("opening", ["<!--", "<?", "<!---->", "<!DOCTYPE x [", "%\n", '["\\\\', " ", "1\n", "{"])
def test_telling_a_kind_takes_no_longer_for_repeated_openings(opening):
    refuse_text(opening * (200_000 // len(opening)), "en-0001")


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \n\t\n", b"\xff\xfe\n\x00"])
def test_an_empty_file_is_named(data):
    assert refusal(data).code == "empty-file"


def test_a_binary_file_renamed_to_text_is_named_with_the_place_of_its_first_odd_byte():
    error = refusal(b"INT. A - DAY\n\nHi \x00\x01\x02 there\n")
    assert error.code == "binary-file" and "offset 17" in error.problem


def test_a_control_character_in_text_is_named_with_its_place():
    error = refusal(b"INT. A - DAY\n\nHi \x07 there\n")
    assert error.code == "binary-file" and "U+0007 at character 17" in error.problem


@pytest.mark.parametrize(
    "mark", [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u200f", "\u061c"]
)
def test_bidirectional_controls_are_kept_exactly(mark):
    reading = read(f"INT. A - DAY\n\nHe {mark}says{mark} it.\n\nANN\nSo {mark}there.\n")
    found = list(contents(reading))
    assert ("action", f"He {mark}says{mark} it.") in found and ("dialogue", f"So {mark}there.") in found


@pytest.mark.parametrize("name", ["celtx", "docx", "odt", "trelby", "osf"])
def test_a_format_of_the_index_that_is_not_read_names_those_that_are(name):
    error = refusal(b"ANN\nHi.\n", format=name)
    assert error.code == "unsupported-format" and all(known in error.hint for known in FORMATS)
    assert name not in CONTAINERS
