"""What of a drafted name map a reviewer should look at, and how much of it there is."""

import re
from collections.abc import Collection, Iterator, Sequence

from linedscript.backbone.normalization_words import NICKNAMES
from linedscript.identity import names_en as en
from linedscript.identity import names_zh as zh
from linedscript.identity.matching import MapLine, Surface, protected
from linedscript.records.entity import Entity
from linedscript.records.identity import NameDecision, Renaming, TitleForm
from linedscript.records.scene import Scene

_WORD = re.compile(r"[A-Za-z][A-Za-z’']*")
_INSIDE = re.compile(r"[a-z,;][’']?[ ]+(?:[A-Z][a-z]*\.?[ ]+)*[*_\"“]*$")
"""Before a word inside a sentence: small letters, and perhaps other capitalized words."""
_BEFORE = 60
"""Characters of it that are looked at."""


def notes(rows: Sequence[MapLine], scenes: Sequence[Scene], width: int = 30) -> list[str]:
    """What a reviewer should look at: each form that is an ordinary word too, how often it stands, and where first."""
    found = []
    for line in rows:
        if not isinstance(line, NameDecision):
            continue
        phrases = [Surface(form.surface) for form in line.aliases if protected(form)]
        for form in line.aliases:
            if form.match != "exact" or protected(form):
                continue
            places = []
            for scene in scenes:
                covered = [span for phrase in phrases for span in phrase.spans(scene.text)]
                for start, end in Surface(form.surface, True).spans(scene.text):
                    if not any(low <= start and end <= high for low, high in covered):
                        around = scene.text[max(0, start - width) : end + width]
                        places.append(f"{scene.id}: …{' '.join(around.split())}…")
            if places:
                head = f"{line.id} {form.surface!r} -> {form.pseudonym!r}, an ordinary word too, {_places(len(places))}"
                found.append("\n    ".join([head, *places[:2]]))
    return found


def ordinary(rows: Sequence[MapLine], entities: Sequence[Entity], scenes: Sequence[Scene]) -> list[str]:
    """Each replaced word that may be no name. English: where it is no person's and never stands with a capital inside a
    sentence, but in headings, cues and at beginnings alone. Chinese: a form that is a word of every day."""
    text = "\n".join(scene.text for scene in scenes)
    people = {entity.id for entity in entities if "Character" in entity.types}
    replaced = [row for row in rows if isinstance(row, NameDecision) and row.decision == "replace"]
    known = en.KNOWN_WOMEN | en.KNOWN_MEN | set(NICKNAMES)
    for row in replaced:
        for form in row.aliases if row.id in people else ():
            words = _words(form.surface)
            known |= set(words) if len(words) > 1 else set()  # beside another name, or a title, it is one
    found: dict[str, str] = {}
    for row in replaced:
        for form in row.aliases:
            if protected(form) or form.match == "exact":
                continue  # ``notes`` has it
            for word, why in _doubtful(form, known, text):
                found.setdefault(word, f"{row.id} {word!r} in {form.surface!r} -> {form.pseudonym!r}, {why}")
    return list(found.values())


def _doubtful(form: Renaming, known: Collection[str], text: str) -> Iterator[tuple[str, str]]:
    if not form.surface.isascii():
        if form.surface in zh.COMMON_NAMES:
            yield form.surface, f"a word of every day too, {_places(text.count(form.surface))}"
        return
    kept = set(_words(form.pseudonym))
    for word in _words(form.surface):
        written = list(re.finditer(rf"\b{re.escape(word)}\b", text, re.IGNORECASE))
        if len(word) < 3 or word in known or word in kept or not written:
            continue
        if not any(_is_name(one, text) for one in written):
            yield word, f"which never stands as a name inside a sentence, {_places(len(written))}"


def _is_name(written: re.Match[str], text: str) -> bool:
    word, start = written.group(), written.start()
    capital = word[0].isupper() and word[1:] != word[1:].upper()
    return capital and _INSIDE.search(text[max(0, start - _BEFORE) : start]) is not None


def _words(surface: str) -> list[str]:
    """In small letters, possessives as the word itself."""
    return [re.sub("['’]s?$", "", word.casefold()) for word in _WORD.findall(surface)]


def _places(number: int) -> str:
    return "1 place" if number == 1 else f"{number} places"


def kept_names(rows: Sequence[MapLine], entities: Sequence[Entity]) -> list[str]:
    """Each kept candidate (an entity, or the stand-in for one that ended) whose record calls it a name: a person, or
    what was taken for ordinary words."""
    known = {entity.id: entity for entity in entities}
    return [
        f"{row.id} {row.name!r} is kept ({row.reason}), and its record calls it a name"
        for row in rows
        if isinstance(row, NameDecision)
        and row.decision == "keep"
        and known[row.id].named
        and ("Character" in known[row.id].types or row.reason == "common_word")
    ]


def counts(rows: Sequence[MapLine]) -> str:
    """``12 replaced, 30 kept, 4 title forms``."""
    names = [row for row in rows if isinstance(row, NameDecision)]
    replaced = sum(row.decision == "replace" for row in names)
    titles = sum(isinstance(row, TitleForm) for row in rows)
    return f"{replaced} replaced, {len(names) - replaced} kept, {titles} title form{'s' * (titles != 1)}"
