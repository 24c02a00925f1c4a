"""Developments by rule: new states that last and that something brought about. A baseline over the ledger alone."""

from typing import Any

from linedscript.characters.terms import terms
from linedscript.engines.rules import states_words as words
from linedscript.engines.rules.acts import acts
from linedscript.engines.rules.wording import clip, tidy

_PASSING = frozenset(("location", "emotion"))
"""Where somebody is and how somebody feels changes from scene to scene (stage.txt: transient states are no
developments)."""
_SPREAD = 3
"""Scenes that a thing stands in before its changing hands is more than business."""
_BRINGS = {
    "role": ("appoint", "clash", "close", "agree", "leave"),
    "relationship": ("clash", "bond", "lie", "agree", "refuse", "hurt"),
    "physical": ("hurt", "mend"),
    "knowledge": ("reveal", "learn"),
    "goal": ("promise",),
    "possession": ("give", "take"),
}
"""Acts that bring about a state of each aspect."""
_IN_OFFICE = frozenset("dismiss appoint promote elect hire 赶走 开除 任命 推举 提拔".split())
"""By which somebody else may come into the position that is left."""
_SHOWS = {
    "role": ("appoint", "clash", "promise", "agree", "refuse", "reveal"),
    "relationship": ("clash", "bond", "agree", "refuse", "give", "lie", "hurt", "mend", "promise"),
}
"""Acts in which a state of these aspects is at work; of the others any act may show it."""
_TEXT = {
    "en": {
        "got_from": "{name} gets the {value} from {other}",
        "got": "{name} comes by the {value}",
        "role": "{name} goes from {before} to {value}",
        "became": "{name} becomes {value}",
        "then": "From then on {claim}",
        "before": "{claim} (before: {before})",
    },
    "zh": {
        "got_from": "{name}从{other}那里得到{value}",
        "got": "{name}得到{value}",
        "role": "{name}由{before}变为{value}",
        "became": "{name}成为{value}",
        "then": "从此{claim}",
        "before": "{claim}（此前：{before}）",
    },
}
_STOP = {"en": ".", "zh": "。"}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``developments`` layer."""
    language = payload["language"]
    units = {unit["id"]: unit for unit in payload["units"]}
    found = []
    for state in payload["states"]:
        if state["aspect"] in _PASSING or state["until"] == state["scene"] or _repeats(state, language):
            continue
        catalyst = _catalyst(state, units, payload["character"]["id"], language)
        if not _matters(state, catalyst, payload["character"]):
            continue
        consequence = _consequence(state, units, catalyst, payload["character"]["id"], language)
        found.append(
            {
                "after": state["id"],
                "before": state["replaces"] and state["replaces"]["id"],
                "catalyst": catalyst,
                "consequence": consequence,
                "claim": _claim(state, units.get(catalyst or ""), payload),
            }
        )
    return {"developments": found}


def _repeats(state: dict[str, Any], language: str) -> bool:
    """The same as before the gap: something that went on unseen, unless a thing came back to its holder. One hurt told
    in two ways is one hurt."""
    before = state["replaces"]
    if not before or state["aspect"] == "possession":
        return False
    told = [terms(value, language) for value in (before["value"], state["value"])]
    return before["value"] == state["value"] or (state["aspect"] == "physical" and bool(told[0] & told[1]))


def _matters(state: dict[str, Any], catalyst: str | None, character: dict[str, Any]) -> bool:
    aspect, replaces = state["aspect"], state["replaces"]
    if aspect == "possession":
        target = state["target"]
        return catalyst is not None and target is not None and target["scenes"] >= _SPREAD and len(state["held_by"]) > 1
    later = character["first_scene"] is not None and character["first_scene"] < state["scene"]
    if aspect in ("knowledge", "goal"):
        return catalyst is not None and (later or state["target"] is not None)
    if replaces:
        return True
    if aspect == "relationship":
        return catalyst is not None and state["met"] is not None and state["met"] < state["scene"]
    if aspect == "physical":
        return later
    return catalyst is not None and aspect == "role"


def _catalyst(state: dict[str, Any], units: dict[str, Any], character: str, language: str) -> str | None:
    if state["unit"] in units:
        return state["unit"]
    target = state["target"] and state["target"]["id"]
    wanted = set(_BRINGS.get(state["aspect"], ()))
    for unit_id in state["causes"]:
        unit = units[unit_id]
        people = {part["entity"] for part in unit["participants"]}
        if unit["polarity"] == "negative" or unit["modality"] != "actual":
            continue
        if state["aspect"] == "possession":
            taken = character in _agents(unit) and unit["trigger"] not in words.HAVING
            given = state["from"] is not None and (taken or (unit["trigger"] or "") in words.GIVE)
            fits = target in people and (given or bool(wanted & set(acts(unit, language))))
        elif state["aspect"] == "relationship":
            fits = {character, target} <= people and bool(wanted & set(acts(unit, language)))
        else:
            done = wanted & set(acts(unit, language))
            office = state["aspect"] == "role" and len(people - {None}) > 1 and unit["trigger"] in _IN_OFFICE
            told = unit["summary"].strip().rstrip(".。") in state["passage"]
            fits = bool(done) and (character in people or office or told)
        if fits:
            return unit_id
    return None


def _agents(unit: dict[str, Any]) -> set[str | None]:
    return {part["entity"] for part in unit["participants"] if part["role"] == "agent"}


def _consequence(
    state: dict[str, Any], units: dict[str, Any], catalyst: str | None, character: str, language: str
) -> str | None:
    until = state["until"]
    wanted = set(_SHOWS.get(state["aspect"], ()))
    for unit_id in state["consequences"]:
        unit = units[unit_id]
        if unit_id == catalyst or unit["polarity"] == "negative" or unit["modality"] != "actual" or not unit["trigger"]:
            continue
        if until is not None and unit["scene"] + (state["aspect"] != "possession") > until:
            continue  # of the scene in which it stops; a thing is still at hand there until it changes hands
        if wanted and not wanted & set(acts(unit, language)) and state["aspect"] == "relationship":
            continue
        if character in {part["entity"] for part in unit["participants"]}:
            return unit_id
    return None


def _giver(state: dict[str, Any], catalyst: dict[str, Any] | None, character: str) -> str | None:
    """Who hands the thing over, else who had it just before; nobody where the thing is only seen to be held."""
    if catalyst is not None and (catalyst["trigger"] or "") in words.GIVE:
        for part in catalyst["participants"]:
            if part["role"] == "agent" and part["entity"] != character:
                return part["name"]
    if catalyst is not None and (catalyst["trigger"] or "").endswith("着"):
        return None
    return state["from"]


def _claim(state: dict[str, Any], catalyst: dict[str, Any] | None, payload: dict[str, Any]) -> str:
    language, text = payload["language"], _TEXT[payload["language"]]
    limit = payload["sentence_limit"]
    name, value = payload["character"]["name"], tidy(state["value"])
    before = state["replaces"] and tidy(state["replaces"]["value"])
    plain = tidy(state["claim"]).rstrip("".join(_STOP.values()))
    if state["aspect"] == "possession":
        other = _giver(state, catalyst, payload["character"]["id"])
        said = text["got_from" if other else "got"].format(name=name, value=value, other=other)
    elif state["aspect"] == "role" and _office(value, language):
        said = text["role" if before else "became"].format(name=name, value=value, before=before)
    elif state["aspect"] in ("knowledge", "goal"):
        said = plain
    elif before and before != value:
        said = text["before"].format(claim=plain, before=before)
    elif state["aspect"] == "role":
        said = plain
    else:
        said = text["then"].format(claim=plain)
    if said.endswith(("”", "」", "…")):
        return said[:400]
    return clip(said, language, limit)[:399].rstrip("".join(_STOP.values())) + _STOP[language]


def _office(value: str, language: str) -> bool:
    """Whether a role is an office that one can become: Deputy Pilot, 经理; not fired, 被开除."""
    return value[:1].isupper() if language == "en" else not value.startswith("被")
