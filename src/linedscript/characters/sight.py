"""Who is blind, and in which scenes, by the script's own words.

A script says it outright in its action ("TOM, 70, blind since the war,"), or the character says so ("I was blind") and
something else shows it: who cuts his meat by feel, who can't see the one he talks to. The word alone, in somebody's
mouth, is as often a figure of speech.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from linedscript.characters.places import Spans
from linedscript.engines.rules.states_sentences import sentence_spans
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence, Language
from linedscript.records.scene import Scene
from linedscript.screenplay.speeches import speeches

Sign = Literal["outright", "said", "hint", "again"]

_OUTRIGHT = {
    "en": Pattern(
        r"\b(?:is|has gone|goes|has been|legally|totally|completely) (?:nearly |almost |quite |stone )?blind\b"
        r"(?! (?:to|with|by|in|on|as|drunk|corner|spot|alley|date|rage)\b)"
        r"|, (?:and |now |nearly |almost )?blind(?: (?:since|from) [^,.;]+)?(?=[,.;])",
        2,
    ),
    "zh": Pattern(r"双目失明|是(?:个|一个|位)?(?:盲人|瞎子)|(?:眼睛|双眼|两眼)(?:早就|已经|都)?(?:瞎了|失明)"),
}
_SAID = {
    "en": Pattern(
        r"(?<!so )(?<!how )(?<!if )\bI(?:'m| am| was|'ve gone| have gone| had gone| went|'ve been| have been)"
        r" (?:nearly |almost |quite |stone )?blind\b(?! (?:to|with|by|in|not|drunk|for|about)\b)"
        r"|\bI(?:'ve| have)? lost my (?:eye)?sight\b",
        2,
    ),
    "zh": Pattern(
        r"我(?:早就|早|已经|已)?(?:瞎了|失明|是(?:个|一个)?瞎子)|我的?(?:眼睛|双眼)(?:早就|已经)?(?:瞎了|看不见)"
    ),
}
_UNSEEING = {
    "en": Pattern(r"\bI can(?:'t|not| not) (?:even )?see you(?! (?:again|tomorrow|tonight|now|anymore|any)\b)", 2),
    "zh": Pattern("我看不见你"),
}
"""In the character's own mouth."""
_HINT = {
    "en": Pattern(
        r"\bby feel\b|\bfeel(?:s|ing)? (?:his|her|their) way\b|\bwhite cane\b|\bguide dog\b|\bbraille\b"
        r"|\b(?:sightless|unseeing|blind) eyes\b"
        r"|\b(?:hands?|fingers) (?:trailing|sliding|feeling|running) along (?:the|a) wall\b",
        2,
    ),
    "zh": Pattern(r"盲杖|导盲犬|盲文|摸索着|摸着墙|凭手感"),
}
_AGAIN = {
    "en": Pattern(
        r"\b(?:can see|sees) again\b|\bregain(?:s|ed)? (?:my|his|her) (?:eye)?sight\b"
        r"|\b(?:my|his|her) (?:eye)?sight (?:is|comes|has come|came) back\b",
        2,
    ),
    "zh": Pattern("复明|重见光明|又看得见了"),
}


def blind(language: Language, scenes: Sequence[Scene], spans: Spans) -> dict[str, set[str]]:
    """By character the scenes in which it can't see: from the first sign of it until a sign that it sees again.

    ``spans`` are those of the characters.
    """
    found: dict[str, list[tuple[str, Sign]]] = {}
    for scene in scenes:
        for character, sign in _signs(scene, language, spans.get(scene.id, {})):
            found.setdefault(character, []).append((scene.id, sign))
    order = [scene.id for scene in scenes]
    return {
        character: set(order[order.index(signs[0][0]) : _until(signs, order)])
        for character, signs in found.items()
        if _is_blind({sign for _, sign in signs})
    }


def _is_blind(signs: set[Sign]) -> bool:
    return "outright" in signs or {"said", "hint"} <= signs


def _until(signs: Sequence[tuple[str, Sign]], order: Sequence[str]) -> int:
    return next((order.index(scene) for scene, sign in signs if sign == "again"), len(order))


def _signs(scene: Scene, language: Language, here: Mapping[str, Sequence[Evidence]]) -> Iterator[tuple[str, Sign]]:
    places = sorted((span.start, who) for who, held in here.items() for span in held if span.start is not None)
    said_by = {}
    for speech in speeches(scene):
        cue = scene.elements[speech.cue]
        who = next((who for start, who in places if cue.start <= start < cue.end), None)
        said_by.update(dict.fromkeys(speech.parts, who))
    for number, element in enumerate(scene.elements):
        low, high = element.content
        text = scene.text[low:high].replace("’", "'")
        if element.kind == "dialogue" and said_by.get(number):
            for sign, patterns in (("said", _SAID), ("hint", _UNSEEING), ("again", _AGAIN)):
                if patterns[language].search(text):
                    yield said_by[number], sign
        elif element.kind == "action":
            last = None
            for start, end in sentence_spans(text, language):
                own = [(place - low, who) for place, who in places if low + start <= place < low + end]
                last = own[0][1] if own else last
                for sign, patterns in (("outright", _OUTRIGHT), ("hint", _HINT), ("again", _AGAIN)):
                    match = patterns[language].search(text, start, end)
                    # the one who is named last before it: "Ann leads Bo, who is blind"
                    who = next((who for place, who in reversed(own) if match and place < match.start()), last)
                    if match and who:
                        yield who, sign
