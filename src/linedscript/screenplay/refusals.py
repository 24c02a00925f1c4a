"""Files that aren't read: each is named, with what to do. Nothing is ever unpacked."""

import re
from collections.abc import Iterator

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_EXPORT = "export it as Final Draft (.fdx), Fountain, PDF or plain text from the program that wrote it"
_WORD = "save it as PDF or as plain text (UTF-8) from the word processor"
_PICTURE = (
    "a picture holds no text: bring the screenplay's text, or a PDF with a text layer (recognize scanned pages first)"
)
_UNPACK = "unpack it yourself and bring the screenplay that it holds"
_SUBTITLES = (
    "subtitles are no screenplay: bring the screenplay, and align these to it with: linedscript subtitles align"
)

_MAGIC = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word document", _WORD),
    (b"{\\rtf", "RTF", _WORD),
    (b"SQLite format 3\x00", "a database, as KIT Scenarist and Starc write", _EXPORT),
    (b"\x89PNG", "an image (PNG)", _PICTURE),
    (b"\xff\xd8\xff", "an image (JPEG)", _PICTURE),
    (b"GIF8", "an image (GIF)", _PICTURE),
    (b"II*\x00", "an image (TIFF), as scanned pages are kept", _PICTURE),
    (b"MM\x00*", "an image (TIFF), as scanned pages are kept", _PICTURE),
    (b"AT&TFORM", "scanned pages (DjVu)", _PICTURE),
    (b"\x00\x00\x00\x0cjP  ", "an image (JPEG 2000)", _PICTURE),
    (b"%!PS", "PostScript", "turn it into a PDF and bring that"),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ\x00", "an xz archive", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x7fELF", "a program", "bring the screenplay's file"),
    (b"MZ\x90\x00", "a program", "bring the screenplay's file"),
)
_ZIPS = (
    (b"word/document.xml", "a Word document", _WORD),
    (b"application/vnd.oasis.opendocument", "an OpenDocument text", _WORD),
    (b"application/epub+zip", "an EPUB book", "convert it to HTML or plain text and bring that"),
    (b"META-INF/container.xml", "an EPUB book", "convert it to HTML or plain text and bring that"),
    (b"content.xml", "an OpenDocument text", _WORD),
    (b"project.rdf", "a Celtx project", "export the script from Celtx as Final Draft (.fdx), PDF or plain text"),
    (b".textbundle/", "a Highland document", "export it from Highland as Fountain or Final Draft (.fdx)"),
    (b"document.xml", "a Fade In document", "export it from Fade In as Final Draft (.fdx), Fountain or PDF"),
)
"""A name in a zip container, or what its first file says, and what program that tells; the first that fits."""

_XML = r"(?><\?(?>[^?]+|\?(?!>))*+\?>|<!--(?>[^-]+|-(?!->))*+-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\]\s*+)?>|\s+)*+"
_TEXTS = (
    (
        Pattern(rf"{_XML}<document\b[^>]*Open Screenplay Format", re.IGNORECASE),
        "Open Screenplay Format",
        "export it as Final Draft (.fdx), Fountain or PDF from Fade In or the program that wrote it",
    ),
    (
        Pattern(rf"{_XML}<(?:rdf:)?RDF\b[^>]*celtx", re.IGNORECASE),
        "a Celtx project",
        "export the script from Celtx as Final Draft (.fdx), PDF or plain text",
    ),
    (Pattern(rf"{_XML}<(?:w:wordDocument|pkg:package|office:document)\b"), "a word processor's XML", _WORD),
    (Pattern(rf"{_XML}<svg\b"), "an image (SVG)", _PICTURE),
    (Pattern(rf"{_XML}<(?:tt|SAMI)\b", re.IGNORECASE), "a subtitle file (TTML or SAMI)", _SUBTITLES),
    (Pattern(r"\s*<\?xml\b"), "XML", _EXPORT),
    (
        Pattern(r"\s*(?>%[^\n]*+\n\s*)*+\\(?:documentclass|documentstyle|begin\s*\{|usepackage|input\s*\{|title\{)"),
        "LaTeX",
        "typeset it and bring the PDF",
    ),
    (
        Pattern(r"\s*#Version \d+\s+#Begin-"),
        "a Trelby document",
        "export it from Trelby as Final Draft, Fountain or PDF",
    ),
    (Pattern(r"\s*WEBVTT(?=\s|$)"), "a subtitle file (WebVTT)", _SUBTITLES),
    (Pattern(r"\s*(?:\d+[ \t]*\r?\n)?\d{1,2}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->"), "a subtitle file (SRT)", _SUBTITLES),
    (Pattern(r"\s*\[Script Info\]", re.IGNORECASE), "a subtitle file (SubStation Alpha)", _SUBTITLES),
    (Pattern(r"\s*\{\d+\}\{\d+\}"), "a subtitle file (MicroDVD)", _SUBTITLES),
    (
        Pattern(r"\s*(?:\[\s*)?\{\s*(?:\"(?:[^\"\\]|\\.)*+\"\s*:|\})|\s*\[\s*(?:\"(?:[^\"\\]|\\.)*+\"\s*[,\]]|\])"),
        "JSON",
        _EXPORT,
    ),
    (
        Pattern(r"(?:From: <Saved by|MIME-Version:|Snapshot-Content-Location:)", re.IGNORECASE),
        "a web archive (MHTML)",
        "save the page as HTML (the page only) and bring that",
    ),
)


def refuse_binary(data: bytes, place: str) -> None:
    """Raises ``unsupported-format`` for binary files, by their first bytes."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        raise _refused(place, *_zip(data))
    for magic, name, hint in _MAGIC:
        if data.startswith(magic):
            raise _refused(place, name, hint)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        raise _refused(place, "an image (WebP)", _PICTURE)
    if data[:2] == b"BM" and data[6:10] == bytes(4):
        raise _refused(place, "an image (BMP)", _PICTURE)
    if data[4:8] == b"ftyp":
        picture = data[8:12] in (b"heic", b"heix", b"mif1", b"avif")
        raise _refused(place, "an image (HEIF)" if picture else "a film or a sound", _PICTURE)
    if data[257:262] == b"ustar":
        raise _refused(place, "a tar archive", _UNPACK)


def refuse_text(text: str, place: str) -> None:
    """Raises ``unsupported-format`` for text that isn't a screenplay's, by its first characters."""
    head = text[:4096].removeprefix("\ufeff")
    for pattern, name, hint in _TEXTS:
        if pattern.match(head):
            raise _refused(place, name, hint)


def _zip(data: bytes) -> tuple[str, str]:
    """What a zip container is, by the names of the files in it; none is opened."""
    first = data[30:200]
    names = list(_names(data))
    for sign, name, hint in _ZIPS:
        if sign in first or any(sign in found if sign[-1:] == b"/" else found.endswith(sign) for found in names):
            return name, hint
    return "a zip archive", _UNPACK


def _names(data: bytes) -> Iterator[bytes]:
    """The names in a zip's directory, at its end: of the last thousand files at most."""
    tail = data[-200_000:]
    for match in re.finditer(rb"PK\x01\x02", tail):
        at = match.start()
        length = int.from_bytes(tail[at + 28 : at + 30], "little")
        yield tail[at + 46 : at + 46 + length]


def _refused(place: str, name: str, hint: str) -> LinedscriptError:
    return LinedscriptError("unsupported-format", place, f"this is {name}, which isn't read", hint)
