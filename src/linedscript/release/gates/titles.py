"""Films' titles in a text: one film's as words of ours may say it, or every form and slug of every film's at once."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from linedscript.identity.matching import fold
from linedscript.patterns import Pattern
from linedscript.records.entity import Entity

_ARTICLE = Pattern(r"^(?:a|an|the)\s+", re.IGNORECASE)
_AND = Pattern(r"\s*[&+]\s*|\s+and\s+", re.IGNORECASE)
_PIECE = Pattern(r"[^\W_]+(?:'[^\W_]+)*")
_RUN = Pattern(r"[^\W_]+")
_UNSEEN = Pattern(r"[^\x00-\x7f\u2e80-\u3029\u3040-\u3098\u309b-\ufdff]+")
"""Characters among which there may be accents and such as don't show: neither plain nor Chinese."""
_WIDE = Pattern(r"[\u2e80-\u9fff\uf900-\ufaff]")
_GAP = r"[\s\W_]*"
_WITHIN = r"(?:[^\w.!?。！？]|_)*"
"""Blanks and marks, but none that ends a sentence."""
_GLUED = 8
"""Letters from which on the words of a title, written as one, count inside a longer word too."""
_SPACED = 4
"""Letters from which on a title in a wide script counts with any blanks and marks in it; shorter ones are phrases."""
_MID = r"(?<=[\w,;)]\s)"
"""Behind another word of the sentence."""
_OPENERS = frozenset(
    "a after an and as at before between both by during for from has have her his how if in is of on once since that "
    "the their then this to under until was were what when where which while who whom whose why with without".split()
)
"""Words with which a question begins, whatever the film is called."""


class Title(msgspec.Struct, frozen=True):
    """A film's title and its other forms."""

    film: str
    forms: tuple[str, ...]


def titles(films: Iterable[object]) -> tuple[Title, ...]:
    """The titles of index rows or of a parent's films."""
    return tuple(Title(film=film.id, forms=(film.title, *film.title_forms)) for film in films)


def flat(text: str) -> str:
    """NFKC with straight apostrophes, and without accents and characters that don't show."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    return unicodedata.normalize("NFKC", _UNSEEN.sub(_seen, text))


def _seen(match: re.Match[str]) -> str:
    return "".join(char for char in match[0] if unicodedata.category(char) not in ("Mn", "Cf"))


def pattern(forms: Sequence[str], any_case: bool = False) -> re.Pattern[str] | None:
    """What finds a title, its forms and their slugs in flattened text.

    Words may be joined by blanks, hyphens, underscores, dots or nothing, apostrophes may be missing, and "and" may be
    a sign. A form of one Latin word is an ordinary word as well, so it counts only with its own capitals or in
    capitals throughout, but for ``any_case``.
    """
    exact: set[str] = set()
    loose: set[str] = set()
    inside: set[str] = set()
    for form in forms:
        text = flat(form)
        if _WIDE.search(text):
            inside.update(re.escape(variant) for variant in _wide_variants(text))
            if spaced := _spaced(text):
                inside.add(_GAP.join(spaced))
            continue
        for variant in _variants(text):
            words = _PIECE.findall(variant)
            if len(words) == 1 and variant == text:
                exact.update(re.escape(word) for word in (words[0], words[0].upper()) if word[0].isupper() or any_case)
            elif len(words) > 1:
                loose.add(_GAP.join(re.escape(word).replace("'", _GAP) for word in words))
        inside.update(_glued(text))
    parts = [rf"(?i:{part})" for part in _longest_first(inside)]
    parts += [rf"(?<![^\W_])(?i:{part})(?![^\W_])" for part in _longest_first(loose)]
    parts += [rf"(?<![^\W_]){f'(?i:{part})' if any_case else part}(?![^\W_])" for part in sorted(exact)]
    return re.compile("|".join(parts)) if parts else None


def written(forms: Sequence[str]) -> re.Pattern[str] | None:
    """What finds forms in flattened text with their own capitals or in capitals throughout, whatever blanks and marks
    within a sentence stand between their words; and in any case the words as file names join them. A form of one word
    that questions begin with doesn't count where a sentence begins."""
    parts: set[str] = set()
    for form in forms:
        text = flat(form).strip()
        words = _PIECE.findall(text)
        if _WIDE.search(text) or not words:
            spaced = _spaced(text)
            parts.add(_WITHIN.join(map(re.escape, spaced)) if spaced else re.escape(text))
            continue
        for own in (words, [word.upper() for word in words]):
            joined = _WITHIN.join(re.escape(word).replace("'", "'?") for word in own)
            begins = len(own) == 1 and own[0].casefold() in _OPENERS and (len(own[0]) == 1 or not own[0].isupper())
            parts.add(rf"{_MID if begins else ''}(?<![^\W_]){joined}(?![^\W_])")
        if len(words) > 1 and len("".join(words)) >= _GLUED:
            joined = "[-_]?".join(re.escape(word.replace("'", "")) for word in words)
            parts.add(rf"(?<![^\W_])(?i:{joined})(?![^\W_])")
    return re.compile("|".join(_longest_first(parts))) if parts else None


def long_forms(forms: Iterable[str]) -> list[str]:
    """Those of several words or, in a wide script, of four characters or more: no words of the language."""
    return [
        form for form in forms if len(_PIECE.findall(flat(form))) > 1 or (_WIDE.search(form) and _spaced(flat(form)))
    ]


def said_title(forms: Iterable[str], entities: Iterable[Entity]) -> Callable[[str], str | None]:
    """Finds the title, or another of its forms, in words about its film: the first that stands in a text.

    A form counts as ``written``. One that is also somebody's or something's name in the film isn't looked for: the
    script says it wherever it names them.
    """
    named = {fold(alias.surface) for entity in entities for alias in entity.aliases}
    wanted = written([form for form in forms if form.strip() and fold(form) not in named])

    def find(text: str) -> str | None:
        found = wanted.search(flat(text)) if wanted else None
        return found and found[0]

    return find


def _longest_first(parts: set[str]) -> list[str]:
    return sorted(parts, key=lambda part: (-len(part), part))


def _variants(text: str) -> tuple[str, ...]:
    """With and without its article, and with "and" as a word, as a sign or left out."""
    found = [text, _ARTICLE.sub("", text)]
    if _AND.search(text):
        found += [_AND.sub(" and ", variant) for variant in found] + [_AND.sub(" ", variant) for variant in found]
    return tuple(dict.fromkeys(found))


def _glued(text: str) -> list[str]:
    """The words of a title in Latin letters as one, where they are long enough to be no ordinary word."""
    found = []
    for variant in _variants(text):
        if len(_PIECE.findall(variant)) > 1:
            letters = "".join(_RUN.findall(_small(variant)))
            if len(letters) >= _GLUED:
                found.append(letters)
    return found


def _wide_variants(text: str) -> tuple[str, str]:
    return text, "".join(text.split())


def _spaced(text: str) -> str:
    """The letters of a title in a wide script; empty where they are few."""
    letters = "".join(_RUN.findall(text))
    return letters if len(letters) >= _SPACED else ""


def _small(text: str) -> str:
    """What two texts share that ``pattern`` takes for the same letters: without case, and ı is i."""
    return text.casefold().replace("ı", "i")


class Titles:
    """The titles of all films, so indexed that a text is searched only for those that it may hold.

    A release of n films has n titles and about n times the text: each title in each text would be n² searches.
    """

    def __init__(self, titles: Sequence[Title], any_case: bool = False) -> None:
        named = [(title, wanted) for title in titles if (wanted := pattern(title.forms, any_case)) is not None]
        self._titles = [(title.film, wanted) for title, wanted in named]
        self._starts: dict[str, list[tuple[int, str]]] = {}
        """By the letters that a form may begin with, up to a mark or blank: titles, with all letters of the form."""
        self._wide: dict[str, list[int]] = {}
        self._spaced: dict[str, list[int]] = {}
        self._glued: dict[str, list[int]] = {}
        self._runs: dict[str, tuple[int, ...]] = {}
        """Long words that were met, with the titles that stand in them as one word."""
        for index, (title, _) in enumerate(named):
            for form in map(flat, title.forms):
                self._index(index, form)
        self._any_wide, self._any_spaced = _any(self._wide), _any(self._spaced)
        self._shortest = min(map(len, self._glued), default=0)

    def _index(self, index: int, text: str) -> None:
        if _WIDE.search(text):
            for variant in _wide_variants(_small(text)):
                self._wide.setdefault(variant, []).append(index)
            if spaced := _spaced(_small(text)):
                self._spaced.setdefault(spaced, []).append(index)
            return
        for variant in _variants(text):
            runs = _RUN.findall(_small(variant))
            for count in range(1, len(runs) + 1):
                entries = self._starts.setdefault("".join(runs[:count]), [])
                if (index, "".join(runs)) not in entries:
                    entries.append((index, "".join(runs)))
        for glued in _glued(text):
            self._glued.setdefault(glued, []).append(index)

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
        words = set(runs)
        near = {
            index for start in self._starts.keys() & words for index, form in self._starts[start] if form in letters
        }
        for forms, wanted, within in ((self._wide, self._any_wide, small), (self._spaced, self._any_spaced, letters)):
            if wanted is not None and wanted.search(within):
                near.update(index for form, found in forms.items() if form in within for index in found)
        for run in words if self._glued else ():
            if len(run) > self._shortest:
                near.update(self._inside(run))
        return near

    def _inside(self, run: str) -> tuple[int, ...]:
        if run not in self._runs:
            self._runs[run] = tuple(index for glued, found in self._glued.items() if glued in run for index in found)
        return self._runs[run]


def _any(forms: Iterable[str]) -> re.Pattern[str] | None:
    ordered = sorted(forms)
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None
