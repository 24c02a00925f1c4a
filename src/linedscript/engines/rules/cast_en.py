"""The persons that an English scene knows: cue names, introductions in capitals, their genders."""

import re
from typing import Any, NamedTuple

from linedscript.engines.rules.english import Run, Token, readable, runs, sentences, tokens
from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.engines.rules.language_en import (
    EVENTS,
    FEMALE_TITLES,
    HE,
    LOCATIONS,
    MALE_TITLES,
    MONTHS,
    NO_NAMES,
    ORGANIZATIONS,
    PERSONS,
    SHE,
    TITLES,
    WEEKDAYS,
)

_AGE = re.compile(
    r"\s*(?:,|\()\s*(?:\d{1,3}\b|(?:early|mid|late)[ -]|a\b|an\b|in (?:his|her)\b|\d0s|[a-z]+(?:teen|ties|ty)\b)"
)


_NAMED = frozenset("called as nicknamed named calls".split())


class Ref(NamedTuple):
    name: str
    start: int
    end: int
    owner: bool
    first: bool
    marked: bool


class Cast:
    """Who can be meant by which capitalized run of a scene."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.text = "\n".join(element["text"] for element in payload["elements"])
        names = [(entry["name"], entry["introduction"], entry["scenes"]) for entry in payload["names"]]
        known = {name.casefold() for name, _, _ in names}
        for element in payload["elements"]:
            if element["kind"] == "cue" and element["cue"] and element["cue"]["name"].casefold() not in known:
                names.append((element["cue"]["name"], None, 1))
                known.add(element["cue"]["name"].casefold())
            if element["kind"] == "action":
                for run in _introduced(element["text"]):
                    said = element["text"][run.start : run.end]
                    if said.casefold() not in known:
                        names.append((said, element["text"][run.start : run.start + 240], 1))
                        known.add(said.casefold())
        self.recurring = {name.casefold() for name, _, scenes in names if scenes > 1}
        self.roles: set[str] = set()
        """Generic cue names ("old man", "stranger") in lower case."""
        self.parts: dict[str, str | None] = {}
        """Distinctive words of proper names, in lower case, to a gender; null where unknown or where bearers differ."""
        self.genders: dict[str, str | None] = {}
        genders: dict[str, set[str]] = {}
        for name, introduction, _ in names:
            lows = [token.low for token in tokens(name) if token.word]
            if is_role(lows):
                self.roles.add(" ".join(lows))
                self.genders[" ".join(lows)] = _gender(lows, introduction)
                continue
            gender = self.genders[" ".join(lows)] = _gender(lows, introduction)
            for low in lows:
                if low not in NO_NAMES and low not in TITLES and not low.isdigit() and len(low) > 1:
                    genders.setdefault(low, set()).update({gender} - {None})
        self.parts |= {low: min(found) if len(found) == 1 else None for low, found in genders.items()}

    def display(self, name: str) -> str:
        return readable(name, self.text)

    def gender(self, name: str) -> str | None:
        lows = [token.low for token in tokens(name) if token.word]
        found = self.genders.get(" ".join(lows)) or _gender(lows, None)
        if found is None and len(lows) > 1:
            longer = {gender for known, gender in self.genders.items() if gender and set(lows) <= set(known.split(" "))}
            found = min(longer) if len(longer) == 1 else None
        return found or next((self.parts[low] for low in lows if self.parts.get(low)), None)

    def is_character(self, run: Run) -> bool:
        """Whether a run names somebody whom the script lets speak or introduces in capitals."""
        lows = run.lows
        if lows[-1] in LOCATIONS | ORGANIZATIONS | EVENTS and lows[-1] not in self.parts:
            return False
        return any(low in self.parts for low in lows) or " ".join(lows) in self.roles

    def refs(self, text: str, low: int, high: int) -> list[Ref]:
        """References to known or titled persons in one sentence, left to right."""
        found = []
        for run in runs(text, low, high):
            if is_date_word(text, run):
                continue
            titled = run.lows[0] in TITLES and run.lows[-1] not in LOCATIONS | ORGANIZATIONS | EVENTS
            if (
                self.is_character(run)
                or titled
                or (run.lows[0] in MALE | FEMALE and not run.first and not run.marked and run.before != "the")
            ):
                found.append(
                    Ref(self.display(text[run.start : run.end]), run.start, run.end, run.owner, run.first, run.marked)
                )
        for role in sorted(self.roles):
            for match in re.finditer(rf"(?<!\w)(?:the|a|an)\s+({_loosely(role)})(?!\w)", text[low:high], re.IGNORECASE):
                start, end = low + match.start(1), low + match.end(1)
                if not any(ref.start < end and start < ref.end for ref in found):
                    said = text[start:end]
                    found.append(
                        Ref(
                            readable(said if said.casefold() == role else role.upper(), self.text),
                            start,
                            end,
                            text[end : end + 2] in ("'s", "’s"),
                            False,
                            False,
                        )
                    )
        return sorted(found, key=lambda ref: ref.start)


def _loosely(role: str) -> str:
    """A pattern of a generic cue name as it stands in action, with articles inside: "nurse with a basket"."""
    return re.sub(r"\\ (with|in)\\ ", r"\\ \1\\ (?:(?:the|an?|his|her)\\ )?", re.escape(role))


def is_role(lows: list[str]) -> bool:
    """A generic cue name: "guard", "old man", "man with accordion", "waitress #2"."""
    words = [low for low in lows if not low.isdigit()]
    if not words:
        return True
    head = (
        words[: words.index("with")]
        if "with" in words[1:]
        else words[: words.index("in")]
        if "in" in words[1:]
        else words
    )
    return (
        head[-1] in PERSONS | {"voice", "figure"} and head[0] not in TITLES - PERSONS and head[0] not in MALE | FEMALE
    )


def is_date_word(text: str, run: Run) -> bool:
    """A month or weekday, as far as its neighbours say: "in June", "June 10", "Monday"."""
    if len(run.words) > 1:
        return all(low in MONTHS | WEEKDAYS for low in run.lows)
    low = run.lows[0]
    if low in WEEKDAYS:
        return True
    if low not in MONTHS:
        return False
    after = text[run.end : run.end + 12]
    if re.match(
        r"\s+(?:\d|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|of\s+[\d'’]))",
        after,
        re.IGNORECASE,
    ):
        return True
    return run.before in (
        "in",
        "of",
        "last",
        "since",
        "until",
        "till",
        "every",
        "next",
        "by",
        "that",
        "this",
        "for",
    ) or (low not in MALE | FEMALE and low not in ("may", "march"))


def _introduced(text: str) -> list[Run]:
    """Runs in capitals that introduce a person: with an age, an apposition, a title, or as a kind of person."""
    found = []
    for low, high in sentences(text):
        for run in runs(text, low, high):
            if not run.upper or len(run.words) > 4 or run.lows[-1] in LOCATIONS | ORGANIZATIONS | EVENTS:
                continue
            if (
                _AGE.match(text, run.end)
                or run.lows[0] in TITLES
                or (run.lows[-1] in PERSONS and run.before in ("a", "an", "the"))
            ):
                found.append(run)
    return found


def _gender(lows: list[str], introduction: str | None) -> str | None:
    for low in lows:
        if low in MALE_TITLES or low in ("man", "boy", "gentleman", "guy", "waiter", "policeman", "actor"):
            return "m"
        if low in FEMALE_TITLES or low in ("woman", "girl", "waitress", "actress", "policewoman", "nun", "hostess"):
            return "f"
    for low in lows:
        if (low in MALE) != (low in FEMALE):
            return "m" if low in MALE else "f"
    said: list[str] = []
    opening = True
    words = tokens(introduction or "")
    for number, token in enumerate(words):
        opening = opening and token.capital
        other = token.text.isupper() and len(token.text) > 1 or _is_given(token)
        if other and token.capital and not opening and token.low not in lows and said[-1] not in _NAMED:
            return _of_pronouns(said) or _of_another(words[number + 1 :])
        said.append(token.low)
    return _of_pronouns(said)


def _of_pronouns(said: list[str]) -> str | None:
    for pronouns in ({"he", "she"}, HE | SHE):
        first = next((low for low in said if low in pronouns), None)
        if first:
            return "m" if first in HE else "f"
    return None


def _of_another(words: list[Token]) -> str | None:
    """A pronoun behind another name is that one's, but for an object in its own sentence: "Anna nods at him"."""
    for position, word in enumerate(words):
        if word.text in (".", "!", "?", ";"):
            return None
        after = words[position + 1] if position + 1 < len(words) else None
        if word.low == "him" or (word.low == "her" and (after is None or not after.word)):
            return "m" if word.low == "him" else "f"
        if word.capital or word.low in HE | SHE:
            return None
    return None


def _is_given(token: Token) -> bool:
    return token.low in MALE | FEMALE and token.low not in MONTHS | NO_NAMES
