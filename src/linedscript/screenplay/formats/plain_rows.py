"""Which rows of a plain-text screenplay read as what, told from a row and those next to it."""

import re
from collections.abc import Sequence

from linedscript.screenplay.cues import is_joint, is_upper, split_cue
from linedscript.screenplay.formats.cast import Cast
from linedscript.screenplay.formats.colon_cues import colon_cues
from linedscript.screenplay.formats.dashed_cues import dashed_cue, dashed_names
from linedscript.screenplay.formats.flat_names import inside_names, once_named
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_layout import Layout, Row, centered, cue_name, ends_sentence, small_name
from linedscript.screenplay.formats.plain_names import (
    caseless_names,
    has_caseless,
    inline_cue,
    inline_names,
    listed_names,
    often_alone,
)
from linedscript.screenplay.formats.plain_transitions import BARE_TRANSITION, FAR_TRANSITION

_BEYOND = 8
"""To the right of the cues by so many columns a name has its speech below, or is none."""
_RIGHT = 20
"""Columns to the right of action from which a line in capitals that names a transition is one."""


class PlainRows:
    """The rows of a text whose title page and furniture are cut out, with the names that are cues in it."""

    def __init__(self, text: str, made: Layout, known: frozenset[str], cast: Cast) -> None:
        self.text = text
        self.rows: Sequence[Row] = made.rows
        self.made = made
        self.inline = inline_names(made.rows) | listed_names(made.rows, cast) | known
        self.dashed = dashed_names(row.line.body for row in made.rows)
        self.bodies = frozenset(row.line.body for row in made.rows)
        self.colons = colon_cues(text) if ":" in text or "：" in text else frozenset[int]()
        self.often = frozenset[str]()
        """Names that are cues wherever they stand alone, where blank lines and columns don't tell."""
        if made.cue is None:
            often = inside_names(made.rows) if made.marked else often_alone(made.rows)
            self.often = often | once_named(made.rows, often, text, cast)
        self.caseless = caseless_names(made.rows) if made.cue is None and has_caseless(text) else frozenset()

    def ends(self, at: int) -> bool:
        """Whether a paragraph may end with row ``at``."""
        return at + 1 >= len(self.rows) or self.rows[at + 1].fresh

    def goes_on(self, at: int) -> bool:
        """Whether row ``at`` may go on with the paragraph of the row before it."""
        return at < len(self.rows) and self.rows[at].tight

    def inline_cue(self, body: str) -> re.Match[str] | None:
        """The cue and the speech of a line that has both."""
        return inline_cue(body, self.inline) or dashed_cue(body, self.dashed)

    def is_transition(self, at: int) -> bool:
        line = self.rows[at].line
        body = line.body
        if len(body) > 60 or body[:2] != body[:2].upper() or not self.ends(at):
            return False
        if TRANSITION.fullmatch(body) or BARE_TRANSITION.fullmatch(body):
            return self.rows[at].fresh or self.made.cue is not None
        far = self.made.cue is not None and line.indent >= self.made.base + _RIGHT and is_upper(body)
        return far and FAR_TRANSITION.fullmatch(body) is not None

    def cue(self, at: int) -> str | None:
        """The name, if row ``at`` is a cue."""
        row = self.rows[at]
        line = row.line
        if len(line.body) > 60:
            return None
        after = self.rows[at + 1] if self.goes_on(at + 1) else None
        if self.made.cue is None:
            return self.flat_cue(row, after) if after and (row.fresh or self.opens_inside(row, after)) else None
        column = line.indent >= self.made.cue
        name = cue_name(line.body, column)
        if not name and line.indent == self.made.fixed and row.fresh and after is not None:
            told = self.made.speech is not None and self.made.speech <= after.line.indent < line.indent
            return small_name(line.body) if told else None
        if not name:
            return None
        if column:
            if after is None and self.beyond_speech(at):
                return None
            lower = after is None or after.line.indent < line.indent or after.line.body[0] in "(（"
            at_speech = self.made.speech is not None and after and after.line.indent == self.made.speech
            return name if lower or at_speech or centered(line, after.line) else None
        inset = line.indent >= self.made.base + 2 and row.fresh and after is not None
        speech = self.made.speech
        if inset and speech is not None and abs(after.line.indent - speech) <= 1 and not is_upper(after.line.body):
            return name
        return None

    def beyond_speech(self, at: int) -> bool:
        """Whether row ``at`` stands far to the right of where cues do, and what follows it isn't speech."""
        fixed, base = self.made.fixed, self.made.base
        if fixed is None or self.rows[at].line.indent < fixed + _BEYOND:
            return False
        return at + 1 >= len(self.rows) or self.rows[at + 1].line.indent <= base + 1

    def opens_inside(self, row: Row, after: Row) -> bool:
        """Whether a row in mid-paragraph is a cue: a name that is one elsewhere, above a line in small letters."""
        body = row.line.body
        return bool(self.often) and len(body) <= 60 and cue_name(body) in self.often and not is_upper(after.line.body)

    def flat_cue(self, row: Row, after: Row) -> str | None:
        body = row.line.body
        if after.heading or not self.made.marked and (is_upper(after.line.body) or body[-1] == "."):
            return None
        if name := cue_name(body):
            told = self.made.marked or name in self.often or len(name) < len(body) or after.line.body[0] in "(（"
            return name if told else None
        name = split_cue(body)[0]
        return name if name in self.caseless else None

    def joint(self, at: int) -> bool:
        """Whether rows ``at`` and the next are one cue, of several who speak together."""
        if not (self.goes_on(at + 1) and self.goes_on(at + 2)):
            return False
        first, second = self.rows[at].line, self.rows[at + 1].line
        set_off = self.rows[at].fresh if self.made.cue is None else min(first.indent, second.indent) >= self.made.cue
        if not set_off or not is_joint(first.body, second.body, self.bodies):
            return False
        return cue_name(first.body) is not None and cue_name(second.body) is not None

    def closes(self, at: int) -> bool:
        """Whether a bracket that opens in row ``at`` closes at the end of one of the next two."""
        if ")" in self.rows[at].line.body:
            return False
        return any(
            row.tight and row.line.body[-1] in ")）" and "(" not in row.line.body for row in self.rows[at + 1 : at + 3]
        )

    def paragraph_ends(self, at: int) -> bool:
        """Whether a paragraph of action ends with row ``at``, where no blank line says so: its last line is short."""
        body = self.rows[at].line.body
        width = self.made.width
        if width is None:
            return ends_sentence(body) or not self.rows[at + 1].line.body[0].islower()
        return ends_sentence(body) and len(body) < width - 12
