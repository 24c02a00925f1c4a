"""An HTML page as text and tags, in order and in time linear in its length, whatever it holds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_OPEN = Pattern(r"<(?=[A-Za-z!?]|/[^\s<])")
_TAG = Pattern(r"<(/?)([A-Za-z][^\s/>]*+)((?:=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'>][^\s>]*+)?+|[^>=]++)*+)>")
_ATTRIBUTE = Pattern(r"([^\s=/>\"']+)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>]++)))?")
_RAW = frozenset("script style title iframe noembed noframes".split())
_SILENT = _RAW | frozenset("template svg math".split())
"""Elements whose content isn't text of the page: markup, up to the end tag."""
_END = {name: Pattern(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _SILENT}
_MOST = 300_000
"""Tags that a page holds at most. A screenplay of 200 pages with a paragraph for each line has 30,000."""


class Token(NamedTuple):
    """Text ``[start, end)`` of the page where ``name`` is empty; else a tag that stands there."""

    start: int
    end: int
    name: str = ""
    """Of the element, in small letters."""
    closes: bool = False
    attributes: str = ""
    """As written."""


def tokens(text: str, place: str) -> Iterator[Token]:
    """Comments, declarations, scripts and styles give no token. Raises ``too-much-markup``."""
    begin = count = 0
    quoted = True
    missing: set[str] = set()
    while opening := _OPEN.search(text, begin):
        at = opening.start()
        if at > begin:
            yield Token(begin, at)
        count += 1
        if count > _MOST:
            raise LinedscriptError(
                "too-much-markup",
                f"{place}: character {at}",
                f"the page has more than {_MOST:,} tags",
                "this isn't a page with one script: save the script itself as text",
            )
        if text.startswith("<!--", at):
            begin = _behind(text, "-->", at + 2)
            continue
        match = _TAG.match(text, at) if quoted else None
        if match:
            end, closes, name, attributes = match.end(), bool(match[1]), match[2].lower(), match[3]
        else:
            end = _behind(text, ">", at + 1)
            words = text[at + 1 : min(end, at + 1000)].rstrip(">").split(None, 1) or [""]
            closes, name, attributes = words[0][:1] == "/", words[0].strip("/").lower(), "".join(words[1:])
            if not name[:1].isalpha():
                begin = end
                continue
            quoted = False
        begin = end
        if name in _SILENT:
            if closes or (name not in _RAW and (attributes.endswith("/") or name in missing)):
                continue
            ending = _END[name].search(text, end)
            if ending:
                begin = _behind(text, ">", ending.end())
            elif name in _RAW:
                return
            else:
                missing.add(name)
            continue
        yield Token(at, end, name, closes, attributes)
    if begin < len(text):
        yield Token(begin, len(text))


def attributes_of(written: str) -> dict[str, str]:
    """The attributes of a tag by name; of two with one name the first. Character references stay as they are."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(written[:10_000]):
        found.setdefault(match[1].lower(), next((value for value in match.groups()[1:] if value is not None), ""))
    return found


def _behind(text: str, mark: str, at: int) -> int:
    """Behind the next such mark; the end of the page where there is none."""
    found = text.find(mark, at)
    return len(text) if found < 0 else found + len(mark)
