"""States by word patterns: of whom an action sentence is about, of who speaks, of who is spoken to."""

from linedscript.engines.rules import states_words as words
from linedscript.engines.rules.states_scene import Draft, StateScene, clipped, draft
from linedscript.patterns import Pattern

_BY_THE_WAY = frozenset(("talk", "ask", "speak"))
_LIMBS = {
    **dict.fromkeys(("左腿", "右腿", "小腿", "大腿"), "腿"),
    **dict.fromkeys(("左臂", "右臂", "胳膊"), "手臂"),
    **dict.fromkeys(("左手", "右手"), "手"),
}
"""One hurt is told of the whole limb and of a part of it."""
_STOP = Pattern("[,，—…]")
_POINTS = Pattern("(?<!其)[他她它]")
"""Said of somebody whom the sentence doesn't name: nobody can tell what is known or wanted."""


def of_sentences(scene: StateScene) -> list[Draft]:
    chinese = scene.language == "zh"
    action = words.ACTION_ZH if chinese else words.ACTION_EN
    first = words.FIRST_ZH if chinese else words.FIRST_EN
    second = words.SECOND_ZH if chinese else words.SECOND_EN
    spots: dict[int, list[tuple[int, str]]] = {}
    for entry in (
        *scene.payload["focal"],
        *(held for held in scene.payload["entities"] if "Character" in held["types"]),
    ):
        for place in entry["places"]:
            spots.setdefault(place["element"], []).append((place["start"], entry["id"]))
    found: list[Draft] = []
    for number, element in enumerate(scene.elements):
        if element["kind"] not in ("action", "dialogue"):
            continue
        index, speaker = scene.speaker(number) if element["kind"] == "dialogue" else (-1, None)
        last: str | None = None
        for low, high in sentence_spans(element["text"], scene.language):
            held = sorted(spot for spot in spots.get(number, ()) if low <= spot[0] < high)
            lead = held[0][1] if held else None
            if element["kind"] == "action":
                last = lead if lead is not None or not goes_on(element["text"][low:high], scene.language) else last
                found += _match(scene, action, last, number, low, high)
            else:
                said = _match(scene, first, speaker, number, low, high)
                offered = _offered(scene, index) if any(held["aspect"] == "role" for held in said) else None
                found += [held | {"ends": held["ends"] or _declines(held, offered)} for held in said]
                meant = lead if lead in scene.focal and lead != speaker else scene.addressee(index)
                found += _match(scene, second, meant, number, low, high)
    return found


def goes_on(sentence: str, language: str) -> bool:
    """Whether the sentence goes on about the last one's first person."""
    start = sentence.strip().lstrip("△ ")
    return start[:1] in "他她" if language == "zh" else start.split(" ")[0] in ("He", "She", "His", "Her")


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Where the sentences of an element's text stand, in its code points."""
    spans: list[tuple[int, int]] = []
    for match in words.SENTENCE[language].finditer(text):
        if spans and words.ABBREVIATION.search(text[spans[-1][0] : spans[-1][1]].strip()):
            spans[-1] = (spans[-1][0], match.end())
        elif match.group().strip():
            spans.append(match.span())
    return spans


def _match(
    scene: StateScene, cues: tuple[words.Cue, ...], character: str | None, number: int, low: int, high: int
) -> list[Draft]:
    if character not in scene.focal:
        return []
    sentence = " ".join(scene.elements[number]["text"][low:high].replace("’", "'").replace("*", "").split())
    found = []
    for cue in cues:
        match = cue.pattern.search(sentence)
        if match is None or _asks(sentence, match.start(), cue.aspect):
            continue
        group = next((held for held in match.groups() if held), "").strip(" ,，-—") if match.groups() else ""
        if "{0}" in cue.claim and not group:
            continue
        group = clipped(group, scene.language)
        if cue.aspect in ("knowledge", "goal") and _POINTS.search(group):
            continue
        office = cue.aspect == "role" and group.rpartition(" ")[2].casefold() in words.OFFICES
        said = f"a{'n' * (group[0] in 'aeio')} {group}" if office and group.islower() else group
        claim = cue.claim.format(said, name=scene.name(character))
        group = group.title() if office else group
        group = _LIMBS.get(group, group) if cue.aspect == "physical" else group
        found.append(
            draft(
                character,
                cue.aspect,
                claim,
                cue.value.format(group),
                [scene.quote(number, low, high)],
                0.5 if cue.aspect in ("emotion", "goal") else 0.65,
                ends=cue.ends,
                unit=_told_in(scene, number, low, high) if cues is words.SECOND_EN or cues is words.SECOND_ZH else None,
            )
        )
    return found


def _asks(sentence: str, start: int, aspect: str) -> bool:
    """Whether what was found is asked and not said. "You're fired, understood?" says it, and asks another thing."""
    if not sentence.rstrip("\"'”").endswith(("?", "？")):
        return False
    return aspect == "goal" or not _STOP.search(sentence, start)


def _offered(scene: StateScene, index: int) -> str | None:
    """The position that the speech before this one offers, in lower case."""
    if index < 1 or scene.speakers[index - 1][1] == scene.speakers[index][1]:
        return None
    low, high = scene.speakers[index - 1][0], scene.speakers[index][0]
    said = " ".join(one["text"] for one in scene.elements[low + 1 : high] if one["kind"] == "dialogue")
    match = words.OFFERED[scene.language].search(" ".join(said.replace("’", "'").replace("*", "").split()))
    return match.group(1).casefold() if match else None


def _declines(held: Draft, offered: str | None) -> bool:
    """Whether "I'm a clerk" answers the offer of another position: so it has been, and there it ends."""
    return held["aspect"] == "role" and offered is not None and held["value"].casefold() != offered


def _told_in(scene: StateScene, number: int, low: int, high: int) -> str | None:
    """The unit that the sentence is: what is said to somebody brings about what it says."""
    for unit in scene.payload["units"]:
        place = unit["place"]
        if place and place["element"] == number and low <= place["start"] < high and unit["trigger"] not in _BY_THE_WAY:
            return unit["id"]
    return None
