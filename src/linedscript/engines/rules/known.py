"""The mentions that a relation may join, and relation drafts between them."""

import re
from typing import Any

from linedscript.engines.rules.parts import quote


class Known:
    """A scene's mentions by name and type, and the drafts collected so far."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self._ids: dict[tuple[str, str], str] = {}
        self.names: dict[str, str] = {}
        for mention in payload["mentions"]:
            self.names[mention["id"]] = mention["normalized"]
            for kind in mention["types"]:
                for form in (mention["normalized"], mention["surface"]):
                    self._ids.setdefault((kind, form.casefold()), mention["id"])
        self._drafts: dict[tuple[str, str, str], dict[str, Any]] = {}
        self._pattern: dict[str, re.Pattern[str]] = {}

    def find(self, kind: str, name: str | None) -> str | None:
        return self._ids.get((kind, name.casefold())) if name else None

    def forms(self, kind: str) -> str:
        """A regular expression's alternatives: every form of a type, longest first; one that never matches for none."""
        forms = sorted({form for found, form in self._ids if found == kind}, key=lambda form: (-len(form), form))
        return "|".join(map(re.escape, forms)) or r"(?!)"

    def spot(self, element: int, start: int, end: int) -> dict[str, Any]:
        return quote(self.payload, element, start, end)

    def add(
        self,
        subject: str | None,
        predicate: str,
        object_: str | None,
        description: str,
        quotes: list[dict[str, Any]],
        *,
        confidence: float,
        persistence: str = "momentary",
        polarity: str = "positive",
        modality: str = "actual",
        qualifiers: tuple[tuple[str, str], ...] = (),
        time: str | None = None,
    ) -> None:
        """Keep a draft between two different mentions; a second one between the same two adds its quotes."""
        if subject is None or object_ is None or subject == object_ or not quotes:
            return
        key = (subject, predicate, object_)
        if (
            predicate in ("kinship_with", "affinity_with", "hostility_with")
            and (object_, predicate, subject) in self._drafts
        ):
            key = (object_, predicate, subject)
        draft = self._drafts.get(key)
        if draft is None:
            self._drafts[key] = {
                "subject": subject,
                "predicate": predicate,
                "object": object_,
                "description": description[:300],
                "polarity": polarity,
                "modality": modality,
                "qualifiers": [{"name": name, "value": value} for name, value in qualifiers],
                "time": time,
                "persistence": persistence,
                "confidence": confidence,
                "quotes": quotes[:6],
            }
            return
        draft["quotes"] = (draft["quotes"] + [said for said in quotes if said not in draft["quotes"]])[:6]
        draft["confidence"] = max(draft["confidence"], confidence)

    def drafts(self) -> list[dict[str, Any]]:
        return list(self._drafts.values())
