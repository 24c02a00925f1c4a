"""What speaks for plain text when a format is told."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.formats.flat_names import flat_share
from linedscript.screenplay.formats.fountain_lines import PROSE
from linedscript.screenplay.formats.plain_headings import is_act, is_foreign_slug, is_numbered_part, is_slug
from linedscript.screenplay.formats.plain_layout import cue_name, gaps_tell
from linedscript.screenplay.lines import Line

PLAY = 40.0
_NO_GAPS = 20.0
_ABROAD = 4.0
_STAGED = Pattern(
    r"[_*]*(?:A(?:CT|ct)|S(?:CENE|cene|ECOND)|T(?:HE|HIRD|EASER|AG)|FI|FO|LAST|PROLOGUE|EPILOGUE|INDUCTION|COLD)"
)
"""How the heading of an act or scene of a play begins."""
_NUMBERED = Pattern(
    r"\d{1,4}[A-Z]?\.?\s{2,}(?:INT|EXT)\b|(?P<number>\d{1,4}[A-Z]?)[.)]?\s+(?:INT|EXT)\b.*\s(?P=number)\.?$"
)
"""A heading with the number of its scene in the margin; by one blank apart, in both margins."""
_SPOKEN = Pattern(r"(?!SUPER|NOTE|TITLE|FADE|CUT)[A-Z][A-Z .'-]{0,25}(?:\([^()]*\))?: +\S")


def plain_marks(lines: Sequence[Line]) -> float:
    """Cues set far in, also without letter case, margin numbers, acts and cues of plays, and blank lines that tell
    nothing, so that Fountain's rules about them fail.
    """
    marks = 0.0 if gaps_tell(lines) == (1, True) and not flat_share(lines) else _NO_GAPS
    staged = slugs = numbered = 0
    for line, after in pairwise(lines):
        body = line.body
        if not body or len(body) > 120:
            continue
        fed = "\f" in line.raw
        part = is_numbered_part(body)
        if body[0] > "\x7f" or body[0] in "ISEBCAec":
            abroad = len(body) <= 120 and not part and is_foreign_slug(body)
            marks += _ABROAD * abroad
            slugs += abroad
        play = part or _STAGED.match(body) is not None and is_act(body)
        if not fed and not play and PROSE.match(body):
            continue
        if fed or play:
            marks += 3
        elif line.indent >= 14 and is_upper(split_cue(body)[0]):
            marks += 1
        elif body[0].isdigit() and _NUMBERED.match(body):
            marks += 2
        elif body[-1] == "." and line.indent < 4 and len(body) < 40 and not after.body and is_upper(body):
            marks += 1
        elif ": " in body and _SPOKEN.match(body):
            marks += 1
        if play and (part or body[0] in "SAPsE_*T"):
            staged += 1
            numbered += part
        elif body[0] in "IEie0123456789" and is_slug(body.lstrip("0123456789. ") or body):
            slugs += 1
        elif line.indent >= 14 and after.indent < line.indent and not has_case(body) and cue_name(body, True):
            marks += 1
    return marks + PLAY * ((staged >= 2 or numbered > 0) and not slugs)
