"""Characters that don't show, or that change how others show: each has a name that does."""

from linedscript.patterns import Pattern

INVISIBLE = Pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)
"""Controls but tab and line ends, bidirectional marks, blanks of no width. The joiners and variation selectors that
Persian, Hindi, Japanese and emoji are written with aren't among them."""

_NAMES = {
    "\x0b": "VT", "\x0c": "FF", "\x1b": "ESC", "\x7f": "DEL", "\x85": "NEL", "\u00ad": "SHY", "\u061c": "ALM",
    "\u200b": "ZWSP", "\u200e": "LRM", "\u200f": "RLM", "\u2028": "LS", "\u2029": "PS", "\u202a": "LRE",
    "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ", "\u2066": "LRI",
    "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\ufeff": "BOM",
}  # fmt: skip
_BLANKS = Pattern(r"[ \t\r\n\u3000]+")


def mark(char: str) -> str:
    """A short name: ``RLO``, ``ESC``, ``U+0007``."""
    return _NAMES.get(char) or f"U+{ord(char):04X}"


def visible(text: str) -> str:
    """Each such character as ``‹RLO›``."""
    return INVISIBLE.sub(lambda match: f"‹{mark(match.group())}›", text)


def one_line(text: str, most: int = 200) -> str:
    """Visible, on one line, and cut where it is longer than ``most``."""
    flat = _BLANKS.sub(" ", text[: 2 * most]).strip()
    return visible(flat if len(flat) <= most and len(text) <= 2 * most else f"{flat[: most - 1]}…")
