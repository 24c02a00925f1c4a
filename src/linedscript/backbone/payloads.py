"""What an engine is told about one scene: its heading, its elements, and the names that the film's cues use."""

import re
from collections.abc import Sequence
from typing import Any

from linedscript.engines.places import bounded
from linedscript.records.base import Language
from linedscript.records.scene import Scene

Roster = tuple[dict[str, Any], ...]
"""``{name, scenes, introduction}`` per cue name of the film, in order of first appearance: how many scenes it speaks
in, and the first action text in which the name stands (at most ``INTRODUCTION`` characters)."""
INTRODUCTION = 240
_WORD = re.compile(r"[^\W\d_][\w'’.]*")


def film_roster(scenes: Sequence[Scene]) -> Roster:
    """The cue names of a film. One pass over the elements and one over the action texts."""
    names: dict[str, dict[str, Any]] = {}
    for scene in scenes:
        for name in {element.cue.name: None for element in scene.elements if element.cue}:
            entry = names.setdefault(name.casefold(), {"name": name, "scenes": 0, "introduction": None})
            entry["scenes"] += 1
    waiting = dict(names)
    for scene in scenes:
        for element in scene.elements:
            if element.kind != "action" or not waiting:
                continue
            text = scene.text[element.content[0] : element.content[1]]
            folded = text.casefold()
            for key in tuple(waiting):
                start = folded.find(key)
                if start >= 0 and bounded(folded, start, start + len(key)):
                    waiting.pop(key)["introduction"] = " ".join(text[start : start + INTRODUCTION].split())
    return tuple(names.values())


def scene_payload(scene: Scene, language: Language, roster: Roster) -> dict[str, Any]:
    """``language``, ``heading``, ``elements`` ({kind, text, cue}; numbered from 0 by their position) and ``names``: the
    roster's entries of which a part stands in the scene. No film id or title."""
    folded = scene.text.casefold()
    heading = scene.heading
    return {
        "language": language,
        "heading": heading
        and {"text": heading.text, "place": heading.place, "time": heading.time, "modifiers": list(heading.modifiers)},
        "elements": [
            {
                "kind": element.kind,
                "text": scene.text[element.content[0] : element.content[1]],
                "cue": element.cue
                and {"name": element.cue.name, "voice": element.cue.voice, "extensions": list(element.cue.extensions)},
            }
            for element in scene.elements
        ],
        "names": [entry for entry in roster if _stands(entry["name"].casefold(), folded)],
    }


def _stands(name: str, text: str) -> bool:
    return name in text or any(len(part) > 2 and part in text for part in _WORD.findall(name))
