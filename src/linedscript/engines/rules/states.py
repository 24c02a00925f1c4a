"""States of focal characters by relations, units, and what action and dialogue say of them. A baseline of patterns."""

from typing import Any

from linedscript.backbone.normalization import display, is_chinese, read_person
from linedscript.backbone.normalization_words import HONORIFICS, PLAIN_HONORIFICS, TITLES
from linedscript.engines.places import occurrence
from linedscript.engines.rules import states_words as words

Draft = dict[str, Any]
_THING = frozenset(("Object", "Organization", "Location"))


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{states}``: drafts with their quotes, in text order of their kinds."""
    scene = _Scene(payload)
    drafts = [*_relations(scene), *_units(scene), *_titles(scene), *_sentences(scene), *_places(scene)]
    kept: dict[tuple, Draft] = {}
    for draft in drafts:
        kept.setdefault((draft["character"], draft["aspect"], draft["value"], draft["target"], draft["ends"], draft["quotes"][0]["text"]), draft)
    return {"states": list(kept.values())}


class _Scene:
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

    def at_cue(self, number: int) -> str | None:
        return next(
            (entry["id"] for entry in self.payload["focal"] for place in entry["places"] if place["element"] == number), None
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


def _draft(
    character: str, aspect: str, claim: str, value: str, quotes: list[dict[str, Any]], confidence: float, *,
    target: str | None = None, ends: bool = False, invariant: bool = False, unit: str | None = None, relation: str | None = None,
) -> Draft:
    return {
        "character": character, "aspect": aspect, "claim": claim[:300], "value": value[:200], "target": target, "ends": ends,
        "invariant": invariant, "confidence": confidence, "unit": unit, "relation": relation, "quotes": quotes,
    }


def _relations(scene: _Scene) -> list[Draft]:
    found = []
    for relation in scene.payload["relations"]:
        if relation["modality"] != "actual" or not relation["places"]:
            continue
        quotes = [scene.spot(place)[0] for place in relation["places"][:2]]
        ends = relation["polarity"] == "negative"
        kind = next((held["value"] for held in relation["qualifiers"] if held["name"] in ("kind", "role")), "")
        pairs = [(relation["subject"], relation["object"])]
        if relation["predicate"] in ("kinship_with", "affinity_with", "hostility_with"):
            pairs.append((relation["object"], relation["subject"]))
        for character, target in pairs:
            if character not in scene.focal or not scene.name(target):
                continue
            read = _of_relation(scene, relation["predicate"], character, target, kind)
            if read is not None:
                aspect, claim, value, invariant = read
                found.append(_draft(
                    character, aspect, claim, value, quotes, relation["confidence"], target=target, ends=ends and not invariant,
                    invariant=invariant and not ends, relation=relation["id"],
                ))
    return [draft for draft in found if not (draft["ends"] and draft["invariant"])]


def _of_relation(scene: _Scene, predicate: str, character: str, target: str, kind: str) -> tuple[str, str, str, bool] | None:
    named = {"name": scene.name(character), "target": scene.name(target)}
    bracket = "" if not kind else f" ({kind})" if scene.language == "en" else f"（{kind}）"
    text = scene.text
    if predicate == "kinship_with":
        return "relationship", text["kin"].format(**named, kind=bracket), kind or "family", True
    if predicate in ("affinity_with", "hostility_with"):
        side = "good" if predicate == "affinity_with" else "bad"
        return "relationship", text[side].format(**named), text[f"{side}_value"], False
    if predicate == "affiliated_with":
        return "role", text["member"].format(**named, kind=bracket), kind or text["member_value"], False
    if predicate == "possesses":
        return "possession", text["has"].format(**named), named["target"], False
    if predicate == "located_at":
        return "location", text["at"].format(**named), named["target"], False
    return None


def _units(scene: _Scene) -> list[Draft]:
    found = []
    for unit in scene.payload["units"]:
        if unit["polarity"] != "positive" or unit["modality"] != "actual" or not unit["place"]:
            continue
        trigger = unit["trigger"] or ""
        roles: dict[str, list[str]] = {}
        for part in unit["participants"]:
            if part["entity"]:
                roles.setdefault(part["role"], []).append(part["entity"])
        agent = (roles.get("agent") or roles.get("speaker") or [None])[0]
        other = (roles.get("recipient") or roles.get("addressee") or [None])[0] or next(
            (entity for entity in roles.get("patient", ()) if _person(scene, entity)), None
        )
        thing = next(
            (entity for role in ("theme", "patient") for entity in roles.get(role, ()) if _thing(scene, entity)), None
        )
        quotes = [scene.quote(unit["place"]["element"], unit["place"]["start"], unit["place"]["start"] + len(unit["place"]["text"]))]
        found += _transfers(scene, unit, trigger, agent, other, thing, quotes)
        if agent in scene.focal and trigger in words.LEARN and scene.name(agent) in unit["summary"] and _long(
            unit["summary"].replace(scene.name(agent), ""), scene.language
        ):
            found.append(_draft(agent, "knowledge", unit["summary"], unit["summary"], quotes, 0.6, unit=unit["id"]))
        if agent in scene.focal and trigger in ("promise", "答应", "保证", "承诺") and scene.name(agent) in unit["summary"]:
            found.append(_draft(agent, "goal", unit["summary"], unit["summary"], quotes, 0.7, unit=unit["id"]))
        if other in scene.focal and agent and trigger in words.TOLD and agent != other:
            value = scene.payload["elements"][unit["place"]["element"]]["text"][unit["place"]["start"] :][: len(unit["place"]["text"])].strip()
            claim = scene.text["told"].format(name=scene.name(other), target=scene.name(agent), value=_short(value, scene.language))
            if _long(value, scene.language) and scene.name(agent):
                found.append(_draft(other, "knowledge", claim, value, quotes, 0.6, target=agent, unit=unit["id"]))
        side = "good" if trigger in words.BOND else "bad" if trigger in words.CLASH else None
        if side and agent and other and agent != other and _person(scene, other):
            for one, two in ((agent, other), (other, agent)):
                if one in scene.focal and scene.name(two):
                    claim = scene.text[side].format(name=scene.name(one), target=scene.name(two))
                    found.append(_draft(one, "relationship", claim, scene.text[f"{side}_value"], quotes, 0.55, target=two, unit=unit["id"]))
    return found


def _transfers(
    scene: _Scene, unit: dict[str, Any], trigger: str, agent: str | None, other: str | None, thing: str | None, quotes: list
) -> list[Draft]:
    if thing is None or agent is None:
        return []
    holder = other if trigger in words.GIVE and other else agent if trigger in words.TAKE else None
    loser = agent if trigger in words.LOSE or (trigger in words.GIVE and other) else None
    found = []
    for character, ends in ((loser, True), (holder, False)):
        if character in scene.focal and character != thing:
            claim = scene.text["has"].format(name=scene.name(character), target=scene.name(thing))
            found.append(_draft(
                character, "possession", claim, scene.name(thing), quotes, 0.75, target=thing, ends=ends, unit=unit["id"]
            ))
    return found


def _person(scene: _Scene, entity: str) -> bool:
    return entity in scene.focal or "Character" in (scene.entities.get(entity) or {"types": ()})["types"]


def _thing(scene: _Scene, entity: str) -> bool:
    return "Object" in (scene.entities.get(entity) or {"types": ()})["types"]


def _long(text: str, language: str) -> bool:
    """Whether the text holds enough to be worth knowing: four words, six characters."""
    return len(text.split()) >= 4 if language == "en" else len(text) >= 6


def _short(text: str, language: str) -> str:
    flat = " ".join(text.replace("*", "").split())
    if language == "zh":
        return f"“{flat[:30]}{'…' if len(flat) > 30 else ''}”"
    held = flat.split(" ")
    return f"“{' '.join(held[:16])}{'…' if len(held) > 16 else ''}”"


def _titles(scene: _Scene) -> list[Draft]:
    """``Chief Pilot Ines Calloway``, 林团长: a form that says what the person is."""
    found = []
    for entry in scene.payload["focal"]:
        for place in entry["places"]:
            form = read_person(place["text"])
            if not form.title or form.kind not in ("full", "titled") or form.informal or set(form.title.split()) & PLAIN_HONORIFICS:
                continue
            if is_chinese(place["text"]):
                held = form.title if len(form.title) > 1 else ""
            else:
                parts = [part.strip(".,").casefold() for part in display(place["text"]).split(" ")]
                held = " ".join(HONORIFICS.get(part, part).capitalize() for part in parts if part in TITLES)
            if held:
                claim = scene.text["is"].format(name=entry["name"], value=held)
                found.append(_draft(entry["id"], "role", claim, held, scene.spot(place), 0.6))
    return found


def _sentences(scene: _Scene) -> list[Draft]:
    chinese = scene.language == "zh"
    action = words.ACTION_ZH if chinese else words.ACTION_EN
    first = words.FIRST_ZH if chinese else words.FIRST_EN
    second = words.SECOND_ZH if chinese else words.SECOND_EN
    spots: dict[int, list[tuple[int, str]]] = {}
    for entry in (*scene.payload["focal"], *(held for held in scene.payload["entities"] if "Character" in held["types"])):
        for place in entry["places"]:
            spots.setdefault(place["element"], []).append((place["start"], entry["id"]))
    found: list[Draft] = []
    for number, element in enumerate(scene.elements):
        if element["kind"] not in ("action", "dialogue"):
            continue
        index, speaker = scene.speaker(number) if element["kind"] == "dialogue" else (-1, None)
        last: str | None = None
        for low, high in _spans(element["text"], scene.language):
            held = sorted(spot for spot in spots.get(number, ()) if low <= spot[0] < high)
            lead = held[0][1] if held else None
            if element["kind"] == "action":
                last = lead if lead is not None or not _pronoun(element["text"][low:high], scene.language) else last
                found += _match(scene, action, last, number, low, high)
            else:
                found += _match(scene, first, speaker, number, low, high)
                meant = lead if lead in scene.focal and lead != speaker else scene.addressee(index)
                found += _match(scene, second, meant, number, low, high)
    return found


def _pronoun(sentence: str, language: str) -> bool:
    """Whether the sentence goes on about the last one's first person."""
    start = sentence.strip().lstrip("△ ")
    return start[:1] in "他她" if language == "zh" else start.split(" ")[0] in ("He", "She", "His", "Her")


def _spans(text: str, language: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for match in words.SENTENCE[language].finditer(text):
        if spans and words.ABBREVIATION.search(text[spans[-1][0] : spans[-1][1]].strip()):
            spans[-1] = (spans[-1][0], match.end())
        elif match.group().strip():
            spans.append(match.span())
    return spans


def _match(
    scene: _Scene, cues: tuple[words.Cue, ...], character: str | None, number: int, low: int, high: int
) -> list[Draft]:
    if character not in scene.focal:
        return []
    sentence = " ".join(scene.elements[number]["text"][low:high].replace("’", "'").replace("*", "").split())
    found = []
    for cue in cues:
        match = cue.pattern.search(sentence)
        if match is None or (cue.aspect == "goal" and sentence.rstrip("\"'”").endswith(("?", "？"))):
            continue
        group = next((held for held in match.groups() if held), "").strip(" ,，-—") if match.groups() else ""
        if "{0}" in cue.claim and not group:
            continue
        claim = cue.claim.format(group, name=scene.name(character))
        found.append(_draft(
            character, cue.aspect, claim, cue.value.format(group), [scene.quote(number, low, high)],
            0.5 if cue.aspect in ("emotion", "goal") else 0.65, ends=cue.ends,
        ))
    return found


def _places(scene: _Scene) -> list[Draft]:
    """Where a heading puts those who are on screen, unless the scene's relations say more."""
    told = {
        relation["subject"] for relation in scene.payload["relations"]
        if relation["predicate"] == "located_at" and relation["modality"] == "actual" and relation["polarity"] == "positive"
    }
    headings = {number for number, element in enumerate(scene.elements) if element["kind"] == "heading"}
    where = sorted(
        (place["element"], place["start"], -len(place["text"]), entry["id"])
        for entry in scene.payload["entities"] if "Location" in entry["types"]
        for place in entry["places"] if place["element"] in headings
    )
    if not where:
        return []
    element, start, length, target = where[0]
    quote = scene.quote(element, start, start - length)
    found = []
    for entry in scene.payload["focal"]:
        if entry["presence"] == "on_screen" and entry["id"] not in told and entry["id"] != target:
            claim = scene.text["at"].format(name=entry["name"], target=scene.name(target))
            found.append(_draft(entry["id"], "location", claim, scene.name(target), [quote], 0.7, target=target))
    return found
