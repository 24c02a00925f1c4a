"""The ``rules`` annotator of the scene-review layer: faults that show in the records themselves and in their quotes.

It can't read, so it only flags: what it says is a reason to look, never one to take a record out.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

SYMMETRIC = frozenset({"kinship_with", "affinity_with", "hostility_with", "allied_with", "opposes"})
_OPPOSITE = {"affinity_with": "hostility_with", "hostility_with": "affinity_with", "allied_with": "opposes"}
_OPPOSITE |= {"opposes": "allied_with"}
_SHOWN_BY_SPEECH = frozenset({"affinity_with", "hostility_with", "leads", "allied_with", "opposes"})
"""What somebody says can be an act of it; of every other predicate it is only a claim."""
_PRONOUN = re.compile(
    r"\b(?:I|me|my|mine|you|your|yours|he|him|his|she|hers?|it|its|we|us|ours?|they|them|theirs?|who|whose)\b"
    r"|[我你您他她它咱俺]",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"(?:fade (?:in|out|to .*)|(?:smash |match )?cut to.*|dissolve to.*|cont(?:inued|['’]d)|close[- ]?up|angle on"
    r"|v\. ?o\.|o\. ?s\.|montage|淡入|淡出|切至|化入|化出|特写|画外音|旁白)[.:：]?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """From a scene's payload to ``{findings: […]}`` in the shape of the findings reply; one per record, the first."""
    scene = _Scene(payload)
    found: dict[str, dict[str, Any]] = {}
    for check in (_formats, _same_things, _same_deeds, _same_statements, _opposites, _types, _claims, _unnamed):
        for draft in check(scene):
            found.setdefault(draft["record"], draft)
    return {"findings": list(found.values())}


class _Scene:
    def __init__(self, payload: dict[str, Any]) -> None:
        self.units, self.mentions, self.relations = (payload[name] for name in ("units", "mentions", "relations"))
        self.registry = {rule["name"]: rule for rule in payload["registry"]}
        self.elements = payload["elements"]
        self.by_id = {mention["id"]: mention for mention in self.mentions}
        self.chinese = payload["language"] == "zh"

    def said(self, english: str, chinese: str, *names: str) -> str:
        return (chinese if self.chinese else english).format(*names)

    def name(self, mention: str) -> str:
        return self.by_id[mention]["normalized"]

    def spoken(self, quotes: list[str]) -> bool:
        """Whether each quote stands in dialogue, and nowhere else."""
        return bool(quotes) and all(self._kinds(quote) == {"dialogue"} for quote in quotes)

    def _kinds(self, quote: str) -> set[str]:
        return {element["kind"] for element in self.elements if quote in element["text"]}

    def places(self, quotes: list[str]) -> int:
        """In how many places the rarest of the quotes stands."""
        return min((sum(element["text"].count(quote) for element in self.elements) for quote in quotes), default=0)


def _draft(
    record: str, problem: str, reason: str, quotes: list[str], against: str | None = None
) -> Iterator[dict[str, Any]]:
    if quotes:
        yield {
            "record": record,
            "against": against,
            "verdict": "flag",
            "problem": problem,
            "reason": reason[:300],
            "quotes": [{"text": quote[:600], "element": None, "occurrence": 1} for quote in quotes[:2]],
        }


def _formats(scene: _Scene) -> Iterator[dict[str, Any]]:
    """A mention that is a term of the page, not of the story."""
    for mention in scene.mentions:
        if _FORMAT.fullmatch(mention["surface"]):
            reason = scene.said("{0} is a term of the script's format.", "“{0}”是剧本格式用语。", mention["surface"])
            yield from _draft(mention["id"], "source_format", reason, [mention["surface"]])


def _same_things(scene: _Scene) -> Iterator[dict[str, Any]]:
    """Two mentions of one name that share a type."""
    for one, other in combinations(scene.mentions, 2):
        if one["normalized"].casefold() == other["normalized"].casefold() and set(one["types"]) & set(other["types"]):
            reason = scene.said(
                "{0} is listed twice, as {1} and as {2}.",
                "“{0}”列了两次，一次为{1}，一次为{2}。",
                one["normalized"],
                "/".join(one["types"]),
                "/".join(other["types"]),
            )
            yield from _draft(other["id"], "duplicate", reason, [other["surface"]], one["id"])


def _same_deeds(scene: _Scene) -> Iterator[dict[str, Any]]:
    """More units of one deed, with the same people and the same quotes, than the quotes have places."""
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for unit in scene.units:
        people = tuple((part["name"].casefold(), part["role"]) for part in unit["participants"])
        key = (unit["kind"], unit["trigger"], people, tuple(unit["quotes"]), unit["polarity"], unit["modality"])
        groups.setdefault(key, []).append(unit)
    for group in groups.values():
        for unit in group[max(1, scene.places(group[0]["quotes"])) :]:
            reason = scene.said("The same passage makes the same unit twice.", "同一段原文列出了两个相同的单元。")
            yield from _draft(unit["id"], "duplicate", reason, unit["quotes"], group[0]["id"])


def _pairs(scene: _Scene) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Two relations over the same ends, told by name, in the same mood."""
    for one, other in combinations(scene.relations, 2):
        if one["modality"] == other["modality"]:
            ends, others = (
                [scene.name(relation[end]).casefold() for end in ("subject", "object")] for relation in (one, other)
            )
            if ends == others or ({one["predicate"], other["predicate"]} <= SYMMETRIC and ends == others[::-1]):
                yield one, other


def _same_statements(scene: _Scene) -> Iterator[dict[str, Any]]:
    for one, other in _pairs(scene):
        if all(one[field] == other[field] for field in ("predicate", "polarity", "time")):
            reason = scene.said("Says what {0} says.", "与 {0} 说的相同。", one["id"])
            yield from _draft(other["id"], "duplicate", reason, other["quotes"], one["id"])


def _opposites(scene: _Scene) -> Iterator[dict[str, Any]]:
    """Yes and no about one pair, or affection and hostility, in one scene."""
    for one, other in _pairs(scene):
        denied = one["predicate"] == other["predicate"] and one["polarity"] != other["polarity"]
        opposed = _OPPOSITE.get(one["predicate"]) == other["predicate"]
        if denied or (opposed and one["polarity"] == other["polarity"] == "positive"):
            reason = scene.said("Stands against {0} in the same scene.", "与同场的 {0} 相反。", one["id"])
            yield from _draft(other["id"], "contradicted", reason, other["quotes"], one["id"])


def _types(scene: _Scene) -> Iterator[dict[str, Any]]:
    """Ends that the predicate doesn't admit."""
    for relation in scene.relations:
        rule = scene.registry[relation["predicate"]]
        left, right = (scene.by_id[relation[end]]["types"] for end in ("subject", "object"))
        if not (set(rule["domain"]) & set(left) and set(rule["range"]) & set(right)):
            reason = scene.said(
                "{0} doesn't lead from {1} to {2}.",
                "{0} 不能从{1}到{2}。",
                relation["predicate"],
                "/".join(left),
                "/".join(right),
            )
            yield from _draft(relation["id"], "wrong_type", reason, relation["quotes"])


def _claims(scene: _Scene) -> Iterator[dict[str, Any]]:
    """What is only said, given as a fact. Saying it is one: a unit with a speaker is that."""
    reason = scene.said("It is only said in dialogue, and given as actual.", "只在对白中说到，却标为 actual。")
    for unit in scene.units:
        says = any(part["role"] == "speaker" for part in unit["participants"])
        if unit["kind"] == "Event" and not says and unit["modality"] == "actual" and scene.spoken(unit["quotes"]):
            yield from _draft(unit["id"], "claim_as_fact", reason, unit["quotes"])
    for relation in scene.relations:
        shown = relation["predicate"] in _SHOWN_BY_SPEECH
        if not shown and relation["modality"] == "actual" and scene.spoken(relation["quotes"]):
            yield from _draft(relation["id"], "claim_as_fact", reason, relation["quotes"])


def _unnamed(scene: _Scene) -> Iterator[dict[str, Any]]:
    """A relation whose quotes hold no form of either end, no pronoun, and no speech, whose speaker is understood."""
    for relation in scene.relations:
        text = " ".join(relation["quotes"])
        ends = [scene.by_id[relation[end]] for end in ("subject", "object")]
        if _PRONOUN.search(text) or any(_stands(end, text) for end in ends) or scene.spoken(relation["quotes"][:1]):
            continue
        reason = scene.said(
            "The quotes name neither {0} nor {1}.",
            "引文既没有写到“{0}”，也没有写到“{1}”。",
            *(end["normalized"] for end in ends),
        )
        yield from _draft(relation["id"], "unsupported", reason, relation["quotes"])


def _stands(mention: dict[str, Any], text: str) -> bool:
    folded = text.casefold()
    forms = [mention["surface"].casefold(), mention["normalized"].casefold()]
    return any(form in folded or any(word in folded for word in _WORD.findall(form)) for form in forms)
