"""Bytes to text, with the choice of encoding recorded. Nothing is dropped: byte order mark and line ends stay."""

import codecs
from typing import NamedTuple, NoReturn

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_RECORD = "for a film of the index: linedscript sources replace FILM FILE --encoding NAME"
_NAMED = f"name the encoding with --encoding NAME, and add --errors replace if single bytes are damaged; {_RECORD}"
_EXPORT = "this isn't plain text: export the screenplay as Fountain or plain text"
_BEYOND = Pattern(rb"[\x80-\xff]")
_CONTROL = Pattern(r"[\x00-\x08\x0e-\x1f]")
_CONTROLS = bytes([*range(0x09), *range(0x0E, 0x20)])
"""The bytes that are the characters of ``_CONTROL``, and nothing else, in UTF-8."""
_ESCAPED = Pattern(r"\x1b(?:\$[@B]|\([BJI])")
LEAST = 0.9
"""Confidence from which a detected encoding is taken. Measured by bench/encodings.py: with encodings as frequent as
detect.CANDIDATES has them, 7 in 1000 pieces of 12 bytes are mistaken at it, 2 of 24, none of 200 and more."""
_DOUBTED = 400
"""Bytes of the longest file that is valid UTF-8 and yet compared with other readings."""
_NO_TEXT = "\ufeff \t\r\n\f\v"


class Decoded(NamedTuple):
    text: str
    encoding: str
    by: str
    """``bom``, ``utf-8``, ``index`` or ``detected``."""
    confidence: float


def decode(data: bytes, place: str, encoding: str | None = None, errors: str = "strict") -> Decoded:
    """Decode by the index's word, a byte order mark, strict UTF-8 or detection, in this order.

    ``errors="replace"`` gives one U+FFFD for each byte that doesn't decode. Raises LinedscriptError ``empty-file``,
    ``binary-file``, ``undecodable-byte`` (with the byte's offset and line), ``ambiguous-encoding`` (with the
    candidates), ``unknown-encoding``.
    """
    if not data.strip():
        found = f"{len(data)} bytes, no text" if data else "no bytes"
        raise LinedscriptError("empty-file", place, found, "bring the screenplay's file again")
    decoded = _named(data, place, encoding, errors) if encoding else _found(data, place, errors)
    if not decoded.text.strip(_NO_TEXT):
        raise LinedscriptError(
            "empty-file", place, "no text but a byte order mark and blanks", "bring the screenplay's file again"
        )
    if decoded.encoding == "utf-8" and len(data.translate(None, _CONTROLS)) == len(data):
        return decoded
    if match := _CONTROL.search(decoded.text):
        _refuse_control(decoded, match.start(), place)
    return decoded


def _named(data: bytes, place: str, encoding: str, errors: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise _unknown(place, f"no encoding {encoding!r}") from None
    if name == "utf-8-sig":
        name = "utf-8"
    elif name in ("utf-16", "utf-32"):
        name = next((codec for bom, codec in _BOMS if data.startswith(bom) and codec.startswith(name)), f"{name}-le")
    return Decoded(_read(data, name, place, errors), name, "index", 1.0)


def _found(data: bytes, place: str, errors: str) -> Decoded:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return Decoded(_read(data, name, place, errors), name, "bom", 1.0)
    if b"\x00" in data:
        return _detected(data, place, errors)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _detected(data, place, errors)
    if len(data) <= _DOUBTED and "\x7f" < max(text) < "\u0800":
        from linedscript.screenplay.detect import detect

        guesses = detect(data)
        if guesses and guesses[0].encoding != "utf-8" and guesses[0].confidence >= LEAST:
            guess = guesses[0]
            return Decoded(_read(data, guess.encoding, place, errors), guess.encoding, "detected", guess.confidence)
    return Decoded(text, "utf-8", "utf-8", 1.0)


def _detected(data: bytes, place: str, errors: str) -> Decoded:
    """By how likely each reading is. UTF-16 without its mark has NUL bytes where its text has ASCII; any other NUL is
    binary data.
    """
    from linedscript.screenplay.detect import detect

    wide = b"\x00" in data
    guesses = detect(data, ("utf-16-le", "utf-16-be") if wide else ())
    if not guesses and wide:
        raise LinedscriptError("binary-file", place, f"NUL byte at offset {data.index(0)}", _EXPORT)
    if not guesses:
        _undecodable(data, place)
    best = guesses[0]
    if best.confidence < LEAST:
        _ambiguous(data, guesses, place)
    return Decoded(_read(data, best.encoding, place, errors), best.encoding, "detected", best.confidence)


def _read(data: bytes, name: str, place: str, errors: str) -> str:
    try:
        text = data.decode(name, errors=REPLACE if errors == "replace" else errors)
    except UnicodeDecodeError as error:
        raise _bad_byte(data, error.start, place, f"isn't {name}", name) from None
    except (LookupError, ValueError, AssertionError):
        raise _unknown(place, f"{name!r} doesn't turn bytes into text") from None
    if not isinstance(text, str):
        raise _unknown(place, f"{name!r} doesn't turn bytes into text")
    return text


def _unknown(place: str, problem: str) -> LinedscriptError:
    return LinedscriptError("unknown-encoding", place, problem, "use a name such as utf-8, gb18030, big5, cp1252")


def _bad_byte(data: bytes, at: int, place: str, problem: str, name: str) -> LinedscriptError:
    try:
        before = data[:at].decode(name, "replace")
    except UnicodeError:
        before = data[:at].decode("latin-1")
    line = before.count("\n") + before.count("\r") - before.count("\r\n") + 1
    return LinedscriptError(
        "undecodable-byte", place, f"byte 0x{data[at]:02X} at offset {at} (line {line}) {problem}", _NAMED
    )


def _line(before: bytes) -> int:
    return before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n") + 1


def _undecodable(data: bytes, place: str) -> NoReturn:
    """No reading of the bytes is a text: names the first byte that even the reading which gets furthest can't have."""
    starts = [
        (error.start, name) for name in ("utf-8", "gb18030", "big5hkscs", "cp932") if (error := _error(data, name))
    ]
    at, name = max(starts, default=(next(at for at, byte in enumerate(data) if byte > 0x7F), "utf-8"))
    raise _bad_byte(data, at, place, "isn't text in any encoding tried", name)


def _error(data: bytes, name: str) -> UnicodeDecodeError | None:
    try:
        data.decode(name)
    except UnicodeDecodeError as error:
        return error
    return None


def _ambiguous(data: bytes, guesses: list, place: str) -> NoReturn:
    at = next((match.start() for match in _BEYOND.finditer(data)), 0)
    where = f"the bytes beyond ASCII, of which 0x{data[at]:02X} at offset {at} (line {_line(data[:at])}) is the first,"
    listed = ", ".join(f"{guess.encoding} ({guess.confidence:.2f})" for guess in guesses[:4])
    raise LinedscriptError(
        "ambiguous-encoding",
        place,
        f"{where} may be {listed}: none is at least {LEAST:g} sure",
        f"name the encoding, such as --encoding {guesses[0].encoding}; {_RECORD}",
    )


def _refuse_control(decoded: Decoded, at: int, place: str) -> NoReturn:
    text = decoded.text
    if _ESCAPED.search(text):
        raise LinedscriptError(
            "ambiguous-encoding",
            place,
            f"escape sequences of ISO-2022 from character {at}",
            f"name the encoding: --encoding iso-2022-jp, or iso-2022-kr; {_RECORD}",
        )
    line = text.count("\n", 0, at) + text.count("\r", 0, at) - text.count("\r\n", 0, at) + 1
    raise LinedscriptError(
        "binary-file",
        place,
        f"control character U+{ord(text[at]):04X} at character {at} (line {line}), read as {decoded.encoding}",
        _EXPORT,
    )


REPLACE = "linedscript-replace"
"""The policy ``replace`` under the name that Python's codecs know: one U+FFFD a byte, not one a sequence."""


def _replacement(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error(REPLACE, _replacement)
