"""What stands around a mention: its sentence, who speaks it, and who speaks before and after."""

from bisect import bisect_right
from typing import NamedTuple

from linedscript.backbone.normalization import name_key
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence
from linedscript.records.scene import Scene

SPOKEN = frozenset(("parenthetical", "dialogue", "lyric"))
_SENTENCE = Pattern(r"(?<=[.!?])[\"'”’]?\s+|(?<=[。！？!?…])|\n\s*\n")


class Turn(NamedTuple):
    """One speech: from its cue to the end of its last dialogue element, in scene-text code points."""

    start: int
    end: int
    speaker: str
    voice: str
    spoken: int
    """Where the words begin, after the cue."""


class SceneContext:
    """The turns of one scene, and look-ups by offset."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.turns: list[Turn] = []
        open_cue = None
        for element in scene.elements:
            if element.cue is not None:
                open_cue = element.cue
                self.turns.append(Turn(element.start, element.end, open_cue.name, open_cue.voice, element.end))
            elif element.kind in SPOKEN and open_cue is not None:
                self.turns[-1] = self.turns[-1]._replace(end=element.end)
            else:
                open_cue = None
        self._starts = [turn.start for turn in self.turns]
        self._elements = [element.start for element in scene.elements]

    def turn_at(self, offset: int) -> int | None:
        """Index of the turn whose spoken part or cue covers ``offset``."""
        index = bisect_right(self._starts, offset) - 1
        return index if index >= 0 and offset < self.turns[index].end else None

    def spoken_at(self, offset: int) -> bool:
        """Whether a character says what stands at ``offset``: a cue's own name isn't said."""
        index = self.turn_at(offset)
        return index is not None and offset >= self.turns[index].spoken and self._kind_at(offset) != "parenthetical"

    def _kind_at(self, offset: int) -> str:
        index = bisect_right(self._elements, offset) - 1
        return self.scene.elements[index].kind if index >= 0 else "action"

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
        index = max(0, bisect_right(self._elements, start) - 1)
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
