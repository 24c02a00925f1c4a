"""Who is told or concludes an earlier fact, by rule: a speech that holds the fact's terms. A baseline of words.

Whoever hears it is told; a speaker who wasn't there and wasn't told has concluded it; what a voice-over says of a page
is told to whoever reads in the scene.
"""

from typing import Any, NamedTuple

from linedscript.characters.terms import terms
from linedscript.engines.places import occurrence
from linedscript.engines.rules import chinese, english
from linedscript.engines.rules.acts import acts_of
from linedscript.patterns import Pattern

_TELLING = frozenset("give take lie hide reveal learn refuse hurt mend clash bond appoint promise".split())
"""Acts by which a sentence can be known to tell of a deed. Others, such as coming and going, are in every scene."""
_TAKEN = Pattern("[拿取偷抢夺]")
"""In compounds that the lexicon of acts doesn't list, such as 拿出."""
_SELF = {"en": Pattern(r"\b(?:I|me|my|we)\b"), "zh": Pattern("我|咱")}
_READ = ("read", "读", "念", "看信")


class _Speech(NamedTuple):
    speaker: str | None
    voice: str
    elements: tuple[int, ...]


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``access`` layer."""
    speeches = _speeches(payload)
    found = []
    for fact in payload["facts"]:
        if fact["scene"] >= payload["scene"]:
            continue
        knowing: set[str] = set()
        for speech in speeches:
            held = _tells(payload, fact, speech)
            if held is None:
                continue
            share, quote = held
            for learned in _learners(payload, fact, speech, knowing):
                knowing.add(learned["character"])
                found.append(
                    learned | {"fact": fact["id"], "confidence": round(0.3 + 0.6 * min(share, 1), 2), "quotes": [quote]}
                )
    return {"learned": found}


def _speeches(payload: dict[str, Any]) -> list[_Speech]:
    at = {place["element"]: entry["id"] for entry in payload["characters"] for place in entry["places"]}
    found: list[_Speech] = []
    for number, element in enumerate(payload["elements"]):
        if element["kind"] == "cue":
            found.append(_Speech(at.get(number), (element["cue"] or {}).get("voice", "on"), ()))
        elif element["kind"] == "dialogue" and found:
            found[-1] = found[-1]._replace(elements=(*found[-1].elements, number))
    return [speech for speech in found if speech.elements]


def _tells(payload: dict[str, Any], fact: dict[str, Any], speech: _Speech) -> tuple[float, dict[str, Any]] | None:
    """How much of the fact one sentence of the speech holds, 0 to 1, and that sentence; null where it is too little.

    Enough are its act or a word of it together with two who take part in it, of whom one may be meant by a pronoun; or
    half of its words, three at least.
    """
    language = payload["language"]
    parts = fact["participants"]
    names = frozenset().union(*(terms(alias, language) for part in parts for alias in part["aliases"]))
    matter = terms(fact["summary"], language) - names
    deeds = set(acts_of(fact["trigger"] or "", fact["summary"], language)) & _TELLING
    if language == "zh" and _TAKEN.search(fact["trigger"] or ""):
        deeds.add("take")
    best: tuple[float, dict[str, Any]] | None = None
    for number in speech.elements:
        text = payload["elements"][number]["text"]
        split = english.sentences if language == "en" else chinese.sentences
        for low, high in split(text):
            said = text[low:high].strip()
            if not said or said.endswith(("?", "？", "?”", "？”")):
                continue
            shared = terms(said, language) & matter
            named = [part for part in parts if _named(part, said, language)]
            meant = [
                part for part in parts if part["id"] and part["id"] == speech.speaker and _SELF[language].search(said)
            ]
            both = len({part["name"] for part in (*named, *meant)})
            acted = bool(deeds & set(acts_of("", said, language)))
            whole = len(shared) >= 3 and len(shared) * 2 >= len(matter)
            if whole or (named and both >= 2 and (shared or acted)):
                share = (both + len(shared) + acted) / (len(parts) + len(matter) + 1)
                if best is None or share > best[0]:
                    cut = said[:600]
                    place = occurrence(text, text.find(said, low), cut)
                    best = share, {"text": cut, "element": number, "occurrence": place}
    return best


def _named(part: dict[str, Any], said: str, language: str) -> bool:
    if language == "zh":
        head = "Object" in part["types"]  # 银簪 is spoken of as 簪子
        return any(len(alias) > 1 and (alias in said or (head and alias[-1] in said)) for alias in part["aliases"])
    held = terms(said, "en")
    return any(own and own <= held for own in (terms(alias, "en") for alias in part["aliases"]))


def _learners(
    payload: dict[str, Any], fact: dict[str, Any], speech: _Speech, knowing: set[str]
) -> list[dict[str, Any]]:
    open_to = [one for one in fact["ignorant"] if one not in knowing]
    if speech.voice == "over":
        reader = _reader(payload, speech)
        if reader is None or reader[0] not in open_to:
            return []
        return [_told(reader[0], reader[1], speech.speaker)]
    via = _via(payload, fact, speech)
    if via is None:
        return []
    found = []
    for one in open_to:
        if one == speech.speaker:
            found.append({"character": one, "mode": "inferred", "via": via, "teller": None})
        else:
            found.append(_told(one, via, speech.speaker))
    return found


def _told(character: str, via: str, speaker: str | None) -> dict[str, Any]:
    teller = speaker if speaker != character else None
    return {"character": character, "mode": "told", "via": via, "teller": teller}


def _via(payload: dict[str, Any], fact: dict[str, Any], speech: _Speech) -> str | None:
    """The unit that the speech stands in, else the last one before it in which anybody speaks."""
    before = None
    for unit in payload["units"]:
        if unit["id"] == fact["id"] or unit["place"] is None:
            continue
        if not any(part["role"] == "speaker" for part in unit["participants"]):
            continue
        if unit["place"]["element"] in speech.elements:
            return unit["id"]
        if unit["place"]["element"] < speech.elements[0]:
            before = unit["id"]
    return before


def _reader(payload: dict[str, Any], speech: _Speech) -> tuple[str, str] | None:
    found = None
    for unit in payload["units"]:
        if unit["place"] is None or unit["place"]["element"] >= speech.elements[0]:
            continue
        if (unit["trigger"] or "") in _READ:
            for part in unit["participants"]:
                if part["role"] == "agent" and part["entity"]:
                    found = part["entity"], unit["id"]
    return found
