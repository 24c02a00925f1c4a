"""Observations by reading alone: sentences of the action that name the character, what it says, who names it in speech.

A baseline that adds no words of its own but those that lead in: the words of the script are the observation.
"""

from typing import Any

from linedscript.engines.places import bounded, occurrence, places
from linedscript.engines.rules.states_sentences import goes_on, sentence_spans
from linedscript.engines.rules.wording import length

_LEADS = {
    "en": {"acts": "In the action, of {name}:", "says": "{name} says:", "told": "{speaker} says, naming {name}:"},
    "zh": {"acts": "动作里写到{name}：", "says": "{name}说：", "told": "{speaker}的话里提到{name}："},
}
_LEAST = {"en": 4, "zh": 6}
"""Words or characters under which a sentence or speech says too little to be kept."""
_LONGEST = 600
_MOST = 60


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{observations}`` in the order of the text."""
    language, name = payload["language"], payload["character"]["name"]
    forms = list(dict.fromkeys([name, *payload["character"]["aliases"]]))
    spoken = {form.casefold() for form in forms}
    leads = _LEADS[language]
    found: list[dict[str, Any]] = []
    speaker: str | None = None

    def note(lead: str, number: int, low: int, high: int) -> None:
        text = payload["elements"][number]["text"]
        said = text[low:high][:_LONGEST].strip()
        if length(said, language) < _LEAST[language] or len(found) == _MOST:
            return
        quote = {"text": said, "element": number, "occurrence": occurrence(text, text.find(said, low), said)}
        found.append({"text": lead[:300], "quoted": True, "quotes": [quote]})

    for number, element in enumerate(payload["elements"]):
        kind, text = element["kind"], element["text"]
        if kind == "heading":
            speaker = None
        elif kind == "cue":
            speaker = element["cue"]["name"] if element["cue"] else text
        elif kind == "action":
            for low, high in _about(text, language, forms):
                note(leads["acts"].format(name=name), number, low, high)
        elif kind in ("dialogue", "lyric") and speaker is not None:
            if speaker.casefold() in spoken:
                note(leads["says"].format(name=name), number, 0, len(text))
            else:
                for low, high in sentence_spans(text, language):
                    if _named(text, low, high, forms):
                        note(leads["told"].format(speaker=speaker, name=name), number, low, high)
    return {"observations": found}


def _about(text: str, language: str, forms: list[str]) -> list[tuple[int, int]]:
    """Sentences that name the character, and those that go on about it with a pronoun."""
    kept = []
    on = False
    for low, high in sentence_spans(text, language):
        on = _named(text, low, high, forms) or (on and goes_on(text[low:high], language))
        if on:
            kept.append((low, high))
    return kept


def _named(text: str, low: int, high: int, forms: list[str]) -> bool:
    return any(bounded(text, *place) for form in forms for place in places(text, form, low, high))
