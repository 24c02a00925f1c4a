"""Chinese names, which no blank divides."""

from linedscript.patterns import Pattern

_HAN = Pattern(r"[\u3400-\u9fff]")
_LATIN = Pattern(r"[A-Za-z]")


def closed_up(name: str) -> str:
    """A Chinese name without the blanks that set it: one for 老　周 and 老周. Any other name as it is."""
    if name.isascii() or not _HAN.search(name) or _LATIN.search(name):
        return name
    return "".join(name.split())
