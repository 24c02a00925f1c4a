"""Storylines by rule: the chain's Episodes three by three, each worded by what the subjects do in it."""

from typing import Any

from linedscript.engines.rules.acts import weight
from linedscript.engines.rules.wording import clip, first_sentence, listing, named, with_stop

_TITLES = {
    "en": {
        "character": "What becomes of {who}",
        "relationship": "{who}: how they stand to each other",
        "goal_conflict": "The fate of {who}",
        "knowledge_belief": "What {who} comes to know",
        "social_institutional": "The course of {who}",
    },
    "zh": {
        "character": "{who}的变化",
        "relationship": "{who}之间",
        "goal_conflict": "{who}的下落",
        "knowledge_belief": "{who}渐渐知道的事",
        "social_institutional": "{who}的兴衰",
    },
}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``storylines`` layer. A chain that repeats one sentence is no development."""
    language, steps = payload["language"], payload["steps"]
    links = {(link["source"], link["target"]): link["id"] for link in payload["links"]}
    told = [_told(step, payload, language) for step in steps]
    transitions = []
    for first in range(0, len(steps) - 1, 2):
        last = min(first + 2, len(steps) - 1)
        if last - first == 1 and transitions:
            break  # a single link after full transitions adds no third moment
        own = [step["episode"] for step in steps[first : last + 1]]
        before, after = told[first], told[last]
        catalyst = (
            told[first + 1]
            if last - first == 2
            else with_stop(clip(steps[last]["setup"], language, payload["sentence_limit"]), language)
        )
        transitions.append(
            {
                "before": before,
                "catalyst": catalyst,
                "after": after,
                "episodes": own,
                "links": [links[pair] for pair in zip(own, own[1:], strict=False) if pair in links],
            }
        )
    who = listing(
        [
            subject["name"] if subject["named"] or language == "zh" else f"the {subject['name']}"
            for subject in payload["subjects"]
        ],
        language,
    )
    keep = bool(transitions) and all(len({t["before"], t["catalyst"], t["after"]}) == 3 for t in transitions)
    return {"keep": keep, "title": _TITLES[language][payload["dimension"]].format(who=who), "transitions": transitions}


def _told(step: dict[str, Any], payload: dict[str, Any], language: str) -> str:
    """The sentence of the unit that stands out most among those in which the subjects take part."""
    if not step["units"]:
        return step["development"]
    unit = max(enumerate(step["units"]), key=lambda pair: (weight(pair[1], language), -pair[0]))[1]
    text = named(first_sentence(unit["summary"], language), unit, payload["names"], language)
    return clip(with_stop(text, language), language, payload["sentence_limit"])
