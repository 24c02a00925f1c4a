"""Bytes to text, with the choice of encoding recorded. Nothing is dropped: byte order mark and line ends stay."""

import codecs
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NAMED = "name the encoding in the source index, with errors: replace if single bytes are damaged"
_CONTROL = Pattern(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class Decoded(NamedTuple):
    text: str
    encoding: str
    by: str
    """``bom``, ``utf-8``, ``index`` or ``detected``."""
    confidence: float


def decode(data: bytes, place: str, encoding: str | None = None, errors: str = "strict") -> Decoded:
    """Decode by the index's word, a byte order mark, strict UTF-8 or detection, in this order.

    Raises LinedscriptError ``empty-file``, ``binary-file``, ``undecodable-byte`` (with the byte's offset),
    ``unknown-encoding``.
    """
    if not data.strip():
        raise LinedscriptError(
            "empty-file",
            place,
            f"{len(data)} bytes, no text" if data else "no bytes",
            "bring the screenplay's file again",
        )
    decoded = _named(data, place, encoding, errors) if encoding else _found(data, place, errors)
    if not decoded.text.strip("\ufeff \t\r\n\f\v"):
        raise LinedscriptError(
            "empty-file", place, "no text but a byte order mark and blanks", "bring the screenplay's file again"
        )
    if match := _CONTROL.search(decoded.text):
        raise LinedscriptError(
            "binary-file",
            place,
            f"control character U+{ord(match.group()):04X} at character {match.start()}, read as {decoded.encoding}",
            "this isn't plain text: export the screenplay as Fountain or plain text",
        )
    return decoded


def _named(data: bytes, place: str, encoding: str, errors: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        raise LinedscriptError(
            "unknown-encoding", place, f"no encoding {encoding!r}", "use a name such as utf-8, gb18030, big5, cp1252"
        ) from None
    if name == "utf-8-sig":
        name = "utf-8"
    elif name in ("utf-16", "utf-32"):
        name = next((codec for bom, codec in _BOMS if data.startswith(bom) and codec.startswith(name)), f"{name}-le")
    return Decoded(_strictly(data, name, place, errors), name, "index", 1.0)


def _found(data: bytes, place: str, errors: str) -> Decoded:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return Decoded(_strictly(data, name, place, errors), name, "bom", 1.0)
    if b"\x00" in data:
        return _unmarked_utf16(data, place)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "utf-8", 1.0)
    except UnicodeDecodeError as error:
        fault = error
    if _nearly_utf8(data):
        if errors == "replace":
            return Decoded(data.decode("utf-8", errors="replace"), "utf-8", "detected", 0.9)
        raise _undecodable(fault, data, place, "utf-8")
    from linedscript.screenplay.detect import detect, furthest

    guess = detect(data)
    if guess is None:
        name, error = furthest(data)
        raise _undecodable(
            error, data, place, f"{name}, the encoding that fits best" if error.start else "text in any encoding tried"
        )
    return Decoded(data.decode(guess.encoding), guess.encoding, "detected", guess.confidence)


def _strictly(data: bytes, name: str, place: str, errors: str) -> str:
    try:
        text = data.decode(name, errors=errors)
    except UnicodeDecodeError as error:
        raise _undecodable(error, data, place, name) from None
    except LookupError:
        raise LinedscriptError(
            "unknown-encoding",
            place,
            f"{name!r} doesn't turn bytes into text",
            "use a name such as utf-8, gb18030, big5, cp1252",
        ) from None
    if not isinstance(text, str):
        raise LinedscriptError(
            "unknown-encoding",
            place,
            f"{name!r} doesn't turn bytes into text",
            "use a name such as utf-8, gb18030, big5, cp1252",
        )
    return text


def _undecodable(error: UnicodeDecodeError, data: bytes, place: str, name: str) -> LinedscriptError:
    line = data.count(b"\n", 0, error.start) + 1
    return LinedscriptError(
        "undecodable-byte",
        place,
        f"byte 0x{data[error.start]:02X} at offset {error.start} (line {line}) isn't {name}",
        _NAMED,
    )


def _nearly_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 but for a few: then no other encoding is guessed."""
    lost = data.decode("utf-8", errors="replace")
    bad = lost.count("\ufffd")
    good = sum(char > "\x7f" for char in lost) - bad
    return good > 8 * bad or (good > bad and bad <= 2)


def _unmarked_utf16(data: bytes, place: str) -> Decoded:
    """UTF-16 without its mark shows as NUL in every second byte of Latin text; any other NUL is binary data."""
    head = data[:4096]
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        share = head[first::2].count(0) / max(1, len(head[first::2]))
        if share > 0.4 and 0 not in head[1 - first :: 2]:
            try:
                return Decoded(data.decode(name), name, "detected", round(min(1.0, share), 6))
            except UnicodeDecodeError as error:
                raise _undecodable(error, data, place, name) from None
    raise LinedscriptError(
        "binary-file",
        place,
        f"NUL byte at offset {data.index(0)}",
        "this isn't plain text: export the screenplay as Fountain or plain text",
    )
