"""What an engine is told about one scene: its heading, its elements, and the names that the film's cues use."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from linedscript.engines.places import bounded
from linedscript.records.base import Language
from linedscript.records.scene import Scene


class Roster(NamedTuple):
    entries: tuple[dict[str, Any], ...]
    """``{name, scenes, introduction}`` per cue name of the film, in order of first appearance: how many scenes it
    speaks in, and the first action text in which the name stands (at most ``INTRODUCTION`` characters). A title and a
    surname may have a given name between them there: MAYOR ANN WEST introduces MAYOR WEST."""
    speakers: dict[int, frozenset[str]]
    """The names (folded) that speak in each scene, by its index."""

    def shown(self, scene: Scene, most: int) -> list[dict[str, Any]]:
        """The entries of which a part stands in the scene, in the film's order.

        Of more than ``most`` those of which the whole stands there come first, then who speaks next door, then who
        speaks in more scenes.
        """
        folded = scene.text.casefold()
        found = [
            (number, entry) for number, entry in enumerate(self.entries) if _stands(entry["name"].casefold(), folded)
        ]
        if len(found) > most:
            near = self.speakers.get(scene.index - 1, frozenset()) | self.speakers.get(scene.index + 1, frozenset())

            def rank(pair: tuple[int, dict[str, Any]]) -> tuple[Any, ...]:
                name = pair[1]["name"].casefold()
                return (name not in folded, name not in near, -pair[1]["scenes"], pair[0])

            found = sorted(sorted(found, key=rank)[:most])
        return [entry for _, entry in found]


INTRODUCTION = 240
_NEVER = re.compile(r"(?!)")
_WORD = re.compile(r"[^\W\d_][\w'’.]*")


def film_roster(scenes: Sequence[Scene]) -> Roster:
    """The cue names of a film. One pass over the elements and one over the action texts."""
    speakers: dict[int, frozenset[str]] = {}
    names: dict[str, dict[str, Any]] = {}
    for scene in scenes:
        for name in {element.cue.name: None for element in scene.elements if element.cue}:
            entry = names.setdefault(name.casefold(), {"name": name, "scenes": 0, "introduction": None})
            entry["scenes"] += 1
        speakers[scene.index] = frozenset(element.cue.name.casefold() for element in scene.elements if element.cue)
    waiting = dict(names)
    longer = {key: _with_given_name(key) for key in waiting}
    for scene in scenes:
        for element in scene.elements:
            if element.kind != "action" or not waiting:
                continue
            text = scene.text[element.content[0] : element.content[1]]
            folded = text.casefold()
            for key in tuple(waiting):
                start = folded.find(key)
                if start < 0 or not bounded(folded, start, start + len(key)):
                    found = longer[key].search(folded) if key.rpartition(" ")[2] in folded else None
                    start = found.start() if found else -1
                if start >= 0:
                    waiting.pop(key)["introduction"] = " ".join(text[start : start + INTRODUCTION].split())
    return Roster(tuple(names.values()), speakers)


def _with_given_name(key: str) -> re.Pattern[str]:
    """Where a name of several words stands with one or two more behind its first."""
    first, _, rest = key.partition(" ")
    if not rest:
        return _NEVER
    return re.compile(rf"(?<!\w){re.escape(first)}\s+(?:[^\W\d_][\w.'’-]*\s+){{1,2}}{re.escape(rest)}(?!\w)")


def scene_payload(scene: Scene, language: Language, roster: Roster, most: int) -> dict[str, Any]:
    """``language``, ``heading``, ``elements`` ({kind, text, cue}; numbered from 0 by their position) and ``names``: at
    most so many entries of the roster, those that are shown for the scene. No film id or title."""
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
        "names": roster.shown(scene, most),
    }


def _stands(name: str, text: str) -> bool:
    return name in text or any(len(part) > 2 and part in text for part in _WORD.findall(name))
