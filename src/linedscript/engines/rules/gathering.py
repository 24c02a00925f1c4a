"""Mentions as they are found: one per reading of a surface form, with every place."""

from typing import Any

from linedscript.engines.rules.parts import quote

_ORDER = ("Character", "Organization", "Location", "Object", "Concept", "Occasion", "TimePoint")


class Gathering:
    """Collects places by normalized name; a name of several types becomes one mention with each of them, except
    where a place or person shares its form with a time."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self._payload = payload
        self._found: dict[tuple[str, bool], dict[str, Any]] = {}
        self._spans: dict[tuple[str, int], list[tuple[int, int]]] = {}

    def taken(self, kind: str, element: int, start: int, end: int) -> bool:
        """Whether the place lies within a mention of that type."""
        return any(low <= start and end <= high for low, high in self._spans.get((kind, element), ()))

    def add(
        self,
        kind: str,
        element: int,
        start: int,
        end: int,
        name: str,
        *,
        named: bool,
        scope: str = "film",
        mergeable: bool = True,
        description: str = "",
        only_new: bool = False,
    ) -> None:
        name = " ".join(name.split())
        text = self._payload["elements"][element]["text"]
        if (
            not name
            or start < 0
            or end > len(text)
            or not text[start:end].strip()
            or (only_new and self.taken(kind, element, start, end))
        ):
            return
        self._spans.setdefault((kind, element), []).append((start, end))
        key = (name.casefold(), kind == "TimePoint")
        entry = self._found.setdefault(
            key,
            {
                "name": name,
                "types": set(),
                "named": named,
                "scope": scope,
                "mergeable": mergeable,
                "description": description,
                "places": [],
            },
        )
        entry["types"].add(kind)
        entry["named"] |= named
        entry["mergeable"] |= mergeable
        if scope == "film":
            entry["scope"] = scope
        if len(description) > len(entry["description"]) and entry["description"] in (
            "",
            "Speaker",
            "Person in the scene",
        ):
            entry["description"] = description
        if (element, start, end) not in entry["places"]:
            entry["places"].append((element, start, end))

    def mentions(self) -> list[dict[str, Any]]:
        """Drafts in the shape of the mentions reply, in order of first place."""
        drafts = []
        for entry in sorted(self._found.values(), key=lambda entry: min(entry["places"])):
            places = sorted(entry["places"])
            quotes = [quote(self._payload, *place) for place in places]
            surface = next((said["text"] for said in quotes if not said["text"].isupper()), quotes[0]["text"])
            types = [kind for kind in _ORDER if kind in entry["types"]]
            if len(types) > 1 and "Character" in types and "Organization" not in types:
                types = ["Character"]
            drafts.append(
                {
                    "surface": surface[:160],
                    "normalized": entry["name"][:160],
                    "types": types,
                    "named": entry["named"],
                    "scope": entry["scope"],
                    "mergeable": entry["mergeable"],
                    "description": entry["description"][:120] or "/".join(types),
                    "quotes": quotes[:400],
                }
            )
        return drafts
