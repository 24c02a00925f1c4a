"""The grammar of stage plays: acts and scenes, cues before or above the speech, directions in brackets or italics."""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import is_upper, make_cue
from linedscript.screenplay.formats.plain_headings import is_act
from linedscript.screenplay.formats.plain_layout import Row
from linedscript.screenplay.formats.play_cues import PlayCue, PlayCues, play_cues
from linedscript.screenplay.stretch import Stretch

__all__ = ["parse_play", "play_cues"]

_BRACKET = Pattern(r"\[[^\[\]]{1,3000}\]|\[[^\[\]\r\n]{1,300}(?=[\r\n]|$)|\((?=[_*])[^()]{1,3000}\)")
_LEADING = Pattern(r"\([^()]{1,300}\)[.:]?")
_MOVES = (
    r"(?:Re-?enters?|Enters?|Exits?|Exeunt|Manent|Manet|Входит|Входят|Уходит|Уходят|Выходит|Выходят|"
    r"(?:Entrent?|Sort|Sortent)(?= [A-ZÀ-Ý]{2}))"
)
_ENTERS = Pattern(rf"[\[(_*\s]*{_MOVES}\b")
_MOVE = Pattern(rf"{_MOVES}\b")
_HEARD = Pattern(
    r"(?:Flourish|Alarums?|Sennet|Tucket|Hautboys|Music|Trumpets?|Drum|Thunder|Curtain|Blackout|Lights? (?:up|down|"
    r"fade)|"
    r"Занавес|Затемнение|Пауза|Музыка|Молчание|Rideau|Noir|Vorhang|Telón|Sipario|"
    r"The (?:curtain|lights?)|Knocking(?: within)?|Aside|Dies|Sings|They fight|Silence|Pause)\b[^!?]{0,200}\.?",
    re.DOTALL | re.IGNORECASE,
)
_AND = Pattern(r"[.,;]\s+|\s+(?:and|et|und|y|e|и|та)\s+")
"""Between the names of those who are on stage."""
_ITALIC = Pattern(r"(?P<mark>[_*])[^_*]+(?P=mark)[.)\]]?")
_BRACE = Pattern(r"\s+\}(?:\s*(?P<direction>\[.*))?$")
_LINE_START = frozenset("\"'“‘(—-")


def parse_play(text: str, rows: Sequence[Row], cues: PlayCues) -> list[Stretch]:
    return _Parser(text, rows, cues).run()


class _Parser:
    def __init__(self, text: str, rows: Sequence[Row], cues: PlayCues) -> None:
        self.text = text
        self.rows = rows
        self.cues = cues
        self.out: list[Stretch] = []
        self.scenes = any(row.heading for row in rows)
        self.speech = _speech_columns(rows, cues)
        self.spoke = False
        """Whether anybody has spoken in the scene."""
        self.braced: int | None = None
        """How many speeches the braces before hold together that are spoken at once; null outside of braces."""

    def run(self) -> list[Stretch]:
        at = 0
        while at < len(self.rows):
            at = self.element(at)
        return self.out

    def add(self, kind: str, start: int, low: int, high: int, **fields: object) -> None:
        self.out.append(Stretch(kind, start, (low, max(low, high)), **fields))

    def last(self) -> str | None:
        return self.out[-1].kind if self.out else None

    def element(self, at: int) -> int:
        row = self.rows[at]
        line = row.line
        low, high = line.content
        if self.heading(at):
            return at + 1
        cue = None if self.on_stage(at) else self.cues.find(row)
        brace = _BRACE.search(line.body) if "}" in line.body[:300] and len(line.body) <= 300 else None
        self.braced = (self.braced or 0) + bool(cue) if brace else None
        if cue:
            return self.spoken(at, cue, brace)
        if brace and self.last() in ("cue", "parenthetical", "dialogue"):
            side = self.out[-1].dual
            self.out.append(Stretch("dialogue", line.start, (low, low + brace.start()), dual=side))
            return at + 1
        last = self.paragraph(at)
        whole = self.text[low : self.rows[last].line.content[1]]
        if self.is_direction(row, whole):
            kind = "parenthetical" if self.last() == "cue" and not _ENTERS.match(whole) else "action"
            self.add(kind, line.start, low, low + len(whole))
        elif self.last() in ("cue", "parenthetical", "dialogue", "lyric") or self.answers():
            self.words(at, last)
        else:
            self.add("action", line.start, low, low + len(whole))
        return last + 1

    def on_stage(self, at: int) -> bool:
        """Whether names right below a scene's heading say who is there: somebody's cue stands below them."""
        body = self.rows[at].line.body
        if not self.out or self.last() != "heading" or at + 1 == len(self.rows) or len(body) > 200:
            return False
        after = self.rows[at + 1]
        names = [name for name in _AND.split(body.strip(" .")) if name.strip()]
        if len(names) < 2 or not all(is_upper(name) for name in names) or not after.fresh:
            return False
        return self.cues.find(after) is not None

    def heading(self, at: int) -> bool:
        """An act or a scene. An act right above a scene is a section of it."""
        row = self.rows[at]
        line = row.line
        low, high = line.content
        if row.heading and (row.fresh or self.last() in ("section", "heading", None)):
            found, start, end = row.heading
            self.add("heading", line.start, low + start, low + end, heading=found)
        elif row.fresh and is_act(line.body):
            above = at + 1 < len(self.rows) and self.rows[at + 1].heading is not None
            heading = None if above else _bare_heading(line.body)
            self.add("section" if above else "heading", line.start, low, high, heading=heading)
        else:
            return False
        self.spoke = False
        return True

    def spoken(self, at: int, cue: PlayCue, brace: re.Match[str] | None) -> int:
        """A cue, the direction behind it, and what stands on its line."""
        line = self.rows[at].line
        low, high = line.content
        side = None
        self.spoke = True
        if brace:
            high = low + brace.start()
            side = "left" if self.braced == 1 else "right"
        start = low + cue.start
        self.add("cue", line.start, start, start + len(cue.name), cue=make_cue(cue.name, cue.extensions), dual=side)
        if cue.direction:
            begin, end = low + cue.direction[0], low + cue.direction[1]
            self.add("parenthetical", begin, begin, end, dual=side)
        if brace and brace.group("direction"):
            begin = low + brace.start("direction")
            self.add("parenthetical", begin, begin, line.content[1], dual=side)
        if cue.speech is None:
            return at + 1
        last = self.paragraph(at) if not brace else at
        begin = low + cue.speech
        self.pieces(begin, begin, high if brace else self.rows[last].line.content[1], side)
        return last + 1

    def paragraph(self, at: int) -> int:
        """The last row of the paragraph that row ``at`` begins: to the next cue, heading or direction."""
        last = at
        opened = self.rows[at].line.body[0] == "["
        while last + 1 < len(self.rows):
            after = self.rows[last + 1]
            body = after.line.body
            if after.fresh or self.cues.find(after) or after.heading or is_act(body):
                break
            if opened and "]" in self.rows[last].line.body or body[0] == "[" and not opened:
                if body[0] == "[" and after.line.indent > self.rows[at].line.indent:
                    break
            if not opened and _ENTERS.match(body) and self.is_direction(after, body):
                break
            last += 1
        return last

    def is_direction(self, row: Row, whole: str) -> bool:
        """A paragraph in brackets or italics, or one that says who enters, leaves, or what is heard."""
        if whole[0] == "[":
            closed = whole.find("]")
            return closed < 0 or closed >= len(whole.rstrip(" ._*\r\n")) - 1
        if whole[0] == "(":
            return whole[-1] == ")" and whole.count("(") == 1
        if _ITALIC.fullmatch(whole):
            return row.fresh or _ENTERS.match(whole) is not None
        if _MOVE.match(whole):
            return whole[-1] in ".)" or len(whole) < 60
        return not (self.cues.marked and len(whole) > 30) and _HEARD.fullmatch(whole) is not None

    def answers(self) -> bool:
        """Whether words without a cue go on with the speech that a direction broke: where directions bear marks."""
        return self.last() == "action" and self.cues.marked and self.spoke

    def words(self, at: int, last: int) -> None:
        """A paragraph of speech without a cue; verse that is set in is a lyric."""
        line = self.rows[at].line
        low, high = line.content[0], self.rows[last].line.content[1]
        before = self.out[-1]
        if self.is_song(at, last):
            self.add("lyric", line.start, low, high)
        elif before.kind == "dialogue" and not self.rows[at].fresh:
            self.out[-1] = before._replace(content=(before.content[0], high))
        else:
            self.pieces(line.start, low, high, None)

    def is_song(self, at: int, last: int) -> bool:
        block = [row.line for row in self.rows[at : last + 1]]
        if len(block) < 2 or not self.speech:
            return False
        return all(
            line.indent >= min(self.speech) + 2
            and line.indent not in self.speech
            and (line.body[0].isupper() or line.body[0] in _LINE_START)
            for line in block
        )

    def pieces(self, start: int, low: int, high: int, side: str | None) -> None:
        """Words between ``low`` and ``high`` with the directions in them."""
        if low >= high:
            return
        while bracket := _LEADING.match(self.text, low, high):
            self.add("parenthetical", start, low, bracket.end(), dual=side)
            low = start = self.after_blanks(bracket.end(), high)
        for bracket in _BRACKET.finditer(self.text, low, high):
            begin = low
            end = bracket.start()
            while end > begin and self.text[end - 1].isspace():
                end -= 1
            if end > begin:
                self.add("dialogue", start, begin, end, dual=side)
                start = bracket.start()
            kind = "action" if _ENTERS.match(bracket.group()) else "parenthetical"
            self.add(kind, start, bracket.start(), bracket.end(), dual=side if kind != "action" else None)
            low = start = self.after_blanks(bracket.end(), high)
        if low < high:
            self.add("dialogue", start, low, high, dual=side)

    def after_blanks(self, at: int, high: int) -> int:
        while at < high and self.text[at].isspace():
            at += 1
        return at


def _bare_heading(body: str) -> Heading:
    return Heading(text=body, number=None, interior=None, place=None, subplace=None, time=None, modifiers=())


def _speech_columns(rows: Sequence[Row], cues: PlayCues) -> frozenset[int]:
    """The columns at which words of speech usually start: each a seventh of what stands right below cues, or more."""
    columns: Counter[int] = Counter()
    below = False
    for row in rows:
        cue = cues.find(row)
        if cue:
            below = True
            columns[row.line.indent] += cue.speech is not None
        elif below and row.line.body[0] not in "[(_":
            columns[row.line.indent] += 1
        if below and not cue and row.fresh and not row.tight:
            below = False
    total = sum(columns.values())
    return frozenset(column for column, count in columns.items() if count and count * 7 >= total)
