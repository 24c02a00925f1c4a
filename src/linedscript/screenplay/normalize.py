"""The normalized form ``linedscript-normalize/1`` of a text, for hashes that survive a change of line ends or editor."""

import re
import unicodedata

NORMALIZER = "linedscript-normalize/1"
_BLANK_LINES = re.compile(r"\n{3,}")


def normalize(text: str) -> str:
    """NFC, LF, no byte order mark, no blanks at line ends, at most one blank line in a row, none at the ends, one final LF."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    text = "\n".join(
        line.rstrip(" \t\f\v\u00a0\u3000") for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )
    text = _BLANK_LINES.sub("\n\n", text).strip("\n")
    return text + "\n" if text else ""
