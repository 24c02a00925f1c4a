"""English mentions without a capital letter: persons by description, kin, ideas, things that somebody handles."""

import re
from typing import Any

from linedscript.engines.rules.cast_en import Cast
from linedscript.engines.rules.gathering import Gathering
from linedscript.engines.rules.language_en import (
    BODY,
    CONCEPTS,
    EVENTS,
    HOLD,
    KIN,
    NO_NAMES,
    PERSONS,
    POSSESSIVES,
    PREPOSITIONS,
    RELEASE,
    TAKE,
    TITLES,
    TRANSFER,
)
from linedscript.engines.rules.scene_en import SceneReader

_CONCEPT = re.compile(
    rf"(?<!\w)(?:the|a|an|my|your|his|her|our|their|this|that)\s+((?:{'|'.join(sorted(CONCEPTS))}))(?!\w)",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?<!\w)(?:I['’]m|I am|you['’]re|you are|he['’]s|he is|she['’]s|she is|is|are|was|became"
    r"|becomes|as)\s+(?:a|an|the)\s+((?:[a-z]+\s)?([a-z]+))(?=[.,;!?]|\s+(?:and|but|at|of|from"
    r"|in)\b|$)",
    re.IGNORECASE,
)
_OFFICES = (
    PERSONS
    | TITLES
    | frozenset("editor treasurer master owner heir thief liar coward hero traitor genius president clerk".split())
)
_POSSESS = (
    TRANSFER
    | TAKE
    | HOLD
    | RELEASE
    | frozenset(
        """
        open lay put set place pull unfold unlock wrap light read write cut sign hang pick raise tear burn dig unhook
        unscrew print fold steal hide load
        """.split()
    )
)
_VAGUE_PERSONS = frozenset("guard host figure captain pilot friend baby patient chief twin".split())
_PERSON_PHRASE = re.compile(
    r"(?<!\w)(?i:the|a|an|two|three)\s+"
    rf"((?:[a-z]+\s){{0,2}}(?:{'|'.join(sorted(PERSONS - _VAGUE_PERSONS))}))(?![\w-])"
)
_GENERIC = re.compile(
    r"\b(?:as|like|than|is|are|was|were|be|been|becomes?)(?: not)?\s+$|\bas (?:you|one) would [^.!?]{0,20}$",
    re.IGNORECASE,
)
_ABLE = re.compile(r"\s+(?:can|could|may|might|must|should|would)\b")
"""What is said of anybody, or likens somebody to a person: "as a drowning man does", "a man can sleep"."""


def find_phrases(number: int, kind: str, text: str, cast: Cast, found: Gathering) -> None:
    for match in _CONCEPT.finditer(text):
        if match.group(1).islower():
            found.add(
                "Concept",
                number,
                *match.span(1),
                match.group(1),
                named=False,
                description="Idea that the scene speaks of",
            )
    for match in _KIND.finditer(text):
        words = match.group(1).split()
        if words[-1].lower() in _OFFICES and match.group(1).islower():
            start = match.end(1) - len(words[-1])
            found.add(
                "Concept",
                number,
                start,
                match.end(1),
                words[-1],
                named=False,
                description="Kind or office that somebody is said to have",
            )
    if kind == "action":
        for match in _PERSON_PHRASE.finditer(text):
            start, end = match.span(1)
            if (
                text.startswith(("'s", "’s"), end)
                or found.taken("Character", number, start, end)
                or found.taken("Concept", number, end - 1, end)
            ):
                continue
            words = match.group(1).split()
            if _GENERIC.search(text[: match.start()]) or _ABLE.match(text, end) or set(words[:-1]) & PREPOSITIONS:
                continue
            while len(words) > 1 and words[0] in NO_NAMES | POSSESSIVES | {"of", "and", "with", "in", "at"}:
                words.pop(0)
            start = end - len(" ".join(words))
            known = " ".join(words) in cast.roles
            found.add(
                "Character",
                number,
                start,
                end,
                match.group(1)[-(end - start) :],
                named=False,
                scope="film" if known else "scene",
                mergeable=known,
                description="Person without a name",
            )
    for match in re.finditer(rf"(?<!\w)(my|his|her|your|our|their)\s+({'|'.join(KIN)})(?!\w)", text, re.IGNORECASE):
        told = kind == "dialogue" and match.group(1).lower() in ("my", "your", "our")
        found.add(
            "Character",
            number,
            *match.span(2),
            match.group(2).lower(),
            named=False,
            scope="film" if told else "scene",
            mergeable=told,
            description="Person named by kinship alone",
            only_new=True,
        )


def find_things(payload: dict[str, Any], scene: SceneReader, found: Gathering) -> None:
    """Things that somebody has, gives, takes, opens, reads: all places of the phrase and of its noun in the scene."""
    heads: dict[str, str] = {}
    for clause in scene.clauses():
        for part in (
            clause.object,
            clause.subject if clause.subject and not clause.subject.person and clause.subject.sure else None,
        ):
            if part is None or part.person or (part is clause.object and clause.lemma not in _POSSESS):
                continue
            words = part.name.split()
            last = words[-1].lower()
            if (
                last in BODY | PERSONS | CONCEPTS | EVENTS | NO_NAMES | frozenset(KIN)
                or not last.isalpha()
                or len(last) < 3
                or not part.name.islower()
            ):
                continue
            if part is not clause.object and last not in heads:
                continue  # a thing that only happens is an Object once somebody handles it
            known = clause.subject is not None and clause.subject.person and part is clause.object
            description = f"Thing that {clause.subject.name} handles" if known else "Thing handled in the scene"
            found.add("Object", clause.element, part.start, part.end, part.name, named=False, description=description)
            heads.setdefault(last, description)
    for head, description in heads.items():
        for number, element in enumerate(payload["elements"]):
            if element["kind"] in ("action", "dialogue"):
                for match in re.finditer(
                    rf"(?<!\w)(?:the|a|an|my|your|his|her|this|that)\s+({re.escape(head)})(?![\w-])", element["text"]
                ):
                    if not found.taken("Object", number, *match.span(1)):
                        found.add("Object", number, *match.span(1), head, named=False, description=description)
