"""How two people stand to each other, by what they do: what sets them at odds, and what ends that."""

import re
from typing import Any

from linedscript.engines.rules import states_words as words
from linedscript.engines.rules.kinship import gender_of
from linedscript.engines.rules.states_scene import Draft, StateScene, draft
from linedscript.patterns import Pattern

_YOU = {"en": Pattern(r"\byou(?:['’]\w+|rs?)?\b", 2), "zh": Pattern("你|您")}
"""2: any case."""
_HEDGED = Pattern(r"\b(?:thought|wondered|feared|supposed)\b|以为|还当|怕是", 2)
_MANNERS_LIGHT = frozenset("push shove pull grab hold tackle drag 推 推开 拉 拉住 拽 抓住 按住".split())
"""Done to save somebody as often as in anger."""
_CLASHES = words.CLASH | frozenset("accuse refuse threaten dismiss lunge curse 打了 骂了 指责 拒绝".split())
_AMENDS = words.BOND | frozenset("apologize thank agree promise help save kneel 道歉 道谢 感谢 答应 救 扶 扶起".split())


_NEUTRAL = frozenset(
    "see look notice watch stare glance ask order tell warn find hear "
    "看 看着 看见 望 望着 听见 问 吩咐 告诉 提醒".split()
)
"""What two people do who may be at odds all the same."""
_THANKS = frozenset("thank thanks 感谢 道谢 谢".split())
"""Said to strangers too."""


_OFFICIAL = Pattern(
    r"\bI(?:['’]ll| will) (?:clear|have) (?:the|this) (?:room|court|courtroom|hall|house|gallery)\b"
    r"|\b(?:this|the) (?:commission|board|court|council|committee|department|bench|tribunal|academy|ministry|state)"
    r" (?:hereby |now )?(?:suspends|revokes|dismisses|removes|relieves|expels|fines)\b",
    2,
)
"""Said to a room, or in the name of a body: no quarrel of the one who says it. 2: any case."""
_TENDER = {
    "en": Pattern(
        r"\b(?:takes?|holds?|squeezes?|pats?|clasps?|strokes?|presses|rests?) "
        r"(?P<whose>his|her|their|the|[A-Z][\w-]+['’]s) (?:\w+ )?(?:hands?|arm|elbow|shoulder)\b(?! (?:out|up|away))"
        r"|\b(?:takes?|leads?|guides?|steadies|supports?|helps?) .{1,30}\bby the (?:\w+ )?(?:hand|arm|elbow|shoulder)\b"
        r"|\bputs? (?:an|his|her|both|one)(?: \w+)? arms? (?:around|round|about)\b|\bshakes? hands\b"
    ),
    "zh": Pattern(r"(?:握住|握着|拉起|牵起|牵着|捧起)[^，。]{0,6}的?手|搀(?:着|住|扶|起)|拍拍?[^，。]{0,6}的?肩"),
}
_ROUGH = Pattern(
    r"\b(?:drags?|shoves?|marches|hauls?|throws?|yanks?|twists?|cuffs?|arrests?|wrenches|jerks?|pushes|slams?|pins?|"
    r"forces|strikes?|hits?)\b|推|拖|拽|扭|摔|打",
    2,
)
"""In one sentence with a touch they make it another one."""


def in_office(said: str) -> bool:
    return bool(_OFFICIAL.search(said))


def settles(scene: StateScene, relation: dict[str, Any]) -> bool:
    """Whether a fond or hostile relation says how the two stand from then on."""
    if relation["predicate"] == "affinity_with":
        return _manner(relation) not in _THANKS
    return relation["predicate"] != "hostility_with" or _sets_at_odds(scene, relation)


def _manner(relation: dict[str, Any]) -> str:
    return next((held["value"] for held in relation["qualifiers"] if held["name"] == "manner"), "")


def _sets_at_odds(scene: StateScene, relation: dict[str, Any]) -> bool:
    """An accusation does that where it is made to the face of the one who is accused, and not of what was only thought;
    a push does not by itself.
    """
    manner = _manner(relation)
    if manner in _MANNERS_LIGHT:
        return False
    said = " ".join(place["text"] for place in relation["places"])
    if in_office(said):
        return False
    if manner == "accuse":
        return bool(_YOU[scene.language].search(said)) and not _HEDGED.search(said)
    return True


def amends(scene: StateScene) -> list[Draft]:
    """Where two people deal with each other in peace: what ends that they are at odds.

    An apology, a thank, a promise, a gentle touch or the like after their last clash in the scene, else a talk or any
    other dealing where none clashes.
    Where the two are only shown together, nothing tells any more that they are at odds, nor that they aren't: it ends
    with the heading.
    """
    gentle: set[str] = set()
    dealings: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for unit in scene.payload["units"]:
        if unit["polarity"] != "positive" or unit["modality"] != "actual" or not unit["place"]:
            continue
        people = [part["entity"] for part in unit["participants"] if part["entity"] and scene.name(part["entity"])]
        touched = _touched(scene, unit)
        if touched is not None:
            gentle.add(unit["id"])
            people = list(touched)
        if len(people) > 1 and people[0] != people[1] and set(people[:2]) & scene.focal.keys():
            one, two = sorted(people[:2])
            dealings.setdefault((one, two), []).append(unit)
    found = _together(scene, dealings)
    for pair, units in dealings.items():
        ordered = sorted(units, key=lambda unit: (unit["place"]["element"], unit["place"]["start"], unit["id"]))
        clashes = [number for number, unit in enumerate(ordered) if unit["trigger"] in _CLASHES]
        made = [
            unit
            for unit in ordered[clashes[-1] + 1 if clashes else 0 :]
            if unit["trigger"] in _AMENDS or unit["id"] in gentle
        ]
        if not made and not clashes:
            made = [unit for unit in ordered if unit["trigger"] not in _NEUTRAL]
        if made:
            place = made[0]["place"]
            quote = scene.quote(place["element"], place["start"], place["start"] + len(place["text"]))
            found += [_end(scene, one, two, quote) for one, two in (pair, pair[::-1]) if one in scene.focal]
    return found


def _touched(scene: StateScene, unit: dict[str, Any]) -> tuple[str, str] | None:
    """Who takes whom by the hand, the arm or the shoulder: who is named there, else the only other one who has a
    part in the scene. Null where the hand may be the doer's own."""
    agent = next((part["entity"] for part in unit["participants"] if part["role"] == "agent"), None)
    text, place = unit["summary"], unit["place"]
    match = _TENDER[scene.language].search(text)
    if agent is None or match is None or not scene.name(agent) or _ROUGH.search(_sentence(scene, place)):
        return None
    whose = (match.groupdict().get("whose") or "").lower()
    gender = gender_of(scene.name(agent), scene.alone(agent))
    if whose in ("his", "her") and gender in (None, "male" if whose == "his" else "female"):
        return None
    people = {entry["id"] for entry in (*scene.payload["focal"], *scene.entities.values()) if _is_person(scene, entry)}
    named = [part["entity"] for part in unit["participants"] if part["entity"] in people and part["entity"] != agent]
    active = {part["entity"] for one in scene.payload["units"] for part in one["participants"]} & people - {agent}
    other = named[0] if named else active.pop() if len(active) == 1 else None
    return other and (agent, other)


def _is_person(scene: StateScene, entry: dict[str, Any]) -> bool:
    return entry["id"] in scene.focal or "Character" in entry.get("types", ())


def _sentence(scene: StateScene, place: dict[str, Any]) -> str:
    text = scene.elements[place["element"]]["text"]
    low = max((match.end() for match in re.finditer(r"[.!?。！？]", text[: place["start"]])), default=0)
    stop = re.compile(r"[.!?。！？]").search(text, place["start"])
    return text[low : stop.end() if stop else len(text)]


def _together(scene: StateScene, dealings: dict[tuple[str, str], list[dict[str, Any]]]) -> list[Draft]:
    """Ends for those who are on screen in one scene without dealing with each other."""
    heading = next((number for number, element in enumerate(scene.elements) if element["kind"] == "heading"), None)
    shown = sorted(entry["id"] for entry in scene.focal.values() if entry["presence"] == "on_screen")
    if heading != 0:
        return []
    quote = scene.quote(heading, 0, len(scene.elements[heading]["text"]))
    return [
        _end(scene, one, two, quote)
        for one in shown
        for two in shown
        if one != two and (min(one, two), max(one, two)) not in dealings
    ]


def _end(scene: StateScene, one: str, two: str, quote: dict[str, Any]) -> Draft:
    claim = scene.text["bad"].format(name=scene.name(one), target=scene.inside(two))
    return draft(one, "relationship", claim, scene.text["bad_value"], [quote], 0.5, target=two, ends=True)
