"""The ``rules`` maker of questions from raw text: who says a line, and who has the last word, by cues alone."""

from typing import Any

from linedscript.engines.rules.wording import length, sentence_case, tidy

_LINE = {"en": (5, 14), "zh": (6, 24)}
"""Words or characters of a line that can stand in a question."""
_SAYS = {"en": "Who says, “{line}”?", "zh": "“{line}”这句话是谁说的？"}
_LAST = {
    "en": "Who has the last word in the scene in which somebody says, “{line}”?",
    "zh": "有人说“{line}”的那场戏里，最后开口的是谁？",
}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """At most ``most`` questions of a block: of each scene in turn the speaker of its longest fitting line, then who
    speaks last."""
    language, most = payload["language"], payload["most"]
    said, last = [], []
    for scene in payload["scenes"]:
        speeches = _speeches(scene["elements"])
        fitting = [(name, text) for name, text in speeches if _fits(text, language)]
        if not fitting:
            continue
        name, text = max(fitting, key=lambda pair: length(pair[1], language))
        said.append(_question(_SAYS[language], text, name, [(name, text)]))
        if speeches[-1][0] != name:
            last.append(_question(_LAST[language], text, speeches[-1][0], [(name, text), speeches[-1]]))
    return {"questions": (said + last)[:most]}


def _speeches(elements: list[dict[str, str]]) -> list[tuple[str, str]]:
    """``(speaker, line)`` in order."""
    found: list[tuple[str, str]] = []
    name = ""
    for element in elements:
        if element["kind"] == "cue":
            name = tidy(element["text"])
        elif element["kind"] == "dialogue" and name and tidy(element["text"]):
            found.append((name, tidy(element["text"])))
    return found


def _fits(text: str, language: str) -> bool:
    low, high = _LINE[language]
    return low <= length(text, language) <= high and "“" not in text and "”" not in text


def _question(template: str, line: str, name: str, path: list[tuple[str, str]]) -> dict[str, Any]:
    bare = line.rstrip(".。")
    return {
        "question": sentence_case(template.format(line=bare)),
        "answer": name.split("(")[0].split("（")[0].strip() or name,
        "steps": [{"fact": f"{who}: {text}"[:300], "quote": text[:300]} for who, text in path],
    }
