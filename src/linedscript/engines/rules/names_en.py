"""English entity mentions: what each capitalized run, phrase and heading of a scene names."""

import re
from typing import Any

from linedscript.engines.rules.cast_en import Cast, is_date_word, is_role
from linedscript.engines.rules.dates_en import DATES, LATER, date_name, is_date
from linedscript.engines.rules.english import Run, readable, runs, sentences, tokens
from linedscript.engines.rules.gathering import Gathering
from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.engines.rules.language_en import (
    DETERMINERS,
    EVENTS,
    HOLIDAYS,
    LEMMAS,
    LOCATIONS,
    MONTHS,
    NO_NAMES,
    ORGANIZATION_PLACES,
    ORGANIZATIONS,
    PERSONS,
    POSSESSIVES,
    TITLES,
    WEEKDAYS,
)
from linedscript.engines.rules.parts import CAPTION
from linedscript.engines.rules.scene_en import SceneReader
from linedscript.engines.rules.things_en import find_phrases, find_things

_ROLE_WORDS = PERSONS | TITLES | frozenset("acting vice chair chairwoman head first second master".split())
_COMMON_TITLES = frozenset("count general major judge chief agent coach principal duke king queen nurse".split())
"""Titles that also open ordinary sentences."""
_NO_PERSON_BEHIND = frozenset("over across around through past down along outside inside beyond under behind".split())
"""Behind these, a word in capitals that nothing else shows to be a person's name may as well be a place's."""

_PART_OF = re.compile(
    r"\b(?:all|most|half|much|part|out|outside|town|city|village|port|people|streets?|north|south|east|west|edge|middle|heart"
    r"|mayor|state|county|kingdom)\s+of\s+$",
    re.IGNORECASE,
)


def annotate(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Mentions of one scene."""
    scene = SceneReader(payload)
    found = Gathering(payload)
    _heading(payload, scene.cast, found)
    for number, element in enumerate(payload["elements"]):
        text = element["text"]
        if element["kind"] == "cue" and element["cue"]:
            _cue(element["cue"]["name"], number, text, scene.cast, found)
        elif element["kind"] in ("action", "dialogue", "lyric", "parenthetical"):
            for match in DATES.finditer(text):
                if is_date(text, match):
                    found.add("TimePoint", number, *match.span(), date_name(match.group()), named=True)
            for match in LATER.finditer(text):
                found.add(
                    "TimePoint",
                    number,
                    *match.span(),
                    readable(match.group()).lower(),
                    named=False,
                    scope="scene",
                    mergeable=False,
                )
            for occasion in scene.occasions(text):
                found.add(
                    "Occasion",
                    number,
                    occasion.start,
                    occasion.end,
                    occasion.name,
                    named=occasion.named,
                    scope="film" if occasion.named else "scene",
                )
            for low, high in sentences(text):
                for run in runs(text, low, high):
                    _run(run, number, element["kind"], text, scene.cast, found)
            find_phrases(number, element["kind"], text, scene.cast, found)
    find_things(payload, scene, found)
    return found.mentions()


def _heading(payload: dict[str, Any], cast: Cast, found: Gathering) -> None:
    heading = payload["heading"]
    if not heading or not heading["place"]:
        return
    number = next((number for number, element in enumerate(payload["elements"]) if element["kind"] == "heading"), None)
    if number is None:
        return
    text, place = payload["elements"][number]["text"], heading["place"]
    start = text.find(place)
    if start < 0:
        return
    found.add(
        "Location",
        number,
        start,
        start + len(place),
        readable(place, cast.text),
        named=True,
        description="Place where the scene plays",
    )
    parent = re.split(r"\s+[-–—]\s+|,\s+|/", place)[0]
    if parent != place and len(parent) > 2:
        _place(parent, number, start, cast, found)
    else:
        _institution(place, number, start, cast, found)
    owner = re.match(r"(.+?)['’]S\s", place, re.IGNORECASE)
    for part in re.split(r"\s+[-–—]\s+", place):
        owner = re.match(r"([^,]+?)['’]S\s", part, re.IGNORECASE)
        if owner and any(low in cast.parts for low in owner.group(1).lower().split()) | (
            owner.group(1).split()[0].lower().rstrip(".") in TITLES
        ):
            at = text.find(owner.group(1), start)
            found.add(
                "Character",
                number,
                at,
                at + len(owner.group(1)),
                readable(owner.group(1), cast.text),
                named=not set(owner.group(1).lower().split()) <= _ROLE_WORDS,
            )


def _place(name: str, number: int, start: int, cast: Cast, found: Gathering) -> None:
    found.add(
        "Location",
        number,
        start,
        start + len(name),
        readable(name, cast.text),
        named=True,
        description="Place of the scene's heading",
    )
    _institution(name, number, start, cast, found)


def _institution(name: str, number: int, start: int, cast: Cast, found: Gathering) -> None:
    lows = [token.low for token in tokens(name) if token.word]
    if lows and len(lows) > 1 and lows[-1] in ORGANIZATIONS:
        found.add(
            "Organization",
            number,
            start,
            start + len(name),
            readable(name, cast.text),
            named=True,
            description="Institution that is also a place",
        )


def _cue(name: str, number: int, text: str, cast: Cast, found: Gathering) -> None:
    start = text.find(name)
    if start < 0 or not any(char.isalpha() for char in name):
        return
    role = is_role([token.low for token in tokens(name) if token.word])
    lasting = not role or name.casefold() in cast.recurring
    found.add(
        "Character",
        number,
        start,
        start + len(name),
        cast.display(name),
        named=not role,
        scope="film" if lasting else "scene",
        mergeable=lasting,
        description="Speaker",
    )


def _run(run: Run, number: int, kind: str, text: str, cast: Cast, found: Gathering) -> None:
    """Decide what one capitalized run names; what can't be decided stays out."""
    if run.first and len(run.words) > 1 and run.lows[0] in LEMMAS and run.lows[1] in cast.parts | dict.fromkeys(TITLES):
        run = run._replace(words=run.words[1:], start=run.words[1].start, first=False, before=run.lows[0])  # "Ask Nora"
    lows, name = run.lows, readable(text[run.start : run.end], cast.text)
    place = (number, run.start, run.end)
    last = lows[-1]
    head = lows[lows.index("of") - 1] if "of" in lows[1:] else last
    if len(name) < 2:
        return
    if lows[-1] in HOLIDAYS and len(lows) == 1:
        found.add("TimePoint", *place, name, named=True)
        return
    if is_date_word(text, run):
        if lows[0] in MONTHS and len(lows) == 1 and not found.taken("TimePoint", *place):
            found.add("TimePoint", *place, name, named=True)
        return
    if DATES.search(text, run.start, run.end) or found.taken("TimePoint", *place) or found.taken("Occasion", *place):
        return
    if len(lows) == 1 and lows[0] in TITLES and (run.marked or (run.first and lows[0] in _COMMON_TITLES)):
        if run.marked or not run.owner:
            return
    if (
        cast.is_character(run)
        or (len(lows) > 1 and set(lows) <= _ROLE_WORDS)
        or (lows[0] in TITLES and last not in LOCATIONS | ORGANIZATIONS | EVENTS)
    ):
        role = set(lows) <= _ROLE_WORDS or is_role(list(lows))
        generic = (
            is_role(list(lows))
            and " ".join(lows) not in {role.casefold() for role in cast.recurring}
            and not set(lows) & TITLES
        )
        found.add(
            "Character",
            *place,
            name,
            named=not role,
            scope="scene" if generic else "film",
            mergeable=not generic,
            description=_introduction(text, run),
        )
        return
    institution = len(lows) > 1 and {head, last} & (ORGANIZATIONS | LOCATIONS)
    if run.upper and kind == "action" and not CAPTION.match(text) and not institution:
        if run.before in DETERMINERS | POSSESSIVES and last not in PERSONS and len(name) > 3:
            found.add("Object", *place, name.lower(), named=False, description="Thing set in capitals")
        elif last in PERSONS and len(lows) <= 3:
            found.add(
                "Character",
                *place,
                name,
                named=False,
                scope="scene",
                mergeable=False,
                description="Person set in capitals",
            )
        return
    if head in EVENTS and len(lows) > 1:
        return
    if last in ORGANIZATIONS | LOCATIONS or head in ORGANIZATIONS | LOCATIONS:
        if len(lows) == 1 and (
            run.first and run.before != "the" or run.before not in ("the", "this", "our", "your", "my")
        ):
            return
        if (head in ORGANIZATIONS or last in ORGANIZATIONS) and not (last in LOCATIONS and last not in ORGANIZATIONS):
            found.add("Organization", *place, name, named=True, description="Institution")
            if (
                head in ORGANIZATION_PLACES
                and run.before == "the"
                and re.search(
                    r"\b(?:at|in|into|to|from|near|inside|outside|up to)\s+the\s+$",
                    text[max(0, run.start - 14) : run.start],
                    re.IGNORECASE,
                )
            ):
                found.add("Location", *place, name, named=True, description="Institution that is also a place")
        else:
            found.add("Location", *place, name, named=True, description="Place named in the scene")
        return
    if lows[0] in MALE | FEMALE and not run.marked and not (run.first and len(lows) == 1 and kind != "action"):
        if not (
            run.first
            and len(lows) == 1
            and lows[0]
            in NO_NAMES
            | {
                "will",
                "may",
                "mark",
                "grant",
                "frank",
                "rose",
                "grace",
                "hope",
                "art",
                "faith",
                "joy",
                "rich",
                "bill",
                "jack",
                "pat",
                "sue",
            }
        ):
            found.add("Character", *place, name, named=True, description="Person named in the scene")
        return
    if _is_place_by_possession(run, text):
        found.add("Location", *place, name, named=True, description="Place that is named after somebody")
        return
    if run.marked and (len(lows) > 1 or run.before in ("the", "tug", "ship", "boat", "newspaper", "book", "paper")):
        found.add("Object", *place, name, named=True, description="Thing with a name of its own")
        return
    if run.first and len(lows) == 1 and not run.owner:
        return
    if any(low in NO_NAMES for low in lows) or (run.upper and len(lows) == 1):
        return
    if len(lows) == 1 and (run.marked or run.before == "up" or last.removesuffix("s") in MONTHS | WEEKDAYS):
        return
    if len(lows) == 1 and _by_a_place(run, text):
        found.add("Location", *place, name, named=True, description="Place named in the scene")
        return
    if re.search(r"\b(?:in|at|from|to|near|off|into|for)\s+$", text[max(0, run.start - 6) : run.start], re.IGNORECASE):
        if run.before in ("in", "at", "from", "near", "off", "into") or (run.before == "to" and kind == "action"):
            found.add("Location", *place, name, named=True, description="Place named in the scene")
        elif run.before == "to":
            found.add("Character", *place, name, named=True, description="Person named in the scene")
        return
    if run.before == "the":
        found.add(
            "Object" if len(lows) > 1 else "Location",
            *place,
            name,
            named=True,
            mergeable=len(lows) > 1,
            description="Named with the article",
        )
        return
    if run.before or len(lows) > 1:
        found.add(
            "Character",
            *place,
            name,
            named=True,
            mergeable=len(lows) > 1 or not run.first,
            description="Person named in the scene",
        )


def _by_a_place(run: Run, text: str) -> bool:
    return run.before in _NO_PERSON_BEHIND or (run.before == "of" and bool(_PART_OF.search(text, 0, run.start)))


def _is_place_by_possession(run: Run, text: str) -> bool:
    """ "at Dolly's", "behind Saint Anselm's": a possessive with nothing possessed, behind a preposition of place."""
    if not run.owner or run.before not in _NO_PERSON_BEHIND | {"in", "at", "from", "near", "off", "into"}:
        return False
    after = text[run.end :].replace("’", "'").removeprefix("'s").removeprefix("'")
    return not re.match(r"\s*[\w*_]", after) or bool(re.match(r"\s+(?:with|on|in|at|and|for|to|as|by)\b", after))


def _introduction(text: str, run: Run) -> str:
    """The apposition after a name's introduction, at most eight words."""
    if not run.upper:
        return "Person in the scene"
    after = re.match(r"\s*,\s*([^.;:]{2,80}?)(?=,\s*[a-z]+s\b|[.;:]|$)", text[run.end : run.end + 120])
    words = after.group(1).split()[:8] if after else []
    if words and words[0].isdigit() and len(words) == 1:
        words = ["aged", words[0]]
    return " ".join(words).rstrip(",") if words else "Person in the scene"
