"""Films' titles in a text: every form and slug of every film's, looked for at once."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from linedscript.patterns import Pattern
from linedscript.release.gates.base import Title

_ARTICLE = Pattern(r"^(?:a|an|the)\s+", re.IGNORECASE)
_PIECE = Pattern(r"[^\W_]+(?:'[^\W_]+)*")
_RUN = Pattern(r"[^\W_]+")
_WIDE = Pattern(r"[\u2e80-\u9fff\uf900-\ufaff]")


def titles(films: Iterable[object]) -> tuple[Title, ...]:
    """The titles of index rows or of a parent's films."""
    return tuple(Title(film=film.id, forms=(film.title, *film.title_forms)) for film in films)


def flat(text: str) -> str:
    """NFKC with straight apostrophes."""
    return unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")


def pattern(forms: Sequence[str]) -> re.Pattern[str] | None:
    """What finds a title, its forms and their slugs in flattened text.

    Words may be joined by blanks, hyphens, underscores, dots or nothing, and apostrophes may be missing. A form of one
    Latin word is an ordinary word as well, so it counts only with its own capitals or in capitals throughout.
    """
    exact: set[str] = set()
    loose: set[str] = set()
    for form in forms:
        text = flat(form)
        if _WIDE.search(text):
            loose.update(re.escape(variant) for variant in _wide_variants(text))
            continue
        for variant in _variants(text):
            words = _PIECE.findall(variant)
            if len(words) == 1 and variant == text:
                exact.update(re.escape(word) for word in (words[0], words[0].upper()) if word[0].isupper())
            elif len(words) > 1:
                loose.add(r"[\s\W_]*".join(re.escape(word).replace("'", "'?") for word in words))
    parts = [rf"(?i:{part})" for part in sorted(loose, key=lambda part: (-len(part), part))] + sorted(exact)
    if not parts:
        return None
    return re.compile("|".join(rf"(?<![^\W_]){part}(?![^\W_])" if not _WIDE.search(part) else part for part in parts))


def _variants(text: str) -> tuple[str, str]:
    return text, _ARTICLE.sub("", text)


def _wide_variants(text: str) -> tuple[str, str]:
    return text, "".join(text.split())


def _small(text: str) -> str:
    """What two texts share that ``pattern`` takes for the same letters: without case, and ı is i."""
    return text.casefold().replace("ı", "i")


class Titles:
    """The titles of all films, so indexed that a text is searched only for those that it may hold.

    A release of n films has n titles and about n times the text: each title in each text would be n² searches.
    """

    def __init__(self, titles: Sequence[Title]) -> None:
        named = [(title, wanted) for title in titles if (wanted := pattern(title.forms)) is not None]
        self._titles = [(title.film, wanted) for title, wanted in named]
        self._starts: dict[str, list[tuple[int, str]]] = {}
        """By the letters that a form may begin with, up to a mark or blank: titles, with all letters of the form."""
        self._wide: dict[str, list[int]] = {}
        for index, (title, _) in enumerate(named):
            for form in map(flat, title.forms):
                self._index(index, form)
        forms = sorted(self._wide)
        self._any_wide = re.compile("|".join(map(re.escape, forms))) if forms else None

    def _index(self, index: int, text: str) -> None:
        if _WIDE.search(text):
            for variant in _wide_variants(_small(text)):
                self._wide.setdefault(variant, []).append(index)
            return
        for variant in _variants(text):
            runs = _RUN.findall(_small(variant))
            for count in range(1, len(runs) + 1):
                entries = self._starts.setdefault("".join(runs[:count]), [])
                if (index, "".join(runs)) not in entries:
                    entries.append((index, "".join(runs)))

    def find(self, text: str) -> Iterator[tuple[str, str]]:
        """``(film, matched text)`` of every film whose title stands in ``text``."""
        text = flat(text)
        for index in sorted(self._near(_small(text))):
            film, wanted = self._titles[index]
            if match := wanted.search(text):
                yield film, match[0]

    def _near(self, small: str) -> set[int]:
        """The titles whose letters stand in the text, beginning where a word begins."""
        runs = _RUN.findall(small)
        letters = "".join(runs)
        starts = self._starts.keys() & set(runs)
        near = {index for start in starts for index, form in self._starts[start] if form in letters}
        if self._any_wide is not None and self._any_wide.search(small):
            near.update(index for form, found in self._wide.items() if form in small for index in found)
        return near
