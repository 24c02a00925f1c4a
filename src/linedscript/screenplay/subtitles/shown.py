"""A cue's content as a viewer sees it: tags out, entities and line breaks as characters, with the way back."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range

_TAG = Pattern(
    r"<(?P<close>/)?(?P<name>i|b|u|s|em|strong|font|span|p|div|c|v|lang|ruby|rt|box|tt|center)(?![A-Za-z0-9])[^<>]{0,300}>"
    r"|<\d{1,4}:\d\d(?::\d\d)?\.\d{1,3}>|(?P<br><br\s*/?>|(?-i:\\N|\\[nh](?![A-Za-z])))|\{\\[^{}]{0,300}\}|\{[A-Za-z]:[^{}]{0,80}\}",
    re.IGNORECASE,
)
_VOICE = Pattern(r"<v(?:\.[^\s>]*)?[ \t]+([^<>]*?)[ \t]*>")
_ENTITY = Pattern(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,20});")
_BREAK = Pattern(r"\r{0,2}\n|\r")


class Shown(NamedTuple):
    """A cue's content without tags, in which its structure is found, and the way back."""

    start: int
    """Of the content, in the whole text."""
    end: int
    text: str
    """Code points of the content; a line break of several characters, or written as a tag, is one LF."""
    runs: tuple[tuple[int, int, int], ...]
    """Offset in ``text``, offset in the whole text, length in the whole text of what makes it up; in order."""
    tags: tuple[tuple[int, int, int], ...]
    """Offset in ``text`` where the tag stood, and its range in the whole text."""
    voices: tuple[tuple[int, str, Range], ...]
    """Offset in ``text`` where a ``<v …>`` begins, its name, and where the name stands in the whole text."""


def shown(text: str, start: int, end: int) -> Shown:
    """Take the tags out of a cue's content; line breaks and entities become the character that a viewer sees."""
    content = text[start:end]
    if not any(char in content for char in "<{\\&\r"):
        return Shown(start, end, content, ((0, start, end - start),) if content else (), (), ())
    parts: list[str] = []
    runs: list[tuple[int, int, int]] = []
    tags: list[tuple[int, int, int]] = []
    voices: list[tuple[int, str, Range]] = []
    length = at = 0

    def keep(part: str, low: int, size: int) -> None:
        nonlocal length
        if part:
            runs.append((length, start + low, size))
            parts.append(part)
            length += len(part)

    for low, high, kind in _marks(content):
        keep(content[at:low], at, low - at)
        at = high
        if kind == "tag":
            tags.append((length, start + low, start + high))
            if voice := _VOICE.match(content, low):
                span = (start + voice.start(1), start + voice.end(1))
                voices.append((length, _plain(voice[1]), span))
        else:
            keep(kind, low, high - low)
    keep(content[at:], at, len(content) - at)
    return Shown(start, end, "".join(parts), tuple(runs), tuple(tags), tuple(voices))


def _marks(content: str) -> Iterator[tuple[int, int, str]]:
    """Tags, line breaks and entities in order; the third is ``tag``, or the character that is seen."""
    found: list[tuple[int, int, str]] = []
    for match in _TAG.finditer(content):
        found.append((match.start(), match.end(), ("\n" if match[0][1:] != "h" else " ") if match["br"] else "tag"))
    for match in _ENTITY.finditer(content):
        if len(seen := _plain(match[0])) == 1:
            found.append((match.start(), match.end(), seen))
    if "\r" in content:
        found += [(match.start(), match.end(), "\n") for match in _BREAK.finditer(content)]
    at = 0
    for low, high, kind in sorted(found):
        if low >= at:
            yield low, high, kind
            at = high


def _plain(text: str) -> str:
    if "&" not in text:
        return text
    from html import unescape

    return unescape(text)
