"""The layout of a plain-text screenplay, estimated from the file itself: its columns, and what its blank lines mean."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Heading
from linedscript.screenplay.cues import has_case, is_upper, split_cue
from linedscript.screenplay.formats.colon_cues import SHOWN
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.lines import Line

Found = tuple[Heading, int, int]

_NOT_CUES = Pattern(
    r"(?:ANGLE|ANOTHER ANGLE|CLOSE|CLOSER|CLOSEUP|CLOSE-UP|INSERT|P\.?O\.?V|SUPER|MONTAGE|SERIES OF SHOTS|BACK TO|"
    r"CUT(?:TING)? TO|"
    r"FLASHBACK|END FLASHBACK|TITLE|SUBTITLE|CAPTION|LATER|MOMENTS LATER|CONTINUOUS|THE END|FADE|DISSOLVE|INTERCUT|"
    r"WIDE|TRACKING|"
    r"MATCH CUT|SMASH CUT|ESTABLISHING|OMITTED|END OF|ACT|SCENE|NOTE|ВСТАВКА|ТИТР|ЗТМ|ИЗ ЗТМ|КОНЕЦ)\b"
)
_SENTENCE = Pattern(r"[。！？，；…,;!?:.]")
_ENDS = '.!?…:"”)*。！？」'
_STEP = 4
"""Columns by which cues are set in from speech or speech from action: cues stand twice as far in, at least."""
_LONGEST_CUE = 60
_WIDEST = 90
"""Characters of a line that was broken at a width, at most."""


class Row(NamedTuple):
    """A line with text, and how it stands to the one before it."""

    line: Line
    fresh: bool
    """It may begin a paragraph."""
    tight: bool
    """It may go on with the paragraph before it. Where a file's blank lines tell nothing, both are true."""
    heading: Found | None


class Layout(NamedTuple):
    rows: tuple[Row, ...]
    marked: bool
    """Whether blank lines, or more of them than between any two lines, set paragraphs apart."""
    base: int
    """The column of headings and action."""
    cue: int | None
    """The least column at which cues stand; null where they stand at that of action."""
    fixed: int | None
    """The column of cues, where nearly all stand at one."""
    speech: int | None
    """The column of speech, where it is set in."""
    width: int | None
    """The longest line of action, where lines are broken at a width; null where a line is a paragraph."""


def layout(lines: Sequence[Line]) -> Layout:
    rows, marked = _rows(lines)
    solid = [row.line for row in rows]
    columns = Counter(line.indent for line in solid)
    slugs = Counter(row.line.indent + row.heading[1] for row in rows if row.heading)
    wide = [column for column, count in columns.items() if count * 10 >= len(solid)]
    if slugs:
        base = min(slugs, key=lambda column: (-slugs[column], column))
        base = min([base, *wide])
    else:
        base = min(wide, default=0)
    cue, fixed, speech = _cue_columns(rows, base)
    return Layout(rows, marked, base, cue, fixed, speech, _width(solid, base))


def gaps_tell(lines: Sequence[Line]) -> tuple[int, bool]:
    """How many blank lines set paragraphs apart, and whether they do.

    They don't where nearly no lines have one between them, and where nearly all have equally many. Where every line has
    one below it, as in a double-spaced file, more of them do; that such lines are torn off mid-sentence shows it.
    """
    solid = [number for number, line in enumerate(lines) if line.body]
    pairs = [(before, after - before - 1) for before, after in pairwise(solid)]
    counts = Counter(gap for _, gap in pairs)
    if len(pairs) < 8:
        return 1, True
    if (len(pairs) - counts[0]) * 20 < len(pairs):
        return 1, False
    if counts[0] * 20 >= len(pairs):
        return 1, True
    usual = counts.most_common(1)[0][0]
    wider = sum(count for gap, count in counts.items() if gap > usual)
    long = [before for before, gap in pairs if gap == usual and len(lines[before].body) > 25]
    torn = sum(lines[before].body[-1] not in _ENDS for before in long)
    if wider * 10 >= len(pairs) and torn * 6 >= len(long) and torn:
        return usual + 1, True
    return 1, False


def _rows(lines: Sequence[Line]) -> tuple[tuple[Row, ...], bool]:
    apart, marked = gaps_tell(lines)
    solid = [number for number, line in enumerate(lines) if line.body]
    gaps = [after - before - 1 for before, after in pairwise(solid)]
    dense = sum(gap == 0 for gap in gaps) * 2 > len(gaps)
    rows = []
    for number, gap in zip(solid, [len(lines), *gaps], strict=True):
        line = lines[number]
        fresh = gap >= apart
        begins, goes_on = (fresh, not fresh) if marked else (True, not fresh) if dense else (fresh, True)
        rows.append(Row(line, begins, goes_on, plain_heading(line.body)))
    if not marked and rows:
        rows[0] = rows[0]._replace(tight=False)
    return tuple(rows), marked


def _cue_columns(rows: Sequence[Row], base: int) -> tuple[int | None, int | None, int | None]:
    """The least column of cues, their usual one if there is one, and the column of speech; null where cues aren't set
    in."""
    far: list[int] = []
    near: list[int] = []
    flat = 0
    below: Counter[int] = Counter()
    beyond: Counter[int] = Counter()
    for row, after in pairwise(rows):
        line = row.line
        if row.heading or len(line.body) > _LONGEST_CUE or not cue_name(line.body, line.indent >= base + 2 * _STEP):
            continue
        alone = not after.tight
        left = after.line.indent < line.indent or after.line.body[0] in "(（"
        if line.indent >= base + 2 * _STEP and (alone or base < after.line.indent) and left:
            far.append(line.indent)
            if not alone and after.line.body[0] not in "(（":
                below[after.line.indent] += 1
            elif alone and base + 2 <= after.line.indent < line.indent:
                beyond[after.line.indent] += 1
        elif line.indent >= base + 2 and base < after.line.indent <= line.indent and not alone:
            near.append(line.indent)
            below[after.line.indent] += 1
        elif line.indent <= base + 1 and not alone and after.line.indent <= base + 1 and not after.heading:
            flat += 1
        elif line.indent >= base + 2 * _STEP and after.line.indent == base and not alone and not after.heading:
            far.append(line.indent)
            below[base] += 1
    if len(far) < 2 and (len(far) + len(near) < 3 or len(far) + len(near) < 2 * flat):
        return None, None, None
    cues = sorted(far if len(far) * 2 >= len(near) else [*far, *near])
    usual, count = Counter(cues).most_common(1)[0]
    fixed = usual if count * 10 >= len(cues) * 7 else None
    low = cues[len(cues) // 20]
    below = below or beyond
    speech = max(below, key=lambda column: (below[column], -column)) if below else None
    least = min(usual, low) if speech is None or low > speech else usual
    if speech is not None and speech < usual:
        least = max(speech + 1, least - 1)
    elif speech is not None and speech > usual:
        speech = None
    return max(base + 2, least), fixed, speech


def _width(solid: Sequence[Line], base: int) -> int | None:
    own = [line.body for line in solid if line.indent <= base + 1]
    if not own or sum(len(body) > _WIDEST for body in own) * 10 > len(own):
        return None
    torn = sum(len(body) > 25 and body[-1] not in _ENDS for body in own)
    return max((len(body) for body in own if len(body) <= _WIDEST), default=None) if torn * 5 >= len(own) else None


def cue_name(body: str, apart: bool = False) -> str | None:
    """The name, if a line has the form of a cue. ``apart``: its column says so, and writing without case may be one."""
    head = body[:3]
    if head != head.upper():
        return None
    name, _ = split_cue(body)
    if not name or name[0] in '(["“-–—*•' or name[-1] in ":!?…,;" or len(name) > 50:
        return None
    if is_upper(name):
        if TRANSITION.fullmatch(body) or _NOT_CUES.match(name) or is_act(body):
            return None
        return name
    if apart and not has_case(name) and any(map(str.isalpha, name)) and len(name) <= 20 and not _SENTENCE.search(name):
        return name
    return None


def centered(name: Line, speech: Line) -> bool:
    """Whether a name and a speech no longer than it stand on one axis: ``ANN`` over ``Yes.``"""
    apart = 2 * (name.indent - speech.indent) + len(name.body) - len(speech.body)
    return abs(apart) <= 3 and not is_upper(speech.body) and not SHOWN.fullmatch(name.body)


def small_name(body: str) -> str | None:
    """The name, if a line could be a cue in small letters: one to four words that begin with a capital."""
    name, _ = split_cue(body)
    words = name.split()
    if (
        not 1 <= len(words) <= 4
        or not name[-1].isalnum()
        or not all(word[0].isupper() or word[0].isdigit() for word in words)
    ):
        return None
    return None if _NOT_CUES.match(name.upper()) else name


def ends_sentence(body: str) -> bool:
    return body[-1] in _ENDS
