"""Role-play requests and stances by rule: what a user would say to the character, and how a true answer takes it."""

from typing import Any

from linedscript.engines.rules.prompts_words import FOLLOW_UP, REQUESTS, STANCES
from linedscript.engines.rules.wording import listing, possessive, with_stop, within_quotes

_ARTICLES = ("the ", "a ", "an ", "his ", "her ", "their ", "my ", "your ")

_MOST_WORDINGS = 3


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``prompts`` layer: both sides of a pair are asked the same, so that only the moment differs."""
    language, variant = payload["language"], payload["variant"]
    if payload["mode"] == "multi":
        turns: list[str] = []
        for number, part in enumerate(payload["parts"]):
            wordings = [_request(part, language, variant + number + more) for more in range(_MOST_WORDINGS)]
            turns.append(next((one for one in wordings if one not in turns), wordings[0]))
        follow_ups = FOLLOW_UP[language]
        turns.append(follow_ups[variant % len(follow_ups)])
        stances = [_stance(part, 0, payload["name"], language) for part in payload["parts"]]
        stances.append(STANCES[language]["follow_up"])
        joined = ("" if language == "zh" else " ").join(dict.fromkeys(stances))
        return {"prompts": [{"turns": turns, "stance": joined}]}
    part = payload["parts"][0]
    request = _request(part, language, variant)
    return {
        "prompts": [
            {"turns": [request], "stance": _stance(part, number, payload["name"], language)}
            for number in range(payload["prompts"])
        ]
    }


def _request(part: dict[str, Any], language: str, variant: int) -> str:
    kind = part["kind"]
    if kind == "fact":
        kind = f"fact_{min(len(part['people']), 2)}"
    elif kind == "knowledge" and part["target"]:
        kind = "knowledge_from"
    options = REQUESTS[language][kind]
    return options[variant % len(options)].format(
        target=_thing(part, language), who=listing(part["people"], language), place=part["place"] or ""
    )


def _thing(part: dict[str, Any], language: str) -> str:
    """The target as it stands inside a sentence: a thing of no name of its own has an article in English."""
    target = part["target"] or ""
    bare = language == "zh" or part["named"] or target.casefold().startswith(_ARTICLES)
    return target if bare or not target else f"the {target}"


def _stance(part: dict[str, Any], number: int, name: str, language: str) -> str:
    words = STANCES[language]
    condition, value = part["conditions"][number], part["values"][number]
    if part["kind"] == "fact":
        known = condition == "post_disclosure"
        text = words["fact"] if known else words["no_fact"]
        how = words.get(f"fact_{part['learnt']}", "") if known else ""
        return text.format(fact=with_stop(part["fact"], language), how=how, name=name)
    kind, other = part["kind"], None
    if value is None and (there := part["elsewhere"][number]):
        kind, other = f"{'after' if there['ended'] else 'before'}_{kind}", there["value"]
    if part["kind"] == "knowledge" and part["target"]:
        kind = kind.replace("knowledge", "knowledge_from")
    said = _bare(value or other or "", language)
    if part["kind"] == "role" and language == "zh" and said.startswith("被"):
        kind += "_passive"
    if part["kind"] == "kinship" and not _is_one_word(said, language):
        kind = "kinship_plain"
    return words[kind].format(value=said, target=_thing(part, language), name=name, owner=possessive(name))


def _is_one_word(value: str, language: str) -> bool:
    """A word of kinship that can follow ``Ann's``: not a sentence, nor one with an article or owner of its own."""
    if language == "zh":
        return len(value) <= 5
    return len(value.split()) <= 2 and not f"{value} ".casefold().startswith(_ARTICLES) and value != "family"


def _bare(value: str, language: str) -> str:
    """The value as it stands between quotation marks."""
    return within_quotes(value.strip().rstrip("." if language == "en" else "。"))
