"""The normalized form ``linedscript-normalize/1`` of a text: its hash survives other line ends and editors."""

import unicodedata

from linedscript.patterns import Pattern

NORMALIZER = "linedscript-normalize/1"
_BLANK_LINES = Pattern(r"\n{3,}")


def normalize(text: str) -> str:
    """NFC, LF, no byte order mark, no blanks at line ends, one blank line in a row at most, none at the ends."""
    text = unicodedata.normalize("NFC", text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(line.rstrip(" \t\f\v\u00a0\u3000") for line in lines)
    text = _BLANK_LINES.sub("\n\n", text).lstrip("\n\ufeff").rstrip("\n")
    return text + "\n" if text else ""
