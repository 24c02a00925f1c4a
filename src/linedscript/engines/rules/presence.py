"""Presence and perception from cues, actions and mentions: voices by their extension, the rest by position.

V.O. is never presence; O.S. and O.C. are, and hear (D12).
"""

import re
from typing import Any, NamedTuple

from linedscript.engines.places import occurrence
from linedscript.engines.rules.comings import ENTERS, LEAVES, is_elsewhere
from linedscript.engines.rules.parts import SINGS, is_letter
from linedscript.engines.rules.senses import LOOKING, REMOTE, audible, elsewhere, only_heard, spoken
from linedscript.patterns import Pattern

_ABOUT = Pattern(
    r"(?:photograph|photo|picture|portrait|painting|name|memory|letter|grave|ghost|sign|think(?:s|ing)?|thought|talk(?:s|ing)?"
    r"|dream(?:s|ing)?|stor(?:y|ies)|belong(?:s|ed)?)\s+(?:of|about|from|for|to)\s+(?:the\s+)?$|\bwithout\s+$|(?:想起|想到|提到|说起|没有|的照片上)$",
    re.IGNORECASE,
)
_POSSESSIVE = Pattern(r"^['’]s?\b|^['’](?=\s)|^的")
_BODY = Pattern(
    r"^['’]s?\s+(?:\w+\s+)?(?:eyes?|hands?|face|arms?|fingers?|head|voice|lips?|mouth|legs?|feet|foot|hair|shoulders?|back|knees?|smile|"
    r"jaw|ears?|expression|gaze|breath)\b(?!\s+(?:mirror|bag|cream|powder|office|room|door|yard|garden|pay|mail|message|"
    r"recording|chair|brush|band|ring|rest|gear|lamp|drops|seat|stand|towel|lotion|warmers?|pads?|braces?)\b)"
    r"|^的(?:双?手(?!机|帕|套|表|提[包箱]|杖|枪|电|稿|册|工|炉|镯|链|铐|术|艺|袋|绢)|双?眼(?![镜药罩影线])|眼睛|脸(?![谱盆皮])"
    r"|头(?![面饰巾盔绳花像套衔版条油])|双?腿|双?脚(?![本印手])|肩膀?(?![章垫])|嘴唇?(?!笼)|声音|背(?![包心景篓囊面])|目光|手指)"
)
"""A part of the body, which is there only with its person; not a thing that is named after one: hand mirror, 手机."""
_BLIND = Pattern(
    r"\b(?:unconscious|asleep|sleeps|sleeping|passed out|faints|fainted|comatose|blindfolded|"
    r"knocked out|out cold|sound asleep)\b"
    r"|昏迷|睡着|睡熟|晕倒|晕过去|昏过去|不省人事|蒙着眼"
)
_WAKES = Pattern(
    r"\b(?:wakes|awakes|awakens|wakes up|comes to|comes round|stirs|opens (?:his|her|their) eyes|eyes open)\b"
    r"|醒来|醒了|睁开眼"
)
_HIDES = Pattern(
    r"\b(?:hides?|hiding|hidden|ducks|crouches) (?:behind|under|beneath|inside)\b|\beavesdrops?\b|\bspies on\b"
    r"|躲[在到进]|藏身|偷听|偷看|窥视|门缝"
)
_AFAR = Pattern(
    r"\bfrom (?:afar|a distance|across the (?:street|road|river|square))\b|远远地?(?=[看望瞧盯])|在远处[看望]"
)
_SUNG = Pattern(r"[(（][^)）]*(?:唱|\bsing)")
_COMES = Pattern(r"\b(?:steps|comes|climbs|crawls) (?:out|in)\b|\benters?\b|出来|现身|进来|走进|推门")
_TO = Pattern(r"^\s*(?:to|at)\s+$|^\s*(?:对|向|冲|朝)\s*$")
_SENTENCE = Pattern(r"[^.!?。！？…\n]+(?:[.!?。！？…]+[\"'”’]?|\n|$)")
_FEET = ("agent", "speaker")


class Trace(NamedTuple):
    element: int
    start: int
    basis: str
    text: str
    sentence: str
    leads: bool
    """The first person of its sentence."""


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{presence, perception}``; characters without any trace or link to the scene before are left out."""
    elements = payload["elements"]
    traces = _traces(elements, payload["characters"])
    presence = []
    levels: dict[str, tuple[str, str]] = {}
    before = _stayed(payload)
    for character in payload["characters"]:
        level, basis, shown = _level(elements, traces.get(character["id"], []), character["id"] in before)
        levels[character["id"]] = (level, basis)
        presence.append(
            {"character": character["id"], "level": level, "basis": basis, "quotes": _quotes(elements, shown)}
        )
    goes_on = "goes_on" in payload
    for character in before:
        if character not in levels:
            level = "on_screen" if goes_on else "offscreen_aware"
            presence.append({"character": character, "level": level, "basis": "adjacent_scene", "quotes": []})
            if goes_on:
                levels[character] = (level, "adjacent_scene")
    return {"presence": presence, "perception": _perception(payload, traces, levels)}


def _traces(elements: list[dict[str, Any]], characters: list[dict[str, Any]]) -> dict[str, list[Trace]]:
    spots = sorted(
        (place["element"], place["start"], place["text"], character["id"])
        for character in characters
        for place in character["places"]
    )
    found: dict[str, list[Trace]] = {}
    led: set[tuple[int, int]] = set()
    for number, start, text, character in spots:
        element = _heard(elements, number)
        low, high = _sentence(element["text"], start)
        leads = (number, low) not in led
        led.add((number, low))
        basis = _basis(element, start, text)
        sentence = element["text"][max(low, start) : high]
        found.setdefault(character, []).append(Trace(number, start, basis, text, sentence, leads))
    return found


def _heard(elements: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """The element; a cue off screen whose lines are a letter read aloud is a voice-over."""
    element = elements[number]
    if element["kind"] != "cue" or element["cue"]["voice"] != "off":
        return element
    if is_letter(elements, number):
        return element | {"cue": element["cue"] | {"voice": "over"}}
    return element


def _sentence(text: str, start: int) -> tuple[int, int]:
    for match in _SENTENCE.finditer(text):
        if match.start() <= start < match.end():
            return match.start(), match.end()
    return 0, len(text)


def _basis(element: dict[str, Any], start: int, text: str) -> str:
    kind = element["kind"]
    if kind == "cue":
        return {"on": "speech", "off": "off_screen_speech", "over": "voice_over"}[element["cue"]["voice"]]
    head, tail = element["text"][:start], element["text"][start + len(text) :]
    if kind == "action":
        if _BODY.match(tail):
            return "action"
        return "mention" if _POSSESSIVE.match(tail) or _ABOUT.search(head) else "action"
    if kind == "parenthetical" and _TO.match(head.strip("(（") + " "):
        return "action"
    return "mention"


def _level(elements: list[dict[str, Any]], traces: list[Trace], stayed: bool) -> tuple[str, str, list[Trace]]:
    for basis in ("speech", "action", "off_screen_speech"):
        held = [trace for trace in traces if trace.basis == basis]
        if held:
            shown = [trace for trace in traces if trace.basis in ("speech", "action", "off_screen_speech")]
            return "on_screen", basis, [shown[0], shown[-1]]
    voices = [trace for trace in traces if trace.basis == "voice_over"]
    if voices:
        remote = any(
            REMOTE.search(element["text"])
            for trace in voices
            for element in elements[trace.element : trace.element + 2]
            if element["kind"] in ("cue", "parenthetical")
        )
        return ("offscreen_aware" if remote else "offscreen_unaware"), "voice_over", [voices[0], voices[-1]]
    if not traces:
        return "absent_unmentioned", "none", []
    return ("offscreen_aware" if stayed else "offscreen_unaware"), "mention", [traces[0], traces[-1]]


def _quotes(elements: list[dict[str, Any]], shown: list[Trace]) -> list[dict[str, Any]]:
    quotes = []
    for trace in dict.fromkeys(shown):
        text = elements[trace.element]["text"]
        nth = occurrence(text, trace.start, trace.text)
        quotes.append({"text": trace.text, "element": trace.element, "occurrence": nth})
    return quotes


def _place(heading: dict[str, Any] | None) -> str:
    place = (heading or {}).get("place") or ""
    return re.split(r"\s+[-–—]\s+", place)[0].strip().casefold()


def _stayed(payload: dict[str, Any]) -> list[str]:
    """Who was on screen in the scene before at the same place, or in the part before, and didn't go."""
    previous = payload["previous"]
    if not previous:
        return []
    place = _place(payload["heading"])
    if "goes_on" not in payload and (not place or _place(previous["heading"]) != place):
        return []
    stayed = []
    for character, traces in _traces(previous["elements"], previous["characters"]).items():
        shown = [trace for trace in traces if trace.basis in ("speech", "action")]
        if shown and not (shown[-1].basis == "action" and LEAVES.search(shown[-1].sentence)):
            stayed.append(character)
    return sorted(stayed)


def _perception(
    payload: dict[str, Any], traces: dict[str, list[Trace]], levels: dict[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    known = {entry["id"] for entry in payload["roster"]}
    spans = {
        character: _windows(held)._replace(apart=_hiding(payload["elements"], held), far=_far(held))
        for character, held in traces.items()
    }
    levels = {
        character: (rung, "sings_off_screen")
        if basis == "off_screen_speech" and _only_sings(payload, traces[character])
        else (rung, basis)
        for character, (rung, basis) in levels.items()
    }
    apart, blind = _apart(payload, traces), set(payload.get("blind", ()))
    found = []
    for unit in payload["units"]:
        roles: dict[str, str] = {}
        for part in unit["participants"]:
            if part["entity"] in known:
                roles.setdefault(part["entity"], part["role"])
        at = (unit["place"]["element"], unit["place"]["start"]) if unit["place"] else (0, 0)
        said = any(part["role"] == "speaker" for part in unit["participants"])
        doers = [part["entity"] for part in unit["participants"] if part["role"] == "agent"]
        unseen = not said and bool(doers) and all(_is_hidden(spans.get(doer), at) for doer in doers)
        for character in sorted({*roles, *levels}):
            verdict = _verdict(unit, roles.get(character), levels.get(character), spans.get(character), at)
            if verdict is not None and verdict[1] and _is_apart(character, roles, apart):
                verdict = (verdict[0], True, "hears_off_screen") if spoken(unit) else None
            if verdict is not None and verdict[1] and character in blind:
                verdict = _unseeing(unit, roles.get(character), verdict)
            if verdict is not None and verdict[1] and character not in doers:
                far = said and isinstance(spans.get(character), Windows) and spans[character].far
                if far or unseen or (not said and not _sees(spans.get(character), at)):
                    verdict = (verdict[0], False, "perception_blocked")
            if verdict is not None:
                participant, witness, basis = verdict
                found.append(
                    {
                        "unit": unit["id"],
                        "character": character,
                        "participant": participant,
                        "witness": witness,
                        "basis": basis,
                    }
                )
    return found


def _apart(payload: dict[str, Any], traces: dict[str, list[Trace]]) -> set[str]:
    """Who is shown somewhere else than where the scene is: at the other end of a line, on another ship."""
    elements = payload["elements"]
    lines = only_heard(elements, remote=True)
    found = set()
    for character, held in traces.items():
        cues = {elements[trace.element]["cue"]["name"] for trace in held if elements[trace.element]["kind"] == "cue"}
        first = next((trace for trace in held if trace.basis in ("speech", "action")), None)
        if (cues and cues <= lines) or (
            first is not None and elsewhere(payload["heading"], elements[first.element], first.start)
        ):
            found.add(character)
    return found


def _is_apart(character: str, roles: dict[str, str], apart: set[str]) -> bool:
    """Whether a unit is the doing of people who are all on the other side than a character who has no part in it."""
    return bool(roles) and character not in roles and all((one in apart) != (character in apart) for one in roles)


def _unseeing(unit: dict[str, Any], role: str | None, verdict: tuple[bool, bool, str]) -> tuple[bool, bool, str]:
    """What a blind character perceives: its own doing, what is done to it, and what it hears."""
    participant, _, _ = verdict
    if role in _FEET:
        return verdict if unit["trigger"] not in LOOKING else (participant, False, "perception_blocked")
    if participant:
        return verdict
    return (False, True, "hears_off_screen") if audible(unit) else (False, False, "perception_blocked")


def _is_hidden(windows: "Windows | None", at: tuple[int, int]) -> bool:
    return windows is not None and windows.apart is not None and windows.apart.low <= at < windows.apart.high


def _sees(windows: "Windows | None", at: tuple[int, int]) -> bool:
    return not _is_hidden(windows, at) or windows.apart.sees


def _only_sings(payload: dict[str, Any], traces: list[Trace]) -> bool:
    """Whether all that is heard of the person is a song from elsewhere: who sings so has no part in what is said."""
    cues = [trace.element for trace in traces if trace.basis == "off_screen_speech"]
    return all(
        any(
            element["kind"] == "lyric"
            or (element["kind"] == "parenthetical" and SINGS.search(element["text"]))
            or (element["kind"] == "dialogue" and _SUNG.match(element["text"]))
            for element in payload["elements"][cue + 1 : cue + 3]
        )
        for cue in cues
    )


def _far(traces: list[Trace]) -> bool:
    shown = [trace for trace in traces if trace.basis in ("speech", "action")]
    return (
        bool(shown)
        and all(trace.basis == "action" for trace in shown)
        and any(trace.leads and _AFAR.search(trace.sentence) for trace in shown)
    )


class Apart(NamedTuple):
    """A stretch in which nobody else sees the character."""

    low: tuple[int, int]
    high: tuple[int, int]
    sees: bool
    """Hidden, not behind a door or wall."""


def _hiding(elements: list[dict[str, Any]], traces: list[Trace]) -> Apart | None:
    shown = [trace for trace in traces if trace.basis in ("speech", "action")]
    since: Apart | None = None
    for number, trace in enumerate(shown):
        at = (trace.element, trace.start)
        if since is None and trace.basis == "action" and trace.leads:
            if number == 0 and is_elsewhere(elements[trace.element]["text"], trace.start):
                since = Apart((0, 0), (1 << 30, 0), sees=False)
            elif hides := _HIDES.search(trace.sentence):
                since = Apart((trace.element, trace.start + hides.start()), (1 << 30, 0), sees=True)
        elif since is not None and (trace.basis == "speech" or _COMES.search(trace.sentence)):
            return since._replace(high=at)
    return since


class Windows(NamedTuple):
    enters: tuple[int, int] | None
    leaves: tuple[int, int] | None
    blind: list[tuple[tuple[int, int], tuple[int, int]]]
    apart: Apart | None = None
    far: bool = False
    """Sees from afar, and says nothing here: it hears nothing."""


def _windows(traces: list[Trace]) -> Windows:
    """From when to when the character is there, and the stretches in which it perceives nothing."""
    shown = [trace for trace in traces if trace.basis in ("speech", "action")]
    enters = leaves = None
    if shown and shown[0].basis == "action" and shown[0].leads and ENTERS.search(shown[0].sentence):
        enters = (shown[0].element, shown[0].start)
    if shown and shown[-1].basis == "action" and LEAVES.search(shown[-1].sentence) and shown[-1].leads:
        leaves = (shown[-1].element, shown[-1].start)
    blind = []
    since = None
    for trace in traces:
        if trace.basis == "action" and trace.leads and _BLIND.search(trace.sentence) and since is None:
            since = (trace.element, trace.start)
        elif since is not None and (trace.basis == "speech" or _WAKES.search(trace.sentence)):
            blind.append((since, (trace.element, trace.start)))
            since = None
    if since is not None:
        blind.append((since, (1 << 30, 0)))
    return Windows(enters, leaves, blind)


def _verdict(
    unit: dict[str, Any], role: str | None, level: tuple[str, str] | None, windows: Windows | None, at: tuple[int, int]
) -> tuple[bool, bool, str] | None:
    """``(participant, witness, basis)``, or null where unit and character have nothing to do with each other."""
    participant = role is not None and role != "present"
    acts = "acts" if role in _FEET else "acted_upon"
    happens = unit["modality"] == "actual" and unit["polarity"] == "positive" or unit["kind"] != "Event"
    rung, basis = level or ("absent_unmentioned", "none")
    if basis == "voice_over":
        return participant, False, "voice_over"
    if rung != "on_screen":
        return (True, False, acts) if participant else None
    if not happens:
        return (True, False, acts) if participant else None
    if windows and any(low <= at < high for low, high in windows.blind) and role not in _FEET:
        return participant, False, "perception_blocked"
    if participant:
        return True, True, acts
    if windows and windows.leaves and at > windows.leaves:
        return False, False, "left"
    if windows and windows.enters and at < windows.enters:
        return None
    if basis == "sings_off_screen":
        return None
    if basis == "off_screen_speech":
        heard = unit["kind"] == "Interaction" and any(part["role"] == "speaker" for part in unit["participants"])
        return (False, True, "hears_off_screen") if heard else None
    return False, True, "in_scene"
