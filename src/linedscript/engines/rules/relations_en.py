"""English patterns of relations: kinship, affiliation, kinds, leadership, occasions that somebody holds."""

import re
from typing import Any

from linedscript.engines.rules import language_en
from linedscript.engines.rules.addressing import Talk
from linedscript.engines.rules.dates_en import DATES, date_name
from linedscript.engines.rules.english import readable, sentences
from linedscript.engines.rules.known import Known
from linedscript.engines.rules.scene_en import SceneReader as _SceneReader

SAYS = {
    "located_at": "{} is at {}.",
    "part_of": "{} is part of {}.",
    "given": "{} has the {} from {}.",
    "has": "{} has the {}.",
    "occurs_at": "{} is held at {}.",
    "occurs_on": "{} is held on {}.",
    "participates_in": "{} takes part in {}.",
}
_KIN = "|".join(sorted(language_en.KIN, key=lambda word: (-len(word), word)))
_VOCATIVE = re.compile(rf"(?:^|[.!?,…]\s*)({'|'.join(sorted(language_en.VOCATIVE_KIN))})\s*(?=[.,!?])", re.IGNORECASE)
_HOSTS = frozenset("hold host open call throw organize start arrange cancel".split())
_ROLE = (
    r"(?P<role>chair|chairman|chairwoman|director|head|president|member|clerk|manager|owner|editor"
    r"|captain|officer|secretary|treasurer|founder|doctor|nurse|teacher|student|professor|reporter"
    r"|agent|chief|commander|leader|master|employee|deputy|sheriff|mayor|judge|lawyer)"
)


class SceneReader(_SceneReader):
    def readable_place(self) -> str:
        return readable((self.payload["heading"] or {}).get("place") or "", self.cast.text)

    def times(self, text: str, low: int, high: int) -> list[tuple[str, int, int]]:
        return [(date_name(match.group()), *match.span()) for match in DATES.finditer(text, low, high)]


def gives(lemma: str) -> bool:
    return lemma in language_en.TRANSFER


def takes(lemma: str) -> bool:
    return lemma in language_en.TAKE


def holds(lemma: str) -> bool:
    return lemma in language_en.HOLD - {"raise", "swing", "wear"}


def hostile(trigger: str) -> bool:
    return trigger in language_en.HOSTILE - {"fire", "kick"} | {"threaten", "accuse", "lunge"}


def fond(trigger: str) -> bool:
    return trigger in language_en.AFFECTION


def patterns(payload: dict[str, Any], scene: SceneReader, known: Known) -> None:
    """Relations that words of the text itself state."""
    names = known.forms("Character")
    organizations = known.forms("Organization")
    talk = Talk(payload, scene)
    for position, speech in enumerate(talk.said):
        for element, text in speech.lines:
            to = talk.to(position, text)
            _spoken(text, element, speech.speaker, to, names, known)
    for number, element in enumerate(payload["elements"]):
        if element["kind"] in ("action", "dialogue"):
            _stated(element["text"], number, element["kind"], names, organizations, known)
    _clauses(scene, known)
    for unit in payload["units"]:
        if (
            unit["trigger"] == "dismiss"
            and len(unit["participants"]) > 1
            and re.search(r"fired|suspend", " ".join(unit["quotes"]))
        ):
            known.add(
                known.find("Character", unit["participants"][0]["name"]),
                "leads",
                known.find("Character", unit["participants"][1]["name"]),
                unit["summary"],
                [{"text": quoted, "element": None, "occurrence": 1} for quoted in unit["quotes"]],
                confidence=0.5,
                persistence="lasting",
            )


def _spoken(text: str, element: int, speaker: str, to: str | None, names: str, known: Known) -> None:
    me = known.find("Character", speaker)
    you = known.find("Character", to)
    for match in _VOCATIVE.finditer(text):
        kind = language_en.KIN[match.group(1).lower()]
        known.add(
            me,
            "kinship_with",
            you,
            f"{speaker} calls {to} {match.group(1)}.",
            [known.spot(element, *match.span(1))],
            confidence=0.7,
            persistence="permanent",
            qualifiers=(("kind", kind),),
        )
    for match in re.finditer(
        rf"(?<!\w)(?P<who>my|your)\s+(?P<kin>{_KIN})(?:,|\s)\s*(?P<name>{names})(?!\w)", text, re.IGNORECASE
    ):
        _kin(
            match,
            "name",
            me if match["who"].lower() == "my" else you,
            speaker if match["who"].lower() == "my" else to,
            element,
            known,
        )
    for match in re.finditer(
        rf"(?<!\w)(?P<name>{names})\s+(?:is|was|'s)\s+(?P<who>my|your)\s+(?P<kin>{_KIN})(?!\w)", text, re.IGNORECASE
    ):
        _kin(
            match,
            "name",
            me if match["who"].lower() == "my" else you,
            speaker if match["who"].lower() == "my" else to,
            element,
            known,
        )
    for match in re.finditer(
        r"(?<!\w)(?P<who>I['’]m|I am|you['’]re|you are)\s+(?P<not>not\s+)?(?:a|an|the)\s+(?:[a-z]+\s)?"
        r"(?P<kind>[a-z]+)(?=[.,;!?]"
        r"|\s+(?:and|but|at|of|from|in)\b|$)",
        text,
        re.IGNORECASE,
    ):
        first = match["who"].lower().startswith("i")
        known.add(
            me if first else you,
            "is_a",
            known.find("Concept", match["kind"]),
            f"{speaker} says: {match.group()}.",
            [known.spot(element, *match.span())],
            confidence=0.55 if first else 0.4,
            persistence="lasting",
            polarity="negative" if match["not"] else "positive",
            modality="actual" if first else "reported",
        )


def _kin(
    match: re.Match[str], group: str, other: str | None, other_name: str | None, element: int, known: Known
) -> None:
    kind = language_en.KIN[match["kin"].lower()]
    known.add(
        other,
        "kinship_with",
        known.find("Character", match[group]),
        f"{match[group]} is {other_name}'s {match['kin'].lower()}.",
        [known.spot(element, *match.span())],
        confidence=0.8,
        persistence="permanent",
        qualifiers=(("kind", kind),),
    )


def _stated(text: str, number: int, kind: str, names: str, organizations: str, known: Known) -> None:
    for low, high in sentences(text):
        sentence = text[low:high]
        for pattern in (
            rf"(?<!\w)(?P<one>{names})['’]s\s+(?P<kin>{_KIN}),?\s+(?P<two>{names})(?!\w)",
            rf"(?<!\w)(?P<two>{names}),\s+(?P<one>{names})['’]s\s+(?P<kin>{_KIN})(?!\w)",
            rf"(?<!\w)(?P<one>{names})\s+and\s+(?:his|her|their)\s+(?P<kin>{_KIN}),?\s+(?P<two>{names})(?!\w)",
            rf"(?<!\w)(?P<two>{names})\s+(?:is|was)\s+(?P<one>{names})['’]s\s+(?P<kin>{_KIN})(?!\w)",
        ):
            for match in re.finditer(pattern, sentence, re.IGNORECASE):
                one, two = known.find("Character", match["one"]), known.find("Character", match["two"])
                known.add(
                    one,
                    "kinship_with",
                    two,
                    f"{match['two']} is {match['one']}'s {match['kin'].lower()}.",
                    [known.spot(number, low + match.start(), low + match.end())],
                    confidence=0.85,
                    persistence="permanent",
                    qualifiers=(("kind", language_en.KIN[match["kin"].lower()]),),
                    modality="actual" if kind == "action" else "reported",
                )
        for match in re.finditer(
            rf"(?<!\w)(?P<who>{names})(?!\w)[^.;!?]{{1,40}}?(?<!\w){_ROLE}\s+(?:of|at|for|with|in)\s+(?:the\s+)?(?P<where>{organizations})(?!\w)",
            sentence,
            re.IGNORECASE,
        ):
            known.add(
                known.find("Character", match["who"]),
                "affiliated_with",
                known.find("Organization", match["where"]),
                f"{match['who']} is {match['role'].lower()} of {match['where']}.",
                [known.spot(number, low + match.start(), low + match.end())],
                confidence=0.75,
                persistence="lasting",
                qualifiers=(("role", match["role"].lower()),),
                modality="actual" if kind == "action" else "reported",
            )
        for match in re.finditer(
            rf"(?<!\w)(?P<who>{names})\s+(?:works|worked|work)\s+(?:at|for)\s+(?:the\s+)?(?P<where>{organizations})(?!\w)",
            sentence,
            re.IGNORECASE,
        ):
            known.add(
                known.find("Character", match["who"]),
                "affiliated_with",
                known.find("Organization", match["where"]),
                f"{match['who']} works at {match['where']}.",
                [known.spot(number, low + match.start(), low + match.end())],
                confidence=0.7,
                persistence="lasting",
            )


def _clauses(scene: SceneReader, known: Known) -> None:
    for clause in scene.clauses():
        if clause.subject is None or not clause.subject.person or clause.object is None:
            continue
        who = known.find("Character", clause.subject.name)
        where = [known.spot(clause.element, clause.start, clause.end)]
        polarity = "negative" if clause.negative else "positive"
        if clause.lemma == "be":
            known.add(
                who,
                "is_a",
                known.find("Concept", clause.object.name.split(" ")[-1]),
                clause.text,
                where,
                confidence=0.65,
                persistence="lasting",
                polarity=polarity,
            )
        elif clause.lemma in _HOSTS:
            known.add(
                who,
                "initiates",
                known.find("Occasion", clause.object.name),
                clause.text,
                where,
                confidence=0.6,
                polarity=polarity,
                modality=clause.modality,
            )
