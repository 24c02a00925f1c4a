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
_BODILY = frozenset("give take hide hurt mend appoint".split())
"""Deeds that a sentence can tell of by their act alone; what is only said (told, promised) by its matter too."""
_OWN = frozenset("give take hide hurt".split())
"""Deeds that the doer's bare word owns up to: I stole it."""
_TAKEN = Pattern("[拿取偷抢夺]")
"""In compounds that the lexicon of acts doesn't list, such as 拿出."""
_SELF = {"en": Pattern(r"\b(?:I|me|my|we)\b"), "zh": Pattern("我|咱")}
_YOU = {"en": Pattern(r"\byou(?:['’]\w+|rs?)?\b", 2), "zh": Pattern("你|您")}
_OWN_WORD = {
    "en": Pattern(r"\bI (?:\w+ly )?\w+(?: it| that| this| them)?[.!,;]|\b(?:thing|one)s?\b[^.]{0,12}\bI \w+[.!,;]", 2),
    "zh": Pattern(r"(?:是我[^，。！？]{0,2}的|我[^，。！？]{1,3}了)[。！，]?$"),
}
"""The doer says that it did it, and names nothing else that it may have been done to."""
_CONCLUDES = {
    "en": Pattern(r"^(?:so|then)\b|\bmust have\b|\bthat means\b|\bit was (?:you|him|her|them)\b", 2),
    "zh": Pattern("原来|看来|准是|一定是|肯定是|这么说|难怪|怪不得|也是你|是你[^，。？]{0,4}的"),
}
_IT_WAS_YOU = {"en": Pattern(r"\bit was you\b|\byou did\b", 2), "zh": Pattern("(?:就|也|原来|准|一定)?是你")}
_DENIED = {
    "en": Pattern(r"n['’]t\b|\b(?:not|never|nobody|no one|none)\b", 2),
    "zh": Pattern("没有|没(?!了|完)|不(?!是我|过|仅|但|久)|从未|未曾|别"),
}
_SUPPOSED = {
    "en": Pattern(r"\b(?:if|unless|would|could have|might|pretend|suppose)\b", 2),
    "zh": Pattern("如果|要是|假如|假装|除非|万一|好像|似乎"),
}
"""2: any case."""
_EN_KIN = r"(?:father|mother|son|daughter|brother|sister|nephew|niece|uncle|aunt|cousin|grand\w+|husband|wife)"
_ZH_KIN = "(?:父亲|母亲|爹|娘|妈|爸|儿子|女儿|哥|姐|弟|妹|侄|外甥|叔|姑|舅|姨)"
_KIN = {"en": Pattern(rf"\b{_EN_KIN}\b", 2), "zh": Pattern(_ZH_KIN)}
_OWN_KIN = Pattern(rf"\b(?:his|her) (?:own )?{_EN_KIN}\b|[他她]的?{_ZH_KIN}", 2)
_READ = ("read", "读", "念", "看信")


class _Speech(NamedTuple):
    speaker: str | None
    voice: str
    elements: tuple[int, ...]
    addressee: str | None = None
    """Who speaks next, else who spoke before."""


class _Telling(NamedTuple):
    share: float
    concludes: bool
    """Says what the speaker concludes, and tells nobody else."""
    quote: dict[str, Any]


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``access`` layer."""
    speeches = _speeches(payload)
    found = []
    for fact in _with_doers(payload["facts"], payload["language"]):
        if fact["scene"] >= payload["scene"]:
            continue
        knowing: set[str] = set()
        for speech in speeches:
            held = _tells(payload, fact, speech)
            if held is None:
                continue
            sure = round(0.3 + 0.6 * min(held.share, 1), 2)
            for learned in _learners(payload, fact, speech, knowing):
                if held.concludes and learned["mode"] != "inferred":
                    continue
                knowing.add(learned["character"])
                found.append(learned | {"fact": fact["id"], "confidence": sure, "quotes": [held.quote]})
        found += [one for one in _called_kin(payload, fact) if one["character"] not in knowing]
    return {"learned": found}


def _called_kin(payload: dict[str, Any], fact: dict[str, Any]) -> list[dict[str, Any]]:
    """Who is shown to know of kinship that somebody told of: the script calls the teller, who alone is there with them,
    their nephew."""
    kin = _KIN[payload["language"]]
    if fact["trigger"] != "tell" or not kin.search(fact["summary"]):
        return []
    there = {one["id"] for one in payload["characters"] if one["presence"] == "on_screen"}
    for unit in payload["units"]:
        agent = next((part["entity"] for part in unit["participants"] if part["role"] == "agent"), None)
        text = (unit["place"] or {"text": ""})["text"]
        if agent in fact["ignorant"] and there == {agent, fact["doer"]} and kin.search(text) and _OWN_KIN.search(text):
            place = unit["place"]
            nth = occurrence(payload["elements"][place["element"]]["text"], place["start"], text[:600])
            quote = {"text": text[:600], "element": place["element"], "occurrence": nth}
            learned = {"character": agent, "mode": "inferred", "via": unit["id"], "teller": None}
            return [learned | {"fact": fact["id"], "confidence": 0.6, "quotes": [quote]}]
    return []


def _speeches(payload: dict[str, Any]) -> list[_Speech]:
    at = {place["element"]: entry["id"] for entry in payload["characters"] for place in entry["places"]}
    found: list[_Speech] = []
    for number, element in enumerate(payload["elements"]):
        if element["kind"] == "cue":
            found.append(_Speech(at.get(number), (element["cue"] or {}).get("voice", "on"), ()))
        elif element["kind"] == "dialogue" and found:
            found[-1] = found[-1]._replace(elements=(*found[-1].elements, number))
    said = [speech for speech in found if speech.elements]
    voices = [speech.speaker for speech in said]
    return [
        speech._replace(
            addressee=next(
                (
                    other
                    for other in (*voices[number + 1 : number + 2], *reversed(voices[:number]))
                    if other not in (None, speech.speaker)
                ),
                None,
            )
        )
        for number, speech in enumerate(said)
    ]


def _tells(payload: dict[str, Any], fact: dict[str, Any], speech: _Speech) -> _Telling | None:
    """How much of the fact a sentence of the speech holds, and that sentence; null where none holds enough.

    Enough are its act or a word of it together with two who take part in it, of whom one is named and others may be
    meant by a pronoun, or both act and word with two who are meant by pronouns; or half of its words, three at least;
    or the doer's own word that the deed was done, where it has done but one of that kind (``alone``). A sentence that
    denies, supposes or asks tells nothing. One that draws a conclusion may ask, and says what its speaker concludes.
    """
    language = payload["language"]
    best: _Telling | None = None
    for number in speech.elements:
        text = payload["elements"][number]["text"]
        split = english.sentences if language == "en" else chinese.sentences
        for low, high in split(text):
            said = text[low:high].strip()
            if not said or _SUPPOSED[language].search(said) or _denies(fact, said, language):
                continue
            asks = said.endswith(("?", "？", "?”", "？”"))
            concluded = _concluded(payload, fact, speech, said)
            share = _share(payload, fact, speech, said) if concluded or not asks else None
            if share is None:
                share = concluded
            if share is not None and (best is None or share > best.share):
                cut = said[:600]
                place = occurrence(text, text.find(said, low), cut)
                alone = asks or share == concluded
                best = _Telling(share, alone, {"text": cut, "element": number, "occurrence": place})
    return best


def _concluded(payload: dict[str, Any], fact: dict[str, Any], speech: _Speech, said: str) -> float | None:
    """How surely the speaker concludes the fact here: in words that say so, of a thing of the fact that it speaks of or
    found in this scene, with the fact's act or to the doer's face. Null where it doesn't."""
    language = payload["language"]
    if not _CONCLUDES[language].search(said):
        return None
    whole = " ".join(payload["elements"][number]["text"] for number in speech.elements)
    things = [part for part in fact["participants"] if "Object" in part["types"]]
    found = {
        part["entity"]
        for unit in payload["units"]
        if unit["place"] is not None
        and unit["place"]["element"] < speech.elements[-1]
        and speech.speaker in [part["entity"] for part in unit["participants"] if part["role"] == "agent"]
        for part in unit["participants"]
    }
    thing = any(_named(part, whole, language) or (part["id"] and part["id"] in found) for part in things)
    to_the_face = speech.addressee == fact["doer"] and _IT_WAS_YOU[language].search(said)
    if thing and (to_the_face or _deeds(fact, language) & _done(said, language)):
        return 0.5
    return None


def _share(payload: dict[str, Any], fact: dict[str, Any], speech: _Speech, said: str) -> float | None:
    """0 to 1; null where it is too little."""
    language, parts = payload["language"], fact["participants"]
    names = frozenset().union(*(terms(alias, language) for part in parts for alias in part["aliases"]))
    matter = terms(fact["summary"], language) - names
    shared = terms(said, language) & matter
    named = [part for part in parts if _named(part, said, language)]
    meant = [
        part
        for part in parts
        if part["id"]
        and (_meant(part["id"], speech, said, language) or (fact["trigger"] == "promise" and _spoke(part, speech)))
    ]
    both = len({part["name"] for part in (*named, *meant)})
    acts = _deeds(fact, language) & _done(said, language)
    acted = bool(acts & _BODILY or (acts and shared))
    whole = len(shared) >= 3 and len(shared) * 2 >= len(matter)
    own = (
        fact["alone"]
        and _deeds(fact, language) & _OWN & _done(said, language)
        and speech.speaker == fact["doer"]
        and _OWN_WORD[language].search(said)
    )
    if whole or own or (both >= 2 and ((named and (shared or acted)) or (shared and acted))):
        return (both + len(shared) + acted) / (len(parts) + len(matter) + 1)
    return None


def _deeds(fact: dict[str, Any], language: str) -> set[str]:
    found = set(acts_of(fact["trigger"] or "", fact["summary"], language)) & _TELLING
    if language == "zh" and _TAKEN.search(fact["trigger"] or ""):
        found.add("take")
    return found


def _done(said: str, language: str) -> set[str]:
    return set(acts_of("", said, language))


def _denies(fact: dict[str, Any], said: str, language: str) -> bool:
    return bool(_DENIED[language].search(said)) and bool(_deeds(fact, language) & _done(said, language))


def _meant(person: str, speech: _Speech, said: str, language: str) -> bool:
    return (person == speech.speaker and bool(_SELF[language].search(said))) or (
        person == speech.addressee and bool(_YOU[language].search(said))
    )


def _spoke(part: dict[str, Any], speech: _Speech) -> bool:
    """Whoever promised it goes by it without a word of itself: Ann strikes first."""
    return part.get("role") == "speaker" and part["id"] == speech.speaker


def _with_doers(facts: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Each with its doer, and whether it is the only one of the doer's deeds of that kind among those asked about."""
    doers = [
        next((part["id"] for part in fact["participants"] if part.get("role", "agent") in ("agent", "speaker")), None)
        for fact in facts
    ]
    kinds = [_deeds(fact, language) for fact in facts]
    return [
        fact
        | {
            "doer": doer,
            "alone": doer is not None
            and not any(
                other == doer and kinds[number] & kinds[place] for place, other in enumerate(doers) if place != number
            ),
        }
        for number, (fact, doer) in enumerate(zip(facts, doers, strict=True))
    ]


def _named(part: dict[str, Any], said: str, language: str) -> bool:
    if language == "zh":
        head = "Object" in part["types"]  # 银簪 is spoken of as 簪子, but 镜子 isn't meant by every 子
        return any(
            len(alias) > 1 and (alias in said or (head and alias[-1] not in "子儿头" and alias[-1] in said))
            for alias in part["aliases"]
        )
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
        elif one in next(unit["heard_by"] for unit in payload["units"] if unit["id"] == via):
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
