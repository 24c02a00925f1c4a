"""The grammar of Chinese scripts: film and series scripts (△, 人物：台词) and stage plays (``名字 台词``)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from linedscript.patterns import Pattern
from linedscript.records.scene import Cue
from linedscript.screenplay.cues import make_cue
from linedscript.screenplay.formats.chinese_brackets import bracket_names, read_bracket
from linedscript.screenplay.formats.chinese_cues import (
    Spoken,
    alone_names,
    colon_cue,
    colon_names,
    is_off,
    is_over,
    is_voice_name,
    listed_names,
    read_alone,
    read_colon,
    read_space,
    says_voice,
    shows,
    space_names,
)
from linedscript.screenplay.formats.chinese_cuts import banners, edition_notes, end_marks
from linedscript.screenplay.formats.chinese_fields import Openings, field_heading, read_fields, with_fields
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_front import folded_lines, title_page
from linedscript.screenplay.formats.chinese_headings import (
    ACT,
    Found,
    find_bare_heading,
    find_heading,
    find_loose_heading,
    numbers_pairs,
)
from linedscript.screenplay.formats.chinese_places import NOWHERE
from linedscript.screenplay.formats.chinese_stage import STAGE, entrances, may_enter
from linedscript.screenplay.formats.chinese_transitions import OPENING, SYNOPSIS, TRANSITION
from linedscript.screenplay.furniture import furniture
from linedscript.screenplay.lines import Line
from linedscript.screenplay.stretch import Format, Stretch

__all__ = ["CHINESE", "chinese_marks", "colon_cue", "parse", "space_names"]

_BLANKS = " \t\u3000"
_ACTION_MARK = Pattern(r"[△▲▽]\s*")
_BRACKET = Pattern(r"（([^（）]{1,200})）")
_EITHER = Pattern(r"[（【]([^（）【】]{1,40})[）】]")
_WHOLE_BRACKET = Pattern(r"（[^（）]*）[。.]?")
_SENTENCE = Pattern(r"[。！？]")
_PERSONS = Pattern(r"(?:出场|登场|主要)?(?:人物|角色|人)：")
_PERSON = Pattern(r"[^\s。！？：，]{1,8}[ \t\u3000]*-{1,2}.{1,60}")
_SUNG = Pattern(r"[唱吟诵誦念读讀]")
_ENDS = "。！？…”’」』）】-~.；：!?"
_SENTENCE_ENDS = "。！？…”」）"
_FULL = 20
"""Characters that a line has at least to have been broken by its length."""
_LONGEST = 400


def chinese_marks(lines: Sequence[Line], bodies: Sequence[str]) -> float:
    """How much speaks for a Chinese script: headings, fields, marked directions, cues with a colon or a blank."""
    marks = 0.0
    for body in bodies:
        if find_heading(body) or ACT.match(body) or body[0] in "△▲〔":
            marks += 3
        elif read_fields(body) or find_bare_heading(body):
            marks += 1
        elif colon_cue(body):
            marks += 1
    return marks + 5 * bool(space_names(lines))


def parse(text: str) -> list[Stretch]:
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = folded_lines(text)
        self.opens_scene = Openings(self.lines)
        self.known = colon_names(self.lines)
        self.spoken = space_names(self.lines)
        self.bracketed = bracket_names(self.lines)
        """Who speaks behind a bracket, without a colon, where the script writes so."""
        self.heard = self.spoken or frozenset(name for name, count in self.known.items() if count > 1)
        """Who surely speaks: behind a bracket what sounds like speech is theirs."""
        headings = [found.heading for line in self.lines if line.body and (found := find_heading(line.body))]
        self.filmed = any(heading.interior or heading.time for heading in headings)
        """Whether scenes have what a film's have: then a blank line ends a speech, verse or not."""
        self.entered = entrances(self.lines) if self.spoken else frozenset()
        self.alone = frozenset() if self.spoken else alone_names(self.lines)
        self.met = frozenset() if self.spoken else frozenset(self.known) | listed_names(self.lines)
        """Who speaks in front of a colon or is listed in a field: a name of theirs alone on a line is a cue too."""
        named = self.spoken or {*self.known, *self.alone, *self.bracketed}
        self.speakers = tuple(name for name in named if len(name) > 1)
        """A line that begins with one of these is about a person, not a speech."""
        self.marked = sum(bool(_ACTION_MARK.match(line.body)) for line in self.lines[:2000]) >= 3
        self.acts = not headings and not any(
            line.body and read_fields(line.body) and self.opens_scene(number) for number, line in enumerate(self.lines)
        )
        """Whether acts or episodes are the scenes, for want of any."""
        self.paired = sum(numbers_pairs(line.body) and bool(find_heading(line.body)) for line in self.lines) >= 2
        self.out: list[Stretch] = []
        self.headed = False
        self.persons = False
        """Whether the last field line began a list of persons."""
        self.cue_indent = 0
        self.sung = False
        """Whether the last cue's line ended with a bracket such as （唱）."""
        self.block = False
        """Whether a cue on a line of its own is open: its speech goes on to the next blank line."""

    def run(self) -> list[Stretch]:
        blank = True
        before = ""
        for number, line in enumerate(self.lines):
            if not line.body:
                blank = True
                continue
            self.block = self.block and not blank
            self.line(number, line, "" if blank else before)
            blank = False
            before = line.body
        return self.out

    def add(self, kind: str, start: int, low: int, high: int, **fields: object) -> None:
        self.out.append(Stretch(kind, start, (low, max(low, high)), **fields))
        self.headed = self.headed or kind == "heading"

    def extend(self, high: int) -> None:
        self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high))

    def last(self) -> str | None:
        return self.out[-1].kind if self.out else None

    def line(self, number: int, line: Line, before: str) -> None:
        """``before``: the line right above; empty behind a blank one."""
        low, high = line.content
        body = line.body
        if len(body) <= _LONGEST and self.heading(number, line, low, high, not before):
            return
        last = self.last()
        if mark := _ACTION_MARK.match(body):
            self.add("action", line.start, low + mark.end(), high)
        elif body[0] == "#" and body.strip("#").strip():
            self.add("section", line.start, low + len(body) - len(body.lstrip("# ")), high)
        elif len(body) <= 24 and TRANSITION.fullmatch(body):
            self.add("transition", line.start, low, high, opens=bool(OPENING.match(body)))
        elif not self.headed and SYNOPSIS.fullmatch(body):
            self.add("synopsis", line.start, low, high)
        elif last == "synopsis" and not self.headed:
            self.extend(high)
        elif self.speech(number, line, low, high, not before):
            self.cue_indent = line.indent
            ended = self.out[-1]
            self.sung = ended.kind == "parenthetical" and bool(_SUNG.search(self.text, *ended.content))
        elif shows(body):
            self.add("action", line.start, low, high)
        elif last == "cue" and before and not STAGE.fullmatch(body):
            self.add("parenthetical" if _WHOLE_BRACKET.fullmatch(body) else "dialogue", line.start, low, high)
        elif self.block and last in ("dialogue", "parenthetical"):
            self.more_speech(line, low, high, last)
        elif before and self.is_set_in(line, last):
            self.more_speech(line, low, high, last)
        elif self.verse_goes_on(body, bool(before)):
            self.add("dialogue", line.start, low, high)
        elif last == "dialogue" and before and self.speech_goes_on(before, body):
            self.extend(high)
        elif last == "action" and before and not self.marked and not self.spoken:
            self.extend(high)
        else:
            self.add("action", line.start, low, high)

    def speech_goes_on(self, before: str, body: str) -> bool:
        """Whether a line right below a speech is the speech: where directions are marked, or the line above is full."""
        if body[0] in "（【〔" or body.startswith(self.speakers):
            return False
        return self.marked or (len(before) >= _FULL and before[-1] not in _ENDS)

    def more_speech(self, line: Line, low: int, high: int, last: str | None) -> None:
        if _WHOLE_BRACKET.fullmatch(line.body):
            self.add("parenthetical", line.start, low, high)
        elif last == "dialogue":
            self.extend(high)
        else:
            self.add("dialogue", line.start, low, high)

    def is_set_in(self, line: Line, last: str | None) -> bool:
        """Whether a line right below a speech is part of it for being set in further than its cue, or sung."""
        if last not in ("dialogue", "parenthetical") or line.body[0] in "（【〔" or line.body.startswith(self.speakers):
            return False
        return self.sung or line.indent >= self.cue_indent + 2

    def verse_goes_on(self, body: str, close: bool) -> bool:
        """Whether a play's speech goes on over a line end, as verse does: neither a direction nor about a speaker."""
        if not self.spoken or self.last() not in ("cue", "parenthetical", "dialogue"):
            return False
        if STAGE.fullmatch(body) or body[0] in "（【〔" or (self.filmed and not close):
            return False
        return not body.startswith(self.speakers)

    def heading(self, number: int, line: Line, low: int, high: int, blank: bool) -> bool:
        """A heading, an act, or a field line under a heading."""
        start, body = line.start, self.text[low:high]
        if fields := read_fields(body):
            self.persons = _PERSONS.match(line.body) is not None
            if self.last() == "heading":
                heading = with_fields(self.out[-1].heading, body, fields)
                self.out[-1] = self.out[-1]._replace(content=(self.out[-1].content[0], high), heading=heading)
                return True
            if fields[0].key == "number" and len(fields) > 1 or self.opens_scene(number):
                self.add("heading", start, low, high, heading=field_heading(body, fields))
                return True
        if self.last() == "heading" and not blank and self.persons and _PERSON.fullmatch(line.body):
            self.extend(high)
            return True
        if act := ACT.match(body):
            rest = body[act.end() :].lstrip(_BLANKS)
            if rest and find_heading(rest):
                self.add("section", start, low, low + act.end())
                low += len(body) - len(rest)
                start, body = low, rest
            elif len(body) <= 60 and not _SENTENCE.search(body):
                act = NOWHERE.heading(body, len(body), None) if self.acts else None
                self.add("heading" if self.acts else "section", start, low, high, heading=act)
                return True
        lead = len(body) - len(body.lstrip("#＃ \t\u3000")) if body[0] in "#＃" else 0
        found = self.found(body[lead:], blank) if body[lead:] else None
        if not found:
            return False
        low += lead
        self.add("heading", start, low, low + found.end, heading=found.heading)
        rest = body[lead + found.end :]
        if rest.strip():
            at = low + found.end + len(rest) - len(rest.lstrip(_BLANKS))
            self.add("action", at, at, high)
        return True

    def found(self, body: str, blank: bool) -> Found | None:
        if found := find_heading(body):
            return found
        if blank and (found := find_bare_heading(body)):
            return found
        return find_loose_heading(body) if self.paired else None

    def speech(self, number: int, line: Line, low: int, high: int, blank: bool) -> bool:
        """``名字（画外音）：台词``; where the script writes so, ``名字 台词`` or a name alone."""
        body = line.body
        if spoken := read_colon(body, self.known):
            if not self.spoken or body[slice(*spoken.name)] in self.spoken or says_voice(body[slice(*spoken.name)]):
                self.spoken_line(line, low, spoken)
                return True
        if "（" in body or self.bracketed:
            if spoken := read_bracket(body, self.bracketed, self.heard):
                self.spoken_line(line, low, spoken)
                return True
        if self.spoken:
            match = read_space(body)
            if match and all(map(self.speaks, _parts(match.group("name")))):
                self.spoken_line(line, low, Spoken(match.span("name"), (), (), match.start("speech")))
                return True
            if not match and self.speaks(body):
                self.cue(line.start, low, (0, len(body)), ())
                return True
        if (self.alone or self.met) and self.last() != "cue" and (match := read_alone(body)):
            if self.heads(match, number, blank):
                self.alone_line(line, low, match)
                return True
        return False

    def heads(self, match: re.Match[str], number: int, blank: bool) -> bool:
        """Whether a name on a line of its own stands above its speech."""
        name = match.group("name")
        below = self.lines[number + 1].body if number + 1 < len(self.lines) else ""
        if not below:
            return False
        if blank and name in self.alone:
            return True
        if name not in self.met or below[0] in "△▲▽【〔" or shows(below):
            return False
        if not blank and self.last() == "action" and self.lines[number - 1].body[-1] not in _SENTENCE_ENDS:
            return False
        other = read_alone(below)
        return not (read_colon(below, self.known) or (other and other.group("name") in self.met) or ACT.match(below))

    def alone_line(self, line: Line, low: int, match: re.Match[str]) -> None:
        inner = [bracket.span(1) for bracket in _EITHER.finditer(line.body, match.end("name"))]
        voices = tuple(span for span in inner if says_voice(line.body[slice(*span)]))
        self.cue(line.start, low, match.span("name"), voices)
        for start, stop in inner:
            if (start, stop) not in voices:
                self.add("parenthetical", low + start - 1, low + start - 1, low + stop + 1)
        self.block = True

    def speaks(self, name: str) -> bool:
        """Whether a name is one that opens lines of this play, or that enters in a direction."""
        if name in self.spoken or name in self.entered:
            return True
        if 4 <= len(name) <= 16 and any(
            name[:cut] in self.spoken and name[cut:] in self.spoken for cut in range(2, len(name) - 1)
        ):
            return True
        return len(name) <= 8 and may_enter(name, self.entered)

    def spoken_line(self, line: Line, low: int, spoken: Spoken) -> None:
        self.cue(line.start, low, spoken.name, spoken.extensions)
        for start, stop in spoken.manners:
            self.add("parenthetical", low + start, low + start, low + stop)
        self.spoken_text(low, line.body, spoken.speech)

    def cue(self, start: int, low: int, name: tuple[int, int], extensions: Sequence[tuple[int, int]]) -> None:
        own = self.text[low + name[0] : low + name[1]]
        said = tuple(self.text[low + first : low + last].strip() for first, last in extensions)
        self.add("cue", start, low + name[0], low + name[1], cue=chinese_cue(own, said))

    def spoken_text(self, low: int, body: str, at: int) -> None:
        """What stands behind the cue on its line: leading brackets are parentheticals."""
        at += _lead(body, at)
        while (bracket := _BRACKET.match(body, at)) and bracket.end() < len(body):
            self.add("parenthetical", low + at, low + at, low + bracket.end())
            at = bracket.end() + _lead(body, bracket.end())
        if at < len(body):
            kind = "parenthetical" if _WHOLE_BRACKET.fullmatch(body, at) else "dialogue"
            self.add(kind, low + at, low + at, low + len(body))


@lru_cache(maxsize=4096)
def chinese_cue(name: str, extensions: tuple[str, ...]) -> Cue:
    """A cue whose words may be in either script. OS is speech that nobody hears, as in Chinese scripts."""
    cue = make_cue(name, extensions)
    plain = make_cue(fold(name), tuple(map(fold, extensions)))
    voice = plain.voice
    if is_voice_name(fold(name)):
        voice = "off" if fold(name) in ("画外音", "画外", "话外音") else "over"
    elif any(map(is_over, extensions)):
        voice = "over"
    elif any(map(is_off, extensions)):
        voice = "off"
    language = cue.language
    if plain.language and not language:
        at, extension = next(
            (at, extension) for extension in extensions if (at := fold(extension).find(plain.language)) >= 0
        )
        language = extension[at : at + len(plain.language)]
    return replace(cue, voice=voice, continued=plain.continued, language=language)


def _lead(body: str, at: int) -> int:
    return len(body[at:]) - len(body[at:].lstrip())


def _parts(names: str) -> set[str]:
    return set(re.split(r"[、/&+]|(?<=.)[和与及](?=.)", names)) if len(names) > 2 else {names}


CHINESE = Format(
    "chinese", "chinese/2", (banners, title_page, furniture, edition_notes, end_marks), lambda kept: parse(kept.text)
)
