"""What isn't story text in Fountain: boneyard, notes, title page, page breaks."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper
from linedscript.screenplay.headings import SLUG
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import line_columns, split_lines

_BONE = Pattern(r"/\*|\*/")
_NOTE = Pattern(r"\[\[|\]\]")
_BLANK = Pattern(r"(?>\r\n|\r|\n)[ \t]?(?=\r|\n)")
_BREAK = Pattern(r"[ \t]*={3,}[ \t]*")
_LINE = Pattern(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_KEY = Pattern(r"[ \t\u3000]*(?P<key>[^\s:：.!@>#=~(\[][^:：\r\n]{0,30}?)[ \t]*[:：](?P<value>.*)")
_LAST = Pattern(
    r"^[ \t]*(?P<mark>[*_]*(?:(?:THE )?END|The End|FIN|FINIS|ENDE|"
    r"END OF (?:SCREENPLAY|SCRIPT|PLAY)|КОНЕЦ(?: ФИЛЬМА)?|КІНЕЦЬ|끝)"
    r"\.?[*_]*)[ \t\r]*$",
    re.MULTILINE,
)
"""``THE END`` without a mark of Fountain's: between angle brackets it is centered text."""
_TAIL = 400
"""Characters at a text's end in which its end mark stands."""
_DEEP = 3
"""Columns that a value is set in from its key, at the least; a tab is more."""
_BY_LINE = Pattern(
    r"(?:(?:(?i:an? )?(?i:original ))?(?i:screenplay|teleplay|story|script|play|written|created)(?: (?i:and|&) \w+)? )?"
    r"(?i:by)(?:[ :]+[^\W\d_a-z].*[^.!?,…\"”’:;])?:?"
)
"""``by Ann Poe`` or ``Written by`` below a title: a sentence ends with a mark."""
_FRONT = 8
"""Lines that a title page without keys or contact details has at most."""
_FORCED = "!@>#=~.["
KEYS = frozenset(
    (
        "title|credit|author|authors|source|notes|draft|draft date|date|contact|copyright|revision|episode|format|"
        "written by|writer|writers|director|company|version|contact info|agent|phone|email|e-mail|address|font|"
        "language|project|status|website|subtitle|series|season|"
        "标题|片名|剧名|作者|编剧|版权|联系|联系方式|联系电话|电话|邮箱|地址|日期|稿次|版本|来源|署名|导演|备注|"
        "タイトル|題名|作者|著者|連絡先|название|автор|авторы|источник|контакты|дата|заголовок"
    ).split("|")
)

_TELLING = frozenset(
    "title|credit|author|authors|source|draft date|contact|contact info|copyright|written by|"
    "название|автор|авторы|источник|контакты|заголовок".split("|")
)
"""Of the keys with letter case those that a title page has at least one of: the others are names of speakers too."""
_CAPTION = Pattern(r"[\"“'‘(]|.*(?:[!?…][\"”)]*|(?<![A-Z])\.[\"”)]*)$", re.DOTALL)
"""How a sentence ends, or a card's text begins."""
_TOP = 6000
"""Characters in which a title page without keys ends."""
_OPENS = Pattern(r"(?:\d{1,4}[A-Z]?[.)]?\s+)?(?:INT|EXT|EST|I/E|ИНТ|ЭКСТ|НАТ)\b[./ ]|FADE IN", re.IGNORECASE)
_CONTACT = Pattern(r"[\w.+-]@[\w-]+\.\w|\d{3}[-. ]\d{4}\b|\bWGA|©|\b(?:contact|tel|phone|e-?mail)\s*:", re.IGNORECASE)


class Field(NamedTuple):
    """A key of the title page with its value."""

    key: str
    """As written."""
    value: str
    """Its lines without their indentation, with LF between; emphasis marks stay."""
    start: int
    """Where the key's line starts."""
    stop: int
    """Behind the last line of the value, with its line end."""
    apart: bool
    """Whether a blank line stands before it, inside the title page."""
    flat: bool
    """Whether lines of the value stand at the margin, where Fountain wants them indented."""
    own: bool
    """Whether the key's line has no value."""


class Pairs(NamedTuple):
    """Opening and closing marks."""

    whole: tuple[tuple[int, int], ...]
    """Regions from an opening mark through its closing one, in order; none inside another."""
    single: tuple[int, ...]
    """Offsets of marks without a partner, sorted."""
    nested: tuple[int, ...] = ()
    """Opening marks inside a region."""


def bare(key: str) -> str:
    """A title-page key as it is compared: no emphasis, small letters."""
    return key.strip("*_ \t\u3000").lower()


def bones(text: str) -> Pairs:
    """``/* … */``, over lines and paragraphs. Nested ones lie in their outermost pair."""
    whole: list[tuple[int, int]] = []
    opened: list[int] = []
    single: list[int] = []
    nested: list[int] = []
    if "*" in text and ("/*" in text or "*/" in text):
        for match in _BONE.finditer(text):
            if match.group() == "/*":
                opened.append(match.start())
            elif opened:
                start = opened.pop()
                while whole and whole[-1][0] > start:
                    nested.append(whole.pop()[0])
                whole.append((start, match.end()))
            else:
                single.append(match.start())
    return Pairs(tuple(whole), tuple(sorted(single + opened)), tuple(sorted(nested)))


def note_pairs(text: str) -> Pairs:
    """``[[ … ]]``. A blank line ends an open note without closing it, unless the line holds two spaces or more."""
    whole: list[tuple[int, int]] = []
    single: list[int] = []
    nested: list[int] = []
    if "[" not in text and "]" not in text:
        return Pairs((), ())
    at, close = text.find("[["), -1
    while at >= 0:
        if close < at + 2:
            close = text.find("]]", at + 2)
        if close < 0:
            break
        if blank := _BLANK.search(text, at + 2, close):
            single.append(at)
            at = text.find("[[", blank.end())
            continue
        inner = text.find("[[", at + 2, close)
        if inner >= 0:
            nested.append(inner)
        whole.append((at, close + 2))
        at = text.find("[[", close + 2)
    if at >= 0:
        single += _openings(text, at)
    stray = (match.start() for match in _NOTE.finditer(text) if match.group() == "]]") if "]]" in text else ()
    closed = {end - 2 for _, end in whole}
    single += (at for at in stray if at not in closed)
    return Pairs(tuple(whole), tuple(sorted(single)), tuple(nested))


def _openings(text: str, at: int) -> Iterator[int]:
    """The first ``[[`` of each paragraph from ``at`` on."""
    while at >= 0:
        yield at
        blank = _BLANK.search(text, at + 2)
        at = text.find("[[", blank.end()) if blank else -1


def boneyards(text: str) -> list[Cut]:
    """A mark without its partner is text."""
    return [Cut(*whole_lines(text, start, end), "boneyard") for start, end in bones(text).whole]


def notes(text: str) -> list[Cut]:
    """An open note that isn't closed is text."""
    return [Cut(*whole_lines(text, start, end), "note") for start, end in note_pairs(text).whole]


def title_page(text: str) -> list[Cut]:
    """The title page, through the blank lines that follow."""
    fields = title_fields(text)
    if not fields:
        return []
    stop = fields[-1].stop
    for match in _LINE.finditer(text, stop):
        if match.group(1).strip() or match.start() == len(text):
            break
        stop = match.end()
    return [Cut(0, stop, "title_page")]


def front_page(text: str) -> list[Cut]:
    """The title page, or one without keys above the first heading that bears contact details or a by-line."""
    return title_page(text) or _flat_title_page(text)


def _flat_title_page(text: str) -> list[Cut]:
    top = split_lines(text[:_TOP])
    first = next((number for number, line in enumerate(top) if line.body and _OPENS.match(line.body)), 0)
    above = [line.body for line in top[:first] if line.body]
    if not above or any(body[0] in _FORCED for body in above):
        return []
    if not any(len(body) <= 200 and _CONTACT.search(body) for body in above):
        if len(above) > _FRONT or not any(len(body) <= 80 and _BY_LINE.fullmatch(body) for body in above[1:]):
            return []
    from linedscript.screenplay.formats.plain_cuts import title_block

    return title_block(top, first)


def title_fields(text: str) -> tuple[Field, ...]:
    """Lines of ``Key: value`` at the top with their indented continuations; empty where the text opens with none.

    One of the first paragraph's keys has to be known: ``FADE IN:`` or a forced element opens no title page. Beyond
    the standard: further paragraphs of known keys (exporters write blank lines between), and a value at the margin
    below a known key that has none on its line.
    """
    page = _TitlePage()
    for match in _LINE.finditer(text):
        raw = match.group(1)
        body = raw.strip()
        if match.start() == len(text) or not (page.takes(match, raw, body) if body else page.pauses()):
            break
    return page.ended()


class _TitlePage:
    """What was read of a title page: whole paragraphs, and the one that is being read."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.block: list[Field] = []
        self.values: list[list[str]] = []
        """The lines of each value in the block."""
        self.margin = 0
        """Columns before the keys of the block."""
        self.torn = False
        """Whether the block ran into a line that is no title page's."""

    def takes(self, match: re.Match[str], raw: str, body: str) -> bool:
        """Whether a line that isn't blank is part of the title page."""
        indent = 0
        if raw[0].isspace():
            indent = len(raw[: len(raw) - len(raw.lstrip())].replace("\u3000", "  ").expandtabs(8))
        key = None if SLUG.match(body) else _KEY.fullmatch(raw)
        if self.block and (indent >= self.margin + _DEEP or (key is None and indent > self.margin)):
            self.grow(body, match.end(), self.block[-1].flat)
        elif key is not None:
            self.margin = self.margin if self.block else indent
            name, value = key.group("key"), key.group("value").strip()
            self.values.append([value] if value else [])
            apart = not self.block and bool(self.fields)
            self.block.append(Field(name, "", match.start(), match.end(), apart, False, not value))
        elif self.block and self.open() and body[0] not in _FORCED and not SLUG.match(body):
            self.grow(body, match.end(), True)
        else:
            self.torn = True
        return not self.torn

    def open(self) -> bool:
        """Whether a value at the margin may follow: the last key is known and has none, or has such a one."""
        last = self.block[-1]
        return bare(last.key) in KEYS and (last.flat or not self.values[-1])

    def grow(self, body: str, stop: int, flat: bool) -> None:
        self.values[-1].append(body)
        self.block[-1] = self.block[-1]._replace(stop=stop, flat=flat)

    def pauses(self) -> bool:
        """Whether a title page may go on after a blank line."""
        if self.block and not self.accepts():
            self.block.clear()
            self.values.clear()
            return False
        self.keep()
        return True

    def accepts(self) -> bool:
        """Whether the block is a title page's: one known key in the first, known ones alone in those after it."""
        if self.torn:
            return bool(self.block) and not self.fields and bare(self.block[0].key) in KEYS and self.tells()
        if self.fields:
            return bool(self.block) and all(bare(field.key) in KEYS for field in self.block) and not self.speaks()
        return self.tells()

    def speaks(self) -> bool:
        """Whether a key in capitals has a sentence on its line: who is so called says it."""
        return any(
            is_upper(field.key) and lines and not self.deep(field, lines) and _CAPTION.match(lines[0])
            for field, lines in zip(self.block, self.values, strict=True)
        )

    def deep(self, field: Field, lines: list[str]) -> bool:
        """Whether a value stands on lines of its own, set in."""
        return bool(lines) and not field.flat and field.own

    def tells(self) -> bool:
        """Whether a key says that this is a title page: one of its own, not in the capitals of a speaker, or two."""
        telling = [
            (field, lines) for field, lines in zip(self.block, self.values, strict=True) if bare(field.key) in _TELLING
        ]
        if any(not is_upper(field.key) or self.deep(field, lines) for field, lines in telling):
            return True
        if any(not has_case(field.key) and bare(field.key) in KEYS for field in self.block):
            return True
        keys = [bare(field.key) for field in self.block]
        return bool(telling) and len(set(keys)) == len(keys) >= 2 and not self.speaks()

    def keep(self) -> None:
        """Move the block to the fields."""
        for field, value in zip(self.block, self.values, strict=True):
            self.fields.append(field._replace(value="\n".join(value)))
        self.block.clear()
        self.values.clear()

    def ended(self) -> tuple[Field, ...]:
        if self.accepts():
            self.keep()
        return tuple(self.fields)


def end_mark(text: str) -> list[Cut]:
    """``THE END`` on the last line, below a blank one."""
    found = list(_LAST.finditer(text, max(0, len(text) - _TAIL)))
    if not found or text[found[-1].end() :].strip():
        return []
    start, end = found[-1].span("mark")
    above = text[max(0, start - _TAIL) : start].rstrip(" \t").splitlines()
    return [Cut(*whole_lines(text, start, end), "end_mark")] if above and not above[-1].strip() else []


def page_breaks(text: str) -> list[Cut]:
    """Lines of three ``=`` or more."""
    if "===" not in text:
        return []
    starts, raws, _ = line_columns(text)
    return [
        Cut(*whole_lines(text, start, start + len(raw)), "page_break")
        for start, raw in zip(starts, raws, strict=False)
        if "===" in raw and _BREAK.fullmatch(raw)
    ]
