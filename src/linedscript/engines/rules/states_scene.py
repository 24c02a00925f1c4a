"""The payload of the states layer, as its annotator reads it, and the shape of a draft."""

import re
from typing import Any

from linedscript.engines.places import occurrence
from linedscript.engines.rules import states_words as words
from linedscript.patterns import Pattern

Draft = dict[str, Any]


def clipped(text: str, language: str) -> str:
    """At most 16 words or 30 characters: what a claim quotes of the script stays short."""
    flat = " ".join(text.replace("*", "").split())
    if language == "zh":
        return flat[:30] + ("…" if len(flat) > 30 else "")
    held = flat.split(" ")
    return " ".join(held[:16]) + ("…" if len(held) > 16 else "")


_TELLING = Pattern(
    r"\b(?:tells?|told|confess(?:es|ed)?|admit(?:s|ted)?|reveal(?:s|ed)?)\b.*?\bthat\b\s+(\S.*)"
    r"|(?:告诉|坦白|承认|揭露)[^，：“]*[，：“]+([^”]+)",
    2,
)
_DETERMINED = Pattern(r"(?:(?:the|an?|his|her|its|their|my|our|your|this|that)\s|[^\s]+[’']s\s)", re.IGNORECASE)
"""A form that needs no article."""


class StateScene:
    """Names, speakers and places of one payload."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self.language = payload["language"]
        self.text = words.TEXT[self.language]
        self.elements = payload["elements"]
        self.focal = {entry["id"]: entry for entry in payload["focal"]}
        self.entities = {entry["id"]: entry for entry in payload["entities"]}
        self.speakers = [
            (number, self.at_cue(number)) for number, element in enumerate(self.elements) if element["kind"] == "cue"
        ]

    def name(self, entity: str) -> str:
        return (self.focal.get(entity) or self.entities.get(entity) or {"name": ""})["name"]

    def inside(self, entity: str) -> str:
        """The name as it stands inside a sentence: in English what bears no name of its own has an article."""
        name = self.name(entity)
        entry = self.entities.get(entity) or {"named": True}
        bare = self.language == "zh" or entry["named"] or not name or _DETERMINED.match(name)
        return name if bare else f"the {name}"

    def alone(self, entity: str) -> list[str]:
        """The action elements in which the person is named and nobody else is."""
        people: dict[int, set[str]] = {}
        for entry in (*self.payload["focal"], *self.payload["entities"]):
            if entry["id"] in self.focal or "Character" in entry.get("types", ()):
                for place in entry["places"]:
                    people.setdefault(place["element"], set()).add(entry["id"])
        return [
            element["text"]
            for number, element in enumerate(self.elements)
            if element["kind"] == "action" and people.get(number) == {entity}
        ]

    def at_cue(self, number: int) -> str | None:
        return next(
            (entry["id"] for entry in self.payload["focal"] for place in entry["places"] if place["element"] == number),
            None,
        )

    def speaker(self, number: int) -> tuple[int, str | None]:
        """Index into ``speakers`` and character of the speech that holds a dialogue element; -1 for none."""
        found = (-1, None)
        for index, (cue, character) in enumerate(self.speakers):
            if cue < number:
                found = (index, character)
        return found

    def addressee(self, index: int) -> str | None:
        """Who most likely is meant by ``you``: who speaks next, else who spoke before."""
        own = self.speakers[index][1] if index >= 0 else None
        for order in (self.speakers[index + 1 :], self.speakers[:index][::-1]):
            if order:
                character = order[0][1]
                return character if character != own else None
        return None

    def quote(self, element: int, low: int, high: int) -> dict[str, Any]:
        text = self.elements[element]["text"]
        said = text[low:high][:600].strip()
        start = text.find(said, low)
        return {"text": said, "element": element, "occurrence": occurrence(text, start, said)}

    def spot(self, place: dict[str, Any]) -> list[dict[str, Any]]:
        return [self.quote(place["element"], place["start"], place["start"] + len(place["text"]))]


def draft(
    character: str,
    aspect: str,
    claim: str,
    value: str,
    quotes: list[dict[str, Any]],
    confidence: float,
    *,
    target: str | None = None,
    ends: bool = False,
    invariant: bool = False,
    unit: str | None = None,
    relation: str | None = None,
) -> Draft:
    return {
        "character": character,
        "aspect": aspect,
        "claim": claim[:300],
        "value": value[:200],
        "target": target,
        "ends": ends,
        "invariant": invariant,
        "confidence": confidence,
        "unit": unit,
        "relation": relation,
        "quotes": quotes,
    }


def words_told(scene: StateScene, unit: dict[str, Any]) -> str:
    """What is told: the words of a speech; of action what stands behind the telling ("Ann tells Bob that …"), or
    nothing."""
    element, start = scene.payload["elements"][unit["place"]["element"]], unit["place"]["start"]
    value = element["text"][start:][: len(unit["place"]["text"])].strip()
    if element["kind"] != "action":
        return value
    told = _TELLING.search(value)
    return (told[1] or told[2]).strip() if told else ""
