"""Where the approved names stand in a text, and the text with their pseudonyms: one pass, longest first.

A name that begins or ends with a letter of an alphabet matches at word boundaries there; beside a Chinese character
no boundary is asked for (stage.txt, work-identity control). Whatever stands outside the found stretches is untouched.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.records.identity import NameDecision, Renaming, TitleForm

MapLine = NameDecision | TitleForm

_BLANK = r"(?:[ \t\u00a0\u3000]+|[ \t]*\r?\n[ \t]*)"
_APOSTROPHES = "'’‘ʼ＇"
_HYPHENS = "‐‑–-"


class Change(NamedTuple):
    """A replaced stretch ``[start, end)`` of a text, in code points."""

    start: int
    end: int
    new: str


class Surface:
    """A form of a name, found with any blank for a blank (one line end at most), any apostrophe or hyphen for its like.

    Where it begins or ends with a letter of an alphabet, no such letter may stand beside it.
    """

    def __init__(self, surface: str, exact: bool = False) -> None:
        surface = surface.strip()
        pieces = re.split(rf"(\s+|[{_APOSTROPHES}]|[{_HYPHENS}])", surface)
        self._pattern = re.compile("".join(_piece(piece) for piece in pieces if piece), 0 if exact else re.IGNORECASE)
        self._before, self._after = _letter(surface[0]), _letter(surface[-1])
        self.key = max(re.split(rf"[\s{_APOSTROPHES}{_HYPHENS}]", surface), key=len).casefold()
        """A piece without which a text, case folded, can't hold the form: spares most searches."""

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands, left to right and not over itself."""
        at = 0
        while match := self._pattern.search(text, at):
            start, end = match.span()
            if (self._before and start and _letter(text[start - 1])) or (
                self._after and end < len(text) and _letter(text[end])
            ):
                at = start + 1
                continue
            yield start, end
            at = end

    def within(self, text: str) -> bool:
        return next(self.spans(text), None) is not None


class _Form(NamedTuple):
    surface: str
    new: str
    """Equal to ``surface`` where the form is protected."""
    found: Surface
    adapts: bool
    """Whether the new text follows the case of the found one; a title's replacement doesn't."""


class Matcher:
    """The compiled forms of a name map."""

    def __init__(self, forms: Iterable[_Form]) -> None:
        self.forms = sorted(forms, key=lambda form: (-len(form.surface), form.surface))
        self._keys = sorted({form.found.key for form in self.forms})
        self._whole = {fold(form.surface): form for form in reversed(self.forms)}

    def find(self, text: str) -> list[Change]:
        """The stretches to replace, by start. Protected stretches claim their place and change nothing.

        Of two overlapping matches the longer one stands; of two as long, the earlier.
        """
        folded = text.casefold()
        if not any(key in folded for key in self._keys):
            return []
        hits = []
        for form in self.forms:
            if form.found.key in folded:
                hits.extend((start - end, start, end, form) for start, end in form.found.spans(text))
        hits.sort(key=lambda hit: hit[:2])
        taken = bytearray(len(text))
        changes = []
        for _, start, end, form in hits:
            if any(taken[start:end]):
                continue
            taken[start:end] = b"\x01" * (end - start)
            if form.new != form.surface:
                new, end = _fitted(form, text, start, end)
                taken[end - 1] = 1
                changes.append(Change(start, end, new))
        return sorted(changes)

    def render(self, text: str) -> tuple[str, list[Change]]:
        changes = self.find(text)
        return apply(text, changes), changes

    def render_name(self, text: str) -> str:
        """For a field that is a name and nothing else: also a form that is matched exactly elsewhere, in any case."""
        form = self._whole.get(fold(text))
        if form is None or form.new == form.surface:
            return self.render(text)[0]
        return _cased(form.new, text, form.surface) if form.adapts else form.new


def apply(text: str, changes: Iterable[Change]) -> str:
    """The text with sorted, disjoint changes carried out."""
    parts: list[str] = []
    at = 0
    for start, end, new in changes:
        parts += (text[at:start], new)
        at = end
    return "".join((*parts, text[at:]))


def fold(text: str) -> str:
    """A form by which spellings of one name that differ in case, blanks, quotes or dashes are equal."""
    text = re.sub(rf"[{_APOSTROPHES}]", "'", re.sub(rf"[{_HYPHENS}]", "-", text))
    return " ".join(text.casefold().split())


def matcher(lines: Iterable[MapLine]) -> Matcher:
    """Compile a map. A form with two different pseudonyms is the error ``ambiguous-alias``.

    Where a name and the film's title are one form the name's pseudonym stands: it removes the title as well. A title of
    one word is also a word of the language, so it is removed only with a capital.
    """
    forms: dict[tuple[str, bool], _Form] = {}
    owners: dict[tuple[str, bool], str] = {}
    titles: list[TitleForm] = []
    for line in lines:
        if isinstance(line, TitleForm):
            titles.append(line)
            continue
        for renaming in line.aliases:
            exact = renaming.match == "exact"
            key = (renaming.surface if exact else fold(renaming.surface), exact)
            new = _form(renaming.surface, renaming.pseudonym, exact, True)
            old = forms.get(key)
            if old and fold(old.new) != fold(new.new):
                raise LinedscriptError(
                    "ambiguous-alias",
                    f"{line.film}/{line.id}",
                    f"{renaming.surface!r} names {owners[key]} as {old.new!r} and {line.id} as {new.new!r}",
                    "give both the same pseudonym, correct the entities' aliases by a patch, or add longer forms",
                )
            if old is None or (old.surface.isupper() and not new.surface.isupper()):
                forms[key] = new
                owners[key] = line.id
    for title in titles:
        written = [title.surface]
        if one_word := bool(
            re.fullmatch(r"[^\W_]+", title.surface) and all(map(_letter, title.surface)) and not title.surface.islower()
        ):
            written += [title.surface.upper(), title.surface.capitalize()]
        for surface in written:
            key = (surface if one_word else fold(surface), one_word)
            named = forms.get((fold(surface), False)) or forms.get(key)
            if named is None or named.new == named.surface:
                forms[key] = _form(surface, title.replacement, one_word, False)
    return Matcher(forms.values())


def title_matcher(lines: Iterable[MapLine]) -> Matcher:
    """Only the forms of the title."""
    return matcher(line for line in lines if isinstance(line, TitleForm))


def _form(surface: str, new: str, exact: bool, adapts: bool) -> _Form:
    return _Form(surface, new, Surface(surface, exact), adapts)


def _letter(char: str) -> bool:
    """A letter or digit of a script that puts blanks between words."""
    return char.isalnum() and not (
        "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"
    )


def _piece(part: str) -> str:
    if part.isspace():
        return _BLANK
    if part in _APOSTROPHES:
        return f"[{_APOSTROPHES}]"
    if part in _HYPHENS:
        return f"[{_HYPHENS}]"
    return re.escape(part)


def _fitted(form: _Form, text: str, start: int, end: int) -> tuple[str, int]:
    """The new text in the case of the found one, and the end of the replaced stretch.

    A bare possessive apostrophe after a name in s becomes apostrophe and s where the pseudonym doesn't end in s.
    """
    found = text[start:end]
    new = _cased(form.new, found, form.surface) if form.adapts else form.new
    possessive = re.match(rf"([{_APOSTROPHES}])[ \t]+[^\W_]", text[end : end + 40])
    if form.adapts and possessive and found[-1] in "sS" and new[-1] not in "sS":
        return new + possessive.group(1) + ("S" if found[-1] == "S" and found.isupper() else "s"), end + 1
    return new, end


def _cased(new: str, found: str, surface: str) -> str:
    if found == surface:
        return new
    if found.isupper() and len(found) > 1 and not surface.isupper():
        return new.upper()
    if found.islower() and not surface.islower():
        return new.lower()
    if surface.isupper() and not found.isupper():
        return titled(new)
    if found[:1].isupper() and new[:1].islower():
        return new[:1].upper() + new[1:]
    return new


def titled(text: str) -> str:
    """A capital for each word of an upper-case name."""
    return re.sub(r"[^\W\d_]+", lambda word: word.group()[:1].upper() + word.group()[1:].lower(), text)


def protected(renaming: Renaming) -> bool:
    return renaming.pseudonym == renaming.surface
