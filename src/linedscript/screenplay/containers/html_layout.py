"""The text of a page with its lines as a browser shows them, and the blocks that they stand in."""

import re
from collections import Counter
from html.entities import html5
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.containers.html_tokens import attributes_of, tokens

_PARAGRAPHS = frozenset(
    "p h1 h2 h3 h4 h5 h6 pre xmp listing plaintext textarea blockquote ul ol dl dt table caption hr figure fieldset "
    "form".split()
)
"""Blocks with a blank line around them."""
_LINES = frozenset(
    "html body div td th tr tbody thead tfoot li dd center article section main header footer nav aside address hgroup "
    "details summary figcaption legend button select option optgroup noscript dir menu search dialog".split()
)
"""Blocks that stand on lines of their own."""
_VERBATIM = frozenset("pre xmp listing plaintext textarea".split())
_ENDED_BY = {
    "li": (("li",), ("ul", "ol", "dir", "menu")),
    "dt": (("dt", "dd"), ("dl",)),
    "dd": (("dt", "dd"), ("dl",)),
    "td": (("td", "th"), ("table", "tr")),
    "th": (("td", "th"), ("table", "tr")),
    "tr": (("tr", "td", "th"), ("table",)),
    "tbody": (("tr", "td", "th", "tbody", "thead", "tfoot"), ("table",)),
    "thead": (("tr", "td", "th", "tbody", "thead", "tfoot"), ("table",)),
    "tfoot": (("tr", "td", "th", "tbody", "thead", "tfoot"), ("table",)),
    "option": (("option",), ("select",)),
}
"""By start tags: the elements that they end, and those beyond which they end none."""
_SCOPES = frozenset("td th table caption".split())
_OF_TABLES = frozenset("td th tr tbody thead tfoot table".split())
_DEEPEST = 600
"""Open elements that are looked through for the one that a tag ends. Browsers nest 512."""
_KEEPS = Pattern(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_HIDES = Pattern(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PART = Pattern(
    r"(?P<words>[^ \t\n\r\f&]+(?: [^ \t\n\r\f&]+)*)|(?P<blank>[ \t\n\r\f]+)|"
    r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));?|(?P<loose>&)"
)
_REFERENCE = Pattern(
    r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));?"
)
_MOST = 500_000
"""Pieces of text between markup that a page holds at most."""


class Block:
    """An element that stands on lines of its own."""

    __slots__ = (
        "tag",
        "parent",
        "attributes",
        "start",
        "end",
        "verbatim",
        "sources",
        "breaks",
        "ends",
        "cells",
        "number",
    )

    def __init__(self, tag: str, parent: "Block | None", attributes: dict[str, str], number: int) -> None:
        self.tag = tag
        self.parent = parent
        self.attributes = attributes
        self.number = number
        self.start = self.end = 0
        """In the text of the page, from the line end before the block's first character."""
        self.verbatim = bool(
            tag in _VERBATIM or (parent and parent.verbatim) or _KEEPS.search(attributes.get("style", ""))
        )
        self.sources: list[tuple[int, int]] = []
        """Its own text in the file, not that of blocks within it, where that has line ends."""
        self.breaks = self.ends = self.cells = 0

    @property
    def hidden(self) -> bool:
        return "hidden" in self.attributes or bool(_HIDES.search(self.attributes.get("style", "")))

    @property
    def names(self) -> str:
        """Class, id and role, in small letters."""
        found = self.attributes
        return f"{found.get('class', '')} {found.get('id', '')} {found.get('role', '')}".lower() if found else ""


class Piece(NamedTuple):
    """Text ``[start, end)`` of the page, directly within a block, one line or more."""

    start: int
    end: int
    block: Block
    link: bool


class Page(NamedTuple):
    text: str
    runs: list[tuple[int, int, int, int]]
    """Start and length in the text, start and length in the file's characters; a line end that is implied has none."""
    pieces: list[Piece]
    blocks: list[Block]
    """In the order of their start tags; the first is the page itself."""


def lay_out(source: str, place: str) -> Page:
    """Raises ``too-much-markup``."""
    blocks, events = _blocks(source, place)
    for block in blocks:
        if not block.verbatim and block.ends > 2 * block.breaks + 1 and _is_laid_out(source, block):
            block.verbatim = True
    return _Writer(source, place).write(blocks, events)


_Event = tuple[str, int, int, Block, bool]


def _blocks(source: str, place: str) -> tuple[list[Block], list[_Event]]:
    """The page's blocks and, in order, where they open and close, its texts and its line breaks."""
    root = Block("", None, {}, 0)
    blocks, stack, opened = [root], [root], Counter([""])
    events: list[_Event] = []
    link = False

    def close(to: int, at: int) -> None:
        nonlocal link
        link = False
        while len(stack) > to:
            block = stack.pop()
            opened[block.tag] -= 1
            events.append(("close", at, at, block, False))

    for token in tokens(source, place):
        start, end, name, closes, written = token
        top = stack[-1]
        if not name:
            events.append(("text", start, end, top, link))
            if not top.verbatim and (ends := source.count("\n", start, end) or source.count("\r", start, end)):
                top.ends += ends
            top.sources.append((start, end))
        elif name == "br":
            top.breaks += 1
            events.append(("break", start, end, top, False))
        elif name == "a":
            link = not closes and "href" in written.lower()
        elif name == "hr":
            events.append(("rule", start, end, top, False))
        elif name not in _PARAGRAPHS and name not in _LINES:
            continue
        elif closes:
            if (found := _opened(stack, opened, name)) is not None:
                close(found, start)
        else:
            if name in _ENDED_BY:
                if (found := _ended(stack, opened, name)) is not None:
                    close(found, start)
            elif top.tag == "p":
                close(len(stack) - 1, start)
            if name in ("td", "th") and stack[-1].tag == "tr":
                stack[-1].cells += 1
            link = False
            block = Block(name, stack[-1], attributes_of(written) if written else {}, len(blocks))
            blocks.append(block)
            stack.append(block)
            opened[name] += 1
            events.append(("open", start, end, block, False))
    close(0, len(source))
    return blocks, events


def _opened(stack: list[Block], opened: Counter[str], name: str) -> int | None:
    """How deep the element stands that an end tag closes; null where it closes none."""
    if not opened[name]:
        return None
    for depth in range(len(stack) - 1, max(0, len(stack) - _DEEPEST), -1):
        if stack[depth].tag == name:
            return depth
        if stack[depth].tag in _SCOPES and name not in _OF_TABLES:
            return None
    return None


def _ended(stack: list[Block], opened: Counter[str], name: str) -> int | None:
    """How deep the outermost element stands that a start tag ends."""
    ended, stops = _ENDED_BY[name]
    found = len(stack) - 1 if stack[-1].tag == "p" else None
    if not any(opened[tag] for tag in ended):
        return found
    for depth in range(len(stack) - 1, max(0, len(stack) - _DEEPEST), -1):
        if stack[depth].tag in stops:
            break
        if stack[depth].tag in ended:
            found = depth
    return found


def _is_laid_out(source: str, block: Block) -> bool:
    """Whether a block's text is set out in the file itself, as in ``<pre>``, though nothing says so.

    Script sites put such a text straight into a table's cell: headings and deep cues on lines of their own, with blank
    lines between.
    """
    from linedscript.screenplay.containers.html_marks import is_deep_cue, is_heading

    lines = "".join(source[start:end] for start, end in block.sources).splitlines()
    solid = [number for number, line in enumerate(lines) if line.strip()]
    if len(solid) < 3 or solid[-1] - solid[0] + 1 == len(solid):
        return False
    cues = 0
    for number in solid:
        line = lines[number]
        if len(line) <= 200:
            if is_heading(line.strip()):
                return True
            cues += is_deep_cue(line)
            if cues >= 2:
                return True
    return False


class _Writer:
    """Puts the page's text together, and notes where each part of it stands in the file."""

    def __init__(self, source: str, place: str) -> None:
        self.source = source
        self.place = place
        self.parts: list[str] = []
        self.length = 0
        self.runs: list[tuple[int, int, int, int]] = []
        self.plain = False
        """Whether the last run is the file's text as it stands, so that the next may join it."""
        self.ends = 2
        """Line ends at the end of what is written."""
        self.needs = 0
        """Line ends that have to stand before the next text."""
        self.blank: tuple[int, int] | None = None
        """A blank that is shown if text follows on its line."""
        self.pieces: list[Piece] = []

    def write(self, blocks: list[Block], events: list[_Event]) -> Page:
        if self.source.startswith("\ufeff"):
            self.add("\ufeff", 0, 1)
            self.ends = 2
        for kind, start, end, block, link in events:
            if kind == "text":
                begin = self.length
                start += start == 0 and self.source.startswith("\ufeff")
                (self.verbatim if block.verbatim else self.flowing)(start, end)
                if self.length > begin:
                    self.pieces.append(Piece(begin, self.length, block, link))
            elif kind == "break":
                self.line_ends(start)
                self.blank = None
                self.add("\n", start, end)
                self.ends += 1
            elif kind == "rule":
                self.needs = 2
            else:
                wide = block.tag in _PARAGRAPHS or (block.tag == "tr" and block.cells > 1)
                if block.tag == "dt" and kind == "close":
                    wide = False
                if kind == "open":
                    block.start = self.length
                self.needs = max(self.needs, 2 if wide else 1 if block.tag else 0)
                if kind == "close":
                    block.end = self.length
        return Page("".join(self.parts), self.runs, self.pieces, blocks)

    def add(self, text: str, start: int, end: int, plain: bool = False) -> None:
        """Append what characters ``[start, end)`` of the file are shown as."""
        self.parts.append(text)
        if plain and self.plain and self.runs[-1][2] + self.runs[-1][3] == start:
            before = self.runs[-1]
            self.runs[-1] = (before[0], before[1] + len(text), before[2], end - before[2])
        else:
            self.runs.append((self.length, len(text), start, end - start))
            if len(self.runs) > _MOST:
                raise LinedscriptError(
                    "too-much-markup",
                    f"{self.place}: character {start}",
                    f"markup cuts the page's text into more than {_MOST:,} pieces",
                    "this isn't a page with one script: save the script itself as text",
                )
        self.length += len(text)
        self.plain = plain
        self.ends = 0 if text != "\n" else self.ends

    def line_ends(self, at: int) -> None:
        """The line ends that are due, implied by markup before character ``at`` of the file."""
        if self.needs:
            self.blank = None
            if (missing := self.needs - self.ends) > 0 and self.length:
                self.add("\n" * missing, at, at)
                self.ends = self.needs
            self.needs = 0

    def flowing(self, start: int, end: int) -> None:
        """Text whose blanks and line ends are one blank between words, and none at the ends of a line."""
        for match in _PART.finditer(self.source, start, end):
            low, high = match.span()
            if match.lastgroup == "blank":
                self.blank = self.blank or (low, high)
                continue
            self.line_ends(low)
            if self.blank:
                if not self.ends:
                    whole = self.blank[1] - self.blank[0] == 1 and self.source[self.blank[0]] == " "
                    self.add(" ", *self.blank, plain=whole)
                self.blank = None
            if match.lastgroup in ("words", "loose"):
                self.add(self.source[low:high], low, high, plain=True)
            else:
                self.reference(match)

    def verbatim(self, start: int, end: int) -> None:
        """Text as it stands in the file."""
        at = start
        self.line_ends(start)
        self.blank = None
        for match in _REFERENCE.finditer(self.source, start, end):
            self.as_it_stands(at, match.start())
            self.reference(match)
            at = match.end()
        self.as_it_stands(at, end)

    def as_it_stands(self, start: int, end: int) -> None:
        if end > start:
            text = self.source[start:end]
            ends = self.ends
            self.add(text, start, end, plain=True)
            bare = text.rstrip("\r\n")
            self.ends = (0 if bare else ends) + text.count("\n", len(bare))

    def reference(self, match: re.Match[str]) -> None:
        low, high = match.span()
        shown, stop = character(match, self.source)
        if shown is None:
            self.add(self.source[low:high], low, high, plain=True)
        else:
            self.add(shown, low, stop)
            if stop < high:
                self.add(self.source[stop:high], stop, high, plain=True)


def character(match: re.Match[str], source: str) -> tuple[str | None, int]:
    """What a character reference stands for, and where it ends; null where it stands for nothing, or a control."""
    low, high = match.span()
    if name := match["name"]:
        written = source[low + 1 : high]
        if written in html5:
            return html5[written], high
        for length in range(min(len(name), 6), 1, -1):
            if name[:length] in html5:
                return html5[name[:length]], low + 1 + length
        return None, high
    number = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
    if 0x80 <= number <= 0x9F:
        try:
            return bytes((number,)).decode("cp1252"), high
        except UnicodeDecodeError:
            return None, high
    if number < 9 or 0xD <= number < 0x20 or 0xD800 <= number <= 0xDFFF or number > 0x10FFFF or number == 0x7F:
        return None, high
    return chr(number), high
