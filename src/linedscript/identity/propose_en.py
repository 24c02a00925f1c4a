"""Pseudonyms for English names, part by part: first name for first name, surname for surname; heads and titles stay."""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.backbone.normalization_words import KIN, NICKNAMES, TITLES
from linedscript.identity import names_en as pools
from linedscript.identity.choosing import Chooser
from linedscript.records.entity import Entity

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]{2,})?")
_INITIAL = re.compile(r"\b([A-Z])\.")
_SMALL = re.compile(r"\b[a-z][a-z'’]+\b")


class EnglishNames:
    """Proposes forms over one film. ``text`` is all of its scenes."""

    def __init__(self, entities: Sequence[Entity], text: str, chooser: Chooser) -> None:
        self._chooser = chooser
        self._small = Counter(_SMALL.findall(text))
        self._text = text
        self._people = [entity for entity in entities if entity.named and "Character" in entity.types]
        self._surnames = {parts[-1] for entity in self._people for parts in self._long_names(entity)}
        self._firsts = {parts[0] for entity in self._people for parts in self._long_names(entity)}
        self._own = {
            word
            for entity in entities
            if entity.named and "Character" not in entity.types
            for surface in (entity.name, *(alias.surface for alias in entity.aliases))
            for word in self._words(surface.split(" - ")[0])
            if self._proper(word, False)
        }

    def learn(self, surface: str, pseudonym: str, person: bool) -> None:
        old, new = _WORD.findall(surface), _WORD.findall(pseudonym)
        if len(old) == len(new):
            for one, other in zip(old, new, strict=True):
                if one.casefold() != other.casefold():
                    self._chooser.learn(one.casefold(), _cap(other))

    def parts(self, surface: str, person: bool) -> list[str]:
        """The words of a form that are a name's own, case folded."""
        if person and re.match(r"(?:the|an?)\s", surface, re.IGNORECASE) and not self._given_in(surface):
            return []
        front, _, rooms = surface.partition(" - ")
        words = [word for word in self._words(front) if self._proper(word, person)]
        known = self._surnames | self._firsts | self._own
        return words + [word for word in self._words(rooms) if word in known and self._proper(word, person)]

    def form(self, entity: Entity, surface: str) -> str:
        """The pseudonym of a form; the form itself where nothing of it is a name."""
        person = "Character" in entity.types
        parts = self.parts(surface, person)
        kinds = self._kinds(entity, surface, parts, person)

        def word(match: re.Match[str]) -> str:
            part = match.group().casefold()
            if part not in parts and part not in self._chooser.given:
                return match.group()
            if part not in parts and (part in TITLES or part in KIN or part in pools.HEADS or part in pools.FUNCTION):
                return match.group()
            new = self._part(entity, part, kinds.get(part, "place"))
            if part.endswith("s") and new[-1] != "s" and re.match(r"['’](?![^\W\d_])", surface[match.end() :]):
                new += "s"  # the plural of "Founders' Supper"
            return new.upper() if match.group().isupper() and len(part) > 1 else new

        new = _WORD.sub(word, surface)
        return self._initials(entity, new) if person and _INITIAL.search(surface) else new

    def exact(self, surface: str) -> bool:
        """Whether a form is an ordinary word as well."""
        word = surface.casefold()
        return (
            word in pools.COMMON_NAMES or word in pools.MONTHS or bool(self._small[word] and _WORD.fullmatch(surface))
        )

    def real_world(self, name: str) -> bool:
        words = self._words(re.sub(r"^the\s+", "", name, flags=re.IGNORECASE))
        if words and words[0] in ("saint", "st") and not set(words[1:]) & (self._surnames | self._firsts):
            return True
        return bool(words) and (
            " ".join(words) in pools.REAL_WORLD_PHRASES or all(word in pools.REAL_WORLD for word in words)
        )

    def further(self, forms: dict[str, str]) -> dict[str, str]:
        """Forms that stand in the text beside the approved ones: a name's own word alone, and its plural."""
        found = {}
        for surface in forms:
            for part in self._words(surface):
                new = self._chooser.given.get(part)
                if new is None or len(part) < 3:
                    continue
                for old, other in ((_cap(part), new), (_cap(part) + "s", new + "s"), (_cap(part) + "es", new + "es")):
                    written = re.search(rf"\b(?:{re.escape(old)}|{re.escape(old.upper())})\b", self._text)
                    if written and old.casefold() not in {form.casefold() for form in forms}:
                        found[old] = other
        return found

    def fresh(self, words: str) -> str:
        """A name for words that must go and are no one's name, such as a title in a thing's name."""
        return self._chooser.choose(f"title {words}", pools.THINGS)

    def protected(self, surface: str) -> list[str]:
        """Phrases of the text in which a name is a month."""
        month = surface.casefold()
        if month not in pools.MONTHS:
            return []
        day = rf"{month}[ ]+\d{{1,4}}(?:st|nd|rd|th)?(?:,[ ]*\d{{4}})?"
        before = rf"\d{{1,2}}(?:st|nd|rd|th)?(?:[ ]+of)?[ ]+{month}"
        word = rf"(?:in|since|until|till|last|next|early|late|mid)[ -]+{month}(?!['’])(?![ ]+(?-i:[A-Z][a-z]))"
        found = re.finditer(rf"\b(?:{day}|{before}|{word})\b", self._text, re.IGNORECASE)
        return sorted({match.group().casefold(): match.group() for match in found}.values())

    def _words(self, surface: str) -> list[str]:
        return [word.casefold() for word in _WORD.findall(surface)]

    def _given_in(self, surface: str) -> bool:
        return any(word in self._surnames or word in self._firsts for word in self._words(surface))

    def _proper(self, word: str, person: bool) -> bool:
        if len(word) < 2 or word in pools.FUNCTION or word in TITLES or word in KIN:
            return False
        if person:
            if word in pools.OCCASIONS or word.removesuffix("s") in pools.MONTHS and word not in pools.MONTHS:
                return False
            known = word in pools.KNOWN_WOMEN or word in pools.KNOWN_MEN or word in NICKNAMES
            return known or word in self._surnames_seen() or not self._small[word]
        if word in self._surnames_seen() or word in self._chooser.given:
            return True
        return (
            word not in pools.HEADS
            and word not in pools.MONTHS
            and word not in pools.REAL_WORLD
            and not self._small[word]
        )

    def _surnames_seen(self) -> set[str]:
        return getattr(self, "_surnames", set()) | getattr(self, "_firsts", set())

    def _long_names(self, entity: Entity) -> list[list[str]]:
        """The name's words of each form with at least two of them, canonical form first."""
        found = []
        for surface in (entity.name, *(alias.surface for alias in entity.aliases)):
            parts = (
                []
                if re.match(r"(?:the|an?)\s", surface, re.IGNORECASE)
                else [word for word in self._words(surface) if self._proper(word, True)]
            )
            if len(parts) > 1:
                found.append(parts)
        return found

    def _kinds(self, entity: Entity, surface: str, parts: Sequence[str], person: bool) -> dict[str, str]:
        if not person:
            return dict.fromkeys(parts, "thing" if set(entity.types) == {"Object"} else "place")
        if len(parts) > 1:
            return dict.fromkeys(parts[:-1], "first") | {parts[-1]: "surname"}
        if not parts:
            return {}
        part = parts[0]
        if part in self._surnames:
            return {part: "surname"}
        titled = any(word in TITLES and word not in KIN for word in self._words(surface))
        if titled and part not in self._firsts and part not in pools.KNOWN_WOMEN | pools.KNOWN_MEN:
            return {part: "surname"}
        return {part: "first"}

    def _part(self, entity: Entity, part: str, kind: str) -> str:
        if part in self._chooser.given:
            return self._chooser.given[part]
        if kind == "surname":
            return self._chooser.choose(part, pools.SURNAMES)
        if part in {paper.casefold() for paper in pools.PAPERS}:
            return self._chooser.choose(part, pools.PAPERS)
        if kind == "place":
            return self._chooser.choose(part, pools.PLACES)
        if kind == "thing":
            return self._chooser.choose(part, pools.WOMEN if part in pools.KNOWN_WOMEN else pools.THINGS)
        first = self._formal(entity)
        if first and first != part and self._nickname(part, first):
            short = self._short(self._part(entity, first, "first"), part)
            if short:
                return self._chooser.give(part, short)
        gender = self._gender(entity, first or part)
        return self._chooser.choose(part, {"f": pools.WOMEN, "m": pools.MEN}.get(gender, pools.EITHER))

    def _formal(self, entity: Entity) -> str | None:
        """The first name in full, of those that the entity's long names begin with."""
        firsts = [parts[0] for parts in self._long_names(entity)]
        return max(firsts, key=lambda first: (first not in NICKNAMES, len(first)), default=None)

    def _nickname(self, short: str, first: str) -> bool:
        return first in NICKNAMES.get(short, ()) or short[:2] == first[:2]

    def _short(self, new: str, old: str) -> str | None:
        """A short form of a new first name, ending as the old short form does."""
        ending = next((end for end in ("ie", "y") if old.endswith(end)), "")
        for length in (3, 4, 2, 5):
            stem = new[:length]
            if len(new) > length and (not ending or stem[-1] not in "aeiou"):
                short = (
                    stem
                    + (stem[-1] if ending and length == 3 and stem[-2] in "aeiou" and stem[-1] not in "xwvy" else "")
                    + ending
                )
                if short.casefold() != new.casefold() and self._chooser.fits(short):
                    return short
        return None

    def _gender(self, entity: Entity, first: str) -> str:
        titles = {word for alias in entity.aliases for word in self._words(alias.surface)}
        if titles & {
            "mrs",
            "miss",
            "ms",
            "madam",
            "mother",
            "mom",
            "aunt",
            "sister",
            "lady",
            "queen",
            "princess",
            "woman",
            "girl",
        }:
            return "f"
        if titles & {"mr", "sir", "father", "dad", "uncle", "brother", "lord", "king", "prince", "man", "boy"}:
            return "m"
        if (first in pools.KNOWN_WOMEN) != (first in pools.KNOWN_MEN):
            return "f" if first in pools.KNOWN_WOMEN else "m"
        near = Counter()
        for match in re.finditer(
            rf"\b{re.escape(first)}\b[^.!?\n]{{0,80}}[.!?]?[ ]?[^.!?\n]{{0,40}}", self._text, re.IGNORECASE
        ):
            for word in re.findall(r"\b(she|her|hers|he|him|his)\b", match.group(), re.IGNORECASE):
                near["f" if word.lower().startswith(("she", "her")) else "m"] += 1
        if near["f"] != near["m"]:
            return "f" if near["f"] > near["m"] else "m"
        return "?"

    def _initials(self, entity: Entity, surface: str) -> str:
        """Initials of the old name become those of the new one, in the order of its words."""
        names = self._long_names(entity)
        if not names:
            return surface
        parts = list(names[0])

        def initial(match: re.Match[str]) -> str:
            for number, part in enumerate(parts):
                if part[0] == match.group(1).casefold() and part in self._chooser.given:
                    del parts[: number + 1]
                    return self._chooser.given[part][0].upper() + "."
            return match.group()

        return _INITIAL.sub(initial, surface)


def _cap(word: str) -> str:
    return word[:1].upper() + word[1:]
