"""Places said in prose, read as the slug line's place: "the Commission Room of the Pilot Station".

A slug line names a place by its parts, from the widest to the narrowest. In prose they come in either order, with
articles and prepositions; the narrowest stands alone where it is one place's and something is there or goes there.
So do the words of one name: the Chief Pilot's Office is the office of the Chief Pilot.
"""

import re
from collections import Counter
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity

_PARTS = Pattern(r"\s+[-–—]\s+")
_ARTICLE = Pattern(r"(?i)^(?:the|an?|my|our)\s+")
_OF = Pattern(r"(?i)\s+of\s+(?:the\s+)?")
_OWN = Pattern(r"['’]s?$")
_WORD = Pattern(r"[^\W_]+")
_AT = {"en": " is at ", "zh": "在"}
_ABOARD = Pattern(r"(?i)^(?:aboard|inside|outside|on|in|at)\b")
_LINK = r"(?:['’]s)?(?:[\s,]+|\s*[-–—]\s*)(?:(?:of|in|at|on|inside|aboard|there|here|the|our|my)\b[\s,]+)*"
_LINK_HAN = r"(?:里面?|内|那边|这边)?(?:的|，|、|,)?"
_THERE = r"\b(?:at|in|on|inside|into|to|from|reach(?:es)?|enters?)\s+(?:the\s+|an?\s+|my\s+|our\s+)?"
_THERE_HAN = r"[在到回进去往]"


class Places:
    """The places of one film in one view whose names have parts or several words."""

    def __init__(self, entities: Sequence[Entity], language: Language) -> None:
        places = [one for one in entities if "Location" in one.types]
        self._language = language
        self._names = sorted((one.name for one in places), key=lambda name: (-len(name), name))
        self._parts = parts = {one.name: found for one in places if (found := _parts(one.name, places, language))}
        last = Counter(found[1].casefold() for found in parts.values())
        others = {alias.surface.casefold() for one in entities for alias in one.aliases}
        self._rules: list[tuple[Pattern, str]] = []
        whole = {_ARTICLE.sub("", alias.surface) for one in places if one.name not in parts for alias in one.aliases}
        there = _THERE if language == "en" else _THERE_HAN
        for name in sorted(whole, key=lambda one: (len(one), one)):
            if (turned := _turned(name, language)) != re.escape(name):
                self._rules.append((Pattern(rf"(?i)(?P<there>{there})?(?:{turned})(?P<alone>(?!))?"), name))
        for name, (wide, narrow) in sorted(parts.items(), key=lambda one: (len(one[0]), one[0])):
            forms = _forms(wide, places)
            alone = last[narrow.casefold()] == 1 and narrow.casefold() not in others and len(narrow) > 1
            self._rules.append((Pattern(_pattern(forms, narrow, alone, language)), name))

    def named(self, text: str) -> str:
        """The text with each place by its name."""
        for pattern, name in self._rules:
            text = pattern.sub(lambda found, name=name: self._instead(found, name), text)
        return text

    def elsewhere(self, claim: str) -> list[str]:
        """Of a claim that says where somebody is, and no more: the same with each place within a wider one where they
        then aren't. Left out is what may lie in the one place or hold it: parts of each other, and places that are
        called alike."""
        text = claim.rstrip(".。")
        here = next((name for name in self._names if text.endswith(_AT[self._language] + name)), None)
        if here is None:
            return []
        start = text.removesuffix(here)
        return [f"{start}{name}." for name in self._parts if self._apart(here, name)]

    def _apart(self, one: str, other: str) -> bool:
        if one.startswith(other) or other.startswith(one):
            return False
        wide, narrow = self._parts.get(one, (one, one))
        wide_too, narrow_too = self._parts[other]
        return wide == wide_too or not (
            self._words(wide) & self._words(narrow_too) | self._words(narrow) & self._words(wide_too)
        )

    def _words(self, name: str) -> set[str]:
        if self._language == "zh":
            return {name[at : at + 2] for at in range(max(len(name) - 1, 1))}
        return {word for word in _WORD.findall(name.casefold()) if len(word) > 3}

    def _instead(self, found: "re.Match[str]", name: str) -> str:
        there = found["there"] or found["alone"] or ""
        if self._language == "en" and not there and _ABOARD.search(found.group()):
            there = "at "
        return there + name


def _parts(name: str, places: Sequence[Entity], language: Language) -> tuple[str, str] | None:
    """The wider place and what it is there; null where it has no parts. In Chinese the wider one is a place too."""
    if language == "en":
        wide, *rest = _PARTS.split(name)
        return (wide, _ARTICLE.sub("", rest[-1])) if rest else None
    within = [one.name for one in places if name.startswith(one.name) and len(name) > len(one.name)]
    wide = max(within, key=len, default="")
    return (wide, name[len(wide) :]) if wide else None


def _forms(wide: str, places: Sequence[Entity]) -> list[str]:
    held = {alias.surface for one in places if one.name == wide for alias in one.aliases} | {wide}
    return sorted({_ARTICLE.sub("", form) for form in held}, key=lambda form: (-len(form), form))


def _pattern(forms: Sequence[str], narrow: str, alone: bool, language: Language) -> str:
    wide, own = "|".join(_turned(form, language) for form in forms), f"(?:{_turned(narrow, language)})"
    if language == "zh":
        ends = "".join(f"|{re.escape(form[at:])}" for form in forms for at in range(1, len(form) - 1)) if alone else ""
        one = f"(?:{wide}{ends}){_LINK_HAN}{own}|{own}[，,、]?就?在?(?:{wide})"
        bare = f"{_THERE_HAN})(?:里面?|那边)?{own}" if alone else "(?!))"
        return f"(?P<there>{_THERE_HAN})?(?:{one})|(?P<alone>{bare}"
    one = rf"\b(?:{own}{_LINK}(?:{wide})|(?:{wide}){_LINK}{own})\b"
    bare = rf"{_THERE}){own}\b" if alone else "(?!))"
    return rf"(?i)(?P<there>{_THERE})?{one}|(?P<alone>{bare}"


def _turned(name: str, language: Language) -> str:
    """An expression for a name's words in either order, with "of" or "'s" between them; in Chinese with 的 or not."""
    if language == "zh":
        return "的?".join(map(re.escape, name))
    words, halves = name.split(), _OF.split(name, maxsplit=1)
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if len(halves) > 1:
        cuts = [(halves[1], halves[0])]
    found = [re.escape(name)]
    for one, other in cuts:
        whose, what = re.escape(_OWN.sub("", one)), re.escape(other)
        found += [rf"{whose}(?:['’]s|s?['’])?\s+{what}", rf"{what}\s+of\s+(?:the\s+)?{whose}"]
    return rf"(?<!\w)(?:{'|'.join(found)})(?!\w)" if cuts else found[0]
