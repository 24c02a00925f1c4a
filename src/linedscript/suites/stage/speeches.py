"""The speeches of a scene by its cues, and whether the script bears out that somebody says something to somebody."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from linedscript.engines.rules import acts_en, acts_zh
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene

Voice = Literal["on", "off", "over"]


class Speech(NamedTuple):
    speaker: str | None
    """An entity; null where the cue's name is nobody's or several people's."""
    voice: Voice
    """Of somebody who is there ("on"), heard from outside it ("off"), or over it ("over", D12)."""
    directed: bool
    """Whether a direction stands within it: what the speaker does, or how it is said."""
    start: int
    """Where its cue begins."""
    end: int
    words: tuple[tuple[int, str], ...]
    """Its dialogue, piece by piece: where it begins in the scene's text, and what it says."""

    def said_by(self, end: int) -> str:
        """What is said up to this offset of the scene's text."""
        return " ".join(text[: max(end - start, 0)] for start, text in self.words).strip()


def cue_names(entities: Sequence[Entity]) -> dict[str, str | None]:
    """By form, in lower case, the one character that bears it; null where several do."""
    owners: dict[str, str | None] = {}
    for entity in entities:
        if "Character" in entity.types:
            for form in {alias.surface.casefold() for alias in entity.aliases}:
                owners[form] = entity.id if owners.get(form, entity.id) == entity.id else None
    return owners


def speeches(scene: Scene, owners: Mapping[str, str | None]) -> tuple[Speech, ...]:
    """The scene's speeches in text order; one that action interrupts goes on in the next, under the same cue."""
    found: list[Speech] = []
    cue = None
    for element in scene.elements:
        if element.kind == "cue" and element.cue is not None:
            cue = element.cue
            found.append(Speech(owners.get(cue.name.casefold()), cue.voice, False, element.start, element.end, ()))
        elif cue is not None and element.kind in ("dialogue", "lyric", "parenthetical"):
            last = found[-1]
            if element.kind == "parenthetical":
                found[-1] = last._replace(end=element.end, directed=True)
                continue
            low, high = element.content
            found[-1] = last._replace(end=element.end, words=(*last.words, (low, scene.text[low:high])))
        else:
            cue = None
    return tuple(found)


def is_said_to(
    spoken: Sequence[Speech], line: tuple[int, int], addressee: str, forms: Collection[str], language: Language
) -> bool:
    """Whether the line at these offsets is said to the addressee: nobody else speaks in the scene, the speech has
    called the addressee by a form when it comes to the line's end, or the addressee speaks both before and after it.
    True of what is no speech: then the script's own words say to whom."""
    place = next((place for place, one in enumerate(spoken) if one.start <= line[0] < one.end), None)
    if place is None:
        return True
    speaker = spoken[place].speaker
    if {one.speaker for one in spoken} <= {speaker, addressee} and speaker is not None:
        return True
    called = (acts_en if language == "en" else acts_zh).called
    if called(spoken[place].said_by(line[1]), sorted(forms)):
        return True
    before = next((one.speaker for one in reversed(spoken[:place]) if one.speaker != speaker), addressee)
    after = next((one.speaker for one in spoken[place + 1 :] if one.speaker != speaker), addressee)
    return before == after == addressee and len(spoken) > 1


_NEEDS = {
    "en": {
        "accuse": Pattern(r"\b(?:you|your|yours)\b|^(?:liar|thief|coward|traitor)\b", 2),
        "promise": Pattern(r"\b(?:I|we|my word)\b|\byou(?:['’]ll| will)\b", 2),
        "refuse": Pattern(r"\w\W+\w"),
    },
    "zh": {"accuse": Pattern(r"[你您]|^(?:骗子|叛徒|凶手)"), "promise": Pattern(r"我|咱"), "refuse": Pattern(r"\w\w")},
}
"""What a line has to say for the act that it is taken for: of whom it is said, who will do it, more than a bare "no",
which may answer a question. 2: any case."""
_QUOTED = Pattern(r"[“「\"](.+?)[”」\"]")


def does_what_it_is_called(act: str | None, summary: str, language: Language) -> bool:
    """Whether the words of an accusation are about the person accused ("he's lying" accuses somebody else), those of a
    promise about who makes it, and a refusal says what is refused. True of every other act, and of a summary that
    quotes nothing."""
    needed = _NEEDS[language].get(act or "")
    said = _QUOTED.search(summary)
    return needed is None or said is None or bool(needed.search(said.group(1)))
