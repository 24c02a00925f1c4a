"""The grammar of Markdown scripts: headings of any level, bold cues, italic or bracketed parentheticals.

What Markdown marks is told here. The lines between are written out, with a map back, and read by the grammar of
Fountain or of Chinese scripts.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from linedscript.records.scene import Heading
from linedscript.screenplay.cues import has_case, is_upper, make_cue
from linedscript.screenplay.formats.chinese_headings import find_bare_heading, find_heading
from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_lines import OPENING, TRANSITION, TRANSITION_ENDS
from linedscript.screenplay.formats.markdown_cuts import cast_lists, comments, front_matter, rules
from linedscript.screenplay.formats.markdown_marks import (
    BREAK,
    CALLOUT,
    FIELDS,
    ITEM,
    LONGEST,
    NUMBERED,
    OUTLINE,
    PARENTHETICAL,
    QUESTION,
    QUOTE,
    SYNOPSIS,
    TABLE,
    Spoken,
    bold_cue,
    bold_label,
    fences,
    is_heading,
    item_cue,
    item_names,
    named,
    often_named,
    title_of,
    unmarked,
    writes_chinese,
)
from linedscript.screenplay.formats.plain_headings import plain_heading
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format, Stretch

_LEAST_CUES = 3
"""Cues from which a script without a scene heading has its sections for scenes: fewer may be an example in a text."""


def parse(text: str) -> list[Stretch]:
    return _with_scenes(_Writer(text).run(), text)


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = split_lines(text)
        self.chinese = writes_chinese(text)
        self.names = often_named(self.lines)
        self.listed = item_names(self.lines)
        self.bold = Counter(
            line.body[slice(*spoken.name)]
            for line in self.lines
            if 0 < len(line.body) <= LONGEST and (spoken := bold_cue(line.body))
        )
        self.fences = fences(text, self.lines)
        self.scenes = any(0 < len(line.body) <= LONGEST and is_heading(line.body.strip("#*_ ")) for line in self.lines)
        self.parts: list[str] = []
        self.length = 0
        self.map: list[tuple[int, int, int]] = []
        """Start in what is written, start in the text, length."""
        self.told: dict[int, Stretch] = {}
        """The element that starts at a place of what is written, in places of the text."""
        self.last: int | None = None
        """Where the last told element is written; null once a line was left to the other grammar."""
        self.speaking = False
        """Whether a cue is open, with no blank line behind its speech."""
        self.waiting = False
        """Whether the speech of a cue that stands alone is still to come."""
        self.synopsis = False

    def run(self) -> list[Stretch]:
        at = 0
        while at < len(self.lines):
            if at in self.fences:
                at = self.fence(at)
                continue
            line = self.lines[at]
            if line.body:
                self.line(at, line)
            elif not self.waiting:
                self.speaking = False
                self.write("\n")
            at += 1
        return self.read()

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def copy(self, low: int, high: int) -> None:
        """Leave a part of the text to the other grammar."""
        if high > low:
            self.map.append((self.length, low, high - low))
            self.write(self.text[low:high])
        self.write("\n")
        self.last = None

    def tell(self, kind: str, low: int, high: int, **fields: object) -> None:
        """Say what a part of the text is: written as an action of one letter, which stands for it."""
        self.write("\n")
        self.last = self.length
        self.told[self.length] = Stretch(kind, low, (low, high), **fields)
        self.write("△x\n\n" if self.chinese else "!x\n\n")

    def fence(self, at: int) -> int:
        """A code fence: Fountain, or an example, which is action."""
        stop, script = self.fences[at]
        self.speaking = self.waiting = self.synopsis = False
        self.write("\n")
        for line in self.lines[at + 1 : stop]:
            if script or not line.body:
                self.copy(line.start, line.end)
            else:
                self.tell("action", *line.content)
        self.write("\n")
        return stop + 1

    def line(self, at: int, line: Line) -> None:
        low, high = line.content
        if len(line.body) > LONGEST:
            return self.tell("dialogue", low, high) if self.waiting or self.speaking else self.copy(low, high)
        if title := title_of(line.body):
            return self.title(low + title.start("text"), low + title.end("text"))
        quoted = QUOTE.match(line.body) if line.body[0] == ">" else None
        low += quoted.end() if quoted else 0
        if ending := BREAK.search(self.text, low, high):
            high = ending.start()
        callout = CALLOUT.match(self.text, low, high) if quoted else None
        low = callout.end() if callout else low
        body = self.text[low:high].strip()
        if not body:
            return None
        low = self.text.index(body[0], low)
        high = low + len(body)
        inner = tuple(low + place for place in unmarked(body))
        bare = self.text[slice(*inner)]
        if callout and callout["kind"].lower() in ("character", "cue", "speaker"):
            return self.cue(low, Spoken((0, len(body)), (), len(body)), body)
        if (not self.speaking or inner != (low, high)) and is_heading(bare):
            return self.title(*inner)
        if self.field(body, high):
            return None
        if self.listed and (item := item_cue(body)):
            low += item[0]
            return self.cue(low, item[1], body[item[0] :])
        spoken = bold_cue(body) or (None if ITEM.match(body) else named(body, self.names))
        if spoken and self.is_cue(at, spoken, body):
            return self.cue(low, spoken, body)
        if (self.waiting or self.speaking) and not (self.waiting and TRANSITION.fullmatch(bare)):
            return self.speech(low, high, inner)
        self.waiting = self.speaking = False
        if self.synopsis:
            return self.tell("synopsis", low, high)
        if QUESTION.match(body) or ITEM.match(body) and is_upper(body):
            return self.tell("action", low, high)
        if quoted and _is_transition(bare):
            return self.tell("transition", *inner)
        return self.copy(low, high)

    def title(self, low: int, high: int) -> None:
        """A heading of any level: a scene's, or that of a section."""
        inner = unmarked(self.text[low:high])
        low, high = low + inner[0], low + inner[1]
        text = self.text[low:high]
        self.speaking = self.waiting = self.synopsis = False
        found = _heading(text)
        if not found:
            self.synopsis = bool(SYNOPSIS.fullmatch(text))
            return self.tell("section", low, high)
        heading, start, stop = found
        self.tell("heading", low + start, low + stop, heading=heading)
        rest = text[stop:].strip()
        if any(map(str.isalpha, rest)):
            begin = self.text.index(rest, low + stop)
            self.copy(begin, begin + len(rest))
        return None

    def field(self, body: str, high: int) -> bool:
        """``**Location:** kitchen`` under a heading is part of it."""
        heading = self.told[self.last].heading if self.last is not None else None
        label = bold_label(body) if heading else None
        if not label or label[0] not in FIELDS or not label[1]:
            return False
        name = FIELDS[label[0]]
        if getattr(heading, name) is None:
            heading = replace(heading, **{name: label[1].strip("*_ ")})
        before = self.told[self.last]
        self.told[self.last] = before._replace(content=(before.content[0], high), heading=heading)
        return True

    def is_cue(self, at: int, spoken: Spoken, body: str) -> bool:
        """Whether what stands in bold or before a colon is a name: in capitals, or come again, or among scenes."""
        name = body[slice(*spoken.name)]
        after = next((line.body for line in self.lines[at + 1 : at + 4] if line.body), "")
        if spoken.speech == len(body) and (not after or after[0] == "#" or ITEM.match(after) or TABLE.fullmatch(after)):
            return False
        if spoken.speech == len(body) and PARENTHETICAL.fullmatch(after):
            return True
        if is_upper(name) or name in self.names or spoken.extensions or self.bold[name] > 1:
            return True
        if spoken.speech < len(body) and (self.scenes or not has_case(name)):
            return True
        return sum(count for count in self.bold.values() if count > 1) >= 3 and len(name.split()) <= 3

    def cue(self, low: int, spoken: Spoken, body: str) -> None:
        name = tuple(low + place for place in spoken.name)
        self.synopsis = False
        self.tell("cue", *name, cue=make_cue(self.text[slice(*name)], spoken.extensions))
        self.speaking = True
        self.waiting = spoken.speech >= len(body)
        if not self.waiting:
            begin, high = low + spoken.speech, low + len(body)
            inner = tuple(begin + place for place in unmarked(self.text[begin:high]))
            self.speech(begin, high, inner)

    def speech(self, low: int, high: int, inner: tuple[int, int]) -> None:
        """A line of a speech: a parenthetical where it is all in italics or brackets, or what leads it is.

        Speech is still to come behind a parenthetical under the cue, over blank lines too.
        """
        text = self.text
        due, self.waiting = self.waiting, False
        bracketed = text[inner[0]] in "(（" and text[inner[1] - 1] in ")）"
        emphasized = inner[0] == low + 1 and inner[1] - inner[0] <= 60
        if bracketed or emphasized:
            self.waiting = due and (bracketed or text[inner[0]].islower())
            return self.tell("parenthetical", *inner)
        low = self.leading(low, high)
        before = self.told[self.last] if self.last is not None else None
        if before and before.kind == "dialogue":
            self.told[self.last] = before._replace(content=(before.content[0], high))
            return None
        return self.tell("dialogue", low, high)

    def leading(self, low: int, high: int) -> int:
        """Tell the bracket that leads a speech; gives where the rest begins."""
        text, at = self.text, low
        while at < high and text[at] in "*_":
            at += 1
        ends = [found for mark in ")）" if (found := text.find(mark, at, high)) >= 0]
        if at == high or text[at] not in "(（" or not ends or min(ends) - at > 200:
            return low
        end = rest = min(ends) + 1
        while rest < high and (text[rest] in "*_" and rest < end + at - low or text[rest].isspace()):
            rest += 1
        if rest == high:
            return low
        self.tell("parenthetical", at, end)
        return rest

    def read(self) -> list[Stretch]:
        """What was told, and what the other grammar makes of the rest."""
        written = "".join(self.parts)
        if not written.strip():
            return []
        if self.chinese:
            from linedscript.screenplay.formats.chinese import CHINESE as grammar
        else:
            grammar = FOUNTAIN
        out: list[Stretch] = []
        for stretch in grammar.stretches(Kept(written)):
            told = self.told.get(stretch.start)
            if told:
                low, high = told.content
                stretch = told
            else:
                low, high = self.back(*stretch.content)
            start = self.line_start(low, out)
            out.append(stretch._replace(start=start, content=(max(low, start), max(low, start, high))))
        return out

    def back(self, low: int, high: int) -> tuple[int, int]:
        """Where ``[low, high)`` of what is written stands in the text."""
        number = max(0, bisect_right(self.map, low, key=lambda piece: piece[0]) - 1)
        start, source, length = self.map[number]
        if low >= start + length and number + 1 < len(self.map):
            start, source, length = self.map[number + 1]
        begin = source + min(max(0, low - start), length)
        start, source, length = self.map[max(0, bisect_right(self.map, high - 1, key=lambda piece: piece[0]) - 1)]
        return begin, max(begin, source + min(max(0, high - start), length))

    def line_start(self, at: int, out: Sequence[Stretch]) -> int:
        """The start of the line, marks included, unless the element before stands on it too."""
        number = bisect_right(self.lines, at, key=lambda line: line.start) - 1
        start = self.lines[number].start
        if not out:
            return start
        least = max(out[-1].content[1], out[-1].start + 1)
        return start if start >= least else max(least, at)


def _with_scenes(stretches: list[Stretch], text: str) -> list[Stretch]:
    """Sections as scenes, in a script that has no scene heading."""
    names = [stretch.cue.name for stretch in stretches if stretch.cue]
    if len(names) < _LEAST_CUES or len(set(names)) < 2 or any(stretch.kind == "heading" for stretch in stretches):
        return stretches
    return [
        stretch._replace(kind="heading", heading=_section(text[slice(*stretch.content)]))
        if stretch.kind == "section" and after and after.kind not in ("section", "synopsis")
        else stretch
        for stretch, after in pairwise([*stretches, None])
    ]


def _is_transition(text: str) -> bool:
    """Whether a quoted line is a transition, which Fountain marks so: a name is who speaks in the quotation."""
    if len(text) > 40 or not is_upper(text):
        return False
    return bool(TRANSITION.fullmatch(text) or OPENING.match(text)) or text[-1] in TRANSITION_ENDS


def _heading(text: str) -> tuple[Heading, int, int] | None:
    """The scene heading that a Markdown heading is; an outline's number before the scene's own is none of it."""
    if len(text) > 300 or not text:
        return None
    if (number := OUTLINE.match(text)) and (rest := find_heading(text[number.end() :])) and rest.heading.number:
        return rest.heading, number.end(), number.end() + rest.end
    if (marked := NUMBERED.fullmatch(text)) and (found := plain_heading(marked["inner"])):
        low = marked.start("inner")
        return replace(found[0], number=found[0].number or marked["number"]), low + found[1], low + found[2]
    if found := plain_heading(text):
        return found
    if chinese := find_heading(text) or find_bare_heading(text):
        return chinese.heading, 0, chinese.end
    return None


def _section(text: str) -> Heading:
    return Heading(text=text, number=None, interior=None, place=None, subplace=None, time=None, modifiers=())


MARKDOWN = Format("markdown", "markdown/1", (comments, front_matter, cast_lists, rules), lambda kept: parse(kept.text))
