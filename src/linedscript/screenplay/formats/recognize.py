"""Which format a text is in, by content."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from math import inf

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_cuts import title_page
from linedscript.screenplay.formats.plain_headings import is_slug
from linedscript.screenplay.formats.plain_marks import PLAY, plain_marks
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.refusals import refuse_text
from linedscript.screenplay.stretch import Format

FORMATS = ("fountain", "plain", "chinese", "japanese", "markdown")
"""The names of the formats that are read. A grammar is imported where its format turns up."""

_LABEL = Pattern(r"(?P<name>[^\W\d_](?:[^\W_]|[ .'’-]){0,28}?)(?:\s*\([^()]{1,40}\))*:\s+\S")
_DASH = Pattern(r"[^\W\d_a-z][^a-z\r\n]{0,40}?(?:[ ](?:--?|[–—])[ ]|\t)[^\t]*[a-zа-яё]")
_CJK = Pattern(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]+")
_KANA = Pattern(r"[\u3040-\u30ff]+")
_CIRCLE = Pattern(r"^[ \t\u3000]*[○◯〇●◎][ \t\u3000]*\S", re.MULTILINE)
"""How a heading of a Japanese script begins, whatever the share of its kana."""
_LETTER = Pattern(r"[^\W\d_]+")
_NO_LETTERS = bytes(byte for byte in range(256) if not chr(byte).isalpha())
"""Of Latin-1."""
_MARKDOWN = Pattern(r"^(?:#{1,6}[ \t]+\S|(?:[-*+][ \t]+)?\*\*\S|__\S|---|\*\*\*|___|```|~~~|\|)", re.MULTILINE)
"""A line that only Markdown has, or Fountain."""
_TITLE_PAGE = 50.0
"""What a Fountain title page counts: it decides, but in Chinese, where other scripts open with such lines too."""
_LOOKED_AT = 3000
"""Lines from which the format is told."""


def format_named(name: str, film: str) -> Format:
    if name == "fountain":
        return FOUNTAIN
    if name == "plain":
        from linedscript.screenplay.formats.plain import PLAIN

        return PLAIN
    if name == "chinese":
        from linedscript.screenplay.formats.chinese import CHINESE

        return CHINESE
    if name == "japanese":
        from linedscript.screenplay.formats.japanese import JAPANESE

        return JAPANESE
    if name == "markdown":
        from linedscript.screenplay.formats.markdown import MARKDOWN

        return MARKDOWN
    raise LinedscriptError(
        "unsupported-format", film, f"{name!r} names no format", f"formats that are read: {', '.join(FORMATS)}"
    )


def recognize(text: str, film: str) -> Format:
    """The format whose marks the text bears. Raises ``unsupported-format`` for other text formats, by name."""
    refuse_text(text, film)
    lines = _first_lines(text)
    bodies = [line.body for line in lines if line.body and len(line.body) <= 400]
    markdown = _markdown_marks(text, lines) if _MARKDOWN.search(text, 0, 400_000) else 0.0
    sample = text[:100_000]
    if (wide := _wide(sample)) is not None:
        marks = _fountain_marks(text, lines)
        if markdown > max(1.0, marks):
            return format_named("markdown", film)
        if _count(_KANA, sample) * 10 > wide:
            return format_named("japanese" if _japanese_marks(lines) > max(2, marks) else "fountain", film)
        marks = marks - _TITLE_PAGE + 3 if marks >= _TITLE_PAGE else marks
        chinese = _chinese_marks(lines, bodies)
        if _CIRCLE.search(sample) and _japanese_marks(lines) > max(2, marks, chinese):
            return format_named("japanese", film)
        return format_named("chinese" if chinese >= max(1, marks) else "fountain", film)
    plain = plain_marks(lines) + _labels(bodies)
    marks = _fountain_marks(text, lines, max(plain, markdown))
    if markdown > max(1.0, marks):
        return format_named("markdown", film)
    played = plain >= PLAY and marks >= _TITLE_PAGE and _is_play(text, lines, plain - PLAY)
    return format_named("fountain" if marks >= plain and not played else "plain", film)


def _is_play(text: str, lines: Sequence[Line], staged: float) -> bool:
    """Whether a play stands below a title page of Fountain, which knows no ``NAME. Speech``: its names have a mark
    behind them, and less speaks for Fountain than ``staged``, what speaks for a play."""
    if _fountain_marks(text, lines) - _TITLE_PAGE >= staged:
        return False
    from linedscript.screenplay.formats.cast import cast_of
    from linedscript.screenplay.formats.plain_layout import layout
    from linedscript.screenplay.formats.play import play_cues
    from linedscript.screenplay.kept import Kept

    cues = play_cues(layout(lines).rows, cast_of(Kept(text[: lines[-1].end], [])))
    return cues is not None and all(mark for _, mark in cues.names)


def _first_lines(text: str) -> Sequence[Line]:
    head = text[:400_000].removeprefix("\ufeff")
    if head.count("\n") > _LOOKED_AT:
        head = head[: len(head) - len(head.split("\n", _LOOKED_AT)[-1])]
    return split_lines(head)[:_LOOKED_AT]


def _wide(text: str) -> int | None:
    """How many characters are Chinese or Japanese, where at least a third as many are as there are letters."""
    latin = text.encode("latin-1", "ignore")
    if (len(text) - len(latin)) * 3 <= len(latin.translate(None, _NO_LETTERS)):
        return None
    wide = _count(_CJK, text)
    return wide if wide * 3 > _count(_LETTER, text) else None


def _count(runs: Pattern, text: str) -> int:
    return sum(map(len, runs.findall(text)))


def _markdown_marks(text: str, lines: Sequence[Line]) -> float:
    from linedscript.screenplay.formats.markdown_marks import markdown_marks

    return markdown_marks(text, lines)


def _labels(bodies: Sequence[str]) -> float:
    """Half a mark for each line of ``Name: speech`` with a name that comes again, where six lines are such."""
    names = Counter(match["name"] for body in bodies if ":" in body[:40] and (match := _LABEL.match(body)))
    often = [count for count in names.values() if count > 1]
    marks = sum(often) / 2 if len(often) > 1 and sum(often) >= 6 else 0.0
    return marks + _dashed(bodies)


def _dashed(bodies: Sequence[str]) -> float:
    """A mark for each line of ``NAME - speech``, where enough are such."""
    if sum(_DASH.match(body) is not None for body in bodies) < 4:
        return 0.0
    from linedscript.screenplay.formats.dashed_cues import dashed_cue, dashed_names

    names = dashed_names(bodies)
    return float(sum(dashed_cue(body, names) is not None for body in bodies)) if names else 0.0


def _japanese_marks(lines: Sequence[Line]) -> int:
    from linedscript.screenplay.formats.japanese import japanese_marks

    return japanese_marks(lines)


def _chinese_marks(lines: Sequence[Line], bodies: Sequence[str]) -> float:
    from linedscript.screenplay.formats.chinese import chinese_marks

    return chinese_marks(lines, bodies)


def _fountain_marks(text: str, lines: Sequence[Line], enough: float = inf) -> float:
    """How much speaks for Fountain: title-page keys, forced elements, notes, cues at the margin.

    Once that is ``enough`` no more is looked for.
    """
    marks = _TITLE_PAGE * bool(title_page(text[:20_000].removeprefix("\ufeff")))
    before = ""
    for line, after in zip_longest(lines, lines[1:]):
        if marks >= enough:
            break
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
