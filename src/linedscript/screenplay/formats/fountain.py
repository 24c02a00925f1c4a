"""The grammar of Fountain (version 1.1), read as real files use it.

Beyond the standard: headings without INT or EXT that end in a time of day or follow a transition, headings that lack
the blank line before or after, transitions such as ``FADE OUT.``, emphasis around a whole heading, transition, cue or
parenthetical, indented files, Cyrillic headings, and cues in writing without letter case.
"""

import re
from typing import NamedTuple

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Cue, Heading
from linedscript.screenplay.cues import is_joint, is_upper, make_cue, split_cue
from linedscript.screenplay.formats.colon_cues import colon_cues, spoken_lines
from linedscript.screenplay.formats.fountain_cuts import boneyards, end_mark, front_page, notes, page_breaks
from linedscript.screenplay.formats.fountain_lines import (
    FORCING,
    OPENING,
    PROSE,
    TRANSITION_ENDS,
    FountainLines,
    unwrapped,
)
from linedscript.screenplay.formats.fountain_lines import TRANSITION as TRANSITION
from linedscript.screenplay.formats.plain_headings import omitted_heading, plain_heading
from linedscript.screenplay.formats.scene_labels import Label, fountain_labels
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.headings import LONGEST, TIME, find_slug, scene_heading
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lines import LazyLines, line_columns
from linedscript.screenplay.stretch import Format, Stretch

_CHINESE_SLUG = Pattern(r"[内外](?:景?[/／、]?[内外])?景[.。．,，:：\s]")
_LEADING = Pattern(r"(?P<inner>[(（][^()（）]{1,200}[)）])\s*")
_END = Pattern(r"[*_]*THE END\.?[*_]*", re.IGNORECASE)
_TURNS = frozenset(("section", "synopsis", "transition", "centered"))
"""What a heading, cue or transition may follow without a blank line."""


def parse(kept: Kept) -> list[Stretch]:
    return Parser(kept.text, _torn(kept)).run()


def _torn(kept: Kept) -> frozenset[int]:
    """Where in the kept text a page break was cut out."""
    breaks = [cut for cut in kept.cuts if cut.reason == "page_break"]
    if not breaks:
        return frozenset()
    after = {cut.end for cut in breaks}
    return frozenset(piece.start for piece in kept.pieces if piece.source in after)


class _CueLine(NamedTuple):
    cue: Cue
    start: int
    end: int
    """Of the name in the line's text."""
    dual: bool


class Parser(FountainLines):
    def __init__(self, text: str, torn: frozenset[int] = frozenset()) -> None:
        super().__init__(text, torn)
        self.out: list[Stretch] = []
        self.places: set[str] = set()
        self.speech: int | None = None
        """Where the speech that dual dialogue may pair with starts in ``out``; null once something else came."""
        self._cues: dict[str, _CueLine] = {}
        self._names: set[str] = set()
        """Lines that were read as cues, and are cues wherever one may stand."""
        colons = ":" in text or "：" in text
        self.colons = colon_cues(text) if colons else frozenset[int]()
        self.said = spoken_lines(text, self.colons) if colons else {}
        """By their starts the lines of ``NAME: speech``, where a text is written so."""
        self.labels = fountain_labels(self.bodies, self.is_slugline) if "SCENE" in text or "Scene" in text else {}
        self.named: str | None = None
        """The number that a label gives the next heading."""

    def run(self) -> list[Stretch]:
        bodies, count, at = self.bodies, self.count, 0
        while at < count:
            body = bodies[at]
            if not body:
                at += 1
            elif self.colons and self.starts[at] in self.colons:
                at = self.speak(at, body, 0)
            elif self.said and self.starts[at] in self.said:
                at = self.inline(at)
            elif self.labels and at in self.labels:
                at = self.label(at, body, self.labels[at])
            elif PROSE.match(body):
                at = self.action(at, 0)
            else:
                at = self.element(at, body)
        return self.out

    def add(self, kind: str, at: int, low: int, high: int, **fields: object) -> None:
        """Append an element that starts on line ``at``; its own text is ``[low, high)`` but for blanks at its ends."""
        text = self.text
        while low < high and text[low].isspace():
            low += 1
        while high > low and text[high - 1].isspace():
            high -= 1
        self.out.append(Stretch(kind, self.starts[at], (low, high), **fields))

    def fresh(self, at: int) -> bool:
        """Whether a heading, cue or transition may stand on this line, though the one above isn't blank."""
        return (bool(self.out) and self.out[-1].kind in _TURNS) or self.starts[at] in self.torn

    def element(self, at: int, body: str) -> int:
        """Read what starts at line ``at`` and isn't plain prose; gives the line after it."""
        fresh = not self.bodies[at - 1] or self.fresh(at)
        if fresh and self.bodies[at + 2] and is_joint(body, self.bodies[at + 1], self.bodies):
            return self.speak(at, body, 0, self.bodies[at + 1])
        if fresh and body in self._names and self.bodies[at + 1]:
            return self.speak(at, body, 0)
        if body[0] in FORCING and (after := self.forced(at, body, fresh)):
            return after
        plain, lead = unwrapped(body) if body[0] in "*_" and len(body) <= LONGEST else (body, 0)
        if self.is_heading(at, plain) if fresh else self.is_strict_heading(at, plain):
            self.heading(at, plain, lead)
        elif fresh and self.is_transition(at, plain):
            low = self.lows[at] + lead
            self.add("transition", at, low, low + len(plain), opens=bool(OPENING.match(plain)))
        elif fresh and self.is_cue(at, plain):
            if ("\t" in body or "    " in body) and (after := self.side_by_side(at)):
                return after
            if body[0] not in f"{FORCING}*_" and body[-1] not in TRANSITION_ENDS:
                self._names.add(body)
            return self.speak(at, plain, lead)
        else:
            return self.action(at, 0)
        self.speech = None
        return at + 1

    def forced(self, at: int, body: str, fresh: bool) -> int:
        """Read an element that a mark forces, and give the line after it; 0 where the mark has nothing to force."""
        mark, rest = body[0], body[1:]
        if mark == "@":
            return self.speak(at, rest.strip(), len(body) - len(rest.lstrip())) if rest and len(body) <= LONGEST else 0
        if mark == "!":
            return self.action(at, 1) if rest else 0
        low = self.lows[at]
        high = low + len(body)
        if mark == "~":
            self.add("lyric", at, low + 1, high)
        elif mark == ">":
            closed = rest.endswith("<")
            if not rest.strip("< \t"):
                return 0
            opens = not closed and bool(OPENING.match(rest.lstrip()))
            self.add("centered" if closed else "transition", at, low + 1, high - closed, opens=opens)
        elif mark == "#" and (title := body.lstrip("#")).strip():
            self.add("section", at, high - len(title), high)
        elif mark == "=" and rest.strip("= \t"):
            self.add("synopsis", at, low + 1, high)
        elif mark == "." and self.forces_heading(body, fresh):
            self.heading(at, rest, 1)
        else:
            return 0
        self.speech = None
        return at + 1

    def label(self, at: int, body: str, label: Label) -> int:
        """``SCENE ONE``: a heading, or what stands above one and gives its number; and acts beside such labels."""
        low = self.lows[at]
        if label.names:
            self.named = label.number or self.named
            self.add("section", at, low, low + len(body))
        else:
            found = plain_heading(body)
            heading = found[0] if found else replace(scene_heading(""), text=body, number=label.number)
            self.add("heading", at, low, low + len(body), heading=heading)
        self.speech = None
        return at + 1

    def is_slugline(self, body: str) -> bool:
        """Whether a line is a heading by INT or EXT, or forced."""
        if body[0] == ".":
            return self.forces_heading(body, True)
        slug = find_slug(body)
        return bool(slug and slug.group("rest")) and body[slug.end("word") : slug.end("word") + 1] in "./"

    def is_heading(self, at: int, body: str) -> bool:
        if len(body) > LONGEST or body[0] == ".":
            return False
        slug = find_slug(body)
        if slug and (slug.group("rest") or "." in body):
            return body[slug.end("word") : slug.end("word") + 1] != " " or is_upper(slug.group("word"))
        if body[0] in "内外" and _CHINESE_SLUG.match(body):
            return True
        if self.bodies[at + 1]:
            return False
        name = body.split(" #")[0].rstrip()
        if not is_upper(name) or name[-1] in '.:!?…-"”' or _END.fullmatch(name):
            return False
        if "OMIT" in name and (omitted := omitted_heading(name)):
            return omitted[0].number is not None or name != body or self.ends_below(at)
        place, dash, time = name.rpartition(" - ")
        if dash and place and TIME.fullmatch(time):
            return True
        after_transition = bool(self.out) and self.out[-1].kind == "transition" and len(name) <= 60
        return after_transition or name in self.places

    def ends_below(self, at: int) -> bool:
        """Whether no story comes between line ``at`` and the next heading."""
        below = next((body for body in self.bodies[at + 1 : self.count] if body), "")
        if not below or below[0] in "#>" or self.is_slugline(below) or TRANSITION.fullmatch(below):
            return True
        return "OMIT" in below and omitted_heading(below.split(" #")[0].rstrip()) is not None

    def heading(self, at: int, body: str, lead: int) -> None:
        omitted = omitted_heading(body) if "OMIT" in body else None
        heading: Heading = omitted[0] if omitted else scene_heading(body)
        if self.named:
            heading, self.named = replace(heading, number=heading.number or self.named), None
        low = self.lows[at] + lead
        low += max(0, body.find(heading.text))
        self.add("heading", at, low, low + len(heading.text), heading=heading)
        if heading.place:
            self.places.add(heading.place)

    def cue_line(self, body: str) -> _CueLine:
        """A line's text as a cue."""
        line = self._cues.get(body)
        if line is None:
            named = body[:-1] if body[-1] in ":：" else body.rstrip("^ \t")
            plain, marks = unwrapped(named or body)
            name, extensions = split_cue(plain)
            dual = body[-1] == "^" or (name[-1:] == "^" and len(name) > 1)
            name = name.rstrip("^ \t") or name
            line = self._cues[body] = _CueLine(make_cue(name, extensions), marks, marks + len(name.rstrip()), dual)
        return line

    def speak(self, at: int, body: str, lead: int, below: str = "") -> int:
        """A cue, whose text starts ``lead`` characters into its line, and its speech. ``below``: the next line, where
        the cue goes on there."""
        cue, start, end, dual = self._cues.get(body) or self.cue_line(body)
        out, bodies, lows, starts = self.out, self.bodies, self.lows, self.starts
        if dual and self.speech is not None and out[self.speech].dual is None:
            out[self.speech :] = [stretch._replace(dual="left") for stretch in out[self.speech :]]
        self.speech = len(out)
        side = "right" if dual else None
        low = lows[at] + lead
        high = low + end
        first = at
        if below:
            other = self.cue_line(below)
            cue = make_cue(f"{cue.name} {other.cue.name}", (*cue.extensions, *other.cue.extensions))
            at += 1
            high = lows[at] + other.end
        out.append(Stretch("cue", starts[first], (low + start, high), cue, None, side))
        at += 1
        if starts[at - 1] in self.colons:
            while at < self.count and not bodies[at]:
                at += 1
        return self.speech_from(at, side)

    def inline(self, at: int) -> int:
        """``NAME (voice): speech``, and the rest of its paragraph."""
        match, low = self.said[self.starts[at]], self.lows[at]
        name = match["name"].rstrip()
        extensions = split_cue(f"{name} {match['brackets'].strip()}")[1] if match["brackets"] else ()
        self.speech = len(self.out)
        self.out.append(Stretch("cue", self.starts[at], (low, low + len(name)), make_cue(name, extensions)))
        begin, high = low + match.start("speech"), low + len(self.bodies[at])
        if bracket := _LEADING.match(self.text, begin, high):
            self.out.append(Stretch("parenthetical", begin, (begin, bracket.end("inner"))))
            begin = bracket.end()
        if begin < high:
            self.out.append(Stretch("dialogue", begin, (begin, high)))
        return self.speech_from(at + 1, None)

    def speech_from(self, at: int, side: str | None) -> int:
        """What is said from line ``at`` on, and the line behind it."""
        out, bodies, lows, starts = self.out, self.bodies, self.lows, self.starts
        colons, said, count = self.colons, self.said, self.count
        while at < count:
            body, low = bodies[at], lows[at]
            if not body:
                if (after := self.carried(at)) == at:
                    break
                at = after
                continue
            high = low + len(body)
            if colons and starts[at] in colons or said and starts[at] in said:
                break
            if not PROSE.match(body):
                mark = body[0]
                if mark in "(（*_" and (taken := self.bracket(at)):
                    low += len(body) - len(body.lstrip("*_"))
                    last = at + taken - 1
                    high = lows[last] + len(bodies[last].rstrip("*_"))
                    out.append(Stretch("parenthetical", starts[at], (low, high), dual=side))
                    at += taken
                    continue
                if mark == "~":
                    self.add("lyric", at, low + 1, high, dual=side)
                    at += 1
                    continue
                if self.breaks(at, body):
                    break
            if out[-1].kind == "dialogue":
                out[-1] = out[-1]._replace(content=(out[-1].content[0], high))
            else:
                out.append(Stretch("dialogue", starts[at], (low, high), dual=side))
            at += 1
        return at

    def side_by_side(self, at: int) -> int:
        """Read two speeches whose cues share line ``at``, and give the line after them; 0 where it has one cue."""
        from linedscript.screenplay.formats.plain_dual import side_by_side
        from linedscript.screenplay.formats.plain_layout import Row

        stop = at
        while self.bodies[stop]:
            stop += 1
        lines = LazyLines(line_columns(self.text))
        rows = [Row(lines[number], number == at, number > at, None) for number in range(at, stop)]
        if not (found := side_by_side(rows, 0)):
            return 0
        self.out += found[0]
        self.speech = None
        return at + found[1]

    def action(self, at: int, forced: int) -> int:
        """A paragraph: until a blank line or a line that opens something else."""
        bodies, last = self.bodies, at
        while (body := bodies[last + 1]) and (PROSE.match(body) or not self.interrupts(last + 1, body, forced)):
            if (self.colons or self.said) and (
                self.starts[last + 1] in self.colons or self.starts[last + 1] in self.said
            ):
                break
            last += 1
        low, high = self.lows[at], self.lows[last] + len(bodies[last])
        if forced:
            self.add("action", at, low + forced, high)
        else:
            self.out.append(Stretch("action", self.starts[at], (low, high)))
        self.speech = None
        return last + 1

    def interrupts(self, at: int, body: str, forced: int) -> bool:
        """Whether a line in mid-paragraph opens something else."""
        if body[0] in FORCING and self.is_forced(body):
            return True
        if self.starts[at] in self.torn and (self.is_heading(at, body) or self.is_cue(at, body)):
            return True
        return not self.bodies[at + 1] and not forced and self.is_strict_heading(at, body)


FOUNTAIN = Format("fountain", "fountain/2", (boneyards, notes, front_page, page_breaks, furniture, end_mark), parse)
