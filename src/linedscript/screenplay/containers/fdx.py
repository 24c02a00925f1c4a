"""Final Draft's FDX: the text of all its paragraphs, tied to the file's bytes, with what isn't story cut out."""

import codecs
from collections.abc import Mapping, Sequence

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.containers.fdx_xml import Paragraph, parse_fdx
from linedscript.screenplay.decode import Decoded, decode
from linedscript.screenplay.formats.fdx import READER, Entry, Span, classify, fdx_format
from linedscript.screenplay.formats.fdx_cuts import mark_page_breaks, sort_title_page
from linedscript.screenplay.formats.fdx_types import says_nothing
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.layer import Layer, Run
from linedscript.screenplay.refusals import refuse_binary

_DECLARED = Pattern(rb"\s*<\?xml\b[^>]{0,200}?\sencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_WIDE = {b"<\x00": "utf-16-le", b"\x00<": "utf-16-be"}
"""First bytes of XML in UTF-16 without its mark (XML 1.0, appendix F)."""
_GOES_ON = frozenset(("parenthetical", "dialogue", "lyric"))
_WINDOW = 4096


def open_fdx(data: bytes, place: str, encoding: str | None = None, errors: str = "strict") -> Layer:
    """The text layer of an FDX file: a line for each paragraph, blank lines between paragraphs but not within a speech.

    Attributes, lists of names and settings are markup. ``encoding`` is the index's word; else the byte order mark, the
    XML declaration and content decide, in this order. A file that types no paragraph comes without a grammar.
    Raises LinedscriptError where the bytes can't be decoded or are no FDX file.
    """
    refuse_binary(data, place)
    decoded = _decode(data, place, encoding, errors)
    utf8 = decoded.encoding == "utf-8" and not (errors == "replace" and "\ufffd" in decoded.text)
    parsed = data if utf8 else _encoded(decoded, place)
    paragraphs, paginated = parse_fdx(parsed, place)
    raw = None if utf8 else _raw_offsets(data, decoded, parsed, paragraphs, place)
    entries = [_entry(paragraph, parsed) for paragraph in paragraphs]
    story = [entry for entry in entries if entry.paragraph.region == "story"]
    typed = any(not says_nothing(entry.paragraph.type) for entry in story)
    classify(entries, paginated)
    sort_title_page(entries)
    if typed:
        mark_page_breaks(entries)
    text, runs, spans, cuts = _lay_out(entries, raw, typed)
    grammar = fdx_format(spans) if typed or not story else None
    empty = tuple(_empty_headings(entries, spans, len(text)))
    return Layer(text, "fdx", decoded.encoding, decoded.by, decoded.confidence, runs, cuts, grammar, READER, empty)


def _empty_headings(entries: Sequence[Entry], spans: Sequence[Span], end: int) -> list[int]:
    """Where the text goes on behind scene headings that have no words, in order."""
    starts = {id(span.entry): span.start for span in spans}
    found: list[int] = []
    for entry in reversed(entries):
        end = starts.get(id(entry), end)
        if entry.kind == "heading" and not entry.text.strip():
            found.append(end)
    return found[::-1]


def _lay_out(
    entries: Sequence[Entry], raw: Mapping[int, int] | None, typed: bool
) -> tuple[str, tuple[Run, ...], list[Span], tuple[Cut, ...]]:
    """The text, its runs, where the story's paragraphs stand, and what isn't story.

    A line end is tied to the end of its paragraph. In a file without types empty paragraphs are the blank lines.
    """
    entries = [entry for entry in entries if entry.text or (entry.paragraph.region == "story" and not typed)]
    after = _next_kept(entries)
    parts: list[str] = []
    runs: list[Run] = []
    spans: list[Span] = []
    cuts: list[Cut] = []
    at = 0
    for entry, following in zip(entries, after, strict=True):
        start = at
        where = 0
        for (low, high, _), text in zip(entry.paragraph.runs, entry.pieces, strict=True):
            first, where = (low, high) if raw is None else (raw[low], raw[high])
            runs.append(Run(at, len(text), first, where - first))
            parts.append(text)
            at += len(text)
        end = at
        gap = "\n"
        if typed and entry.kind and following:
            speech = entry.dual == following.dual and following.kind in _GOES_ON and entry.kind in (*_GOES_ON, "cue")
            gap = "\n" if speech else "\n\n"
        runs.append(Run(at, len(gap), where, 0))
        parts.append(gap)
        at += len(gap)
        if entry.kind:
            spans.append(Span(start, end, entry))
        elif entry.reason:
            cuts.append(Cut(start, at, entry.reason))
    return "".join(parts), tuple(runs), spans, tuple(cuts)


def _next_kept(entries: Sequence[Entry]) -> list[Entry | None]:
    """For each entry the next one that is story."""
    after: list[Entry | None] = []
    following = None
    for entry in reversed(entries):
        after.append(following)
        following = entry if entry.kind else following
    return after[::-1]


def _entry(paragraph: Paragraph, parsed: bytes) -> Entry:
    pieces = [parsed[low:high].decode() if text is None else text for low, high, text in paragraph.runs]
    return Entry(paragraph, pieces)


def _decode(data: bytes, place: str, encoding: str | None, errors: str) -> Decoded:
    """The file's text. XML that says nothing is UTF-8 where its bytes are; otherwise content decides.

    A declaration that can be read as ASCII and says UTF-16 is wrong, and isn't followed.
    """
    if encoding or data.startswith(_BOMS):
        return decode(data, place, encoding, errors)
    if wide := _WIDE.get(data[:2]):
        text, name, _, confidence = decode(data, place, wide, errors)
        return Decoded(text, name, "detected", confidence)
    declared = _DECLARED.match(data[:400])
    name = declared.group(1).decode().lower() if declared else "utf-16"
    if not name.startswith(("utf-16", "utf-32", "ucs", "iso-10646")):
        text, name, _, confidence = decode(data, place, name, errors)
        return Decoded(text, name, "declared", confidence)
    try:
        data.decode()
    except UnicodeDecodeError:
        return decode(data, place, None, errors)
    text, name, _, confidence = decode(data, place, "utf-8", errors)
    return Decoded(text, name, "utf-8", confidence)


def _encoded(decoded: Decoded, place: str) -> bytes:
    try:
        return decoded.text.encode()
    except UnicodeEncodeError as error:
        raise _untied(place, decoded.encoding, f"character {error.start} is no character") from None


def _raw_offsets(
    data: bytes, decoded: Decoded, parsed: bytes, paragraphs: Sequence[Paragraph], place: str
) -> dict[int, int]:
    """From the ends of runs in the UTF-8 that was parsed to their bytes in the file."""
    wanted = sorted(
        {offset for paragraph in paragraphs for run in paragraph.runs for offset in run[:2]} | {len(parsed)}
    )
    lost = iter(_replaced(data, decoded.encoding) if "\ufffd" in decoded.text else ())
    bad = next(lost, None)
    found: dict[int, int] = {}
    raw = char = low = 0
    try:
        for high in wanted:
            piece, at = parsed[low:high].decode(), 0
            while bad and bad[0] < char + len(piece):
                raw += len(piece[at : bad[0] - char].encode(decoded.encoding)) + bad[1]
                at, bad = bad[0] - char + 1, next(lost, None)
            raw += len(piece[at:].encode(decoded.encoding))
            char, low = char + len(piece), high
            found[high] = raw
    except UnicodeEncodeError:
        raw = -1
    if raw != len(data):
        raise _untied(place, decoded.encoding, "its characters can't be tied to bytes")
    return found


def _replaced(data: bytes, encoding: str) -> list[tuple[int, int]]:
    """For each byte sequence that isn't in the encoding: the character that stands for it, and its length."""
    found = []
    at = chars = 0
    while at < len(data):
        window = data[at : at + _WINDOW]
        try:
            chars += len(window.decode(encoding))
            at += len(window)
        except UnicodeDecodeError as error:
            chars += len(window[: error.start].decode(encoding))
            if error.end < len(window) or at + len(window) == len(data) or error.start == 0:
                found.append((chars, error.end - error.start))
                chars += 1
                at += error.end
            else:
                at += error.start
    return found


def _untied(place: str, encoding: str, problem: str) -> LinedscriptError:
    return LinedscriptError(
        "unknown-encoding", place, f"read as {encoding}: {problem}", "save the file as UTF-8, or name its encoding"
    )
