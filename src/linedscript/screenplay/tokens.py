"""The default tokenizer ``linedscript/1`` (D17): words, single CJK characters, marks, runs of blanks. Lossless.

The character classes are spelled out, not taken from the Unicode tables of the running Python, so that every version
cuts alike. A budget counts content tokens: those that aren't blanks, as model tokenizers fold blanks into words.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from operator import methodcaller
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_BLANK = r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_BLANKS = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""The characters of ``_BLANK``."""
_START = methodcaller("start")
_CLOSE = b"\xff"
"""Closes a token: a byte that UTF-8 never has."""
_BLANK_STARTS = tuple((blank, _CLOSE + blank.encode()) for blank in sorted(_BLANKS))
_LETTER = r"[0-9A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u1fff\u2c00-\u2dff\ua000-\ua95f\ua980-\ud7ff]"
_PATTERN = rf"{_BLANK}+|{_LETTER}+(?:['\u2019]{_LETTER}+)*|[\s\S]"
_TOKEN = Pattern(_PATTERN)
_BETWEEN = Pattern(f"([^{_LETTER[1:-1]}]+)")
_BOUNDARY = Pattern(rf"(?<!{_BLANK}){_BLANK}|(?!{_BLANK}|{_LETTER}|['\u2019])[\s\S]")
"""Where a token starts, whatever stands before."""
_PIECE = 20_000
"""Characters that are cut at once, at least."""
_REMEMBERED = 2000
_ALNUM = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_WORDS = bytes(byte if byte in _ALNUM else 0x20 for byte in range(256))
_STANDING_IN = b"\0\1\2\3\4\5\6"
"""Bytes that stand in for blanks, which ``split`` would take away, while what is between words is told apart."""
_GAP_BLANKS = dict(zip(b" \t\n\v\f\r", _STANDING_IN[1:], strict=True))
_GAPS = bytes(0x20 if byte in _ALNUM else _GAP_BLANKS.get(byte, byte) for byte in range(256))
_GAP_TEXT = bytes({stand: blank for blank, stand in _GAP_BLANKS.items()}.get(byte, byte) for byte in range(256))
_SHAPE = bytes(0x20 if chr(byte) in _BLANKS and byte < 0x80 else 0x77 for byte in range(256))
"""Makes one letter of all that isn't blank, so that runs of blanks are counted without being cut."""
_HAS_LETTER = Pattern(_LETTER)
_ASCII_BETWEEN = Pattern("([^0-9A-Za-z]+)")
_CONTENT = Pattern(rf"(?!{_BLANK})(?:{_LETTER}+(?:['\u2019]{_LETTER}+)*|[\s\S])")


class Tokens(NamedTuple):
    """One text, cut."""

    content: int
    """How many tokens count against a budget."""
    closed: bytes
    """All tokens in order, blanks included, each closed by a byte that UTF-8 never has."""


class Tokenizer(NamedTuple):
    """A named way to cut text. ``tokenize`` gives ``(start, end)`` pairs that partition the text."""

    name: str
    sha256: str
    """Of its definition."""
    tokenize: Callable[[str], list[tuple[int, int]]]
    content: Callable[[str], list[tuple[int, int]]]
    """The tokens that count against a budget."""
    starts: Callable[[str], Sequence[int]]
    """Where those start."""
    cut: Callable[[str], Tokens]
    """The tokens of ``tokenize``, counted and put together."""

    def count(self, text: str) -> int:
        """How many tokens ``content`` gives."""
        return self.cut(text).content


def tokenize(text: str) -> list[tuple[int, int]]:
    """Every token as ``[start, end)`` in code points; put together they are the text."""
    return [match.span() for match in _TOKEN.finditer(text)]


def content_tokens(text: str) -> list[tuple[int, int]]:
    """The tokens that aren't blanks."""
    return [match.span() for match in _CONTENT.finditer(text)]


def content_starts(text: str) -> Sequence[int]:
    """Where the content tokens start: four bytes a token, where their ranges would take a hundred."""
    return array("I", map(_START, _CONTENT.finditer(text)))


def cut(text: str) -> Tokens:
    """Cut at what stands between words: of that a text has few kinds, each cut once. A token is blank where its first
    character is.

    A long text is cut piece by piece, each from a place on that no token reaches over.
    """
    if len(text) <= _PIECE:
        return _cut(text)
    content, closed, at = 0, [], 0
    while at < len(text):
        stop = _piece_end(text, at + _PIECE)
        tokens = _cut(text[at:stop])
        content += tokens.content
        closed.append(tokens.closed)
        at = stop
    return Tokens(content, b"".join(closed))


def _piece_end(text: str, at: int) -> int:
    boundary = _BOUNDARY.search(text, at) if at < len(text) else None
    return boundary.start() if boundary else len(text)


def _cut(text: str) -> Tokens:
    data = text.encode()
    if text.isascii():
        plain = len(data.translate(None, _STANDING_IN)) == len(data)
        closed = _closed_ascii(data) if plain else _closed_text(text)
        shape = data.translate(_SHAPE)
        return Tokens(closed.count(_CLOSE) - shape.count(b"w ") - shape.startswith(b" "), closed)
    closed = _closed_text(text)
    blanks = (text[:1] in _BLANKS) + sum([closed.count(start) for blank, start in _BLANK_STARTS if blank in text])
    return Tokens(closed.count(_CLOSE) - blanks, closed)


def _closed_ascii(data: bytes) -> bytes:
    """Words and what stands between them come apart as words do: what isn't of the one kind is made blank."""
    words, between = data.translate(_WORDS).split(), data.translate(_GAPS).split()
    opens, ends = data[:1].isalnum(), data[-1:].isalnum()
    parts = [b""] * (len(words) + len(between))
    parts[not opens :: 2] = words
    parts[opens::2] = map(_CLOSED_GAPS.__getitem__, between)
    if not ends and between[-1:] == [b"'"]:
        parts[-1] = _CLOSE + _closed_gap(between[-1])
    if not opens and between:
        parts[0] = parts[0].removeprefix(_CLOSE) if between[0] != b"'" else _closed_gap(between[0])
    return b"".join(parts) + _CLOSE * ends


def _closed_gap(gap: bytes) -> bytes:
    return _closed(gap.translate(_GAP_TEXT).decode()).encode().replace(b"\0", _CLOSE)


class _ClosedGaps(dict[bytes, bytes]):
    """What stands between two words, the end of the first included; an apostrophe alone makes them one."""

    def __missing__(self, gap: bytes) -> bytes:
        if len(self) == _REMEMBERED:
            self.clear()
        self[gap] = closed = gap if gap == b"'" else _CLOSE + _closed_gap(gap)
        return closed


_CLOSED_GAPS = _ClosedGaps()


def _closed_text(text: str) -> bytes:
    """Decoded screenplays hold no NUL, so it can stand for the closing byte while the tokens are joined."""
    if "\0" in text or "\u1680" in text:
        return b"".join([token.encode() + _CLOSE for token in _TOKEN.findall(text)])
    words = _ASCII_BETWEEN.split(text)
    closed_between = list(map(_CLOSED_BETWEEN.__getitem__, words[1::2]))
    if "" in closed_between:
        words = _BETWEEN.split(text)
        closed_between = list(map(_CLOSED_BETWEEN.__getitem__, words[1::2]))
    first, between, last = words[0], words[1::2], words[-1]
    words[1::2] = closed_between
    if between and not last:
        words[-2] = "\0" + _closed(between[-1])
    if between and not first:
        words[1] = _closed(between[0])
    if last:
        words.append("\0")
    return "".join(words).encode().replace(b"\0", _CLOSE)


def _closed(text: str) -> str:
    return "".join([token + "\0" for token in _TOKEN.findall(text)])


class _ClosedBetween(dict[str, str]):
    """What stands between two words of ASCII, the end of the first included; an apostrophe alone makes them one.

    Empty where it isn't that, as it has letters.
    """

    def __missing__(self, text: str) -> str:
        if len(self) == _REMEMBERED:
            self.clear()
        joins = text in ("'", "\u2019")
        self[text] = closed = text if joins else "" if _HAS_LETTER.search(text) else "\0" + _closed(text)
        return closed


_CLOSED_BETWEEN = _ClosedBetween()


LINEDSCRIPT = Tokenizer(
    "linedscript/1",
    sha256(f"linedscript/1\n{_PATTERN}".encode()).hexdigest(),
    tokenize,
    content_tokens,
    content_starts,
    cut,
)


def tokenizer_named(name: str) -> Tokenizer:
    if name != LINEDSCRIPT.name:
        raise LinedscriptError("unknown-tokenizer", name, "no such tokenizer", f"known: {LINEDSCRIPT.name}")
    return LINEDSCRIPT


def sequence_sha256(texts: Iterable[str], tokenizer: Tokenizer) -> str:
    """SHA-256 of the tokens of consecutive texts."""
    return closed_sha256(map(tokenizer.cut, texts))


def closed_sha256(tokens: Iterable[Tokens]) -> str:
    hashed = sha256()
    for one in tokens:
        hashed.update(one.closed)
    return hashed.hexdigest()
