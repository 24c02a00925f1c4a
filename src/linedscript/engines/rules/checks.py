"""The ``rules`` reader and judge of the checks of Task II items: what little can be told without understanding.

The reader picks, out of what it is shown, a date, a speaker or the sentence that is most like the question; it knows
nothing of its own but what such questions usually ask for.
"""

import re
from collections import Counter
from typing import Any

from linedscript.engines.rules.wording import first_sentence, tidy
from linedscript.suites.stage.candidates.dates import read_date
from linedscript.suites.stage.passages import content_terms

_WHO = {
    "en": re.compile(r"\b(?:who|whom|whose|which person|what is the name)\b", re.IGNORECASE),
    "zh": re.compile(r"谁|哪个人|什么人|叫什么|哪些人"),
}
_DATE = {"en": re.compile(r"\b(?:date|which day)\b", re.IGNORECASE), "zh": re.compile(r"哪一天|几月几日|日期")}
_DAYS = {"en": re.compile(r"\bhow many days\b", re.IGNORECASE), "zh": re.compile(r"几天")}
_USUAL = {"en": "Two days", "zh": "两天"}
"""What a reader without a screenplay says to "how many days": the number that stories mostly let pass."""
_ABOUT = 0.4
"""Share of the question's content words."""
_OFFERED = re.compile(r"(?:[:：—]|^)\s*([^:：—;；?？]+?)\s*[;；，]")
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]?[\"”’]?")
_CUE = {
    "en": re.compile(r"^\s*([A-Z][A-Z' .\-]{1,40}?)\s*(?:\([^)]*\))?\s*$", re.MULTILINE),
    "zh": re.compile(r"^\s*([㐀-鿿·]{2,6})\s*(?:[（(][^)）]*[)）])?\s*[:：]?\s*$", re.MULTILINE),
}
_CHOICE = {
    "en": re.compile(r"\bcomes first\b|\bearliest\b|\bwhich of these\b", re.IGNORECASE),
    "zh": re.compile(r"最早|最先|哪一件"),
}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """An answer to ``question`` out of ``passage``, or out of the question alone; null where the rules can't tell."""
    language, question, passage = payload["language"], payload["question"], payload["passage"]
    if _CHOICE[language].search(question):
        offered = _OFFERED.search(question)
        return {"answer": tidy(offered.group(1)) if offered else None}
    if _DAYS[language].search(question):
        return {"answer": _USUAL[language] if passage is None else None}
    if passage is None or not _speaks_of(question, passage, language):
        return {"answer": None}
    if _DATE[language].search(question):
        found = read_date(passage, 2000)
        return {"answer": found[1] if found else None}
    if _WHO[language].search(question):
        names = [name for name in _CUE[language].findall(passage) if name.casefold() not in question.casefold()]
        return {"answer": Counter(names).most_common(1)[0][0].title() if names else None}
    return {"answer": _likest(question, passage, language)}


def _speaks_of(question: str, passage: str, language: str) -> bool:
    """Whether the passage has enough of the question's words to be about it: else whatever it holds answers nothing."""
    asked = content_terms(question, language)
    return bool(asked) and len(asked & content_terms(passage, language)) >= _ABOUT * len(asked)


def _likest(question: str, passage: str, language: str) -> str | None:
    """The sentence that comes after the one which the question is most like: what follows is mostly asked about."""
    sentences = [tidy(text) for text in _SENTENCE.findall(passage) if tidy(text)]
    asked = content_terms(question, language)
    shared = [len(asked & content_terms(text, language)) for text in sentences]
    if not sentences or not max(shared):
        return None
    place = shared.index(max(shared))
    return first_sentence(sentences[min(place + 1, len(sentences) - 1)], language)[:300] or None


def judge(payload: dict[str, Any]) -> dict[str, Any]:
    """The verdict on an answer (``asks``: ``verdict``) or on the wordings of a film's items (``wording``)."""
    return _wordings(payload) if payload["asks"] == "wording" else _verdict(payload)


def _verdict(payload: dict[str, Any]) -> dict[str, Any]:
    """Right where the answer holds every content word of the reference, or is the reference but for its case."""
    language = payload["language"]
    wanted, held = (content_terms(payload[name], language) for name in ("reference", "answer"))
    same = tidy(payload["reference"]).casefold().rstrip(".。") == tidy(payload["answer"]).casefold().rstrip(".。")
    right = same or bool(wanted) and wanted <= held
    return {"right": right, "reason": "" if right else "not every content word of the reference is there"}


def _wordings(payload: dict[str, Any]) -> dict[str, Any]:
    """Template-like from the question on that is worded like ``same_wording`` others before it; of one scene where one
    support unit holds all that is asked and answered."""
    seen: Counter[tuple[str, ...]] = Counter()
    verdicts = []
    for item in payload["items"]:
        frame = _frame(item, payload["language"])
        seen[frame] += 1
        verdict, reason = "sound", ""
        if item["category"] != "Scene Grounding" and _one_unit(item, payload["language"]):
            verdict, reason = "one_scene", "one support unit holds all that is asked and answered"
        elif frame and seen[frame] > payload["same_wording"]:
            verdict = "template_like"
            reason = f"{seen[frame] - 1} questions before it are worded alike: " + " ".join(frame)[:160]
        verdicts.append({"number": item["number"], "verdict": verdict, "reason": reason})
    return {"verdicts": verdicts}


def _frame(item: dict[str, Any], language: str) -> tuple[str, ...]:
    """The words of the question that come from none of its steps: what a template would leave."""
    told = " ".join([item["answer"], *(step["statement"] for step in item["steps"])])
    if language == "zh":
        return tuple(char for char in item["question"] if char not in told and not char.isspace())
    words = set(re.findall(r"[^\W_]+", told.casefold()))
    return tuple(word for word in re.findall(r"[^\W_]+", item["question"].casefold()) if word not in words)


def _one_unit(item: dict[str, Any], language: str) -> bool:
    held = [content_terms(step["statement"], language) for step in item["steps"]]
    answer = content_terms(item["answer"], language)
    asked = content_terms(item["question"], language) & frozenset().union(*held)
    return bool(answer) and any(asked | answer <= terms for terms in held)
