"""Chinese patterns of relations: kinship, affiliation, leadership."""

import re
from typing import Any

from linedscript.engines.rules import language_zh
from linedscript.engines.rules.addressing import Talk
from linedscript.engines.rules.known import Known
from linedscript.engines.rules.names_zh import TIMES
from linedscript.engines.rules.scene_zh import SceneReader as _SceneReader

SAYS = {
    "located_at": "{}在{}。",
    "part_of": "{}属于{}。",
    "given": "{}有了{}，是{}给的。",
    "has": "{}拿着{}。",
    "occurs_at": "{}在{}举行。",
    "occurs_on": "{}在{}举行。",
    "participates_in": "{}参加{}。",
}
_KIN = "|".join(sorted(language_zh.KIN, key=lambda word: (-len(word), word)))
_VOCATIVE = re.compile(
    r"(?:^|[。！？，…“）)])"
    rf"(?P<kin>{'|'.join(sorted(language_zh.VOCATIVE_KIN, key=lambda word: (-len(word), word)))})(?=[，！。？!?,—])"
)
_TITLES = "|".join(
    sorted((title for title in language_zh.TITLES if len(title) > 1), key=lambda word: (-len(word), word))
)


class SceneReader(_SceneReader):
    def readable_place(self) -> str:
        return (self.payload["heading"] or {}).get("place") or ""

    def times(self, text: str, low: int, high: int) -> list[tuple[str, int, int]]:
        return [(match.group(), *match.span()) for match in TIMES.finditer(text, low, high)]


def gives(lemma: str) -> bool:
    return lemma in language_zh.GIVE or lemma.endswith("给")


def takes(lemma: str) -> bool:
    return lemma in language_zh.TAKE and not lemma.endswith(("着", "在", "到"))


def holds(lemma: str) -> bool:
    return lemma in language_zh.TAKE


def hostile(trigger: str) -> bool:
    return trigger in language_zh.HOSTILE or trigger in ("accuse", "threaten", "dismiss")


def fond(trigger: str) -> bool:
    return trigger in language_zh.AFFECTION or trigger in ("thank", "forgive")


def patterns(payload: dict[str, Any], scene: SceneReader, known: Known) -> None:
    """Relations that words of the text itself state."""
    names, organizations = known.forms("Character"), known.forms("Organization")
    talk = Talk(payload, scene)
    for position, speech in enumerate(talk.said):
        for element, text in speech.lines:
            to = talk.to(position, text)
            me, you = known.find("Character", speech.speaker), known.find("Character", to)
            for match in _VOCATIVE.finditer(text):
                known.add(
                    me,
                    "kinship_with",
                    you,
                    f"{speech.speaker}叫{to}{match['kin']}。",
                    [known.spot(element, *match.span("kin"))],
                    confidence=0.7,
                    persistence="permanent",
                    qualifiers=(("kind", language_zh.KIN.get(match["kin"], match["kin"])),),
                )
            for match in re.finditer(
                rf"(?P<name>{names})是(?P<who>我|你|您)的?(?P<kin>{_KIN})|(?P<who2>我|你|您)的?(?P<kin2>{_KIN})(?P<name2>{names})",
                text,
            ):
                who, kin, name = (
                    match["who"] or match["who2"],
                    match["kin"] or match["kin2"],
                    match["name"] or match["name2"],
                )
                known.add(
                    me if who == "我" else you,
                    "kinship_with",
                    known.find("Character", name),
                    f"{name}是{speech.speaker if who == '我' else to}的{kin}。",
                    [known.spot(element, *match.span())],
                    confidence=0.8,
                    persistence="permanent",
                    qualifiers=(("kind", language_zh.KIN[kin]),),
                )
    for number, element in enumerate(payload["elements"]):
        if element["kind"] in ("action", "dialogue"):
            _stated(element["text"], number, element["kind"], names, organizations, known)
    for unit in payload["units"]:
        if unit["trigger"] == "dismiss" and len(unit["participants"]) > 1 and "开除" in "".join(unit["quotes"]):
            known.add(
                known.find("Character", unit["participants"][0]["name"]),
                "leads",
                known.find("Character", unit["participants"][1]["name"]),
                unit["summary"],
                [{"text": quoted, "element": None, "occurrence": 1} for quoted in unit["quotes"]],
                confidence=0.5,
                persistence="lasting",
            )


def _stated(text: str, number: int, kind: str, names: str, organizations: str, known: Known) -> None:
    modality = "actual" if kind == "action" else "reported"
    for match in re.finditer(
        rf"(?P<one>{names})家?的(?P<kin>{_KIN})，?(?P<two>{names})|(?P<two2>{names})是(?P<one2>{names})的(?P<kin2>{_KIN})",
        text,
    ):
        one, two, kin = match["one"] or match["one2"], match["two"] or match["two2"], match["kin"] or match["kin2"]
        known.add(
            known.find("Character", one),
            "kinship_with",
            known.find("Character", two),
            f"{two}是{one}的{kin}。",
            [known.spot(number, *match.span())],
            confidence=0.8,
            persistence="permanent",
            qualifiers=(("kind", language_zh.KIN[kin]),),
            modality=modality,
        )
    for match in re.finditer(
        rf"(?P<where>{organizations})的?(?P<role>{_TITLES})，?(?P<who>{names})|(?P<who2>{names})是(?P<where2>{organizations})的?(?P<role2>{_TITLES})",
        text,
    ):
        who, where, role = (
            match["who"] or match["who2"],
            match["where"] or match["where2"],
            match["role"] or match["role2"],
        )
        known.add(
            known.find("Character", who),
            "affiliated_with",
            known.find("Organization", where),
            f"{who}是{where}的{role}。",
            [known.spot(number, *match.span())],
            confidence=0.75,
            persistence="lasting",
            qualifiers=(("role", role),),
            modality=modality,
        )
