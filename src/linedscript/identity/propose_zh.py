"""Pseudonyms for Chinese names: surname for surname, a given name of as many characters.

What stands around a name stays: 老X, 小X, 阿X, X老师.
"""

import re
from collections.abc import Sequence

from linedscript.backbone.normalization_words import COMPOUND_SURNAMES, SURNAMES, ZH_KIN, ZH_TITLES
from linedscript.identity import names_zh as pools
from linedscript.identity.choosing import Chooser
from linedscript.records.entity import Entity

_TITLES = tuple(sorted({*pools.ADDRESS, *ZH_TITLES, *ZH_KIN}, key=lambda word: (-len(word), word)))
_TITLE = "|".join(_TITLES)
_OFFICE = "|".join(word for word in _TITLES if len(word) > 1 and word not in ZH_KIN)


class ChineseNames:
    """Proposes forms over one film. ``text`` is all of its scenes."""

    def __init__(self, entities: Sequence[Entity], text: str, chooser: Chooser) -> None:
        self._chooser = chooser
        self._text = text
        people = [entity for entity in entities if entity.named and "Character" in entity.types]
        self._full = {entity.id: self._full_name(entity) for entity in people}
        self._people = [name for name in self._full.values() if name]
        self._places = sorted(
            {
                entity.name
                for entity in entities
                if entity.named and "Character" not in entity.types and core(entity.name)
            },
            key=lambda name: (len(name), name),
        )

    def learn(self, surface: str, pseudonym: str, person: bool) -> None:
        old, new = split_name(surface), split_name(pseudonym)
        if not person:
            place = self._place(surface)
            front, _, back = surface.partition(place or surface)
            if place and pseudonym.startswith(front) and pseudonym.endswith(back):
                self._chooser.learn("地" + place, pseudonym[len(front) : len(pseudonym) - len(back)])
        elif old and new and len(old[1]) == len(new[1]):
            self._chooser.learn("姓" + old[0], new[0])
            self._chooser.learn("名" + old[1], new[1])

    def parts(self, surface: str, person: bool) -> list[str]:
        """What of a form is a name's own."""
        if person:
            return [] if _role(surface) else [surface]
        if any(name in surface for name in self._people):
            return [surface]
        place = self._place(surface)
        return [place] if place else []

    def form(self, entity: Entity, surface: str) -> str:
        if "Character" in entity.types:
            return self._person(entity, surface)
        for name in self._people:
            if name in surface:
                return surface.replace(name, self._named(entity, name))
        place = self._place(surface)
        if not place:
            return surface
        return surface.replace(
            place, self._chooser.choose("地" + place, [name for name in pools.PLACES if len(name) == 2]), 1
        )

    def exact(self, surface: str) -> bool:
        return False

    def real_world(self, name: str) -> bool:
        stem = core(name) or name
        return (
            name in pools.REAL_WORLD
            or stem in pools.REAL_WORLD
            or name.rstrip("省市县区") in pools.REAL_WORLD
            or "《" in name
        )

    def further(self, forms: dict[str, str]) -> dict[str, str]:
        """A given name, or a place's own name, alone in the text; a surname with an office."""
        found = {}
        for part, new in self._chooser.given.items():
            old = part[1:]
            if (
                part[0] in "名地"
                and len(old) >= 2
                and old in self._text
                and old not in forms
                and any(old in form for form in forms)
            ):
                found[old] = new
            elif part[0] == "姓" and any(form.startswith(old) for form in forms):
                for match in re.finditer(rf"老{old}(?![\u3400-\u9fff])|{old}(?:{_OFFICE})", self._text):
                    found[match.group()] = match.group().replace(old, new, 1)
        return {old: new for old, new in found.items() if old not in forms}

    def fresh(self, words: str) -> str:
        """A name for words that must go and are no one's name, such as a title in a place's name."""
        return self._chooser.choose("片" + words, [name for name in pools.PLACES if len(name) == 2])

    def protected(self, surface: str) -> list[str]:
        return []

    def _place(self, surface: str) -> str | None:
        """The own name in a place's name; of a room the house's, so that both get one pseudonym."""
        house = next((name for name in self._places if name in surface), None)
        return core(house) if house else core(surface)

    def _full_name(self, entity: Entity) -> str | None:
        surfaces = [entity.name, *(alias.surface for alias in entity.aliases)]
        named = [surface for surface in surfaces if split_name(surface)]
        return max(named, key=len) if named else None

    def _person(self, entity: Entity, surface: str) -> str:
        full = self._full.get(entity.id)
        if full:
            surname, given = split_name(full)
            if full in surface:
                return surface.replace(full, self._named(entity, full))
            new_surname, new_given = self._two(entity, full)
            if len(given) > 1 and given in surface:
                return surface.replace(given, new_given)
            if match := re.match(rf"([{pools.PREFIXES}]){surname}$", surface):
                return match.group(1) + new_surname
            if re.match(rf"{surname}(?:{_TITLE})", surface):
                return new_surname + surface[len(surname) :]
            if match := re.match(rf"([{given}])\1$", surface):
                return new_given[min(given.index(match.group(1)), len(new_given) - 1)] * 2
            if match := re.match(rf"([{pools.PREFIXES}]?)([{given}])((?:{_TITLE})?)$", surface):
                return match.group(1) + new_given[min(given.index(match.group(2)), len(new_given) - 1)] + match.group(3)
        if _role(surface):
            return surface
        if match := re.match(rf"({'|'.join(sorted(SURNAMES, key=len, reverse=True))})(?:{_TITLE})", surface):
            return self._surname(match.group(1)) + surface[len(match.group(1)) :]
        return self._nickname(entity, surface)

    def _named(self, entity: Entity, full: str) -> str:
        return "".join(self._two(entity, full))

    def _two(self, entity: Entity, full: str) -> tuple[str, str]:
        surname, given = split_name(full)
        new_surname = self._surname(surname)
        woman = self._woman(entity, given)
        one, two = (pools.WOMEN_ONE, pools.WOMEN) if woman else (pools.MEN_ONE, pools.MEN)
        return new_surname, self._chooser.choose("名" + given, one if len(given) == 1 else two)

    def _surname(self, surname: str) -> str:
        return self._chooser.choose("姓" + surname, pools.COMPOUND_POOL if len(surname) == 2 else pools.SURNAME_POOL)

    def _nickname(self, entity: Entity, surface: str) -> str:
        """A by-name: its first character stays where it's 老, 小 or 阿, and a form of address at its end."""
        prefix = surface[0] if surface[0] in pools.PREFIXES else ""
        suffix = next(
            (title for title in _TITLES if surface.endswith(title) and len(surface) > len(prefix) + len(title)), ""
        )
        middle = surface[len(prefix) : len(surface) - len(suffix)]
        if len(middle) == 1:
            new = self._chooser.choose("字" + middle, pools.NICK)
        elif len(middle) == 2:
            new = self._chooser.choose("称" + middle, pools.WOMEN if self._woman(entity, middle) else pools.MEN)
        else:
            new = self._chooser.choose("称" + middle, pools.PLACES)
        return prefix + new + suffix

    def _woman(self, entity: Entity, given: str) -> bool:
        aliases = [alias.surface for alias in entity.aliases]
        if any(alias.endswith(pools.KIN_FEMALE) for alias in aliases):
            return True
        if any(alias.endswith(pools.KIN_MALE) for alias in aliases):
            return False
        full = self._full.get(entity.id) or entity.name
        near = [match.group(1) for match in re.finditer(rf"{re.escape(full)}[^。！？\n：]*。([他她])", self._text)]
        if near.count("她") != near.count("他"):
            return near.count("她") > near.count("他")
        return any(char in pools.WOMEN_SIGNS for char in given)


def split_name(name: str) -> tuple[str, str] | None:
    """Surname and given name of one or two characters; None where it isn't a full name."""
    if (
        not re.fullmatch(r"[\u3400-\u9fff]{2,4}", name)
        or name[0] in pools.PREFIXES
        and name[0] not in SURNAMES
        or _role(name)
    ):
        return None
    for length in (2, 1):
        surname, given = name[:length], name[length:]
        if (
            surname in (COMPOUND_SURNAMES if length == 2 else SURNAMES)
            and 1 <= len(given) <= 2
            and given not in _TITLES
        ):
            return surname, given
    return None


def core(name: str) -> str | None:
    """The own name of a place or institution: what stands before its head words, two characters or more."""
    rest = name
    while True:
        head = next((head for head in pools.HEADS if rest.endswith(head) and len(rest) - len(head) >= 2), None)
        if head is None:
            break
        rest = rest[: -len(head)]
    if rest == name and rest not in pools.PLACES:
        return None
    return (
        rest
        if 2 <= len(rest) <= 4
        and rest not in pools.HEADS
        and rest[-2:] not in pools.HEADS
        and rest[0] not in "镇市县省村本这那"
        else None
    )


def _role(surface: str) -> bool:
    """A word for a person of some kind: an office, a kinship term, a form of address."""
    bare = surface.removeprefix("你").removeprefix("我").removeprefix("他").removeprefix("她")
    return (
        bare in ZH_TITLES
        or bare in ZH_KIN
        or bare in pools.ADDRESS
        or surface in ("众人", "女客", "男客", "老汉", "老人", "女人", "男人", "孩子")
    )
