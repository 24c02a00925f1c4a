"""The grammar of Fountain (version 1.1), read as real files use it.

Beyond the standard: headings without INT or EXT that end in a time of day or follow a transition, transitions such as
``FADE OUT.``, indented files, Cyrillic headings, and cues in writing without letter case.
"""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import has_case, is_upper, make_cue, split_cue
from linedscript.screenplay.formats.fountain_cuts import boneyards, notes, page_breaks, title_page
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.headings import LONGEST, TIME, find_slug, scene_heading
from linedscript.screenplay.lines import Line, split_lines
from linedscript.screenplay.stretch import Format, Stretch

TRANSITION = Pattern(
    r"(?:[^a-z]*\bTO:|FADE (?:IN|OUT|UP|TO BLACK)\s*[:.]|(?:SMASH |HARD |JUMP |MATCH )?CUT TO BLACK\s*[:.]|"
    r"DISSOLVE\s*[:.]|CUT TO\.|BLACKOUT\.|IRIS (?:IN|OUT)[:.]|"
    r"(?:淡入|淡出|切至|切入|叠化|フェードイン|フェードアウト)\s*[:：.。])"
)
OPENING = Pattern(r"FADE (?:IN|UP)|IRIS IN|淡入|フェードイン", re.IGNORECASE)
_CHINESE_SLUG = Pattern(r"[内外](?:景?[/／、]?[内外])?景[.。．,，:：\s]")
_END = Pattern(r"[*_]*THE END\.?[*_]*", re.IGNORECASE)
_PARENTHETICAL = Pattern(r"[*_]*[(（].*[)）][*_]*")
_SENTENCE = Pattern(r"[。！？，；：…—,;!?:.]")
_MARKS = "#=>~"


def parse(text: str) -> list[Stretch]:
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = split_lines(text)
        self.out: list[Stretch] = []
        self.places: set[str] = set()
        self.caseless = _caseless_names(self.lines)
        self.speech: int | None = None
        """Where the speech that dual dialogue may pair with starts in ``out``; null once something else came."""

    def run(self) -> list[Stretch]:
        at = 0
        while at < len(self.lines):
            at = self.element(at) if self.lines[at].body else at + 1
        return self.out

    def blank(self, at: int) -> bool:
        return not 0 <= at < len(self.lines) or not self.lines[at].body

    def add(self, kind: str, line: Line, skip: int = 0, end: int | None = None, **fields: object) -> None:
        """Append an element whose own text starts ``skip`` characters into the line's body and ends at ``end``."""
        start, stop = line.content
        stop = stop if end is None else end
        start = min(start + skip, stop)
        while start < stop and self.text[start].isspace():
            start += 1
        while stop > start and self.text[stop - 1].isspace():
            stop -= 1
        self.out.append(Stretch(kind, line.start, (start, stop), **fields))

    def element(self, at: int) -> int:
        """Read what starts at line ``at``; gives the line after it."""
        line = self.lines[at]
        body = line.body
        fresh = self.blank(at - 1) or (
            bool(self.out) and self.out[-1].kind in ("section", "synopsis", "transition", "centered")
        )
        if body[0] == "@" and 1 < len(body) <= LONGEST:
            return self.speak(at, 1)
        if body[0] == "!" and len(body) > 1:
            return self.action(at, 1)
        if body[0] == "~":
            self.add("lyric", line, 1)
        elif body[0] == ">":
            closed = body.endswith("<") and len(body) > 1
            self.add("centered" if closed else "transition", line, 1, line.content[1] - closed)
        elif body[0] == "#" and body.strip("#").strip():
            self.add("section", line, len(body) - len(body.lstrip("#")))
        elif body[0] == "=":
            self.add("synopsis", line, 1)
        elif (body[0] == "." and body[1:2].isalnum() and len(body) <= LONGEST) or (fresh and self.is_heading(at)):
            self.heading(line)
        elif fresh and self.blank(at + 1) and len(body) <= LONGEST and TRANSITION.fullmatch(body):
            self.add("transition", line, opens=bool(OPENING.match(body)))
        elif self.is_cue(at, fresh):
            return self.speak(at, 0)
        else:
            return self.action(at, 0)
        self.speech = None
        return at + 1

    def is_heading(self, at: int) -> bool:
        body = self.lines[at].body
        if len(body) > LONGEST:
            return False
        slug = find_slug(body)
        if slug and (slug.group("rest") or "." in body):
            return body[slug.end("word") : slug.end("word") + 1] != " " or is_upper(slug.group("word"))
        if _CHINESE_SLUG.match(body):
            return True
        name = body.split(" #")[0].rstrip()
        if not is_upper(name) or not self.blank(at + 1) or name[-1] in '.:!?…-"”' or _END.fullmatch(name):
            return False
        place, dash, time = name.rpartition(" - ")
        if dash and place and TIME.fullmatch(time):
            return True
        after_transition = bool(self.out) and self.out[-1].kind == "transition" and len(name) <= 60
        return after_transition or name in self.places

    def heading(self, line: Line) -> None:
        forced = line.body[0] == "."
        heading: Heading = scene_heading(line.body[forced:])
        start = line.content[0] + forced
        self.add(
            "heading",
            line,
            int(forced),
            start + len(self.text[start : line.content[1]].split(heading.text)[0]) + len(heading.text),
            heading=heading,
        )
        if heading.place:
            self.places.add(heading.place)

    def is_cue(self, at: int, fresh: bool) -> bool:
        body = self.lines[at].body
        if len(body) > LONGEST or not fresh or self.blank(at + 1) or TRANSITION.fullmatch(body):
            return False
        name, _ = split_cue(body.rstrip("^ \t"))
        if not any(char.isalpha() for char in name) or name[-1:] in ":：":
            return False
        return is_upper(name) if has_case(name) else name in self.caseless

    def speak(self, at: int, forced: int) -> int:
        """A cue and its speech."""
        line = self.lines[at]
        dual = line.body.endswith("^")
        name, extensions = split_cue(line.body[forced:].rstrip("^ \t").strip())
        begin = line.content[0] + forced
        begin += len(self.text[begin : line.content[1]]) - len(self.text[begin : line.content[1]].lstrip())
        if dual and self.speech is not None and self.out[self.speech].dual is None:
            self.out[self.speech :] = [stretch._replace(dual="left") for stretch in self.out[self.speech :]]
        self.speech = len(self.out)
        side = "right" if dual else None
        self.add("cue", line, forced, begin + len(name), cue=make_cue(name, extensions), dual=side)
        at += 1
        while at < len(self.lines):
            line = self.lines[at]
            if not line.body:
                if line.raw == "  " and not self.blank(at + 1):
                    at += 1
                    continue
                break
            if line.body[0] == "~":
                self.add("lyric", line, 1, dual=side)
            elif _PARENTHETICAL.fullmatch(line.body):
                lead = len(line.body) - len(line.body.lstrip("*_"))
                self.add("parenthetical", line, lead, line.content[0] + len(line.body.rstrip("*_")), dual=side)
            elif self.out[-1].kind == "dialogue" and len(self.out) - 1 > self.speech:
                before = self.out[-1]
                self.out[-1] = before._replace(content=(before.content[0], line.content[1]))
            else:
                self.add("dialogue", line, dual=side)
            at += 1
        return at

    def action(self, at: int, forced: int) -> int:
        """A paragraph: until a blank line or a line that a mark makes something else."""
        first, last = self.lines[at], at
        while not self.blank(last + 1):
            body = self.lines[last + 1].body
            if body[0] in _MARKS or body[0] in "!@" and len(body) > 1 or (body[0] == "." and body[1:2].isalnum()):
                break
            last += 1
        self.add("action", first, forced, self.lines[last].content[1])
        self.speech = None
        return last + 1


def _caseless_names(lines: Sequence[Line]) -> frozenset[str]:
    """Names in writing without letter case, which nothing but place and repetition tells from action.

    A short line without punctuation, alone before a line of text, is a cue where it carries an extension, a
    parenthetical follows, it comes again, or the same name is forced with ``@``.
    """
    seen: Counter[str] = Counter()
    for number, line in enumerate(lines):
        after = lines[number + 1].body if number + 1 < len(lines) else ""
        forced = line.body.startswith("@")
        if (
            not 0 < len(line.body) <= 60
            or has_case(line.body.strip("^"))
            and not forced
            or number
            and lines[number - 1].body
            and not forced
        ):
            continue
        name, extensions = split_cue(line.body[forced:].rstrip("^ \t").strip())
        if not after or not 1 <= len(name) <= 12 or _SENTENCE.search(name):
            continue
        seen[name] += 2 if forced or extensions or _PARENTHETICAL.fullmatch(after) else 1
    return frozenset(name for name, count in seen.items() if count > 1)


FOUNTAIN = Format("fountain", "fountain/1", (boneyards, notes, title_page, page_breaks, furniture), parse)
