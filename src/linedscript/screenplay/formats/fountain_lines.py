"""Which lines of Fountain read as what, told from a line and those next to it."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.headings import LONGEST, find_slug
from linedscript.screenplay.lines import line_columns

TRANSITION = Pattern(
    r"(?:[^a-z]*\bTO:|FADE (?:IN|OUT|UP|TO BLACK)\s*[:.]|(?:SMASH |HARD |JUMP |MATCH )?CUT TO BLACK\s*[:.]|"
    r"DISSOLVE\s*[:.]|CUT TO\.|BLACKOUT\.|IRIS (?:IN|OUT)[:.]|"
    r"(?:(?:ИЗ |В )?ЗТМ|(?:ИЗ )?ЗАТЕМНЕНИ[ЕЯ]|СКЛЕЙКА|НАПЛЫВ(?:ОМ)?)\s*[:.]|"
    r"(?:淡入|淡出|切至|切入|叠化|フェードイン|フェードアウト)\s*[:：.。])"
)
TRANSITION_ENDS = ":.：。"
OPENING = Pattern(r"FADE (?:IN|UP)|IRIS IN|ИЗ ЗТМ|ИЗ ЗАТЕМНЕНИЯ|淡入|フェードイン", re.IGNORECASE)
_PARENTHETICAL = Pattern(r"[*_]*[(（].*[)）][*_]*")
_SENTENCE = Pattern(r"[。！？，；：…—,;!?:.]")
_WRAPPED = Pattern(
    r"(?P<open>[*_]{1,4})(?P<inner>[^*_\s](?:[^*_]*[^*_\s])?)[*_]{1,4}"
    r"(?P<rest>\s*#[^#]{1,24}#|(?:\s*[(（][^()（）]*[)）])*)"
)
_CASELESS = Pattern(
    r"[\u05d0-\u1053\u1100-\u139f\u1401-\u1c7f\u2d30-\u2ddf\u3005-\ua4ff\ua800-\uab2f\uac00-\ud7ff\uf900-\ufaff"
    r"\ufb1d-\ufdff\ufe70-\ufefc\U00020000-\U0003ffff]"
)
"""Letters of the writing without letter case."""
PROSE = Pattern(
    r"[A-DF-HJ-Za-df-hj-z\"'“‘…–—-][A-Z\"'’-]*[a-z]|[a-df-hj-z]|[Ee][a-rt-wyz]|[Ii](?:[a-mo-z]|n(?![Tt])|['’][a-z])|"
    r"[AI] [abd-np-uw-z]"
)
"""A small letter in the first word, which isn't INT or EXT: such a line is action or speech, wherever it stands."""
FORCING = "@!~>#=."
_BREAKS_SPEECH = Pattern(r"![^\s!]|#{1,6}[ \t]+\S|=[ \t]+\S|>\s*[^\s>]")
_MOST_LINES = 4
"""Lines over which a bracket may close that opens a line of a speech."""


def unwrapped(body: str) -> tuple[str, int]:
    """A line without the emphasis marks around all of it, and how many stood before: two of ``**INT. HUT** #4#``."""
    if body[0] not in "*_" or not (match := _WRAPPED.fullmatch(body)):
        return body, 0
    return match.group("inner") + match.group("rest"), len(match.group("open"))


class FountainLines:
    """The lines of a text whose notes, boneyards, title page and page breaks are cut out.

    ``torn``: offsets where page breaks were. ``bodies`` has two blank ones behind the last, so that the lines before
    the first and after the last are blank.
    """

    def __init__(self, text: str, torn: frozenset[int] = frozenset()) -> None:
        self.text = text
        self.torn = torn
        self.starts, self.raws, bodies = line_columns(text)
        self.count = len(bodies)
        self.bodies = [*bodies, "", ""]
        self.lows = [
            start if len(raw) == len(body) else start + len(raw) - len(raw.lstrip())
            for start, raw, body in zip(self.starts[:-1], self.raws, bodies, strict=True)
        ]
        """Where each body stands in the text."""

    @cached_property
    def caseless(self) -> frozenset[str]:
        return _caseless_names(self.bodies[: self.count]) if _CASELESS.search(self.text) else frozenset()

    def is_strict_heading(self, at: int, body: str) -> bool:
        """``INT. HOUSE - DAY``, all capitals, and a blank line after it: a heading wherever it stands."""
        if self.bodies[at + 1] or body[0] == "." or "." not in body[:20] or len(body) > LONGEST or not is_upper(body):
            return False
        slug = find_slug(body)
        return bool(slug and slug.group("rest")) and body[slug.end("word") : slug.end("word") + 1] == "."

    def is_transition(self, at: int, body: str) -> bool:
        """Alone, or right above a heading. Blanks after ``TO:`` make it action, as the standard has it."""
        if body[-1] not in TRANSITION_ENDS or len(body) > LONGEST or not TRANSITION.fullmatch(body):
            return False
        if body.endswith("TO:") and self.raws[at][-1] in " \t":
            return False
        return not self.bodies[at + 1] or self.is_strict_heading(at + 1, self.bodies[at + 1])

    def is_cue(self, at: int, body: str) -> bool:
        if not self.bodies[at + 1] or len(body) > LONGEST:
            return False
        name = split_cue(body.rstrip("^ \t"))[0].rstrip("^ \t")
        if name[-1:] in ":：" or not any(map(str.isalpha, name)):
            return False
        if not (is_upper(name) if has_case(name) else name in self.caseless):
            return False
        return not (name[-1] in ".。" and TRANSITION.fullmatch(body))

    def breaks(self, at: int, body: str) -> bool:
        """Whether a line ends a speech with no blank line before it."""
        if body[0] in "!#=>" and _BREAKS_SPEECH.match(body):
            return True
        if self.starts[at] in self.torn and self.is_cue(at, body):
            return True
        return not self.bodies[at + 1] and self.is_strict_heading(at, body)

    def carried(self, at: int) -> int:
        """The line with which a speech goes on over blank lines of two spaces; ``at`` where it doesn't."""
        after = at
        while after < self.count and self.raws[after] == "  ":
            after += 1
        return after if self.bodies[after] else at

    def bracket(self, at: int) -> int:
        """How many lines a parenthetical takes that starts with line ``at``; 0 where none does."""
        body = self.bodies[at]
        if _PARENTHETICAL.fullmatch(body):
            return 1
        opening = body.lstrip("*_")
        if opening[:1] not in ("(", "（") or ")" in opening or "）" in opening:
            return 0
        for more in range(1, _MOST_LINES):
            after = self.bodies[at + more] if at + more < self.count else ""
            if not after or after[0] in "(（" or len(after) > LONGEST:
                return 0
            if ")" in after or "）" in after:
                return more + 1 if after.rstrip("*_")[-1:] in (")", "）") else 0
        return 0

    def forces_heading(self, body: str, fresh: bool) -> bool:
        """One dot with a letter or digit behind; in mid-paragraph a letter: ``.45`` goes on with a sentence."""
        return len(body) <= LONGEST and (body[1:2].isalpha() or (fresh and body[1:2].isalnum()))

    def is_forced(self, body: str) -> bool:
        """Whether a line in mid-paragraph opens an element of its own."""
        mark, rest = body[0], body[1:]
        if mark == "~":
            return True
        if mark == ".":
            return self.forces_heading(body, False)
        return bool(rest.strip("#=< \t")) if mark in "#=>" else bool(rest)


def _caseless_names(bodies: Sequence[str]) -> frozenset[str]:
    """Names in writing without letter case, which nothing but place and repetition tells from action.

    A short line without punctuation, alone before a line of text, is a cue where it carries an extension, a
    parenthetical follows, it comes again, or the same name is forced with ``@``.
    """
    seen: Counter[str] = Counter()
    for before, body, after in zip(["", *bodies[:-1]], bodies, [*bodies[1:], ""], strict=True):
        forced = body.startswith("@")
        if not 0 < len(body) <= 60 or not forced and (before or has_case(body.strip("^"))):
            continue
        name, extensions = split_cue(body[forced:].rstrip("^ \t").strip())
        if not after or not 1 <= len(name) <= 12 or _SENTENCE.search(name):
            continue
        seen[name] += 2 if forced or extensions or _PARENTHETICAL.fullmatch(after) else 1
    return frozenset(name for name, count in seen.items() if count > 1)
