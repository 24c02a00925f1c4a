"""The grammar of plain-text screenplays: by columns where a file has them, by blank lines and capitals elsewhere.

Stage plays are told apart here and read by a grammar of their own.
"""

import re

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import is_upper, make_cue, split_cue
from linedscript.screenplay.formats.cast import Cast, cast_of
from linedscript.screenplay.formats.fountain_lines import OPENING
from linedscript.screenplay.formats.plain_cuts import end_marks, front_matter, licences
from linedscript.screenplay.formats.plain_dual import side_by_side
from linedscript.screenplay.formats.plain_headings import FIELD, field_of, is_act
from linedscript.screenplay.formats.plain_layout import Layout, Row, ends_sentence, layout
from linedscript.screenplay.formats.plain_names import is_aside
from linedscript.screenplay.formats.plain_rows import PlainRows
from linedscript.screenplay.formats.plain_web import site_comments
from linedscript.screenplay.formats.play import parse_play, play_cues
from linedscript.screenplay.formats.scene_labels import Label, plain_labels
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.headings import TIME, scene_heading
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.revisions import revisions
from linedscript.screenplay.stretch import Format, Stretch

_LEADING_BRACKET = Pattern(r"[(（\[][^()（）\[\]]{1,200}[)）\]]")
_SENTENCE_IN_BRACKETS = Pattern(r"[(（][A-ZА-ЯЁ].*[.!。！][)）]", re.DOTALL)


def parse(kept: Kept, known: frozenset[str] = frozenset()) -> list[Stretch]:
    """``known``: names that are cues before a colon, whatever their letters, as the container shows."""
    lines = split_lines(kept.text)
    made = layout(lines)
    cast = cast_of(kept)
    cues = play_cues(made.rows, cast)
    return parse_play(kept.text, made.rows, cues) if cues else _Parser(kept.text, made, known, cast).run()


class _Parser(PlainRows):
    def __init__(self, text: str, made: Layout, known: frozenset[str], cast: Cast) -> None:
        super().__init__(text, made, known, cast)
        self.out: list[Stretch] = []
        self.labels = plain_labels(text)
        self.named: str | None = None
        """The number that a label gives the next slugline."""
        self.scenes = bool(self.labels) or any(row.heading for row in made.rows)

    def run(self) -> list[Stretch]:
        at = 0
        while at < len(self.rows):
            at = self.element(at)
        return self.out

    def add(self, kind: str, start: int, low: int, high: int, **fields: object) -> None:
        self.out.append(Stretch(kind, start, (low, max(low, high)), **fields))

    def extend(self, high: int) -> None:
        self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))

    def last(self) -> str | None:
        return self.out[-1].kind if self.out else None

    def element(self, at: int) -> int:
        row = self.rows[at]
        line = row.line
        low, high = line.content
        body = line.body
        if row.fresh and not body[0].islower() and is_act(body):
            self.add("section" if self.scenes else "heading", line.start, low, high, heading=self.act(body))
        elif label := self.labels.get(line.start):
            self.label(line, label)
        elif row.heading and self.opens_scene(row):
            return self.heading(at, row.heading)
        elif self.is_transition(at):
            self.add("transition", line.start, low, high, opens=bool(OPENING.match(body)))
        elif ("    " in body or "\t" in body) and (found := side_by_side(self.rows, at)):
            self.out += found[0]
            return found[1]
        elif line.start in self.colons:
            return self.speech(at, split_cue(body[:-1].rstrip())[0])
        elif match := self.inline_cue(body):
            return self.inline_speech(at, match)
        elif self.joint(at):
            return self.speech_of_several(at)
        elif name := self.cue(at):
            return self.speech(at, name)
        elif self.resumes(at):
            return self.spoken(at)
        else:
            return self.action(at)
        return at + 1

    def act(self, body: str) -> Heading | None:
        if self.scenes:
            return None
        return Heading(text=body, number=None, interior=None, place=None, subplace=None, time=None, modifiers=())

    def label(self, line: Line, label: Label) -> None:
        """``SCENE A``: a heading, or what stands above one and gives its number."""
        if label.names:
            self.named = label.number
            self.add("section", line.start, *line.content)
        else:
            heading = replace(scene_heading(""), text=line.body, number=label.number)
            self.add("heading", line.start, *line.content, heading=heading)

    def opens_scene(self, row: Row) -> bool:
        return row.fresh or self.made.cue is not None or self.last() in ("transition", "section", "heading")

    def heading(self, at: int, found: tuple[Heading, int, int]) -> int:
        """A heading with the fields below it, or the rest of it where it was too long for its line."""
        heading, start, end = found
        if self.named:
            heading, self.named = replace(heading, number=heading.number or self.named), None
        low = self.rows[at].line.content[0]
        stop = low + end
        first = self.rows[at].line
        while self.goes_on(at + 1) and len(self.rows[at + 1].line.body) <= 120:
            body = self.rows[at + 1].line.body
            if field := FIELD.fullmatch(body):
                key, value = field.group("key").lower(), field.group("value").strip()
                heading = replace(heading, **field_of(key, value))
            elif self.wraps(heading, at + 1):
                whole = scene_heading(f"{heading.text} {body}", heading.number)
                heading = replace(whole, number=heading.number)
            else:
                break
            at += 1
            stop = self.rows[at].line.content[1]
        self.add("heading", first.start, low + start, stop, heading=heading)
        return at + 1

    def wraps(self, heading: Heading, at: int) -> bool:
        """Whether a heading in capitals goes on in row ``at``: it ended in a dash, or the time of day is missing."""
        row = self.rows[at]
        body = row.line.body
        if row.fresh or row.heading or heading.interior is None or not is_upper(heading.text):
            return False
        if heading.text[-1] in "-–—,/":
            return is_upper(body) and len(body) <= 60
        return heading.time is None and TIME.fullmatch(body.strip(" -–—")) is not None

    def speech(self, at: int, name: str) -> int:
        line = self.rows[at].line
        low = line.content[0]
        extensions = split_cue(line.body.rstrip(":： "))[1]
        self.add("cue", line.start, low, low + len(name), cue=make_cue(name, extensions))
        return self.spoken(at + 1) if self.goes_on(at + 1) or line.start in self.colons else at + 1

    def speech_of_several(self, at: int) -> int:
        first, second = self.rows[at].line, self.rows[at + 1].line
        (one, voices), (other, more) = split_cue(first.body), split_cue(second.body)
        cue = make_cue(f"{one} {other}", (*voices, *more))
        self.add("cue", first.start, first.content[0], second.content[0] + len(other), cue=cue)
        return self.spoken(at + 2)

    def spoken(self, at: int) -> int:
        """Rows of speech and parentheticals; columns tell where it ends, or else the paragraph's end."""
        opened, first = False, True
        while at < len(self.rows) and (first or self.goes_on(at)):
            row = self.rows[at]
            line = row.line
            low, high = line.content
            if not first or self.last() == "cue":
                if row.heading and self.opens_scene(row) or self.is_transition(at) or self.leaves_speech(at):
                    break
            first = False
            if opened:
                self.extend(high)
                opened = line.body[-1] not in ")）"
            elif line.body[0] in "(（" and (line.body[-1] in ")）" or self.closes(at)):
                self.add("parenthetical", line.start, low, high)
                opened = line.body[-1] not in ")）"
            elif self.last() == "dialogue" and self.adjacent(at) and not (self.made.marked and row.fresh):
                self.extend(high)
            else:
                self.add("dialogue", line.start, low, high)
            at += 1
        return at

    def adjacent(self, at: int) -> bool:
        return self.out[-1].content[1] == self.rows[at - 1].line.content[1]

    def leaves_speech(self, at: int) -> bool:
        """Whether row ``at`` is no speech any more, below a cue or a speech."""
        row = self.rows[at]
        line = row.line
        made = self.made
        if line.start in self.colons:
            return True
        if made.cue is None:
            if (self.inline or self.dashed or self.colons) and self.inline_cue(line.body):
                return True
            if self.last() == "dialogue" and is_aside(line.body):
                return True
            after = self.rows[at + 1] if self.goes_on(at + 1) else None
            if self.last() == "dialogue" and after and not after.heading and self.opens_inside(row, after):
                return True
            if made.marked or self.last() != "dialogue":
                return False
            before = self.rows[at - 1].line.body
            if line.body[0] in "(（" and line.body[-1] in ")）":
                return False
            return ends_sentence(before) or made.width is None and not line.body[0].islower()
        speech = made.speech if made.speech is not None else made.base + 4
        if line.indent >= made.cue and self.cue(at) is not None:
            return True
        if speech <= made.base + 1:
            return not made.marked and self.last() == "dialogue" and ends_sentence(self.rows[at - 1].line.body)
        if line.indent >= speech or line.indent - made.base > speech - line.indent:
            return False
        before = self.rows[at - 1].line.body
        spilled = line.body[0].islower() and not ends_sentence(before) and self.last() == "dialogue"
        return not (spilled and not row.fresh and line.indent < made.base)

    def resumes(self, at: int) -> bool:
        """A row at the margin of speech, over a blank line, goes on with the speech before it."""
        line = self.rows[at].line
        made = self.made
        if made.cue is None or self.last() not in ("dialogue", "parenthetical", "cue"):
            return False
        speech = made.speech
        if speech is None or speech <= made.base + 1:
            return False
        if line.body[0] in "(（" and line.body[-1] in ")）" and speech <= line.indent:
            return True
        return abs(line.indent - speech) <= 1 and (not is_upper(line.body) or self.last() != "dialogue")

    def inline_speech(self, at: int, match: re.Match[str]) -> int:
        """``NAME (voice): speech``, and the paragraph that it opens."""
        line = self.rows[at].line
        low = line.content[0]
        name = match.group("name").rstrip()
        extensions = split_cue(f"{name} {match.group('brackets')}")[1] if match.group("brackets") else ()
        self.add("cue", line.start, low, low + len(name), cue=make_cue(name, extensions))
        begin = low + match.start("speech")
        high = line.content[1]
        while bracket := _LEADING_BRACKET.match(self.text, begin, high):
            self.add("parenthetical", begin, begin, bracket.end())
            begin = bracket.end()
            while begin < high and self.text[begin].isspace():
                begin += 1
        if begin < high:
            self.add("dialogue", begin, begin, high)
        while self.goes_on(at + 1) and self.continues_inline(at + 1):
            at += 1
            line = self.rows[at].line
            low, high = line.content
            if line.body[0] in "(（" and line.body[-1] in ")）":
                self.add("parenthetical", line.start, low, high)
            elif self.last() == "dialogue":
                self.extend(high)
            else:
                self.add("dialogue", line.start, low, high)
        return at + 1

    def continues_inline(self, at: int) -> bool:
        row = self.rows[at]
        body = row.line.body
        if row.line.start in self.colons or self.inline_cue(body) or row.heading or self.is_transition(at):
            return False
        if is_aside(body):
            return False
        if body[0] in "(（" and body[-1] in ")）":
            return not self.made.marked or not _SENTENCE_IN_BRACKETS.fullmatch(body)
        return self.made.marked or not ends_sentence(self.rows[at - 1].line.body) and self.made.width is not None

    def action(self, at: int) -> int:
        line, last = self.rows[at].line, at
        while self.goes_on(last + 1):
            after = self.rows[last + 1]
            if self.inline_cue(after.line.body) or after.line.start in self.colons:
                break
            indented = self.made.cue is not None
            free = indented or after.fresh or self.made.marked and bool(self.often)
            if free and (after.heading or self.cue(last + 1) or self.is_transition(last + 1)):
                break
            if not self.made.marked and self.paragraph_ends(last):
                break
            last += 1
        self.add("action", line.start, line.content[0], self.rows[last].line.content[1])
        return last + 1


PLAIN = Format("plain", "plain/2", (licences, revisions, site_comments, front_matter, furniture, end_marks), parse)
