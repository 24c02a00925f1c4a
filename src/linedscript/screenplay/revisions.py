"""Revision marks: asterisks in the right margin of the lines that a draft changed."""

from collections import Counter

from linedscript.screenplay.kept import Cut
from linedscript.screenplay.lines import split_lines

_COLUMN = 55
"""A single asterisk stands in the margin from this column on; further left, three in one column do."""


def revisions(text: str) -> list[Cut]:
    """Asterisks that end a line behind two blanks, or behind the number in the margin.

    Of a line that holds nothing else the line end stays: a changed blank line is a blank line.
    """
    if "*" not in text:
        return []
    marks: list[tuple[int, int, int]] = []
    for line in split_lines(text):
        if not line.body or line.body[-1] != "*" or len(line.body) > 300:
            continue
        body = line.raw.rstrip()
        before = body.rstrip("*")
        own = before.rstrip()
        gap = len(before) - len(own)
        if len(body) - len(before) > 3 or not (gap >= 2 or gap == 1 and own[-1:].isdigit()):
            continue
        low, high = (line.start + len(own), line.start + len(body)) if own else (line.start, line.end)
        marks.append((low, high, len(before.expandtabs())))
    columns = Counter(column for _, _, column in marks)
    return [Cut(low, high, "revision_mark") for low, high, column in marks if column >= _COLUMN or columns[column] >= 3]
