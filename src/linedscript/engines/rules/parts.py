"""What the ``rules`` annotators of both languages pass to each other: clauses, speeches and their quotes."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from linedscript.engines.places import occurrence
from linedscript.engines.rules.comings import LETTER
from linedscript.engines.rules.senses import REMOTE

CAPTION = re.compile(
    r"\s*(SUPER(?:IMPOSE)?|TITLE(?: CARD)?|CHYRON|CAPTION|INSERT TITLE|字幕|题字)\s*[:：]\s*", re.IGNORECASE
)


class Part(NamedTuple):
    """Somebody or something in a clause."""

    name: str
    """As later layers name it: without article, an all-capitals name in ordinary case."""
    person: bool
    start: int
    end: int
    """In the element's text."""
    sure: bool
    """False where a pronoun was resolved to the name."""


class Clause(NamedTuple):
    """One predicate of an action sentence, with what it holds."""

    element: int
    start: int
    end: int
    subject: Part | None
    lemma: str
    negative: bool
    modality: str
    object: Part | None
    recipient: Part | None
    text: str
    """A readable sentence that begins with the subject's name."""
    label: str
    """Subject, verb and object alone."""
    also: tuple[Part, ...] = ()
    """Persons who do it together with the subject."""
    handed: bool = False
    """The object gets into another person's hands or on another's body by it, the recipient's where that is known."""


class Occasion(NamedTuple):
    """A named event in an element's text."""

    name: str
    start: int
    end: int
    named: bool


class Speech(NamedTuple):
    """One cue with its lines."""

    cue: int
    speaker: str
    voice: str
    lines: tuple[tuple[int, str], ...]
    """Number and text of each dialogue element."""
    manner: str = ""
    """``sings`` or ``reads``, where it isn't just said."""
    aside: str = ""
    """The parenthetical before its lines."""


class Discourse:
    """Whom a pronoun can mean: the persons named so far in the scene, the latest last."""

    def __init__(self, gender: Callable[[str], str | None]) -> None:
        self.gender = gender
        self.recent: list[str] = []
        self.topic: str | None = None
        """The subject of the sentence before, within one paragraph; or the person whose thing it was."""
        self.described: set[str] = set()
        """Who is spoken of with an article: the stranger."""
        self.unnamed = False
        """Somebody who has no name did what was told last."""
        self.answered: str | None = None
        """Who spoke right before this action, as long as it names nobody else."""

    def meet(self, name: str, last: bool = True) -> None:
        """Somebody is named: as the latest one, or, where only a thing of theirs is, as the one before that, and then
        only where their gender is known."""
        if not last and self.gender(name) is None:
            return
        if name in self.recent:
            self.recent.remove(name)
        self.recent.insert(len(self.recent) if last else max(len(self.recent) - 1, 0), name)
        del self.recent[:-8]

    def resolve(self, wanted: str | None, other_than: str | None = None, first: str | None = None) -> str | None:
        """``first``, the sentence's own subject; the subject of the sentence before; else the latest person of the
        gender; one of unknown gender only where nobody else can be meant. Null where it isn't safe to say."""
        if wanted is None or self.unnamed:
            return None
        for name in (first, self.topic):
            if other_than is None and name is not None and self.gender(name) in (wanted, None):
                return name
        names = [name for name in reversed(self.recent) if name != other_than]
        genders = {name: self.gender(name) for name in names}
        known = next((number for number, name in enumerate(names) if genders[name] == wanted), None)
        unknown = [number for number, name in enumerate(names) if genders[name] is None]
        if known is not None:
            return names[known] if not unknown or unknown[0] > known else None
        return names[unknown[0]] if len(unknown) == 1 else None


SINGS = re.compile(r"\b(?:sings?|singing|chants?|chanting|humming)\b|唱", re.IGNORECASE)
_READS = re.compile(r"\b(?:reads|reading)\b|念|读", re.IGNORECASE)
_INTO = re.compile(r"\binto\b|[对冲朝]着?", re.IGNORECASE)
"""Who speaks into it is here."""


def quote(payload: dict[str, Any], element: int, start: int, end: int) -> dict[str, Any]:
    """The quote that names ``[start, end)`` of an element's text."""
    text = payload["elements"][element]["text"]
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    said = text[start:end]
    return {"text": said, "element": element, "occurrence": occurrence(text, start, said)}


def present(
    payload: dict[str, Any], clauses: list[Clause], display: Callable[[str], str]
) -> dict[str, tuple[int, int, int]]:
    """Who acts or speaks on screen, to the first place that shows it, in order of appearance."""
    found = [
        (clause.element, clause.subject.start, clause.subject.end, clause.subject.name)
        for clause in clauses
        if clause.subject is not None and clause.subject.person
    ]
    for number, element in enumerate(payload["elements"]):
        if (
            element["kind"] == "cue"
            and element["cue"]
            and element["cue"]["voice"] == "on"
            and element["cue"]["name"] in element["text"]
        ):
            start = element["text"].index(element["cue"]["name"])
            found.append((number, start, start + len(element["cue"]["name"]), display(element["cue"]["name"])))
    places: dict[str, tuple[int, int, int]] = {}
    for element, start, end, name in sorted(found):
        places.setdefault(name, (element, start, end))
    return places


def speeches(payload: dict[str, Any], display: Any) -> list[Speech]:
    """The scene's speeches in order; ``display`` makes a cue's name readable."""
    found: list[Speech] = []
    remote: set[str] = set()
    for number, element in enumerate(payload["elements"]):
        if element["kind"] == "cue" and element["cue"]:
            name, voice = display(element["cue"]["name"]), element["cue"]["voice"]
            if voice == "off" and is_letter(payload["elements"], number):
                voice = "over"
            elif voice == "over" and _calls(payload["elements"], number):
                voice = "off"
            found.append(Speech(number, name, "off" if voice == "over" and name in remote else voice, ()))
        elif element["kind"] in ("dialogue", "lyric") and found:
            last = found[-1]
            manner = "sings" if element["kind"] == "lyric" and not last.lines else last.manner
            found[-1] = last._replace(lines=(*last.lines, (number, element["text"])), manner=manner)
        elif element["kind"] == "parenthetical" and found and not found[-1].lines:
            last = found[-1]._replace(aside=element["text"], manner=_manner(element["text"]))
            if REMOTE.search(element["text"]) and not _INTO.search(element["text"]):
                remote.add(last.speaker)
                last = last._replace(voice="off")  # a voice over a radio or telephone takes part in the talk
            found[-1] = last
    return [speech for speech in found if speech.lines]


def _calls(elements: list[dict[str, Any]], cue: int) -> bool:
    """Whether a voice-over answers, or is answered, right behind action with a telephone: it is in the talk."""
    before = elements[:cue]
    told = next((element["text"] for element in reversed(before) if element["kind"] == "action"), "")
    if not REMOTE.search(told) or not before or before[-1]["kind"] != "dialogue":
        return False
    after = next((element for element in elements[cue + 1 :] if element["kind"] in ("cue", "action")), None)
    return after is not None and bool(after["cue"]) and after["cue"]["voice"] == "on"


def _manner(aside: str) -> str:
    return "sings" if SINGS.search(aside) else "reads" if _READS.search(aside) else ""


def is_letter(elements: list[dict[str, Any]], cue: int) -> bool:
    """Whether the lines under a cue are a letter's, read aloud: in quotation marks, behind a page in the action."""
    said = next((later["text"] for later in elements[cue + 1 :] if later["kind"] == "dialogue"), "")
    before = next((earlier["text"] for earlier in reversed(elements[:cue]) if earlier["kind"] == "action"), "")
    return said.lstrip()[:1] in ('"', "“", "「", "『") and bool(LETTER.search(before))
