"""What else speaks for plain text when a format is told: layouts in which Fountain's rules about blank lines fail."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.screenplay.cues import has_case
from linedscript.screenplay.formats.plain_headings import SCENE, is_act, is_slug
from linedscript.screenplay.formats.plain_layout import cue_name, gaps_tell
from linedscript.screenplay.lines import Line

_PLAY = 40.0
_NO_GAPS = 20.0


def more_plain_marks(lines: Sequence[Line]) -> float:
    """Marks for a play's acts and scenes, blank lines that tell nothing, and cues set in without letter case."""
    marks = 0.0
    if gaps_tell(lines) != (1, True):
        marks += _NO_GAPS
    staged = slugs = 0
    for line, after in pairwise(lines):
        body = line.body
        if not body or len(body) > 120:
            continue
        if body[0] in "SAPsE_*T" and (SCENE.fullmatch(body) or is_act(body)):
            staged += 1
        elif body[0] in "IEie0123456789" and is_slug(body.lstrip("0123456789. ") or body):
            slugs += 1
        elif line.indent >= 14 and not has_case(body) and after.indent < line.indent and cue_name(body, True):
            marks += 1
    return marks + _PLAY * (staged >= 2 and not slugs)
