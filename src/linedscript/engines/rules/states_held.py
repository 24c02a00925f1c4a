"""Who has a thing as an English script shows it with no verb of having: "sits with the box across her knees"; and what
"it" means where it changes hands."""

from collections.abc import Iterator
from typing import Any

from linedscript.engines.rules import states_words as words
from linedscript.engines.rules.kinship import gender_of
from linedscript.engines.rules.language_en import third_person
from linedscript.engines.rules.states_scene import Draft, StateScene, draft
from linedscript.engines.rules.states_sentences import goes_on, sentence_spans
from linedscript.engines.rules.states_things import is_held
from linedscript.patterns import Pattern

_WITH = Pattern(r"(?:\bwith|,|\band|--|—) (?:the|an?|his|her|their|one|[A-Z][\w-]+['’]s) (?:[\w-]+ ){0,2}$")
_JUST_WITH = Pattern(r"\bwith (?:the|an?|his|her|their|[A-Z][\w-]+['’]s) (?:[\w-]+ ){0,2}$")
_ON_THE_BODY = Pattern(
    r"^,? (?:\w+ )?(?:across|on|in|under|between|against|over|around|beneath) (?:(his|her)|their|both|one)(?: \w+)? "
    r"(?:knees?|lap|arms?|hands?|fists?|shoulders?|palms?|grip|fingers|chest|armpit)\b",
    2,
)
_ENDS = Pattern(r"^\s*(?:[.,;!]|$)")
_COMES = Pattern(
    r"\b(?:stands?|sits?|waits?|comes?|enters?|climbs?|walks?|appears?|kneels?|runs?|steps?|returns?|emerges?|strides?|"
    r"arrives?|hurries)\b"
)
_DENIED = Pattern(r"\bwithout\b|\bno longer\b|\bnot\b|n['’]t\b|\bif\b|\bas if\b|\bas though\b|\blike\b", 2)


def of_things(scene: StateScene) -> list[Draft]:
    """A thing that somebody is shown with, in the hand or on the body, or comes, stands or sits with."""
    found = []
    for number, element in enumerate(scene.elements):
        if scene.language != "en" or element["kind"] != "action":
            continue
        last: str | None = None
        for low, high in sentence_spans(element["text"], "en"):
            people = sorted(_spots(scene, number, low, high, person=True))
            sentence = element["text"][low:high]
            if people and not goes_on(sentence, "en"):
                last = people[0][1]
            if last is None or last not in scene.focal or _DENIED.search(sentence):
                continue
            for start, thing, end in _spots(scene, number, low, high, person=False):
                between = [one for place, one in people if place < start and one != last]
                if not between and _has(scene, last, element["text"][low:start], element["text"][end:high]):
                    found += _draft(scene, last, thing, number, (low, high))
    return found


def _spots(scene: StateScene, number: int, low: int, high: int, *, person: bool) -> Iterator[Any]:
    for entry in (*scene.payload["focal"], *scene.payload["entities"]):
        types = entry.get("types", ("Character",)) if entry["id"] not in scene.focal else ("Character",)
        if ("Character" if person else "Object") in types and (person or entry["id"] not in scene.focal):
            for place in entry["places"]:
                if place["element"] == number and low <= place["start"] < high:
                    at = place["start"]
                    yield (at, entry["id"]) if person else (at, entry["id"], at + len(place["text"]))


def _has(scene: StateScene, who: str, before: str, after: str) -> bool:
    body = _ON_THE_BODY.search(after)
    if body is not None:
        of = {"his": "male", "her": "female"}.get((body[1] or "").lower())
        gender = gender_of(scene.name(who), scene.alone(who))
        return bool(_WITH.search(before)) and (of is None or gender is None or of == gender)
    return bool(_JUST_WITH.search(before) and _COMES.search(before) and _ENDS.search(after))


def _draft(scene: StateScene, who: str, thing: str, number: int, sentence: tuple[int, int]) -> list[Draft]:
    quote = scene.quote(number, *sentence)
    if not scene.name(thing) or not is_held(scene.name(thing), quote["text"], "en", given=True):
        return []
    claim = scene.text["has"].format(name=scene.name(who), target=scene.inside(thing))
    return [draft(who, "possession", claim, scene.name(thing), [quote], 0.65, target=thing)]


def meant_by_it(scene: StateScene, unit: dict[str, Any]) -> str | None:
    """The thing that is handed or taken as "it": what the deed before it in the paragraph was done to; else the one
    thing that the paragraph names before it."""
    place, trigger = unit["place"], unit["trigger"] or ""
    if scene.language != "en" or not place or unit["kind"] == "Occasion":
        return None
    forms = "|".join(third_person(trigger))
    if not Pattern(rf"\b(?:{forms}) (?:(?:up|out|back|over|off|down) |.{{1,30}} with )?it\b", 2).search(place["text"]):
        return None
    at = (place["element"], place["start"])
    earlier = [
        one
        for one in scene.payload["units"]
        if one["place"] and one["place"]["element"] == at[0] and one["place"]["start"] < at[1]
    ]
    for one in sorted(earlier, key=lambda one: -one["place"]["start"]):
        things = [part["entity"] for part in one["participants"] if _is_thing(scene, part["entity"])]
        if things:
            return things[0]
    named = {thing for _, thing, _ in _spots(scene, at[0], 0, at[1], person=False)}
    return named.pop() if len(named) == 1 else None


def _is_thing(scene: StateScene, entity: str | None) -> bool:
    return "Object" in (scene.entities.get(entity or "") or {"types": ()})["types"]


def missed(scene: StateScene) -> list[Draft]:
    """What somebody says is gone, or given away, is no longer theirs."""
    if scene.language != "zh":
        return []
    found = []
    for entry in scene.payload["entities"]:
        if "Object" not in entry["types"]:
            continue
        for place in entry["places"]:
            element = scene.elements[place["element"]]
            _, speaker = scene.speaker(place["element"]) if element["kind"] == "dialogue" else (-1, None)
            if speaker not in scene.focal or not words.MISSED.match(
                element["text"], place["start"] + len(place["text"])
            ):
                continue
            claim = scene.text["has"].format(name=scene.name(speaker), target=scene.inside(entry["id"]))
            found.append(
                draft(
                    speaker, "possession", claim, entry["name"], scene.spot(place), 0.6, target=entry["id"], ends=True
                )
            )
    return found
