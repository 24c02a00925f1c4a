"""Whom a list of persons names, to know them where they speak."""

from collections.abc import Iterable

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import speaker, speakers
from linedscript.screenplay.kept import Kept

_TITLED = "".join(rf"(?<!\b{title})" for title in "Mr Mrs Ms Dr St M Mme MR MRS MS DR ST MME".split())
_ENTRY = Pattern(
    rf"[-*•_\s]*(?P<name>[^\W\d_][^,:;()\[\]—–\t]*?)[_*]*\s*(?:[,:;()\[\]—–\t]|{_TITLED}\.|\s{{2,}}|\s-\s|$)"
)
_WORD = Pattern(r"[^\W\d_][\w'’-]*")
_TITLES = frozenset("mr mrs ms miss dr sir lady lord st the a an of and de von van der la le il".split())
_SHORTEST = 2


class Cast:
    """The names of a list of persons; empty where there is none."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._whole = frozenset(map(_plain, names))
        self._words = frozenset(word for name in self._whole for word in name.split() if word not in _TITLES)

    def __bool__(self) -> bool:
        return bool(self._whole)

    def has(self, name: str) -> bool:
        """Whether the list has who speaks under a name, or all who do: whole, or by words of it but its titles."""
        return bool(self._whole) and all(map(self._one, speakers(name)))

    def _one(self, name: str) -> bool:
        plain = _plain(name)
        words = [word for word in plain.split() if word not in _TITLES]
        return (
            plain in self._whole
            or bool(words)
            and all(len(word) >= _SHORTEST and word in self._words for word in words)
        )


def cast_of(kept: Kept) -> Cast:
    """Of the lists of persons that were cut out of a text."""
    names: list[str] = []
    for cut in kept.cuts:
        if cut.reason == "cast_list":
            for line in kept.source[cut.start : cut.end].splitlines():
                if 0 < len(line) <= 300 and (name := _entry(line)):
                    names.extend(speakers(name))
    return Cast(names)


def _entry(line: str) -> str | None:
    """How an entry begins: a name, which words that begin in small letters end."""
    match = _ENTRY.match(line)
    if not match:
        return None
    words: list[str] = []
    for word in match.group("name").strip(" _*").split():
        if word[0].islower() and word not in _TITLES:
            break
        words.append(word)
    return " ".join(words) or None


def _plain(name: str) -> str:
    return " ".join(_WORD.findall(speaker(name)))
