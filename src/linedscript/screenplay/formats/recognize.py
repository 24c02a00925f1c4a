"""Which format a text is in, by content; and what isn't a readable format, refused by name."""

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_cuts import title_page
from linedscript.screenplay.formats.plain_headings import SCENE, is_act, is_slug
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format

FORMATS = ("fountain", "plain", "chinese")
"""The names of the formats that are read. A grammar is imported where its format turns up."""

_EXPORT = "export it as Fountain or plain text from the program that wrote it"
_MAGIC = (
    (b"%PDF", "a PDF", "copy its text into a plain-text file, keeping the indentation"),
    (b"PK\x03\x04", "a zip container (Word, Celtx, Fade In, OpenDocument)", _EXPORT),
    (b"\xd0\xcf\x11\xe0", "an old Word document", _EXPORT),
    (b"{\\rtf", "RTF", _EXPORT),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"\x89PNG", "an image", "bring the screenplay's text, not a picture of it"),
    (b"\xff\xd8\xff", "an image", "bring the screenplay's text, not a picture of it"),
    (b"GIF8", "an image", "bring the screenplay's text, not a picture of it"),
)
_TEXTS = (
    (
        Pattern(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<FinalDraft\b", re.DOTALL),
        "Final Draft (FDX)",
        "export it as Fountain or plain text from Final Draft",
    ),
    (
        Pattern(r"\s*(?:<\?xml[^>]*>\s*)?<document\b[^>]*Open Screenplay Format", re.DOTALL),
        "Open Screenplay Format",
        _EXPORT,
    ),
    (
        Pattern(r"\s*(?:<!DOCTYPE html|<html\b|<head\b|<body\b|<pre\b|<td\b)", re.IGNORECASE),
        "an HTML page",
        "save the page's script as plain text",
    ),
    (Pattern(r"\s*<\?xml\b"), "XML", _EXPORT),
    (
        Pattern(r"\s*(?:%[^\n]*\n\s*)*\\(?:documentclass|documentstyle|begin\{|usepackage|input\{)"),
        "LaTeX",
        "copy the typeset text into a plain-text file",
    ),
    (Pattern(r"\s*#Version \d+\s+#Begin-"), "Trelby", "export it as Fountain or formatted text from Trelby"),
    (
        Pattern(r"\s*WEBVTT\b"),
        "a subtitle file (WebVTT)",
        "subtitles are no screenplay: add them to the film as subtitles",
    ),
    (
        Pattern(r"\s*\d+[ \t]*\r?\n\d\d:\d\d:\d\d[,.]\d{3} --> "),
        "a subtitle file (SRT)",
        "subtitles are no screenplay: add them to the film as subtitles",
    ),
    (Pattern(r"\s*[{\[]\s*\"[\w@-]+\"\s*:"), "JSON", _EXPORT),
)
_CJK = Pattern(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]")
_LETTER = Pattern(r"[^\W\d_]")
_TITLE_PAGE = 50.0
"""What a Fountain title page counts: it decides, but in Chinese, where other scripts open with such lines too."""
_LOOKED_AT = 3000
"""Lines from which the format is told."""


def refuse_containers(data: bytes, film: str) -> None:
    """Raises ``unsupported-format`` for binary containers, by their first bytes."""
    for magic, name, hint in _MAGIC:
        if data.startswith(magic):
            raise LinedscriptError("unsupported-format", film, f"this is {name}, which isn't read", hint)


def format_named(name: str, film: str) -> Format:
    if name == "fountain":
        return FOUNTAIN
    if name == "plain":
        from linedscript.screenplay.formats.plain import PLAIN

        return PLAIN
    if name == "chinese":
        from linedscript.screenplay.formats.chinese import CHINESE

        return CHINESE
    raise LinedscriptError(
        "unsupported-format",
        film,
        f"the source index names the format {name!r}",
        f"formats that are read: {', '.join(FORMATS)}",
    )


def recognize(text: str, film: str) -> Format:
    """The format whose marks the text bears. Raises ``unsupported-format`` for other text formats, by name."""
    head = text[:4096].removeprefix("\ufeff")
    for pattern, name, hint in _TEXTS:
        if pattern.match(head):
            raise LinedscriptError("unsupported-format", film, f"this is {name}, which isn't read", hint)
    lines = [line for line in split_lines(text[:400_000].removeprefix("\ufeff"))][:_LOOKED_AT]
    bodies = [line.body for line in lines if line.body and len(line.body) <= 400]
    marks = _fountain_marks(text, lines)
    sample = text[:100_000]
    wide = len(_CJK.findall(sample))
    if wide * 3 > len(_LETTER.findall(sample)):
        marks = marks - _TITLE_PAGE + 3 if marks >= _TITLE_PAGE else marks
        return format_named("chinese" if _chinese_marks(lines, bodies) >= max(1, marks) else "fountain", film)
    return format_named("fountain" if marks >= _plain_marks(lines) else "plain", film)


def _chinese_marks(lines: Sequence[Line], bodies: Sequence[str]) -> float:
    """How much speaks for a Chinese script: headings, △, cues with a colon or a blank behind."""
    from linedscript.screenplay.formats.chinese import colon_cue, space_names
    from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading

    headings = sum(
        3 * bool(find_heading(body) or ACT.match(body) or body[0] in "△▲") or bool(find_bare_heading(body))
        for body in bodies
    )
    return headings + sum(colon_cue(body) for body in bodies) / 4 + 5 * bool(space_names(lines))


def _fountain_marks(text: str, lines: Sequence[Line]) -> float:
    """How much speaks for Fountain: title-page keys, forced elements, notes, cues at the margin."""
    marks = _TITLE_PAGE * bool(title_page(text[:20_000].removeprefix("\ufeff")))
    before = ""
    for line, after in zip_longest(lines, lines[1:]):
        body = line.body
        if body:
            if len(body) > 1 and (body[0] in "@.!~" and body[1].isalpha() or body[:2] in ("[[", "/*", "= ")):
                marks += 1
            elif body[0] == "#":
                marks += 0.1
            elif body[0] == ">" or body.endswith(("#", "]]")) and ("#" in body[:-1] or "[[" in body):
                marks += 1
            elif not before and line.indent < 4 and len(body) <= 60 and after and after.body:
                name = split_cue(body)[0]
                marks += 0.5 * (is_upper(name) and name[-1] not in ".:") + 1.0 * bool(
                    re.match(r"(?:INT|EXT)\S? ?[.。]|[内外]景[.。]", body)
                )
            elif not before and line.indent < 4 and is_slug(body):
                marks += 0.5
        before = body
    return marks


def _plain_marks(lines: Sequence[Line]) -> float:
    """How much speaks for plain text: cues set far in, margin numbers, plays' acts and cues."""
    marks = 0.0
    for line, after in pairwise(lines):
        body = line.body
        if not body or len(body) > 120:
            continue
        name = split_cue(body)[0]
        if is_act(body) or SCENE.fullmatch(body) or "\f" in line.raw:
            marks += 3
        elif line.indent >= 14 and is_upper(name):
            marks += 1
        elif re.match(r"\d{1,4}[A-Z]?\.?\s{2,}(?:INT|EXT)\b", body):
            marks += 2
        elif line.indent < 4 and body.endswith(".") and is_upper(body) and not after.body and len(body) < 40:
            marks += 1
        elif re.match(r"[A-Z][A-Z .'-]{0,25}(?:\([^()]*\))?: +\S", body) and not re.match(
            r"(?:SUPER|NOTE|TITLE|FADE|CUT)", body
        ):
            marks += 1
    return marks
