"""The default tokenizer ``linedscript/1`` (D17): words, single CJK characters, marks, runs of blanks. Lossless.

The character classes are spelled out, not taken from the Unicode tables of the running Python, so that every version
cuts alike. A budget counts content tokens: those that aren't blanks, as model tokenizers fold blanks into words.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_BLANK = r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_LETTER = r"[0-9A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u1fff\u2c00-\u2dff\ua000-\ua95f\ua980-\ud7ff]"
_PATTERN = rf"{_BLANK}+|{_LETTER}+(?:['\u2019]{_LETTER}+)*|[\s\S]"
_TOKEN = Pattern(_PATTERN)
_CONTENT = Pattern(rf"{_LETTER}+(?:['\u2019]{_LETTER}+)*|(?!{_BLANK})[\s\S]")


class Tokenizer(NamedTuple):
    """A named way to cut text. ``tokenize`` gives ``(start, end)`` pairs that partition the text."""

    name: str
    sha256: str
    """Of its definition."""
    tokenize: Callable[[str], list[tuple[int, int]]]
    content: Callable[[str], list[tuple[int, int]]]
    """The tokens that count against a budget."""


def tokenize(text: str) -> list[tuple[int, int]]:
    """Every token as ``[start, end)`` in code points; put together they are the text."""
    return [match.span() for match in _TOKEN.finditer(text)]


def content_tokens(text: str) -> list[tuple[int, int]]:
    """The tokens that aren't blanks."""
    return [match.span() for match in _CONTENT.finditer(text)]


LINEDSCRIPT = Tokenizer(
    "linedscript/1", sha256(f"linedscript/1\n{_PATTERN}".encode()).hexdigest(), tokenize, content_tokens
)


def tokenizer_named(name: str) -> Tokenizer:
    if name != LINEDSCRIPT.name:
        raise LinedscriptError("unknown-tokenizer", name, "no such tokenizer", f"known: {LINEDSCRIPT.name}")
    return LINEDSCRIPT


def sequence_sha256(texts: Iterable[str], tokenizer: Tokenizer) -> str:
    """SHA-256 of the texts' tokens in order, blanks included, each closed by a byte that UTF-8 never has."""
    hashed = sha256()
    for text in texts:
        hashed.update(b"".join(text[start:end].encode() + b"\xff" for start, end in tokenizer.tokenize(text)))
    return hashed.hexdigest()
