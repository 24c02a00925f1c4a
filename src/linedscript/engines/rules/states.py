"""States of focal characters by relations, units, and what action and dialogue say of them. A baseline of patterns."""

from typing import Any

from linedscript.backbone.normalization import display, is_chinese, read_person
from linedscript.backbone.normalization_words import HONORIFICS, PLAIN_HONORIFICS, TITLES
from linedscript.characters.key_facts import is_bare_promise
from linedscript.engines.rules import states_words as words
from linedscript.engines.rules.comings import is_elsewhere
from linedscript.engines.rules.kinship import back, gender_of
from linedscript.engines.rules.senses import elsewhere, only_heard
from linedscript.engines.rules.states_footing import amends, in_office, settles
from linedscript.engines.rules.states_held import meant_by_it, missed, of_things
from linedscript.engines.rules.states_scene import Draft, StateScene, clipped, draft, words_told
from linedscript.engines.rules.states_sentences import of_sentences
from linedscript.engines.rules.states_things import is_held
from linedscript.engines.rules.wording import possessive, within_quotes
from linedscript.patterns import Pattern


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{states}``: drafts with their quotes, in text order of their kinds."""
    scene = StateScene(payload)
    told = of_sentences(scene)
    titles = [held for held in _titles(scene) if not any(_is_given_another(held, other) for other in told)]
    acted = _units(scene)
    promised = {(held["character"], held["quotes"][0]["element"]) for held in acted if held["aspect"] == "goal"}
    told = [
        held
        for held in told
        if held["aspect"] != "goal" or (held["character"], held["quotes"][0]["element"]) not in promised
    ]
    found = [
        *_relations(scene),
        *acted,
        *of_things(scene),
        *titles,
        *told,
        *_places(scene),
        *missed(scene),
        *amends(scene),
    ]
    kept: dict[tuple, Draft] = {}
    for held in found:
        said = held["quotes"][0]["text"]
        key = (held["character"], held["aspect"], held["value"], held["target"], held["ends"], said)
        first = kept.setdefault(key, held)
        if first["unit"] is None and held["unit"] in _gifts(scene, held["character"]):
            first["unit"] = held["unit"]
    return {"states": list(kept.values())}


def _gifts(scene: StateScene, character: str) -> set[str]:
    """Units by which somebody else puts something on the character or into its hands."""
    return {
        unit["id"]
        for unit in scene.payload["units"]
        if unit["trigger"] in words.HANDED
        for part in unit["participants"]
        if part["role"] == "recipient" and part["entity"] == character
    }


def _relations(scene: StateScene) -> list[Draft]:
    found = []
    for relation in scene.payload["relations"]:
        if relation["modality"] != "actual" or not relation["places"] or not settles(scene, relation):
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
            if relation["predicate"] == "possesses" and not ends and not _has(scene, relation, target):
                continue
            word = kind if character == relation["subject"] else _way_back(scene, relation, kind)
            read = _of_relation(scene, relation["predicate"], character, target, word)
            if read is not None:
                aspect, claim, value, invariant = read
                found.append(
                    draft(
                        character,
                        aspect,
                        claim,
                        value,
                        quotes,
                        relation["confidence"],
                        target=target,
                        ends=ends and not invariant,
                        invariant=invariant and not ends,
                        relation=relation["id"],
                    )
                )
    return found


def _of_relation(
    scene: StateScene, predicate: str, character: str, target: str, kind: str
) -> tuple[str, str, str, bool] | None:
    named = {"name": scene.name(character), "target": scene.inside(target)}
    bracket = "" if not kind else f" ({kind})" if scene.language == "en" else f"（{kind}）"
    text = scene.text
    if predicate == "kinship_with":
        if not kind:
            return "relationship", text["family"].format(**named), text["family_value"], True
        claim = text["kin"].format(**named, kind=kind, owner=possessive(named["name"]))
        return "relationship", claim[:1].upper() + claim[1:], kind, True
    if predicate in ("affinity_with", "hostility_with"):
        side = "good" if predicate == "affinity_with" else "bad"
        return "relationship", text[side].format(**named), text[f"{side}_value"], False
    if predicate == "affiliated_with":
        if words.KIN_TERM[scene.language].search(kind):
            return "role", text["member"].format(**named, kind=""), text["member_value"], False
        return "role", text["member"].format(**named, kind=bracket), kind or text["member_value"], False
    if predicate == "possesses":
        return "possession", text["has"].format(**named), scene.name(target), False
    if predicate == "located_at":
        return "location", text["at"].format(**named), scene.name(target), False
    return None


_GIVEN = {"en": Pattern(r" from \S"), "zh": Pattern(r"给")}
"""In the description of who has a thing: somebody gave it."""


def _has(scene: StateScene, relation: dict[str, Any], target: str) -> bool:
    said = " ".join(place["text"] for place in relation["places"])
    given = bool(_GIVEN[scene.language].search(relation["description"]))
    return is_held(scene.name(target), said, scene.language, given)


def _way_back(scene: StateScene, relation: dict[str, Any], kind: str) -> str:
    """What the subject of a relation of kinship is to its object; the relation names what the object is to it."""
    if relation["predicate"] != "kinship_with":
        return kind
    return back(kind, gender_of(scene.name(relation["subject"]), scene.alone(relation["subject"]))) or ""


def _units(scene: StateScene) -> list[Draft]:
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
        meant = thing is None
        if meant and trigger in words.GIVE | words.TAKE | words.LOSE | words.SPREAD:
            thing = meant_by_it(scene, unit)
        quotes = [
            scene.quote(
                unit["place"]["element"], unit["place"]["start"], unit["place"]["start"] + len(unit["place"]["text"])
            )
        ]
        found += _transfers(scene, unit, trigger, agent, other, thing, quotes, meant or trigger in words.USE)
        if (
            agent in scene.focal
            and trigger in words.LEARN
            and scene.name(agent) in unit["summary"]
            and _long(unit["summary"].replace(scene.name(agent), ""), scene.language)
        ):
            found.append(draft(agent, "knowledge", unit["summary"], unit["summary"], quotes, 0.6, unit=unit["id"]))
        if (
            agent in scene.focal
            and trigger in ("promise", "答应", "保证", "承诺")
            and scene.name(agent) in unit["summary"]
            and not is_bare_promise(unit["summary"], scene.language)
        ):
            found.append(draft(agent, "goal", unit["summary"], unit["summary"], quotes, 0.7, unit=unit["id"]))
        if other in scene.focal and agent and trigger in words.TOLD and agent != other:
            value = words_told(scene, unit)
            claim = scene.text["told"].format(
                name=scene.name(other),
                target=scene.name(agent),
                value=f"“{within_quotes(clipped(value, scene.language))}”",
            )
            if value and _long(value, scene.language) and scene.name(agent):
                held = clipped(value, scene.language)
                found.append(draft(other, "knowledge", claim, held, quotes, 0.6, target=agent, unit=unit["id"]))
        side = "good" if trigger in words.BOND else "bad" if trigger in words.CLASH else None
        if side == "bad" and in_office(quotes[0]["text"]):
            side = None
        if side and agent and other and agent != other and _person(scene, other):
            for one, two in ((agent, other), (other, agent)):
                if one in scene.focal and scene.name(two):
                    claim = scene.text[side].format(name=scene.name(one), target=scene.name(two))
                    found.append(
                        draft(
                            one,
                            "relationship",
                            claim,
                            scene.text[f"{side}_value"],
                            quotes,
                            0.55,
                            target=two,
                            unit=unit["id"],
                        )
                    )
    return found


def _transfers(
    scene: StateScene,
    unit: dict[str, Any],
    trigger: str,
    agent: str | None,
    other: str | None,
    thing: str | None,
    quotes: list,
    shown_only: bool,
) -> list[Draft]:
    """``shown_only``: the unit shows who has the thing, but says it by a pronoun, or doesn't bring it about."""
    if thing is None or agent is None:
        return []
    handed = trigger in words.GIVE or (
        trigger in words.HANDED and any(part["role"] == "recipient" for part in unit["participants"])
    )
    holder = other if handed and other else agent if trigger in words.TAKE | words.USE else None
    held = is_held(scene.name(thing), " ".join(quote["text"] for quote in quotes), scene.language, bool(other))
    gives = handed and (other or words.GIVEN_BACK.search(quotes[0]["text"]))
    loser = agent if trigger in words.LOSE | words.SPREAD or gives else None
    found = []
    for character, ends in ((loser, True), (holder, False)):
        if character in scene.focal and character != thing and (ends or held):
            claim = scene.text["has"].format(name=scene.name(character), target=scene.inside(thing))
            found.append(
                draft(
                    character,
                    "possession",
                    claim,
                    scene.name(thing),
                    quotes,
                    0.75,
                    target=thing,
                    ends=ends,
                    unit=None if shown_only else unit["id"],
                )
            )
    return found


def _person(scene: StateScene, entity: str) -> bool:
    return entity in scene.focal or "Character" in (scene.entities.get(entity) or {"types": ()})["types"]


def _thing(scene: StateScene, entity: str) -> bool:
    return "Object" in (scene.entities.get(entity) or {"types": ()})["types"]


def _long(text: str, language: str) -> bool:
    """Whether the text holds enough to be worth knowing: four words, six characters."""
    return len(text.split()) >= 4 if language == "en" else len(text) >= 6


def _is_given_another(title: Draft, told: Draft) -> bool:
    """Whether the title stands in a sentence that says what else its bearer is: it is the position given up."""
    (at, *_), (sentence, *_) = title["quotes"], told["quotes"]
    return (
        told["aspect"] == "role"
        and (title["character"], at["element"]) == (told["character"], sentence["element"])
        and title["value"] != told["value"]
        and at["text"] in sentence["text"]
    )


def _titles(scene: StateScene) -> list[Draft]:
    """``Chief Pilot Ines Calloway``, 林团长: a form that says what the person is, and not whose relative."""
    found = []
    for entry in scene.payload["focal"]:
        for place in entry["places"]:
            form = read_person(place["text"])
            if (
                not form.title
                or form.kind not in ("full", "titled")
                or form.informal
                or set(form.title.split()) & PLAIN_HONORIFICS
            ):
                continue
            if is_chinese(place["text"]):
                held = form.title if len(form.title) > 1 and not words.KIN_TERM["zh"].search(form.title) else ""
            else:
                parts = [part.strip(".,").casefold() for part in display(place["text"]).split(" ")]
                held = " ".join(
                    HONORIFICS.get(part, part).capitalize()
                    for part in parts
                    if part in TITLES and not words.KIN_TERM["en"].search(part)
                )
            if held:
                claim = scene.text["is"].format(name=entry["name"], value=held)
                found.append(draft(entry["id"], "role", claim, held, scene.spot(place), 0.6))
    return found


def _places(scene: StateScene) -> list[Draft]:
    """Where a heading puts those who are on screen, unless the scene's relations say more."""
    told = {
        relation["subject"]
        for relation in scene.payload["relations"]
        if relation["predicate"] == "located_at"
        and relation["modality"] == "actual"
        and relation["polarity"] == "positive"
    }
    away = [_beyond(scene, entry) for entry in scene.payload["focal"] if entry["id"] not in told]
    gone = [
        draft(
            who,
            "location",
            scene.text["at"].format(name=scene.name(who), target=spot["text"]),
            spot["text"],
            scene.spot(spot),
            0.5,
            ends=True,
        )
        for who, spot in filter(None, away)
    ]
    headings = {number for number, element in enumerate(scene.elements) if element["kind"] == "heading"}
    where = sorted(
        (place["element"], place["start"], -len(place["text"]), entry["id"])
        for entry in scene.payload["entities"]
        if "Location" in entry["types"]
        for place in entry["places"]
        if place["element"] in headings
    )
    if not where:
        return gone
    element, start, length, target = where[0]
    quote = scene.quote(element, start, start - length)
    found = gone
    for entry in scene.payload["focal"]:
        away = _away(scene, entry)
        here = away is None and entry["presence"] == "on_screen" and _is_shown(scene, entry)
        if (here or away == "far") and entry["id"] not in told and entry["id"] != target:
            claim = scene.text["at"].format(name=entry["name"], target=scene.name(target))
            found.append(
                draft(
                    entry["id"],
                    "location",
                    claim,
                    scene.name(target),
                    [quote] if away is None else scene.spot(entry["places"][0]),
                    0.7,
                    target=target,
                    ends=away == "far",
                )
            )
    return found


def _away(scene: StateScene, entry: dict[str, Any]) -> str | None:
    """Whether somebody is ``near``, heard from next door alone, or ``far``: over a line, or on another ship than the
    heading's, and so no longer where the scenes before showed them."""
    cues = {
        scene.elements[place["element"]]["cue"]["name"]
        for place in entry["places"]
        if scene.elements[place["element"]]["kind"] == "cue"
    }
    acts = [place for place in entry["places"] if scene.elements[place["element"]]["kind"] == "action"]
    if acts and elsewhere(scene.payload["heading"], scene.elements[acts[0]["element"]], acts[0]["start"]):
        return "far"
    if not cues or not cues <= only_heard(scene.elements):
        return None
    if cues <= only_heard(scene.elements, remote=True):
        return "far"
    tails = [scene.elements[place["element"]]["text"][place["start"] + len(place["text"]) :][:1] for place in acts]
    return "near" if all(tail in ("'", "\u2019") for tail in tails) else None


def _beyond(scene: StateScene, entry: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Who is behind the door or the wall of the scene's place, and where that is said: they are where they were no
    more."""
    acts = [place for place in entry["places"] if scene.elements[place["element"]]["kind"] == "action"]
    if entry["presence"] != "on_screen" or not acts:
        return None
    return (
        (entry["id"], acts[0]) if is_elsewhere(scene.elements[acts[0]["element"]]["text"], acts[0]["start"]) else None
    )


def _is_shown(scene: StateScene, entry: dict[str, Any]) -> bool:
    """Whether action or a cue on screen shows the person: a voice may come from elsewhere."""
    held = [(scene.elements[place["element"]], place["start"]) for place in entry["places"]]
    if any(element["kind"] == "cue" and (element["cue"] or {}).get("voice") == "on" for element, _ in held):
        return True
    acts = [(element["text"], start) for element, start in held if element["kind"] == "action"]
    return bool(acts) and not is_elsewhere(*acts[0])
