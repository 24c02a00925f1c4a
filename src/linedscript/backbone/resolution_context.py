"""What stands around a mention: its sentence, who speaks it, and who speaks before and after."""

from bisect import bisect_right
from typing import NamedTuple

from linedscript.backbone.normalization import name_key
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence
from linedscript.records.scene import Scene
from linedscript.screenplay.speeches import speeches

_SENTENCE = Pattern(r"(?<=[.!?])[\"'”’]?\s+|(?<=[。！？!?…])|\n\s*\n")


class Turn(NamedTuple):
    """One cue with its speech. In dual dialogue two of them may be interleaved."""

    speaker: str
    voice: str


class SceneContext:
    """The turns of one scene, and look-ups by offset."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.turns: list[Turn] = []
        self._elements = [element.start for element in scene.elements]
        self._owners: dict[int, int] = {}
        """Of each element of a speech, its cue included, the turn that it is part of."""
        for number, speech in enumerate(speeches(scene)):
            cue = scene.elements[speech.cue].cue
            self.turns.append(Turn(cue.name, cue.voice))
            self._owners.update(dict.fromkeys((speech.cue, *speech.parts), number))

    def turn_at(self, offset: int) -> int | None:
        """Index of the turn whose spoken part or cue covers ``offset``."""
        return self._owners.get(self._element_at(offset))

    def spoken_at(self, offset: int) -> bool:
        """Whether a character says what stands at ``offset``: a cue's own name isn't said."""
        number = self._element_at(offset)
        return number in self._owners and self.scene.elements[number].kind not in ("cue", "parenthetical")

    def cue_at(self, offset: int) -> bool:
        """Whether ``offset`` lies in a cue."""
        return self.scene.elements[self._element_at(offset)].kind == "cue" if self._elements else False

    def _element_at(self, offset: int) -> int:
        return bisect_right(self._elements, offset) - 1

    def neighbours(self, index: int) -> list[str]:
        """Who speaks next before and next after a turn, other than its own speaker."""
        own = name_key(self.turns[index].speaker)
        found = []
        for order in (range(index - 1, -1, -1), range(index + 1, len(self.turns))):
            for other in order:
                if name_key(self.turns[other].speaker) != own:
                    found.append(self.turns[other].speaker)
                    break
        return list(dict.fromkeys(found))

    def speakers(self) -> list[str]:
        return list(dict.fromkeys(turn.speaker for turn in self.turns))

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """The sentence around ``[start, end)`` within its element, as code points of the scene's text."""
        index = max(0, self._element_at(start))
        low, high = self.scene.elements[index].content if self.scene.elements else (0, len(self.scene.text))
        low, high = min(low, start), max(high, end)
        text = self.scene.text[low:high]
        begin = 0
        for cut in _SENTENCE.finditer(text):
            if cut.end() <= start - low:
                begin = cut.end()
            elif cut.start() >= end - low:
                return low + begin, low + cut.start()
        return low + begin, high

    def passage(self, evidence: Evidence) -> dict:
        """A mention's place as an adjudicator sees it: ``{scene, text, speaker, neighbours}``."""
        low, high = self.sentence(evidence.start, evidence.end)
        index = self.turn_at(evidence.start)
        spoken = self.spoken_at(evidence.start)
        return {
            "scene": self.scene.id,
            "text": self.scene.text[low:high].strip(),
            "speaker": self.turns[index].speaker if spoken else None,
            "neighbours": self.neighbours(index) if spoken else [],
        }


def speaking_spans(contexts: list[SceneContext]) -> dict[str, dict[str, tuple[int, int]]]:
    """Per cue name (key) and scene id: first and last turn. Two names that overlap in a scene speak in turn."""
    spans: dict[str, dict[str, tuple[int, int]]] = {}
    for context in contexts:
        for number, turn in enumerate(context.turns):
            scenes = spans.setdefault(name_key(turn.speaker), {})
            first, _ = scenes.get(context.scene.id, (number, number))
            scenes[context.scene.id] = (first, number)
    return spans
