"""The grammar of plain-text screenplays, by indentation where they have it, and of stage plays (``NAME.``)."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import is_upper, make_cue, split_cue
from linedscript.screenplay.formats.fountain import OPENING, TRANSITION
from linedscript.screenplay.formats.plain_cuts import end_marks, front_matter, licences
from linedscript.screenplay.formats.plain_headings import FIELD, is_act, plain_heading
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format, Stretch

_INLINE = Pattern(
    r"(?P<name>[^\W\d_a-z](?:[^\W_a-z]|[ .'’#&/-]){0,30}?)(?P<brackets>(?:\s*\([^()]{1,40}\))*)\s*:\s+(?P<speech>\S.*)"
)
_STAGE_INLINE = Pattern(r"(?P<name>[^\W\d_a-z](?:[^\W_a-z]|[ '’&-]){1,30}?)\.(?P<brackets>)\s+(?P<speech>\S.*)")
_NOT_NAMES = Pattern(
    r"(?:SUPER|TITLE|TITLES|NOTE|LATER|SUBTITLE|CAPTION|CUT|ANGLE ON|CLOSE ON|INSERT|POV|MONTAGE|END|THE END|"
    r"INTERCUT|CONTINUED|.*\bTO|FADE.*|DISSOLVE.*|ACT .*|SCENE .*)"
)
_LEADING_BRACKET = Pattern(r"(?:\([^()]{1,200}\)|\[[^\[\]]{1,300}\])")
_TITLES = frozenset(
    "MR MRS MS DR ST PROF REV HON CAPT COL GEN LT SGT JR SR NO VOL ACT SCENE CURTAIN END FINIS EXIT EXEUNT".split()
)
_STEP = 4
"""Columns by which cues and speech are set in from action, at least: files with narrower steps are read as flat."""


def parse(text: str) -> list[Stretch]:
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = lines = split_lines(text)
        self.out: list[Stretch] = []
        self.base, self.indented = _layout(lines)
        self.scenes = any(line.body and len(line.body) <= 300 and plain_heading(line.body) for line in lines)
        self.names = _stage_names(lines)

    def run(self) -> list[Stretch]:
        at = 0
        while at < len(self.lines):
            at = self.element(at) if self.lines[at].body else at + 1
        return self.out

    def blank(self, at: int) -> bool:
        return not 0 <= at < len(self.lines) or not self.lines[at].body

    def add(self, kind: str, start: int, low: int, high: int, **fields: object) -> None:
        self.out.append(Stretch(kind, start, (low, max(low, high)), **fields))

    def element(self, at: int) -> int:
        line = self.lines[at]
        low, high = line.content
        body = line.body
        fresh = self.blank(at - 1)
        if is_act(body) and fresh:
            heading = None if self.scenes else plain_act(body)
            self.add("section" if self.scenes else "heading", line.start, low, high, heading=heading)
        elif (fresh or self.indented) and (found := plain_heading(body)):
            return self.heading(at, found)
        elif len(body) <= 60 and (fresh or self.indented) and self.blank(at + 1) and TRANSITION.fullmatch(body):
            self.add("transition", line.start, low, high, opens=bool(OPENING.match(body)))
        elif body in self.names and fresh:
            return self.stage_speech(at)
        elif match := self.inline_cue(line):
            return self.inline_speech(at, match)
        elif self.is_cue(at, fresh):
            return self.speech(at)
        elif self.resumes(at):
            return self.spoken(at)
        else:
            return self.action(at)
        return at + 1

    def heading(self, at: int, found: tuple) -> int:
        heading, start, end = found
        line = self.lines[at]
        low = line.content[0]
        stop = low + end
        while (
            not self.blank(at + 1)
            and len(self.lines[at + 1].body) <= 120
            and (field := FIELD.fullmatch(self.lines[at + 1].body))
        ):
            at += 1
            stop = self.lines[at].content[1]
            key, value = field.group("key").lower(), field.group("value").strip()
            heading = replace(
                heading, **({"time": value} if key == "time" else {"place": value} if key != "int/ext" else {})
            )
        self.add("heading", line.start, low + start, stop, heading=heading)
        return at + 1

    def is_cue(self, at: int, fresh: bool) -> bool:
        line = self.lines[at]
        if len(line.body) > 60:
            return False
        name, extensions = split_cue(line.body)
        if not is_upper(name) or name[-1] in ":!?" or TRANSITION.fullmatch(line.body) or name[0] in '(["“-':
            return False
        if self.indented:
            if line.indent < self.base + 2 * _STEP:
                return False
            after = self.lines[at + 1] if not self.blank(at + 1) else None
            return after is None or after.indent < line.indent or after.body[0] == "("
        return fresh and not self.blank(at + 1)

    def speech(self, at: int) -> int:
        line = self.lines[at]
        name, extensions = split_cue(line.body)
        low = line.content[0]
        self.add("cue", line.start, low, low + len(name), cue=make_cue(name, extensions))
        return self.spoken(at + 1)

    def spoken(self, at: int) -> int:
        """Lines of speech until a blank one; in an indented file also until the margin of action."""
        opened = False
        while not self.blank(at):
            line = self.lines[at]
            low, high = line.content
            if self.indented and (
                line.indent <= self.base and self.out[-1].kind == "dialogue" or plain_heading(line.body)
            ):
                break
            if opened:
                self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))
                opened = not line.body.endswith(")")
            elif line.body[0] == "(" and (
                line.body[-1] == ")" or (self.indented and not self.blank(at + 1) and ")" not in line.body)
            ):
                self.add("parenthetical", line.start, low, high)
                opened = line.body[-1] != ")"
            elif (
                self.out[-1].kind == "dialogue"
                and self.lines[at - 1].body
                and self.out[-1].content[1] == self.lines[at - 1].content[1]
            ):
                self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))
            else:
                self.add("dialogue", line.start, low, high)
            at += 1
        return at

    def resumes(self, at: int) -> bool:
        """A line at the margin of the speech before it, over a blank line, goes on with that speech."""
        line = self.lines[at]
        if not self.indented or not self.out or self.out[-1].kind != "dialogue" or line.indent < self.base + _STEP:
            return False
        before = at - 1
        while before >= 0 and not self.lines[before].body:
            before -= 1
        return before >= 0 and self.lines[before].indent == line.indent and not is_upper(line.body)

    def inline_cue(self, line: Line) -> re.Match[str] | None:
        """``NAME: speech``, and ``NAME. speech`` where the name comes again."""
        body = line.body
        if (
            ":" in body[:90]
            and len(body) < 5000
            and (match := _INLINE.fullmatch(body))
            and is_upper(match.group("name"))
            and not _NOT_NAMES.fullmatch(match.group("name"))
        ):
            return match
        if self.names and (match := _STAGE_INLINE.match(body)) and match.group("name") + "." in self.names:
            return match
        return None

    def inline_speech(self, at: int, match: re.Match[str]) -> int:
        line = self.lines[at]
        low = line.content[0]
        name = match.group("name").rstrip()
        extensions = split_cue(f"{name} {match.group('brackets')}")[1] if match.group("brackets") else ()
        self.add("cue", line.start, low, low + len(name), cue=make_cue(name, extensions))
        begin = low + match.start("speech")
        return self.paragraph(at, begin, begin)

    def stage_speech(self, at: int) -> int:
        """``NAME.`` alone; the speech is every paragraph up to the next cue, heading or direction."""
        line = self.lines[at]
        name, extensions = split_cue(line.body.rstrip("."))
        low = line.content[0]
        self.add("cue", line.start, low, low + len(name), cue=make_cue(name, extensions))
        at += 1
        while at < len(self.lines):
            if not self.lines[at].body:
                at += 1
                continue
            body = self.lines[at].body
            if (
                body in self.names
                or self.inline_cue(self.lines[at])
                or is_act(body)
                or plain_heading(body)
                or self.is_direction(at)
            ):
                break
            at = self.paragraph(at, self.lines[at].start, self.lines[at].content[0])
        return at

    def is_direction(self, at: int) -> bool:
        """A paragraph in square brackets, set in from the speech."""
        return self.lines[at].body[0] == "[" and self.lines[at].indent >= 2

    def paragraph(self, at: int, start: int, low: int) -> int:
        """A paragraph of speech; brackets at its start are a parenthetical."""
        last = at
        while (
            not self.blank(last + 1)
            and not self.inline_cue(self.lines[last + 1])
            and self.lines[last + 1].body not in self.names
        ):
            last += 1
        high = self.lines[last].content[1]
        while bracket := _LEADING_BRACKET.match(self.text, low, high):
            self.add("parenthetical", start, low, bracket.end())
            low = bracket.end()
            while low < high and self.text[low].isspace():
                low += 1
            start = low
        if low < high:
            self.add("dialogue", start, low, high)
        return last + 1

    def action(self, at: int) -> int:
        line, last = self.lines[at], at
        while not self.blank(last + 1):
            after = self.lines[last + 1]
            if self.inline_cue(after) or (
                self.indented and (self.is_cue(last + 1, False) or plain_heading(after.body))
            ):
                break
            last += 1
        self.add("action", line.start, line.content[0], self.lines[last].content[1])
        return last + 1


def plain_act(body: str) -> Heading:
    """An act as a scene's heading, in a play that has no scenes."""
    return Heading(text=body, number=None, interior=None, place=None, time=None, modifiers=())


def _layout(lines: Sequence[Line]) -> tuple[int, bool]:
    """The column of action and headings, and whether cues and speech are set in from it.

    The column is that of the headings, or else the smallest that a tenth of the lines have. Set in: lines in capitals
    stand to its right with a line of text further left right below.
    """
    solid = [line for line in lines if line.body]
    columns = Counter(line.indent for line in solid)
    slugs = Counter(line.indent for line in solid if len(line.body) <= 300 and plain_heading(line.body))
    if slugs:
        base = min(slugs, key=lambda column: (-slugs[column], column))
        base = min([base, *(column for column, count in columns.items() if count * 10 >= len(solid))])
    else:
        base = min((column for column, count in columns.items() if count * 10 >= len(solid)), default=0)
    cues = sum(
        line.indent >= base + 2 * _STEP
        and len(line.body) <= 60
        and is_upper(split_cue(line.body)[0])
        and base < after.indent + (not after.body) * (base + 1)
        for line, after in pairwise(lines)
        if line.body
    )
    return base, cues >= 2


def _stage_names(lines: Sequence[Line]) -> frozenset[str]:
    """Cues of a play, with their full stop: names in capitals that stand alone or open a line.

    Three names that come three times make a play. In one, a name that opens a line has to come three times; one that
    stands alone between blank lines may come once.
    """
    alone: Counter[str] = Counter()
    opening: Counter[str] = Counter()
    for line in lines:
        body = line.body
        if (
            body.endswith(".")
            and 2 < len(body) <= 50
            and is_upper(body)
            and not TRANSITION.fullmatch(body)
            and not is_act(body)
            and body[:-1] not in _TITLES
        ):
            alone[body] += 1
        elif (
            "." in body[:34]
            and (match := _STAGE_INLINE.match(body))
            and is_upper(match.group("name"))
            and match.group("name") not in _TITLES
            and not plain_heading(body)
        ):
            opening[match.group("name") + "."] += 1
    often = {name for name in [*alone, *opening] if alone[name] + opening[name] >= 3}
    if len(often) < 3:
        return frozenset()
    single = (
        {name for name in alone if name.count(".") == 1}
        if sum(alone[name] for name in often) > sum(opening[name] for name in often)
        else set()
    )
    return frozenset(often | single)


PLAIN = Format("plain", "plain/1", (licences, front_matter, furniture, end_marks), parse)
